"""What one action makes of a table: independent of how it is stored and where it is posted."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.table.news import News
from bot.table.table import Table
from rules.engine.inputs import Input
from rules.engine.state import Option


@dataclass(frozen=True, slots=True)
class Logged:
    """An input for the log, and who brought it."""

    given: Input
    user_id: int | None = None
    request: str | None = None


@dataclass(slots=True)
class Change:
    """Everything that one action writes: a table as it was and as it is then."""

    before: Table
    after: Table
    at: datetime
    logged: list[Logged] = field(default_factory=list)
    news: list[tuple[str, News]] = field(default_factory=list)  # kind and payload
    results: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Count what is written."""
        self.after.version = self.before.version + 1
        self.after.logged = self.before.logged + len(self.logged)
        self.after.posted = self.before.posted + len(self.news)


@dataclass(slots=True)
class Acted:
    """What somebody's action led to."""

    table: Table
    taken: list[Option] = field(default_factory=list)
    dropped: list[Option] = field(default_factory=list)  # of a macro, after the first barrier
    told: list[str] = field(default_factory=list)  # lines for the actor, secrets included
    passed: bool = False  # whether it can no longer be taken back
    repeated: bool = False  # the same request had been taken before; nothing was changed
