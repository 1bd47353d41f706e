"""What bros, foes and upgrades are called at the table."""

from collections.abc import Iterable

from rules.bro_brawl.content.cards import BROS, MONSTERS, UPGRADE, WORTH, name


def bro(seat: int) -> str:
    """A bro's name."""
    return BROS[seat]


def foe(card: int) -> str:
    """A foe's name: monsters of a level are told apart by a letter."""
    if card in MONSTERS:
        first = next(c for c in MONSTERS if WORTH[c] == WORTH[card])
        return f"{('Scamp', 'Trooper', 'Brute')[WORTH[card] - 1]} {chr(65 + card - first)}"
    return name(card)


def upgrade(card: int) -> str:
    """An upgrade's name: twins are told apart by a letter."""
    twins = [c for c in UPGRADE if UPGRADE[c] == UPGRADE[card]]
    mark = f" {'AB'[twins.index(card)]}" if len(twins) > 1 else ""
    return f"{name(card)}{mark}"


def one(card: int) -> str:
    """An upgrade with its article."""
    return name(card) if UPGRADE[card].kind == "armor" else f"a {name(card)}"


def battle_card(card: int) -> str:
    """Any battle card as the one who sees it calls it."""
    return foe(card) if card in MONSTERS else name(card)


def listed(words: Iterable[str]) -> str:
    """One, two and three."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def cards(found: Iterable[int]) -> str:
    """Cards by name."""
    return listed(name(card) for card in found)
