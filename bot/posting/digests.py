"""Once a day, at an hour of their own: what waits for somebody, to whoever has asked for that."""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import blake2s

import discord

from bot.posting.direct_messages import DirectMessages
from bot.posting.opening import Later
from bot.store import digests
from bot.store.schema import PlayerRow
from bot.table.zones import last_at, next_at
from bot.ui.digest import digest
from bot.ui.inbox import PAGE
from bot.ui.trouble import passing
from bot.ui.views import view_of

logger = logging.getLogger(__name__)
LATE = timedelta(hours=1)  # after which it would come at another hour than it was asked for
HELD = timedelta(minutes=2)  # while one process writes to somebody, no other does
FIRST = 15.0  # seconds after a start, in which the bot gets its connection
LONGEST = timedelta(minutes=5)  # between two looks, so that a clock that was set does no harm


class Digests:
    """Writes what is due: `wake` it when somebody has chosen an hour, `start` it, `close` it.

    Nobody is written to for whom nothing waits, nor at another hour. What could not be sent within
    the hour is left out: the next day has another.
    """

    def __init__(self, messages: DirectMessages) -> None:
        """Write through the direct messages of a bot, by its limits on opening new ones."""
        self.messages, self.store, self.referee = messages, messages.store, messages.referee
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Somebody has chosen another hour."""
        self._changed.set()

    def start(self) -> None:
        """Look soon, and whenever something is due."""
        self._task = asyncio.create_task(self._run(), name="digests")

    async def close(self) -> None:
        """Stop; what was not sent is due after the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _run(self) -> None:
        wait: float | None = FIRST
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            self._changed.clear()
            wait = LONGEST.total_seconds()
            try:
                wait = await self.tick()
            except Exception:
                logger.exception("digests could not be looked at")

    async def tick(self) -> float | None:
        """Write everything that is due; seconds until there may be more, none while nobody wants any."""
        for person in await digests.due(self.store, self.referee.now()):
            await self._one(person)
        soonest = await digests.soonest(self.store)
        if soonest is None:
            return None
        return max(min(soonest - self.referee.now(), LONGEST).total_seconds(), 1.0)

    async def _one(self, person: PlayerRow) -> None:
        """Write to one person, or leave it out; one process alone does so, and one that died is
        followed by another, whose message is the same to Discord.
        """
        now, was = self.referee.now(), person.digest_at
        assert was is not None and person.digest_hour is not None
        wanted = last_at(person.zone or "UTC", person.digest_hour, now)
        onward = next_at(person.zone or "UTC", person.digest_hour, now)
        held = now + HELD
        if not await digests.move(self.store, person.user_id, was, held):
            return
        try:
            if now - wanted < LATE:
                await self._write(person, wanted)
        except Later as later:
            onward = later.at if later.at - wanted < LATE else onward
        except (discord.HTTPException, OSError) as error:
            if passing(error):  # it is tried again as soon as it is held no more
                logger.info("a digest waits: %s", error)
                return
            logger.info("a digest is left out: %s", error)
        await digests.move(self.store, person.user_id, held, onward)

    async def _write(self, person: PlayerRow, wanted: datetime) -> None:
        waiting = await self.store.turns(person.user_id, 0, PAGE)
        if not waiting.shown or not self.messages.reachable(person):
            return
        screen = digest(waiting, person.zone or "UTC", person.digest_hour or 0)
        await self.messages.send_to(
            person, screen.content, view_of(screen.items), _known_by(person.user_id, wanted)
        )


def _known_by(user_id: int, wanted: datetime) -> str:
    """What Discord knows a day's message by, so that it is there once."""
    day = blake2s(f"{user_id}:{wanted.isoformat()}".encode(), digest_size=10)
    return f"y{day.hexdigest()}"
