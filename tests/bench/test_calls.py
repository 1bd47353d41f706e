"""The figures that were kept of calls to Discord hold their budget."""

import json

from tests.bench.calls import KINDS
from tests.bench.record import RESULTS
from tests.bot.clicks import CALLS

KEPT = json.loads((RESULTS / "calls.json").read_text("utf-8"))["figures"]


def test_kept_games_were_few_calls() -> None:
    assert set(KEPT["games"]) == set(KINDS)
    for name, game in KEPT["games"].items():
        assert game["came to its end"] and not game["answers other than 2xx"], name
        assert not KINDS[name].two or game["calls an action"] <= CALLS, name
    for name, by_pace in KEPT["sensible"].items():
        assert max(by_pace.values()) <= CALLS, name
