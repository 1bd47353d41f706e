"""Starting a game, offering, checking and applying."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from rules.engine.codec import clone, option_key
from rules.engine.complete import playable
from rules.engine.contract import Game, Resolver
from rules.engine.errors import Broken, GameOver, NotAsked, Refused, RulesError, Stale
from rules.engine.inputs import (
    Answer,
    DeclineDraw,
    Elapsed,
    Input,
    OfferDraw,
    Resign,
    Timeout,
)
from rules.engine.randomness import Dice
from rules.engine.state import (
    Event,
    Option,
    Question,
    Standing,
    State,
    Told,
    Variant,
    Way,
)

S = TypeVar("S", bound=State)
STEPS = 10_000  # more steps without a question mean a game that runs in circles


class Resigned(Event, frozen=True):
    """A player has given up."""

    player: int


class DrawOffered(Event, frozen=True):
    """A player would agree to a draw."""

    player: int


class DrawDeclined(Event, frozen=True):
    """A player does not agree to a draw."""

    player: int


class DrawAgreed(Event, frozen=True):
    """All players agreed to a draw."""


class TimedOut(Event, frozen=True):
    """A seat's time was up."""

    seat: int


class Ordered(Event, frozen=True):
    """A seat's answer is given by the referee: its player has said so once and for all."""

    seat: int


class Retracted(Event, frozen=True):
    """A player takes back a move, and all that came after it: everybody has agreed."""

    player: int


KERNEL_EVENTS: tuple[type[Event], ...] = (
    Resigned,
    DrawOffered,
    DrawDeclined,
    DrawAgreed,
    TimedOut,
    Ordered,
    Retracted,
)


class Step(msgspec.Struct, frozen=True):
    """What one input led to, in the order in which it is told."""

    state: Any
    told: list[Told]
    barrier: bool
    armed: list[str] = []  # clocks that begin, or begin anew
    shown: bool = True  # luck was drawn or something came to light: one looks before going on


# -- a game begins


def start(game: Game[S], variant: Variant, players: int, seed: bytes) -> Step:
    """Begin a game; the seed is 16 to 64 secret bytes."""
    playable(game)
    game.check(variant, players)
    s = game.new(variant, game.seats(variant, players), seed)
    s.asked = [0] * len(s.seats)
    r = Resolver(game, s, [])
    advance(r)
    return Step(s, r.told or [], True)


# -- what may be answered


def waiting(s: State) -> list[int]:
    """The seats that the game waits for; a standing question waits for nobody."""
    pending = getattr(s, "pending", None)
    return [q.seat for q in s.open if not q.standing and (not pending or q.seat not in pending)]


def offer(game: Game[S], s: S, seat: int) -> Sequence[Option]:
    """What a seat may answer now; nothing where it is not asked."""
    if s.question(seat) is None:
        return []
    frame = s.frames[-1]
    return game.phases[type(frame)].offer(s, frame, seat)


def ways(game: Game[S], s: S, seat: int) -> Sequence[Way]:
    """What a seat may choose in one go; nothing where it is not asked."""
    return game.ways(s, seat) if s.question(seat) is not None else []


def forced(game: Game[S], s: S) -> Answer | None:
    """The next answer that is the referee's to give, because nothing is left to choose."""
    if s.mode == "hidden":
        return None
    for seat in waiting(s):
        option = game.forced(s, seat)
        question = s.question(seat)
        if option is not None and question is not None:
            return Answer(seat, question.number, option)
    return None


def standing(game: Game[S], s: S, seat: int) -> Standing | None:
    """What a seat is asked, if it may answer that once and for all."""
    return game.standing(s, seat) if s.mode == "turn" and s.question(seat) is not None else None


def ordered(game: Game[S], s: S, seat: int, wanted: str) -> tuple[Option, ...]:
    """The answers that an order comes to now, by its option's key; none where it is not possible."""
    single = [Way(option, (option,)) for option in offer(game, s, seat)]
    every = (*single, *ways(game, s, seat))
    return next((way.answers for way in every if option_key(way.option) == wanted), ())


def view(game: Game[S], s: S, player: int | None) -> Any:
    """The table as a player, or the spectator, sees it."""
    return game.view(s, player)


def open_to(s: State, player: int | None) -> list[Question]:
    """The questions open to a player's seats."""
    return [q for q in s.open if player is not None and s.seats[q.seat] == player]


# -- what is done


def apply(game: Game[S], s: S, given: Input) -> Step:
    """Take one input: a new state, what is told, and whether a barrier was passed."""
    after = clone(game, s)
    r = Resolver(game, after, [])
    before = [(q.seat, q.kind) for q in s.open] if s.mode == "turn" else None
    _take(r, given)
    shown = r.barrier
    seats = [q.seat for q in after.open]
    if before is None or after.mode != "turn" or seats != [seat for seat, _ in before]:
        r.barrier = True
    if not isinstance(given, Answer):
        r.barrier = True
    return Step(after, r.told or [], r.barrier, r.armed, shown)


