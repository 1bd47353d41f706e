"""Judging a position: what every card is good for."""

from collections.abc import Sequence

import pytest

from rules.brawl.content.cards import (
    BASE,
    CLEAR,
    DODGE,
    FREEZE,
    LEFT,
    MIDDLE,
    PRESS,
    REVERSE,
    ROW,
    WHOLE,
)
from rules.brawl.game import GAME
from rules.brawl.state import Base, Discard, Flip, FromDiscard, Pause, PlayCard
from rules.engine import kernel
from rules.engine.state import Option
from tests.rules.brawl.table import R2, RB, Bout, G, R, base

# Cards to come of either kind of fighter, whatever the lists of the decks are.
PLAIN = [FREEZE] * 3 + [0, 1, 2] * 4 + [3, 4, 5] + [6, 7, 8]
TRICKY = [*PLAIN, PRESS, PRESS, DODGE, DODGE, REVERSE]


def laid_out(row: Sequence[Base], seed: int, mine: list[int], theirs: list[int]) -> Bout:
    """A real-time bout with these Bases and these cards to come."""
    return Bout("tournament", seed=seed).lay(*row).give(0, deck=mine).give(1, deck=theirs)


def worth(*row: Base, mine: list[int] = TRICKY, theirs: list[int] = TRICKY) -> float:
    """What a row is worth to player 0 with these cards to come."""
    s = laid_out(row, 2, mine, theirs).s
    chance = GAME.worth(s, 0)
    assert 0 <= chance <= 1 and chance + GAME.worth(s, 1) == pytest.approx(1)
    return chance


@pytest.mark.rule("BR26")
def test_more_hits_are_worth_more_and_backwards_less() -> None:
    even = worth(base(0, 0), base(1, 1))
    ahead = worth(base(0, 0), base(1, 1, [R, R, R]))
    assert ahead > even
    assert worth(base(0, 0), base(1, 1, [R, R, R], [], [REVERSE])) < even
    assert worth(base(0, 0), base(1, 1, [R, R, R, DODGE])) < ahead


@pytest.mark.rule("BR16", "BR22")
def test_a_frozen_base_is_sure() -> None:
    mine, theirs = base(0, 0, frozen=True), base(1, 1, [R], [], [FREEZE], frozen=True)
    assert worth(mine, theirs) == 1.0
    assert worth(mine) == 1.0
    assert worth(base(1, 1, frozen=True)) == 0.0
    assert worth(base(0, 0, [R, R]), base(1, 1)) < worth(
        base(0, 0, [R, R], frozen=True), base(1, 1)
    )


@pytest.mark.rule("BR13")
def test_a_block_on_the_other_s_string_helps() -> None:
    for theirs in (PLAIN, [*PLAIN, PRESS]):
        growing = worth(base(0, 0, [], [R, R]), base(1, 1), mine=PLAIN, theirs=theirs)
        blocked = worth(base(0, 0, [], [R, R, RB]), base(1, 1), mine=PLAIN, theirs=theirs)
        assert blocked > growing


@pytest.mark.rule("BR13", "BR17")
def test_a_block_of_one_s_own_keeps_dodges_away() -> None:
    dodging = [*PLAIN, DODGE, DODGE, DODGE]
    exposed = worth(base(0, 0), base(1, 1, [R, R, R2]), mine=PLAIN, theirs=dodging)
    guarded = worth(base(0, 0), base(1, 1, [R, R, R2, RB]), mine=PLAIN, theirs=dodging)
    assert guarded > exposed


def best(card: int, *row: Base) -> Option:
    """What player 0 would do first with a card."""
    cards = PLAIN if card == RB else TRICKY
    bout = laid_out(row, 4, cards, cards).hold(card, 0)
    options = kernel.offer(GAME, bout.s, 0)
    tried = GAME.priors(bout.s, 0, options)
    assert Pause() in options and Pause() not in tried  # a player that searches never stalls
    return tried[0]


