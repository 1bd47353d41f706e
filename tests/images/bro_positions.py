"""Seeded positions of Bro Brawl that together show every phase, and full ones."""

import hashlib
from functools import cache
from typing import Any

import images
from images.gallery import moments, played
from rules import registry
from rules.bro_brawl.content.cards import MISHAPS, MONSTERS, SPECIALS, UPGRADES
from rules.bro_brawl.view import BroView, FoeView, MishapView, View

GAME = registry.get("bro_brawl")
GAMES = (
    (0, False), (0, True), (2, True), (3, False), (4, False), (5, True), (6, False), (8, True),
    (9, True),
)  # fmt: skip  # samples, and whether sensible players play them


@cache
def positions() -> tuple[tuple[str, Any], ...]:
    """Named states of some games."""
    found = []
    for number, sensible in GAMES:
        variant, players = GAME.samples()[number]
        states = played(GAME, variant, players, number + 1, sensible=sensible)
        found += [(f"{number}{sensible}-{name}", s) for name, s in moments(states)]
    return tuple(found)


@cache
def few() -> tuple[tuple[str, Any], ...]:
    """One state of every phase and end, in either mode."""
    first: dict[object, tuple[str, Any]] = {}
    for name, s in positions():
        reason = s.outcome.reason if s.outcome else ""
        first[GAME.view(s, None).phase, reason, s.variant.mode] = name, s
    return tuple(first.values())


def full(turn: int) -> View:
    """All that one wave can bring, in the zone or with one bro, each time with other specials."""
    specials, mishaps = SPECIALS[turn * 3 :][:3], MISHAPS[turn * 5 :][:6]
    owned = turn % 2 == 1
    foes = specials if owned else (*MONSTERS, *specials)
    zone = tuple(FoeView(card, card % 2, card % 5 == 4, card % 4 == 0) for card in foes)
    suffered = tuple(MishapView(card, 0) for card in mishaps)
    goods, kills = (tuple(UPGRADES), tuple(MONSTERS)) if owned else ((), ())
    bros = (
        BroView(0, 12, goods, kills, (), 9),
        BroView(1, 10, (), (), suffered[:5], 13),
        BroView(2, 0, (), (), (), 0),
        BroView(3, 1, (), (), suffered[5:], 99),
    )
    mode, shop = ("co-op", ()) if owned else ("competitive", tuple(UPGRADES))
    return View(
        None, mode, True, 4, 60, "turn", 3, zone, shop, 128, bros, (-1,) * 41, (-1,) * 36, (),
        tuple(MISHAPS), (), -1, (), "", 0, 5, specials[1], (99, 98, 12, 0), (), "", None,
    )  # fmt: skip


def digest() -> str:
    """A hash over the boards and private pictures of some positions."""
    whole = hashlib.sha256()
    for _, s in positions()[::25]:
        for picture in (
            images.board("bro_brawl", GAME.view(s, None)),
            images.private("bro_brawl", GAME.view(s, 0)),
        ):
            whole.update(picture.png if picture else b"-")
    return whole.hexdigest()
