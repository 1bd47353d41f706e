"""Knockout battles, fought without anybody's help."""

from collections.abc import Callable, Sequence

from rules.beer_brawl.content import MAGIC, STRENGTH


def brawl(
    tiles: Sequence[int], armor: list[int], attacker: int, defender: int, coin: Callable[[], bool]
) -> int:
    """Fight until one falls; armor is lost in place, and the fallen one is named (BB17 to BB20)."""
    while True:
        stat = STRENGTH if coin() else MAGIC
        countered = stat[tiles[defender]] > stat[tiles[attacker]]
        hit = attacker if countered else defender
        if armor[hit] == 0:
            return hit
        armor[hit] -= 1
        attacker, defender = defender, attacker
