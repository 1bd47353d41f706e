"""What the outbox holds goes to Discord, one worker for each table that has something to say."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.posting.direct_messages import DirectMessages
from bot.posting.ledger import Ledger
from bot.posting.public_posts import PublicPosts
from bot.posting.sending import OUTAGE
from bot.referee import Referee
from bot.store import Store
from bot.table import LIVE, Table
from bot.ui.pictures import Pictures

logger = logging.getLogger(__name__)
BACK_OFF = (1, 2, 5, 10, 30, 60)  # seconds to wait when Discord cannot be reached


class Poster:
    """A worker per table, woken with the table as it is after a commit; it ends when all is said."""

    def __init__(
        self, client: discord.Client, referee: Referee, store: Store, pictures: Pictures
    ) -> None:
        """Post through a client what a referee's tables have to say."""
        self.referee, self.store = referee, store
        self.direct_messages = DirectMessages(client, referee, store, pictures)
        self.public_posts = PublicPosts(client, referee, pictures, self.direct_messages)
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._changed: dict[int, Table | None] = {}  # tables to look at; none: load it first
        self._catching_up: asyncio.Task[None] | None = None
        self._closed = False

    # -- being woken

    def wake(self, table: Table) -> None:
        """A table has changed: say soon what there is to say; returns at once."""
        known = self._changed.get(table.id)
        if known is None or known.version < table.version:
            self._changed[table.id] = table
        self._start(table.id)

    def look_at(self, table_id: int) -> None:
        """Load a table, and see whether there is anything to say."""
        self._changed[table_id] = None
        self._start(table_id)

    def _start(self, table_id: int) -> None:
        if table_id not in self._workers and not self._closed:
            self._workers[table_id] = asyncio.create_task(self._work(table_id))

    @contextmanager
    def held(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave a player's message alone while an answer to its own button brings it up to date."""
        try:
            with self.direct_messages.held(table_id, user_id):
                yield
        finally:
            self._changed.setdefault(table_id, self.referee.seen(table_id))
            self._start(table_id)

    async def resume(self) -> None:
        """Go on where the outbox stopped."""
        for table_id in await self.store.outbox_tables():
            self.look_at(table_id)
        self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """See to it that every direct message is up to date, one table after the other."""
        for table_id in await self.store.live():
            self.look_at(table_id)
            if worker := self._workers.get(table_id):
                await asyncio.wait([worker])

    async def idle(self) -> None:
        """Wait until nothing is left to post."""
        while self._workers:
            await asyncio.wait(list(self._workers.values()))

    async def close(self) -> None:
        """Stop; what is not posted stays in the outbox."""
        self._closed = True
        workers = list(self._workers.values())
        if self._catching_up is not None:
            workers.append(self._catching_up)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    # -- working

    async def _work(self, table_id: int) -> None:
        failed = 0
        try:
            while table_id in self._changed:
                try:
                    await self._bring_up_to_date(table_id, self._changed.pop(table_id))
                    failed = 0
                except Exception as error:
                    if not _passing(error):
                        logger.exception("posting failed", extra={"table": table_id})
                        continue
                    wait = BACK_OFF[min(failed, len(BACK_OFF) - 1)]
                    failed += 1
                    self._changed.setdefault(table_id, None)
                    extra = {"table": table_id, "wait": wait}
                    logger.warning("posting waits: %s", error, extra=extra)
                    await asyncio.sleep(wait)
        finally:
            del self._workers[table_id]

    async def _bring_up_to_date(self, table_id: int, table: Table | None) -> None:
        ledger = await Ledger.open(self.store, table_id)
        rows = ledger.pending.outbox
        if table is None or (rows and rows[-1].sequence > table.posted):
            table = await self.referee.look(table_id)
        await self.public_posts.post(table, ledger)
        await self.direct_messages.deliver(table, ledger)
        await ledger.write(over=table.status not in LIVE)


def _passing(error: Exception) -> bool:
    """Whether Discord, or the way to it, is in trouble that will pass."""
    if isinstance(error, discord.HTTPException):
        return error.status >= OUTAGE
    return isinstance(error, OSError | aiohttp.ClientError | TimeoutError | discord.RateLimited)
