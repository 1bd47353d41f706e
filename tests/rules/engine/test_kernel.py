"""Asking, answering, and what the referee lets in besides answers."""

import random

import pytest

from rules.engine import kernel
from rules.engine.codec import clone, encode
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Broken, GameOver, NotAsked, Refused, RulesError, Stale
from rules.engine.inputs import (
    Answer,
    DeclineDraw,
    Elapsed,
    OfferDraw,
    Resign,
    Timeout,
    Undo,
)
from rules.engine.state import Option, Told
from tests.rules.engine.table import begin, bidding, number, racing, say, turn_of_seat_0
from tests.rules.engine.toy import (
    GAME,
    Accept,
    Attack,
    Bid,
    Draw,
    DrewCard,
    Fold,
    Grab,
    Leave,
    Push,
    Round,
    Shield,
    Stop,
    Tug,
    TugState,
)

# -- starting


def test_the_same_seed_deals_the_same_game() -> None:
    assert encode(GAME, begin()) == encode(GAME, begin())


def test_another_seed_deals_another_game() -> None:
    other = kernel.start(GAME, begin().variant, 2, bytes(16)).state
    assert other.hands != begin().hands


def test_a_player_may_hold_two_seats() -> None:
    s = begin(pairs=True)
    assert s.seats == [0, 1, 0, 1]
    assert s.players == 2
    assert s.seats_of(1) == [1, 3]
    assert [q.seat for q in kernel.open_to(s, 1)] == [1, 3]
    assert kernel.open_to(s, None) == []


# -- hidden questions


def test_hidden_answers_wait_for_each_other() -> None:
    s = begin()
    first = say(s, 0, Bid(s.hands[0][0]))
    assert first.told == []
    assert kernel.waiting(first.state) == [1]
    assert first.state.hands == s.hands
    second = say(first.state, 1, Fold())
    assert len(second.told) == 1
    assert second.state.pending == {}


def test_a_hidden_answer_can_be_changed_until_all_are_in() -> None:
    s = begin()
    s = say(s, 0, Bid(s.hands[0][0])).state
    s = say(s, 0, Bid(s.hands[0][1])).state
    assert s.pending == {0: Bid(s.hands[0][1])}
    bid = s.hands[0][1]
    after = say(s, 1, Fold()).state
    assert bid in after.discard
    assert bid not in after.hands[0]


def test_the_others_do_not_see_a_hidden_answer() -> None:
    s = begin()
    one = say(s, 0, Bid(s.hands[0][0])).state
    two = say(s, 0, Bid(s.hands[0][1])).state
    assert GAME.view(one, 1) == GAME.view(two, 1)
    assert GAME.view(one, None) == GAME.view(two, None)


def test_a_resignation_completes_hidden_answers() -> None:
    s = begin(players=3)
    s = say(s, 0, Bid(s.hands[0][0])).state
    s = say(s, 1, Fold()).state
    after = kernel.apply(GAME, s, Resign(2)).state
    assert after.outcome is None
    assert after.pending == {}
    assert kernel.waiting(after) == [0]


def test_a_withdrawn_question_takes_its_hidden_answer_along() -> None:
    s = begin(players=3)
    s = say(s, 2, Bid(s.hands[2][0])).state
    after = kernel.apply(GAME, s, Resign(2)).state
    assert after.pending == {}
    assert kernel.waiting(after) == [0, 1]


def test_who_has_answered_in_secret_is_not_timed_out() -> None:
    s = say(begin(), 0, Fold()).state
    with pytest.raises(Stale):
        kernel.apply(GAME, s, Timeout(0, number(s, 0)))


# -- questions as they come


def test_answers_as_they_come_leave_the_others_their_questions() -> None:
    s = racing()
    before = number(s, 1)
    after = say(s, 0, Grab(2)).state
    assert number(after, 1) == before
    assert Grab(2) not in kernel.offer(GAME, after, 1)


def test_a_slower_click_is_refused_with_the_reason_and_not_stale() -> None:
    s = racing()
    after = say(s, 0, Grab(2)).state
    with pytest.raises(Refused, match="That token is gone") as refused:
        say(after, 1, Grab(2))
    assert refused.value.rule == "TG5"
    assert say(after, 1, Grab(3)).state.points[1] == 1


def test_every_answer_as_it_comes_is_a_barrier() -> None:
    assert say(racing(), 0, Grab(2)).barrier


def test_a_standing_question_can_be_answered_and_waits_for_nobody() -> None:
    s = racing()
    plain = encode(GAME, s)
    question = s.question(1)
    assert question is not None
    question.standing = True
    assert b"standing" not in plain and b"standing" in encode(GAME, s)
    assert clone(GAME, s) == s
    assert kernel.waiting(s) == [0]
    unchanged(s, Timeout(1, question.number), Stale, "answered already")
    assert say(s, 1, Grab(3)).state.points[1] == 1


