"""A small run of Brawl Mart's tuning, and the table that is kept beside the cards."""

import json

import pytest

from rules.brawl_mart.content.store import STORE
from tests.bench.brawl_mart import KEPT, figures, shop, takes

pytestmark = pytest.mark.slow  # measures, and plays many games


def test_the_kept_table_is_of_this_store_and_meets_the_aims() -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    assert kept["store"] == {d.name: [d.enemies, d.armed, d.slots, d.rule] for d in STORE}
    plain, hardcore = kept["rates"]["plain"], kept["rates"]["hardcore"]
    assert plain["low"] <= 0.60
    assert plain["high"] >= 0.35
    assert hardcore["home"] / hardcore["games"] < plain["home"] / plain["games"]


def test_a_trip_is_the_same_again_and_its_cards_are_counted() -> None:
    trips = [shop(setting, "small", 2) for setting in ("plain", "hardcore")]
    assert trips == [shop(setting, "small", 2) for setting in ("plain", "hardcore")]
    assert figures(trips).games == 2
    assert all(taken <= chances for taken, chances in takes(trips).values())
