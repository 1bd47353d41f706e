"""How BRAWL looks: its two sides, its kinds of cards, its colours."""

from typing import NamedTuple

from images.kit import theme
from images.kit.theme import Band, Colour, Team, mix, rgb
from rules.brawl.content.cards import (
    BASE,
    BLOCK,
    CLEAR,
    COUNTS,
    DODGE,
    FREEZE,
    HIT2,
    PRESS,
    REVERSE,
)

# Neither side has the colour of a Hit.
TEAMS = (
    Team("Purple", theme.PURPLE, rgb("#3a1560"), rgb("#e2d2f3"), "round"),
    Team("Orange", theme.ORANGE, rgb("#5e3205"), rgb("#f9dcb8"), "cut"),
)
GROUNDS = tuple(mix(theme.PLATE, team.fill, 0.22) for team in TEAMS)  # of each one's side
ICE = rgb("#d5eef8")
EMPTY = mix(theme.RAISED, theme.PLATE, 0.6)  # where no card lies
ROSE = rgb("#f0a3c0")

COLOURS = (
    Band(theme.RED, "R"),
    Band(theme.GREEN, "G"),
    Band(theme.BLUE, "B"),
)
SLATE = rgb("#4d5564")


class Face(NamedTuple):
    """A kind of card: its word, its band and the mark that goes with it."""

    word: str
    band: Band
    mark: str


def _face(card: int) -> Face:
    if card < PRESS:
        word, mark = ("Block", "shield") if card >= BLOCK else ("Hit", "clash")
        return Face("Hit-2" if HIT2 <= card < BLOCK else word, COLOURS[card % 3], mark)
    return {
        PRESS: Face("Press", Band(theme.YELLOW, "P"), "chevrons"),
        DODGE: Face("Dodge", Band(theme.SAND, "D"), "whirl"),
        REVERSE: Face("Reverse", Band(ROSE, "V"), "exchange"),
        FREEZE: Face("Freeze", Band(theme.SKY, "F"), "snowflake"),
        CLEAR: Face("Clear", Band(SLATE, "C"), "fallen"),
        BASE: Face("Base", Band(theme.PAPER, ""), "tower"),
    }[card]


FACES = tuple(_face(card) for card in range(len(COUNTS)))

FLATS: tuple[Colour, ...] = (
    theme.PLATE, theme.EDGE, theme.RAISED, theme.INK, theme.PAPER, theme.QUIET, theme.GOLD,
    theme.DARK, theme.RED, theme.GREEN, theme.BLUE, theme.YELLOW, theme.SAND, ROSE, theme.SKY,
    SLATE, ICE, EMPTY, *GROUNDS, *(colour for team in TEAMS for colour in (team.fill, team.deep, team.pale)),
)  # fmt: skip
