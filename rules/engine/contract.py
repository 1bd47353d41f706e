"""What a game offers, and what it is given to work with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from rules.engine.errors import BadVariant, Broken, Refused
from rules.engine.randomness import Dice, below, shuffle
from rules.engine.state import (
    Event,
    Frame,
    Moment,
    Option,
    Outcome,
    Question,
    Standing,
    State,
    Told,
    Variant,
    Way,
)
from rules.engine.variants import misfit
from rules.engine.verbs import Argument, Verb, bare, plain

USELESS = -1.0  # how soon one may want what brings nothing, or loses everything

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)
T = TypeVar("T")


def _lacking(thing: object, name: str) -> Broken:
    kind = type(thing)
    return Broken(f"{kind.__module__}.{kind.__qualname__} lacks `{name}`")


class Resolver(Generic[S]):
    """Resolves one input: asks, tells, draws luck; the only way in which a game changes its state."""

    __slots__ = ("armed", "barrier", "game", "late", "s", "told")

    def __init__(self, game: Game[S], s: S, told: list[Told] | None) -> None:
        """Work in place on `s`; `told` collects events, or is None where nobody listens."""
        self.game = game
        self.s = s
        self.told = told
        self.barrier = False
        self.late = False  # the referee answers for a seat whose time is up
        self.armed: list[str] = []  # clocks started by this input, also those that ran before

    # -- telling

    def tell(self, event: Event, *to: int) -> None:
        """Tell an event to the named players, or to everybody."""
        if self.told is not None:
            self.told.append(Told(event, to or None))
        if event.reveal:
            self.barrier = True

    def seal(self, event: Event) -> None:
        """Keep an event for the log of the finished game; nobody is told before."""
        if self.told is not None:
            self.told.append(Told(event, ()))

    # -- asking

    def ask(self, seat: int, kind: str) -> None:
        """Put a question to one seat, and wait for it alone."""
        self._put((seat,), kind, "turn")

    def ask_each(self, seats: Sequence[int], kind: str, *, standing: bool = False) -> None:
        """Put a question to several seats, each answer taken as it comes; or left standing."""
        self._put(seats, kind, "each", standing)

    def ask_hidden(self, seats: Sequence[int], kind: str) -> None:
        """Put a question to several seats; nothing is done before all answers are in."""
        self._put(seats, kind, "hidden")

    def _put(self, seats: Sequence[int], kind: str, mode: str, standing: bool = False) -> None:
        s = self.s
        if s.open and (s.mode != mode or mode != "each"):
            raise Broken("asked while other questions were open")
        if mode == "hidden" and not hasattr(s, "pending"):
            raise _lacking(s, "pending: dict[int, …] = {}")
        s.mode = mode
        for seat in seats:
            s.asked[seat] += 1
            s.open.append(Question(seat, s.asked[seat], kind, standing))

    def withdraw(self, *seats: int) -> None:
        """Take back questions to these seats, or all of them."""
        s = self.s
        s.open = [q for q in s.open if seats and q.seat not in seats]
        pending = getattr(s, "pending", None)
        if pending:
            s.pending = {q.seat: pending[q.seat] for q in s.open if q.seat in pending}

    # -- frames

    def push(self, frame: Frame) -> None:
        """Begin nested work; it is done before the frame below goes on."""
        self.s.frames.append(frame)

    def pop(self) -> None:
        """End the top frame; the one below goes on at its named step."""
        self.s.frames.pop()

    # -- luck

    def below(self, stream: str, n: int) -> int:
        """A fair whole number in 0 … n-1; luck cannot be undone."""
        self.barrier = True
        return below(self.s, stream, n)

    def die(self, stream: str, sides: int = 6) -> int:
        """A fair throw, from 1 to the number of sides."""
        return self.below(stream, sides) + 1

    def coin(self, stream: str) -> bool:
        """True in half of all tosses."""
        return self.below(stream, 2) == 0

    def shuffle(self, stream: str, things: list[T]) -> None:
        """Put things in a fair random order, in place."""
        self.barrier = True
        shuffle(self.s, stream, things)

    def seen(self) -> None:
        """Something hidden was looked at: answers before this cannot be taken back."""
        self.barrier = True

    # -- clocks and the end

    def arm(self, clock: str, seconds: int) -> None:
        """Start a named clock; one that runs begins anew."""
        self.s.clocks[clock] = seconds
        self.armed.append(clock)

    def disarm(self, clock: str) -> None:
        """Stop a named clock, if it runs."""
        self.s.clocks.pop(clock, None)

    def finish(self, winners: Sequence[int], reason: str, scores: Sequence[int] = ()) -> None:
        """End the game: questions are withdrawn, clocks stop, nothing can be taken back."""
        s = self.s
        s.outcome = Outcome(tuple(winners), reason, tuple(scores))
        self.withdraw()
        s.clocks = {}
        s.draws = []
        self.game.over(s)
        self.barrier = True


class Phase(Generic[S, F]):
    """What is done with one type of frame; a method named like a step carries the step out."""

    def run(self, r: Resolver[S], f: F) -> None:
        """Do the frame's step: ask, push, pop or finish; called while no question is open."""
        getattr(self, f.step)(r, f)

    def __getattr__(self, name: str) -> Any:
        """Say which step a frame went to that has no method."""
        kind = type(self)
        raise AttributeError(f"{kind.__module__}.{kind.__qualname__} lacks the step `{name}`")

    def offer(self, s: S, f: F, seat: int) -> Sequence[Option]:
        """What a seat that is asked may answer now."""
        raise _lacking(self, "offer")

    def answer(self, r: Resolver[S], f: F, seat: int, option: Option) -> None:
        """Carry out one seat's answer."""
        raise _lacking(self, "answer")

    def answers(self, r: Resolver[S], f: F, given: dict[int, Option]) -> None:
        """Carry out all hidden answers together, in seat order."""
        for seat in sorted(given):
            self.answer(r, f, seat, given[seat])

    def default(self, s: S, f: F, seat: int) -> Option:
        """The answer of a seat whose time is up."""
        return self.offer(s, f, seat)[0]

    def why_not(self, s: S, f: F, seat: int, option: Option) -> Refused:
        """Why an answer that is not offered is not allowed."""
        return Refused("", "That is not possible now.")

    def elapsed(self, r: Resolver[S], f: F, clock: str) -> None:
        """A clock armed by the game has run out."""
        raise Broken(f"no use for the clock {clock}")


