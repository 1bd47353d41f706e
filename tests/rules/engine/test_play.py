"""Barriers, undo, macros and replay."""

import pytest

from rules.engine import kernel
from rules.engine.codec import encode
from rules.engine.errors import NothingToUndo, Refused, RulesError, Stale
from rules.engine.inputs import Answer, DeclineDraw, OfferDraw, TakeBack, Undo
from rules.engine.kernel import DrawAgreed, DrawDeclined, DrawOffered, Retracted
from rules.engine.play import Play, replay
from tests.rules.engine.table import SEED, at_play, begin, number, racing, say, turn_of_seat_0
from tests.rules.engine.toy import (
    GAME,
    Attack,
    Bid,
    Draw,
    Exchange,
    Fold,
    Grab,
    Peek,
    Push,
    Pushed,
    Stop,
    TugState,
    TugVariant,
)


def answer(play: Play[TugState], seat: int, option: object) -> list[object]:
    """A seat answers its question."""
    told = play.do(Answer(seat, number(play.state, seat), option))  # type: ignore[arg-type]
    return [t.event for t in told]


# -- barriers


def test_a_step_without_luck_or_news_is_no_barrier() -> None:
    assert not say(turn_of_seat_0(), 0, Push()).barrier


@pytest.mark.parametrize("option", [Draw(), Peek(), Attack(1), Stop()])
def test_a_draw_a_look_and_another_seat_are_barriers(option: object) -> None:
    assert say(turn_of_seat_0(), 0, option).barrier  # type: ignore[arg-type]


def test_an_exchange_is_a_barrier_whether_it_works_or_not() -> None:
    s = turn_of_seat_0()
    for top in (0, 20):
        s.pile.cards[0] = top
        assert say(s, 0, Exchange(s.hands[0][0])).barrier


def test_a_referees_input_is_a_barrier() -> None:
    assert kernel.apply(GAME, turn_of_seat_0(), OfferDraw(1)).barrier


def test_what_happened_is_told_at_the_barrier() -> None:
    play = at_play(turn_of_seat_0())
    assert answer(play, 0, Push()) == []
    assert not play.passed
    told = answer(play, 0, Draw())
    assert play.passed
    assert told[0] == Pushed(0)
    assert len(told) == 3
    assert play.since == []


def test_others_see_the_table_as_it_was_at_the_barrier() -> None:
    play = at_play(turn_of_seat_0())
    answer(play, 0, Push())
    assert play.seen_by(0).points[0] == 1
    assert play.seen_by(1).points[0] == 0
    assert play.seen_by(None).points[0] == 0
    answer(play, 0, Stop())
    assert play.seen_by(1).points[0] == 1


@pytest.mark.parametrize("player", [0, 1])
def test_talk_of_a_draw_does_not_break_into_an_unfinished_turn(player: int) -> None:
    play = at_play(turn_of_seat_0())
    answer(play, 0, Push())
    asked = number(play.state, 0)
    for given, event in (
        (OfferDraw(player), DrawOffered(player)),
        (DeclineDraw(1), DrawDeclined(1)),
    ):
        assert [t.event for t in play.do(given)] == [event]
        assert play.passed
        assert play.seen_by(0).points[0] == 1
        assert play.seen_by(1).points[0] == play.seen_by(None).points[0] == 0
        assert play.state.draws == play.barrier.draws
        assert number(play.state, 0) == asked  # the panel of who is at it stays good
        assert encode(GAME, Play(GAME, play.barrier, play.since).state) == encode(GAME, play.state)
    assert answer(play, 0, Stop())[0] == Pushed(0)


def test_an_offer_stands_when_the_answers_before_it_are_taken_back() -> None:
    play = at_play(turn_of_seat_0())
    answer(play, 0, Push())
    play.do(OfferDraw(1))
    play.do(Undo(0))
    assert play.state.points[0] == 0 and play.state.draws == [1]
    play.do(OfferDraw(0))
    assert play.state.outcome is not None and play.state.outcome.reason == "agreed"


