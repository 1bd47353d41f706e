"""Who wins a Base, from the cards that lie on it alone."""

from collections.abc import Sequence

from rules.brawl.content.cards import COUNTS, DODGE, PRESS, REVERSE


def hits(stack: Sequence[int]) -> int:
    """The hits that count on a side, its cards given from the bottom up.

    >>> hits([0, DODGE, 1, DODGE, PRESS]), hits([0, DODGE, PRESS, 1, DODGE, PRESS])
    (1, 2)
    """
    if DODGE not in stack:
        return sum([COUNTS[card] for card in stack])
    return sum([COUNTS[card] for card in stack[dodged(stack) :]])


def dodged(stack: Sequence[int]) -> int:
    """How many cards of a side, from the bottom up, lie under a Dodge and do not count (BR18).

    >>> dodged([0, 1, DODGE, 2]), dodged([0, DODGE, PRESS])
    (2, 0)
    """
    above = -1
    for at in range(len(stack) - 1, -1, -1):
        card = stack[at]
        if card == DODGE and above != PRESS and at and COUNTS[stack[at - 1]]:
            return at
        above = card
    return 0


def is_reversed(middle: Sequence[int]) -> bool:
    """Whether a Base is scored backwards, the cards in its middle given from the bottom up."""
    odd, below = False, -1
    for card in middle:
        if card == REVERSE:
            odd = not odd  # BR23
        elif card == PRESS and below == REVERSE:
            odd = False  # BR24
        below = card
    return odd


def holder(owner: int, sides: Sequence[Sequence[int]], middle: Sequence[int]) -> int:
    """The seat that a Base goes to as it lies."""
    lead = hits(sides[0]) - hits(sides[1])
    if lead == 0:
        return owner  # BR22
    return int((lead < 0) != is_reversed(middle))
