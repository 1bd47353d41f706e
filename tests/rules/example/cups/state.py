"""Cups as plain data: the options, what players may do, what happens, the state."""

from typing import Annotated, ClassVar

import msgspec

from rules.engine.state import Event, Frame, Option, State, Variant


class CupsVariant(Variant, frozen=True):
    """The options of a table."""

    faces: Annotated[int, msgspec.Meta(ge=2, le=12)] = 6  # of each die


# -- what players may do


class Claim(Option, frozen=True):
    """Say that all dice together show at least a total."""

    total: int


class Doubt(Option, frozen=True):
    """Have all cups lifted."""


# -- what happens


class Rolled(Event, frozen=True):
    """What lies under one's own cup: told to its owner alone."""

    face: int


class Claimed(Event, frozen=True):
    """Somebody has made a claim."""

    seat: int
    total: int


class Lifted(Event, frozen=True):
    """Somebody has doubted, and all see all dice."""

    reveal: ClassVar[bool] = True
    seat: int
    dice: tuple[int, ...]


# -- the state


class Round(Frame):
    """The whole game: a roll, then turns."""

    step: str = "roll"
    seat: int = 0  # whose turn it is


class CupsState(State, kw_only=True):
    """A game of Cups."""

    variant: CupsVariant
    frames: list[Round] = []
    dice: list[int] = []  # one for each seat, secret
    claim: int = 0  # the total that stands; 0 before the first claim

    @property
    def highest(self) -> int:
        """The most that all dice can show."""
        return len(self.seats) * self.variant.faces
