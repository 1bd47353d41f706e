"""Brawl Mart's pictures: the brawl, the café, the store map, the score; all cards for reference."""

from images.brawl_mart import marks
from images.brawl_mart.reference import card_sheet, store_map
from images.brawl_mart.table import board

__all__ = ["board", "card_sheet", "marks", "private", "store_map"]


def private(view: object) -> None:
    """Nothing: the shopper knows no more than the crowd."""
