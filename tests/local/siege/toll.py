"""What came of a siege."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Toll:
    """What came of a siege."""

    seed: int
    games: Counter[str] = field(default_factory=Counter)
    ended: int = 0  # games that came to their own end
    told: dict[str, str] = field(default_factory=dict)  # answers that a player saw taken: to what
    presses: int = 0
    failed: Counter[str] = field(default_factory=Counter)  # of them without an answer in time: why
    waits: list[float] = field(default_factory=list)  # seconds from a press to what it led to
    names: Counter[str] = field(default_factory=Counter)  # hostile ones at tables
    hostile: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)  # that truly struck
    logged: Counter[str] = field(default_factory=Counter)  # errors that faults explain
    read: dict[str, Counter[str]] = field(default_factory=dict)  # by game: what was looked at
    wrongs: list[str] = field(default_factory=list)
