"""A shared task: bros name numbers whose sum must be the goal, at once or as it comes."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.engine.contract import Game, Phase, Resolver, Text
from rules.engine.randomness import Dice
from rules.engine.state import Event, Frame, Option, State, Variant


class Rules(Variant, frozen=True):
    """How the bros answer."""

    hidden: bool = True
    goal: int = 5


class Name(Option, frozen=True):
    """Name a number."""

    number: int


class Met(Event, frozen=True):
    """All numbers are on the table."""

    total: int


class Round(Frame):
    """One round of naming."""


class MeetingState(State, kw_only=True):
    """What was named."""

    variant: Rules
    named: dict[int, int] = {}
    frames: list[Round] = []
    pending: dict[int, Name] = {}


class MeetingView(msgspec.Struct):
    """What a player knows."""

    goal: int
    named: dict[int, int]


class RoundPhase(Phase[MeetingState, Round]):
    """Ask all, then count."""

    def begin(self, r: Resolver[MeetingState], f: Round) -> None:
        """Ask every bro."""
        seats = range(len(r.s.seats))
        f.step = "count"
        (r.ask_hidden if r.s.variant.hidden else r.ask_each)(seats, "name")

    def count(self, r: Resolver[MeetingState], f: Round) -> None:
        """All win, or nobody does."""
        s = r.s
        total = sum(s.named.values())
        r.tell(Met(total))
        won = total == s.variant.goal
        r.finish(range(s.players) if won else (), "met" if won else "missed")

    def offer(self, s: MeetingState, f: Round, seat: int) -> Sequence[Option]:
        """Zero to three."""
        return [Name(n) for n in range(4)]

    def answer(self, r: Resolver[MeetingState], f: Round, seat: int, option: Any) -> None:
        """Note it."""
        r.s.named[seat] = option.number


class Meeting(Game[MeetingState]):
    """Two bros of one player, or of two."""

    key = "meeting"
    title = "Meeting"
    counts = (1, 2)
    variant = Rules
    state = MeetingState
    options = (Name,)
    events = (Met,)
    bound = 10
    draws = False
    phases = {Round: RoundPhase()}
    text = Text[MeetingState]()

    def seats(self, variant: Any, players: int) -> list[int]:
        """Two bros always."""
        return [0, players - 1]

    def new(self, variant: Any, seats: list[int], seed: bytes) -> MeetingState:
        """Nothing named yet."""
        return MeetingState(variant=variant, seats=seats, seed=seed, frames=[Round()])

    def view(self, s: MeetingState, player: int | None) -> MeetingView:
        """What has been named openly."""
        return MeetingView(goal=s.variant.goal, named=dict(s.named))

    def determinize(self, s: MeetingState, player: int, rng: Dice) -> None:
        """Others' hidden numbers could be any."""
        for seat in sorted(s.pending):
            if s.seats[seat] != player:
                s.pending[seat] = Name(rng.randrange(4))

    def worth(self, s: MeetingState, player: int) -> float:
        """A missed meeting is lost by all."""
        return 0.5 if s.outcome is None else float(bool(s.outcome.winners))


GAME = Meeting()