def take(game: Game[S], s: S, seat: int, option: Option) -> None:
    """Answer in place and unheard, for playouts; the option must come from `offer`."""
    r = Resolver(game, s, None)
    question = s.question(seat)
    if question is None:
        raise NotAsked("You are not asked anything now.")
    _answer(r, question, option)


def default(game: Game[S], s: S, seat: int) -> Option:
    """The answer of a seat whose time is up."""
    frame = s.frames[-1]
    return game.phases[type(frame)].default(s, frame, seat)


def check(game: Game[S], s: S, answer: Answer) -> Question:
    """The question that an answer belongs to, or the reason why it cannot be taken."""
    if not 0 <= answer.seat < len(s.seats):
        raise NotAsked(f"There is no seat {answer.seat + 1} at this table.")
    question = s.question(answer.seat)
    asked = question.number if question else s.asked[answer.seat] + 1
    anytime = question is not None and answer.option.anytime and answer.number > 0
    if answer.number < asked and not anytime:
        raise Stale("You have answered this already.")
    if question is None:
        raise NotAsked("You are not asked anything now.")
    if answer.number > asked:
        raise NotAsked("That question has not been put to you.")
    frame = s.frames[-1]
    phase = game.phases[type(frame)]
    if answer.option not in phase.offer(s, frame, answer.seat):
        if not isinstance(answer.option, game.options):
            raise Refused("", f"{game.title} knows no such move.")
        raise phase.why_not(s, frame, answer.seat, answer.option)
    return question


def _take(r: Resolver[S], given: Input) -> None:
    s = r.s
    if s.outcome is not None:
        raise GameOver("This game is over.")
    s.answers += 1
    match given:
        case Answer():
            asked = check(r.game, s, given)
            if given.ordered:
                r.tell(Ordered(given.seat))
            _answer(r, asked, given.option)
        case Timeout(seat=seat, number=number):
            question = s.question(seat)
            if question is None or question.number != number or seat not in waiting(s):
                raise Stale("That question has been answered already.")
            r.tell(TimedOut(seat))
            r.late = True
            _answer(r, question, default(r.game, s, seat))
        case Elapsed(clock=clock):
            if clock not in s.clocks:
                raise Stale(f"The clock {clock} is not running.")
            del s.clocks[clock]
            frame = s.frames[-1]
            r.game.phases[type(frame)].elapsed(r, frame, clock)
            advance(r)
        case Resign(player=player):
            _seated(s, player)
            if player in s.resigned:
                raise RulesError("You have resigned already.")
            s.resigned.append(player)
            r.tell(Resigned(player))
            r.game.resign(r, player)
            advance(r)
        case OfferDraw(player=player):
            _offer_draw(r, player)
        case DeclineDraw(player=player):
            _seated(s, player)
            if not s.draws:
                raise RulesError("No draw is on offer.")
            s.draws = []
            r.tell(DrawDeclined(player))
        case _:
            raise RulesError("An undo is not an input of the game itself.")


def _seated(s: State, player: int) -> None:
    if not 0 <= player < s.players:
        raise NotAsked(f"There is no player {player + 1} at this table.")


def _offer_draw(r: Resolver[S], player: int) -> None:
    s = r.s
    _seated(s, player)
    if not r.game.draws:
        raise RulesError(f"{r.game.title} knows no draw by agreement.")
    if player in s.draws:
        raise RulesError("You have offered a draw already.")
    s.draws.append(player)
    r.tell(DrawOffered(player))
    if all(p in s.draws or p in s.resigned for p in range(s.players)):
        r.tell(DrawAgreed())
        r.finish((), "agreed")


def _answer(r: Resolver[S], question: Question, option: Option) -> None:
    s = r.s
    if s.mode == "hidden":
        s.pending[question.seat] = option
    else:
        s.open.remove(question)
        frame = s.frames[-1]
        r.game.phases[type(frame)].answer(r, frame, question.seat, option)
    advance(r)


def _all_in(s: State) -> bool:  # also by a question withdrawn from the last one missing
    return s.mode == "hidden" and len(s.pending) == len(s.open)


def advance(r: Resolver[S]) -> None:
    """Run the frames until a question is open or the game is over."""
    s = r.s
    phases = r.game.phases
    for _ in range(STEPS):
        if s.outcome is not None or (s.open and not _all_in(s)):
            return
        frames = s.frames
        if not frames:
            raise Broken("the frames ran out before the game was over")
        frame = frames[-1]
        if s.open:
            given, s.pending, s.open = s.pending, {}, []
            phases[type(frame)].answers(r, frame, given)
        else:
            phases[type(frame)].run(r, frame)
    raise Broken("the frames run in circles")


# -- another world


def determinize(game: Game[S], s: S, player: int, rng: Dice) -> S:
    """Another world that this player cannot tell from the real one; its luck is its own."""
    world = clone(game, s)
    game.determinize(world, player, rng)
    world.seed = rng.randbytes(16)
    return world
