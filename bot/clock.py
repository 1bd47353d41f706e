"""One sleeper until the next clock is due; time while the bot is away does not count."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.errors import BotError, Busy, Damaged
from bot.leases import Leases
from bot.referee import Referee
from bot.store import refusals
from bot.store.leases import Share, last_alive
from bot.table import Table
from bot.table.waits import nudged
from rules.engine.errors import RulesError

logger = logging.getLogger(__name__)
BEAT = timedelta(seconds=15)  # how often the bot notes that it is alive, while clocks run
AWAY = 3 * BEAT  # a longer silence of this very process: the machine was asleep
SOON = timedelta(seconds=5)  # when it is tried again what the database kept from being done
LATER = timedelta(minutes=1)  # the same where a clock itself is at fault
LONG = timedelta(days=1)  # the same where its table cannot be read


class Clock:
    """Rings what is due: `wake` it after each commit, `start` it, `close` it."""

    def __init__(
        self,
        referee: Referee,
        leases: Leases | None = None,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        """Serve the tables of a referee that are looked after here, by the referee's time.

        `elapsed` counts the seconds of this machine, which nobody can set.
        """
        self.referee = referee
        self.leases = leases or Leases(referee)
        self.elapsed = elapsed
        self.store = referee.store
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._alive: datetime | None = None  # when this process last looked
        self._elapsed = 0.0  # and what `elapsed` said then
        self._beaten: datetime | None = None  # when that was last written down
        self._rests = False  # asleep, with nothing that it would wake for
        self._failed: dict[tuple[int, str], datetime] = {}  # not to be tried before

    def wake(self, table: Table) -> None:
        """A table has changed: its clocks may have, too, if any run there, or whom it waits for."""
        if table.clocks or (self._rests and nudged(table)):
            self._changed.set()

    async def start(self) -> None:
        """Give every clock the time of absence back, then begin to ring.

        Where tables are shared, each has its time back when it is taken.
        """
        if not self.leases.shared:
            await self.back()
        self._task = asyncio.create_task(self._run(), name="clock")

    async def close(self) -> None:
        """Stop, and note until when the clocks have counted."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
            if not self.leases.shared:
                await self._beat(self.referee.now())

    # -- absence

    async def back(self) -> int:
        """The bot is back: every clock goes on where it stood when it was last seen alive."""
        alive = await self.store.read(last_alive)  # it may have been shared before
        now = self.referee.now()
        shifted = await self._postpone(await self._latest(alive), now)
        await self._beat(now)
        return shifted

    async def returned(self, share: Share, alive: datetime | None) -> None:
        """Nobody has looked after these tables since then: their clocks go on where they stood."""
        await self._postpone(await self._latest(alive), self.referee.now(), share)
        self._changed.set()

    async def _latest(self, alive: datetime | None) -> datetime | None:
        """The last sign of life: by a lease, or of a process that had everything for itself."""
        seen = await self.store.setting("bot", "alive")
        signs = [alive, None if seen is None else datetime.fromisoformat(seen)]
        return max((sign for sign in signs if sign is not None), default=None)

    def _looked(self, now: datetime) -> None:
        self._alive, self._elapsed = now, self.elapsed()

    async def _notice(self, alive: datetime, now: datetime) -> None:
        """The time since the last look does not count where nobody could have been served, or where
        the system's clock was set: then every deadline moves with it, ahead or back.
        """
        passed = timedelta(seconds=self.elapsed() - self._elapsed)
        if passed > AWAY:  # at work again after a stop
            passed = timedelta()
        elif abs(now - alive) <= AWAY:
            return
        await self._postpone(alive + passed, now)
        await self._beat(now)

    async def _postpone(
        self, alive: datetime | None, now: datetime, share: Share | None = None
    ) -> int:
        shifted = await self.store.postpone(alive, now, share)
        if shifted:
            self.referee.forget()  # the tables that it remembers have the clocks of before
            logger.info("%s clocks go on after an absence", shifted)
        self._looked(now)
        return shifted

    async def _beat(self, now: datetime) -> None:
        await self.store.set_setting("bot", "alive", now.isoformat())
        self._beaten = now

    # -- ringing

    async def tick(self) -> float | None:
        """Ring everything that is due; seconds until there may be more, or none while all rest."""
        now, share = self.referee.now(), self.leases.share
        if self._alive is not None and share is None:
            await self._notice(self._alive, now)
        self._looked(now)
        for table_id, name in await self.store.ringing(now, share):
            if self._failed.get((table_id, name), now) <= now:
                await self._ring(table_id, name, now)
        for table_id, user_id, nudges in await self.store.nudges(now, share):
            if self._failed.get((table_id, f"nudge:{user_id}"), now) <= now:
                await self._nudge(table_id, user_id, nudges, now)
        upcoming = await self.store.next_ring(share)
        if upcoming is None:
            self._alive = None  # nothing counts, so nothing can be missed
            return await self._until_nudge()
        if share is None and (self._beaten is None or now - self._beaten >= BEAT):
            await self._beat(now)
        wait = min(upcoming - self.referee.now(), BEAT)
        if upcoming <= now:  # only what failed is left
            wait = SOON
        return max(wait.total_seconds(), 0.0)

    async def _until_nudge(self) -> float | None:
        """Seconds until somebody is reminded for whom no clock runs."""
        upcoming = await self.store.next_nudge(self.leases.share)
        self._rests = upcoming is None
        if upcoming is None:
            return None
        wait = (upcoming - self.referee.now()).total_seconds()
        return wait if wait > 0 else SOON.total_seconds()  # what failed is tried again

    async def _nudge(self, table_id: int, user_id: int, nudges: int, now: datetime) -> None:
        work = self.referee.nudge(table_id, user_id, nudges)
        await self._try(work, table_id, f"nudge:{user_id}", now)

    async def _ring(self, table_id: int, name: str, now: datetime) -> None:
        await self._try(self.referee.ring(table_id, name), table_id, name, now)

    async def _try(self, work: Awaitable[object], table_id: int, name: str, now: datetime) -> None:
        """Ring one clock; one that fails is tried again later and keeps nobody else waiting."""
        try:
            await work
        except Damaged:
            logger.warning("clock %s of table %s stands still", name, table_id)
            self._failed[table_id, name] = now + LONG
        except (BotError, RulesError) as error:
            logger.warning("clock %s of table %s: %s", name, table_id, error)
            self._failed[table_id, name] = now + (SOON if isinstance(error, Busy) else LATER)
        except Exception as error:
            passes = refusals.passes(error)
            logger.exception("clock %s of table %s failed", name, table_id)
            self._failed[table_id, name] = now + (SOON if passes else LATER)
        else:
            self._failed.pop((table_id, name), None)

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            try:
                seconds = await self.tick()
            except Exception:
                logger.exception("the clock could not look at its rows")
                seconds = SOON.total_seconds()
            await self._sleep(seconds)

    async def _sleep(self, seconds: float | None) -> None:
        """Sleep until something changes, or for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
