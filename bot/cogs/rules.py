"""/rules: the rules in words."""

from collections.abc import Iterable
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.typed import Choices, Unclear, echo, fitting
from bot.cogs.uses import Uses
from bot.errors import Damaged
from bot.interactions.answers import MOST_TABLES
from bot.interactions.who import out_of_reach
from bot.ui.limits import CHOICE, CHOICES, cut
from bot.ui.rules import find_rule, rule_page, topic_page, topics_of, with_topics
from rules import registry
from rules.engine.contract import AnyGame
from rules.engine.page import Rule, page


class Rules(commands.Cog):
    """Looking up a rule."""

    def __init__(self, bot: Uses) -> None:
        """Know which game is played in a channel."""
        self.bot = bot

    @app_commands.command(name="rules")
    @app_commands.describe(
        game="Which game; without it, the one of this channel",
        topic="What about: a topic, or a rule's id such as BB15",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def rules(
        self, interaction: discord.Interaction, game: str | None = None, topic: str | None = None
    ) -> None:
        """Look up a rule of a game."""
        asked, words, shown = await self._answer(interaction, game, topic)
        view = with_topics(asked, shown)
        await interaction.response.send_message(words, view=view, ephemeral=True)

    async def _answer(
        self, interaction: discord.Interaction, game: str | None, topic: str | None
    ) -> tuple[AnyGame, str, str]:
        """The game that was asked about, what is said, and the topic that this is."""
        if game is None and topic and (found := find_rule(topic)):
            return found[0], rule_page(*found), ""
        asked = game_of(game) if game else await self._game_here(interaction)
        if asked is None:
            raise Unclear(f"Which game’s rules? There are: {_titles()}.")
        if rule := page(asked.key).find(topic or ""):
            return asked, rule_page(asked, rule), ""
        named = topic_of(asked, topic)
        return asked, topic_page(asked, named), named

    async def _game_here(self, interaction: discord.Interaction) -> AnyGame | None:
        """The game of this channel and its threads, if it is only one; the last one, if none is on."""
        here = -interaction.user.id if out_of_reach(interaction) else interaction.channel_id or 0
        tables = await self.bot.store.live_in(channel=here)
        if not tables and (last := await self.bot.store.ended_here(here)):
            tables = [last]
        games = set()
        for table in tables[-MOST_TABLES:]:
            with suppress(Damaged):
                games.add((await self.bot.referee.look(table)).game.key)
        return registry.get(games.pop()) if len(games) == 1 else None

    @rules.autocomplete("game")
    async def _game(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting(titles(), current)

    @rules.autocomplete("topic")
    async def _topic(self, interaction: discord.Interaction, current: str) -> Choices:
        named = getattr(interaction.namespace, "game", None)
        try:
            game = game_of(named) if named else await self._game_here(interaction)
        except Unclear:
            return []
        topics = fitting(topics_of(game), current) if game else []
        keys = [game.key] if game else registry.KEYS
        return (topics + _ids(keys, current))[:CHOICES]


def _ids(keys: Iterable[str], current: str) -> Choices:
    """The rules whose id begins with what was typed."""
    typed = current.strip().upper()
    found = [rule for key in keys for rule in page(key).rules.values() if typed]
    return [_choice(rule) for rule in found if rule.id.startswith(typed)]


def _choice(rule: Rule) -> app_commands.Choice[str]:
    return app_commands.Choice(name=cut(f"{rule.id} {rule.text}", CHOICE), value=rule.id)


def game_of(text: str) -> AnyGame:
    """The game of a title or a key."""
    wanted = text.strip().casefold()
    for key in registry.KEYS:
        game = registry.get(key)
        if wanted in (key.casefold(), key.replace("_", "-"), game.title.casefold()):
            return game
    raise Unclear(f"I referee no game called “{echo(text)}”. There are: {_titles()}.")


def titles() -> list[str]:
    """The games that are refereed here."""
    return [registry.get(key).title for key in registry.KEYS]


def _titles() -> str:
    return ", ".join(titles())


def topic_of(game: AnyGame, text: str | None) -> str:
    """The topic that was asked for, or the first."""
    topics = topics_of(game)
    if text is None:
        return topics[0]
    wanted = text.strip().casefold()
    for topic in topics:
        if topic.casefold() == wanted:
            return topic
    raise Unclear(f"{game.title} has no rule on “{echo(text)}”. There are: {', '.join(topics)}.")
