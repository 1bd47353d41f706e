"""One person after the other: whoever asks for much waits for their own sake, and nobody else does."""

import asyncio
import time
from collections.abc import Callable

from bot.errors import TooFast

RATE = 8.0  # things a second that one person is served with
AT_ONCE = 16  # that they may ask for before that
WAITING = 8  # that wait their turn: one second's worth, as Discord waits for three
KEPT = 10_000  # people that are remembered
MANY = "One thing after the other, please: I am still busy with what you did before."


class Turns:
    """Lets the doings of each person through at a pace at which others notice nothing."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Count by a clock that never jumps."""
        self.off = False
        self.now = now
        self._free: dict[int, float] = {}  # when each person has used up nothing again

    async def wait(self, user_id: int) -> None:
        """Go on when it is somebody's turn; too many that wait are refused."""
        if not self.off and (seconds := self.reserve(user_id)) > 0:
            await asyncio.sleep(seconds)

    def reserve(self, user_id: int) -> float:
        """The seconds until it is somebody's turn, in the order in which they asked."""
        seconds = self._ahead(user_id)
        if seconds > WAITING / RATE:
            raise TooFast(MANY)
        self._take(user_id)
        return seconds

    def at_once(self, user_id: int) -> bool:
        """Whether it is somebody's turn now; what they type meanwhile is not worth waiting for."""
        if self.off:
            return True
        free = self._ahead(user_id) <= 0
        if free:
            self._take(user_id)
        return free

    def _ahead(self, user_id: int) -> float:
        """The seconds by which somebody would be ahead of their time, with one more."""
        now = self.now()
        return max(self._free.get(user_id, now), now) - now + (1 - AT_ONCE) / RATE

    def _take(self, user_id: int) -> None:
        now = self.now()
        if len(self._free) >= KEPT:
            self._free = {who: free for who, free in self._free.items() if free > now}
        self._free[user_id] = max(self._free.get(user_id, now), now) + 1 / RATE
