"""The pace `training`: turns, the discard pile, time and being done."""

from collections import Counter

import pytest

from rules.brawl.content.cards import (
    BASE,
    CLEAR,
    DODGE,
    FREEZE,
    KINDS,
    MIDDLE,
    NAMES,
    NONE,
    PRESS,
    REVERSE,
    WHOLE,
)
from rules.brawl.state import (
    Began,
    Discard,
    Done,
    Flip,
    Flipped,
    FromDiscard,
    Pause,
    Pick,
    PlayCard,
    Played,
    Ready,
)
from tests.rules.brawl.table import B2, G2, GB, R2, RB, B, Bout, G, R, base


@pytest.mark.rule("BR7")
def test_a_fair_coin_picks_who_begins() -> None:
    begun = Counter(Bout(seed=seed).turn for seed in range(200))
    assert 70 <= begun[0] <= 130
    assert Bout(seed=3).told[-1] == Began(Bout(seed=3).turn)


@pytest.mark.rule("BR4", "BR7")
def test_a_turn_is_one_card_turned_over_and_played_or_discarded() -> None:
    bout = Bout().give(0, discard=[]).give(1, discard=[])
    first = bout.turn
    top = bout.s.fighters[first].deck[-1]
    assert bout.offers(first) == [Flip()]
    bout.do(first, Flip())
    assert bout.told == [Flipped(first, top)]
    assert bout.turn == first and bout.s.fighters[first].held == top
    assert bout.refused(first, Flip()) == "BR4"
    bout.do(first, Discard())
    assert bout.turn == 1 - first
    assert bout.s.fighters[first].discard == [top] and bout.s.fighters[first].held == NONE
    bout.hold(R)
    bout.play(1 - first, 0, 0)
    assert bout.turn == first


@pytest.mark.rule("BR4")
def test_only_the_held_card_is_played_or_discarded() -> None:
    bout = Bout()
    by = bout.turn
    assert bout.refused(by, Discard()) == "BR4"
    assert bout.refused(by, PlayCard(R, 0, 0)) == "BR4"
    bout.hold(R)
    assert bout.refused(by, PlayCard(G, 0, 0)) == "BR4"


@pytest.mark.rule("BR5", "BR7")
def test_the_top_of_the_discard_pile_is_played_instead_of_a_new_card() -> None:
    bout = Bout().lay(base(0), base(1, 1))
    by = bout.turn
    bout.give(by, discard=[G, R])
    assert bout.places(by, FromDiscard) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert bout.refused(by, FromDiscard(G, 0, 0)) == "BR5"  # it lies below
    bout.replay(by, 1, by)
    assert bout.told == [Played(by, R, 1, by, discard=True)]
    assert bout.base(1).sides[by] == [R] and bout.s.fighters[by].discard == [G]
    assert bout.turn == 1 - by  # that was the turn
    bout.hold(B)
    bout.do(1 - by, Discard())
    assert FromDiscard(G, 0, by) in bout.offers(by)  # uncovered


@pytest.mark.rule("BR5")
@pytest.mark.parametrize("pace", ["training", "tournament"])
@pytest.mark.parametrize("card", range(KINDS), ids=lambda card: NAMES[card])
def test_every_card_goes_from_the_discard_pile_where_it_goes_from_the_hand(
    card: int, pace: str
) -> None:
    def laid_out() -> Bout:
        sides = ([R], [G]), ([B, B2], [R, DODGE]), ([G, GB], [R, RB, PRESS])
        few = sides[: 2 if card == BASE else 3]
        return Bout(pace).lay(*(base(n, n % 2, *s, [REVERSE] * n) for n, s in enumerate(few)))

    held, piled = laid_out(), laid_out()
    by = held.s.open[0].seat
    held.hold(card, by)
    piled.give(by, discard=[R, card])
    places = held.places(by)
    assert places and piled.places(by, FromDiscard) == places
    held.play(by, *places[-1])
    piled.replay(by, *places[-1])
    assert piled.s.row == held.s.row and piled.s.gone == held.s.gone
    assert piled.s.fighters[by].discard == [R]


@pytest.mark.rule("BR5")
def test_not_while_holding_a_card() -> None:
    bout = Bout().lay(base(0), base(1, 1))
    by = bout.turn
    bout.give(by, discard=[R]).hold(G)
    assert bout.places(by, FromDiscard) == []
    assert bout.refused(by, FromDiscard(R, 0, 0)) == "BR5"


@pytest.mark.rule("BR5")
def test_an_empty_discard_pile_and_a_foreign_one_give_nothing() -> None:
    bout = Bout()
    by = bout.turn
    bout.give(by, discard=[]).give(1 - by, discard=[R])
    assert bout.refused(by, FromDiscard(R, 0, 0)) == "BR5"


@pytest.mark.rule("BR8")
def test_no_pause_and_no_second_ready_in_training() -> None:
    bout = Bout()
    for option in (Pause(), Ready()):
        assert bout.refused(bout.turn, option) == "BR8"
    assert bout.refused(bout.turn, Pick("hale")) == "BR3"


@pytest.mark.rule("BR9")
def test_a_player_who_is_late_turns_over_then_discards() -> None:
    bout = Bout()
    by = bout.turn
    bout.late(by)
    assert bout.s.fighters[by].held != NONE and bout.turn == by
    card = bout.s.fighters[by].held
    bout.late(by)
    assert bout.s.fighters[by].discard == [card] and bout.turn == 1 - by
    bout.give(1 - by, deck=[], discard=[R])
    bout.late(1 - by)
    assert bout.s.fighters[1 - by].done


