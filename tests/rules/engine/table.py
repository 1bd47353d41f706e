"""Games of Tug to test the kernel with."""

from typing import Any

from rules.engine import kernel
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.state import Option
from tests.rules.engine.toy import GAME, Bid, Draw, Fold, Stop, TugState, TugVariant

SEED = bytes(range(16))


def begin(players: int = 2, **options: Any) -> TugState:
    """A game that waits for its first bids."""
    state: TugState = kernel.start(GAME, TugVariant(**options), players, SEED).state
    return state


def number(s: TugState, seat: int) -> int:
    """The number of a seat's open question."""
    question = s.question(seat)
    assert question is not None
    return question.number


def say(s: TugState, seat: int, option: Option) -> kernel.Step:
    """A seat answers."""
    return kernel.apply(GAME, s, Answer(seat, number(s, seat), option))


def bidding(s: TugState, *bids: Option) -> TugState:
    """All seats bid, in order."""
    for seat, bid in enumerate(bids):
        s = say(s, seat, bid).state
    return s


def turn_of_seat_0(**options: Any) -> TugState:
    """Seat 0 has won the bidding and has stamina for three pushes."""
    s = begin(**options)
    s.stamina[0] = 3
    best = Bid(s.hands[0][0])
    return bidding(s, best, *[Fold()] * (len(s.seats) - 1))


def racing(**options: Any) -> TugState:
    """All may grab, nobody has."""
    s = say(turn_of_seat_0(**options), 0, Draw()).state
    race: TugState = say(s, 0, Stop()).state
    assert race.mode == "each"
    return race


def at_play(s: TugState) -> Play[TugState]:
    """A play that goes on from a state."""
    return Play(GAME, s)
