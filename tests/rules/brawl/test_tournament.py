"""The pace `tournament`: both act as they like, clocks, pauses."""

import json

import pytest

from rules.brawl.content.cards import CLEAR, FREEZE, MIDDLE, NONE, WHOLE
from rules.brawl.game import GAME
from rules.brawl.state import (
    Discard,
    Done,
    Flip,
    FromDiscard,
    Knocked,
    Pause,
    Paused,
    PlayCard,
    Ready,
    SaidDone,
)
from rules.engine import codec, kernel
from rules.engine.errors import NotAsked, Stale
from rules.engine.inputs import Answer
from rules.engine.kernel import TimedOut
from tests.rules.brawl.table import G2, R2, B, Bout, G, R, base


def bout() -> Bout:
    """A bout that is on, with two bare Bases."""
    return Bout("tournament").lay(base(0), base(1, 1))


@pytest.mark.rule("BR6")
def test_both_act_whenever_they_like() -> None:
    t = bout()
    t.do(0, Flip())
    t.do(0, Discard(), Flip(), Discard(), Flip())
    t.do(1, Flip())
    assert len(t.s.fighters[0].deck) == 31 and len(t.s.fighters[1].deck) == 33
    assert [q.seat for q in sorted(t.s.open, key=lambda q: q.seat)] == [0, 1]


@pytest.mark.rule("BR6")
def test_the_other_s_play_never_changes_my_question() -> None:
    t = bout().hold(R, 0).hold(G, 1)
    mine = t.number(0)
    t.play(1, 0, 0)
    t.do(1, Flip(), Discard())
    assert t.number(0) == mine


@pytest.mark.rule("BR6")
def test_a_play_that_came_too_late_is_refused_and_the_card_stays() -> None:
    t = bout().hold(R, 0).hold(G, 1)
    mine = t.number(0)
    assert PlayCard(R, 0, 0) in t.offers(0)
    t.play(1, 0, 0)
    assert t.refused(0, PlayCard(R, 0, 0), mine) == "BR11"
    assert t.s.fighters[0].held == R
    t.do(0, PlayCard(R, 1, 0))
    with pytest.raises(Stale):
        kernel.apply(GAME, t.s, Answer(0, mine, PlayCard(R, 0, 1)))


@pytest.mark.rule("BR6", "BR15")
def test_a_base_that_was_cleared_meanwhile() -> None:
    t = bout().hold(R, 0).hold(CLEAR, 1)
    t.play(1, 0, WHOLE)
    assert t.refused(0, PlayCard(R, 0, 0)) == "BR15"


@pytest.mark.rule("BR4")
def test_the_held_card_comes_first() -> None:
    t = bout().hold(R, 0)
    assert t.refused(0, Flip()) == "BR4"


@pytest.mark.rule("BR5")
def test_the_discard_pile_may_be_played_while_holding() -> None:
    t = bout().give(0, discard=[G, B]).hold(R, 0)
    t.replay(0, 0, 0)
    assert t.s.fighters[0].held == R and t.s.fighters[0].discard == [G]
    assert FromDiscard(G, 1, 0) in t.offers(0)  # uncovered
    t.do(0, Discard())
    assert t.refused(0, FromDiscard(G, 1, 0)) == "BR5"  # covered again


# -- clocks


@pytest.mark.rule("BR9")
def test_each_player_has_a_clock_that_starts_anew_with_each_own_act() -> None:
    t = bout()
    assert t.s.clocks == {"seat0": 15, "seat1": 15}
    t.do(0, Flip())
    assert t.armed == ["seat0"]
    t.hold(G, 1)
    assert t.armed == ["seat1"]
    t.play(1, 0, 1)
    assert t.armed == ["seat1"]
    assert Bout("tournament", seconds=30).s.clocks == {"seat0": 30, "seat1": 30}
    assert Bout("training").s.clocks == {}


