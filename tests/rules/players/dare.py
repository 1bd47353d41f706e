"""A dare: name the number that the other names, at the same time or after hearing it."""

from collections.abc import Sequence
from typing import Any

from rules.engine.contract import Game, Phase, Resolver, Text
from rules.engine.randomness import Dice
from rules.engine.state import Event, Frame, Option, State, Variant


class Rules(Variant, frozen=True):
    """Whether the numbers are named at the same time."""

    hidden: bool = True


class Safe(Option, frozen=True):
    """Do not dare: win two games of three."""


class Dare(Option, frozen=True):
    """Win by naming the other's number."""


class Name(Option, frozen=True):
    """Name a number."""

    number: int


class Named(Event, frozen=True):
    """A number was named."""

    number: int


class Duel(Frame):
    """Seat 1 may dare seat 0."""


class DuelState(State, kw_only=True):
    """What was named."""

    variant: Rules
    named: dict[int, int] = {}
    frames: list[Duel] = []
    pending: dict[int, Name] = {}


class DuelPhase(Phase[DuelState, Duel]):
    """Dare, name, compare."""

    def begin(self, r: Resolver[DuelState], f: Duel) -> None:
        """Seat 1 decides."""
        r.ask(1, "dare")

    def name(self, r: Resolver[DuelState], f: Duel) -> None:
        """Both name a number."""
        named = r.s.named
        if r.s.variant.hidden and not named:
            r.ask_hidden((0, 1), "name")
        elif len(named) < 2:
            r.ask(len(named), "name")
        else:
            r.finish((int(named[0] == named[1]),), "compared")

    def offer(self, s: DuelState, f: Duel, seat: int) -> Sequence[Option]:
        """Three numbers."""
        return [Safe(), Dare()] if f.step == "begin" else [Name(n) for n in range(3)]

    def answer(self, r: Resolver[DuelState], f: Duel, seat: int, option: Any) -> None:
        """Do it."""
        if isinstance(option, Safe):
            r.finish((int(r.below("safe", 3) > 0),), "safe")
        elif isinstance(option, Dare):
            f.step = "name"
        else:
            r.s.named[seat] = option.number
            r.tell(Named(option.number))


class DuelGame(Game[DuelState]):
    """A dare."""

    key = "dare"
    title = "Dare"
    counts = (2,)
    variant = Rules
    state = DuelState
    options = (Safe, Dare, Name)
    events = (Named,)
    bound = 10
    phases = {Duel: DuelPhase()}
    text = Text[DuelState]()

    def new(self, variant: Any, seats: list[int], seed: bytes) -> DuelState:
        """Nothing named yet."""
        return DuelState(variant=variant, seats=seats, seed=seed, frames=[Duel()])

    def view(self, s: DuelState, player: int | None) -> dict[int, int]:
        """What has been named openly."""
        return dict(s.named)

    def determinize(self, s: DuelState, player: int, rng: Dice) -> None:
        """The other's number could be any."""
        for seat in sorted(s.pending):
            if s.seats[seat] != player:
                s.pending[seat] = Name(rng.randrange(3))


GAME = DuelGame()
