"""Nim with stones that only one player has counted: small enough that the right move is known."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.engine.contract import Game, Phase, Resolver, Text
from rules.engine.randomness import Dice
from rules.engine.state import Event, Frame, Option, State, Variant


class Stones(Variant, frozen=True):
    """The pile."""

    shown: int = 9  # stones that both can count
    sleeve: int = 4  # up to one stone less is hidden under the pile, seen by the first player


class Take(Option, frozen=True):
    """Take stones; who takes the last one wins."""

    count: int


class Took(Event, frozen=True):
    """Stones were taken."""

    player: int
    count: int


class Turn(Frame):
    """Players take turns."""

    player: int = 0


class NimState(State, kw_only=True):
    """A pile of which only a part is in sight."""

    variant: Stones
    shown: int
    hidden: int = 0
    frames: list[Turn] = []
    pending: dict[int, Take] = {}


class NimView(msgspec.Struct):
    """The pile as a player sees it."""

    shown: int
    hidden: int | None


class TurnPhase(Phase[NimState, Turn]):
    """Take one, two or three."""

    def begin(self, r: Resolver[NimState], f: Turn) -> None:
        """Hide some stones, and toss for who begins."""
        r.s.hidden = r.below("hide", r.s.variant.sleeve)
        f.player = r.below("first", 2)
        f.step = "turn"

    def turn(self, r: Resolver[NimState], f: Turn) -> None:
        """Ask the player whose turn it is."""
        r.ask(f.player, "take")

    def offer(self, s: NimState, f: Turn, seat: int) -> Sequence[Option]:
        """Always three options: how many stones are left is not told."""
        return [Take(1), Take(2), Take(3)]

    def answer(self, r: Resolver[NimState], f: Turn, seat: int, option: Any) -> None:
        """Take the stones; the last one wins."""
        s = r.s
        s.shown -= option.count
        r.tell(Took(seat, option.count))
        if s.shown + s.hidden <= 0:
            r.finish((seat,), "last stone")
        f.player = 1 - seat


class NimText(Text[NimState]):
    """Few words."""

    topics = {"taking": "Take one, two or three stones; the last stone wins."}

    def label(self, view: NimView, option: Any) -> str:
        """How many."""
        return f"Take {option.count}"

    def line(self, view: NimView, event: Any) -> str:
        """Who took how many."""
        return f"{event.player + 1} took {event.count}."


class Nim(Game[NimState]):
    """Nim."""

    key = "nim"
    title = "Nim"
    counts = (2,)
    variant = Stones
    state = NimState
    options = (Take,)
    events = (Took,)
    bound = 200
    phases = {Turn: TurnPhase()}
    text = NimText()

    def new(self, variant: Any, seats: list[int], seed: bytes) -> NimState:
        """A pile and a first turn."""
        return NimState(
            variant=variant, seats=seats, seed=seed, shown=variant.shown, frames=[Turn()]
        )

    def view(self, s: NimState, player: int | None) -> NimView:
        """Only the first player knows what is hidden, until the end."""
        known = player == 0 or s.outcome is not None
        return NimView(shown=s.shown, hidden=s.hidden if known else None)

    def determinize(self, s: NimState, player: int, rng: Dice) -> None:
        """The second player thinks of any number that the game allows after what was taken."""
        if player == 1 and s.outcome is None:
            least = max(0, 1 - s.shown)
            s.hidden = least + rng.randrange(s.variant.sleeve - least)


GAME = Nim()
