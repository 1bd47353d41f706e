"""Whether a card can be laid so that it helps whoever lays it, as the Bases lie now."""

from collections.abc import Sequence
from typing import Protocol

from rules.brawl.content.cards import BASE, BLOCK, CLEAR, FREEZE, HITS, MIDDLE, PRESS
from rules.brawl.play.places import Lain, places
from rules.brawl.play.score import hits, holder, is_reversed


class Owned(Lain, Protocol):
    """A Base that is somebody's."""

    @property
    def owner(self) -> int:
        """The seat whose deck it came from."""


def helps(row: Sequence[Owned], seat: int, card: int) -> bool:
    """Whether there is a place for a card that is to the good of a seat."""
    by_id = {base.id: base for base in row}
    found = places(row, card)
    if card == BASE:
        return bool(found)  # it is its owner's as long as it is tied (BR22)
    return any(_gains(by_id[base], seat, card, spot) for base, spot in found)


def _gains(base: Owned, seat: int, card: int, spot: int) -> bool:
    """A Base is better to freeze while one wins it, to clear while one does not; else Hits count.

    What moves no Hit opens a side for one's own Hits, or closes one for the other's.
    """
    if card in (FREEZE, CLEAR):
        mine = holder(base.owner, base.sides, base.middle) == seat
        return mine == (card == FREEZE)
    sides = [list(side) for side in base.sides]
    middle = list(base.middle)
    (middle if spot == MIDDLE else sides[spot]).append(card)
    gained = _lead(sides, middle, seat) - _lead(base.sides, base.middle, seat)
    if gained or spot == MIDDLE or card in HITS:
        return gained > 0
    wanted = (spot == seat) != is_reversed(base.middle)  # whether Hits there are the seat's own
    return wanted if card == PRESS else BLOCK <= card < PRESS and not wanted


def _lead(sides: Sequence[Sequence[int]], middle: Sequence[int], seat: int) -> int:
    """By how many Hits a seat leads; where the Base is reversed, fewer are better."""
    lead = hits(sides[seat]) - hits(sides[1 - seat])
    return -lead if is_reversed(middle) else lead
