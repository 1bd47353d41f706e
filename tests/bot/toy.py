"""A small game that has everything the referee must handle: secrets, luck, clocks, undo."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from rules.engine.contract import Game, Phase, Resolver, Text
from rules.engine.errors import Refused, UnknownGame
from rules.engine.randomness import Dice
from rules.engine.state import Event, Frame, Option, Outcome, State, Variant

GOAL = 12


class Pick(Option, frozen=True):
    """Keep a card of your hand in secret."""

    card: int


class Ready(Option, frozen=True):
    """Pick no more."""


class Step(Option, frozen=True):
    """Go so many steps on."""

    n: int


class Roll(Option, frozen=True):
    """Roll a die."""


class Stop(Option, frozen=True):
    """End the turn."""


class Picked(Event, frozen=True):
    """A player has picked a card."""

    player: int


class Card(Event, frozen=True):
    """Which card it was."""

    card: int


class Went(Event, frozen=True):
    """A player went on."""

    player: int
    n: int


class Rolled(Event, frozen=True):
    """A die fell."""

    player: int
    pips: int
    reveal = True


class ToyVariant(Variant, frozen=True, kw_only=True):
    """`clock`: seconds for the picking together; `own`: seconds for each seat by itself."""

    clock: int = 0
    own: int = 0
    goal: int = GOAL


class Picking(Frame):
    """Everybody picks at once."""

    done: list[int] = []


class Turn(Frame):
    """One player's turn."""

    seat: int = 0
    steps: int = 0


class ToyState(State, kw_only=True):
    """Hands, picks and how far everybody is."""

    frames: list[Picking | Turn]
    hands: list[list[int]]
    picks: list[list[int]]
    at: list[int]
    goal: int
    clock: int
    own: int


class View(msgspec.Struct, frozen=True):
    """What somebody sees."""

    at: list[int]
    picks: list[int]
    hand: list[int] | None
    player: int | None


class PickingPhase(Phase[ToyState, Picking]):
    """Picking, each as it comes."""

    def begin(self, r: Resolver[ToyState], f: Picking) -> None:
        seats = range(len(r.s.seats))
        if len(f.done) == len(seats):
            r.disarm("picking")
            r.pop()
            r.push(Turn())
            return
        f.step = "begin"
        r.ask_each(list(seats), "pick")
        if r.s.clock:
            r.arm("picking", r.s.clock)
        for seat in seats if r.s.own else ():
            r.arm(f"seat{seat}", r.s.own)

    def offer(self, s: ToyState, f: Picking, seat: int) -> Sequence[Option]:
        return [*(Pick(card) for card in s.hands[seat]), Ready()]

    def default(self, s: ToyState, f: Picking, seat: int) -> Option:
        return Pick(s.hands[seat][0]) if s.hands[seat] else Ready()

    def answer(self, r: Resolver[ToyState], f: Picking, seat: int, option: Option) -> None:
        if isinstance(option, Pick):
            r.s.hands[seat].remove(option.card)
            r.s.picks[seat].append(option.card)
            r.tell(Picked(seat))
            r.tell(Card(option.card), seat)
            r.ask_each([seat], "pick")
            if r.s.own:
                r.arm(f"seat{seat}", r.s.own)
            return
        f.done.append(seat)
        r.disarm(f"seat{seat}")

    def elapsed(self, r: Resolver[ToyState], f: Picking, clock: str) -> None:
        if clock == "picking":
            r.withdraw()
            f.done = list(range(len(r.s.seats)))
            return
        seat = int(clock.removeprefix("seat"))
        r.withdraw(seat)
        self.answer(r, f, seat, self.default(r.s, f, seat))


