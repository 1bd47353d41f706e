"""The bench of the rules measures what it says."""

import json
import random
import re
from functools import partial
from pathlib import Path

import pytest

from rules import registry
from rules.engine import codec
from rules.engine.contract import AnyGame
from tests.bench import rules, worst
from tests.bench.__main__ import main, names
from tests.bench.record import RESULTS, record
from tests.rules.players import nim

pytestmark = pytest.mark.slow  # measures, and plays many games


def test_a_line_starts_with_the_game_and_its_ratio() -> None:
    figures = rules.measure(nim.GAME, seconds=0.3, seed=1, limit=3)
    assert re.match(
        r"nim +\d+\.\d\dx  in place [\d,]+/s  pure [\d,]+/s  clone ", figures.line("nim")
    )
    assert figures.ratio == pytest.approx(figures.in_place / figures.chess)
    assert 0 < figures.clone <= figures.clone_worst
    assert 0 < figures.view <= figures.view_worst
    assert "worst of 2,000 answers: offer " in figures.line("nim")


def test_the_slowest_of_several_runs_counts() -> None:
    figures = rules.measure(nim.GAME, seconds=0.2, seed=1, limit=3, count=10, runs=3)
    assert len(figures.runs) == 3
    assert figures.ratio == min(figures.runs)
    assert f"(runs: {figures.runs[0]:.2f}, " in figures.line("nim")


def test_the_longest_of_each_kind_of_work_is_found() -> None:
    found = worst.Worst()
    for rounds in (10, 40_000, 10):
        assert found.timed("sum", partial(sum, range(rounds))) == sum(range(rounds))
    found.timed("nothing", lambda: None)
    assert found.most == found.micros["sum"] > 50 > found.micros["nothing"]


@pytest.mark.parametrize("key", registry.KEYS)
def test_no_offer_answer_or_view_takes_long(key: str) -> None:
    found = worst.of_game(registry.get(key), answers=1_500, seed=3)
    assert set(found.micros) == {"offer", "answer", "view"}
    assert found.most < 4 * worst.LIMIT, found.line()  # the bench itself holds the limit


def test_the_largest_state_of_all_is_told() -> None:
    game: AnyGame = nim.GAME
    largest, states = rules.all_states(game, random.Random(1), limit=1000)
    assert largest == max(len(codec.encode(game, s)) for s in states)
    assert any(s.outcome is not None for s in states)


def test_both_ways_of_play_play_whole_games() -> None:
    for played in (rules.answers, rules.pure_answers):
        steps = played(nim.GAME, random.Random(1))
        ends = sum(next(steps).outcome is not None for _ in range(200))
        assert ends > 10


def test_benches_are_found_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"rules", "players"} <= set(names())
    assert main(["nonsense"]) == 2
    assert "players" in capsys.readouterr().err


def test_kept_figures_can_be_read_again(tmp_path: Path) -> None:
    file = record("some", {"x": 1.5}, tmp_path)
    assert json.loads(file.read_text("utf-8"))["figures"] == {"x": 1.5}


def test_what_was_kept_holds_the_limits_for_every_game() -> None:
    kept = json.loads((RESULTS / "rules.json").read_text("utf-8"))["figures"]
    for key in registry.KEYS:
        assert len(kept[key]["runs"]) >= 3
        assert min(kept[key]["runs"]) >= 1, key
        assert kept[key]["answers"] >= 100_000
        assert max(kept[key]["worst"].values()) <= worst.LIMIT, key
