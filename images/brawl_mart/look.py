"""How Brawl Mart looks: its types, its brawlers' and items' marks, its colours."""

from images.kit import theme
from images.kit.theme import Band, Colour, mix, rgb
from rules.brawl_mart.content.brawlers import BRAWLERS

TYPES = {
    "Lightweight": Band(theme.SKY, "L"),
    "Tactical": Band(theme.GREEN, "T"),
    "Robust": Band(theme.RED, "R"),
    "Mysterious": Band(theme.PURPLE, "M"),
}
KINDS = {"contact": "fist", "non-contact": "thrown"}

# A mark for each brawler and each item, in the order of their cards.
BRAWLER_MARKS = (
    "feather", "bow", "helmet", "hammer", "crown", "key", "spark", "gem", "wheel", "eye", "cat",
    "crumpet", "smile", "speech", "barrel", "moon",
)  # fmt: skip
ITEM_MARKS = (
    "hand", "gherkin", "gem", "boot", "snowflake", "clash", "bottle", "drop", "berries", "crumpet",
    "exchange", "heart", "bell", "eye", "trolley", "flame",
)  # fmt: skip

FOES = mix(theme.PLATE, theme.RED, 0.2)  # the ground of the enemies
OWN = mix(theme.PLATE, theme.BLUE, 0.26)  # and of the shopper's side
DIM = mix(theme.PAPER, theme.PLATE, 0.3)  # a card that waits for another
SHELF = rgb("#f4e3bd")  # an item
FLATS: tuple[Colour, ...] = (
    theme.PLATE, theme.EDGE, theme.RAISED, theme.INK, theme.PAPER, theme.QUIET, theme.GOLD,
    theme.DARK, theme.RED, theme.GREEN, theme.PURPLE, theme.SKY, theme.BLUE, FOES, OWN, DIM,
    SHELF,
)  # fmt: skip


def band_of(card: int) -> Band:
    """The band of a brawler's type."""
    return TYPES[BRAWLERS[card].type]
