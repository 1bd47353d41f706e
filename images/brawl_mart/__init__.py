"""Brawl Mart's picture: the brawl, the café, the store map, the score."""

from images.brawl_mart import marks
from images.brawl_mart.table import board

__all__ = ["board", "marks", "private"]


def private(view: object) -> None:
    """Nothing: the shopper knows no more than the crowd."""
