"""Seeded positions of Beer Brawl that together show every phase."""

import hashlib
from functools import cache
from typing import Any

import images
from images.gallery import moments, played
from rules import registry

GAME = registry.get("beer_brawl")
SAMPLES = (0, 3, 5, 6)  # counted; revival; timed with terrain and nine tiles; all options


@cache
def positions(sample: int) -> tuple[tuple[str, Any], ...]:
    """Named states of one game of a sample variant."""
    variant, players = GAME.samples()[sample]
    return tuple(moments(played(GAME, variant, players, sample)))


def all_positions() -> list[tuple[str, Any]]:
    """Named states that show every phase."""
    return [(f"{n}-{name}", s) for n in SAMPLES for name, s in positions(n)]


def few_positions() -> list[tuple[str, Any]]:
    """One state of every phase, with as many adventurers as there can be."""
    first: dict[str, tuple[str, Any]] = {}
    for name, s in reversed(all_positions()):
        view = GAME.view(s, None)
        woken = any(side.woken for side in view.sides)
        first.setdefault(f"{view.phase} {woken} {view.clock_over}", (name, s))
    return list(first.values())


def digest() -> str:
    """A hash over the boards and private pictures of one game."""
    whole = hashlib.sha256()
    for _, s in positions(5)[::3]:
        for picture in (
            images.board("beer_brawl", GAME.view(s, None)),
            images.private("beer_brawl", GAME.view(s, 0)),
        ):
            whole.update(picture.png if picture else b"-")
    return whole.hexdigest()
