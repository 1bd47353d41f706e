"""What a position is worth, and what a sensible Legend would do in it."""

from collections.abc import Sequence

from rules.brawlhalla.state import Brawl
from rules.engine.state import Option


def worth(s: Brawl, player: int) -> float:
    return 0.5


def shortlist(s: Brawl, seat: int, options: Sequence[Option]) -> Sequence[Option]:
    return options


def guess(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    return options[int(luck * len(options))]
