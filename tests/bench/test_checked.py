"""The bench of checked games covers every sample and tells of breaches."""

import pytest

from tests.bench import checked
from tests.rules.engine import bugs, toy

pytestmark = pytest.mark.slow  # measures, and plays many games


def test_every_sample_is_played_and_counted() -> None:
    for sample in checked.samples(toy.GAME):
        found = checked.one(toy.GAME, sample, games=2, seed=1)
        assert (found.players, found.games, found.breach) == (sample.players, 2, "")
        assert 0 < found.longest <= found.answers
        assert found.line().endswith("no breach")


def test_a_breach_is_told() -> None:
    broken = bugs.LeakedSeed()
    found = checked.one(broken, checked.samples(broken)[0], games=2, seed=1)
    assert found.breach.startswith("seed: ") and found.breach in found.line()
