"""The turning point of a finished game, found by going through all of it once more."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rules.engine.contract import AnyGame
from rules.engine.inputs import Input
from rules.engine.play import Play
from rules.engine.state import Moment, State, Told, Variant


def moments(
    game: AnyGame, variant: Variant, players: int, seed: bytes, log: Sequence[Input]
) -> Iterator[Moment]:
    """A game step by step, from barrier to barrier; the first one is its start."""
    play, told = Play.start(game, variant, players, seed)
    yield moment(game, play.barrier, told)
    for given in log:
        told = play.do(given)
        if play.passed:
            yield moment(game, play.barrier, told)


def moment(game: AnyGame, state: State, told: Sequence[Told]) -> Moment:
    """A step that led to a state, with what was told in it."""
    worth = tuple(game.worth(state, player) for player in range(state.players))
    return Moment(state, tuple(one.event for one in told), worth)


def turning(game: AnyGame, passed: Sequence[Moment]) -> str:
    """The turning point of a game that has passed these moments, in a sentence or two."""
    end = passed[-1].state
    if end.outcome is None:
        return ""
    said: str = game.text.turning(game.view(end, None), passed)
    return said


def for_good(passed: Sequence[Moment], holds: Callable[[Any], bool]) -> int:
    """Since which moment something has held, to the end; 0 where it always did, or does not.

    >>> states = [False, True, False, True, True]
    >>> for_good([Moment(state, ()) for state in states], bool)
    3
    >>> for_good([Moment(state, ()) for state in states[3:]], bool)
    0
    """
    at = len(passed)
    while at and holds(passed[at - 1].state):
        at -= 1
    return at if at < len(passed) else 0
