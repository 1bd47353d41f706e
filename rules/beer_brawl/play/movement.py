"""Phase 1: one adventurer moves, step by step (BB10 to BB12, BB15)."""

from rules.beer_brawl.content import (
    EMPTY,
    FALLEN,
    LAKE,
    NAMES,
    NEAR,
    SPEED,
    SQUARES,
    WOKEN,
    square_label,
)
from rules.beer_brawl.play.board import cost, goes_from, is_own, meets, no_square
from rules.beer_brawl.state import BeerBrawlState, Moved, Step, Turn
from rules.engine.contract import Resolver
from rules.engine.errors import Refused

STEP = tuple(tuple(Step(p, square) for square in range(SQUARES)) for p in range(len(NAMES)))


def may_step(s: BeerBrawlState, f: Turn, square: int, left: int) -> bool:
    """Whether the moves left suffice, and a way back to the start is no dead end (BB15)."""
    left -= cost(s, square)
    if left < 0:
        return False
    if square != f.start or meets(s, square, 1 - f.seat):
        return True
    return onward(s, square, s.at[f.mover]) <= left


def onward(s: BeerBrawlState, square: int, vacated: int = -1) -> int:
    """The least that a step on from a square costs."""
    return min(
        (cost(s, near) for near in NEAR[square] if s.board[near] == EMPTY or near == vacated),
        default=9,
    )


def step(r: Resolver[BeerBrawlState], f: Turn, p: int, square: int) -> None:
    """One square further; the first step chooses who moves this turn (BB10)."""
    s = r.s
    came = s.at[p]
    if f.mover < 0:
        f.mover, f.start = p, came
        goes_from(s, p, came)
    f.spent += cost(s, square)
    s.board[came], s.board[square] = EMPTY, p
    s.at[p] = square
    s.path.append(square)
    if len(s.path) > 2:
        _note_pace(s, f, square)
    r.ask(f.seat, "turn")


def _note_pace(s: BeerBrawlState, f: Turn, square: int) -> None:
    """Keep what everybody now knows of the adventurer's speed."""
    spent = f.spent
    if square == f.start and not meets(s, square, 1 - f.seat):
        spent += onward(s, square)  # it came back to the start and so can go on
    s.pace[f.mover] = max(s.pace[f.mover], spent - 1)


def halt(r: Resolver[BeerBrawlState], f: Turn) -> None:
    """Movement is over; the others learn the path, and not why it ended (BB12)."""
    if not f.fixed:
        f.fixed = True
        r.tell(Moved(f.mover, tuple(r.s.path)))


# -- why not


def why_not_own(s: BeerBrawlState, seat: int, p: int) -> Refused | None:
    """Why this is not a conscious adventurer of the seat, on the board."""
    if not is_own(s, seat, p):
        return Refused("BB10", "That is not one of your adventurers.")
    if s.at[p] == FALLEN:
        return Refused("BB10", f"{NAMES[p]} is knocked out.")
    if s.at[p] == WOKEN:
        return Refused("BB28", f"{NAMES[p]} waits beside the board and must be revived first.")
    return None


def why_not_step(s: BeerBrawlState, f: Turn, seat: int, p: int, square: int) -> Refused:
    """Why an adventurer may not step there."""
    not_own = why_not_own(s, seat, p)
    if not_own is not None:
        return not_own
    if square not in range(SQUARES):
        return no_square()
    name, place = NAMES[p], square_label(square)
    if f.mover >= 0 and p != f.mover:
        return Refused("BB10", f"Only one adventurer moves in a turn, and it is {NAMES[f.mover]}.")
    if f.fixed:
        return Refused("BB13", f"{name} moves no further this turn.")
    if square not in NEAR[s.at[p]]:
        return Refused(
            "BB10", f"{place} is not next to {name}: one square up, down, left or right."
        )
    if s.board[square] == LAKE:
        return Refused("BB32", f"{place} is a lake.")
    if s.board[square] != EMPTY:
        return Refused("BB10", f"{place} is taken.")
    left = SPEED[s.tiles[p]] + 1 - f.spent
    if left <= 0:
        return Refused("BB11", f"{name} has no move left.")
    if square in s.rough and left < 2:
        return Refused("BB32", f"{place} is rough and takes two moves; {name} has one left.")
    return Refused("BB15", f"Back on {place}, {name} could neither fight nor move on.")


def why_not_stop(s: BeerBrawlState, f: Turn) -> Refused:
    """Why a turn may not end here."""
    if f.mover < 0:
        return Refused("BB11", "Move somebody first: the first move is a must.")
    name = NAMES[f.mover]
    if not f.fixed:
        return Refused("BB15", f"{name} is back where it started and must fight or move on.")
    if f.spent:
        return Refused("BB15", f"{name} is back where it started and must fight.")
    if meets(s, s.at[f.mover], 1 - f.seat):
        return Refused("BB16", f"{name} has an enemy beside it and must fight.")
    return Refused("BB16", f"{name} has not acted: let it re-arm, or pass.")
