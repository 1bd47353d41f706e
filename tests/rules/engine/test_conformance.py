"""The suite lets an honest game pass and catches each typical bug by its own name."""

import pytest

from rules.engine.conformance import Breach, check
from tests.rules.engine.bugs import PLANTED, Planted
from tests.rules.engine.toy import GAME


def test_an_honest_game_passes() -> None:
    report = check(GAME, 12, 7, density=0.5)
    assert report.games == 12
    assert report.answers > 200
    assert report.compared > 100


@pytest.mark.parametrize("bug", PLANTED, ids=[bug.game.__name__ for bug in PLANTED])
def test_a_planted_bug_is_caught(bug: Planted) -> None:
    with pytest.raises(Breach) as caught:
        check(bug.game(), bug.games, 5, density=bug.density)
    assert caught.value.name == bug.name
    assert bug.words in caught.value.text
    key = bug.game.key
    assert f"{key}, seed 5, game" in caught.value.where
    assert f"python -m rules selfplay {key} --check --seed 5 --first" in caught.value.command
