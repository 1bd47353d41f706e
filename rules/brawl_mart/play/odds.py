"""What the dice may do in an attack: every fall of them, weighed (BM15, BM16)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

import msgspec

from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.play.attack import attacked, would_steal
from rules.brawl_mart.play.exchange import (
    Side,
    add_items,
    calculate,
    formula_of,
    halve,
    look_across,
    needs_other,
    roll,
    who_is_hit,
)
from rules.brawl_mart.play.held import holds, swap
from rules.brawl_mart.play.hits import land
from rules.brawl_mart.state import SLAIN, BrawlMartState, Fighter, MartVariant

Blows = tuple[tuple[int, int], ...]  # cards that are hit, and by how much


class Odds(msgspec.Struct, frozen=True):
    """How likely an attack hits and slays, its brawler is hit, one of yours slain, a tie hits both."""

    hit: float = 0
    slays: float = 0
    is_hit: float = 0
    loses: float = 0
    tie: float = 0


def attack_odds(s: BrawlMartState, card: int, target: int, choice: int) -> Odds:
    """The odds of an attack, before any die is rolled."""
    s = _copy(s)
    actor = _fighter(s, card)
    enemies = attacked(s, actor, target)
    for enemy in enemies:
        if would_steal(enemy, actor):
            swap(s, enemy, actor)
    each = [_blows(s, actor, enemy, choice) for enemy in enemies]
    return _summed(s, card, [_together(falls) for falls in product(*(e.items() for e in each))])


def blast_odds(s: BrawlMartState, card: int, target: int) -> Odds:
    """The odds of a hit of 1D6 that nobody can counter."""
    return _summed(s, card, [(((target, die),), 1 / 6) for die in range(1, 7)])


def _copy(s: BrawlMartState) -> BrawlMartState:
    """What decides about a brawl, to try things on."""
    fighters = [msgspec.structs.replace(f) for f in s.fighters]
    return BrawlMartState(
        variant=MartVariant(), seats=[0], seed=b"", frames=[], at=s.at, rules=s.rules,
        fighters=fighters,
    )  # fmt: skip


def _fighter(s: BrawlMartState, card: int) -> Fighter:
    found = s.fighter(card)
    assert found is not None
    return found


# -- one exchange


def _blows(s: BrawlMartState, actor: Fighter, enemy: Fighter, choice: int) -> dict[Blows, float]:
    """Who is hit in an exchange, and how likely; a blow is only tie, small or fatal."""
    attack = Side(actor, enemy, attacking=True)
    counter = Side(enemy, actor, attacking=False) if enemy.standing else None
    if counter and needs_other(s, attack) and needs_other(s, counter):
        counter.plain, counter.note = True, "overridden"
    blows: dict[Blows, float] = {}
    against = _sides(s, counter, attack, choice) if counter else [(None, 1.0)]
    for mine, likely in _sides(s, attack, counter, choice):
        for theirs, as_likely in against:
            hits = who_is_hit(s, *_looked(s, mine, theirs))
            blow = tuple((f.card, _size(f, n)) for f, n in hits)
            blows[blow] = blows.get(blow, 0.0) + likely * as_likely
    return blows


def _looked(s: BrawlMartState, mine: Side, theirs: Side | None) -> tuple[Side, Side | None]:
    if theirs is not None and needs_other(s, mine):
        mine = msgspec.structs.replace(mine)
        look_across(mine, theirs)
    elif theirs is not None and needs_other(s, theirs):
        theirs = msgspec.structs.replace(theirs)
        look_across(theirs, mine)
    return mine, theirs


def _size(fighter: Fighter, points: int) -> int:
    if points < 0:
        return -1
    return fighter.resistance + 1 if points > fighter.resistance else 1


def _sides(
    s: BrawlMartState, side: Side, other: Side | None, choice: int
) -> list[tuple[Side, float]]:
    """Every result of a side up to its items, with how likely it is."""
    found: dict[tuple[int, ...], tuple[Side, float]] = {}
    formula = formula_of(s, side, choice)
    held = ITEMS[side.fighter.item].sides if holds(side.fighter) else 0
    for dice, likely in falls(formula.count, formula.sides):
        for extra in range(1, held + 1) if held else (0,):
            one = _rolled(s, side, other, choice, (*dice, extra))
            key = (one.after, one.items, one.other, one.item_contact) if one.total else ()
            weight = found[key][1] if key in found else 0.0
            found[key] = (one, weight + likely / max(1, held))
    return list(found.values())


def _rolled(
    s: BrawlMartState, side: Side, other: Side | None, choice: int, dice: Sequence[int]
) -> Side:
    falling = iter(dice)
    one = Side(side.fighter, side.foe, side.attacking, note=side.note, plain=side.plain)
    roll(s, one, choice, lambda sides: next(falling))
    calculate(s, one)
    if other is not None:
        halve(s, one, other)
    add_items(s, one, lambda sides: next(falling))
    return one


@cache
def falls(count: int, sides: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Dice that no card tells apart taken together: one fall of each kind, and how likely it is.

    Cards look at the sum, the lowest two, a repeated face, one face for all, and a 1.
    """
    found: dict[tuple[int, ...], tuple[tuple[int, ...], int]] = {}
    for dice in combinations_with_replacement(range(1, sides + 1), count):
        faces = Counter(dice)
        weight = factorial(count) // prod(map(factorial, faces.values()))
        key = (sum(dice), sum(dice[:2]), len(faces) < count, len(faces) == 1, 1 in dice)
        one, before = found.get(key, (dice, 0))
        found[key] = (one, before + weight)
    return tuple((dice, weight / sides**count) for dice, weight in found.values())


# -- what it comes to


def _together(falls: Sequence[tuple[Blows, float]]) -> tuple[Blows, float]:
    return tuple(blow for blows, _ in falls for blow in blows), prod(p for _, p in falls)


def _summed(s: BrawlMartState, card: int, outcomes: Sequence[tuple[Blows, float]]) -> Odds:
    hit = slays = is_hit = loses = tie = 0.0
    for blows, likely in outcomes:
        if blows:
            fallen = set(_slain(s, blows))
            hit += likely * any(victim != card for victim, _ in blows)
            is_hit += likely * any(victim == card for victim, _ in blows)
            slays += likely * (False in fallen)
            loses += likely * (True in fallen)
            tie += likely * any(victim == card and points < 0 for victim, points in blows)
    return Odds(*(min(1.0, round(n, 12)) for n in (hit, slays, is_hit, loses, tie)))


def _slain(s: BrawlMartState, blows: Blows) -> Iterator[bool]:
    """The sides, own or not, of those who are slain by these blows."""
    world = _copy(s)
    land(world, [(_fighter(world, card), points) for card, points in blows])
    for before, after in zip(s.fighters, world.fighters, strict=True):
        if after.state == SLAIN != before.state:
            yield after.own
