"""When a game is over, and who has won it (BR25, BR26)."""

from rules.brawl.content.cards import NONE
from rules.brawl.play.score import holder
from rules.brawl.state import BrawlState, Fighter
from rules.engine.contract import Resolver


def end_if_over(r: Resolver[BrawlState]) -> None:
    """End the game when every Base is frozen, or both are done."""
    s = r.s
    if all(base.frozen for base in s.row):
        _finish(r, "frozen")
    elif all(fighter.done or spent(fighter) for fighter in s.fighters):
        _finish(r, "done")


def spent(fighter: Fighter) -> bool:
    """Whether a fighter has run out of everything, and so is done without a word."""
    return not fighter.deck and not fighter.discard and fighter.held == NONE


def _finish(r: Resolver[BrawlState], reason: str) -> None:
    s = r.s
    won = [0, 0]
    for base in s.row:
        won[holder(base.owner, base.sides, base.middle)] += 1
    best = max(won)
    winners = [] if won[0] == won[1] else [s.seats[won.index(best)]]
    r.finish(winners, reason, won)
