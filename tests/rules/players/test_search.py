"""The search finds what can be known, and uses nothing else."""

import random

import pytest

from rules.engine import kernel
from rules.engine.codec import clone, encode
from rules.players import random_player, search
from rules.players.budget import playouts, seconds
from tests.rules.players import dare, meeting, nim


def a_pile(shown: int, hidden: int, first: int) -> nim.NimState:
    """Nim about to be played by the named player."""
    for seed in range(1000):
        begun = nim.Stones(shown=shown)
        s: nim.NimState = kernel.start(nim.GAME, begun, 2, seed.to_bytes(16)).state
        if s.hidden == hidden and s.open[0].seat == first:
            return s
    raise AssertionError("no such game")


@pytest.mark.parametrize("total", [5, 6, 7, 9, 10])
def test_search_finds_the_winning_move_of_nim(total: int) -> None:
    s = a_pile(total - 3, 3, first=0)
    chosen = search.choose(nim.GAME, s, 0, random.Random(1), playouts(600))
    assert chosen == nim.Take(total % 4)


def test_search_plays_the_odds_where_it_cannot_know() -> None:
    # One to four stones are left; any number may be taken: three wins most often at once.
    s = a_pile(1, 0, first=1)
    chosen = search.choose(nim.GAME, s, 1, random.Random(1), playouts(600))
    assert chosen == nim.Take(3)


@pytest.mark.parametrize("hidden", [0, 1, 2])
def test_search_sees_no_more_than_its_player(hidden: int) -> None:
    for seed in range(5):
        told = search.choose(nim.GAME, a_pile(6, hidden, 1), 1, random.Random(seed), playouts(60))
        other = search.choose(nim.GAME, a_pile(6, 3, 1), 1, random.Random(seed), playouts(60))
        assert told == other


def test_search_changes_nothing_and_repeats_itself() -> None:
    s = a_pile(6, 2, first=0)
    before = encode(nim.GAME, s)
    choices = {search.choose(nim.GAME, s, 0, random.Random(7), playouts(50)) for _ in range(3)}
    assert len(choices) == 1
    assert encode(nim.GAME, s) == before


def test_forced_and_unthinking_choices_need_no_playout() -> None:
    s = a_pile(6, 2, first=0)
    assert search.choose(nim.GAME, s, 0, random.Random(7), playouts(0)) == nim.Take(1)


@pytest.mark.parametrize("hidden", [True, False])
def test_one_player_answers_for_several_bros_as_a_team(hidden: bool) -> None:
    s = kernel.start(meeting.GAME, meeting.Rules(hidden=hidden), 1, bytes(16)).state
    rng = random.Random(3)
    for seat in (1, 0):
        kernel.take(meeting.GAME, s, seat, search.choose(meeting.GAME, s, seat, rng, playouts(300)))
    assert s.outcome.winners == (0,)


def test_shared_work_is_done_together_where_answers_are_seen() -> None:
    s = kernel.start(meeting.GAME, meeting.Rules(hidden=False), 2, bytes(16)).state
    rng = random.Random(3)
    for seat in (0, 1):
        kernel.take(meeting.GAME, s, seat, search.choose(meeting.GAME, s, seat, rng, playouts(300)))
    assert s.outcome.winners == (0, 1)


def test_a_hidden_answer_of_another_is_not_used() -> None:
    start = kernel.start(meeting.GAME, meeting.Rules(), 2, bytes(16)).state
    choices = set()
    for number in range(4):
        s = clone(meeting.GAME, start)
        kernel.take(meeting.GAME, s, 0, meeting.Name(number))
        choices.add(search.choose(meeting.GAME, s, 1, random.Random(5), playouts(80)))
    assert len(choices) == 1


def test_search_beats_random() -> None:
    won = 0
    for at in range(20):
        rng = random.Random(at)
        s = kernel.start(nim.GAME, nim.Stones(), 2, rng.randbytes(16)).state
        while s.outcome is None:
            seat = s.open[0].seat
            if seat == at % 2:
                option = search.choose(nim.GAME, s, seat, rng, playouts(60))
            else:
                option = random_player.choose(nim.GAME, s, seat, rng)
            kernel.take(nim.GAME, s, seat, option)
        won += s.outcome.winners == (at % 2,)
    assert won >= 15


def test_budgets_serve_one_decision_after_another() -> None:
    few = playouts(2)
    assert [few(0), few(1), few(2), few(0)] == [True, True, False, True]
    brief = seconds(3600)
    assert brief(0) and brief(1)
    over = seconds(0)
    assert not over(0)


@pytest.mark.parametrize(("hidden", "right"), [(True, dare.Safe()), (False, dare.Dare())])
def test_search_counts_on_what_it_will_hear_and_on_nothing_else(
    hidden: bool, right: dare.Safe | dare.Dare
) -> None:
    # Named at once, a number is matched in one game of three; named after the other's, in all.
    s = kernel.start(dare.GAME, dare.Rules(hidden=hidden), 2, bytes(16)).state
    for seed in range(5):
        rng = random.Random(seed)
        assert search.choose(dare.GAME, s, 1, rng, playouts(1000), explore=1.0) == right
