"""A small run of search against random, the same on every machine."""

from rules.players import budget
from tests.bench.players import against_random, counted
from tests.rules.players import nim


def test_search_wins_most_games_of_nim() -> None:
    result = against_random(nim.GAME, budget.playouts(60), games=20, seed=1, minutes=5, workers=1)
    figures = counted(result)
    assert figures["wins"] + figures["draws"] + figures["losses"] == 20
    assert figures["wins"] >= 15
    assert figures["playouts_per_decision"] == 60
