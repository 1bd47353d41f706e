"""No Legend and no seat is worth too much (BH29): the kept measurement, and a small one."""

import json

import pytest

from rules.players import budget
from tests.bench import brawlhalla
from tests.bench.brawlhalla import KEPT, NAMES, Duel, Pairing, balanced, contents, measure
from tests.bench.match import play


@pytest.mark.rule("BH29")
def test_the_kept_table_is_of_these_cards_and_even() -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    assert kept["contents"] == contents()
    assert kept["method"] == brawlhalla.METHOD and kept["playouts"] > 0
    assert set(kept["legends"]) == set(NAMES)
    assert all(one["even"] for one in kept["legends"].values())
    assert kept["first_player"]["fair"]
    for a in NAMES:
        assert set(kept["table"][a]) == set(NAMES) - {a}
        for b in set(NAMES) - {a}:
            one, other = kept["table"][a][b], kept["table"][b][a]
            assert one["games"] == other["games"] > 0
            assert one["rate"] + other["rate"] == pytest.approx(1, abs=0.001)


@pytest.mark.rule("BH29")
def test_a_small_run_at_a_glance_finds_nothing_uneven() -> None:
    result = measure(games=2, playouts=0, minutes=5, seed=30, workers=1)
    assert sum(result.games.values()) == 60 and result.unfinished == 0
    assert balanced(result)


@pytest.mark.rule("BH29")
def test_a_duel_of_players_who_look_ahead_ends_and_can_be_repeated() -> None:
    minds = (budget.playouts(2), budget.playouts(2))
    first, again = (play(Duel(), Pairing(("Nix", "Grisk")), minds, "29") for _ in range(2))
    assert first == again and first.outcome is not None
    assert first.playouts == 2 * first.decisions > 0
