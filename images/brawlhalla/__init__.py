"""Brawlhalla's pictures: the arena, the hand that only its owner sees, the Legends for reference."""

from images.brawlhalla.hand import panel, private
from images.brawlhalla.reference import all_legends, legend
from images.brawlhalla.table import board

__all__ = ["all_legends", "board", "legend", "panel", "private"]
