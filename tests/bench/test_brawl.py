"""BRAWL's decks are as even as their kept table says, and a small run agrees."""

import json

import pytest

from rules.brawl.content.deck import BUILT_IN
from rules.brawl.game import GAME
from tests.bench.brawl import HIGH, KEPT, LOW, even, figures, line_ups, lists, main, report
from tests.bench.interval import wilson
from tests.bench.round_robin import run

pytestmark = pytest.mark.slow  # a small tournament

KNOWN = json.loads(KEPT.read_text("utf-8"))


@pytest.mark.rule("BR31")
def test_the_kept_table_is_of_the_decks_as_they_are() -> None:
    assert KNOWN["lists"] == lists(), "measure again: python -m tests.bench brawl --keep"
    assert set(KNOWN["table"]) == set(KNOWN["decks"]) == set(BUILT_IN)
    assert sum(row["games"] for row in KNOWN["decks"].values()) == 2 * KNOWN["games"]


@pytest.mark.rule("BR31")
@pytest.mark.parametrize("key", BUILT_IN)
def test_every_deck_was_measured_as_even(key: str) -> None:
    row = KNOWN["decks"][key]
    low, high = row["interval"]
    assert wilson(row["rate"] * row["games"], row["games"]) == pytest.approx((low, high), abs=1e-3)
    assert low <= HIGH and high >= LOW and row["even"]
    for other, (rate, games) in KNOWN["table"][key].items():
        back, same = KNOWN["table"][other][key]
        assert games == same > 0 and rate + back == pytest.approx(1, abs=2e-3)
    points = sum(rate * games for rate, games in KNOWN["table"][key].values())
    assert points / row["games"] == pytest.approx(row["rate"], abs=2e-3)


def _meets_here(a: int, b: int) -> bool:
    """Whether these two meet on these seats, in a run where every two meet once."""
    return (a < b) == bool((a + b) % 2)


@pytest.mark.rule("BR31")
def test_a_small_run_finds_no_deck_out_of_hand() -> None:
    # So few games cannot tell 35 % from 40 %, hence the slack; a broken deck they do show.
    once = [line_up for line_up in line_ups() if _meets_here(*map(BUILT_IN.index, line_up.names))]
    result = run(GAME, once, games=1, playouts=2, minutes=10, seed=31, workers=1)
    assert not result.cut and not result.unfinished
    kept = figures(result, playouts=2, seed=31)
    assert kept["games"] == 66 and {games for _, games in map(result.score, BUILT_IN)} == {11}
    assert [key for key in BUILT_IN if not even(*result.score(key), slack=0.1)] == []
    assert report(result).count("\n") == 25


def test_what_is_even() -> None:
    assert even(50, 100) and even(35, 100) and even(65, 100)
    assert not even(25, 100) and not even(75, 100)
    assert even(25, 100, slack=0.1)


def test_the_bench_runs_from_a_shell(capsys: pytest.CaptureFixture[str]) -> None:
    before = KEPT.read_bytes()
    arguments = ["--games", "1", "--playouts", "1", "--minutes", "0", "--workers", "1"]
    assert main(arguments) == 0
    assert "first seat" in capsys.readouterr().out
    assert KEPT.read_bytes() == before  # only with --keep
