"""What computer players need beyond the rules."""

from collections.abc import Sequence

from rules.engine.state import Option
from tests.rules.example.cups.state import Claim, CupsState


def worth(s: CupsState, player: int) -> float:
    """How a position looks before its end: an even chance of not being the one who loses."""
    return 1 - 1 / len(s.seats)


def guess(s: CupsState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """Go on as long as the claim is below what one's own die and average others show."""
    others = (len(s.seats) - 1) * (s.variant.faces + 1) / 2
    modest = [o for o in options if isinstance(o, Claim) and o.total <= s.dice[seat] + others]
    chosen = modest or options[-1:]
    return chosen[int(luck * len(chosen))]
