"""Beer Brawl's pictures: the board, and the cluster that only its owner sees."""

from collections.abc import Sequence

from images.beer_brawl.cluster import private
from images.beer_brawl.table import board
from rules.beer_brawl.view import View
from rules.engine.state import Option

__all__ = ["board", "panel", "private"]


def panel(view: View, options: Sequence[Option] = (), names: Sequence[str] = ()) -> bytes:
    """The draft is played on the cluster, until one tile is chosen and needs its square."""
    tiles = {option.tile for option in options if hasattr(option, "tile")}
    if view.phase == "draft" and len(tiles) != 1 and (cluster := private(view)):
        return cluster
    return board(view, options, names)
