"""Seeded positions of Brawl Mart that together show every phase, and full ones."""

import hashlib
from functools import cache
from typing import Any

import images
from images.gallery import moments, played
from rules import registry
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import STORE
from rules.brawl_mart.play.score import Line
from rules.brawl_mart.state import Exchanged, Hit, Roll, Used
from rules.brawl_mart.view import FighterView, View
from rules.engine.state import Outcome

GAME = registry.get("brawl_mart")
SAMPLES = (0, 1, 2, 4, 12, 16, 22)  # plain, hardcore, pacifist, rampage, and mixed ones


@cache
def positions() -> tuple[tuple[str, Any], ...]:
    """Named states of some games, of random and of sensible shoppers."""
    found = []
    for number in SAMPLES:
        variant, players = GAME.samples()[number]
        for sensible in (False, True):
            states = played(GAME, variant, players, number + 3, sensible=sensible)
            found += [(f"{number}{sensible}-{name}", s) for name, s in moments(states)]
    return tuple(found)


@cache
def few() -> tuple[tuple[str, Any], ...]:
    """One state of every phase and end."""
    first: dict[object, tuple[str, Any]] = {}
    for name, s in positions():
        first[GAME.view(s, None).phase, s.outcome.reason if s.outcome else ""] = name, s
    return tuple(first.values())


def full(turn: int) -> View:
    """A table with everybody's cards on it, each time others, and rolls that need much room."""
    cards, items = _turned(len(BRAWLERS), turn * 2), _turned(len(ITEMS), turn)
    own = [
        FighterView(cards[at], True, items[at], (0, 0, 1, 2, 0)[at], False, 2) for at in range(5)
    ]
    foes = [
        FighterView(cards[5 + at], False, items[5 + at], at * turn % 3, True, 0) for at in (0, 1)
    ]
    dice = (6, 5, 4, 3, 2, 1)
    attack = Roll(
        cards[0], dice, dice[2:], type_bonus=1, times=2, initial=14, ability=4, plus=2, power=5,
        halved=3, items=3, other=3, total=0, note=("pride", "")[turn % 2], item=items[0],
        item_dice=(4,), cheered=2,
    )  # fmt: skip
    counter = Roll(
        cards[5], (1, 2), (1, 2), type_bonus=1, times=1, initial=5, ability=4, plus=4, power=0,
        halved=0, items=2, other=1, total=0, note=("slipped", "overridden")[turn % 2],
        item=items[1],
    )  # fmt: skip
    hits = (Hit(2, 12, "absorbed", 5, saved=3), Hit(0, 3, "shrugged off", 4))
    last: tuple[Exchanged | Used, ...] = (
        Exchanged(turn % len(STORE), attack, counter, cards[5], True, ()),
        Exchanged(turn % len(STORE), attack, None, cards[6], False, hits),
    )
    if turn % 3 == 0:
        last = (Used(cards[0], 15, cards[5], (6,), hits),)
    phase = ("act", "line_up", "equip", "cafe", "store", "over")[turn % 6]
    if phase in ("line_up", "equip"):
        last = ()  # nobody has attacked yet
    return View(
        player=None, challenges=("hardcore", "rampage", "no items", "no recruits", "daily"),
        at=turn % len(STORE), phase=phase, round=30, acting=cards[0], hand=tuple(cards[7:14]),
        cart=tuple(items[10:]), kp=28, sp=19, tv=True, losses=1, enemies=12,
        knocked_out=tuple(range(9)), slain=tuple(range(11)), fallen=(3,), items=14,
        items_discard=tuple(range(12)), shop=tuple(items[7:10]), fighters=(*own[:3], *foes) if phase == "line_up" else (*own, *foes),
        last=last,
        score=tuple(Line(15, f"only slain enemies in the café, {n}") for n in range(9)),
        outcome=Outcome((), "rampage", (123,)) if phase == "over" else None,
    )  # fmt: skip


def _turned(count: int, turn: int) -> list[int]:
    return [(at + turn) % count for at in range(count)]


def digest() -> str:
    """A hash over the boards of some positions."""
    whole = hashlib.sha256()
    for _, s in positions()[::25]:
        picture = images.board("brawl_mart", GAME.view(s, None))
        whole.update(picture.png if picture else b"-")
    return whole.hexdigest()
