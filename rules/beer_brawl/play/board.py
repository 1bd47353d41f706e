"""What all of the play asks of the board and the adventurers on it."""

from rules.beer_brawl.content import NEAR
from rules.beer_brawl.state import BeerBrawlState
from rules.engine.errors import Refused


def is_own(s: BeerBrawlState, seat: int, p: int) -> bool:
    """Whether there is such an adventurer and it fights for this seat."""
    return p in range(seat, len(s.at), 2)


def meets(s: BeerBrawlState, square: int, team: int) -> bool:
    """Whether an adventurer of a team stands next to a square."""
    for near in NEAR[square]:
        held = s.board[near]
        if held >= 0 and held & 1 == team:
            return True
    return False


def cost(s: BeerBrawlState, square: int) -> int:
    """The moves that entering a square takes (BB32)."""
    return 2 if square in s.rough else 1


def goes_from(s: BeerBrawlState, p: int, square: int) -> None:
    """Everybody looks at another adventurer now: where it goes from here, and whom it fights."""
    s.mover, s.path, s.fights = p, [square], []


def no_square() -> Refused:
    """Why a square off the board cannot be named."""
    return Refused("BB1", "There is no such square: the board has A1 to E8.")
