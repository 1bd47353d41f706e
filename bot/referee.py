"""The one path that every action takes: lock, load, rules, one transaction, then the posts."""

import asyncio
import logging
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec

from bot.errors import (
    BotError,
    Busy,
    Damaged,
    NoTable,
    NotAllowed,
    NotOver,
    NotPlaying,
    OtherRules,
)
from bot.store import Store
from bot.store.rows import Conflict, bank_text
from bot.table import (
    KEPT_AFTER,
    LIVE,
    Bank,
    News,
    Person,
    Seated,
    Table,
    away,
    counts,
    guard,
    lobby,
    moves,
    orders,
    pauses,
    plans,
    proposals,
    seats,
    words,
)
from bot.table.change import Change
from bot.table.reach import read_reach
from bot.workers.pool import UNFIT, GivenUp, Workers
from bot.workers.telling import Tale, telling, told
from rules import registry
from rules.engine import fairness
from rules.engine.codec import encode
from rules.engine.contract import AnyGame, build_variant
from rules.engine.errors import NotAsked, RulesError, Stale
from rules.engine.fairness import Export
from rules.engine.inputs import DeclineDraw, Elapsed, OfferDraw, Resign, Undo
from rules.engine.play import Play
from rules.engine.state import Option, Variant
from rules.engine.words import word_of

logger = logging.getLogger(__name__)
T = TypeVar("T")
TRIES = 20  # loads of a table that others keep changing
SLICE = 0.01  # seconds of computing before others have their say
LONG = 200  # inputs of a log that is told in another process
TAKEN: ContextVar[bool] = ContextVar("taken", default=False)  # this task has changed a table
LONGEST_NOTE = 500  # characters
REMEMBERED = 256  # tables that are remembered as this process left them


def utc_now() -> datetime:
    """The time, aware that it is UTC."""
    return datetime.now(UTC)


class Waker(Protocol):
    """Something that has work to do when a table has changed."""

    def wake(self, table: Table) -> None:
        """Look at a table that has changed; returns at once."""


class _Unordered(Exception):
    """A game is to begin, and it is not known yet in which order its players sit."""


