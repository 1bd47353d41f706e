"""Nothing is kept for longer than it was said: games that are over, servers that the bot has left."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from bot.leases import Leases
from bot.referee import Referee
from bot.store import retention

logger = logging.getLogger(__name__)
SOON = timedelta(minutes=10)  # after a start, when the first rush is over
EVERY = timedelta(hours=6)


class Retention:
    """Takes away what has been kept for long enough: `start` it, `close` it."""

    def __init__(self, referee: Referee, days: int, leases: Leases | None = None) -> None:
        """Look after what a referee's store keeps; games that are over for so many days, 0: for ever."""
        self.referee, self.store = referee, referee.store
        self.leases = leases or Leases(referee)
        self.keep = timedelta(days=days) if days else None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look soon, and then from time to time."""
        self._task = asyncio.create_task(self._run(), name="retention")

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _run(self) -> None:
        wait = SOON
        while True:
            await asyncio.sleep(wait.total_seconds())
            wait = EVERY
            if not self.leases.serves(None):  # one process does it for all
                continue
            try:
                await self.sweep()
            except Exception:
                logger.exception("nothing could be taken away")

    async def sweep(self) -> retention.Purged:
        """Take away what is due."""
        gone = await retention.purge(self.store, self.referee.now(), self.keep)
        for number in gone.tables:
            self.referee.forget(number)
        if gone.tables or gone.servers:
            counted = {"tables": len(gone.tables), "servers": len(gone.servers)}
            logger.info("what was kept for long enough is taken away", extra=counted)
        return gone

    # -- servers

    async def left(self, guild_id: int) -> None:
        """The bot was sent away from a server, or the server is gone."""
        await retention.left_server(self.store, guild_id, self.referee.now())

    async def back(self, guild_id: int) -> None:
        """The bot is in a server."""
        await retention.back_in_server(self.store, guild_id)

    async def connected(self, here: Callable[[int], bool | None]) -> None:
        """Compare with the servers that the bot is in now; none where it cannot be said."""
        for guild_id in await retention.known_servers(self.store):
            there = here(guild_id)
            if there:
                await self.back(guild_id)
            elif there is False:
                await self.left(guild_id)
