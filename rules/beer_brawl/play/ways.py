"""A draft or a turn in few choices: who is kept, who goes where, who fights whom.

Each stands for the answers that lead there by the cheapest path, which tells least of SPEED.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from rules.beer_brawl.content import (
    ARMOR,
    BACK,
    CLUSTER,
    EMPTY,
    FILES,
    FORMATION,
    LAKE,
    NEAR,
    RANKS,
    SPEED,
    TRANSFERS,
)
from rules.beer_brawl.play.board import cost, meets
from rules.beer_brawl.play.combat import FIGHT
from rules.beer_brawl.play.movement import STEP
from rules.beer_brawl.play.rearm import DONE, GIVE, REARM, TAKE
from rules.beer_brawl.play.setup import READY
from rules.beer_brawl.play.turn import STOP, TURN
from rules.beer_brawl.state import (
    Assault,
    BeerBrawlState,
    Deploy,
    Draft,
    GiveArmor,
    Keep,
    Lead,
    Rally,
    Rearm,
    Rearming,
    Step,
    TakeArmor,
    Turn,
    Walk,
)
from rules.engine.state import Option, Way

Trails = dict[int, tuple[Option, ...]]  # the steps to each square, the cheapest squares first


def ways(s: BeerBrawlState, seat: int) -> list[Way]:
    """What can be chosen in one go: walks first, then fights, then re-armaments."""
    match s.frames[-1]:
        case Draft() if s.tiles[0] >= 0:
            return _placings(s, seat)
        case Turn() as f:
            return _turns(s, f)
        case Rearming() as f:
            return [*_transfers(s, f)]
    return []


def forced(s: BeerBrawlState, seat: int) -> Option | None:
    """The only thing to do, where no SPEED is at stake and so everybody knows it (BB12).

    A step is never taken for anybody: it belongs to a walk.
    """
    f = s.frames[-1]
    if not isinstance(f, Turn) or not (f.fixed or f.mover < 0):
        return None
    options = TURN.offer(s, f, seat)
    alone = len(options) == 1 and not isinstance(options[0], Step)
    return options[0] if alone else None


# -- the draft (BB5, BB6)


def _placings(s: BeerBrawlState, seat: int) -> list[Way]:
    """All that is left in one go, or one tile, each on its place."""
    ready = {tile: READY[tile][square] for tile, square in _places(s, seat).items()}
    return [
        Way(Deploy(), tuple(ready.values())),
        *(Way(Keep(tile), (option,)) for tile, option in ready.items()),
    ]


def _places(s: BeerBrawlState, seat: int) -> dict[int, int]:
    """A place for each tile of the cluster: its own in the formation, else one that is free."""
    land = [square for square in FORMATION[seat] if s.board[square] != LAKE]
    own = dict(zip(range(seat, len(s.at), 2), land, strict=False))
    left = {tile: square for tile, square in own.items() if s.at[tile] == CLUSTER}
    spare = [square for square in land if s.board[square] == EMPTY and square not in left.values()]
    return {
        tile: square if s.board[square] == EMPTY else spare.pop(0) for tile, square in left.items()
    }


# -- a turn


def _turns(s: BeerBrawlState, f: Turn) -> list[Way]:
    offered = TURN.offer(s, f, f.seat)
    if f.mover >= 0:
        trails = {f.mover: _trails(s, f, f.mover)}
    elif any(isinstance(option, Step) for option in offered):
        own = [p for p in range(f.seat, len(s.at), 2) if s.at[p] >= 0]
        trails = {p: _trails(s, f, p) for p in own}
    else:  # BB16: whoever acts does so from where it stands
        leads = [option for option in offered if isinstance(option, Lead)]
        trails = {lead.adventurer: {s.at[lead.adventurer]: (lead,)} for lead in leads}
    found: list[Way] = []
    for act in (_walks, _assaults, _rallies):
        for p, trail in trails.items():
            found += act(s, f, p, trail)
    return found


def _start(s: BeerBrawlState, f: Turn, p: int) -> int:
    return s.at[p] if f.mover < 0 else f.start


def _trails(s: BeerBrawlState, f: Turn, p: int) -> Trails:
    """The cheapest steps to every square that an adventurer can come to, and act on."""
    here, board = s.at[p], s.board
    moved = f.mover >= 0
    left = 0 if f.fixed else SPEED[s.tiles[p]] + 1 - f.spent
    found: Trails = {}
    ahead: list[tuple[int, int, int, tuple[Option, ...]]] = [(0, 0, here, ())]
    number = 0  # of equal paths the one that was found first
    while ahead:
        spent, _, square, steps = heappop(ahead)
        if square in found:
            continue
        first = not moved and not steps
        if not first:
            found[square] = steps
        for near in NEAR[square]:
            if near in found or (board[near] != EMPTY and near != here):
                continue
            total = spent + cost(s, near)
            if first or total <= left:  # a way back to the start that leads no further ends there
                number += 1
                heappush(ahead, (total, number, near, (*steps, STEP[p][near])))
    return found


def _walks(s: BeerBrawlState, f: Turn, p: int, trails: Trails) -> Iterator[Way]:
    """Go to a square and end the turn there; the squares nearest to the other's bar first."""
    for square in sorted(trails, key=lambda square: (-_advance(f.seat, square), square)):
        if square not in (_start(s, f, p), s.at[p]):
            yield Way(Walk(p, square), (*trails[square], STOP))


