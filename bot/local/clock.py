"""The local Discord's time and the ids made from it."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000  # Discord's first second, 2015-01-01


class Clock:
    """Wall time that a test can move forward, never back."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.ahead = ahead

    def now(self) -> float:
        return time.time() + self.ahead

    def iso(self) -> str:
        return datetime.fromtimestamp(self.now(), UTC).isoformat()


class Snowflakes:
    """Ids that grow with time, also across restarts."""

    def __init__(self, clock: Clock, last: int = 0) -> None:
        self._clock = clock
        self._last = last

    def next(self) -> str:
        ms = int(self._clock.now() * 1000) - EPOCH_MS
        self._last = max(self._last + 1, ms << 22)
        return str(self._last)


def age(snowflake: str, now: float) -> float:
    """Seconds since the id was made."""
    return now - ((int(snowflake) >> 22) + EPOCH_MS) / 1000
