"""How Bro Brawl looks: its bros, its foes, its gear and grunts, its colours."""

from typing import NamedTuple

from images.kit import theme
from images.kit.theme import Colour, Team, mix, rgb
from rules.bro_brawl.content.cards import MONSTERS, UPGRADE, WORTH

BROS = ("cap", "shades", "beard", "headband")  # a mark for each
TEAMS: tuple[Team, ...] = theme.TEAMS  # a player's bros share colour and shape
ZONE = mix(theme.PLATE, theme.RED, 0.2)  # the ground of the Battle Zone
ICE = rgb("#d5eef8")
LOST = rgb("#c98f8c")  # a wound
ROSE = rgb("#f7d9d4")
MINT = rgb("#d5ecdc")


class Face(NamedTuple):
    """A kind of foe: its mark and its colours."""

    mark: str
    colour: Colour
    pale: Colour


FOES = (
    Face("scamp", theme.GREEN, MINT),
    Face("trooper", theme.ORANGE, rgb("#fbe6c8")),
    Face("brute", theme.RED, ROSE),
)
FROSTY = Face("snowflake", theme.BLUE, ICE)

GEAR = {"gun": "gun", "armor": "vest", "health": "pack"}
GRUNTS = {
    "damage": ("crosshair", theme.GREEN),
    "fire": ("flame", theme.RED),
    "reinforcements": ("chevrons", theme.BLUE),
    "divert": ("detour", theme.PURPLE),
    "sacrifice": ("plaster", theme.ORANGE),
}

FLATS: tuple[Colour, ...] = (
    theme.PLATE, theme.EDGE, theme.RAISED, theme.INK, theme.PAPER, theme.QUIET, theme.GOLD,
    theme.DARK, theme.RED, theme.GREEN, theme.BLUE, theme.ORANGE, theme.PURPLE, theme.YELLOW,
    ZONE, ICE, LOST, ROSE, MINT, FOES[1].pale,
    *(colour for team in TEAMS for colour in (team.fill, team.deep)),
)  # fmt: skip


def face_of(card: int) -> Face:
    """How a foe looks."""
    return FOES[WORTH[card] - 1] if card in MONSTERS else FROSTY


def gear_mark(card: int) -> str:
    """The mark of an upgrade."""
    return GEAR[UPGRADE[card].kind]
