"""What version 3 of the rules changed, as games that began before it still play it."""

from rules.bro_brawl.play.effects import heal, hurt, wound
from rules.bro_brawl.state import Acted, BroBrawlState, InVain, Turn
from rules.engine.contract import Resolver


def promise(r: Resolver[BroBrawlState], f: Turn, points: int, target: int) -> None:
    """Take the damage of a Sacrifice that works when the turn ends."""
    f.sacrifice, f.target = points, target
    bro, card = (-2 - target, -1) if target <= -2 else (-1, target)
    r.tell(Acted(f.seat, "promise", card, bro, points))
    hurt(r, f.seat, points, "sacrifice")


def keep_promise(r: Resolver[BroBrawlState], f: Turn) -> None:
    """The Sacrifice works, if its bro lives and its target is still there."""
    s = r.s
    alive = s.bros[f.seat].alive
    foe = s.find_foe(f.target)
    if alive and f.target <= -2 and s.bros[-2 - f.target].alive:
        heal(r, -2 - f.target, f.sacrifice)
    elif alive and foe is not None:
        wound(r, f.seat, foe, f.sacrifice, "sacrifice")
    else:
        r.tell(InVain(f.seat, not alive, f.target))
