"""The unconscious wake and come back, where the table plays so (BB27, BB28)."""

from rules.beer_brawl.content import (
    BACK,
    FALLEN,
    LAKE,
    NAMES,
    SQUARES,
    WOKEN,
    square_label,
)
from rules.beer_brawl.play.board import goes_from, is_own, no_square
from rules.beer_brawl.state import BeerBrawlState, Revive, Revived, Turn, Woke
from rules.engine.contract import Resolver
from rules.engine.errors import Refused

REVIVE = tuple(tuple(Revive(p, square) for square in range(SQUARES)) for p in range(len(NAMES)))


def wake(r: Resolver[BeerBrawlState], seat: int) -> None:
    """Each unconscious adventurer rolls a die and comes to on a six."""
    s = r.s
    fallen = [p for p in range(seat, len(s.at), 2) if s.at[p] == FALLEN]
    woken = tuple([p for p in fallen if r.die("waking") == 6])
    for p in woken:
        s.at[p] = WOKEN
    if woken:
        r.tell(Woke(seat, woken))


def revive(r: Resolver[BeerBrawlState], f: Turn, p: int, square: int) -> None:
    """A woken adventurer takes the place of a movement and acts this turn, if anybody does."""
    s = r.s
    s.at[p], s.board[square] = square, p
    goes_from(s, p, square)
    f.mover, f.fixed = p, True
    r.tell(Revived(p, square))
    r.ask(f.seat, "turn")


# -- why not


def why_not_revive(s: BeerBrawlState, f: Turn, seat: int, p: int, square: int) -> Refused:
    """Why an adventurer may not come back there."""
    if not s.variant.revival:
        return Refused("BB28", "This game is played without revival.")
    if f.mover >= 0:
        return Refused("BB28", "Reviving takes the place of moving, at the start of a turn.")
    if not is_own(s, seat, p):
        return Refused("BB28", "That is not one of your adventurers.")
    if s.at[p] == FALLEN:
        return Refused("BB27", f"{NAMES[p]} is still knocked out.")
    if s.at[p] != WOKEN:
        return Refused("BB28", f"{NAMES[p]} is on the board.")
    if square not in range(SQUARES):
        return no_square()
    if square not in BACK[seat]:
        return Refused("BB28", f"{square_label(square)} is not on your back rank.")
    if s.board[square] == LAKE:
        return Refused("BB32", f"{square_label(square)} is a lake.")
    return Refused("BB28", f"{square_label(square)} is taken.")
