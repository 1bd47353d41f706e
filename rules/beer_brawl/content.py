"""The board, the adventurers' public names, and what six faces add up to."""

from functools import cache
from itertools import product
from typing import NamedTuple

# -- the board (BB1): a square is rank * 5 + file, both counted from 0

FILES, RANKS = 5, 8
SQUARES = FILES * RANKS
EMPTY, LAKE = -1, -2  # what a square holds where no adventurer stands on it
CLUSTER, FALLEN, WOKEN = -1, -2, -3  # where an adventurer is when it stands on no square
TEAMS = ("Blue", "Orange")
HOME = (tuple(range(15)), tuple(range(25, 40)))
BACK = (tuple(range(5)), tuple(range(35, 40)))
# House content: where tiles stand that are placed in one go, whoever they are, so that where they
# stand tells nothing (BB3): staggered, from the front to the back; lakes are passed over.
FORMATION = tuple(
    tuple(FILES * rank + file for rank, files in ranks for file in files)
    for ranks in (
        ((2, (0, 2, 4)), (1, (1, 3)), (0, (2, 0, 4)), (1, (2, 0, 4)), (2, (1, 3)), (0, (1, 3))),
        ((5, (0, 2, 4)), (6, (1, 3)), (7, (2, 0, 4)), (6, (2, 0, 4)), (5, (1, 3)), (7, (1, 3))),
    )
)
TRANSFERS = 12  # tries to hand armor over, at most, in one re-armament (BB23)
QUIET, LONG = 40, 500  # turns without combat, and in all, that make a draw (BB31)


def square_label(square: int) -> str:
    """A square as players call it.

    >>> square_label(11)
    'B3'
    """
    return "ABCDE"[square % FILES] + str(square // FILES + 1)


def _near(square: int) -> tuple[int, ...]:
    rank, file = divmod(square, FILES)
    around = ((rank + 1, file), (rank, file + 1), (rank, file - 1), (rank - 1, file))
    return tuple(r * FILES + f for r, f in around if 0 <= r < RANKS and 0 <= f < FILES)


NEAR = tuple(_near(square) for square in range(SQUARES))

# -- the adventurers: number 2k is Blue's, 2k + 1 Orange's

# House content (BB3): names and marks that tell pieces apart and say nothing of what they can do.
NAMES = (
    "Barnaby",
    "Crumpet",
    "Dimple",
    "Elderberry",
    "Figgy",
    "Gizzard",
    "Hobnail",
    "Inkwell",
    "Juniper",
    "Kettle",
    "Lumpkin",
    "Mossy",
    "Nettle",
    "Otter",
    "Pickle",
    "Quibble",
    "Radish",
    "Turnip",
)
MARKS = tuple(name[0] for name in NAMES)

# -- the stats (BB2): a tile is six faces of two bits each

STATS = ("strength", "magic", "speed", "armor")
TILES = 4**6


def faces_of(tile: int) -> tuple[int, ...]:
    """The six faces of a tile as places in STATS."""
    return tuple(tile >> shift & 3 for shift in range(0, 12, 2))


def _count(stat: int) -> tuple[int, ...]:
    pairs = [sum(face == stat for face in (tile & 3, tile >> 2)) for tile in range(16)]
    return tuple(
        pairs[high] + pairs[mid] + pairs[low] for high, mid, low in product(range(16), repeat=3)
    )


STRENGTH, MAGIC, SPEED, ARMOR = (_count(stat) for stat in range(4))
FAST = tuple(  # the tiles of at least so much speed, for each speed
    tuple(tile for tile in range(TILES) if SPEED[tile] >= speed) for speed in range(7)
)


@cache
def shown_faces(tile: int, armor: int) -> tuple[str, ...]:
    """The six faces as their owner sees them: armor that was lost is a dark face (BB4)."""
    shown, left = [], armor
    for face in faces_of(tile):
        name = STATS[face]
        if name == "armor":
            name = "armor" if left > 0 else "lost"
            left -= 1
        shown.append(name)
    return tuple(shown)


# -- archetypes, to be named in the private view


class Archetype(NamedTuple):
    """A well-known spread of stats."""

    name: str
    strength: int
    magic: int
    speed: int
    armor: int


ARCHETYPES = (
    Archetype("Healer", 0, 0, 3, 3),
    Archetype("Paramedic", 0, 0, 5, 1),
    Archetype("Warrior", 4, 0, 0, 2),
    Archetype("Mage", 0, 4, 0, 2),
    Archetype("Scout", 3, 0, 3, 0),
    Archetype("Scout", 0, 3, 3, 0),
    Archetype("Glass Cannon", 0, 5, 0, 1),
    Archetype("Glass Cannon", 5, 0, 0, 1),
    Archetype("Multiclass", 1, 1, 0, 4),
    Archetype("All-rounder", 3, 2, 0, 1),
    Archetype("All-rounder", 2, 3, 0, 1),
    Archetype("Lancer", 3, 0, 2, 1),
    Archetype("Lancer", 0, 3, 2, 1),
    Archetype("Rogue", 0, 0, 6, 0),
    Archetype("Quartermaster", 0, 0, 0, 6),
)


@cache
def archetype(tile: int) -> str:
    """The archetype that differs least from a tile's stats; a tie goes to the first listed."""
    stats = (STRENGTH[tile], MAGIC[tile], SPEED[tile], ARMOR[tile])
    return min(
        ARCHETYPES, key=lambda known: sum(abs(a - b) for a, b in zip(known[1:], stats, strict=True))
    ).name
