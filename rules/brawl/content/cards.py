"""The kinds of cards as small numbers, what they are called, and which may lie on which."""

from collections.abc import Iterable

from rules.engine.text import capital

RED, GREEN, BLUE = range(3)
COLOURS = ("red", "green", "blue")

HIT, HIT2, BLOCK = 0, 3, 6  # each plus a colour
PRESS, DODGE, REVERSE, FREEZE, CLEAR, BASE = range(9, 15)
KINDS = 15
NONE = -1  # no card

NAMES = (
    *(f"{colour} Hit" for colour in COLOURS),
    *(f"{colour} Hit-2" for colour in COLOURS),
    *(f"{colour} Block" for colour in COLOURS),
    *("Press", "Dodge", "Reverse", "Freeze", "Clear", "Base"),
)
COUNTS = (1, 1, 1, 2, 2, 2) + (0,) * 9  # how many hits a card counts

# Where a card is laid: a side of a Base (0 or 1, the seat's), its middle, the Base as a whole,
# or an end of the row.
MIDDLE, WHOLE, LEFT, RIGHT = 2, 3, 4, 5
SPOTS = 6
ROW = -1  # stands where a Base is named, for a card that goes beside them all


def place_number(base: int, spot: int) -> int:
    """A place as one number."""
    return (base - ROW) * SPOTS + spot


def place_of(number: int) -> tuple[int, int]:
    """The Base and the spot of a place.

    >>> place_of(place_number(ROW, LEFT)) == (ROW, LEFT)
    True
    """
    base, spot = divmod(number, SPOTS)
    return base + ROW, spot


def _lies_on(*below: Iterable[int]) -> tuple[bool, ...]:
    """A row of a table over what lies below; the last place, -1, is the bare Base."""
    fits = [False] * (KINDS + 1)
    for group in below:
        for card in group:
            fits[card] = True
    return tuple(fits)


HITS = tuple(range(6))
_BLOCKS = tuple(range(BLOCK, BLOCK + 3))
_NOWHERE = _lies_on()


def _same(colour: int) -> tuple[int, int]:
    return HIT + colour, HIT2 + colour


ON_SIDE: tuple[tuple[bool, ...], ...] = (
    *(_lies_on((NONE, PRESS, DODGE), _same(c)) for c in range(3)),  # BR11
    *(_lies_on(_same(c)) for c in range(3)),  # BR12
    *(_lies_on(_same(c)) for c in range(3)),  # BR13
    _lies_on(_BLOCKS, (DODGE,)),  # Press, BR14
    _lies_on(HITS),  # Dodge, BR17
    *(_NOWHERE,) * 4,
)
ON_MIDDLE: tuple[tuple[bool, ...], ...] = (
    *(_NOWHERE,) * 9,
    _lies_on((REVERSE,)),  # Press, BR24
    _NOWHERE,
    _lies_on((NONE, REVERSE, PRESS)),  # Reverse, BR21
    _lies_on((NONE, REVERSE, PRESS)),  # Freeze, BR16
    *(_NOWHERE,) * 2,
)


# -- names


def card_name(card: int) -> str:
    """A card as it is called, with a capital letter."""
    return capital(NAMES[card])


def base_name(base: int) -> str:
    """A Base as it is called: A, B, … in the order in which they came into play."""
    letters = ""
    base += 1
    while base > 0:
        base, rest = divmod(base - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"Base {letters}"
