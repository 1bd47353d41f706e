"""The rules in words: goal and actions, a topic, a single rule by its id, and ways between them."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Self

import discord

from bot.ui.admission import Counted
from bot.ui.limits import CHOICE, CHOICES, CONTENT, cut, headed
from bot.ui.menu import spoken
from bot.ui.trouble import gone
from bot.ui.views import view_of
from rules import registry
from rules.engine.contract import AnyGame
from rules.engine.errors import Refused
from rules.engine.page import Rule, page
from rules.engine.play import Play

ACTIONS = "Goal and actions"  # the first topic of every game
MARKS = re.compile(r"[*_`]|^-#? ", re.MULTILINE)
SENTENCE = re.compile(r"(?<=[.!?]) ")


def topics_of(game: AnyGame) -> list[str]:
    """What can be read about a game, the goal first."""
    return [ACTIONS, *game.text.topics]


def topic_page(game: AnyGame, topic: str, goal: str = "") -> str:
    """One topic of a game's rules; the goal before it, where it is given."""
    if topic == ACTIONS:
        return _actions(game, goal or goal_of(game))
    aim = f"🎯 {goal}\n" if goal else ""
    return cut(f"**{game.title}: {topic}**\n{aim}{game.text.topics[topic]}", CONTENT)


def _actions(game: AnyGame, goal: str) -> str:
    """What the game is about, and a line for each thing that one can do."""
    plain = [kind for kind in game.options if not issubclass(kind, game.covered or ())]
    lines: dict[str, str] = {}
    for kind in (*game.shortcuts, *plain):
        name, about = spoken(game, kind), game.text.about(kind)
        if about:
            lines.setdefault(name, f"- **{name}** · {about}")
    head = f"**{game.title}: {ACTIONS}**\n🎯 {goal}"
    return cut("\n".join([head, *lines.values()]), CONTENT)


@cache
def goal_of(game: AnyGame) -> str:
    """What a game is about, as it is told before anybody has sat down."""
    play, _ = Play.start(game, game.variant(), min(game.counts), bytes(32))
    return str(game.text.goal(game.view(play.barrier, None)))


def rule_page(game: AnyGame, rule: Rule) -> str:
    """One rule with its id, and its neighbours on the page."""
    words = f"**{game.title}, {rule.id}** · {rule.topic}\n{rule.text}"
    others = [other for other in page(game.key).topics[rule.topic] if other != rule.id]
    more = f"\n-# More on this with `/rules`: {' · '.join(others)}"
    return _fitting(words, more if others else "", "")


class TopicSelect(Counted, template=rf"r:(?P<game>{'|'.join(registry.KEYS)})"):
    """The other topics, under every answer about the rules; it outlives a restart."""

    def __init__(self, game: AnyGame, shown: str = "") -> None:
        """Name a game's topics but the one that is shown."""
        about = {ACTIONS: goal_of(game), **game.text.topics}
        options = [
            discord.SelectOption(label=headed(name)[0], value=name, description=_gist(words))
            for name, words in about.items()
            if name != shown
        ]
        super().__init__(
            discord.ui.Select(
                custom_id=f"r:{game.key}", placeholder="Read on about …", options=options[:CHOICES]
            )
        )
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select as it was used."""
        return cls(registry.get(match["game"]))

    async def pressed(self, interaction: discord.Interaction) -> None:
        """Turn the page in the answer that the select stands under."""
        data: Any = interaction.data
        topic = data["values"][0]
        shown = topic if topic in topics_of(self.game) else ACTIONS
        words = topic_page(self.game, shown)
        view = with_topics(self.game, shown, _ways_back(interaction.message))
        try:
            await interaction.response.edit_message(content=words, view=view)
        except discord.NotFound as error:  # the page that was turned has just been dismissed
            if not gone(error):
                raise
            await interaction.response.send_message(words, view=view, ephemeral=True)


def with_topics(
    game: AnyGame, shown: str = "", back: Sequence[discord.ui.Item[Any]] = ()
) -> discord.ui.View:
    """What stands under an answer about the rules; where it took a panel's place, the way back."""
    return view_of([TopicSelect(game, shown), *back])


def _ways_back(message: discord.Message | None) -> list[discord.ui.Item[Any]]:
    """The buttons of an answer, which stay when its page is turned."""
    rows = message.components if message is not None else []
    return [
        discord.ui.Button.from_component(item)
        for row in rows
        if isinstance(row, discord.ActionRow)
        for item in row.children
        if isinstance(item, discord.Button)
    ]


def _gist(words: str) -> str:
    """How a topic begins, without marks: whole sentences, as far as there is room."""
    first, *more = SENTENCE.split(" ".join(MARKS.sub("", words).split()))
    for sentence in more:
        if len(first) + len(sentence) >= CHOICE:
            break
        first += f" {sentence}"
    return headed(first, CHOICE)[0]


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


class RuleButton(Counted, template=r"r:(?P<rule>[A-Z]{2,3}\d+)"):
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

    async def pressed(self, interaction: discord.Interaction) -> None:
        """Show the rule in a private message of its own; the panel stays as it is."""
        found = find_rule(self.rule)
        if found is None:
            words = f"There is no rule {self.rule} any more."
            await interaction.response.send_message(words, ephemeral=True)
            return
        view = with_topics(found[0])
        await interaction.response.send_message(rule_page(*found), view=view, ephemeral=True)


def rule_button(error: BaseException, row: int | None = None) -> RuleButton | None:
    """The button for the rule that a refusal names; none where it names none."""
    if isinstance(error, Refused) and find_rule(error.rule):
        return RuleButton(error.rule, row)
    return None