@pytest.mark.rule("BR9")
def test_an_empty_deck_is_not_shuffled_again() -> None:
    bout = Bout().lay(base(0, 0, [R]), base(1, 1))
    by = bout.turn
    assert bout.refused(by, Done()) == "BR9"  # not while there are cards
    bout.give(by, deck=[], discard=[B2, R2])
    assert bout.offers(by) == [FromDiscard(R2, 0, 0), Done()]
    assert bout.refused(by, Flip()) == "BR9"


def nearly_over() -> tuple[Bout, int]:
    """A bout in which the one to act has an empty deck and a red Hit on the discard pile."""
    bout = Bout().lay(base(0), base(1, 1))
    by = bout.turn
    return bout.give(by, deck=[], discard=[R]), by


@pytest.mark.rule("BR9", "BR25")
def test_the_game_ends_when_both_are_done_with_no_play_between() -> None:
    bout, by = nearly_over()
    bout.give(1 - by, deck=[G2], discard=[])
    bout.do(by, Done())
    bout.do(1 - by, Flip(), Discard())  # no play
    assert bout.s.fighters[by].done
    assert bout.turn == by  # who is done may still think better of it
    bout.do(by, Done())
    bout.do(1 - by, Done())
    assert bout.s.outcome is not None and bout.s.outcome.reason == "done"
    assert bout.s.outcome.scores == (1, 1) and bout.s.outcome.winners == ()


@pytest.mark.rule("BR9")
def test_any_play_withdraws_both_dones() -> None:
    bout, by = nearly_over()
    bout.give(1 - by, deck=[G], discard=[])
    bout.do(by, Done())
    bout.do(1 - by, Flip())
    bout.play(1 - by, 0, 1 - by)
    assert not bout.s.fighters[by].done and bout.s.outcome is None
    bout.replay(by, 0, by)
    # Both have run out of everything now: done without a word.
    assert bout.s.outcome is not None and bout.s.outcome.reason == "done"


@pytest.mark.rule("BR9")
def test_a_player_who_is_done_may_still_play_in_a_later_turn() -> None:
    bout, by = nearly_over()
    bout.give(1 - by, deck=[], discard=[R])
    bout.do(by, Done())
    bout.replay(1 - by, 0, 1 - by)
    bout.replay(by, 1, by)
    assert bout.s.outcome is not None


@pytest.mark.rule("BR9")
def test_who_is_done_and_can_play_nothing_is_passed_over() -> None:
    bout, by = nearly_over()
    bout.give(by, discard=[R2]).give(1 - by, deck=[B, G2, G2], discard=[])
    bout.do(by, Done())
    bout.do(1 - by, Flip(), Discard())
    assert bout.turn == 1 - by  # again
    bout.do(1 - by, Flip(), Discard())
    bout.do(1 - by, Flip())
    bout.play(1 - by, 0, 0)
    assert bout.turn == by  # the play took the word back
    assert bout.offers(by) == [Done()]


@pytest.mark.rule("BR9")
def test_an_empty_deck_with_an_empty_discard_pile_is_done_by_itself() -> None:
    bout = Bout().lay(base(0), base(1, 1))
    by = bout.turn
    bout.give(by, deck=[R], discard=[]).give(1 - by, deck=[G2, G2], discard=[])
    bout.do(by, Flip())
    bout.play(by, by, by)
    bout.do(1 - by, Flip(), Discard())
    assert bout.turn == 1 - by
    bout.do(1 - by, Flip(), Discard())
    bout.do(1 - by, Done())
    assert bout.s.outcome is not None and bout.s.outcome.scores == (1, 1)


# -- the end


@pytest.mark.rule("BR25")
def test_the_game_ends_the_moment_every_base_is_frozen() -> None:
    bout = Bout().lay(base(0, 0, [R], frozen=True, middle=[FREEZE]), base(1, 1, [G])).hold(FREEZE)
    by = bout.turn
    bout.play(by, 1, MIDDLE)
    assert bout.s.outcome is not None
    assert bout.s.outcome.reason == "frozen"
    assert bout.s.outcome.winners == (0,) and bout.s.outcome.scores == (2, 0)
    assert bout.s.open == []


@pytest.mark.rule("BR15", "BR25")
def test_clearing_the_last_unfrozen_base_ends_the_game() -> None:
    bout = Bout().lay(base(0, 0, [], [R], frozen=True), base(1, 0, [G, G])).hold(CLEAR)
    bout.play(bout.turn, 1, WHOLE)
    assert bout.s.outcome is not None
    assert bout.s.outcome.winners == (1,) and bout.s.outcome.scores == (0, 1)


@pytest.mark.rule("BR22", "BR26")
@pytest.mark.parametrize(
    ("owners", "winners", "scores"),
    [((0, 0, 1), (0,), (2, 1)), ((1, 0, 1), (1,), (1, 2)), ((0, 1), (), (1, 1))],
)
def test_most_bases_win_and_equal_is_a_draw(
    owners: tuple[int, ...], winners: tuple[int, ...], scores: tuple[int, int]
) -> None:
    row = [base(at, owner, frozen=bool(at)) for at, owner in enumerate(owners)]
    bout = Bout().lay(*row).hold(FREEZE)
    bout.play(bout.turn, 0, MIDDLE)
    assert bout.s.outcome is not None
    assert bout.s.outcome.winners == winners and bout.s.outcome.scores == scores


@pytest.mark.rule("BR25")
def test_one_unfrozen_base_keeps_the_game_going() -> None:
    bout = Bout().lay(base(0, frozen=True), base(1, 1)).hold(BASE)
    bout.play(bout.turn, -1, 4)
    bout.hold(FREEZE)
    bout.play(bout.turn, 1, MIDDLE)
    assert bout.s.outcome is None
    bout.hold(PRESS)
    assert bout.offers(bout.turn) == [Discard()]
