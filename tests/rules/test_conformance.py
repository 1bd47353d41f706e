"""Every registered game keeps the contract; more games are a shell command away."""

import pytest

from rules import registry
from rules.engine.conformance import check

pytestmark = pytest.mark.slow  # checked games of every kind

GAMES = 6


@pytest.mark.parametrize("key", registry.KEYS)
def test_the_contract_is_kept(key: str) -> None:
    report = check(registry.get(key), GAMES, 2026, density=0.05)
    assert report.games == GAMES
    assert report.answers > 0
