"""What has happened since somebody's last move: from where on in the log they do not know it."""

from collections.abc import Sequence

from rules.engine.inputs import Answer, Input, TakeBack, Undo


def last_move(
    log: Sequence[Input],
    seats: Sequence[int],
    player: int,
    *,
    asked: bool,
    unasked: Sequence[int] = (),
) -> int:
    """How many inputs there had been after the last move of a player; none where they made none.

    Whoever is asked now may have answered already in this turn: that turn is not their last move.
    What the referee has answered for them is none, for they may not know of it: by their order, or
    because there was nothing to choose (`unasked`, by numbers that begin with 1).
    """
    given_for = set(unasked)
    mine = [
        number not in given_for and _by(given, seats, player)
        for number, given in enumerate(log, start=1)
    ]
    end = len(log)
    while asked and end and mine[end - 1]:
        end -= 1
    moves = [
        number
        for number, given in enumerate(log[:end], start=1)
        if mine[number - 1] and not (isinstance(given, Answer) and given.ordered)
    ]
    return moves[-1] if moves else 0


def _by(given: Input, seats: Sequence[int], player: int) -> bool:
    """Whether an input is a player's own answer, or takes one back."""
    if isinstance(given, Undo | TakeBack):
        return given.player == player
    return isinstance(given, Answer) and seats[given.seat] == player
