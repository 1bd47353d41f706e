"""Which tables are this process's to look after, where several work on one database.

Any process takes an answer for any table. But what is posted there, its clocks, its computers and
its direct messages are one process's doing at a time: of the one that serves the server's shard,
or, while that is gone, of another. SQLite is for one process, which looks after everything.
"""

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bot.errors import Damaged, NoTable
from bot.referee import Referee
from bot.store import leases, refusals
from bot.store.engine import Database, connect
from bot.store.leases import LEASE, Process, Share, bucket_of
from bot.table import Table

logger = logging.getLogger(__name__)
BEAT = 2.0  # seconds between two signs of life
MARGIN = timedelta(seconds=3)  # by which one stops before others may take over
GRACE = 6.0  # seconds after a start, in which others have the first say on what is theirs
HEARD = 1.0  # seconds until it is known what others have changed
SWEEP = 15.0  # seconds after which it is looked for what nobody was told of
JUMP = timedelta(seconds=45)  # by which the system's clock was set, at least
ALL = range(1)  # where Discord's shards are not told, they are one to us

T = TypeVar("T")
Work = Callable[[Share], Awaitable[None]]


class Leases:
    """What this process looks after: `start` it when everything else is there, `close` it last."""

    def __init__(
        self,
        referee: Referee,
        home: Iterable[int] | None = None,
        count: int | None = None,
        *,
        shared: bool = False,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        """Look after a referee's tables, all of them unless they are `shared` with other processes.

        At `home` are shards of so many, or all.
        """
        self.referee, self.store = referee, referee.store
        self.shared, self.elapsed = shared, elapsed
        self.count = count or len(ALL)
        self.home = frozenset(range(self.count) if home is None else home)
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        # Gives clocks the time back in which nobody looked after them, before anything else is done.
        self.returned: Callable[[Share, datetime | None], Awaitable[None]] = _nothing
        self.takers: list[Work] = []  # go on where it stopped, with what was taken
        self.sweepers: list[Work] = []  # look for what nobody was told of
        self.leavers: list[Work] = []  # are done when what they were at is done
        self._held: set[int] = set()
        self._taking: set[int] = set()
        self._leaving: set[int] = set()
        self._twins: set[int] = set()  # shards at home that another process asks for
        self._asked = self._since = elapsed()
        self._now = referee.now()
        self._signs: Database | None = None  # a way to the database on which nobody waits
        self._loops: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    # -- what is asked

    def serves(self, guild_id: int | None) -> bool:
        """Whether this process looks after the tables of a server, or after those in none."""
        if not self.shared:
            return True
        return bucket_of(guild_id, self.count) in self._held and self._good()

    @property
    def share(self) -> Share | None:
        """What this process looks after at this moment; none: everything."""
        if not self.shared:
            return None
        return Share(frozenset(self._held if self._good() else ()), self.count)

    @property
    def at_home(self) -> Share | None:
        """What this process would look after if all were there; none: everything."""
        return Share(self.home, self.count) if self.shared else None

    def _good(self) -> bool:
        """Whether the last sign of life still counts, by any clock."""
        good = LEASE - MARGIN
        passed = timedelta(seconds=self.elapsed() - self._asked)
        return passed < good and self.referee.now() - self._now < good

    # -- beginning and ending

    async def start(self) -> None:
        """Take what is at home, and then see every few seconds what there is to look after."""
        if not self.shared:
            return
        self._since = self.elapsed()
        await self.beat()
        each = ((BEAT, self.beat), (HEARD, self.listen), (SWEEP, self._sweep))
        self._loops = [asyncio.create_task(_every(*one), name="leases") for one in each]

    def rest(self) -> None:
        """Give no more signs of life: whatever hangs from here on, others begin when these run out."""
        for loop in self._loops:
            loop.cancel()

    async def close(self) -> None:
        """Let go of everything; whoever takes it goes on at once."""
        self.rest()
        await asyncio.gather(*self._loops, *self._tasks, return_exceptions=True)
        if self._loops:
            self._held.clear()
            try:
                await self._release(range(self.count))
            except (SQLAlchemyError, OSError) as error:  # then others wait until it has run out
                logger.warning("leases run out by themselves: %s", error)
        if self._signs is not None:
            await self._signs.dispose()
            self._signs = None

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- signs of life

    async def beat(self) -> None:
        """Give a sign of life; take what is free at home, and what nobody else looks after."""
        asked, now = self.elapsed(), self.referee.now()
        spare = asked - self._since >= GRACE
        me = Process(self.name, self.home, self.count, spare)
        held = await self._write(lambda connection: leases.beat(connection, me, now))
        jumped = abs(now - self._now - timedelta(seconds=asked - self._asked)) > JUMP
        self._held &= held.buckets if self._good() and not jumped else set()
        self._leaving &= held.buckets - held.taken.keys()  # what was let go may be back at once
        busy = self._held | self._taking | self._leaving
        lapsed = dict.fromkeys(held.buckets - held.taken.keys() - busy, self._now)
        self._asked, self._now = asked, now
        for alive, works in ((held.taken, self.takers), (lapsed, self.sweepers)):
            if alive:
                self._taking |= alive.keys()
                self._go(self._take(alive, works))
        self._warn_of_twins(held.wanted & self.home)
        for bucket in sorted(held.wanted - self.home - self._taking - self._leaving):
            self._leaving.add(bucket)
            self._go(self._give_back(bucket))

    def _warn_of_twins(self, shards: set[int]) -> None:
        """Say so, once, where another process has a shard that is at home here, too."""
        if news := sorted(shards - self._twins):
            logger.warning(
                "another process serves the same shards: SHARD_IDS must differ",
                extra={"shards": news},
            )
        self._twins = shards

    async def _take(self, taken: Mapping[int, datetime | None], works: list[Work]) -> None:
        """Look after tables: their clocks have their time back before anything else is done."""
        logger.info("tables are looked after", extra={"buckets": sorted(taken)})
        try:
            for bucket, alive in taken.items():
                await self.returned(Share(frozenset([bucket]), self.count), alive)
            self._held |= taken.keys()
            for work in works:
                await work(Share(frozenset(taken), self.count))
        except Exception:
            logger.exception("tables could not be taken")  # the next sign of life tries again
            self._held -= taken.keys()
        finally:
            self._taking -= taken.keys()

    async def _give_back(self, bucket: int) -> None:
        """Stop what is done for a bucket, then let whoever serves its shard have it."""
        self._held.discard(bucket)
        logger.info("tables are given back", extra={"buckets": [bucket]})
        for leave in self.leavers:
            await leave(Share(frozenset([bucket]), self.count))
        await self._release([bucket])

    async def _release(self, buckets: Iterable[int]) -> None:
        now = self.referee.now()
        await self._write(lambda c: leases.release(c, self.name, buckets, now))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Write a sign of life; whatever else is written, it does not wait its turn."""
        if self._signs is None:
            self._signs = connect(self.store.engine.url.render_as_string(hide_password=False))
        return await self._signs.write(work)

    # -- what others have done

    def wake(self, table: Table) -> None:
        """A table has changed here: whoever looks after it is told."""
        if not self.serves(table.guild_id):
            self._go(self._hand_over(table))

    async def _hand_over(self, table: Table) -> None:
        bucket = bucket_of(table.guild_id, self.count)
        try:
            await self.store.write(lambda c: leases.hand_over(c, table.id, bucket))
        except IntegrityError:  # it is told already, and not looked at yet
            pass
        except Exception:
            logger.exception("nobody was told", extra={"table": table.id})

    async def listen(self) -> None:
        """Hear which tables others have changed that are looked after here."""
        share = self.share
        if not share or not share.buckets:
            return
        for table_id in await self.store.write(lambda c: leases.handed_over(c, share)):
            self.referee.forget(table_id)
            with suppress(Damaged, NoTable):
                self.referee.after_commit(await self.referee.look(table_id))

    async def _sweep(self) -> None:
        """Look for what a process has done that died before it told anybody."""
        share = self.share
        if share and share.buckets:
            for sweep in self.sweepers:
                await sweep(share)


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception as error:
            logger.warning("leases could not be looked at: %s", refusals.reason(error))


async def _nothing(share: Share, alive: datetime | None) -> None:
    """No clocks are looked after."""
