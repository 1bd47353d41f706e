"""The shared parts of balance runs count right."""

import pytest

from rules.engine.contract import AnyGame
from rules.engine.state import Option, Outcome, State
from rules.players import budget
from tests.bench.interval import told, wilson
from tests.bench.match import Played, play
from tests.bench.round_robin import LineUp, Result, pairs, run
from tests.rules.players import nim

pytestmark = pytest.mark.slow  # measures, and plays many games


def test_wilson_interval_agrees_with_published_values() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    assert told(61, 100) == "61.0 % (51.2–70.0, n=100)"


def test_every_two_contenders_meet_on_either_seat() -> None:
    line_ups = pairs(["a", "b", "c"], lambda one, other: {"shown": len(one + other)})
    assert [line_up.names for line_up in line_ups] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "a"),
        ("b", "c"),
        ("c", "a"),
        ("c", "b"),
    ]
    assert line_ups[0].options == {"shown": 2}


def test_points_follow_the_contender_not_the_seat() -> None:
    result = Result()
    result.add(("a", "b"), Played(Outcome((0,), "won"), 5, 0, 0))
    result.add(("b", "a"), Played(Outcome((1,), "won"), 5, 0, 0))
    result.add(("b", "a"), Played(Outcome((), "drawn"), 5, 0, 0))
    result.add(("b", "c"), Played(None, 5, 0, 0))
    assert result.score("a") == (2.5, 3)
    assert result.score("b", "a") == (0.5, 3)
    assert result.score("c") == (0.5, 1)
    assert result.seat(0) == (2.0, 4)
    assert result.unfinished == 1


def the_thinker_wins(workers: int) -> Result:
    thinks, guesses = budget.playouts(60), None
    line_ups = [
        LineUp(("thinks", "guesses"), {}, (thinks, guesses)),
        LineUp(("guesses", "thinks"), {}, (guesses, thinks)),
    ]
    return run(nim.GAME, line_ups, games=8, playouts=0, minutes=5, seed=1, workers=workers)


def test_two_processes_give_what_one_gives() -> None:
    alone, shared = the_thinker_wins(1), the_thinker_wins(2)
    assert alone == shared
    points, games = alone.score("thinks")
    assert games == 16 and points >= 12
    assert not alone.cut and alone.playouts == 60 * alone.decisions > 0


def test_a_run_out_of_time_says_so() -> None:
    line_ups = [LineUp(("a", "b"), {})]
    result = run(nim.GAME, line_ups, games=3, playouts=0, minutes=0, seed=1, workers=1)
    assert result.cut and not result.games
    assert "time limit" in result.table()


def test_an_opening_lays_answers_down() -> None:
    # With one hidden stone at most and both taking one, a game of nine takes nine or ten answers.
    def both_one(game: AnyGame, s: State, seat: int) -> Option | None:
        return nim.Take(1)

    variant = nim.Stones(shown=9, sleeve=2)
    lengths = {play(nim.GAME, variant, (None, None), str(n), both_one).answers for n in range(20)}
    assert lengths == {9, 10}