def _advance(seat: int, square: int) -> int:
    rank = square // FILES
    return rank if seat == 0 else RANKS - 1 - rank


def _assaults(s: BeerBrawlState, f: Turn, p: int, trails: Trails) -> Iterator[Way]:
    """Go where an enemy can be fought, and fight it."""
    for target in range(1 - f.seat, len(s.at), 2):
        for square in _beside(s, f.seat, trails, target):
            yield Way(Assault(p, target, square), (*trails[square], FIGHT[target]))


def _rallies(s: BeerBrawlState, f: Turn, p: int, trails: Trails) -> Iterator[Way]:
    """Go where a friend is, and re-arm with it if armor can pass; to bluff is done step by step."""
    start = _start(s, f, p)
    trails = {
        square: steps
        for square, steps in trails.items()
        if square != start or _may_rearm_there(s, f, square, steps)
    }
    for friend in range(f.seat, len(s.at), 2):
        if friend == p or friend in f.rearmed:
            continue
        if _passing(s, p, friend) or _passing(s, friend, p):
            for square in _beside(s, f.seat, trails, friend):
                yield Way(Rally(p, friend, square), (*trails[square], REARM[friend]))


def _may_rearm_there(s: BeerBrawlState, f: Turn, square: int, steps: tuple[Option, ...]) -> bool:
    """Whether one may re-arm on the square where the turn began (BB15, BB16)."""
    if not steps:
        return any(isinstance(option, Rearm) for option in TURN.offer(s, f, f.seat))
    return isinstance(steps[0], Lead) and not meets(s, square, 1 - f.seat)


def _beside(s: BeerBrawlState, seat: int, trails: Trails, other: int) -> list[int]:
    """The squares to meet another adventurer on: one behind the other's bar, and the nearest one.

    From behind the bar the turn does two things at once; the nearest tells least of SPEED.
    """
    if s.at[other] < 0:
        return []
    beside = [square for square in trails if square in NEAR[s.at[other]]]
    behind = [square for square in beside if square in BACK[1 - seat]]
    return list(dict.fromkeys([*behind[:1], *beside[:1]]))


# -- a re-armament


def _transfers(s: BeerBrawlState, f: Rearming) -> Iterator[Way]:
    """Hand over as many pieces as there are to give and slots for them, and part (BB24)."""
    left = TRANSFERS - f.tries
    for pieces in range(1, min(left, _passing(s, f.mover, f.friend)) + 1):
        yield Way(GiveArmor(pieces), (GIVE,) * pieces + (DONE,))
    for pieces in range(1, min(left, _passing(s, f.friend, f.mover)) + 1):
        yield Way(TakeArmor(pieces), (TAKE,) * pieces + (DONE,))


def _passing(s: BeerBrawlState, giver: int, taker: int) -> int:
    return min(s.armor[giver], ARMOR[s.tiles[taker]] - s.armor[taker])
