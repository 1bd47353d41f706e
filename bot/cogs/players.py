"""/help and /me: first steps, and how somebody wants to be reached."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.buttons import STYLE, view_of
from bot.ui.desk import answer, defer, person_of
from bot.ui.doors import TryButton
from bot.welcome import FIRST_GAME, FIRST_STEPS
from rules import registry


class Players(commands.Cog):
    """What concerns a person rather than a table."""

    me = app_commands.Group(
        name="me", description="Your games and how I reach you", guild_only=True
    )

    def __init__(self, bot: commands.Bot) -> None:
        """Answer for a bot."""
        self.bot = bot

    @app_commands.command(name="help")
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction) -> None:
        """The first steps, and the games that are refereed here."""
        titles = ", ".join(registry.get(key).title for key in registry.KEYS)
        label = f"Try {registry.get(FIRST_GAME).title} against the computer"
        await interaction.response.send_message(
            f"**First steps**\n{FIRST_STEPS}\n**Games:** {titles}",
            view=view_of([TryButton.button(f"w:{FIRST_GAME}", label, STYLE.success)]),
            ephemeral=True,
        )

    @me.command(name="tables")
    async def tables(self, interaction: discord.Interaction) -> None:
        """The tables you sit at now."""
        await defer(interaction)
        referee = self.bot.referee  # type: ignore[attr-defined]
        lines = []
        for number in await referee.tables_of(interaction.user.id):
            sitting = await referee.look(number)
            yours = " · your turn" if sitting.questions(interaction.user.id) else ""
            lines.append(f"Table {number}: {sitting.game.title} in <#{sitting.channel_id}>{yours}")
        await answer(interaction, "\n".join(lines) or "You sit at no table now.")

    @me.command(name="reach")
    @app_commands.describe(
        reminders="Whether I ping you before your time is up",
        dms="Whether I try again to send you your secrets directly",
    )
    async def reach(
        self,
        interaction: discord.Interaction,
        reminders: bool | None = None,
        dms: bool | None = None,
    ) -> None:
        """Choose how I reach you."""
        await defer(interaction)
        changes: dict[str, bool] = {}
        if reminders is not None:
            changes["reminders"] = reminders
        if dms is not None:
            changes["dms_closed"] = not dms
        person = person_of(interaction)
        store = self.bot.store  # type: ignore[attr-defined]
        known = await store.change_player(person.id, person.name, **changes)
        pings = "on" if known.reminders else "off"
        secrets = "in private answers only" if known.dms_closed else "by direct message, too"
        await answer(interaction, f"Reminders are {pings}; your secrets come {secrets}.")
