"""/help and /my: first steps, and how somebody wants to be reached."""

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.typed import Choices, fitting
from bot.cogs.uses import Uses
from bot.cogs.where import BY_ANYBODY, EVERYWHERE
from bot.errors import Damaged
from bot.interactions.reaching import Wishes
from bot.interactions.replies import defer, reply
from bot.interactions.rights import explained
from bot.interactions.welcome import FIRST_STEPS, OUT_OF_REACH
from bot.interactions.who import out_of_reach, person_of
from bot.table import zones
from bot.table.away import MOST
from bot.ui.away import back_button
from bot.ui.buttons import Lasting
from bot.ui.digest import LONGEST_ZONE, digest_button
from bot.ui.inbox import turns_button
from bot.ui.limits import ROW
from bot.ui.own_data import privacy_button
from bot.ui.screen import join
from bot.ui.server import played
from bot.ui.table_buttons import alone_buttons, close_button, first_games
from bot.ui.words import moment
from rules import registry

Number = app_commands.Range[int, 1, 2**53 - 1]
BY = [app_commands.Choice(name=name, value=name) for name in ("channel", "dm", "none")]
HOURS = {"1 hour": 1, "3 hours": 3, "6 hours": 6, "12 hours": 12, "1 day": 24, "2 days": 48}
BEFORE = [
    app_commands.Choice(name="as usual: the last quarter, at most 12 hours", value=0),
    *(app_commands.Choice(name=name, value=hours) for name, hours in HOURS.items()),
]
EVERY = [
    app_commands.Choice(name="once is enough", value=0),
    *(app_commands.Choice(name=f"every {name}", value=hours) for name, hours in HOURS.items()),
]


