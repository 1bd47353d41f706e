"""Cups in words."""

from collections.abc import Iterable
from typing import ClassVar

from rules.engine.contract import Text
from rules.engine.state import Event, Option, Outcome
from tests.rules.example.cups.content import CUPS
from tests.rules.example.cups.state import Claim, Claimed, CupsState, CupsVariant, Lifted, Rolled
from tests.rules.example.cups.view import HIDDEN, CupsView


class CupsText(Text[CupsState]):
    """Every word that players read."""

    topics: ClassVar[dict[str, str]] = {
        "The game": "Each player hides a die under a cup. In turn, claim how much all dice show "
        "together, always more than before, or doubt the last claim: then the cups are lifted, and "
        "one of you two has lost."
    }
    settings: ClassVar[dict[str, str]] = {"faces": "how many faces a die has"}

    def label(self, view: CupsView, option: Option) -> str:
        """An option as a button says it."""
        return f"At least {option.total}" if isinstance(option, Claim) else "Doubt"

    def nameable(self, view: CupsView, option: type[Option], name: str) -> Iterable[int]:
        """Any total can be typed; the rules say why it is too low or too high."""
        return range(100)

    def prompt(self, view: CupsView, kind: str) -> str:
        """The question."""
        stands = f"{view.claim} is claimed. " if view.claim else ""
        return f"{stands}What do you claim{', or do you doubt' if view.claim else ''}?"

    def line(self, view: CupsView, event: Event) -> str:
        """What happened."""
        match event:
            case Rolled(face=face):
                return f"You rolled {face}."
            case Claimed(seat=seat, total=total):
                return f"{self.seat(view, seat)}: “at least {total}”."
            case Lifted(seat=seat, dice=dice):
                shown = " + ".join(map(str, dice))
                return f"{self.seat(view, seat)} doubts. The cups show {shown} = {sum(dice)}."
            case _:
                return ""

    def board(self, view: CupsView) -> str:
        """The table in words."""
        cups = ", ".join(
            f"{CUPS[seat]} {face if face != HIDDEN else 'hidden'}"
            for seat, face in enumerate(view.dice)
        )
        claim = f"Claimed: {view.claim}." if view.claim else "No claim yet."
        return f"Cups: {cups}. {claim}"

    def private(self, view: CupsView) -> str:
        """What only this player knows."""
        return "" if view.viewer is None else f"Your die shows {view.dice[view.viewer]}."

    def seat(self, view: CupsView, seat: int) -> str:
        """Players are called by their cups."""
        return CUPS[seat]

    def outcome(self, view: CupsView, outcome: Outcome) -> str:
        """How it ended."""
        winners = " and ".join(CUPS[player] for player in outcome.winners)
        return f"{winners} won." if winners else "A draw."

    def variant(self, variant: CupsVariant) -> str:
        """The options in words."""
        return f"dice with {variant.faces} faces"
