"""Choosing decks, shuffling, the first two Bases, and saying ready."""

from collections import Counter

import pytest

from rules.brawl.content.cards import BASE, FREEZE
from rules.brawl.content.deck import BUILT_IN, built_in
from rules.brawl.game import GAME
from rules.brawl.state import Base, Began, Chosen, Contested, Flip, Pick, Ready
from rules.engine import kernel
from rules.engine.errors import NotAsked
from rules.engine.inputs import Answer
from tests.rules.brawl.table import Bout


@pytest.mark.rule("BR1")
@pytest.mark.parametrize("key", BUILT_IN)
def test_freezes_lie_at_the_bottom_under_the_shuffled_rest(key: str) -> None:
    other = "hale" if key != "hale" else "chris"
    decks = [Bout(decks=(key, other), seed=seed).s.fighters[0].deck for seed in range(12)]
    counts = built_in()[key].counts
    for deck in decks:
        assert len(deck) == 34 and deck[:3] == [FREEZE] * 3 and FREEZE not in deck[3:]
        assert deck.count(BASE) == counts[BASE] - 1
        assert Counter([*deck, BASE]) == Counter(built_in()[key].cards)
    assert len({tuple(deck) for deck in decks}) == 12


@pytest.mark.rule("BR1")
def test_every_order_is_as_likely() -> None:
    # The card on top of Hale is a green Hit in 8 of 31 shuffles.
    tops = [Bout(decks=("hale", "chris"), seed=n, ready=False).s for n in range(1500)]
    share = sum(s.fighters[0].deck[-1] == 1 for s in tops) / 1500
    assert share == pytest.approx(8 / 31, abs=0.04)


@pytest.mark.rule("BR1", "BR10")
def test_a_card_too_few_or_a_base_too_many_is_noticed() -> None:
    assert GAME.problems(Bout().s) == []
    short, wide, twice = Bout().s, Bout().s, Bout().s
    short.fighters[1].deck.pop()
    wide.row += [Base(n, 0, [[], []]) for n in (2, 3)]
    twice.row[1].id = twice.row[0].id
    assert [len(GAME.problems(s)) for s in (short, wide, twice)] == [1, 2, 1]


@pytest.mark.rule("BR2")
def test_the_two_bases_start_side_by_side_seat_0_on_the_left() -> None:
    row = Bout().s.row
    assert [base.owner for base in row] == [0, 1]
    assert all(base.sides == [[], []] and not base.middle and not base.frozen for base in row)


@pytest.mark.rule("BR3")
def test_decks_are_chosen_unseen_and_shown_together() -> None:
    bout = Bout(decks=())
    assert bout.offers(0) == [Pick(key) for key in BUILT_IN]
    bout.do(0, Pick("hale"))
    assert bout.told == []
    assert kernel.waiting(bout.s) == [1]
    assert GAME.view(bout.s, 1).picked == "" == GAME.view(bout.s, None).picked
    assert GAME.view(bout.s, 0).picked == "hale"
    assert Pick("hale") in bout.offers(1)  # the offer gives nothing away
    bout.do(0, Pick("pearl"))  # and may be changed until both are in
    bout.do(1, Pick("otto"))
    assert bout.told == [Chosen(0, "Pearl"), Chosen(1, "Otto")]
    assert [fighter.key for fighter in bout.s.fighters] == ["pearl", "otto"]


@pytest.mark.rule("BR3")
def test_where_both_want_the_same_deck_a_coin_decides() -> None:
    kept = Counter[int]()
    for seed in range(40):
        bout = Bout(decks=(), seed=seed)
        bout.do(0, Pick("hale"))
        bout.do(1, Pick("hale"))
        contested, chosen = bout.told
        assert isinstance(contested, Contested) and isinstance(chosen, Chosen)
        keeper = contested.seat
        kept[keeper] += 1
        assert bout.turn == 1 - keeper
        assert bout.refused(1 - keeper, Pick("hale")) == "BR3"
        assert bout.refused(1 - keeper, Pick("nobody")) == "BR30"
        assert bout.refused(1 - keeper, Flip()) == "BR3"
        bout.do(1 - keeper, Pick("chris"))
        assert bout.s.fighters[keeper].key == "hale"
        assert bout.s.fighters[1 - keeper].key == "chris"
    assert min(kept[0], kept[1]) >= 8  # a Counter does not hold who was never given it


@pytest.mark.rule("BR3")
def test_mirror_lets_both_have_the_same_deck() -> None:
    bout = Bout(decks=(), mirror=True)
    bout.do(0, Pick("hale"))
    bout.do(1, Pick("hale"))
    assert [fighter.key for fighter in bout.s.fighters] == ["hale", "hale"]
    assert GAME.text.seat(GAME.view(bout.s, 0), 1) == "Hale 2"
    settled = Bout(decks=("hale", ""), mirror=True)
    assert Pick("hale") in settled.offers(1)


@pytest.mark.rule("BR3")
def test_a_deck_settled_beforehand_is_not_offered_to_the_other() -> None:
    bout = Bout(decks=("hale", ""))
    assert bout.turn == 1
    assert Pick("hale") not in bout.offers(1) and Pick("chris") in bout.offers(1)
    bout.do(1, Pick("chris"))
    assert bout.s.fighters[1].name == "Chris"


@pytest.mark.rule("BR3")
def test_two_who_are_late_get_two_decks() -> None:
    bout = Bout(decks=())
    bout.late(0)
    bout.late(1)
    first, second = (fighter.key for fighter in bout.s.fighters)
    assert first and second and first != second


@pytest.mark.rule("BR8")
@pytest.mark.parametrize("pace", ["training", "tournament"])
@pytest.mark.parametrize("first", [0, 1])
def test_both_say_ready_before_the_first_card(pace: str, first: int) -> None:
    bout = Bout(pace, ready=False)
    assert [question.seat for question in bout.s.open] == [0, 1]
    assert bout.offers(first) == [Ready()]
    assert bout.refused(first, Flip()) == "BR8"
    bout.do(first, Ready())
    assert kernel.waiting(bout.s) == [1 - first]
    with pytest.raises(NotAsked):
        kernel.check(GAME, bout.s, Answer(first, 2, Flip()))
    bout.late(1 - first)  # a player who does not answer is taken to be ready
    assert isinstance(bout.told[-1], Began)
    assert any(Flip() in bout.offers(seat) for seat in (0, 1))
