"""What each player may see, and the worlds that this player cannot tell apart."""

import msgspec

from rules.engine.randomness import Dice
from rules.engine.state import Outcome
from tests.rules.example.cups.state import CupsState

HIDDEN = 0  # under somebody else's cup


class CupsView(msgspec.Struct):
    """The table as one player, or the spectator, sees it."""

    viewer: int | None
    dice: list[int]
    claim: int
    turn: int
    outcome: Outcome | None


def view(s: CupsState, player: int | None) -> CupsView:
    """Built from nothing: only what is named here is seen."""
    shown = [
        face if s.outcome or holder == player else HIDDEN
        for face, holder in zip(s.dice, s.seats, strict=True)
    ]
    turn = s.open[0].seat if s.open else -1
    return CupsView(player, shown, s.claim, turn, s.outcome)


def determinize(s: CupsState, player: int, rng: Dice) -> None:
    """Whatever lies under the other cups, it could as well be this."""
    for seat, holder in enumerate(s.seats):
        if holder != player:
            s.dice[seat] = rng.randrange(s.variant.faces) + 1
