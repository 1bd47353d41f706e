"""The rules in words: a topic, a single rule by its id, and the button that opens it."""

import re
from typing import Any, Self

import discord

from bot.ui.limits import CONTENT, cut
from rules import registry
from rules.engine.contract import AnyGame
from rules.engine.errors import Refused
from rules.engine.page import Rule, page


def topic_page(game: AnyGame, topic: str) -> str:
    """One topic of a game's rules, and what else there is."""
    others = " · ".join(name for name in game.text.topics if name != topic)
    words = f"**{game.title}: {topic}**\n{game.text.topics[topic]}"
    more = "\n-# More with `/rules`"
    return _fitting(words, f"{more}: {others}", more)


def rule_page(game: AnyGame, rule: Rule) -> str:
    """One rule with its id, and its neighbours on the page."""
    words = f"**{game.title}, {rule.id}** · {rule.topic}\n{rule.text}"
    others = [other for other in page(game.key).topics[rule.topic] if other != rule.id]
    more = f"\n-# More on this with `/rules`: {' · '.join(others)}"
    return _fitting(words, more if others else "", "")


def _fitting(words: str, *endings: str) -> str:
    """Words with the first ending that there is room for; else cut."""
    for ending in endings:
        if len(words) + len(ending) <= CONTENT:
            return words + ending
    return cut(words, CONTENT - len(endings[-1])) + endings[-1]


def find_rule(word: str) -> tuple[AnyGame, Rule] | None:
    """The rule of any game that a word names."""
    for key in registry.KEYS:
        if rule := page(key).find(word):
            return registry.get(key), rule
    return None


class RuleButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"r:(?P<rule>[A-Z]{2,3}\d+)",
):
    """The way from a refusal to the rule that it names; it outlives a restart."""

    def __init__(self, rule: str, row: int | None = None) -> None:
        """Name a rule that is on some page."""
        super().__init__(
            discord.ui.Button(custom_id=f"r:{rule}", label=f"Rule {rule}", emoji="📖", row=row)
        )
        self.rule = rule

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as it was pressed."""
        return cls(match["rule"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Show the rule in a private message of its own; the panel stays as it is."""
        found = find_rule(self.rule)
        words = rule_page(*found) if found else f"There is no rule {self.rule} any more."
        await interaction.response.send_message(words, ephemeral=True)


def rule_button(error: BaseException, row: int | None = None) -> RuleButton | None:
    """The button for the rule that a refusal names; none where it names none."""
    if isinstance(error, Refused) and find_rule(error.rule):
        return RuleButton(error.rule, row)
    return None