class Referee:
    """Nothing else changes a table; errors are a `BotError` or a `RulesError` to be read."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] = utc_now,
        games: Callable[[str], AnyGame] = registry.get,
        workers: Workers | None = None,
    ) -> None:
        """Work on a store; whoever is in `wakers` is woken after each commit.

        Long games are told anew by `workers`.
        """
        self.store, self.workers = store, workers
        self.now = now
        self.games = games
        self.wakers: list[Waker] = []
        self.listeners: list[Callable[[Change], None]] = []  # hear of each change, before that
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # -- the lobby

    async def open(
        self,
        game: str,
        options: dict[str, object] | Variant,
        *,
        channel_id: int,
        guild_id: int | None,
        host: Person,
        pace: timedelta | None = None,
        invited: Iterable[Person] = (),
        parent_id: int | None = None,
        private: bool = False,
        when_full: bool = False,
        kept_after: int = KEPT_AFTER,
        bank: Bank | None = None,
        allows_away: bool = True,
        allows_pause: bool = True,
        role: int | None = None,
    ) -> Table:
        """Open a table in a channel, the host seated first; luck is committed to here.

        A `role` of the server is told that a seat is free.
        """
        played = self.games(game)
        variant = options if isinstance(options, Variant) else variant_of(played, options)
        lobby.check_pace(pace)
        lobby.check_bank(bank)
        guests = _guests(played, variant, host, invited)
        secret = secrets.token_bytes(fairness.SECRET_BYTES)
        values = {
            "channel_id": channel_id,
            "parent_id": parent_id,
            "guild_id": guild_id,
            "host_id": host.id,
            "game": played.key,
            "rules_version": played.rules_version,
            "variant": msgspec.json.encode(variant).decode(),
            "status": "lobby",
            "pace": None if pace is None else int(pace.total_seconds()),
            "invited": msgspec.json.encode(guests).decode(),
            "secret": secret,
            "commitment": fairness.commitment(secret),
            "private": private,
            "when_full": when_full,
            "kept_after": kept_after,
            "bank": bank_text(bank),
            "allows_away": allows_away,
            "allows_pause": allows_pause,
            "created_at": (now := self.now()),
        }
        word = words.made(secrets.randbelow)  # the secret is written down with it, not after it
        clock, news = lobby.open_until(now), News(role=role)
        table = await self.look(await self.store.create(values, host, word, clock, news))
        self.after_commit(table)
        return table

    async def join(self, table: Table | int, person: Person) -> Table:
        """Sit down, with a word that is made; the seats of the invited are kept for them."""
        word = words.made(secrets.randbelow)
        return await self._fill(table, lambda t: lobby.join(t, self.now(), person, word))

    async def invite(self, table: Table | int, user_id: int, guest: int) -> Table:
        """The host keeps a seat for somebody."""
        return await self._change(table, lambda t: lobby.invite(t, self.now(), user_id, guest))

    async def start_when_full(self, table: Table | int, user_id: int, wanted: bool) -> Table:
        """The host lets the game begin by itself with the last seat taken, or not."""
        return await self._fill(
            table, lambda t: lobby.start_when_full(t, self.now(), user_id, wanted)
        )

    async def _fill(self, table: Table | int, work: Callable[[Table], Change]) -> Table:
        """The path for what may take the last seat: then the game begins, if that was asked for."""
        order: list[int] | None = None

        def fill(table: Table) -> Change:
            change = work(table)
            if not lobby.begins(change.after):
                return change
            if order is None:
                raise _Unordered
            begun = self._begun(change.after, order)
            begun.before, begun.news = table, [*change.news, *begun.news]
            return begun

        try:
            return await self._change(table, fill)
        except _Unordered:  # what few tables need is not looked for each time
            order = await self._order(table)
        return await self._change(_id(table), fill)

    async def set_word(self, table: Table | int, user_id: int, typed: str) -> Table:
        """Somebody puts a word of their own into the luck, as long as none was drawn."""
        word = word_of(typed)
        return await self._change(table, lambda t: lobby.set_word(t, self.now(), user_id, word))

    async def leave(self, table: Table | int, user_id: int) -> Table:
        """Stand up, or turn an invitation down; the next in line hosts, the last one closes."""
        return await self._change(table, lambda t: lobby.leave(t, self.now(), user_id))

    async def add_computer(self, table: Table | int, user_id: int, level: str) -> Table:
        """The host seats a computer player."""
        return await self._fill(table, lambda t: lobby.add_computer(t, self.now(), user_id, level))

    async def set_level(self, table: Table | int, user_id: int, level: str) -> Table:
        """The host chooses how strong the computer is that came last."""
        return await self._change(table, lambda t: lobby.set_level(t, self.now(), user_id, level))

    async def remove_computer(self, table: Table | int, user_id: int) -> Table:
        """The host sends away the computer player that came last."""
        return await self._change(table, lambda t: lobby.remove_computer(t, self.now(), user_id))

    async def start(self, table: Table | int, user_id: int, *, moderator: bool = False) -> Table:
        """The host, or a moderator, begins the game."""
        self.forget(_id(table))  # how its people want to be reached is as it is now
        order = await self._order(table)

        def begin(table: Table) -> Change:
            lobby.ready(table, user_id, moderator)
            return self._begun(table, order)

        return (await self._path(table, begin)).after

    def _begun(self, table: Table, order: Sequence[int]) -> Change:
        """The game of a table begins, its players in an order of their user ids."""
        players = lobby.with_words(table.players, lambda: words.made(secrets.randbelow))
        seated = replace(table, players=lobby.in_order(players, order))
        change = moves.begin(seated, self.now(), seated.seed)
        change.before = table
        return change

    async def _order(self, table: Table | int) -> list[int]:
        """In which order the players of a table are to sit, where that was swapped."""
        order: list[int] = await self.store.setting(scope(_id(table)), "order", [])
        return order

    async def rematch(self, table: Table | int, person: Person) -> tuple[Table, bool]:
        """Open a table like one whose game is over, seats swapped; or find the one that is open.

        The second value says whether it was opened by this. Computers are there at once, people
        are invited.
        """
        old = await self.look(_id(table))
        if (again := await self.rematched(old, person.id)) is not None:
            return again, False
        people = [Person(one.user_id, one.name) for one in old.people if one.user_id is not None]
        new = await self.open(
            old.game.key,
            old.variant,
            channel_id=old.channel_id,
            parent_id=old.parent_id,
            guild_id=old.guild_id,
            host=person,
            pace=old.pace,
            invited=people,
            private=old.private,
            when_full=old.when_full,
            kept_after=old.kept_after,
            bank=old.bank,
            allows_away=old.allows_away,
            allows_pause=old.allows_pause,
        )
        order = [one.user_id or 0 for one in (*old.players[1:], *old.players[:1])]
        await self.store.set_setting(scope(new.id), "order", order)
        await self.store.set_setting(scope(old.id), "rematch", new.id)
        speed = await self.store.setting(scope(old.id), "speed")
        if speed is not None:
            await self.store.set_setting(scope(new.id), "speed", speed)
        for one in old.players:
            if one.level is not None:
                new = await self.add_computer(new, person.id, one.level)
        return new, True

    async def rematched(self, old: Table, user_id: int) -> Table | None:
        """The table that was opened again like one whose game is over, as long as it lives; for
        whoever sat there.
        """
        guard.seated(old, user_id)
        if old.status in LIVE:
            raise NotOver("This game is not over yet.")
        known = await self.store.setting(scope(old.id), "rematch")
        with suppress(Damaged, NoTable):
            if known is not None and (again := await self.look(known)).status in LIVE:
                return again
        return None

    # -- the game

    async def act(
        self,
        table: Table | int,
        user_id: int | None,
        seat: int,
        number: int,
        options: Sequence[Option],
        *,
        request: str | None = None,
    ) -> Change:
        """Answer a seat's question `number`, and the next ones where several options are given.

        Whoever has just loaded the table hands it along. `user_id` None is the computer that holds
        the seat; `request` (an interaction id) keeps a repeated delivery from being taken twice.
        """

        def answer(table: Table) -> Change:
            return moves.answer(table, self.now(), user_id, seat, number, options, request)

        anytime = any(option.anytime for option in options)  # the rules would take it again
        return await self._answered(table, answer, request, anytime=anytime)

    async def order(
        self,
        table: Table | int,
        user_id: int,
        at: tuple[int, int],
        wanted: str,
        said: str,
        *,
        request: str | None = None,
    ) -> Change:
        """Answer a question (seat and number) now and from now on; `said` is that in words."""

        def order(table: Table) -> Change:
            return moves.order(table, self.now(), user_id, at, wanted, said, request)

        return await self._answered(table, order, request)

    async def plan(self, table: Table | int, user_id: int, wanted: str, said: str) -> Table:
        """Leave an answer for when one is asked, by its key, as long as nothing happens meanwhile.

        It is given some time after that, as people answer: nobody can foresee when.
        """
        low, high = (math.log(one.total_seconds()) for one in (plans.SHORTEST, plans.LONGEST))
        after = timedelta(seconds=math.exp(secrets.SystemRandom().uniform(low, high)))
        return await self._change(
            table, lambda t: plans.make(t, self.now(), user_id, wanted, said, after)
        )

    async def drop_plan(self, table: Table | int, user_id: int) -> Table:
        """Take one's plan back."""
        return await self._change(table, lambda t: plans.drop(t, self.now(), user_id))

    async def ask_again(self, table: Table | int, user_id: int) -> Table:
        """Ask somebody everything again, also what they had answered once and for all."""
        return await self._change(table, lambda t: orders.ask_again(t, self.now(), user_id))

    async def _answered(
        self,
        table: Table | int,
        answer: Callable[[Table], Change],
        request: str | None,
        *,
        anytime: bool = False,
    ) -> Change:
        try:
            return await self._path(table, answer, request=request if anytime else None)
        except (Stale, NotAsked, NotPlaying):  # as the rules refuse the second of two deliveries
            if request is None or not await self._requested(table, request):
                raise
        return await self._repeated(table)

    async def undo(
        self,
        table: Table | int,
        user_id: int,
        *,
        at: tuple[int, int] | None = None,
        request: str | None = None,
    ) -> Change:
        """Take back one's own last answer, as far as nothing was shown since.

        `at` is the question (seat and number) that the player saw: a second click is stale.
        """
        return await self._path(
            table,
            lambda t: moves.act(t, self.now(), user_id, Undo, at=at, request=request),
            request=request,
        )

    async def resign(
        self, table: Table | int, user_id: int, *, request: str | None = None
    ) -> Change:
        """Give the game up; what that means, the game says."""
        return await self._path(
            table,
            lambda t: moves.act(t, self.now(), user_id, Resign, request=request),
            request=request,
        )

    async def offer_draw(
        self, table: Table | int, user_id: int | None, *, player: int | None = None
    ) -> Change:
        """Offer a draw, or agree to one; a computer is named by its player."""
        return await self._path(
            table, lambda t: moves.act(t, self.now(), user_id, OfferDraw, player=player)
        )

    async def decline_draw(
        self, table: Table | int, user_id: int | None, *, player: int | None = None
    ) -> Change:
        """Turn a draw down, or take one's own offer back."""
        return await self._path(
            table, lambda t: moves.act(t, self.now(), user_id, DeclineDraw, player=player)
        )

    async def abandon(self, table: Table | int, user_id: int, *, moderator: bool = False) -> Table:
        """Close a table without a result: its host in the lobby, the only person in a game with
        computers, or a moderator.
        """
        return await self._change(table, lambda t: lobby.abandon(t, self.now(), user_id, moderator))

    async def close_damaged(self, table_id: int, user_id: int, *, moderator: bool = False) -> None:
        """Close a table that cannot be read: for its host, or a moderator."""
        known = await self.store.whereabouts(table_id)
        if known is None:
            raise NoTable
        if user_id != known.host_id and not moderator:
            raise NotAllowed("This table cannot be read; its host or a moderator can close it.")
        await self.store.close_unread(table_id, self.now())
        self.forget(table_id)
        logger.warning("table %s could not be read and was closed", table_id)

    async def change_settings(
        self,
        table: Table | int,
        user_id: int,
        *,
        pace: timedelta | None,
        bank: Bank | None = None,
        moderator: bool = False,
    ) -> Table:
        """Set the time per turn, or a bank, or none; in play the host may set a day or more, or
        give more.
        """
        return await self._change(
            table, lambda t: lobby.set_pace(t, self.now(), user_id, pace, moderator, bank)
        )

    async def allow_breaks(
        self,
        table: Table | int,
        user_id: int,
        *,
        away: bool | None = None,
        pauses: bool | None = None,
        moderator: bool = False,
    ) -> Table:
        """Say whether clocks rest for whoever is away, and whether all together may pause."""
        return await self._change(
            table,
            lambda t: lobby.set_breaks(t, self.now(), user_id, moderator, away=away, pauses=pauses),
        )

    # -- seats that change hands

    async def get_up(self, table: Table | int, user_id: int) -> Table:
        """Leave a running game: a computer keeps the seat until somebody takes it."""
        return await self._change(table, lambda t: seats.leave(t, self.now(), user_id))

    async def send_away(
        self,
        table: Table | int,
        user_id: int,
        whom: int,
        *,
        moderator: bool = False,
        guest: int | None = None,
    ) -> Table:
        """A host or moderator lets a computer keep somebody's seat, or invites a guest to it."""
        waited = await self.store.waited_since(_id(table), whom)
        return await self._change(
            table,
            lambda t: seats.send_away(
                t, self.now(), user_id, whom, moderator=moderator, waited=waited, guest=guest
            ),
        )

    async def take_seat(
        self, table: Table | int, person: Person, player: int | None = None
    ) -> Table:
        """Take a seat that a computer keeps, or come back to one's own."""
        past = await self.store.tenures(_id(table))
        known = await self.store.player(person.id)
        taker = Seated(-1, person.id, person.name)
        if known is not None:
            closed, dms = known.dms_closed_at is not None, known.dms
            taker = Seated(
                -1,
                person.id,
                person.name,
                dms=dms,  # type: ignore[arg-type]
                dms_closed=closed,
                reminders=known.reminders,
                away_until=known.away_until,
                reach=read_reach(known.reach, known.zone),
            )
        return await self._change(table, lambda t: seats.take(t, self.now(), taker, player, past))

    async def keep_seats_after(
        self, table: Table | int, user_id: int, turns: int, *, moderator: bool = False
    ) -> Table:
        """Say how many turns in a row may be missed before a computer keeps a seat."""
        return await self._change(
            table,
            lambda t: seats.set_kept_after(t, self.now(), user_id, turns, moderator=moderator),
        )

    # -- rest

    async def pause(
        self,
        table: Table | int,
        why: Literal["server", "channel", "player", "moderators"],
        *who: int,
    ) -> Table | None:
        """Let a table rest while something that it needs is gone, or moderators want it; nothing
        where it does already.
        """
        change = await self._through(table, lambda t: pauses.pause(t, self.now(), why, *who))
        return None if change is None else change.after

    async def resume(self, table: Table | int) -> Table | None:
        """Let a table that rests go on."""
        change = await self._through(table, lambda t: pauses.resume(t, self.now()))
        return None if change is None else change.after

    # -- by everybody's consent

    async def propose_pause(self, table: Table | int, user_id: int, days: int) -> Table:
        """Propose to let a table rest for some days, or agree to that."""
        return await self._change(
            table, lambda t: proposals.propose_pause(t, self.now(), user_id, days)
        )

    async def propose_resume(self, table: Table | int, user_id: int) -> Table:
        """Propose to end a pause, or agree to that."""
        return await self._change(table, lambda t: proposals.propose_resume(t, self.now(), user_id))

    async def propose_back(self, table: Table | int, user_id: int) -> Table:
        """Propose to take back one's last move, and all that came after it."""
        here = await self.look(_id(table))
        whole = await self._whole(here)

        def propose(table: Table) -> Change:
            _as_it_was(table, here)
            return proposals.propose_back(table, self.now(), user_id, whole)

        return await self._change(here, propose)

    async def agree(self, table: Table | int, user_id: int) -> Table:
        """Agree to what is proposed at a table; when all do, it is done."""
        here = await self.look(_id(table))
        if here.proposal is None or here.proposal.what != "back":
            return await self._change(here, lambda t: proposals.agree(t, self.now(), user_id))
        guard.seated(here, user_id)
        whole = await self._whole(here)

        def take_back(table: Table) -> Change:
            _as_it_was(table, here)
            return moves.take_back(table, self.now(), user_id, whole)

        return await self._change(here, take_back)

    async def _whole(self, table: Table) -> Play[Any]:
        """A game as its whole log tells it, which knows what came before its last barrier."""
        guard.playing(table)
        _same_rules(table)
        return await self.store.replayed(table)

    async def disagree(self, table: Table | int, user_id: int) -> Table:
        """Turn down what is proposed at a table, or take it back."""
        return await self._change(table, lambda t: proposals.decline(t, self.now(), user_id))

    # -- days off

    async def go_away(self, person: Person, days: int) -> datetime:
        """Somebody is away for some days: their clocks rest at every table that allows it."""
        spans = away.begun(await self._absences(person.id), self.now(), days)
        await self._take_off(person, spans)
        return spans[-1][1]

    async def come_back(self, person: Person) -> None:
        """Somebody is back before that."""
        spans = await self._absences(person.id)
        if away.until(spans, self.now()) is None:
            raise NotAllowed("You are not away.")
        await self._take_off(person, away.back(spans, self.now()))

    async def _absences(self, user_id: int) -> list[tuple[datetime, datetime]]:
        known = await self.store.setting(f"user:{user_id}", "away", [])
        return msgspec.convert(known, list[tuple[datetime, datetime]])

    async def _take_off(self, person: Person, spans: away.Spans) -> None:
        """Write down when somebody is away, then let their clocks rest; see `settle_absences`."""
        until = away.until(spans, self.now())
        await self.store.set_setting(f"user:{person.id}", "away", msgspec.to_builtins(spans))
        await self.store.change_player(person.id, person.name, away_until=until)
        for number in await self.store.live(person.id):
            await self._rest(number, person.id, until)

    async def _rest(self, number: int, user_id: int, until: datetime | None) -> None:
        self.forget(number)
        with suppress(Damaged):
            await self._through(number, lambda t: lobby.rest(t, self.now(), user_id, until))

    async def settle_absences(self) -> None:
        """After a start: where clocks do not rest yet for somebody who is away, let them."""
        for user_id, until in await self.store.away(self.now()):
            for number in await self.store.live(user_id):
                with suppress(Damaged):
                    table = await self.look(number)
                    mine = [table.clocks.get(f"pace:{seat}") for seat in table.seats_of(user_id)]
                    if table.allows_away and any(due and due.rests != until for due in mine):
                        await self._rest(number, user_id, until)

    # -- time

    async def timeout(self, table_id: int, seat: int, number: int) -> Change:
        """Give a seat's question its default answer, and the next ones until its turn is over."""
        return await self._path(table_id, lambda t: moves.time_up(t, self.now(), seat, number))

    async def elapsed(self, table_id: int, clock: str) -> Change:
        """A clock of the game has run out."""
        return await self._path(table_id, lambda t: moves.take(t, self.now(), Elapsed(clock)))

    async def ring(self, table_id: int, name: str) -> bool:
        """A clock wants something: its warning or its end; whether there was anything to do."""
        self.forget(table_id)  # only the database knows whether it still runs
        change = await self._through(table_id, lambda t: moves.ring(t, self.now(), name))
        return change is not None

    async def nudge(self, table_id: int, user_id: int, nudges: int) -> None:
        """Remind somebody for whom no clock runs, who was reminded so often."""
        self.forget(table_id)  # how they want to be reached is as it is now
        await self._through(table_id, lambda t: moves.nudge(t, self.now(), user_id, nudges))

    async def wait_on(
        self, table: Table | int, user_id: int, whom: int, *, moderator: bool = False
    ) -> Table:
        """The host waits on for somebody who does not move."""
        return await self._change(
            table, lambda t: moves.wait_on(t, self.now(), user_id, whom, moderator=moderator)
        )

    async def remind_otherwise(self, table: Table | int, user_id: int) -> None:
        """Somebody wants to be reminded otherwise: their clocks follow."""
        self.forget(_id(table))
        await self._through(_id(table), lambda t: lobby.warn_anew(t, self.now(), user_id))

    async def mute(self, table: Table | int, user_id: int, muted: bool) -> Table:
        """Somebody wants no reminders of a table, or wants them again."""
        return await self._change(table, lambda t: lobby.mute(t, self.now(), user_id, muted))

    # -- looking

    async def look(self, table_id: int) -> Table:
        """A table as it is now."""
        return await self.store.load(table_id, self.games)

    async def look_here(self, channel_id: int) -> Table | None:
        """The live table of a channel or thread, as it is now."""
        return await self.store.load_here(channel_id, self.games)

    async def find(self, channel_id: int) -> int | None:
        """The live table of a channel or thread."""
        return await self.store.find(channel_id)

    async def tables_of(self, user_id: int) -> list[int]:
        """The live tables that somebody sits at, the latest first."""
        return await self.store.live(user_id)

    async def history(self, table_id: int, user_id: int | None = None) -> list[str]:
        """Everything that a player, or the spectator, was told so far, in words."""
        table = await self.look(table_id)
        if table.play is None:
            return []
        player = table.player_of(user_id)
        if table.status == "over" and (proof := await self.store.proof(table_id)):
            return proof.lines(player)
        _same_rules(table)
        return await self._told(table, player)

    async def since(self, table: Table, user_id: int) -> list[str]:
        """What a player was told since their last move, in words; however long ago that was."""
        player = guard.seated(table, user_id)
        guard.begun(table)
        _same_rules(table)
        return await self._told(table, player, asked=bool(table.questions(user_id)))

    async def _told(
        self, table: Table, player: int | None, *, asked: bool | None = None
    ) -> list[str]:
        """What a log tells a player, or the spectator; since their last move where it is said
        whether they are asked. Other tables go on: what is long is told in another process.
        """
        tale = Tale(
            table.game.key,
            msgspec.json.encode(table.variant),
            guard.begun(table).state.seats,
            len(table.players),
            table.seed,
            await self.store.given(table.id),
            player,
            asked,
        )
        if self.workers is not None and len(tale.log) > LONG:
            try:
                return await self.workers.run(told, self.games, tale)
            except (*UNFIT, GivenUp):
                logger.exception("table %s is told here", table.id)
        return [line async for more in _in_slices(telling(self.games, tale)) for line in more]

    # -- notes

    async def note(self, table: Table, user_id: int) -> str:
        """What somebody has noted at a table for themselves alone."""
        return await self.store.note(table.id, user_id)

    async def set_note(self, table: Table, user_id: int, note: str) -> str:
        """Keep what somebody notes for themselves alone, or forget it where it is empty."""
        guard.seated(table, user_id)
        kept = note.strip()
        if len(kept) > LONGEST_NOTE:
            raise NotAllowed(f"A note has at most {LONGEST_NOTE} characters.")
        await self.store.set_note(table.id, user_id, kept, self.now())
        return kept

    async def verify(self, table_id: int) -> bool:
        """Whether seed and log lead to the very state that the table is in."""
        table = await self.look(table_id)
        if table.play is None:
            return True
        replayed = await self.store.replayed(table)
        return encode(table.game, replayed.state) == encode(table.game, table.play.state)

    async def export(self, table_id: int) -> Export:
        """A finished game with its secret and words, so that anybody can verify it."""
        table = await self.look(table_id)
        if table.status != "over":
            raise NotOver("The game is not over: its secrets stay secret until then.")
        proof = await self.store.proof(table_id)
        return proof.export if proof else await self._exported(table)

    async def _exported(self, table: Table) -> Export:
        """The same for a game that ended before proofs were kept."""
        _same_rules(table)
        log = await self.store.log(table)
        release = fairness.release()
        return fairness.export(
            table.game,
            table.variant,
            table.ids,
            table.secret,
            log,
            words=table.words,
            sown=table.sown,
            release=release,
        )

    # -- the path

    async def _change(self, table: Table | int, work: Callable[[Table], Change]) -> Table:
        return (await self._path(table, work)).after

    async def _path(
        self, table: Table | int, work: Callable[[Table], Change], *, request: str | None = None
    ) -> Change:
        """The path for what must change something, or is refused."""
        change = await self._through(table, work, request)
        assert change is not None
        return change

    async def _through(
        self,
        table: Table | int,
        work: Callable[[Table], Change | None],
        request: str | None = None,
    ) -> Change | None:
        """Lock, load, work, save, wake; whoever was overtaken loads and works again.

        What could be taken twice names its `request`, and is not taken for the same one again.
        """
        table_id = _id(table)
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            for tries in range(TRIES):
                if request is not None and await self._requested(table_id, request):
                    return await self._repeated(table_id)
                change = await self._worked(table if tries == 0 else table_id, work)
                if change is None:
                    return None
                await _finish(change)
                change.count()
                try:
                    await self.store.save(change)
                except Conflict:
                    logger.info("table %s was changed by another process", table_id)
                    continue
                self._remember(change.after)
                break
            else:
                raise Busy("Too much is going on at this table: please try again.")
        TAKEN.set(True)
        for listener in self.listeners:
            listener(change)
        self.after_commit(change.after)
        return change

    async def _worked(
        self, table: Table | int, work: Callable[[Table], Change | None]
    ) -> Change | None:
        """Work on the table that was handed along, or as this process left it, or as loaded.

        A refusal is final where the table was loaded for this very action.
        """
        remembered = self._tables.pop(_id(table), None)
        if remembered is not None and (
            isinstance(table, int) or remembered.version > table.version
        ):
            try:
                return work(remembered)
            except (BotError, RulesError):
                table = _id(table)
        loaded = await self.look(table) if isinstance(table, int) else table
        try:
            return work(loaded)
        except (BotError, RulesError):
            self._remember(loaded)
            raise

    async def _requested(self, table: Table | int, request: str) -> bool:
        return await self.store.requested(_id(table), request)

    async def _repeated(self, table: Table | int) -> Change:
        """Nothing: the same request had been taken before."""
        now = await self.look(_id(table))
        return Change(now, now, self.now(), repeated=True)

    # -- what this process knows

    def seen(self, table_id: int) -> Table | None:
        """A table as this process has last left or refused it; another may have gone on."""
        return self._tables.get(table_id)

    def forget(self, table_id: int | None = None) -> None:
        """Load a table, or all of them, anew before the next action."""
        if table_id is None:
            self._tables.clear()
        else:
            self._tables.pop(table_id, None)

    def _remember(self, table: Table) -> None:
        play = table.play.copy() if table.play else None  # what is handed out is another
        if play is not None:
            play.armed.clear()
        self._tables[table.id] = replace(table, play=play, clocks=dict(table.clocks))
        if len(self._tables) > REMEMBERED:
            self._tables.popitem(last=False)

    # -- afterwards

    def after_commit(self, table: Table) -> None:
        """Wake whoever has work to do with a changed table."""
        for waker in self.wakers:
            waker.wake(table)


