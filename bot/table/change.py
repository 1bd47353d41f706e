"""What one action makes of a table: one value from the rules to the transaction to the posts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from bot.table.news import News
from bot.table.reach import NUDGED
from bot.table.table import Due, Level, Table, Wait
from bot.table.waits import nudged, waited_for
from rules.engine.inputs import Input
from rules.engine.state import Option, Told

# Why somebody's time in a seat has ended; a computer's, by the owner or by somebody else.
Why = Literal["missed", "left", "replaced", "removed", "returned", "taken"]


@dataclass(frozen=True, slots=True)
class Logged:
    """An input for the log, and who brought it."""

    given: Input
    user_id: int | None = None
    request: str | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What one input has told for good, and whether luck was drawn or something came to light."""

    told: Sequence[Told]
    shown: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one of its players."""

    player: int
    user_id: int | None
    level: Level | None
    won: bool
    drawn: bool
    score: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Tenure:
    """Somebody's time in a seat that they gave up before the game was over."""

    player: int
    user_id: int | None
    level: Level | None
    why: Why
    at: datetime | None = None  # when they did; none as long as that is not written


@dataclass(slots=True)
class Change:
    """A table as it was and as it is after an action, what is logged of it, and what is told."""

    before: Table
    after: Table
    at: datetime
    logged: list[Logged] = field(default_factory=list)
    news: list[tuple[str, News]] = field(default_factory=list)  # kind, and what is to be posted
    results: list[Result] = field(default_factory=list)
    tenures: list[Tenure] = field(default_factory=list)  # that have ended by it
    # People for whom no clock runs: when they are reminded, and how often they were.
    nudged: dict[int, tuple[datetime | None, int]] = field(default_factory=dict)
    taken: list[Option] = field(default_factory=list)
    dropped: list[Option] = field(default_factory=list)  # of several, after the first barrier
    told: list[str] = field(default_factory=list)  # lines for whoever acted, secrets included
    passed: bool = False  # whether it can no longer be taken back
    rest: Iterator[None] | None = None  # a game without people, played out step by step by this
    heard: list[Heard] = field(default_factory=list)  # what was told for good, input by input
    repeated: bool = False  # the same request had been taken before; nothing was changed

    def count(self) -> None:
        """Number what is going to be written."""
        self.after.version = self.before.version + 1
        self.after.logged = self.before.logged + len(self.logged)
        self.after.posted = self.before.posted + len(self.news)
        self.keep_time()

    def keep_time(self) -> None:
        """Since when each clock counts and each person is waited for: others than before, from now."""
        self.after.clocks = {name: self._kept(due) for name, due in self.after.clocks.items()}
        self.after.waiting = self._waiting()

    def _kept(self, due: Due) -> Due:
        was = self.before.clocks.get(due.name)
        return replace(due, armed=was.armed if was == due else self.at)

    def _waiting(self) -> dict[int, Wait]:
        before, after, waiting = self.before, self.after, {}
        reminded = nudged(after)
        again = reminded - nudged(before) if reminded else reminded
        for user_id, clock in waited_for(after).items():
            player = after.player_of(user_id)
            assert player is not None
            was = before.waiting.get(player) if before.player_of(user_id) == player else None
            wait = replace(was or Wait(self.at), clock=clock)
            if user_id in (reminded if was is None else again):
                wait = replace(wait, nudge_at=self.at + NUDGED)
            if user_id in self.nudged:
                nudge_at, nudges = self.nudged[user_id]
                wait = replace(wait, nudge_at=nudge_at, nudges=nudges)
            waiting[player] = wait
        return waiting