def test_a_draw_can_be_agreed_on_in_the_middle_of_a_turn() -> None:
    play = at_play(turn_of_seat_0())
    answer(play, 0, Push())
    play.do(OfferDraw(1))
    told = [t.event for t in play.do(OfferDraw(0))]
    assert told == [Pushed(0), DrawOffered(0), DrawAgreed()]
    assert play.since == [] and play.state.outcome is not None


# -- undo


def test_undo_takes_back_one_answer_after_the_other() -> None:
    play = at_play(turn_of_seat_0())
    before = play.state
    answer(play, 0, Push())
    answer(play, 0, Push())
    play.do(Undo(0))
    assert play.state.points[0] == 1
    play.do(Undo(0))
    assert play.state.points == before.points
    assert play.state.pushed == before.pushed
    assert play.told == []
    with pytest.raises(NothingToUndo):
        play.do(Undo(0))


def test_numbers_go_on_after_an_undo() -> None:
    play = at_play(turn_of_seat_0())
    first = number(play.state, 0)
    answer(play, 0, Push())
    second = number(play.state, 0)
    play.do(Undo(0))
    assert number(play.state, 0) > second > first
    with pytest.raises(Stale):
        play.do(Answer(0, first, Push()))
    with pytest.raises(Stale):
        play.do(Answer(0, second, Push()))
    answer(play, 0, Push())
    assert play.state.points[0] == 1


def test_answers_and_their_undos_do_not_pile_up() -> None:
    """However often somebody changes their mind, what is kept is what they have answered."""
    play = at_play(turn_of_seat_0())
    answer(play, 0, Push())
    asked = number(play.state, 0)
    for _ in range(50):
        answer(play, 0, Push())
        play.do(Undo(0))
    assert [type(given) for given in play.since] == [Answer]
    assert play.steps == 1 and play.state.points[0] == 1
    assert number(play.state, 0) == asked + 100
    assert encode(GAME, Play(GAME, play.barrier, play.since).state) == encode(GAME, play.state)
    play.do(Undo(0))
    assert play.since == [] and play.state.points[0] == 0


def test_nobody_undoes_for_another() -> None:
    play = at_play(turn_of_seat_0())
    answer(play, 0, Push())
    assert play.can_undo(0)
    assert not play.can_undo(1)
    state = play.state
    with pytest.raises(NothingToUndo):
        play.do(Undo(1))
    assert play.state is state


def test_a_barrier_cannot_be_undone() -> None:
    play = at_play(turn_of_seat_0())
    answer(play, 0, Push())
    answer(play, 0, Draw())
    assert not play.can_undo(0)
    with pytest.raises(NothingToUndo, match="what was shown stays"):
        play.do(Undo(0))


def test_answers_as_they_come_cannot_be_undone() -> None:
    play = at_play(racing())
    answer(play, 0, Grab(1))
    with pytest.raises(NothingToUndo):
        play.do(Undo(0))


def test_an_undo_leaves_the_states_before_it_alone() -> None:
    play = at_play(turn_of_seat_0())
    start, data = play.state, encode(GAME, play.state)
    answer(play, 0, Push())
    pushed, later = play.state, encode(GAME, play.state)
    play.do(Undo(0))
    assert encode(GAME, start) == data
    assert encode(GAME, pushed) == later


# -- macros


def test_a_macro_answers_the_next_questions_of_a_seat() -> None:
    play = at_play(turn_of_seat_0())
    answered = play.answer_all(0, number(play.state, 0), [Push(), Push()])
    assert answered.play.state.points[0] == 2
    assert len(answered.inputs) == 2
    assert answered.dropped == []
    assert play.state.points[0] == 0
    assert answered.play.can_undo(0)


def test_a_macro_is_all_or_nothing_before_a_barrier() -> None:
    play = at_play(turn_of_seat_0())
    with pytest.raises(Refused):
        play.answer_all(0, number(play.state, 0), [Push(), Push(), Push(), Push()])
    assert play.state.points[0] == 0
    assert play.since == []


