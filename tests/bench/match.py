"""One game played to its end by random or searching players."""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.engine import kernel
from rules.engine.contract import AnyGame
from rules.engine.state import Option, Outcome, State, Variant
from rules.players import random_player, search
from rules.players.budget import Budget

Mind = Budget | None  # nothing to think with: a random player
Opening = Callable[[AnyGame, State, int], Option | None]  # an answer laid down beforehand


class Played(NamedTuple):
    """How a game went; a game beyond its bound has no outcome."""

    outcome: Outcome | None
    answers: int
    decisions: int  # made by search, forced ones left out
    playouts: int


def play(
    game: AnyGame,
    variant: Variant,
    minds: Sequence[Mind],
    seed: str,
    opening: Opening | None = None,
) -> Played:
    """Play one game; the same seed and playout budgets always give the same game."""
    rng = random.Random(seed)
    s = kernel.start(game, variant, len(minds), rng.randbytes(32)).state
    counted = [_Counted(mind) if mind else None for mind in minds]
    answers = 0
    while s.outcome is None and answers < game.bound:
        seat = rng.choice(kernel.waiting(s))
        laid_down = opening(game, s, seat) if opening else None
        option = laid_down or _choose(game, s, seat, rng, counted[s.seats[seat]])
        kernel.take(game, s, seat, option)
        answers += 1
    decisions = sum(c.decisions for c in counted if c)
    return Played(s.outcome, answers, decisions, sum(c.playouts for c in counted if c))


def _choose(game: AnyGame, s: State, seat: int, rng: random.Random, mind: Mind) -> Option:
    if mind is None:
        return random_player.choose(game, s, seat, rng)
    return search.choose(game, s, seat, random.Random(rng.random()), mind)


class _Counted:
    """A budget that remembers how much was spent."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.decisions = 0
        self.playouts = 0

    def __call__(self, done: int) -> bool:
        self.decisions += not done
        go_on = self.budget(done)
        self.playouts += go_on
        return go_on
