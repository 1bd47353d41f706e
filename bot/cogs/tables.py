"""/table: everything about a table that is the same for every game."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.new import PACE_CHOICES, START_CHOICES, WHEN_FULL, bank_of, pace_of
from bot.cogs.rules import game_of, titles
from bot.cogs.typed import Choices, Unclear, echo, fitting
from bot.cogs.uses import Uses
from bot.cogs.where import BY_SERVERS, IN_SERVERS
from bot.errors import BotError, Damaged, NotAllowed
from bot.interactions.replies import defer, reply
from bot.interactions.who import moderates
from bot.referee import LONGEST_NOTE
from bot.table import KEPT_AFTER, MOST_MISSED, Level, Table, guard, plans
from bot.table.lobby import BANKS, closable
from bot.table.proposals import LONGEST
from bot.ui.limits import CHOICE
from bot.ui.menu import order
from bot.ui.plans import named
from rules.engine.errors import RulesError
from rules.engine.state import Option, Variant
from rules.engine.variants import takes
from rules.engine.verbs import plain

Number = app_commands.Range[int, 1, 2**53 - 1]
Missed = app_commands.Range[int, 0, MOST_MISSED]
BANK = "Time for the whole game instead, in hours, such as 72+12/120; or none"
AWAY = "No: clocks run on for whoever is away"
PAUSES = "No: not even all players together can pause"
PROPOSALS = [
    app_commands.Choice(name="a pause", value="pause"),
    app_commands.Choice(name="to go on before a pause is over", value="resume"),
    app_commands.Choice(name="to take back your last move", value="back"),
]
MISSED = "So many turns missed in a row: then a computer keeps the seat (3); 0: never"
NUMBER = "The table's number; without it, the table of this channel"
COMPUTERS = [
    app_commands.Choice(name=name, value=name) for name in ("easy", "normal", "hard", "none")
]


FEW = 8  # answers that are named where none of them was meant
YES_OR_NO = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def options_of(text: str) -> dict[str, object]:
    """Options of a game from words such as `terrain=yes tokens=2`."""
    found: dict[str, object] = {}
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise Unclear(
                f"“{echo(word)}” is no option: write options like `terrain=yes tokens=2`."
            )
        digits = value.removeprefix("-").isdecimal() and len(value) < 10
        found[name] = int(value) if digits else YES_OR_NO.get(value.casefold(), value)
    return found


def options_after(kind: type[Variant], typed: str) -> list[str]:
    """What was typed of a game's options, each time with one of those that could follow."""
    *before, last = typed.split(" ")
    given = {word.partition("=")[0] for word in before}
    words = [
        f"{name}={value}"
        for name, taken in takes(kind).items()
        for value in (taken.values or ("",))
        if name not in given
    ]
    return [" ".join([*before, word]) for word in words if last.casefold() in word]


def _orders(table: Table, user_id: int) -> dict[str, Option]:
    """What somebody may answer once and for all now, in words."""
    questions = table.questions(user_id) if table.status == "playing" else []
    standing = table.standing(questions[0].seat) if questions else None
    view = table.view(user_id) if standing else None
    return {order(table.game, view, o): o for o in standing.answers} if standing else {}


def _banks(current: str) -> Choices:
    """Time banks to choose from while typing; others can be typed."""
    known = {"none": "none", **BANKS}
    typed = current.casefold().strip()
    fit = [(name, value) for name, value in known.items() if typed in f"{name} {value}"]
    return [app_commands.Choice(name=name, value=value) for name, value in fit]


def _for_good(table: Table, interaction: discord.Interaction, word: str) -> Option:
    known = _orders(table, interaction.user.id)
    found = [option for said, option in known.items() if plain(word) in plain(said)]
    if not known:
        raise Unclear("What you are asked now cannot be answered once and for all.")
    if len(found) != 1:
        raise Unclear(f"“{echo(word)}” is none of: {', '.join(known)}.")
    return found[0]


def _plannable(table: Table, user_id: int) -> dict[str, str]:
    """What somebody could plan, in words, each with its key."""
    said = named(table, user_id, plans.ahead(table, user_id))
    return {words[:CHOICE]: wanted for wanted, words in said.items()}


def _planned(table: Table, user_id: int, word: str) -> str:
    """The key of what somebody wants to plan."""
    known = _plannable(table, user_id)
    found = [wanted for said, wanted in known.items() if plain(said) == plain(word)]
    found = found or [wanted for said, wanted in known.items() if plain(word) in plain(said)]
    if len(found) != 1:
        some = ", ".join(list(known)[:FEW])
        raise Unclear(f"“{echo(word)}” is none of what you could answer then, such as: {some}.")
    return found[0]


