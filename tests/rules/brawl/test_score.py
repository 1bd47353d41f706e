"""Scoring: examples of the rules, and any stack against a slow re-statement of them."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.brawl.content.cards import BASE, CLEAR, DODGE, FREEZE, NAMES, PRESS, REVERSE
from rules.brawl.play.score import hits, holder, is_reversed
from tests.rules.brawl.table import B2, BB, G2, GB, R2, RB, B, G, R

# -- the rules once more, in words and slowly


def slow_hits(stack: list[str]) -> int:
    """Strike out Dodges that do not count, cut at the highest that does, count what is left."""
    standing = []
    for at, card in enumerate(stack):
        if card != "Dodge":
            continue
        on_a_hit = at > 0 and "Hit" in stack[at - 1]
        pressed = at + 1 < len(stack) and stack[at + 1] == "Press"
        if on_a_hit and not pressed:
            standing.append(at)
    counted = stack[max(standing) + 1 :] if standing else stack
    return sum(2 if "Hit-2" in card else 1 for card in counted if "Hit" in card)


def slow_reversed(middle: list[str]) -> bool:
    """Cut above the highest Press that lies on a Reverse; an odd number of Reverses turns it."""
    pairs = list(pairwise(middle))
    cuts = [at + 2 for at, pair in enumerate(pairs) if pair == ("Reverse", "Press")]
    return middle[max(cuts, default=0) :].count("Reverse") in range(1, 99, 2)


def slow_holder(owner: int, mine: list[str], theirs: list[str], middle: list[str]) -> int:
    first, second = slow_hits(mine), slow_hits(theirs)
    if first == second:
        return owner
    ahead = 0 if first > second else 1
    return {0: 1, 1: 0}[ahead] if slow_reversed(middle) else ahead


def words(stack: list[int]) -> list[str]:
    return [NAMES[card] for card in stack]


stacks = st.lists(
    st.sampled_from([R, G, B, R2, G2, B2, RB, GB, BB, PRESS, DODGE, DODGE, PRESS, R]), max_size=14
)
middles = st.lists(st.sampled_from([REVERSE, REVERSE, PRESS, FREEZE]), max_size=9)
anything = st.lists(st.integers(0, 14), max_size=20)


@pytest.mark.rule("BR18")
@settings(deadline=None, derandomize=True, max_examples=600)
@given(stacks | anything)
def test_hits_agree_with_the_slow_rules(stack: list[int]) -> None:
    assert hits(stack) == slow_hits(words(stack))
    assert hits(tuple(stack)) == hits(stack)


@pytest.mark.rule("BR23", "BR24")
@settings(deadline=None, derandomize=True, max_examples=400)
@given(middles | anything)
def test_reverses_agree_with_the_slow_rules(middle: list[int]) -> None:
    assert is_reversed(middle) == slow_reversed(words(middle))


@pytest.mark.rule("BR22", "BR26")
@settings(deadline=None, derandomize=True, max_examples=400)
@given(st.integers(0, 1), stacks, stacks, middles)
def test_the_holder_agrees_with_the_slow_rules(
    owner: int, mine: list[int], theirs: list[int], middle: list[int]
) -> None:
    expected = slow_holder(owner, words(mine), words(theirs), words(middle))
    assert holder(owner, [mine, theirs], middle) == expected


# -- examples


@pytest.mark.rule("BR11", "BR12", "BR18")
@pytest.mark.parametrize(
    ("stack", "count"),
    [
        ([], 0),
        ([R], 1),
        ([R, R2], 3),
        ([R, R2, RB], 3),  # Blocks and Presses never remove Hits
        ([R, RB, PRESS, G, G2], 4),
        ([R, DODGE], 0),
        ([R, R2, DODGE], 0),
        ([R, DODGE, G], 1),
        ([R, DODGE, PRESS], 1),
        ([R, R2, DODGE, PRESS, G], 4),
        ([R, DODGE, G, DODGE, PRESS], 1),
        ([R, DODGE, PRESS, G, DODGE, PRESS], 2),
        ([R, DODGE, G, PRESS], 1),  # only directly on it does a Press undo a Dodge
        ([R, RB, DODGE], 1),  # not played legally: ignored
        ([DODGE, R], 1),
        ([DODGE], 0),
        ([R, DODGE, DODGE], 0),  # the upper is ignored, the lower is not
        ([R, PRESS, DODGE], 1),
        ([R, CLEAR, BASE, FREEZE], 1),
    ],
)
def test_hits_that_count(stack: list[int], count: int) -> None:
    assert hits(stack) == count


@pytest.mark.rule("BR16", "BR21", "BR23", "BR24")
@pytest.mark.parametrize(
    ("middle", "backwards"),
    [
        ([], False),
        ([REVERSE], True),
        ([REVERSE, REVERSE], False),
        ([REVERSE, REVERSE, REVERSE], True),
        ([REVERSE, PRESS], False),
        ([REVERSE, REVERSE, PRESS], False),
        ([REVERSE, REVERSE, REVERSE, PRESS], False),
        ([REVERSE, PRESS, REVERSE], True),
        ([REVERSE, REVERSE, PRESS, REVERSE, REVERSE], False),
        ([REVERSE, FREEZE], True),
        ([REVERSE, PRESS, FREEZE], False),
        ([FREEZE], False),
    ],
)
def test_bases_scored_backwards(middle: list[int], backwards: bool) -> None:
    assert is_reversed(middle) is backwards


@pytest.mark.rule("BR21", "BR22", "BR26")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(
    ("mine", "theirs", "middle", "expected"),
    [
        ([R, R], [G], [], 0),
        ([R], [G, G2], [], 1),
        ([R, R], [G], [REVERSE], 1),
        ([R], [G, G2], [REVERSE, FREEZE], 0),
        ([R, R], [G], [REVERSE, REVERSE], 0),
        ([], [], [], None),
        ([], [], [REVERSE], None),
        ([R, R], [G, DODGE, B, RB, PRESS, B], [REVERSE], None),
    ],
)
def test_who_gets_a_base(
    owner: int, mine: list[int], theirs: list[int], middle: list[int], expected: int | None
) -> None:
    assert holder(owner, [mine, theirs], middle) == (owner if expected is None else expected)
