"""BRAWL's pictures: the board, and the decks for reference."""

from images.brawl.decks import deck
from images.brawl.table import board

__all__ = ["board", "deck", "private"]


def private(view: object) -> None:
    """Nothing: in BRAWL all that can be seen is public."""
