"""Arenas: read from their drawings, with everything about their geometry worked out."""

from collections.abc import Callable, Container
from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar, get_args

import msgspec

ArenaKey = Literal[
    "twin_ledges", "anvil", "three_steps", "raven_roost", "longhouse", "rainbow",
    "four_shields", "world_root",
]  # fmt: skip
ARENAS: tuple[ArenaKey, ...] = get_args(ArenaKey)

COLUMNS, ROWS = 7, 6  # BH6: five by four, and the ring around it
SPACES = COLUMNS * ROWS
TOP_ROW = tuple(range(COLUMNS + 1, 2 * COLUMNS - 1))
AIR_LIMIT = 3  # BH9
Row = TypeVar("Row")


class Drawing(msgspec.Struct, frozen=True):
    """An arena as its file draws it; spaces are counted row by row, the ring included."""

    key: str
    name: str
    format: str
    about: str
    platforms: frozenset[int]
    swords: tuple[int, ...]
    starts: tuple[int, ...]


def at(column: int, row: int) -> int:
    """The space in a column and row, the ring's upper left corner being 0, 0."""
    return row * COLUMNS + column


def place(space: int) -> tuple[int, int]:
    """The column and row of a space."""
    return space % COLUMNS, space // COLUMNS


def inside(column: int, row: int) -> bool:
    """Whether a place is not beyond the KO line."""
    return 0 <= column < COLUMNS and 0 <= row < ROWS


def distance(a: int, b: int) -> int:
    """Steps between two spaces, corners counted as steps."""
    return max(abs(a % COLUMNS - b % COLUMNS), abs(a // COLUMNS - b // COLUMNS))


def read(key: str) -> Drawing:
    """The drawing in an arena's file."""
    text = (files(__package__) / "arenas" / f"{key}.txt").read_text("utf-8")
    head, _, drawn = text.partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    platforms, swords, starts = set(), [], {}
    for row, line in enumerate(drawn.splitlines(), start=1):
        for column, signs in enumerate(line.split(), start=1):
            space, sign = at(column, row), signs[1]
            if signs[0] == "_":
                platforms.add(space)
            if sign == "s":
                swords.append(space)
            elif sign.isdigit():
                starts[int(sign)] = space
    return Drawing(
        key,
        facts["name"],
        facts["format"],
        facts["about"],
        frozenset(platforms),
        tuple(swords),
        tuple(starts[n] for n in sorted(starts)),
    )


class Rows(dict[int, Row]):
    """A row for each space, worked out when first asked for: no answer waits for all of them."""

    def __init__(self, row: Callable[[int], Row]) -> None:
        """Take the function that works out a row."""
        super().__init__()
        self.row = row

    def __missing__(self, space: int) -> Row:
        """Work out the row of a space, and keep it."""
        self[space] = row = self.row(space)
        return row


class Ground:
    """An arena's geometry in tables."""

    def __init__(self, drawing: Drawing) -> None:
        """Work out the short tables; the long ones follow row by row."""
        self.drawing = drawing
        self.platform = [space in drawing.platforms for space in range(SPACES)]
        self.air = [not solid for solid in self.platform]
        self.ways: list[tuple[int, ...]] = [self._ways(space) for space in range(SPACES)]
        self.beside = [frozenset(ways) for ways in self.ways]
        self.sight = Rows(self._sight)
        self.paces = Rows(self._paces)

    def _ways(self, space: int) -> tuple[int, ...]:
        column, row = place(space)
        around = ((dc, dr) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dc or dr)
        return tuple(
            at(column + dc, row + dr)
            for dc, dr in around
            if inside(column + dc, row + dr) and self._open(space, dc, dr)
        )

    def _open(self, space: int, dc: int, dr: int) -> bool:
        """Whether no floor is in the way of one step (BH7)."""
        upper = space if dr > 0 else space - COLUMNS
        if dr == 0:
            return True
        return not (self.platform[upper] and self.platform[upper + dc])

    def _sight(self, space: int) -> list[bool]:
        return [self._sees(space, other) for other in range(SPACES)]

    def _sees(self, a: int, b: int) -> bool:
        """Whether the line between two centres crosses no floor (BH8)."""
        (left, top), (right, bottom) = sorted((place(a), place(b)), key=lambda p: p[1])
        height, width = bottom - top, right - left
        for row in range(top, bottom):
            twice = 2 * left * height + (2 * (row - top) + 1) * width  # 2 · height · the column
            column, rest = divmod(twice + height, 2 * height)
            crossed = (column - 1, column) if rest == 0 else (column,)
            if all(self.platform[at(c, row)] for c in crossed):
                return False
        return True

    def _paces(self, start: int) -> list[int]:
        """How many steps each space is away."""
        paces = [SPACES] * SPACES
        paces[start] = 0
        border = [start]
        for space in border:  # grows as it is walked through
            for way in self.ways[space]:
                if paces[way] == SPACES:
                    paces[way] = paces[space] + 1
                    border.append(way)
        return paces

    # -- one step after the other

    def adjacent(self, a: int, b: int) -> bool:
        """Whether two spaces share a side or a corner that is open (BH13)."""
        return b in self.beside[a]

    def in_range(self, a: int, b: int, reach: int) -> bool:
        """Whether one space can be attacked from another at this range (BH13)."""
        return self.sight[a][b] and distance(a, b) <= reach

    def steps(
        self, space: int, left: int, run: int, taken: list[int], fly: bool = False
    ) -> list[int]:
        """Where a move of `left` more spaces may go next, after `run` Air spaces (BH9)."""
        if left <= 0:
            return []
        air = self.air
        ways = self.ways[space]
        if run >= AIR_LIMIT and not fly:
            ways = tuple(way for way in ways if not air[way])
        blocked = [
            way  # it would have to end on a Legend
            for way in taken
            if way in ways and not self.steps(way, left - 1, run + 1 if air[way] else 0, taken, fly)
        ]
        return [way for way in ways if way not in blocked] if blocked else list(ways)

    def below(self, space: int, taken: Container[int]) -> list[int]:
        """Where gravity may take a Legend: straight down, else past the one there (BH11)."""
        down = space + COLUMNS
        if not self.air[space] or down >= SPACES:
            return []
        if down not in taken:
            return [down]
        column, row = place(down)
        sides = [down + d for d in (-1, 1) if inside(column + d, row)]
        return [side for side in sides if side not in taken]

    def push(self, space: int, dc: int, dr: int, count: int) -> tuple[list[int], int]:
        """The spaces of a knockback, the start first, and how far it goes beyond the ring."""
        path = [space]
        for done in range(count):
            column, row = place(path[-1])
            if not inside(column + dc, row + dr):
                return path, count - done
            if not self._open(path[-1], dc, dr):
                break
            path.append(at(column + dc, row + dr))
        return path, 0


def away(a: int, b: int) -> tuple[int, int]:
    """The direction from one space to another, by the sign in each axis (BH18)."""
    (left, top), (right, bottom) = place(a), place(b)
    return (right > left) - (right < left), (bottom > top) - (bottom < top)


@cache
def drawing(key: str) -> Drawing:
    """An arena's drawing."""
    return read(key)


@cache
def ground(key: str) -> Ground:
    """An arena's geometry."""
    return Ground(drawing(key))


def fitting(form: str) -> list[ArenaKey]:
    """The arenas of a format."""
    return [key for key in ARENAS if drawing(key).format == form]
