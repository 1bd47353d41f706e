"""/server: for whoever looks after a server."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.new import BANK_CHOICES, PACE_CHOICES
from bot.cogs.rules import game_of, titles
from bot.cogs.tables import Number
from bot.cogs.typed import Choices, Unclear, fitting
from bot.cogs.uses import Uses
from bot.cogs.where import BY_SERVERS, IN_SERVERS
from bot.interactions.server import manages, role_change, time_change, toggled
from bot.table.servers import LONGEST_GREETING, MOST, NAMES
from bot.ui.server import ROOMS

Limit = app_commands.Range[int, 1, MOST]
EVERYTHING = "everything"


class Room(app_commands.Transformer):
    """A channel that may have tables, of the kinds that the list under the answer offers, too."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A channel."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Of these kinds."""
        return ROOMS

    async def transform(
        self, interaction: discord.Interaction, value: app_commands.AppCommandChannel, /
    ) -> app_commands.AppCommandChannel:
        """It is taken as it is."""
        return value


RESET = [
    app_commands.Choice(name=name.replace("_", " "), value=name) for name in (*NAMES, EVERYTHING)
]


def _reset(name: str | None) -> tuple[str, ...]:
    """The rules that are to be as they were at first."""
    if name is None or name == EVERYTHING:
        return NAMES if name else ()
    if name not in NAMES:
        raise Unclear(f"There is no such rule. There are: {', '.join(NAMES)}.")
    return (name,)


class ServerCommands(commands.Cog):
    """The rules of a server, and its tables."""

    server = app_commands.Group(
        name="server",
        description="For whoever manages this server",
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, bot: Uses) -> None:
        """Answer for a bot."""
        self.bot = bot

    @server.command(name="settings")
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.choices(bank=BANK_CHOICES)
    @app_commands.choices(reset=RESET)
    @app_commands.describe(
        channel="Tables are opened in this channel, too; name it again to take it out",
        game="This game is played, too; name it again to take it out",
        pace="How long each turn may take, unless whoever opens a table says otherwise",
        bank="Time for the whole game instead",
        per_channel="How many tables there may be at once in a channel and its threads",
        per_person="How many tables one person may have opened at once",
        greeting="Your own words above the first steps of /help",
        role="Who is told of new tables with a free seat",
        reset="What is to be as it was at first",
    )
    async def settings(
        self,
        interaction: discord.Interaction,
        channel: app_commands.Transform[app_commands.AppCommandChannel, Room] | None = None,
        game: str | None = None,
        pace: int | None = None,
        bank: str | None = None,
        per_channel: Limit | None = None,
        per_person: Limit | None = None,
        greeting: app_commands.Range[str, 1, LONGEST_GREETING] | None = None,
        role: discord.Role | None = None,
        reset: str | None = None,
    ) -> None:
        """See and change what holds in this server."""
        rules = await self.bot.house.of(manages(interaction))
        changes: dict[str, Any] = dict.fromkeys(_reset(reset))
        given = {"per_channel": per_channel, "per_person": per_person}
        changes |= {name: value for name, value in given.items() if value is not None}
        if pace is not None or bank is not None:
            changes |= time_change(bank or str(pace))
        note = ""
        if channel is not None:
            changes["channels"] = toggled(rules.channels, channel.id)
        if game is not None:
            changes["games"] = toggled(rules.games, game_of(game).key)
        if greeting is not None:
            changes["greeting"] = greeting.strip()
        if role is not None:
            found, note = role_change(interaction, role)
            changes |= found
        if changes:
            await self.bot.server.change(interaction, changes, note)
        else:
            await self.bot.server.settings(interaction)

    @settings.autocomplete("game")
    async def _game(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting(titles(), current)

    @server.command(name="tables")
    @app_commands.describe(table="Look after this table; without it, all of them are listed")
    async def tables(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """See the tables of this server, those first that stand still, and look after them."""
        if table is None:
            await self.bot.server.tables(interaction)
        else:
            await self.bot.server.look_after(interaction, table)

    @server.command(name="pause")
    @app_commands.describe(table="The table's number")
    async def pause(self, interaction: discord.Interaction, table: Number) -> None:
        """Let a table rest: no time runs there until you let it go on."""
        await self.bot.server.look_after(interaction, table, "pause")

    @server.command(name="resume")
    @app_commands.describe(table="The table's number")
    async def resume(self, interaction: discord.Interaction, table: Number) -> None:
        """Let a table go on that you have paused."""
        await self.bot.server.look_after(interaction, table, "resume")

    @server.command(name="end")
    @app_commands.describe(table="The table's number")
    async def end(self, interaction: discord.Interaction, table: Number) -> None:
        """End a table without a result; you are asked once more."""
        await self.bot.server.look_after(interaction, table, "end")