class Players(commands.Cog):
    """What concerns a person rather than a table."""

    my = app_commands.Group(
        name="my",
        description="Your games and how I reach you",
        allowed_contexts=EVERYWHERE,
        allowed_installs=BY_ANYBODY,
    )
    data = app_commands.Group(name="data", description="What is kept about you", parent=my)

    def __init__(self, bot: Uses) -> None:
        """Answer for a bot."""
        self.bot = bot

    @app_commands.command(name="help")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def help(self, interaction: discord.Interaction) -> None:
        """The first steps, the games that are refereed here, and what I may not do."""
        await defer(interaction)
        if out_of_reach(interaction):
            games = first_games(alone=True)
            said = f"**First steps**\n{OUT_OF_REACH}"
            await reply(interaction, said, [*games, privacy_button(row=1)])
            return
        rules = await self.bot.house.of(interaction.guild_id)
        titles = ", ".join(registry.get(key).title for key in played(rules))
        steps = f"**First steps**\n{FIRST_STEPS}\n**Games:** {titles}"
        said = join(rules.greeting, steps, explained(interaction.app_permissions))
        items = [*first_games(played(rules)), privacy_button(row=1)]
        await reply(interaction, said, items)

    @my.command(name="tables")
    async def tables(self, interaction: discord.Interaction) -> None:
        """The tables you sit at now."""
        await defer(interaction)
        referee = self.bot.referee
        lines: list[str] = []
        buttons: list[Lasting] = []
        waits = False
        for number in await referee.tables_of(interaction.user.id):
            try:
                table = await referee.look(number)
            except Damaged:
                lines.append(f"Table {number} cannot be read")
                buttons.append(close_button(number))
                continue
            yours = " · your turn" if table.questions(interaction.user.id) else ""
            rests = " · paused" if table.pause is not None else ""
            where = "for you alone" if table.alone else f"in <#{table.channel_id}>"
            lines.append(f"Table {number}: {table.game.title} {where}{rests or yours}")
            if table.alone:
                buttons = alone_buttons(table) + buttons
            waits = waits or bool(yours and not rests)
        if waits:
            buttons.insert(0, turns_button())
        said = "\n".join(lines) or "You sit at no table now."
        await reply(interaction, said, [*buttons[: ROW - 1], digest_button()])

    @my.command(name="turns")
    async def turns(self, interaction: discord.Interaction) -> None:
        """The tables that wait for you, to be played right here."""
        await self.bot.inbox.turns(interaction)

    @my.command(name="digest")
    @app_commands.describe(
        hour="At which hour of your day, 0 to 23",
        zone="Your time zone, such as Europe/Berlin or UTC+2",
        off="Yes: no digest any more",
    )
    async def digest(
        self,
        interaction: discord.Interaction,
        hour: app_commands.Range[int, 0, 23] | None = None,
        zone: app_commands.Range[str, 1, LONGEST_ZONE] | None = None,
        off: bool = False,
    ) -> None:
        """Read once a day, by direct message, which tables wait for you."""
        if off:
            await self.bot.digest.stop(interaction)
        elif hour is None and zone is None:
            await self.bot.digest.show(interaction)
        else:
            await self.bot.digest.change(interaction, hour, zone)

    @digest.autocomplete("zone")
    async def _zone(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting(zones.names(), current.replace(" ", "_"))

    @my.command(name="away")
    @app_commands.describe(days="For how many days from now on your clocks rest; 0: you are back")
    async def away(
        self, interaction: discord.Interaction, days: app_commands.Range[int, 0, MOST.days]
    ) -> None:
        """Be away for some days: your clocks rest, and the others see until when."""
        await defer(interaction)
        referee, person = self.bot.referee, person_of(interaction)
        if days == 0:
            await referee.come_back(person)
            await reply(interaction, "You are back: your clocks run again.")
            return
        until = await referee.go_away(person, days)
        strict = []
        for number in await referee.tables_of(person.id):
            with suppress(Damaged):
                if not (await referee.look(number)).allows_away:
                    strict.append(number)
        where = ", ".join(f"table {number}" for number in strict)
        but = f"\n⚠️ Your clocks run on at {where}: nobody can be away there." if strict else ""
        said = f"You are away until {moment(until)}: your clocks rest.{but}"
        await reply(interaction, said, [back_button()])

    @my.command(name="reach")
    @app_commands.choices(by=BY)
    @app_commands.choices(before=BEFORE, every=EVERY)
    @app_commands.describe(
        reminders="Whether I ping you before your time is up",
        dms="Your secrets of every game by direct message, too, or of none (usual: Beer Brawl alone)",
        by="Where I remind you",
        before="How long before the end of your time",
        every="How often until then",
        quiet="Hours of your day without reminders, such as 22-8; or none",
        zone="Your time zone, such as Europe/Berlin or UTC+2",
        next_up="Whether I tell you that your turn comes next, among three or more",
        mute="The number of a table that I am not to remind you of",
        unmute="The number of a table that I am to remind you of again",
    )
    async def reach(
        self,
        interaction: discord.Interaction,
        reminders: bool | None = None,
        dms: bool | None = None,
        by: str | None = None,
        before: int | None = None,
        every: int | None = None,
        quiet: str | None = None,
        zone: app_commands.Range[str, 1, LONGEST_ZONE] | None = None,
        next_up: bool | None = None,
        mute: Number | None = None,
        unmute: Number | None = None,
    ) -> None:
        """Choose how I reach you, and when I remind you."""
        await defer(interaction)
        wishes = Wishes(reminders, dms, by, before, every, quiet, zone, next_up)
        for number, muted in ((mute, True), (unmute, False)):
            if number is not None:
                table = await self.bot.answers.look(interaction, number)
                await self.bot.referee.mute(table, interaction.user.id, muted)
        await self.bot.reaching.wish(interaction, wishes)

    @reach.autocomplete("quiet")
    async def _quiet(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting(["none", "22-8", "23-7", "21-9", "0-9"], current)

    @reach.autocomplete("zone")
    async def _own_zone(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting(zones.names(), current.replace(" ", "_"))

    # -- one's own data

    @data.command(name="show")
    async def show(self, interaction: discord.Interaction) -> None:
        """See what is kept about you."""
        await self.bot.own_data.show(interaction)

    @data.command(name="export")
    async def export(self, interaction: discord.Interaction) -> None:
        """Have everything that is kept about you, as a file."""
        await self.bot.own_data.export(interaction)

    @data.command(name="delete")
    async def delete(self, interaction: discord.Interaction) -> None:
        """Have your id and names taken out of everything; you are asked once more."""
        await self.bot.own_data.ask(interaction)

    @data.command(name="privacy")
    async def privacy(self, interaction: discord.Interaction) -> None:
        """Read what is kept of people, and for how long."""
        await self.bot.own_data.privacy(interaction)
