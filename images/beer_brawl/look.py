"""How Beer Brawl looks: its teams, its adventurers' marks, its colours."""

from images.kit import theme
from images.kit.theme import Colour, Team, mix, rgb
from rules.beer_brawl.view import Piece

TEAMS: tuple[Team, Team] = theme.TEAMS[:2]

# A mark for each letter that tells adventurers apart.
MARKS = {
    "B": "barrel",
    "C": "crumpet",
    "D": "smile",
    "E": "berries",
    "F": "fig",
    "G": "owl",
    "H": "boot",
    "I": "feather",
    "J": "fir",
    "K": "kettle",
    "L": "pumpkin",
    "M": "mushroom",
    "N": "leaf",
    "O": "fish",
    "P": "gherkin",
    "Q": "speech",
    "R": "radish",
    "T": "turnip",
}

FIELD = (rgb("#f1e8d6"), rgb("#e5d9c1"))  # the squares between the homes
HOMES = tuple((team.pale, mix(team.pale, team.fill, 0.12)) for team in TEAMS)
BACKS = tuple((mix(team.pale, team.fill, 0.3), mix(team.pale, team.fill, 0.38)) for team in TEAMS)
FALLEN = {team.name: mix(team.pale, theme.PAPER, 0.5) for team in TEAMS}
HINTS = {  # the watermark on each shade of the homes
    shade: mix(shade, team.fill, 0.13)
    for team, *shades in zip(TEAMS, HOMES, BACKS, strict=True)
    for pair in shades
    for shade in pair
}
WATER, WAVE = theme.SKY, rgb("#1d5f80")
ROUGH, TUFT = theme.SAND, rgb("#6d4c17")

BOARD_COLOURS: tuple[Colour, ...] = (
    theme.PLATE, theme.EDGE, theme.RAISED, theme.INK, theme.PAPER, theme.QUIET, theme.GOLD,
    theme.DARK, theme.RED, theme.PURPLE, theme.YELLOW, theme.GREEN, *FIELD, *HOMES[0], *HOMES[1], *BACKS[0], *BACKS[1], *HINTS.values(), *FALLEN.values(), WATER, WAVE, ROUGH, TUFT,
    TEAMS[0].fill, TEAMS[0].deep, TEAMS[1].fill, TEAMS[1].deep,
)  # fmt: skip
TILE_COLOURS: tuple[Colour, ...] = (
    theme.PLATE, theme.EDGE, theme.RAISED, theme.INK, theme.PAPER, theme.QUIET, theme.GOLD,
    theme.DARK, theme.RED, theme.PURPLE, theme.YELLOW, theme.GREEN,
    TEAMS[0].fill, TEAMS[0].deep, TEAMS[1].fill, TEAMS[1].deep,
)  # fmt: skip


def team_of(piece: Piece) -> Team:
    """The team of a piece."""
    return TEAMS[piece.team]


def mark_of(piece: Piece) -> str:
    """The mark of a piece."""
    return MARKS[piece.mark]