@pytest.mark.rule("BR9")
def test_a_clock_turns_over_then_discards_then_says_done() -> None:
    t = bout().give(0, deck=[R2], discard=[])
    other = t.number(1)
    t.elapse("seat0")
    assert t.told[0] == TimedOut(0) and t.s.fighters[0].held == R2
    t.elapse("seat0")
    assert t.s.fighters[0].discard == [R2]
    assert t.offers(0) == [Done(), Pause()]
    t.elapse("seat0")
    assert t.s.fighters[0].done and "seat0" not in t.s.clocks
    assert t.number(1) == other and t.s.clocks == {"seat1": 15}


@pytest.mark.rule("BR6", "BR9")
def test_a_press_meant_for_a_card_that_time_has_taken_does_not_hit_the_next_one() -> None:
    t = bout().give(0, deck=[G]).hold(R, 0)
    mine = t.number(0)
    t.elapse("seat0")  # discards the red Hit
    t.elapse("seat0")  # turns over the green one
    assert t.s.fighters[0].held == G
    with pytest.raises(Stale):
        kernel.apply(GAME, t.s, Answer(0, mine, Discard()))


@pytest.mark.rule("BR9")
def test_nobody_wins_by_waiting() -> None:
    t = Bout("tournament", seed=9)
    for _ in range(400):
        if t.s.outcome is not None:
            break
        t.elapse(min(t.s.clocks))
    assert t.s.outcome is not None and t.s.outcome.reason == "done"


# -- being done


@pytest.mark.rule("BR9")
def test_nobody_is_done_with_a_card_in_hand() -> None:
    t = bout().give(0, deck=[]).hold(R, 0)
    assert t.s.fighters[0].deck == [] and Done() not in t.offers(0)
    assert t.refused(0, Done()) == "BR9"


@pytest.mark.rule("BR9")
def test_who_is_done_may_still_play_and_takes_both_words_back() -> None:
    t = bout().give(0, deck=[], discard=[R]).give(1, deck=[G2], discard=[])
    t.do(0, Done())
    assert t.told == [SaidDone(0)]
    assert "seat0" not in t.s.clocks  # nothing presses who is done
    t.do(0, Done())
    assert t.told == []  # saying it twice changes nothing
    t.do(1, Flip(), Discard())
    assert t.s.fighters[0].done
    t.replay(0, 0, 0)
    assert not t.s.fighters[0].done
    assert t.s.outcome is None
    t.do(1, Done())  # seat 0 has nothing left and is done without a word
    assert t.s.outcome is not None and t.s.outcome.reason == "done"


@pytest.mark.rule("BR9")
def test_a_play_brings_back_who_was_done_with_nothing_to_play() -> None:
    t = bout().give(0, deck=[], discard=[R2]).hold(R, 1)
    t.do(0, Done())
    assert t.refused(0, Done()) == "BR9"
    assert kernel.waiting(t.s) == [1]
    mine = t.number(0)
    t.play(1, 0, 1)
    assert t.number(0) == mine and kernel.waiting(t.s) == [0, 1]
    assert not t.s.fighters[0].done
    assert t.offers(0) == [FromDiscard(R2, 0, 1), Done(), Pause()]
    assert t.s.clocks["seat0"] == 15


@pytest.mark.rule("BR9", "BR25")
def test_both_done_ends_the_bout() -> None:
    t = bout().give(0, deck=[], discard=[R]).give(1, deck=[], discard=[G])
    t.lay(base(0, 0, [R]), base(1, 1, [R]))
    t.do(1, Done())
    t.do(0, Done())
    assert t.s.outcome is not None
    assert t.s.outcome.winners == (0,) and t.s.outcome.scores == (2, 0)
    assert t.s.clocks == {} and t.s.open == []


@pytest.mark.rule("BR25")
def test_the_last_freeze_ends_the_bout_at_once() -> None:
    t = bout().lay(base(0, frozen=True), base(1, 1)).hold(FREEZE, 1)
    t.play(1, 1, MIDDLE)
    assert t.s.outcome is not None and t.s.outcome.reason == "frozen"


# -- pauses


