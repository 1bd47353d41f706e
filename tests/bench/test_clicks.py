"""The figures that were kept of clicks and posts hold their budgets."""

import json

import pytest

from tests.bench.record import RESULTS
from tests.bot.clicks import KINDS

KEPT = json.loads((RESULTS / "clicks.json").read_text("utf-8"))["figures"]


@pytest.mark.parametrize("name", KINDS)
def test_kept_games_were_few_clicks_and_few_posts(name: str) -> None:
    kind, kept = KINDS[name], KEPT[name]
    assert kept["clicks_per_turn"] <= kind.clicks
    assert not kind.posts or kept[f"posts_per_{kind.per}"] <= kind.posts