class TurnPhase(Phase[ToyState, Turn]):
    """Steps that can be taken back, a roll that cannot."""

    def begin(self, r: Resolver[ToyState], f: Turn) -> None:
        r.ask(f.seat, "turn")

    def offer(self, s: ToyState, f: Turn, seat: int) -> Sequence[Option]:
        steps: list[Option] = [Step(n) for n in (1, 2)] if f.steps < 3 else []
        return [*steps, Roll(), Stop()]

    def default(self, s: ToyState, f: Turn, seat: int) -> Option:
        return Stop() if f.steps else Step(1)

    def why_not(self, s: ToyState, f: Turn, seat: int, option: Option) -> Refused:
        return Refused("T1", "At most three times a turn, one or two steps.")

    def answer(self, r: Resolver[ToyState], f: Turn, seat: int, option: Option) -> None:
        if isinstance(option, Step):
            f.steps += 1
            self._go(r, seat, option.n)
        elif isinstance(option, Roll):
            pips = r.die("die")
            r.tell(Rolled(seat, pips))
            self._go(r, seat, pips)
            self._next(f, r)
        else:
            self._next(f, r)

    def _go(self, r: Resolver[ToyState], seat: int, n: int) -> None:
        r.s.at[seat] += n
        r.tell(Went(seat, n))
        if r.s.at[seat] >= r.s.goal:
            r.finish([seat], "arrived", r.s.at)

    def _next(self, f: Turn, r: Resolver[ToyState]) -> None:
        f.seat, f.steps = (f.seat + 1) % len(r.s.seats), 0


class ToyText(Text[ToyState]):
    """Its words."""

    topics = {"turn": "Go first to the end."}

    def label(self, view: View, option: Option) -> str:
        return str(option)

    def nameable(self, view: View, option: type[Option], name: str) -> Sequence[int]:
        return range(1, 7) if option is Step else ()

    def prompt(self, view: View, kind: str) -> str:
        return f"Your {kind}?"

    def line(self, view: View, event: Event) -> str:
        match event:
            case Picked(player=player):
                return f"seat {player + 1} picks a card."
            case Card(card=card):
                return f"You keep card {card}."
            case Went(player=player, n=n):
                return f"seat {player + 1} goes {n}."
            case Rolled(player=player, pips=pips):
                return f"seat {player + 1} rolls {pips}."
        return ""

    def board(self, view: View) -> str:
        return f"at {view.at}"

    def outcome(self, view: View, outcome: Outcome) -> str:
        return f"{outcome.winners} won."

    def variant(self, variant: ToyVariant) -> str:
        return f"goal {variant.goal}"


class Toy(Game[ToyState]):
    """First to the goal."""

    key = "toy"
    title = "Toy"
    counts = (2, 3)
    variant = ToyVariant
    state = ToyState
    options = (Pick, Ready, Step, Roll, Stop)
    events = (Picked, Card, Went, Rolled)
    bound = 1000
    phases = {Picking: PickingPhase(), Turn: TurnPhase()}
    text = ToyText()

    def new(self, variant: ToyVariant, seats: list[int], seed: bytes) -> ToyState:
        n = len(seats)
        return ToyState(
            seats=seats,
            seed=seed,
            frames=[Picking()],
            hands=[[10 * seat + i for i in range(3)] for seat in range(n)],
            picks=[[] for _ in range(n)],
            at=[0] * n,
            goal=variant.goal,
            clock=variant.clock,
            own=variant.own,
        )

    def view(self, s: ToyState, player: int | None) -> View:
        hand = None if player is None else list(s.hands[player])
        return View(list(s.at), [len(picked) for picked in s.picks], hand, player)

    def determinize(self, s: ToyState, player: int, rng: Dice) -> None:
        for other in range(s.players):
            if other != player:
                cards = sorted([*s.hands[other], *s.picks[other]])
                rng.shuffle(cards)
                count = len(s.hands[other])
                s.hands[other], s.picks[other] = cards[:count], cards[count:]

    def worth(self, s: ToyState, player: int) -> float:
        return min(1.0, s.at[player] / s.goal)


GAME = Toy()


def games(key: str) -> Toy:
    """The toy alone."""
    if key != "toy":
        raise UnknownGame(f"There is no game {key!r}.")
    return GAME


class Time:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def pass_(self, **span: float) -> None:
        self.at += timedelta(**span)
