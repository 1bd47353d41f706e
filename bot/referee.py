"""The one path that every action takes: lock, load, rules, one transaction, then the posts."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec

from bot.errors import BotError, Busy, NotOver, NotPlaying, OtherRules
from bot.store import Store
from bot.store.rows import Conflict
from bot.table import LIVE, Person, Table, counts, guard, lobby, moves
from bot.table.change import Change
from rules import registry
from rules.engine import fairness
from rules.engine.codec import encode
from rules.engine.contract import AnyGame, build_variant
from rules.engine.errors import NotAsked, RulesError, Stale
from rules.engine.fairness import Export
from rules.engine.inputs import DeclineDraw, Elapsed, OfferDraw, Resign, Undo
from rules.engine.proof import retold
from rules.engine.state import Option, Variant

logger = logging.getLogger(__name__)
TRIES = 20  # loads of a table that others keep changing
REMEMBERED = 256  # tables that are remembered as this process left them


def utc_now() -> datetime:
    """The time, aware that it is UTC."""
    return datetime.now(UTC)


class Waker(Protocol):
    """Something that has work to do when a table has changed."""

    def wake(self, table: Table) -> None:
        """Look at a table that has changed; returns at once."""


class Referee:
    """Nothing else changes a table; errors are a `BotError` or a `RulesError` to be read."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] = utc_now,
        games: Callable[[str], AnyGame] = registry.get,
    ) -> None:
        """Work on a store; whoever is in `wakers` is woken after each commit."""
        self.store = store
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
    ) -> Table:
        """Open a table in a channel, the host seated first; luck is committed to here."""
        played = self.games(game)
        variant = options if isinstance(options, Variant) else variant_of(played, options)
        lobby.check_pace(pace)
        guests = _guests(played, variant, host, invited)
        secret = secrets.token_bytes(fairness.SECRET_BYTES)
        values = {
            "channel_id": channel_id,
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
            "created_at": self.now(),
        }
        table = await self.look(await self.store.create(values, host))
        self.after_commit(table)
        return table

    async def join(self, table: Table | int, person: Person) -> Table:
        """Sit down; the seats of the invited are kept for them."""
        return await self._change(table, lambda t: lobby.join(t, self.now(), person))

    async def leave(self, table: Table | int, user_id: int) -> Table:
        """Stand up, or turn an invitation down; the next in line hosts, the last one closes."""
        return await self._change(table, lambda t: lobby.leave(t, self.now(), user_id))

    async def add_computer(self, table: Table | int, user_id: int, level: str) -> Table:
        """The host seats a computer player."""
        return await self._change(
            table, lambda t: lobby.add_computer(t, self.now(), user_id, level)
        )

    async def set_level(self, table: Table | int, user_id: int, level: str) -> Table:
        """The host chooses how strong the computer is that came last."""
        return await self._change(table, lambda t: lobby.set_level(t, self.now(), user_id, level))

    async def remove_computer(self, table: Table | int, user_id: int) -> Table:
        """The host sends away the computer player that came last."""
        return await self._change(table, lambda t: lobby.remove_computer(t, self.now(), user_id))

    async def start(self, table: Table | int, user_id: int, *, moderator: bool = False) -> Table:
        """The host, or a moderator, begins the game."""
        order = await self.store.setting(scope(_id(table)), "order", [])

        def begin(table: Table) -> Change:
            lobby.ready(table, user_id, moderator)
            seated = replace(table, players=lobby.in_order(table.players, order))
            change = moves.begin(seated, self.now(), fairness.seed(seated.secret, seated.ids))
            change.before = table
            return change

        return (await self._path(table, begin)).after

    async def rematch(self, table: Table | int, person: Person) -> tuple[Table, bool]:
        """Open a table like one whose game is over, seats swapped; or find the one that is open.

        The second value says whether it was opened by this. Computers are there at once, people
        are invited.
        """
        old = await self.look(_id(table))
        guard.seated(old, person.id)
        if old.status in LIVE:
            raise NotOver("This game is not over yet.")
        known = await self.store.setting(scope(old.id), "rematch")
        if known is not None and (again := await self.look(known)).status in LIVE:
            return again, False
        people = [Person(one.user_id, one.name) for one in old.people if one.user_id is not None]
        new = await self.open(
            old.game.key,
            old.variant,
            channel_id=old.channel_id,
            guild_id=old.guild_id,
            host=person,
            pace=old.pace,
            invited=people,
        )
        order = [one.user_id or 0 for one in (*old.players[1:], *old.players[:1])]
        await self.store.set_setting(scope(new.id), "order", order)
        await self.store.set_setting(scope(old.id), "rematch", new.id)
        for one in old.players:
            if one.level is not None:
                new = await self.add_computer(new, person.id, one.level)
        return new, True

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

    async def change_settings(
        self, table: Table | int, user_id: int, *, pace: timedelta | None, moderator: bool = False
    ) -> Table:
        """Set the time per turn, or none; in play the host may set a day or more, or give more."""
        return await self._change(
            table, lambda t: lobby.set_pace(t, self.now(), user_id, pace, moderator)
        )

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
        seed = fairness.seed(table.secret, table.ids)
        log = await self.store.log(table)
        _, told = retold(table.game, table.variant, len(table.players), seed, log, [player])
        return told[0]

    async def verify(self, table_id: int) -> bool:
        """Whether seed and log lead to the very state that the table is in."""
        table = await self.look(table_id)
        if table.play is None:
            return True
        replayed = await self.store.replayed(table)
        return encode(table.game, replayed.state) == encode(table.game, table.play.state)

    async def export(self, table_id: int) -> dict[str, Any]:
        """A finished game with its secret, so that anybody can verify it."""
        table = await self.look(table_id)
        if table.status != "over":
            raise NotOver("The game is not over: its secrets stay secret until then.")
        proof = await self.store.proof(table_id)
        exported = proof.export if proof else await self._exported(table)
        plain: dict[str, Any] = msgspec.to_builtins(exported)
        return plain

    async def _exported(self, table: Table) -> Export:
        """The same for a game that ended before proofs were kept."""
        _same_rules(table)
        log = await self.store.log(table)
        release = fairness.release()
        return fairness.export(
            table.game, table.variant, table.ids, table.secret, log, release=release
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


def _same_rules(table: Table) -> None:
    """Refuse to tell a game anew that would come out otherwise by today's rules."""
    game = table.game
    if table.rules_version != game.rules_version:
        raise OtherRules(
            f"This game began by rules version {table.rules_version} of {game.title}, and here "
            f"it is {game.rules_version} by now: the game can go on, but its log cannot be replayed."
        )
