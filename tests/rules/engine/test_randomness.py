"""Luck is fair, in streams of its own, and cannot be fished for."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, permutations, product

import msgspec
import pytest

from rules.engine.randomness import below, shuffle


class Luck(msgspec.Struct):
    """A seed and its counters."""

    seed: bytes = bytes(range(32))
    counters: dict[str, int] = {}


def chi_square(seen: Counter[object], cells: Iterable[object]) -> float:
    """How far counts lie from equal ones."""
    listed = list(cells)
    expected = sum(seen.values()) / len(listed)
    return sum((seen[cell] - expected) ** 2 / expected for cell in listed)


# the values that chance exceeds once in a thousand, by degrees of freedom
LIMITS = {1: 10.83, 5: 20.52, 6: 22.46, 23: 49.73, 35: 66.62}


@pytest.mark.parametrize("sides", [2, 6, 7])
def test_every_side_is_as_likely(sides: int) -> None:
    luck = Luck()
    seen: Counter[object] = Counter(below(luck, "dice", sides) for _ in range(6_000))
    assert set(seen) == set(range(sides))
    assert chi_square(seen, range(sides)) < LIMITS[sides - 1]


def test_a_roll_does_not_depend_on_the_one_before() -> None:
    luck = Luck()
    rolls = [below(luck, "dice", 6) for _ in range(7_201)]
    seen: Counter[object] = Counter(pairwise(rolls))
    assert chi_square(seen, product(range(6), repeat=2)) < LIMITS[35]


def test_every_order_is_as_likely() -> None:
    luck = Luck()
    seen: Counter[object] = Counter()
    for _ in range(4_800):
        things = list("abcd")
        shuffle(luck, "deck", things)
        seen[tuple(things)] += 1
    assert chi_square(seen, permutations("abcd")) < LIMITS[23]


def test_streams_do_not_disturb_each_other() -> None:
    alone, mixed = Luck(), Luck()
    rolls = [below(alone, "dice", 6) for _ in range(50)]
    both = []
    for _ in range(50):
        both.append(below(mixed, "dice", 6))
        below(mixed, "coins", 2)
    assert both == rolls
    assert mixed.counters == {"dice": 50, "coins": 50}


def test_streams_and_seeds_differ() -> None:
    def rolls(luck: Luck, stream: str) -> list[int]:
        return [below(luck, stream, 1_000) for _ in range(20)]

    first = rolls(Luck(), "dice")
    assert first == rolls(Luck(), "dice")
    assert first != rolls(Luck(), "coins")
    assert first != rolls(Luck(seed=bytes(32)), "dice")


def test_pairs_of_streams_are_independent() -> None:
    luck = Luck()
    seen: Counter[object] = Counter(
        (below(luck, "red", 6), below(luck, "blue", 6)) for _ in range(7_200)
    )
    assert chi_square(seen, product(range(6), repeat=2)) < LIMITS[35]


def test_luck_goes_on_where_it_stopped() -> None:
    luck = Luck()
    rolls = [below(luck, "dice", 6) for _ in range(20)]
    later = Luck(counters={"dice": 10})
    assert [below(later, "dice", 6) for _ in range(10)] == rolls[10:]
