"""The bench of the rules measures what it says."""

import json
import random
import re
from pathlib import Path

import pytest

from tests.bench import rules
from tests.bench.__main__ import main, names
from tests.bench.keep import keep
from tests.rules.players import nim


def test_a_line_starts_with_the_game_and_its_ratio() -> None:
    figures = rules.measure(nim.GAME, seconds=0.3, seed=1, limit=3)
    assert re.match(
        r"nim +\d+\.\d\dx  in place [\d,]+/s  pure [\d,]+/s  clone ", figures.line("nim")
    )
    assert figures.ratio == pytest.approx(figures.in_place / figures.chess)
    assert 0 < figures.clone <= figures.clone_worst
    assert 0 < figures.view <= figures.view_worst


def test_the_largest_state_of_all_is_told() -> None:
    largest, states = rules.all_states(nim.GAME, random.Random(1), limit=1000)
    assert largest == max(len(rules.codec.encode(nim.GAME, s)) for s in states)
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
    file = keep("some", {"x": 1.5}, tmp_path)
    assert json.loads(file.read_text("utf-8"))["figures"] == {"x": 1.5}