def test_what_means_the_same_at_any_question_is_never_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    s = racing()
    late = Answer(1, number(s, 1) - 1, Leave())
    unchanged(s, late, Stale, "answered this already")
    monkeypatch.setattr(Leave, "anytime", True)
    assert kernel.waiting(kernel.apply(GAME, s, late).state) == [0]
    unchanged(s, Answer(1, 0, Leave()), Stale, "answered this already")  # no question was ever 0
    unchanged(s, Answer(1, number(s, 1) + 1, Leave()), NotAsked, "not been put to you")
    gone = kernel.apply(GAME, s, late).state
    unchanged(gone, late, Stale, "answered this already")  # nothing is open to that seat


# -- frames


def test_a_reaction_comes_between_and_the_turn_goes_on() -> None:
    s = turn_of_seat_0()
    attacked = say(s, 0, Attack(1)).state
    assert kernel.waiting(attacked) == [1]
    assert len(attacked.frames) == 3
    back = say(attacked, 1, Accept()).state
    assert kernel.waiting(back) == [0]
    assert Attack(1) not in kernel.offer(GAME, back, 0)


def test_whoever_is_attacked_is_asked_with_and_without_a_shield() -> None:
    for card in (0, 23):
        s = turn_of_seat_0()
        s.hands[1] = [card]
        attacked = say(s, 0, Attack(1)).state
        assert kernel.waiting(attacked) == [1]
        assert (Shield(23) in kernel.offer(GAME, attacked, 1)) == (card == 23)


class Circling(Phase[TugState, Round]):
    """A phase that does nothing."""

    def run(self, r: Resolver[TugState], f: Round) -> None:
        return


class CirclingTug(Tug):
    """Tug that never asks."""

    phases = {**Tug.phases, Round: Circling()}


def test_frames_that_run_in_circles_are_a_defect() -> None:
    with pytest.raises(Broken, match="circles"):
        kernel.start(CirclingTug(), begin().variant, 2, bytes(16))


def test_frames_that_run_out_are_a_defect() -> None:
    s = begin()
    s.open, s.frames = [], []
    with pytest.raises(Broken, match="ran out"):
        kernel.advance(Resolver(GAME, s, []))


def test_asking_while_a_question_is_open_is_a_defect() -> None:
    with pytest.raises(Broken, match="open"):
        Resolver(GAME, begin(), []).ask(0, "again")


# -- refusals


def unchanged(s: TugState, given: object, error: type[RulesError], words: str) -> RulesError:
    """An input is refused, and the state is as before."""
    before = encode(GAME, s)
    with pytest.raises(error, match=words) as refused:
        kernel.apply(GAME, s, given)  # type: ignore[arg-type]
    assert encode(GAME, s) == before
    return refused.value


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there(seat: int) -> None:
    unchanged(begin(), Answer(seat, 1, Fold()), NotAsked, "There is no seat")


def test_a_seat_that_is_not_asked() -> None:
    s = turn_of_seat_0()
    unchanged(s, Answer(1, s.asked[1] + 1, Push()), NotAsked, "not asked anything")


def test_a_question_answered_before() -> None:
    s = turn_of_seat_0()
    unchanged(s, Answer(0, number(s, 0) - 1, Stop()), Stale, "answered this already")
    unchanged(s, Answer(1, s.asked[1], Fold()), Stale, "answered this already")


def test_a_question_that_was_never_put() -> None:
    s = turn_of_seat_0()
    unchanged(s, Answer(0, number(s, 0) + 1, Stop()), NotAsked, "not been put")


def test_an_unknown_pick() -> None:
    s = begin()
    error = unchanged(s, Answer(0, 1, Bid(999)), Refused, "Only a card of your hand")
    assert isinstance(error, Refused)
    assert error.rule == "TG1"
    assert str(error) == error.sentence


class Castle(Option, frozen=True):
    """A move of another game."""


def test_a_move_of_another_game() -> None:
    unchanged(begin(), Answer(0, 1, Castle()), Refused, "Tug knows no such move")


def test_an_undo_is_the_business_of_the_play() -> None:
    unchanged(begin(), Undo(0), RulesError, "not an input of the game itself")


# -- time


def test_a_timeout_gives_the_default_answer_and_says_so() -> None:
    s = begin()
    step = kernel.apply(GAME, s, Timeout(0, number(s, 0)))
    assert step.state.pending == {0: Fold()}
    assert step.told[0].event == kernel.TimedOut(0)
    assert step.barrier


def test_an_answer_that_was_ordered_is_the_same_answer_and_says_so() -> None:
    s = turn_of_seat_0()
    plain = kernel.apply(GAME, s, Answer(0, number(s, 0), Push()))
    step = kernel.apply(GAME, s, Answer(0, number(s, 0), Push(), ordered=True))
    assert step.state == plain.state
    assert step.told == [Told(kernel.Ordered(0)), *plain.told]


def test_a_timeout_of_an_answered_question_is_stale() -> None:
    s = turn_of_seat_0()
    unchanged(s, Timeout(0, number(s, 0) - 1), Stale, "answered already")
    unchanged(s, Timeout(1, 1), Stale, "answered already")
    unchanged(s, Timeout(7, 1), Stale, "answered already")


def test_a_clock_runs_while_it_is_armed_and_ends_the_race() -> None:
    s = racing()
    assert s.clocks == {"race": 30}
    step = kernel.apply(GAME, s, Elapsed("race"))
    assert step.state.clocks == {}
    assert step.state.mode == "hidden"
    assert step.barrier


