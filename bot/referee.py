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

from bot.errors import BotError, Busy, NotOver, OtherRules
from bot.store import Store
from bot.store.rows import Conflict
from bot.table import Person, Table, counts, lobby, moves
from bot.table.change import Acted, Change
from bot.table.moves import Moved
from rules import registry
from rules.engine import fairness
from rules.engine.codec import encode
from rules.engine.contract import AnyGame, build_variant
from rules.engine.errors import RulesError
from rules.engine.fairness import Export
from rules.engine.inputs import DeclineDraw, Elapsed, Input, OfferDraw, Resign, Undo
from rules.engine.proof import retold
from rules.engine.state import Option, Variant

logger = logging.getLogger(__name__)
TRIES = 20  # loads of a table that others keep changing
KEPT = 256  # tables that are remembered as this process left them


def utc_now() -> datetime:
    """The time, aware that it is UTC."""
    return datetime.now(UTC)


class Waker(Protocol):
    """Something that has work to do when a table has changed."""

    def wake(self, table_id: int) -> None:
        """Look at a table soon; returns at once."""


class Referee:
    """Nothing else changes a table; errors are a `BotError` or a `RulesError` to be read."""

    def __init__(
        self,
        store: Store,
        *,
        poster: Waker | None = None,
        now: Callable[[], datetime] = utc_now,
        games: Callable[[str], AnyGame] = registry.get,
    ) -> None:
        """Work on a store; whoever is in `wakers` is woken after each commit."""
        self.store = store
        self.now = now
        self.games = games
        self.wakers: list[Waker] = [poster] if poster else []
        self._kept: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # -- the lobby

    async def open(
        self,
        game: str,
        options: dict[str, object],
        *,
        channel_id: int,
        guild_id: int | None,
        host: Person,
        pace: timedelta | None = None,
        invited: Iterable[Person] = (),
    ) -> Table:
        """Open a table in a channel, the host seated first; luck is committed to here."""
        played = self.games(game)
        variant = variant_of(played, options)
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
        table_id = await self.store.create(values, host)
        self.after_commit(table_id)
        return await self.look(table_id)

    async def join(self, table_id: int, person: Person) -> Table:
        """Sit down; the seats of the invited are kept for them."""
        return await self._change(table_id, lambda s: lobby.join(s, self.now(), person))

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Stand up, or turn an invitation down; the next in line hosts, the last one closes."""
        return await self._change(table_id, lambda s: lobby.leave(s, self.now(), user_id))

    async def add_computer(self, table_id: int, user_id: int, level: str) -> Table:
        """The host seats a computer player."""
        return await self._change(
            table_id, lambda s: lobby.add_computer(s, self.now(), user_id, level)
        )

    async def remove_computer(self, table_id: int, user_id: int) -> Table:
        """The host sends the computer player away that came last."""
        return await self._change(table_id, lambda s: lobby.remove_computer(s, self.now(), user_id))

    async def start(self, table_id: int, user_id: int, *, moderator: bool = False) -> Table:
        """The host, or a moderator, begins the game."""

        def work(table: Table) -> Moved:
            lobby.ready(table, user_id, moderator)
            seed = fairness.seed(table.secret, table.ids)
            return moves.begin(table, self.now(), seed)

        return (await self._move(table_id, work)).table

    # -- the game

    async def act(
        self,
        table_id: int,
        user_id: int | None,
        seat: int,
        number: int,
        options: Sequence[Option],
        *,
        request: str | None = None,
    ) -> Acted:
        """Answer a seat's question `number`, and the next ones where several options are given.

        `user_id` None is the computer that holds the seat; `request` (an interaction id) keeps a
        repeated delivery from being taken twice.
        """

        def work(table: Table) -> Moved:
            return moves.answer(table, self.now(), user_id, seat, number, options, request)

        return await self._move(table_id, work, request, numbered=True)

    async def undo(
        self,
        table_id: int,
        user_id: int,
        *,
        at: tuple[int, int] | None = None,
        request: str | None = None,
    ) -> Acted:
        """Take back the own last answer, as far as nothing was shown since.

        `at` is the question (seat and number) that the player saw: a second click is stale.
        """
        return await self._input(table_id, user_id, Undo, at=at, request=request)

    async def resign(self, table_id: int, user_id: int, *, request: str | None = None) -> Acted:
        """Give up."""
        return await self._input(table_id, user_id, Resign, request=request)

    async def offer_draw(
        self, table_id: int, user_id: int | None, *, player: int | None = None
    ) -> Acted:
        """Offer a draw, or agree to one; a computer is named by its player."""
        return await self._input(table_id, user_id, OfferDraw, player=player)

    async def decline_draw(
        self, table_id: int, user_id: int | None, *, player: int | None = None
    ) -> Acted:
        """Turn a draw down, or take the own offer back."""
        return await self._input(table_id, user_id, DeclineDraw, player=player)

    async def _input(
        self,
        table_id: int,
        user_id: int | None,
        kind: Callable[[int], Input],
        *,
        player: int | None = None,
        at: tuple[int, int] | None = None,
        request: str | None = None,
    ) -> Acted:
        def work(table: Table) -> Moved:
            moves.playing(table)
            if at is not None:
                moves.still_asked(table, *at)
            computer = user_id is None and player is not None and table.players[player].computer
            acting = player if computer else moves.seated(table, user_id)
            assert acting is not None
            given = kind(acting)
            return moves.take(
                table, self.now(), given, user_id=user_id, player=acting, request=request
            )

        return await self._move(table_id, work, request)

    async def abandon(self, table_id: int, user_id: int, *, moderator: bool = False) -> Table:
        """Close a table without a result: its host in the lobby, the only person in a game with
        computers, or a moderator.
        """
        return await self._change(
            table_id, lambda s: lobby.abandon(s, self.now(), user_id, moderator)
        )

    async def change_settings(
        self, table_id: int, user_id: int, *, pace: timedelta | None, moderator: bool = False
    ) -> Table:
        """Set the time per turn, or none; in play the host may set a day or more, or give more."""
        return await self._change(
            table_id, lambda s: lobby.set_pace(s, self.now(), user_id, pace, moderator)
        )

    # -- time

    async def timeout(self, table_id: int, seat: int, number: int) -> Acted:
        """Give a seat's question its default answer, and the next ones until its turn is over."""
        return await self._move(table_id, lambda s: moves.time_up(s, self.now(), seat, number))

    async def elapsed(self, table_id: int, clock: str) -> Acted:
        """A clock of the game has run out."""
        return await self._move(table_id, lambda s: moves.take(s, self.now(), Elapsed(clock)))

    async def ring(self, table_id: int, name: str) -> bool:
        """A clock wants something: its warning or its end; whether there was anything to do."""
        changed = await self._path(table_id, lambda s: moves.ring(s, self.now(), name), fresh=True)
        return changed is not None

    # -- looking

    async def look(self, table_id: int) -> Table:
        """A table as it is now."""
        return await self.store.load(table_id, self.games)

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
        return msgspec.to_builtins(exported)  # type: ignore[no-any-return]

    async def _exported(self, table: Table) -> Export:
        """The same for a game that ended before proofs were kept."""
        _same_rules(table)
        log = await self.store.log(table)
        release = fairness.release()
        return fairness.export(
            table.game, table.variant, table.ids, table.secret, log, release=release
        )

    # -- the path

    async def _change(self, table_id: int, work: Callable[[Table], Change]) -> Table:
        change = await self._path(table_id, work)
        assert change is not None
        return change.after

    async def _move(
        self,
        table_id: int,
        work: Callable[[Table], Moved],
        request: str | None = None,
        *,
        numbered: bool = False,
    ) -> Acted:
        """An input of the game; a request that was taken already is not taken again.

        A numbered one is refused by the rules the second time, so it is only looked up then.
        """
        acted: list[Acted] = []

        def moving(table: Table) -> Change:
            moved = work(table)
            acted[:] = [moved.acted]
            return moved.change

        try:
            done = await self._path(table_id, moving, request=None if numbered else request)
        except (BotError, RulesError):
            if request is None or not await self.store.requested(table_id, request):
                raise
            done = None
        return acted[0] if done else Acted(await self.look(table_id), repeated=True)

    async def _path(
        self,
        table_id: int,
        work: Callable[[Table], Change | Moved | None],
        *,
        fresh: bool = False,
        request: str | None = None,
    ) -> Change | None:
        """Lock, load, work, save; whoever was overtaken loads and works again."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            if fresh:
                self._kept.pop(table_id, None)
            for _ in range(TRIES):
                if request is not None and await self.store.requested(table_id, request):
                    return None
                worked = await self._worked(table_id, work)
                if worked is None:
                    return None
                change = worked.change if isinstance(worked, Moved) else worked
                try:
                    await self.store.save(change)
                except Conflict:
                    logger.info("table %s was changed by another process", table_id)
                    continue
                self._keep(change.after)
                break
            else:
                raise Busy("Too much is going on at this table: please try again.")
        self.after_commit(table_id)
        return change

    async def _worked(
        self, table_id: int, work: Callable[[Table], Change | Moved | None]
    ) -> Change | Moved | None:
        """Work on the table as this process left it; a refusal is only final on a fresh load."""
        kept = self._kept.pop(table_id, None)
        if kept is not None:
            try:
                return work(kept)
            except (BotError, RulesError):
                pass
        return work(await self.look(table_id))

    def _keep(self, table: Table) -> None:
        play = table.play.copy() if table.play else None  # what is handed out is another
        if play is not None:
            play.armed.clear()
        self._kept[table.id] = replace(table, play=play, clocks=dict(table.clocks))
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    # -- afterwards

    def after_commit(self, table_id: int) -> None:
        """Wake whoever has work to do with a changed table."""
        for waker in self.wakers:
            waker.wake(table_id)


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
