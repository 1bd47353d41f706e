"""Which options a search should try, and in which order."""

from collections.abc import Sequence

from rules.brawlhalla.ai.guess import guess
from rules.brawlhalla.ai.merit import footing, merit
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.frames import Turn
from rules.brawlhalla.state.options import Discard, TakeBack
from rules.engine.state import Option

ACTIONS, STEPS, OTHERS = 8, 4, 6


def shortlist(s: BrawlhallaState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
    """The options worth a look, best first."""
    if len(options) <= 2:
        return options
    kind = s.open[0].kind
    if isinstance(s.frames[-1], Turn):
        return sorted(options, key=lambda option: -merit(s, seat, option))[:ACTIONS]
    if kind in ("step", "land", "fall", "respawn"):
        here = s.fighters[seat].space

        def rank(option: Option) -> float:
            return -footing(s, seat, getattr(option, "space", here))

        return sorted(options, key=rank)[:STEPS]
    first = guess(s, seat, options, 0.5)
    rest = [option for option in options if option != first]
    if isinstance(first, Discard | TakeBack):
        return [first, *rest[:3]]
    return [first, *rest][:OTHERS]
