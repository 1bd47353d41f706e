"""How good a score is: ranks of the house, and the measured scores of computer players."""

import json
from functools import cache
from importlib.resources import files

RANKS = (
    (0, "Browser"),
    (20, "Shopper"),
    (40, "Regular"),
    (70, "Big spender"),
    (90, "Legend"),
)


def rank(points: int) -> str:
    """The rank that a score earns."""
    return next(name for least, name in reversed(RANKS) if points >= least)


def better_than(points: int, *, hardcore: bool = False) -> int:
    """Of a hundred trips of a computer player that looks ahead, how many end with less, by tens."""
    return 10 * sum(score < points for score in _deciles(hardcore=hardcore))


@cache
def _deciles(*, hardcore: bool) -> tuple[int, ...]:
    text = (files(__package__) / "measured.json").read_text("utf-8")
    return tuple(json.loads(text)["rates"]["hardcore" if hardcore else "plain"]["deciles"])
