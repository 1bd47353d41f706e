"""/help and /me: first steps, and how somebody wants to be reached."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.uses import Uses
from bot.interactions.replies import defer, reply
from bot.interactions.welcome import FIRST_STEPS
from bot.interactions.who import person_of
from bot.ui.buttons import view_of
from bot.ui.table_buttons import first_games
from rules import registry


class Players(commands.Cog):
    """What concerns a person rather than a table."""

    me = app_commands.Group(
        name="me", description="Your games and how I reach you", guild_only=True
    )

    def __init__(self, bot: Uses) -> None:
        """Answer for a bot."""
        self.bot = bot

    @app_commands.command(name="help")
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction) -> None:
        """The first steps, and the games that are refereed here."""
        titles = ", ".join(registry.get(key).title for key in registry.KEYS)
        await interaction.response.send_message(
            f"**First steps**\n{FIRST_STEPS}\n**Games:** {titles}",
            view=view_of(first_games()),
            ephemeral=True,
        )

    @me.command(name="tables")
    async def tables(self, interaction: discord.Interaction) -> None:
        """The tables you sit at now."""
        await defer(interaction)
        referee = self.bot.referee
        lines = []
        for number in await referee.tables_of(interaction.user.id):
            table = await referee.look(number)
            yours = " · your turn" if table.questions(interaction.user.id) else ""
            lines.append(f"Table {number}: {table.game.title} in <#{table.channel_id}>{yours}")
        await reply(interaction, "\n".join(lines) or "You sit at no table now.")

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
        store = self.bot.store
        known = await store.change_player(person.id, person.name, **changes)
        pings = "on" if known.reminders else "off"
        secrets = "in private answers only" if known.dms_closed else "by direct message, too"
        await reply(interaction, f"Reminders are {pings}; your secrets come {secrets}.")
