"""The path itself: lock, load, rules, one transaction, then whoever has work with it."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol
from weakref import WeakValueDictionary

from bot.errors import BotError, Busy
from bot.referee.slices import in_slices
from bot.store import Store, refusals
from bot.store.engine import Unsure
from bot.store.rows import Conflict
from bot.table import Table
from bot.table.change import Change
from bot.workers.pool import Workers
from rules import registry
from rules.engine.contract import AnyGame
from rules.engine.errors import RulesError

logger = logging.getLogger(__name__)
TRIES = 20  # loads of a table that others keep changing
TAKEN: ContextVar[bool] = ContextVar("taken", default=False)  # this task has changed a table
REMEMBERED = 256  # tables that are remembered as this process left them
AGAIN = 2.0  # seconds after which a table is looked at of which nobody knows how it stands


def utc_now() -> datetime:
    """The time, aware that it is UTC."""
    return datetime.now(UTC)


class Waker(Protocol):
    """Something that has work to do when a table has changed."""

    def wake(self, table: Table) -> None:
        """Look at a table that has changed; returns at once."""


class ActionPath:
    """What every action has in common; errors are a `BotError` or a `RulesError` to be read."""

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
        self._unsure: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop; what nobody knew is seen after the next start."""
        for task in self._unsure:
            task.cancel()
        await asyncio.gather(*self._unsure, return_exceptions=True)

    async def look(self, table_id: int) -> Table:
        """A table as it is now."""
        return await self.store.load(table_id, self.games)

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
        table_id = id_of(table)
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
                    await self._save(change)
                except Conflict:
                    logger.info("table %s was changed by another process", table_id)
                    continue
                self._remember(change.after)
                break
            else:
                raise Busy("Too much is going on at this table: please try again.")
        TAKEN.set(True)
        self._tell(change)
        self.after_commit(change.after)
        return change

    def _tell(self, change: Change) -> None:
        for listener in self.listeners:
            try:
                listener(change)
            except Exception:  # the change is made, and others have work with it
                logger.exception("somebody did not hear", extra={"table": change.after.id})

    async def _save(self, change: Change) -> None:
        """Write a change; where nobody knows whether it is kept, all look as soon as that can be
        seen.
        """
        try:
            await self.store.save(change)
        except Unsure:
            self._look_again(change.after.id)
            raise

    def _look_again(self, table_id: int) -> None:
        """Wake whoever has work with a table as soon as it is known how it stands."""

        async def look() -> None:
            while True:
                await asyncio.sleep(AGAIN)
                try:
                    self.after_commit(await self.look(table_id))
                except Exception as error:
                    if refusals.passes(error):
                        continue
                    logger.warning("table %s is not looked at: %s", table_id, error)
                return

        task = asyncio.create_task(look(), name="unsure")
        self._unsure.add(task)
        task.add_done_callback(self._unsure.discard)

    async def _worked(
        self, table: Table | int, work: Callable[[Table], Change | None]
    ) -> Change | None:
        """Work on the table that was handed along, or as this process left it, or as loaded.

        A refusal is final where the table was loaded for this very action.
        """
        remembered = self._tables.pop(id_of(table), None)
        if remembered is not None and (
            isinstance(table, int) or remembered.version > table.version
        ):
            with suppress(BotError, RulesError):
                if (change := work(remembered)) is not None:
                    return change
            table = id_of(table)  # that there is nothing to do is known only by what is written
        loaded = await self.look(table) if isinstance(table, int) else table
        try:
            return work(loaded)
        except (BotError, RulesError):
            self._remember(loaded)
            raise

    async def _requested(self, table: Table | int, request: str) -> bool:
        return await self.store.requested(id_of(table), request)

    async def _repeated(self, table: Table | int) -> Change:
        """Nothing: the same request had been taken before."""
        now = await self.look(id_of(table))
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
        """Wake whoever has work to do with a changed table; nobody sleeps on for another's fault."""
        for waker in self.wakers:
            try:
                waker.wake(table)
            except Exception:
                logger.exception("somebody was not woken", extra={"table": table.id})


async def _finish(change: Change) -> None:
    """Let a game without people come to its end, a moment at a time: other tables go on."""
    async for _ in in_slices(change.rest or ()):
        pass
    change.rest = None


def id_of(table: Table | int) -> int:
    """The number of a table, which may be named by it."""
    return table if isinstance(table, int) else table.id