def test_a_macro_is_cut_at_a_barrier_and_says_what_was_dropped() -> None:
    play = at_play(turn_of_seat_0())
    answered = play.answer_all(0, number(play.state, 0), [Push(), Draw(), Push(), Stop()])
    assert [given.option for given in answered.inputs if isinstance(given, Answer)] == [
        Push(),
        Draw(),
    ]
    assert answered.dropped == [Push(), Stop()]
    assert len(answered.told) == 3
    assert answered.play.passed


def test_a_macro_with_an_old_number_is_stale() -> None:
    play = at_play(turn_of_seat_0())
    with pytest.raises(Stale):
        play.answer_all(0, number(play.state, 0) - 1, [Push()])


def test_a_macro_ends_when_its_seat_is_not_asked_any_more() -> None:
    play = at_play(racing())
    answered = play.answer_all(0, number(play.state, 0), [Grab(1), Grab(2)])
    assert answered.dropped == [Grab(2)]
    assert answered.play.state.question(0) is None


# -- replay


def test_a_log_with_undo_leads_to_the_same_bytes() -> None:
    play, _ = Play.start(GAME, TugVariant(), 2, SEED)
    log = []
    bid = Bid(play.state.hands[0][0])
    for seat, option in ((0, bid), (1, Fold())):
        log.append(Answer(seat, number(play.state, seat), option))
        play.do(log[-1])
    for given in (Peek(), Push(), None, Push(), Stop()):
        log.append(Undo(0) if given is None else Answer(0, number(play.state, 0), given))  # type: ignore[arg-type]
        play.do(log[-1])
    again = replay(GAME, TugVariant(), 2, SEED, log)
    assert encode(GAME, again.state) == encode(GAME, play.state)


def test_a_play_goes_on_from_its_barrier_and_the_inputs_since() -> None:
    play = at_play(turn_of_seat_0())
    answer(play, 0, Push())
    answer(play, 0, Push())
    play.do(Undo(0))
    again = Play(GAME, play.barrier, play.since)
    assert encode(GAME, again.state) == encode(GAME, play.state)
    assert again.can_undo(0)


def test_inputs_since_a_barrier_pass_none() -> None:
    s = begin()
    with pytest.raises(RulesError, match="pass another one"):
        Play(GAME, s, [Answer(0, number(s, 0), Fold())])


# -- taking back by consent


def test_a_move_is_taken_back_with_all_that_came_after_it() -> None:
    """To the barrier before it; numbers go on, so that nothing of before can be answered."""
    play = Play(GAME, turn_of_seat_0())
    before = play.barrier
    with pytest.raises(NothingToUndo):
        play.do(TakeBack(0))
    answer(play, 0, Push())
    answer(play, 0, Attack(1))
    assert play.can_take_back(0) and not play.can_take_back(1)
    asked = list(play.state.asked)
    assert [t.event for t in play.do(TakeBack(0))] == [Retracted(0)]
    assert play.passed and play.state is play.barrier and not play.can_take_back(0)
    assert (play.state.pushed, play.state.stamina) == (before.pushed, before.stamina)
    (question,) = play.state.open
    assert question.seat == 0 and question.number > asked[0]
    assert all(now >= was for now, was in zip(play.state.asked, asked, strict=True))


def test_nobody_goes_back_past_luck_or_a_secret() -> None:
    """A card that was drawn, a bid that came to light, somebody who gave up."""
    play = Play(GAME, turn_of_seat_0())
    answer(play, 0, Draw())
    assert not play.can_take_back(0)
    play = Play(GAME, turn_of_seat_0())
    answer(play, 0, Stop())
    assert not play.can_take_back(0), "a clock runs"
    play = Play(GAME, begin())
    answer(play, 0, Bid(play.state.hands[0][0]))
    answer(play, 1, Fold())
    assert not play.can_take_back(0) and not play.can_take_back(1)
