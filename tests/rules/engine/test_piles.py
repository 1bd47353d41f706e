"""Piles remember, card by card, who knows it."""

from rules.engine.piles import Pile
from tests.rules.engine.table import begin


def test_a_new_pile_is_known_to_nobody() -> None:
    pile = Pile.of([5, 6, 7])
    assert len(pile) == 3
    assert pile.seen_by(0) == pile.seen_by(None) == [-1, -1, -1]
    assert pile.unknown_to(0) == [0, 1, 2]


def test_looking_is_remembered_by_who_looked() -> None:
    pile = Pile.of([5, 6, 7])
    assert pile.look(1, 2) == [5, 6]
    assert pile.seen_by(1) == [5, 6, -1]
    assert pile.seen_by(0) == [-1, -1, -1]
    assert pile.seen_by(None) == [-1, -1, -1]
    assert pile.knows(1, 0)
    assert not pile.knows(0, 0)
    assert pile.unknown_to(1) == [2]


def test_looking_at_more_than_there_is() -> None:
    pile = Pile.of([5])
    assert pile.look(0, 4) == [5]


def test_drawing_takes_the_top_card_and_what_is_known_of_it() -> None:
    pile = Pile.of([5, 6, 7])
    pile.look(0, 2)
    assert pile.draw() == 5
    assert pile.seen_by(0) == [6, -1]


def test_cards_are_put_back_with_what_is_known_of_them() -> None:
    pile = Pile.of([5])
    pile.put_top(8, known=0b01)
    pile.put_bottom(9, known=0b10)
    pile.insert(1, 3)
    assert pile.cards == [8, 3, 5, 9]
    assert pile.seen_by(0) == [8, -1, -1, -1]
    assert pile.seen_by(1) == [-1, -1, -1, 9]


def test_taking_a_card_from_the_middle_keeps_the_rest_in_step() -> None:
    pile = Pile.of([5, 6, 7])
    pile.look(0, 3)
    pile.put_top(1)
    pile.take(6)
    assert pile.cards == [1, 5, 7]
    assert pile.seen_by(0) == [-1, 5, 7]


def test_shuffling_keeps_the_cards_and_forgets_who_knew_them() -> None:
    pile = Pile.of(range(30))
    pile.look(0, 30)
    pile.shuffle(begin(), "test")
    assert sorted(pile.cards) == list(range(30))
    assert pile.cards != list(range(30))
    assert pile.seen_by(0) == [-1] * 30
