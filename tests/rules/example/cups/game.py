"""Cups, tied together."""

from collections.abc import Sequence
from typing import ClassVar

from rules.engine.contract import Game, Phases
from rules.engine.randomness import Dice
from rules.engine.state import Event, Option, Variant
from tests.rules.example.cups import ai
from tests.rules.example.cups import view as views
from tests.rules.example.cups.play import RoundPhase
from tests.rules.example.cups.state import (
    Claim,
    Claimed,
    CupsState,
    CupsVariant,
    Doubt,
    Lifted,
    Rolled,
    Round,
)
from tests.rules.example.cups.text import CupsText


class Cups(Game[CupsState]):
    """Claims about hidden dice."""

    key: ClassVar[str] = "cups"
    title: ClassVar[str] = "Cups"
    counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    variant: ClassVar[type[Variant]] = CupsVariant
    state = CupsState
    options: ClassVar[tuple[type[Option], ...]] = (Claim, Doubt)
    events: ClassVar[tuple[type[Event], ...]] = (Rolled, Claimed, Lifted)
    bound: ClassVar[int] = 4 * 12 + 1  # every claim there is, and a doubt
    phases: ClassVar[Phases] = {Round: RoundPhase()}
    text: ClassVar[CupsText] = CupsText()

    def samples(self) -> list[tuple[Variant, int]]:
        """Every number of players, and dice of two kinds."""
        return [(CupsVariant(), 2), (CupsVariant(faces=4), 3), (CupsVariant(), 4)]

    def new(self, variant: CupsVariant, seats: list[int], seed: bytes) -> CupsState:
        """An empty table; the first frame rolls."""
        return CupsState(seats=seats, seed=seed, variant=variant, frames=[Round()])

    def view(self, s: CupsState, player: int | None) -> views.CupsView:
        """See `view.py`."""
        return views.view(s, player)

    def determinize(self, s: CupsState, player: int, rng: Dice) -> None:
        """See `view.py`."""
        views.determinize(s, player, rng)

    def worth(self, s: CupsState, player: int) -> float:
        """See `ai.py`."""
        return ai.worth(s, player)

    def guess(self, s: CupsState, seat: int, options: Sequence[Option], luck: float) -> Option:
        """See `ai.py`."""
        return ai.guess(s, seat, options, luck)

    def problems(self, s: CupsState) -> list[str]:
        """Invariants that do not hold."""
        wrong = [face for face in s.dice if not 1 <= face <= s.variant.faces]
        return [f"a die shows {face}" for face in wrong]


GAME = Cups()
