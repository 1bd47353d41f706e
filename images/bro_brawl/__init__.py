"""Bro Brawl's pictures: the fight, and the cards of the decks that their scout knows."""

from images.bro_brawl import marks
from images.bro_brawl.scouted import private
from images.bro_brawl.table import board

__all__ = ["board", "marks", "private"]
