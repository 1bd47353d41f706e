"""A small run of search against random, the same on every machine."""

import pytest

from rules import registry
from rules.players import budget
from tests.bench.players import against_random, counted
from tests.rules.players import nim

pytestmark = pytest.mark.slow  # measures, and plays many games


def test_search_wins_most_games_of_nim() -> None:
    result = against_random(nim.GAME, budget.playouts(60), games=20, seed=1, minutes=5, workers=1)
    figures = counted(result)
    assert figures["wins"] + figures["draws"] + figures["losses"] == 20
    assert figures["wins"] >= 15
    assert figures["playouts_per_decision"] == 60


def test_search_beats_random_at_beer_brawl() -> None:
    game = registry.get("beer_brawl")
    result = against_random(game, budget.playouts(30), games=6, seed=1, minutes=10, workers=1)
    assert counted(result)["wins"] >= 5
    assert not result.cut
