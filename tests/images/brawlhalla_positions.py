"""Seeded positions of Brawlhalla that together show every arena, every question and every end."""

import hashlib
from functools import cache
from typing import Any

import msgspec

import images
from images.gallery import moments, played
from rules import registry
from rules.brawlhalla.content.arena import ARENAS, drawing
from rules.brawlhalla.content.legends import CARDS
from rules.brawlhalla.state.fighter import DISARMED, RED
from rules.brawlhalla.state.variant import KO_CARDS, BrawlhallaVariant
from rules.brawlhalla.view import View

GAME = registry.get("brawlhalla")
PLAYERS = {"duel": 2, "three": 3, "four": 4, "teams": 4}
MODES = tuple(KO_CARDS)
SEED = 332  # of games that together come upon everything


@cache
def game(key: str) -> tuple[tuple[str, Any], ...]:
    """Named states of one game in an arena; the modes take turns."""
    number, form = ARENAS.index(key), drawing(key).format
    variant = BrawlhallaVariant(
        mode=MODES[number % len(MODES)],
        format="2v2" if form == "teams" else "free-for-all",
        arena=ARENAS[number],
    )
    states = played(GAME, variant, PLAYERS[form], SEED + number)
    return tuple((f"{key}-{name}", s) for name, s in moments(states))


@cache
def positions() -> tuple[tuple[str, Any], ...]:
    """Named states of one game in every arena."""
    return tuple(found for key in ARENAS for found in game(key))


@cache
def few() -> tuple[tuple[str, Any], ...]:
    """One state of every question and every end."""
    last: dict[str, tuple[str, Any]] = {}
    for name, s in positions():
        last[s.open[0].kind if s.open else str(s.outcome)] = (name, s)
    return tuple(last.values())


def clash() -> View:
    """An attack of many cards, those with the longest names, by a Legend that is disarmed."""
    views = (GAME.view(s, None) for _, s in positions())
    view = next(view for view in views if view.clash is not None and view.question == "defend")
    longest = sorted(range(len(CARDS)), key=lambda card: -len(CARDS[card].name))
    attack, defence = tuple(longest[:9]), tuple(longest[9:13])
    exchange = msgspec.structs.replace(
        view.clash, attack=attack, defence=defence, totals=(31, 28), plus=(12, -1)
    )
    fighters = [msgspec.structs.replace(fighter, sword=DISARMED) for fighter in view.fighters]
    fighters[0] = msgspec.structs.replace(fighters[0], bonus=1, damage=RED)
    shown: View = msgspec.structs.replace(view, clash=exchange, fighters=tuple(fighters))
    return shown


def digest() -> str:
    """A hash over boards and hands of one game."""
    whole = hashlib.sha256()
    for _, s in game("three_steps")[::5]:
        for picture in (
            images.board("brawlhalla", GAME.view(s, None)),
            images.private("brawlhalla", GAME.view(s, 0)),
        ):
            whole.update(picture.png if picture else b"-")
    return whole.hexdigest()
