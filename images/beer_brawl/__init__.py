"""Beer Brawl's pictures: the board, and the cluster that only its owner sees."""

from images.beer_brawl.cluster import private
from images.beer_brawl.table import board

__all__ = ["board", "private"]
