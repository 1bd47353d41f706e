"""How BRAWL looks: its two sides, its kinds of cards, its colours."""

from typing import NamedTuple

from images.kit import theme
from images.kit.theme import Colour, Team, mix, rgb
from rules.brawl.content.cards import (
    BASE,
    BLOCK,
    CLEAR,
    COUNTS,
    DODGE,
    FREEZE,
    PRESS,
    REVERSE,
    card_name,
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

COLOURS = (theme.RED, theme.GREEN, theme.BLUE)
SLATE = rgb("#4d5564")


class Face(NamedTuple):
    """A kind of card: its name, its colour and the mark that goes with it.

    The name says the colour: letters are for Bases alone.
    """

    word: str
    colour: Colour
    mark: str


def _face(card: int) -> Face:
    if card < PRESS:
        mark = "shield" if card >= BLOCK else "clash"
        return Face(card_name(card), COLOURS[card % 3], mark)
    colour, mark = {
        PRESS: (theme.YELLOW, "chevrons"),
        DODGE: (theme.SAND, "whirl"),
        REVERSE: (ROSE, "exchange"),
        FREEZE: (theme.SKY, "snowflake"),
        CLEAR: (SLATE, "fallen"),
        BASE: (theme.PAPER, "tower"),
    }[card]
    return Face(card_name(card), colour, mark)


FACES = tuple(_face(card) for card in range(len(COUNTS)))

FLATS: tuple[Colour, ...] = (
    theme.PLATE, theme.EDGE, theme.RAISED, theme.INK, theme.PAPER, theme.QUIET, theme.GOLD,
    theme.DARK, theme.RED, theme.GREEN, theme.BLUE, theme.YELLOW, theme.SAND, ROSE, theme.SKY,
    SLATE, ICE, EMPTY, *GROUNDS, *(colour for team in TEAMS for colour in (team.fill, team.deep, team.pale)),
)  # fmt: skip
