"""How Brawlhalla looks: its sides, its Legends' emblems, damage, triggers, arenas and colours."""

from typing import NamedTuple

from images.brawlhalla import emblems
from images.kit import theme
from images.kit.theme import Band, Colour, Team, mix, rgb
from rules.brawlhalla.view import View

EMBLEMS = tuple(
    emblem.__name__
    for emblem in (
        emblems.bear, emblems.hood, emblems.clawed_moon, emblems.reaper, emblems.fox, emblems.goat,
    )
)  # fmt: skip


def team_of(view: View, seat: int) -> Team:
    """The colour and shape of a seat; in 2v2 both of a team share theirs."""
    return theme.TEAMS[seat % 2 if view.format == "2v2" else seat]


def name_of_team(seat: int) -> str:
    """What the texts call the team of a seat in 2v2."""
    return f"Team {'AB'[seat % 2]}"


# -- damage


class Damage(NamedTuple):
    """How hurt a Legend is: the word, the ground of its token, and how much that is."""

    word: str
    ground: Colour
    sign: str


DAMAGE = (
    Damage("no damage", theme.PAPER, ""),
    Damage("yellow", theme.YELLOW, "1"),
    Damage("red", theme.RED, "2"),
)

# -- cards

BANDS = {
    "before": Band(theme.GREEN, "B"),
    "during": Band(theme.BLUE, "D"),
    "after": Band(theme.PURPLE, "A"),
    "struck": Band(theme.ORANGE, "H"),
}
KINDS = {"attack": "clash", "light": "bolt", "heavy": "hammer", "move": "boot"}
SLATE = rgb("#4d5564")
FAINT = mix(theme.PAPER, theme.INK, 0.16)  # an emblem that only fills a card
FLAME, EMBER = rgb("#f47b20"), rgb("#8a2f0b")


# -- arenas


class Ground(NamedTuple):
    """What an arena's floors are made of."""

    top: Colour
    body: Colour
    mark: Colour  # the joints in it


STONE = Ground(rgb("#dfe3ea"), rgb("#6a7180"), rgb("#454b57"))
IRON = Ground(rgb("#9aa3b2"), rgb("#3d434f"), rgb("#22262d"))
WOOD = Ground(rgb("#e0b36c"), rgb("#7a4b22"), rgb("#4d2d12"))
MOSS = Ground(rgb("#9ccb5c"), rgb("#5d4a33"), rgb("#3a2d1e"))
GROUNDS = {
    "twin_ledges": STONE,
    "anvil": IRON,
    "three_steps": STONE,
    "raven_roost": WOOD,
    "longhouse": WOOD,
    "rainbow": Ground(rgb("#f2a1c4"), rgb("#6c4a9a"), rgb("#432a68")),
    "four_shields": IRON,
    "world_root": MOSS,
}
SKIES = (rgb("#8fcdee"), rgb("#a2d6f1"), rgb("#b6e0f5"), rgb("#cbe9f8"))  # of the stage, row by row
CLOUD = rgb("#e4f4fc")
VOID = rgb("#34507a")  # off-stage
GRID = rgb("#6fa9cc")
VOID_GRID = rgb("#5877a6")
LINE = rgb("#cf332f")  # the KO line, striped with ink

DIM = mix(theme.RAISED, theme.PLATE, 0.5)  # the plate of whoever is out
FLATS: tuple[Colour, ...] = (
    DIM, theme.PLATE, theme.EDGE, theme.RAISED, theme.INK, theme.PAPER, theme.QUIET, theme.GOLD,
    theme.DARK, theme.YELLOW, theme.RED, theme.PURPLE, FLAME, EMBER,
    *(colour for team in theme.TEAMS for colour in (team.fill, team.deep)),
)  # fmt: skip


def flats(arena: str) -> tuple[Colour, ...]:
    """The flat colours of a board in an arena."""
    own = GROUNDS[arena]
    return (*FLATS, *SKIES, CLOUD, VOID, GRID, VOID_GRID, LINE, *own)


CARD_FLATS: tuple[Colour, ...] = (
    *FLATS, *(band.colour for band in BANDS.values()), SLATE, FAINT,
)  # fmt: skip
