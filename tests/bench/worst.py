"""The longest that one offer, one answer or one view took, in CPU time, over much random play."""

import gc
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import chess

from rules.engine import kernel
from rules.engine.contract import AnyGame
from rules.engine.inputs import Answer

T = TypeVar("T")
LIMIT = 5_000  # µs of CPU that no single offer, answer or view may need
SWEEP = 1_000  # answers between two collections of garbage, which are not timed
AGAIN = 4  # times that a piece of work which looks like the worst is done again


@dataclass
class Worst:
    """The most that each kind of work needed, in µs of CPU."""

    answers: int = 0
    micros: dict[str, float] = field(default_factory=dict)  # by the kind of work

    @property
    def most(self) -> float:
        """The longest of all."""
        return max(self.micros.values())

    def timed(self, kind: str, work: Callable[[], T]) -> T:
        """Do a piece of pure work and keep its time if it is the longest of its kind.

        What looks like the longest is done again a few times, and the least counts: a
        machine that stumbles or a cache that is still cold is not the work's own doing.
        """
        took, result = _cpu(work)
        longest = self.micros.setdefault(kind, 0.0)
        for _ in range(AGAIN):
            if took <= longest:
                return result
            took = min(took, _cpu(work)[0])
        self.micros[kind] = max(longest, took)
        return result

    def line(self) -> str:
        """All kinds in one line."""
        kinds = "  ".join(f"{kind} {took:,.0f} µs" for kind, took in self.micros.items())
        return f"worst of {self.answers:,} answers: {kinds}"


def _cpu(work: Callable[[], T]) -> tuple[float, T]:
    began = time.thread_time_ns()
    result = work()
    return (time.thread_time_ns() - began) / 1e3, result


def worst(steps: Iterator[None], found: Worst, answers: int) -> Worst:
    """Play so many steps; garbage is collected between them, not while the clock runs."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        for found.answers in range(1, answers + 1):
            next(steps)
            if found.answers % SWEEP == 0:
                gc.collect()
    finally:
        if was_on:
            gc.enable()
    return found


def of_game(game: AnyGame, answers: int, seed: int) -> Worst:
    """The worst of a game: what a seat may answer, its answer as a whole, somebody's view."""
    found = Worst()
    return worst(_game(game, random.Random(seed), found), found, answers)


def of_chess(answers: int, seed: int) -> Worst:
    """The same of python-chess: legal moves, a move on a copied board, the board in words."""
    found = Worst()
    return worst(_chess(random.Random(seed), found), found, answers)


def _game(game: AnyGame, rng: random.Random, found: Worst) -> Iterator[None]:
    while True:
        for variant, players in game.samples():
            s = kernel.start(game, variant, players, rng.randbytes(32)).state
            viewers = (*range(s.players), None)
            while s.outcome is None:
                seat = rng.choice(kernel.waiting(s))
                options = found.timed("offer", partial(kernel.offer, game, s, seat))
                answer = Answer(seat, s.question(seat).number, rng.choice(options))
                s = found.timed("answer", partial(kernel.apply, game, s, answer)).state
                viewer = rng.choice(viewers)
                found.timed("view", partial(game.view, s, viewer))
                yield


def _chess(rng: random.Random, found: Worst) -> Iterator[None]:
    def pushed(board: chess.Board, move: chess.Move) -> chess.Board:
        after = board.copy(stack=False)
        after.push(move)
        return after

    while True:
        board = chess.Board()
        for _ in range(300):
            moves: list[chess.Move] = found.timed("offer", partial(list, board.legal_moves))
            if not moves:
                break
            move = rng.choice(moves)
            board = found.timed("answer", partial(pushed, board, move))
            found.timed("view", board.fen)
            yield
