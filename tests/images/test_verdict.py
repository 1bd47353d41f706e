"""The end of a game looks golden to whoever won it, red to whoever lost, and grey if nobody did."""

import pytest

import images
from images.kit.text import noting
from images.kit.theme import GOLD, QUIET, RED
from rules import registry
from rules.engine import kernel
from rules.engine.inputs import OfferDraw, Resign

AGAINST_EACH_OTHER = ("beer_brawl", "brawl", "brawlhalla")


@pytest.mark.parametrize("key", AGAINST_EACH_OTHER)
def test_wins_and_losses_look_different(key: str) -> None:
    game = registry.get(key)
    s = kernel.start(game, game.variant(), 2, bytes(16)).state
    s = kernel.apply(game, s, Resign(0)).state
    seen = {}
    for viewer in (None, 0, 1):
        with noting() as notes:
            assert images.panel(key, game.view(s, viewer), (), ("Ada", "Bo"))
        title = next(note for note in notes if " win" in note.text)
        seen[viewer] = title.text.partition(":")[0], title.ground
    assert seen[0] == ("You lose", RED)
    assert seen[1] == ("You win", GOLD)
    assert seen[None][0].endswith("wins") and seen[None][1] == GOLD


@pytest.mark.parametrize("key", AGAINST_EACH_OTHER)
def test_a_draw_looks_like_neither(key: str) -> None:
    game = registry.get(key)
    s = kernel.start(game, game.variant(), 2, bytes(16)).state
    for given in (OfferDraw(0), OfferDraw(1)):
        s = kernel.apply(game, s, given).state
    for viewer in (None, 0, 1):
        with noting() as notes:
            assert images.panel(key, game.view(s, viewer), (), ("Ada", "Bo"))
        title = next(note for note in notes if "draw" in note.text)
        assert title.ground == QUIET
