"""Brawlhalla's pictures: the arena, and the hand that only its owner sees."""

from images.brawlhalla.hand import private
from images.brawlhalla.table import board

__all__ = ["board", "private"]