@pytest.mark.rule("BR31")
@pytest.mark.parametrize(
    ("card", "row", "option"),
    [
        (R, [base(0, 0, [R, R], [G, G]), base(1, 1, [G], [R])], (0, 0)),
        (R2, [base(0, 0, [R], [R, R])], (0, 0)),
        (RB, [base(0, 0, [R], [R, R]), base(1, 1)], (0, 1)),
        (DODGE, [base(0, 0, [G], [R, R, R]), base(1, 1)], (0, 1)),
        (PRESS, [base(0, 0, [R, R, R, DODGE], [R, R, DODGE]), base(1, 1)], (0, 0)),
        (CLEAR, [base(0, 0, [R, R]), base(1, 1, [], [G, G, G])], (1, WHOLE)),
        (FREEZE, [base(0, 0, [R, R]), base(1, 1, [], [G])], (0, MIDDLE)),
        (REVERSE, [base(0, 0, [R, R, R]), base(1, 1, [], [G, G, G])], (1, MIDDLE)),
    ],
)
def test_every_card_goes_where_it_helps(
    card: int, row: list[Base], option: tuple[int, int]
) -> None:
    assert best(card, *row) == PlayCard(card, *option)


@pytest.mark.rule("BR31")
@pytest.mark.parametrize(
    ("card", "row"),
    [
        (CLEAR, [base(0, 0, [R, R, R]), base(1, 0), base(2, 0, [R, R, R])]),
        (FREEZE, [base(0, 1, [], [R, R, R, R])]),
        (DODGE, [base(0, 0, [R, R, R], []), base(1, 1, [R, R, R], [])]),
    ],
)
def test_a_card_that_only_harms_is_discarded(card: int, row: list[Base]) -> None:
    assert best(card, *row) == Discard()


@pytest.mark.rule("BR31")
@pytest.mark.parametrize(
    ("card", "row", "option"),
    [
        (R, [base(0, 0, [R], [G]), base(1, 1, [G], [G])], (0, 0)),
        (R, [base(0, 0, [G], [R], [REVERSE])], (0, 1)),
        (R2, [base(0, 0, [R], [R, R])], (0, 0)),
        (RB, [base(0, 0, [R], [R, R])], (0, 1)),
        (DODGE, [base(0, 0, [G], [R, R, R])], (0, 1)),
        (PRESS, [base(0, 0, [R, R, DODGE], [G, G, DODGE])], (0, 0)),
        (PRESS, [base(0, 0, [R, RB], [R, RB])], (0, 0)),
        (PRESS, [base(0, 0, [R, R], [R], [REVERSE])], (0, MIDDLE)),
        (CLEAR, [base(0, 0, [R, R]), base(1, 1, [], [G, G, G])], (1, WHOLE)),
        (FREEZE, [base(0, 0), base(1, 1)], (0, MIDDLE)),
        (REVERSE, [base(0, 0, [R, R, R]), base(1, 1, [], [G, G, G])], (1, MIDDLE)),
        (BASE, [base(0, 0)], (ROW, LEFT)),
    ],
)
def test_at_a_glance_every_card_goes_where_it_helps(
    card: int, row: list[Base], option: tuple[int, int]
) -> None:
    bout = Bout("tournament", seed=4).lay(*row).hold(card, 0)
    options = kernel.offer(GAME, bout.s, 0)
    assert GAME.guess(bout.s, 0, options, 0.5) == PlayCard(card, *option)
    whims = {GAME.guess(bout.s, 0, options, luck / 1000) for luck in range(100)}
    assert whims == set(options)


@pytest.mark.rule("BR31")
def test_at_a_glance_a_harmful_card_is_discarded_and_a_good_one_brought_back() -> None:
    bout = Bout().lay(base(0, 0, [R], [G]), base(1, 1))
    by = bout.turn
    bout.lay(base(0, by, [R, R], [R, R])).give(by, discard=[R2])
    options = kernel.offer(GAME, bout.s, by)
    assert GAME.guess(bout.s, by, options, 0.5) == FromDiscard(R2, 0, by)
    bout.hold(CLEAR)
    assert GAME.guess(bout.s, by, kernel.offer(GAME, bout.s, by), 0.5) == Discard()
    bout.do(by, Discard())
    assert GAME.guess(bout.s, 1 - by, kernel.offer(GAME, bout.s, 1 - by), 0.5) == Flip()