def test_a_clock_is_disarmed_when_the_race_is_over() -> None:
    s = racing()
    s = say(s, 0, Leave()).state
    assert s.clocks == {"race": 30}
    assert say(s, 1, Leave()).state.clocks == {}


def test_a_clock_that_does_not_run_cannot_run_out() -> None:
    unchanged(begin(), Elapsed("race"), Stale, "race is not running")


# -- giving up


def test_a_resignation_of_two_ends_the_game() -> None:
    step = kernel.apply(GAME, begin(), Resign(0))
    assert step.state.outcome is not None
    assert step.state.outcome.winners == (1,)
    assert step.state.open == []
    assert step.told[0].event == kernel.Resigned(0)


def test_a_resignation_among_three_lets_the_others_play_on() -> None:
    s = kernel.apply(GAME, turn_of_seat_0(players=3), Resign(0)).state
    assert s.outcome is None
    assert kernel.waiting(s) == [1, 2]
    unchanged(s, Resign(0), RulesError, "resigned already")


@pytest.mark.parametrize("player", [-1, 2])
def test_nobody_resigns_for_an_empty_chair(player: int) -> None:
    unchanged(begin(), Resign(player), NotAsked, "There is no player")


# -- draws


def test_a_draw_needs_everybody() -> None:
    s = kernel.apply(GAME, begin(), OfferDraw(0)).state
    assert s.outcome is None
    assert s.draws == [0]
    step = kernel.apply(GAME, s, OfferDraw(1))
    assert step.state.outcome is not None
    assert step.state.outcome.winners == ()
    assert step.state.outcome.reason == "agreed"
    assert [type(t.event) for t in step.told] == [kernel.DrawOffered, kernel.DrawAgreed]


def test_who_resigned_need_not_agree() -> None:
    s = kernel.apply(GAME, begin(players=3), Resign(2)).state
    s = kernel.apply(GAME, s, OfferDraw(0)).state
    assert kernel.apply(GAME, s, OfferDraw(1)).state.outcome is not None


def test_a_declined_draw_is_off_the_table() -> None:
    s = kernel.apply(GAME, begin(), OfferDraw(0)).state
    step = kernel.apply(GAME, s, DeclineDraw(1))
    assert step.state.draws == []
    assert step.told[0].event == kernel.DrawDeclined(1)
    assert kernel.apply(GAME, step.state, OfferDraw(1)).state.outcome is None


def test_bad_talk_about_draws() -> None:
    unchanged(begin(), DeclineDraw(0), RulesError, "No draw is on offer")
    unchanged(begin(), OfferDraw(9), NotAsked, "There is no player 10")
    s = kernel.apply(GAME, begin(), OfferDraw(0)).state
    unchanged(s, OfferDraw(0), RulesError, "offered a draw already")


class FightToTheEnd(Tug):
    """Tug without draws by agreement."""

    draws = False


def test_a_game_may_know_no_draw() -> None:
    with pytest.raises(RulesError, match="Tug knows no draw"):
        kernel.apply(FightToTheEnd(), begin(), OfferDraw(0))


# -- the end


def test_nothing_goes_on_after_the_end() -> None:
    s = kernel.apply(GAME, begin(), Resign(0)).state
    for given in (Answer(1, 1, Fold()), Timeout(1, 1), Elapsed("race"), Resign(1), OfferDraw(1)):
        unchanged(s, given, GameOver, "This game is over.")


def test_the_end_clears_what_was_pending() -> None:
    s = say(begin(), 1, Fold()).state
    after = kernel.apply(GAME, s, Resign(0)).state
    assert after.pending == {}


# -- in place and other worlds


def test_taking_in_place_leads_where_applying_leads() -> None:
    s = turn_of_seat_0()
    applied = say(s, 0, Draw()).state
    taken = clone(GAME, s)
    kernel.take(GAME, taken, 0, Draw())
    taken.answers = applied.answers
    assert taken == applied


def test_taking_for_a_seat_that_is_not_asked() -> None:
    with pytest.raises(NotAsked):
        kernel.take(GAME, turn_of_seat_0(), 1, Fold())


def test_another_world_has_other_luck_and_leaves_this_one_alone() -> None:
    s = turn_of_seat_0()
    before = encode(GAME, s)
    world = kernel.determinize(GAME, s, 0, random.Random(1))
    assert world.seed != s.seed
    assert encode(GAME, s) == before
    assert GAME.view(world, 0) == GAME.view(s, 0)


def test_private_events_are_heard_by_their_owner_alone() -> None:
    step = say(turn_of_seat_0(), 0, Draw())
    secret = next(t for t in step.told if isinstance(t.event, DrewCard))
    assert secret.heard_by(0)
    assert not secret.heard_by(1)
    assert not secret.heard_by(None)


def test_nothing_is_offered_where_nothing_is_asked() -> None:
    assert kernel.offer(GAME, turn_of_seat_0(), 1) == []
    assert bidding(begin(), Fold(), Fold()).mode == "each"
