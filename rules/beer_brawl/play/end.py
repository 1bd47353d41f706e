"""The end of a turn, and of the game (BB29, BB31)."""

from rules.beer_brawl.content import BACK, LONG, QUIET
from rules.beer_brawl.state import BeerBrawlState, Turn
from rules.engine.contract import Resolver


def end_turn(r: Resolver[BeerBrawlState], f: Turn) -> None:
    """See whether the other stands behind the bar, or go on with the other's turn."""
    s = r.s
    other = 1 - f.seat
    s.quiet = 0 if f.fought else s.quiet + 1
    for square in BACK[f.seat]:
        held = s.board[square]
        if held >= 0 and held & 1 == other:
            r.finish((other,), "back_rank")
            return
    if s.quiet >= QUIET:
        r.finish((), "quiet")
    elif s.turn >= LONG:
        r.finish((), "long")
    else:
        s.frames[-1] = Turn(seat=other)


def after_action(r: Resolver[BeerBrawlState], f: Turn) -> None:
    """A turn goes on after an action only under `many_actions` (BB14)."""
    if r.s.variant.many_actions:
        r.ask(f.seat, "turn")
    else:
        end_turn(r, f)
