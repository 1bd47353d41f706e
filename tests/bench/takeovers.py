"""How long the tables of whoever died or was stopped wait until somebody looks after them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass
class Wait:
    """Tables that nobody looks after."""

    bucket: int
    began: float
    dead: list[str]  # who has looked after them, one after the other, since it began
    whole: float = 0.0  # seconds since it began
    due: float = 0.0  # seconds since the last death in which somebody was up to take them over

    def told(self) -> str:
        """The wait as a person reads it."""
        whose = ", then ".join(self.dead) or "nobody's"
        return f"{self.due:.1f} s of {self.whole:.1f} s: bucket {self.bucket}, {whose}"


@dataclass
class Takeovers:
    """Is shown again and again who holds what.

    A wait begins when whoever looked after tables is killed, is told to stop, or lets their lease run
    out; it ends when they are held by a process that lives. What is due are the seconds in which at
    least one process was up, that is: it has reached Discord, and was neither killed nor told to
    stop. Where somebody took tables and died as well, that is counted from the latest death on.
    """

    ended: list[Wait] = field(default_factory=list)
    _waits: dict[int, Wait] = field(default_factory=dict)
    _latest: dict[int, str] = field(default_factory=dict)  # who held a bucket last
    _seen: float | None = None

    def look(
        self,
        now: float,
        holders: Mapping[int, str | None],  # by bucket, whose lease counts
        alive: Collection[str],
        up: Collection[str],
        deaths: Mapping[str, float],
    ) -> None:
        """Who holds which bucket at this moment; who lives, who is up, and when others died."""
        passed = 0.0 if self._seen is None else now - self._seen
        self._seen = now
        for bucket, holder in holders.items():
            before = self._latest.get(bucket)
            latest = self._latest[bucket] = holder or before or ""
            if holder is not None and holder in alive:
                self._end(bucket)
                continue
            died = deaths.get(latest, now)
            wait = self._waits.get(bucket)
            if wait is None:
                wait = self._waits[bucket] = Wait(bucket, died, [])
            if latest in wait.dead or not (latest or wait.dead):
                wait.due += passed * bool(up)
            else:
                wait.dead.append(latest)
                wait.due = (now - died) * bool(up)
            wait.whole = now - wait.began

    def _end(self, bucket: int) -> None:
        if wait := self._waits.pop(bucket, None):
            self.ended.append(wait)

    @property
    def all(self) -> list[Wait]:
        """Every wait, the longest due ones first; also those that have not ended."""
        waits = [*self.ended, *self._waits.values()]
        return sorted(waits, key=lambda wait: (wait.due, wait.whole), reverse=True)