async def _finish(change: Change) -> None:
    """Let a game without people come to its end, a moment at a time: other tables go on."""
    async for _ in _in_slices(change.rest or ()):
        pass
    change.rest = None


async def _in_slices(steps: Iterable[T]) -> AsyncIterator[T]:
    """Steps of something long, a moment at a time."""
    since = time.monotonic()
    for step in steps:
        yield step
        if time.monotonic() - since > SLICE:
            await asyncio.sleep(0)
            since = time.monotonic()


def scope(table_id: int) -> str:
    """Where something about a table is remembered."""
    return f"table:{table_id}"


def _id(table: Table | int) -> int:
    return table if isinstance(table, int) else table.id


def variant_of(game: AnyGame, options: dict[str, object]) -> Variant:
    """The variant that options name, for any number of players that it can be played by."""
    for count in game.counts[:-1]:
        try:
            return build_variant(game, options, count)
        except RulesError:
            continue
    return build_variant(game, options, game.counts[-1])


def _guests(game: AnyGame, variant: Variant, host: Person, invited: Iterable[Person]) -> list[int]:
    """Whose seats are kept: as many as there are seats beside the host's."""
    ids = dict.fromkeys(person.id for person in invited if person.id != host.id)
    return list(ids)[: max(counts(game, variant)) - 1]


def _as_it_was(table: Table, before: Table) -> None:
    """Refuse what was prepared for a table at which something has happened since."""
    if table.logged != before.logged:
        raise Busy("Something has happened at this table meanwhile: please look again.")


def _same_rules(table: Table) -> None:
    """Refuse to tell a game anew that would come out otherwise by today's rules."""
    game = table.game
    if table.rules_version != game.rules_version:
        raise OtherRules(
            f"This game began by rules version {table.rules_version} of {game.title}, and here "
            f"it is {game.rules_version} by now: the game can go on, but its log cannot be replayed."
        )
