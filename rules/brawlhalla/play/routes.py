"""Where a move can end, and by which way: the shortest, with or without a sword on it."""

from collections.abc import Container

import msgspec

from rules.brawlhalla.content.arena import AIR_LIMIT, COLUMNS, ROWS, Ground, place
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import UNARMED

MOST = 20  # spaces: all but the ring


class Route(msgspec.Struct, frozen=True):
    """A way through the arena: its spaces, and how many of the last ones were Air."""

    path: tuple[int, ...]
    run: int


Spot = tuple[int, int, bool]  # a space, the Air spaces in a row, whether a sword was met
Ends = dict[tuple[int, bool], Route]  # the shortest way to each space, with and without a sword


def routes(s: BrawlhallaState, seat: int, left: int, run: int = 0, fly: bool = False) -> Ends:
    """The free spaces that a move of `left` steps can end on (BH9, BH10)."""
    swords = s.swords if s.fighters[seat].sword == UNARMED else ()
    return between(s.ground, s.fighters[seat].space, s.taken(seat), swords, left, run, fly)


def between(
    ground: Ground,
    start: int,
    taken: Container[int],
    swords: Container[int],
    left: int,
    run: int = 0,
    fly: bool = False,
) -> Ends:
    """The spaces that are not taken to which so many steps lead."""
    first: Spot = (start, 0 if fly else run, False)
    came: dict[Spot, Spot | None] = {first: None}
    ends: Ends = {}
    border = [first]
    for _ in range(left):
        reached: list[Spot] = []
        for spot in border:
            space, run, met = spot
            for way in ground.ways[space]:
                on = run + 1 if ground.air[way] else 0
                if on > AIR_LIMIT and not fly:
                    continue
                to = (way, 0 if fly else on, met or way in swords)
                if to not in came:
                    came[to] = spot
                    reached.append(to)
        for spot in reached:
            space, run, met = spot
            if space not in taken and space != start and (space, met) not in ends:
                ends[space, met] = Route(_back(came, spot), run)
        border = reached
    return ends


def _back(came: dict[Spot, Spot | None], spot: Spot) -> tuple[int, ...]:
    path: list[int] = []
    at: Spot | None = spot
    while at is not None:
        path.append(at[0])
        at = came[at]
    return tuple(reversed(path[:-1]))


def off_stage(space: int) -> bool:
    """Whether a space belongs to the ring (BH6)."""
    column, row = place(space)
    return column in (0, COLUMNS - 1) or row in (0, ROWS - 1)


def by_use(s: BrawlhallaState, seat: int, spaces: set[int]) -> list[int]:
    """Spaces worth going to: beside opponents first, then Platforms, then Air, the ring last.

    The ring is left out, but for spaces beside opponents, as long as there is anything else; and
    there are no more spaces than can be shown at once.
    """
    ground = s.ground
    near = {way for foe in s.opponents(seat) for way in ground.ways[s.fighters[foe].space]}
    wanted = {space for space in spaces if space in near or not off_stage(space)} or spaces

    def rank(space: int) -> tuple[bool, bool, bool, int]:
        return off_stage(space), space not in near, ground.air[space], space

    return sorted(wanted, key=rank)[:MOST]