Phases = dict[type[Frame], Phase[Any, Any]]


class Family(NamedTuple):
    """Verbs that serve the same end, and what that is, in one line.

    Where its name says enough there is none, and each verb is explained once it is chosen.
    """

    about: str
    verbs: tuple[type[Option], ...]
    led: bool = False  # by somebody who is chosen first: their first argument
    apart: bool = False  # one button beside other verbs, whatever of it is offered


class Text(Generic[S]):
    """A game's words."""

    topics: ClassVar[dict[str, str]] = {}  # the rules in words, by topic
    verbs: ClassVar[dict[type[Option], Verb]] = {}  # where a command differs from its option
    arguments: ClassVar[dict[str, Argument]] = {}  # fields of options, where verbs say no more
    settings: ClassVar[dict[str, str]] = {}  # options of the variant that commands name, in words
    guests: ClassVar[tuple[str, ...]] = ()  # what those whom one invites are called in commands
    first: ClassVar[tuple[type[Option], ...]] = ()  # verbs that are shown before the others
    last: ClassVar[tuple[type[Option], ...]] = ()  # verbs that end a turn or do nothing: shown last
    families: ClassVar[dict[str, Family]] = {}  # verbs that a panel shows under one name

    def label(self, view: Any, option: Option) -> str:
        """An option as its chooser reads it; unique among the options offered together."""
        raise _lacking(self, "label")

    def field(self, view: Any, option: type[Option], name: str, value: object) -> str:
        """One argument of an option in words, for narrowing and autocomplete."""
        return str(value)

    def read(
        self, view: Any, option: type[Option], name: str, word: str, offered: Iterable[Any] = ()
    ) -> list[Any]:
        """The values of an argument that a word may mean: the inverse of `field`.

        What is offered comes before what can only be named, a whole name before a part of one.
        """
        wanted, offered = plain(word), list(dict.fromkeys(offered))
        more = [v for v in self.nameable(view, option, name) if v not in offered]
        for values in (offered, more):
            whole = [v for v in values if wanted == plain(self.field(view, option, name, v))]
            if whole:
                return whole
        short = (wanted, plain(self.bare(word)))
        return [
            value
            for value in (*offered, *more)
            if any(plain(called) in short for called in self.called(view, option, name, value))
        ]

    def nameable(self, view: Any, option: type[Option], name: str) -> Iterable[Any]:
        """Values of an argument that can be named although they may not be offered now.

        So whoever names one is told by the rules why it is not possible.
        """
        return ()

    def called(self, view: Any, option: type[Option], name: str, value: object) -> Iterable[str]:
        """Shorter names of a value, by which it is understood, too."""
        return (self.bare(self.field(view, option, name, value)),)

    def bare(self, word: str) -> str:
        """A name without what `field` adds to explain it."""
        return bare(word)

    def about(self, kind: type[Option]) -> str:
        """What a verb does, in one line under its name."""
        verb = self.verbs.get(kind)
        said = verb.about if verb else ""
        return said or (kind.__doc__ or "").strip().partition("\n")[0]

    def prompt(self, view: Any, kind: str) -> str:
        """A question in words, to the one who is asked."""
        raise _lacking(self, "prompt")

    def goal(self, view: Any) -> str:
        """What the game is about, in one sentence, as it begins."""
        return ""

    def warnings(self, view: Any) -> list[str]:
        """What threatens, or is about to happen, as far as this viewer knows; mostly nothing."""
        return []

    def chance(self, view: Any, option: Option) -> str:
        """How likely an option is to succeed, as far as this viewer can know; nothing as a rule."""
        return ""

    def brief(self, view: Any, option: Option) -> tuple[str, str]:
        """What an option does in as few words as a button has, and what they leave out.

        Nothing where its arguments by themselves say enough.
        """
        return "", ""

    def likely(self, view: Any, option: Option) -> float:
        """How soon this viewer may want an option: a panel shows the highest first.

        What is `USELESS` or less brings nothing, or loses everything: its button is grey.
        """
        return 0.0

    def poor(self, view: Any, options: Sequence[Option]) -> Sequence[Option]:
        """Those that nobody wants beside the others: they stand as if they brought nothing."""
        return ()

    def line(self, view: Any, event: Event) -> str:
        """An event in words, or nothing where it needs none."""
        raise _lacking(self, "line")

    def matters(self, view: Any, event: Event) -> bool:
        """Whether an event may change who is ahead: what led to it is left out before it."""
        return False

    def board(self, view: Any) -> str:
        """The table in words: the alt text of its picture."""
        raise _lacking(self, "board")

    def private(self, view: Any) -> str:
        """What only this player knows, in words; nothing where there is none."""
        return ""

    def seat(self, view: Any, seat: int) -> str:
        """What a seat is called at the table, before a person's name is put to it."""
        return f"seat {seat + 1}"

    def player(self, view: Any, player: int) -> str:
        """What a player is called at the table."""
        return self.seat(view, player)

    def outcome(self, view: Any, outcome: Outcome) -> str:
        """How the game ended, in a sentence."""
        raise _lacking(self, "outcome")

    def revealed(self, view: Any) -> list[str]:
        """When all is over: what was hidden, and what might have been, line by line."""
        return []

    def turning(self, view: Any, moments: Sequence[Moment]) -> str:
        """When all is over: the turning point, in who, when and what; nothing where there is none.

        It is looked for in all of the game, from its start, with the view of its end.
        """
        return ""

    def topic(self, kind: str) -> str:
        """The topic of the rules that fits a question of this kind."""
        return next(iter(self.topics))

    def variant(self, variant: Any) -> str:
        """The options of a game in words."""
        raise _lacking(self, "variant")


