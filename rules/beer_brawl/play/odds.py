"""How a fight goes: exactly where both are known, else over all that the enemy may be."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import factorial
from typing import NamedTuple

from rules.beer_brawl.state import BARE, WHOLE

FACES = 6
KNOWN = 10_000  # fights whose odds are remembered: a panel names the same ones turn after turn


class Foe(NamedTuple):
    """What is known of an enemy: its least SPEED, its armor, and how it fared against others."""

    speed: int
    wear: int  # WHOLE, WORN or BARE
    met: tuple[tuple[int, int, bool], ...] = ()  # STRENGTH and MAGIC of each, and whether it won


@cache
def wins(strong: int, magic: int, armor: int, other: int) -> float:
    """The chance of an attacker, by its lead in STRENGTH and MAGIC (-1, 0, 1) and both armors.

    >>> wins(-1, 1, 1, 1)
    0.5
    """
    chance = 0.0
    for lead in (strong, magic):  # a fair coin picks the stat (BB17)
        if lead >= 0:  # BB18
            chance += 1 - wins(-strong, -magic, other - 1, armor) if other else 1
        elif armor:
            chance += 1 - wins(-strong, -magic, other, armor - 1)
    return chance / 2


def duel(strength: int, magic: int, armor: int, foe: Sequence[int]) -> float:
    """The chance of an attacker against an enemy's STRENGTH, MAGIC and armor."""
    return wins(_sign(strength - foe[0]), _sign(magic - foe[1]), armor, foe[2])


def _sign(lead: int) -> int:
    return (lead > 0) - (lead < 0)


@lru_cache(KNOWN)
def odds(strength: int, magic: int, armor: int, foe: Foe) -> float:
    """The chance of an attacker against everything that an enemy may be, each as likely as rolled."""
    chance = total = 0.0
    for (other, spell, _, plates), weight in _possible(foe):
        worn = _worn(foe.wear, plates)
        won = sum(duel(strength, magic, armor, (other, spell, left)) for left in worn)
        chance += weight * won / len(worn)
        total += weight
    return chance / total


def _worn(wear: int, plates: int) -> Sequence[int]:
    """The armor that may be left of what it started with."""
    if wear == BARE:
        return (0,)
    return (plates,) if wear == WHOLE else range(plates + 1)


@cache
def _spreads() -> tuple[tuple[tuple[int, int, int, int], int], ...]:
    """Every spread of six faces over STRENGTH, MAGIC, SPEED and ARMOR, and in how many ways."""
    counts = range(FACES + 1)
    return tuple(
        (spread, _ways(spread))
        for a in counts
        for b in counts
        for c in counts
        if (spread := (a, b, c, FACES - a - b - c))[3] >= 0
    )


def _ways(spread: Iterable[int]) -> int:
    total = factorial(FACES)
    for count in spread:
        total //= factorial(count)
    return total


def _possible(foe: Foe) -> list[tuple[tuple[int, int, int, int], int]]:
    """The spreads that could have done what the enemy was seen to do; all, should none fit."""
    fast = [(spread, weight) for spread, weight in _spreads() if spread[2] >= foe.speed]
    return [pair for pair in fast if _fits(pair[0], foe)] or fast


def _fits(spread: tuple[int, int, int, int], foe: Foe) -> bool:
    """Whether it could have hit those whom it beat, and been hit by those who beat it (BB18)."""
    for strength, magic, won in foe.met:
        strong, spell = spread[0] - strength, spread[1] - magic
        if (strong < 0 and spell < 0) if won else (strong > 0 and spell > 0):
            return False
    return True
