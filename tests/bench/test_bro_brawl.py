"""A small run of Bro Brawl's tuning, and the table that is kept beside the cards."""

import json
from itertools import pairwise

import pytest

from rules.bro_brawl.content.cards import LIFE, SPLIT
from tests.bench.bro_brawl import KEPT, SETTINGS, fight, rate

pytestmark = pytest.mark.slow  # measures, and plays many games


@pytest.mark.rule("BO5")
def test_the_kept_table_is_of_these_cards_and_meets_the_aims() -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    rates = kept["rates"]
    assert kept["life"] == LIFE
    assert kept["grunts"] == {grunt.name: count for grunt, count in SPLIT}
    assert rates["wave 1"]["low"] <= 0.75
    assert rates["wave 1"]["high"] >= 0.55
    waves = [rates[f"wave {n}"] for n in (1, 2, 3, 4)]
    assert all(later["low"] <= earlier["high"] for earlier, later in pairwise(waves))
    assert waves[-1]["high"] < waves[0]["low"] or waves[-1]["won"] < waves[0]["won"]


def test_a_fight_is_the_same_again() -> None:
    done = [fight(setting, "small", 2) for setting in SETTINGS]
    assert done == [fight(setting, "small", 2) for setting in SETTINGS]
    figures = rate(done)
    assert figures.games == len(SETTINGS)
    assert 0 <= figures.low <= figures.high <= 1
