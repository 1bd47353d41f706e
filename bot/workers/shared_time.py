"""The time in which computers think, shared by all that think at once."""

import asyncio
import logging
import time
from bisect import insort
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)
PATIENCE = 5.0  # seconds that people wait for a computer before it thinks less than it would
LEAST = 0.02  # seconds for any thought, however many wait
WEAKER = 0.9  # of the time that a computer wants: with less it is said to be weaker
SOON = 5.0  # seconds after which it is told that computers were weaker
SELDOM = 60.0  # seconds between two such lines of the log


@dataclass(order=True, slots=True)
class _Waiting:
    by: float  # when its answer is due
    number: int  # in the order of their coming
    wants: float = field(compare=False)  # seconds
    gets: "asyncio.Future[float]" = field(compare=False)


class SharedTime:
    """Who wants to think waits for a free process, and is told for how long it may.

    Whoever's answer is due first comes first. Where all who wait cannot have their whole time
    before their answers are due, each has the same part of it. That follows from how many wait and
    since when: nothing of it tells what anybody has to think about.
    """

    def __init__(self, processes: int = 1, elapsed: Callable[[], float] = time.monotonic) -> None:
        """Share the time of so many processes."""
        self.processes, self.elapsed = processes, elapsed
        # Is told of every thought: the seconds that it wanted, had, and waited.
        self.told: Callable[[float, float, float], None] = _nobody
        self._free = processes
        self._waiting: list[_Waiting] = []
        self._numbers = 0
        self._weaker: list[float] = []  # parts that were had, since the last line of the log
        self._most = 0  # who waited at once meanwhile
        self._line: asyncio.TimerHandle | None = None
        self._lined = -SELDOM

    @property
    def waiting(self) -> int:
        """How many wait for a process."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, wants: float, patience: float = PATIENCE) -> AsyncIterator[float]:
        """Wait for a process, and have it for as long as this lasts; the seconds to think."""
        came = self.elapsed()
        self._numbers += 1
        gets: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        one = _Waiting(came + patience, self._numbers, wants, gets)
        insort(self._waiting, one)
        self._hand_out()
        try:
            seconds = await gets
        except asyncio.CancelledError:
            if gets.done() and not gets.cancelled():
                self._give_back()
            elif one in self._waiting:
                self._waiting.remove(one)
            raise
        try:
            self.told(wants, seconds, self.elapsed() - came)
            yield seconds
        finally:
            self._give_back()

    def close(self) -> None:
        """Say what there is to say; nobody thinks any more."""
        if self._line is not None:
            self._line.cancel()
            self._say()

    def _give_back(self) -> None:
        self._free += 1
        self._hand_out()

    def _hand_out(self) -> None:
        # Whoever has just given up may not know it yet.
        self._waiting = [one for one in self._waiting if not one.gets.done()]
        while self._free and self._waiting:
            part = self._part()
            self._note(part)
            first = self._waiting.pop(0)
            self._free -= 1
            first.gets.set_result(max(LEAST, first.wants * part))

    def _part(self) -> float:
        """Of the time that is wanted, what all can have whose answers are due so far or so far."""
        now, wanted, part = self.elapsed(), 0.0, 1.0
        for place, one in enumerate(self._waiting, 1):
            wanted += one.wants
            left = (one.by - now) * min(place, self.processes)
            part = min(part, left / wanted)
        return max(part, 0.0)

    # -- what the log says

    def _note(self, part: float) -> None:
        if part >= WEAKER:
            return
        self._weaker.append(part)
        self._most = max(self._most, len(self._waiting))
        if self._line is None:
            wait = max(SOON, self._lined + SELDOM - self.elapsed())
            self._line = asyncio.get_running_loop().call_later(wait, self._say)

    def _say(self) -> None:
        logger.warning(
            "computers were weaker: %s answers had %.0f %% of their time, the least %.0f %%; "
            "%s waited at once for %s thinkers",
            len(self._weaker),
            100 * sum(self._weaker) / len(self._weaker),
            100 * min(self._weaker),
            self._most,
            self.processes,
        )
        self._weaker, self._most, self._line = [], 0, None
        self._lined = self.elapsed()


def _nobody(wants: float, seconds: float, waited: float) -> None:
    """Nobody listens."""
