"""Seeded positions of BRAWL that together show every phase, and one with full strings."""

import hashlib
from functools import cache
from typing import Any

import msgspec

import images
from images.gallery import moments, played
from rules import registry
from rules.brawl.content.cards import BLOCK, DODGE, FREEZE, HIT2, PRESS, REVERSE
from rules.brawl.view import BaseView, BrawlView, ClearedView, FighterView

CLUTTER = (REVERSE, REVERSE, PRESS, REVERSE, REVERSE)
GAME = registry.get("brawl")


@cache
def positions() -> tuple[tuple[str, Any], ...]:
    """Named spectator's views of a game of every sample variant."""
    found = []
    for number, (variant, players) in enumerate(GAME.samples()):
        for name, s in moments(played(GAME, variant, players, number + 1)):
            found.append((f"{number}-{name}", GAME.view(s, None)))
    return tuple(found)


def full() -> BrawlView:
    """Twelve cards on one side, more than twelve on another, and long names."""

    def base(number: int, lower: tuple[int, ...], upper: tuple[int, ...], *middle: int) -> BaseView:
        hits = (len(lower), len(upper))
        return BaseView(
            number, number % 2, (lower, upper), middle, FREEZE in middle, hits, bool(middle), 0
        )

    row = (
        base(0, (0,) * 12, (2, HIT2 + 1, 1), REVERSE, REVERSE, PRESS, REVERSE, FREEZE),
        base(27, (0, BLOCK, PRESS) * 4, (DODGE, PRESS, 0, HIT2) * 3),
        base(2, (0, DODGE, PRESS) * 9, (2, HIT2 + 2, BLOCK + 2, PRESS, DODGE, BLOCK) * 5, REVERSE),
    )
    fighters = (
        FighterView("hale", "Hale", 12, (0,) * 15, HIT2 + 1, (1, 2, PRESS), True, False),
        FighterView("odd", "Bartholomew the Second of Many", 0, (0,) * 15, -1, (), True, True),
    )
    return BrawlView(None, "tournament", False, "bout", -1, row, fighters, "", {}, None)


def cleared(*rows: tuple[int, int, int], bases: int = 1, player: int | None = 0) -> BrawlView:
    """A row of so many Bases from which some are gone: each a seat, a number and an end."""
    whole = full()
    gone = tuple(
        ClearedView(seat, msgspec.structs.replace(whole.row[1], id=number, middle=CLUTTER), spot)
        for seat, number, spot in rows
    )
    return msgspec.structs.replace(whole, player=player, row=whole.row[:bases], cleared=gone)


def digest() -> str:
    """A hash over the boards of some positions."""
    whole = hashlib.sha256()
    for _, view in positions()[::6]:
        picture = images.board("brawl", view)
        whole.update(picture.png if picture else b"-")
    return whole.hexdigest()
