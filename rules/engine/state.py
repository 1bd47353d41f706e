"""A game as plain data, also in the middle of a decision."""

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec


class Variant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options that a game is played with."""


class Frame(msgspec.Struct, tag=str.lower, kw_only=True):
    """One piece of nested work, at a named step."""

    step: str = "begin"


class Option(msgspec.Struct, frozen=True, tag=str.lower):
    """One answer to a question: the type is the verb, the fields are its arguments."""

    alone: ClassVar[bool] = False  # never one of several that are named at once
    anytime: ClassVar[bool] = False  # means the same at whichever question is open: never stale


class Way(msgspec.Struct, frozen=True):
    """Several answers chosen as one: the verb that stands for them, and they in their order."""

    option: Option
    answers: tuple[Option, ...]


class Standing(msgspec.Struct, frozen=True):
    """A question that comes again and again: its name, and what may be answered once and for all.

    An answer is an option that is offered, or a verb that stands for several.
    """

    key: str
    answers: tuple[Option, ...]


class Event(msgspec.Struct, frozen=True, tag=str.lower):
    """Something that happened.

    A `reveal` shows all who hear it for good what was hidden: their views show it from then on,
    and no answer before it can be taken back.
    """

    reveal: ClassVar[bool] = False


class Told(msgspec.Struct, frozen=True):
    """An event and the players who are told, or None for everybody.

    One that names no player is sealed: nobody hears it before the game is over.
    """

    event: Event
    to: tuple[int, ...] | None = None

    def heard_by(self, player: int | None, *, over: bool = False) -> bool:
        """Whether this player, or the spectator, is told; or was, once the game is `over`."""
        return self.to is None or player in self.to or (over and not self.to)


class Moment(msgspec.Struct, frozen=True):
    """A step of a game that is looked back on: where it led, and what happened in it."""

    state: Any
    events: tuple[Event, ...]
    worth: tuple[float, ...] = ()  # how good it looked for each player, as computers judge


class Question(msgspec.Struct, omit_defaults=True):
    """An open question to one seat, named by the seat and that seat's own count."""

    seat: int
    number: int
    kind: str
    standing: bool = False  # may be answered, but nobody waits for it


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the players who won (nobody: a draw or a shared loss) and why."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()


class State(msgspec.Struct, kw_only=True):
    """What every game keeps; a game adds its own fields, among them its frames and pending."""

    if TYPE_CHECKING:  # each game declares them with its own types, by which a save is read
        frames: list[Any] = []
        pending: dict[int, Any] = {}  # hidden answers by seat; only where it asks for such

    seats: list[int]  # the player who holds each seat
    seed: bytes
    counters: dict[str, int] = {}  # how often each stream of luck was drawn from
    answers: int = 0  # inputs taken so far
    asked: list[int] = []  # how many questions each seat has been put
    open: list[Question] = []
    mode: str = "turn"  # turn: one seat; each: taken as they come; hidden: when all are in
    clocks: dict[str, int] = {}  # armed clocks and their seconds
    draws: list[int] = []  # players who offer a draw
    resigned: list[int] = []
    outcome: Outcome | None = None

    @property
    def players(self) -> int:
        """How many people sit at the table."""
        return max(self.seats) + 1

    def seats_of(self, player: int) -> list[int]:
        """The seats that a player holds."""
        return [seat for seat, holder in enumerate(self.seats) if holder == player]

    def question(self, seat: int) -> Question | None:
        """The question open to a seat."""
        for question in self.open:
            if question.seat == seat:
                return question
        return None