class Game(Generic[S]):
    """The facts and functions of one game; everything generic works through this alone."""

    key: ClassVar[str]
    title: ClassVar[str]
    edition: ClassVar[int] = 1  # of the saved form; an upcaster leads from each to the next
    rules_version: ClassVar[str] = "1"  # of the rules; a replay needs the same
    counts: ClassVar[tuple[int, ...]]  # numbers of players
    variant: ClassVar[type[Variant]]
    state: type[S]
    options: ClassVar[tuple[type[Option], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    bound: ClassVar[int]  # a game of random players takes fewer answers
    draws: ClassVar[bool] = True  # a draw can be agreed on
    by_message: ClassVar[bool] = False  # its players' secrets are sent to them, too, unasked
    lost_by: ClassVar[frozenset[str]] = frozenset()  # reasons for which all lose; others draw
    scored_by: ClassVar[frozenset[str]] = (
        frozenset()
    )  # of these, where only the score tells how well
    opening: ClassVar[frozenset[str]] = frozenset()  # kinds of question that begin a turn, also
    # where the same seat had the last one: the table's pace begins anew with each of them
    shortcuts: ClassVar[tuple[type[Option], ...]] = ()  # verbs that stand for several answers
    covered: ClassVar[tuple[type[Option], ...]] = ()  # options that such verbs stand for: a panel
    # shows these only step by step
    phases: ClassVar[Phases]
    text: ClassVar[Any]
    upcasters: ClassVar[dict[int, Any]] = {}  # edition -> function dict -> dict to the next one

    # -- set-up

    def samples(self) -> list[tuple[Variant, int]]:
        """Variants and player counts that together show all of the game."""
        return [(self.variant(), count) for count in self.counts]

    def check(self, variant: Any, players: int) -> None:
        """Refuse options that do not go together."""
        if players not in self.counts:
            counts = " or ".join(map(str, self.counts))
            raise BadVariant(f"{self.title} is for {counts} players, not {players}.")

    def seats(self, variant: Any, players: int) -> list[int]:
        """The player who holds each seat."""
        return list(range(players))

    def real_time(self, variant: Any) -> bool:
        """Whether answers that are taken as they come are a matter of seconds."""
        return False

    def together(self, variant: Any) -> bool:
        """Whether all players win or lose together."""
        return False

    def new(self, variant: Any, seats: list[int], seed: bytes) -> S:
        """The state before anything has happened, with its first frame."""
        raise _lacking(self, "new")

    # -- answers made easy

    def ways(self, s: S, seat: int) -> Sequence[Way]:
        """What a seat that is asked can choose in one go, such as a destination with its path.

        All but the last answer of a way must leave the seat asked again, with nothing revealed.
        """
        return ()

    def forced(self, s: S, seat: int) -> Option | None:
        """The answer that the referee gives for a seat because there is nothing to choose.

        Only where everybody knows that: being asked, or not, must tell nothing.
        """
        return None

    def standing(self, s: S, seat: int) -> Standing | None:
        """What the open question of a seat is, if it is one that may be answered once and for all.

        Only where everybody knows that it is put and what may be answered: that the referee gives
        the answer at once must tell nothing.
        """
        return None

    # -- what others may see

    def view(self, s: S, player: int | None) -> Any:
        """The table as a player, or the spectator, sees it; built from nothing."""
        raise _lacking(self, "view")

    def determinize(self, s: S, player: int, rng: Dice) -> None:
        """Re-deal in place everything that this player does not know."""
        raise _lacking(self, "determinize")

    def over(self, s: S) -> None:
        """The game has just ended, however it did: take away what only those who play on need."""

    # -- judging

    def worth(self, s: S, player: int) -> float:
        """How good a player's position looks, from 0 (lost) to 1 (won)."""
        return 0.5

    def problems(self, s: S) -> list[str]:
        """Invariants that do not hold; empty when all is well."""
        return []

    def resign(self, r: Resolver[S], player: int) -> None:
        """A player gives up: by default everybody else wins."""
        rest = [p for p in range(r.s.players) if p not in r.s.resigned]
        r.finish(rest, "resigned")

    def guess(self, s: S, seat: int, options: Sequence[Option], luck: float) -> Option:
        """A quick answer for a playout; `luck` in 0-1 picks one, by default evenly."""
        return options[int(luck * len(options))]

    def priors(self, s: S, seat: int, options: Sequence[Option]) -> Sequence[Option]:
        """Options in the order in which a search should try them."""
        return options


AnyGame = Game[Any]


def build_variant(game: AnyGame, options: dict[str, object], players: int) -> Variant:
    """A game's variant from plain options, refused with the reason where they do not fit."""
    try:
        variant = msgspec.convert(options, game.variant)
    except msgspec.ValidationError as error:
        raise BadVariant(f"{game.title}: {misfit(game.variant, options) or error}") from None
    game.check(variant, players)
    return variant