@pytest.mark.rule("BR8")
def test_a_pause_stops_all_until_both_are_ready() -> None:
    t = bout().hold(R, 0).hold(G, 1)
    mine = t.number(0)
    t.do(1, Pause())
    assert t.told == [Paused(1)] and t.s.clocks == {}
    assert t.number(0) == mine  # a click on its way hears of the pause
    assert {question.kind for question in t.s.open} == {"ready"}
    assert t.refused(0, PlayCard(R, 0, 0), mine) == "BR8"
    assert t.offers(0) == [Ready()] == t.offers(1)
    t.do(1, Ready())
    assert t.told == [Knocked(1)]
    assert kernel.waiting(t.s) == [0]
    t.do(0, Ready())
    assert t.s.clocks == {"seat0": 15, "seat1": 15}
    assert t.s.fighters[0].held == R != NONE
    t.play(0, 0, 0)
    assert t.refused(0, Ready()) == "BR8"


@pytest.mark.rule("BR8")
def test_a_pause_also_asks_who_is_done() -> None:
    t = bout().give(0, deck=[], discard=[R2])
    t.do(0, Done())
    t.do(1, Pause())
    assert sorted(kernel.waiting(t.s)) == [0, 1]
    t.do(0, Ready())
    t.do(1, Ready())
    assert kernel.waiting(t.s) == [1]
    assert t.s.fighters[0].done and t.s.clocks == {"seat1": 15}


@pytest.mark.rule("BR8")
@pytest.mark.parametrize("pile", [[], [R2], [R]], ids=["spent", "nothing fits", "something fits"])
def test_who_is_done_may_call_a_pause(pile: list[int]) -> None:
    t = bout().give(0, deck=[], discard=[]).hold(G, 0).give(0, discard=pile)
    t.play(0, 0, 0)
    if pile:
        t.do(0, Done())
    assert Pause() in t.offers(0)
    t.do(0, Pause())
    assert t.told == [Paused(0)] and t.s.clocks == {}
    assert sorted(kernel.waiting(t.s)) == [0, 1]


@pytest.mark.rule("BR8", "BR9")
def test_nobody_waits_for_who_is_done_with_nothing_to_play() -> None:
    t = bout().give(0, deck=[], discard=[R2])
    t.do(0, Done())
    assert t.offers(0) == [Pause()]
    assert kernel.waiting(t.s) == [1] and t.s.clocks == {"seat1": 15}
    with pytest.raises(Stale):
        t.late(0)


@pytest.mark.rule("BR8")
def test_a_pause_is_taken_though_the_clock_has_acted_meanwhile() -> None:
    """The panel under the thumb is out of date by then; other acts on it are not taken."""
    t = bout().give(0, deck=[G, R])
    mine = t.number(0)
    t.elapse("seat0")  # turns a card over
    assert t.number(0) != mine
    with pytest.raises(Stale):
        kernel.apply(GAME, t.s, Answer(0, mine, Discard()))
    t.give_answer(0, mine, Pause())
    assert t.told == [Paused(0)] and t.s.clocks == {}
    assert t.refused(0, Pause(), mine) == "BR8"  # pressed twice


@pytest.mark.rule("BR8")
def test_a_bout_begun_by_the_first_rules_goes_on_by_them() -> None:
    """Whoever was done with nothing to play had no say, not even a pause."""
    begun = bout().give(0, deck=[], discard=[R2])
    saved = json.loads(codec.encode(GAME, begun.s))
    saved["edition"] = 1
    del saved["state"]["done_may_pause"]
    begun.s = codec.decode(GAME, json.dumps(saved).encode())
    begun.do(0, Done())
    assert begun.s.question(0) is None
    with pytest.raises(NotAsked):
        kernel.apply(GAME, begun.s, Answer(0, begun.s.asked[0] + 1, Pause()))


@pytest.mark.rule("BR8")
def test_a_pause_over_and_over_keeps_the_cards() -> None:
    t = bout().hold(R, 0)
    for seat in (0, 1, 0):
        t.do(seat, Pause())
        t.late(1 - seat)
        t.late(seat)
    assert t.s.fighters[0].held == R
    assert PlayCard(R, 0, 0) in t.offers(0)
