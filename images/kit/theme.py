"""Colours that look right on Discord's dark and light backgrounds, and their contrast."""

from typing import NamedTuple

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """A colour from its six hexadecimal digits."""
    value = int(code.removeprefix("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """The colour that lies this part of the way from one to the other."""
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Relative luminance as the web's accessibility guidelines define it."""
    parts = [c / 255 for c in colour]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(ground: Colour) -> Colour:
    """Ink or paper, whichever reads better on this ground."""
    return max(INK, PAPER, key=lambda colour: contrast(colour, ground))


INK = rgb("#16181d")
PAPER = rgb("#fbf8f1")
PLATE = rgb("#23272f")  # the ground of every picture
EDGE = rgb("#4a505c")  # its rim, seen on dark and on white alike
RAISED = rgb("#2f343f")  # a panel on the plate
QUIET = rgb("#b9bfca")  # text of less weight on the plate
GOLD = rgb("#f6c945")
DARK = rgb("#33363d")  # what is spent, lost or face down

RED = rgb("#c8322f")
PURPLE = rgb("#7a3fb4")
YELLOW = rgb("#f2c230")
GREEN = rgb("#1f7a45")
BLUE = rgb("#1f57b4")
ORANGE = rgb("#f59e2e")
SKY = rgb("#7cc4e2")
SAND = rgb("#d8bd8a")


class Band(NamedTuple):
    """A card's colour, never alone: a letter goes with it."""

    colour: Colour
    letter: str


class Team(NamedTuple):
    """A side at the table: its colour and the shape that tells it apart without colour."""

    name: str
    fill: Colour
    deep: Colour  # outline
    pale: Colour  # tint of its home
    shape: str  # of its tokens: round or cut

    @property
    def ink(self) -> Colour:
        """The colour of text on its tokens."""
        return readable(self.fill)


TEAMS = (
    Team("Blue", BLUE, rgb("#0d2a5e"), rgb("#cddff5"), "round"),
    Team("Orange", ORANGE, rgb("#5e3205"), rgb("#f9dcb8"), "cut"),
    Team("Green", GREEN, rgb("#0b3a20"), rgb("#cfe9d8"), "square"),
    Team("Pink", rgb("#f08fb8"), rgb("#5c1738"), rgb("#fadbe8"), "pointed"),
)