class Tables(commands.Cog):
    """Joining, leaving, looking, giving up."""

    table = app_commands.Group(
        name="table",
        description="Your table",
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVERS,
    )

    def __init__(self, bot: Uses) -> None:
        """Answer on behalf of a bot."""
        self.bot = bot
        self.lobby, self.referee = bot.lobby, bot.referee
        self.answers, self.table_menu = bot.answers, bot.table_menu

    async def _here(
        self, interaction: discord.Interaction, table: int | None, *, ended: bool = False
    ) -> Table:
        await defer(interaction)
        return await self.answers.table_here(interaction, table, ended=ended)

    @table.command(name="new")
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.choices(start=START_CHOICES)
    @app_commands.describe(
        game="Which game",
        opponent="Who is invited to play",
        computer="Play against a computer of this strength",
        pace="How long each turn may take",
        options="Options of the game, such as: terrain=yes tokens=2",
        here="Yes: play in this channel itself, not in a thread of its own",
        start="Who begins the game",
        private="Yes: only those you invite can find the table and sit down",
        missed=MISSED,
        bank=BANK,
        away=AWAY,
        pauses=PAUSES,
    )
    async def new(
        self,
        interaction: discord.Interaction,
        game: str,
        opponent: discord.User | None = None,
        computer: Level | None = None,
        pace: int | None = None,
        options: str | None = None,
        here: bool = False,
        start: str | None = None,
        private: bool = False,
        missed: Missed = KEPT_AFTER,
        bank: str | None = None,
        away: bool = True,
        pauses: bool = True,
    ) -> None:
        """Open a table for any game, in a thread of its own."""
        await defer(interaction)
        await self.lobby.open(
            interaction,
            game_of(game).key,
            options_of(options or ""),
            opponents=[opponent] if opponent else [],
            computer=computer,
            pace=pace_of(pace),
            timed=pace is not None,
            here=here,
            private=private,
            when_full=start == WHEN_FULL,
            kept_after=missed,
            bank=bank_of(bank),
            allows_away=away,
            allows_pause=pauses,
        )

    @new.autocomplete("game")
    async def _game(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting(titles(), current)

    @new.autocomplete("options")
    async def _options(self, interaction: discord.Interaction, current: str) -> Choices:
        try:
            chosen = game_of(getattr(interaction.namespace, "game", "") or "")
        except Unclear:
            return []
        return fitting(options_after(chosen.variant, current.lstrip()), "")

    @new.autocomplete("bank")
    async def _bank(self, interaction: discord.Interaction, current: str) -> Choices:
        return _banks(current)

    @table.command(name="find")
    @app_commands.describe(game="Which game; without it, all of them")
    async def find(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """See the tables of this server that wait for players, and join one."""
        await self.bot.find.show(interaction, game=game_of(game).key if game else "")

    @find.autocomplete("game")
    async def _found_game(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting(titles(), current)

    @table.command(name="invite")
    @app_commands.describe(player="For whom a seat is kept", table=NUMBER)
    async def invite(
        self, interaction: discord.Interaction, player: discord.User, table: Number | None = None
    ) -> None:
        """Keep a seat for somebody: for the host, before the game."""
        here = await self._here(interaction, table)
        await self.lobby.invite(interaction, here, player)

    @table.command(name="join")
    @app_commands.describe(table=NUMBER)
    async def join(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Sit down at a table that has not begun, or where a computer keeps a seat."""
        here = await self._here(interaction, table)
        await self.lobby.join(interaction, here)

    @table.command(name="leave")
    @app_commands.describe(table=NUMBER)
    async def leave(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Give your seat up; in a running game a computer keeps it, and you are asked once more."""
        here = await self._here(interaction, table)
        if here.status == "playing":
            await self.bot.seats.ask_leave(interaction, here)
        else:
            await self.lobby.leave(interaction, here)

    @table.command(name="replace")
    @app_commands.describe(
        player="Whose seat a computer is to keep",
        by="Who is invited to take it",
        table=NUMBER,
    )
    async def replace(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        by: discord.User | None = None,
        table: Number | None = None,
    ) -> None:
        """Replace somebody who has vanished: for the host, and for moderators."""
        here = await self._here(interaction, table)
        await self.bot.seats.send_away(interaction, here, player.id, by)

    @table.command(name="word")
    @app_commands.describe(table=NUMBER)
    async def word(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Put a word of your own into the luck, before the game begins."""
        here = await self.answers.table_here(interaction, table)  # a form must be the first answer
        await self.lobby.ask_word(interaction, here)

    @table.command(name="start")
    @app_commands.describe(table=NUMBER)
    async def start(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Begin the game: for the host."""
        here = await self._here(interaction, table)
        await self.lobby.start(interaction, here)

    @table.command(name="show")
    @app_commands.describe(table=NUMBER)
    async def show(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """See the table in words, and what you may do there."""
        here = await self._here(interaction, table, ended=True)
        await self.table_menu.show_table(interaction, here)

    @table.command(name="play")
    @app_commands.describe(table=NUMBER)
    async def play(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Open your panel: what you are asked, and what you may answer."""
        here = await self._here(interaction, table)
        await self.answers.open_panel(interaction, here)

    @table.command(name="hand")
    @app_commands.describe(table=NUMBER)
    async def hand(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """See what only you know."""
        here = await self._here(interaction, table)
        await self.table_menu.hand(interaction, here)

    @table.command(name="log")
    @app_commands.describe(table=NUMBER)
    async def log(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Read what has happened so far."""
        here = await self._here(interaction, table, ended=True)
        await self.table_menu.history(interaction, here)

    @table.command(name="since")
    @app_commands.describe(table=NUMBER)
    async def since(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """See what happened since your last move."""
        here = await self._here(interaction, table)
        await self.table_menu.since(interaction, here)

    @table.command(name="note")
    @app_commands.describe(
        note="What to note, for you alone; without it, a form opens", table=NUMBER
    )
    async def note(
        self,
        interaction: discord.Interaction,
        note: app_commands.Range[str, 1, LONGEST_NOTE] | None = None,
        table: Number | None = None,
    ) -> None:
        """Note something at a table that nobody else ever reads."""
        if note is None:
            here = await self.answers.table_here(interaction, table, ended=True)
            await self.table_menu.ask_note(interaction, here)
            return
        here = await self._here(interaction, table, ended=True)
        await self.table_menu.take_note(interaction, here, note)

    @table.command(name="undo")
    @app_commands.describe(table=NUMBER)
    async def undo(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Take back your last answer, as far as nobody has seen it."""
        here = await self._here(interaction, table)
        await self.answers.undo(interaction, here)

    @table.command(name="always")
    @app_commands.describe(answer="What to answer now and from now on", table=NUMBER)
    async def always(
        self, interaction: discord.Interaction, answer: str, table: Number | None = None
    ) -> None:
        """Answer what you are asked, and the same whenever you are asked it again."""
        here = await self._here(interaction, table)
        await self.answers.order(interaction, here, lambda: _for_good(here, interaction, answer))

    @always.autocomplete("answer")
    async def _answer(self, interaction: discord.Interaction, current: str) -> Choices:
        try:
            here = await self.referee.look_here(interaction.channel_id or 0)
        except BotError:
            return []
        return fitting(list(_orders(here, interaction.user.id)) if here else [], current)

    @table.command(name="plan")
    @app_commands.describe(
        answer="What to answer when you are asked, if nothing happens before",
        drop="Yes: take your plan back",
        table=NUMBER,
    )
    async def plan(
        self,
        interaction: discord.Interaction,
        answer: str | None = None,
        drop: bool = False,
        table: Number | None = None,
    ) -> None:
        """While you wait, leave an answer for when you are asked, if nothing happens before."""
        here = await self._here(interaction, table)
        if drop:
            await self.bot.plans.drop(interaction, here)
        elif answer is None:
            await self.bot.plans.ask(interaction, here)
        else:
            wanted = _planned(here, interaction.user.id, answer)
            await self.bot.plans.take(interaction, here, wanted)

    @plan.autocomplete("answer")
    async def _plan(self, interaction: discord.Interaction, current: str) -> Choices:
        try:
            here = await self.referee.look_here(interaction.channel_id or 0)
            return fitting(_plannable(here, interaction.user.id) if here else [], current)
        except (BotError, RulesError):
            return []

    @table.command(name="ask-again")
    @app_commands.describe(table=NUMBER)
    async def ask_again(
        self, interaction: discord.Interaction, table: Number | None = None
    ) -> None:
        """Be asked everything again, also what you had answered once and for all."""
        here = await self._here(interaction, table)
        await self.referee.ask_again(here, interaction.user.id)
        await reply(interaction, "You are asked everything again.")

    @table.command(name="resign")
    @app_commands.describe(table=NUMBER)
    async def resign(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Resign: you give the game up; you are asked once more."""
        here = await self._here(interaction, table)
        guard.seated(here, interaction.user.id)
        guard.playing(here)
        await self.table_menu.ask_again(interaction, here, "resign")

    @table.command(name="draw")
    @app_commands.describe(
        decline="Turn a draw down instead, or take your offer back", table=NUMBER
    )
    async def draw(
        self, interaction: discord.Interaction, decline: bool = False, table: Number | None = None
    ) -> None:
        """Offer a draw, or agree to one."""
        here = await self._here(interaction, table)
        if decline:
            await self.referee.decline_draw(here, interaction.user.id)
            await reply(interaction, "No draw: the game goes on.")
        else:
            acted = await self.referee.offer_draw(here, interaction.user.id)
            agreed = acted.after.outcome is not None
            await reply(interaction, "The game is a draw." if agreed else "You offer a draw.")

    @table.command(name="propose")
    @app_commands.choices(what=PROPOSALS)
    @app_commands.describe(
        what="What all who play are asked", days="How long a pause is to last", table=NUMBER
    )
    async def propose(
        self,
        interaction: discord.Interaction,
        what: str,
        days: app_commands.Range[int, 1, LONGEST] = 7,
        table: Number | None = None,
    ) -> None:
        """Propose something that is done when all who play agree."""
        here = await self._here(interaction, table)
        if what == "pause":
            await self.bot.proposals.pause(interaction, here, days)
        elif what == "back":
            await self.bot.proposals.back(interaction, here)
        else:
            await self.bot.proposals.resume(interaction, here)

    @table.command(name="agree")
    @app_commands.describe(
        decline="Turn it down instead, or take your own proposal back", table=NUMBER
    )
    async def agree(
        self, interaction: discord.Interaction, decline: bool = False, table: Number | None = None
    ) -> None:
        """Agree to what somebody proposes at the table."""
        here = await self._here(interaction, table)
        await self.bot.proposals.answer(interaction, here, agrees=not decline)

    @table.command(name="close")
    @app_commands.describe(table=NUMBER)
    async def close(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """Close a table without a result; while a game is on, you are asked once more."""
        await self._close(interaction, table)

    @table.command(name="abandon")
    @app_commands.describe(table=NUMBER)
    async def abandon(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """The same as `/table close`."""
        await self._close(interaction, table)

    async def _close(self, interaction: discord.Interaction, table: int | None) -> None:
        try:
            here = await self._here(interaction, table)
        except Damaged as error:
            await self.answers.close_unread(interaction, error)
            return
        mod = moderates(interaction, here)
        closable(here, interaction.user.id, mod)
        if here.status == "playing":  # a game would be lost
            await self.table_menu.ask_again(interaction, here, "abandon")
            return
        await self.referee.abandon(here, interaction.user.id, moderator=mod)
        await reply(interaction, f"Table {here.id} is closed.")

    @table.command(name="settings")
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.choices(computer=COMPUTERS, start=START_CHOICES)
    @app_commands.describe(
        pace="How long each turn may take",
        computer="Seat a computer of this strength, or send one away",
        start="Who begins the game",
        missed=MISSED,
        bank=BANK,
        away=AWAY,
        pauses=PAUSES,
        table=NUMBER,
    )
    async def settings(
        self,
        interaction: discord.Interaction,
        pace: int | None = None,
        computer: str | None = None,
        start: str | None = None,
        missed: Missed | None = None,
        bank: str | None = None,
        away: bool | None = None,
        pauses: bool | None = None,
        table: Number | None = None,
    ) -> None:
        """Change a table's time, its computer player, who begins the game, or when a seat is kept."""
        here = await self._here(interaction, table)
        changes = (pace, computer, start, missed, bank, away, pauses)
        if all(change is None for change in changes):
            raise NotAllowed(
                "Name what is to change, such as `pace`, `bank`, `computer` or `start`."
            )
        if pace is not None and bank is not None and bank_of(bank) is not None:
            raise NotAllowed("Name a `pace` or a `bank`: time is either per turn or for the game.")
        mod = moderates(interaction, here)
        if pace is not None or bank is not None:
            here = await self.referee.change_settings(
                here,
                interaction.user.id,
                pace=pace_of(pace),
                bank=bank_of(bank),
                moderator=mod,
            )
        if away is not None or pauses is not None:
            here = await self.referee.allow_breaks(
                here, interaction.user.id, away=away, pauses=pauses, moderator=mod
            )
        if missed is not None:
            here = await self.referee.keep_seats_after(
                here, interaction.user.id, missed, moderator=mod
            )
        if computer == "none":
            here = await self.referee.remove_computer(here, interaction.user.id)
        elif computer is not None:
            here = await self.referee.add_computer(here, interaction.user.id, computer)
        if start is not None:
            full = start == WHEN_FULL
            here = await self.referee.start_when_full(here, interaction.user.id, full)
        await self.table_menu.show_table(interaction, here)

    @settings.autocomplete("bank")
    async def _other_bank(self, interaction: discord.Interaction, current: str) -> Choices:
        return _banks(current)
