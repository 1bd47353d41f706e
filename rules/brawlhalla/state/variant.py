"""How a match is played: its mode, its format, its arena."""

from typing import Literal

from rules.brawlhalla.content.arena import ArenaKey
from rules.engine.state import Variant

Mode = Literal["standard", "classic", "blitz", "discovery"]
Format = Literal["free-for-all", "2v2"]
KO_CARDS: dict[Mode, int] = {"standard": 2, "classic": 3, "blitz": 0, "discovery": 2}  # BH2


class BrawlhallaVariant(Variant, frozen=True):
    """How the Legends meet; a free-for-all of two is a duel."""

    mode: Mode = "standard"
    format: Format = "free-for-all"
    arena: Literal["random", ArenaKey] = "random"
