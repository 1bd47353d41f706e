"""/rules: the rules in words."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.game import Unclear, cut, fitting
from bot.ui.desk import rules_page
from rules import registry
from rules.engine.contract import AnyGame


class Rules(commands.Cog):
    """Looking up a rule."""

    @app_commands.command(name="rules")
    @app_commands.describe(game="Which game", topic="What about")
    @app_commands.guild_only()
    async def rules(
        self, interaction: discord.Interaction, game: str, topic: str | None = None
    ) -> None:
        """Look up a rule of a game."""
        found = game_of(game)
        page = rules_page(found, topic_of(found, topic))
        await interaction.response.send_message(page, ephemeral=True)

    @rules.autocomplete("game")
    async def _game(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        titles = [registry.get(key).title for key in registry.KEYS]
        return fitting(titles, current)

    @rules.autocomplete("topic")
    async def _topic(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            found = game_of(getattr(interaction.namespace, "game", "") or "")
        except Unclear:
            return []
        return fitting(list(found.text.topics), current)


def game_of(text: str) -> AnyGame:
    """The game of a title or a key."""
    wanted = text.strip().casefold()
    for key in registry.KEYS:
        game = registry.get(key)
        if wanted in (key.casefold(), key.replace("_", "-"), game.title.casefold()):
            return game
    titles = ", ".join(registry.get(key).title for key in registry.KEYS)
    raise Unclear(f"I referee no game called “{cut(text)}”. There are: {titles}.")


def topic_of(game: AnyGame, text: str | None) -> str:
    """The topic that was asked for, or the first."""
    if text is None:
        return str(next(iter(game.text.topics)))
    wanted = text.strip().casefold()
    for topic in game.text.topics:
        if topic.casefold() == wanted:
            return str(topic)
    raise Unclear(
        f"{game.title} has no rule on “{cut(text)}”. There are: {', '.join(game.text.topics)}."
    )
