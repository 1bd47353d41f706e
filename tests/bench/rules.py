"""How quick the rules are, beside python-chess on the same machine in the same seconds."""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial

import chess

from rules import registry
from rules.engine import codec, kernel
from rules.engine.contract import AnyGame
from rules.engine.inputs import Answer
from rules.engine.state import State
from tests.bench import worst
from tests.bench.record import record, recorded
from tests.bench.worst import LIMIT

SLICE = 0.05  # seconds of each in turn, so that noise hits both


@dataclass
class Figures:
    """What was measured of one game; times in µs, sizes in bytes."""

    ratio: float  # answers in place to chess moves: the least of all runs
    runs: list[float]  # the ratio of each run
    in_place: float  # answers a second
    pure: float
    chess: float  # moves a second
    clone: float
    codec: float  # encode + decode
    view: float
    clone_worst: float  # of the state that takes longest
    view_worst: float
    state: int  # the largest state of all samples
    worst: dict[str, float]  # CPU of the longest offer, answer and view
    answers: int  # random ones, of which that was the worst

    def line(self, key: str) -> str:
        """One game as one line."""
        return (
            f"{key:<12} {self.ratio:.2f}x {self._runs()}in place {self.in_place:,.0f}/s  "
            f"pure {self.pure:,.0f}/s  clone {self.clone:.1f} µs (worst {self.clone_worst:.1f})  "
            f"encode+decode {self.codec:.1f} µs  "
            f"view {self.view:.1f} µs (worst {self.view_worst:.1f})  state {self.state} B\n"
            f"{'':<12} {worst.Worst(self.answers, self.worst).line()}"
        )

    def _runs(self) -> str:
        each = ", ".join(f"{ratio:.2f}" for ratio in self.runs)
        return f" (runs: {each})  " if len(self.runs) > 1 else " "


# -- endless random play, a step at a time


def chess_moves(rng: random.Random) -> Iterator[None]:
    """Random moves of chess: list the legal ones, push one."""
    while True:
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(moves[int(rng.random() * len(moves))])
            yield
            if len(board.move_stack) >= 300:
                break


def answers(game: AnyGame, rng: random.Random) -> Iterator[State]:
    """Random answers in place, game after game through all samples."""
    while True:
        for variant, players in game.samples():
            s = kernel.start(game, variant, players, rng.randbytes(32)).state
            for _ in range(game.bound):
                if s.outcome is not None:
                    break
                seat = _seat(s, rng)
                options = kernel.offer(game, s, seat)
                kernel.take(game, s, seat, options[int(rng.random() * len(options))])
                yield s


def pure_answers(game: AnyGame, rng: random.Random) -> Iterator[State]:
    """The same through `apply`, each answer a new state."""
    while True:
        for variant, players in game.samples():
            s = kernel.start(game, variant, players, rng.randbytes(32)).state
            for _ in range(game.bound):
                if s.outcome is not None:
                    break
                seat = _seat(s, rng)
                question = s.question(seat)
                options = kernel.offer(game, s, seat)
                option = options[int(rng.random() * len(options))]
                s = kernel.apply(game, s, Answer(seat, question.number, option)).state
                yield s


def _seat(s: State, rng: random.Random) -> int:
    if len(s.open) == 1:
        return s.open[0].seat
    waiting = kernel.waiting(s)
    return waiting[int(rng.random() * len(waiting))]


# -- measuring


def interleaved(steps: Sequence[Iterator[object]], seconds: float) -> list[float]:
    """The steps a second of CPU of each, measured in short slices that take turns."""
    counts, spent = [0] * len(steps), [0.0] * len(steps)
    clock = time.thread_time
    until = clock() + seconds
    while clock() < until:
        for at, step in enumerate(steps):
            began = clock()
            stop = began + SLICE
            while (now := clock()) < stop:
                for _ in range(20):
                    next(step)
                counts[at] += 20
            spent[at] += now - began
    return [count / took for count, took in zip(counts, spent, strict=True)]


def micros(work: Callable[[], object], repeats: int = 5) -> float:
    """The least time that a piece of work took, in µs: what it needs when left alone."""
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return 1e6 * best


def all_states(game: AnyGame, rng: random.Random, limit: int) -> tuple[int, list[State]]:
    """The largest size over three games of every sample, and some states from all along."""
    largest = 0
    kept: list[State] = []
    for variant, players in 3 * game.samples():
        s = kernel.start(game, variant, players, rng.randbytes(32)).state
        seen: list[State] = []
        for _ in range(game.bound):
            largest = max(largest, len(codec.encode(game, s)))
            seen.append(codec.clone(game, s))
            if s.outcome is not None:
                break
            seat = _seat(s, rng)
            kernel.take(game, s, seat, rng.choice(kernel.offer(game, s, seat)))
        kept += rng.sample(seen, min(limit, len(seen)))
    return largest, kept


def _both_ways(game: AnyGame, s: State) -> object:
    return codec.decode(game, codec.encode(game, s))


def measure(
    game: AnyGame, seconds: float, seed: int, limit: int = 40, count: int = 2_000, runs: int = 1
) -> Figures:
    """Everything about one game; the speeds are those of the slowest run beside chess."""
    rng = random.Random(seed)
    steps = [chess_moves(rng), answers(game, rng), pure_answers(game, rng)]
    speeds = [interleaved(steps, seconds) for _ in range(runs)]
    moves, in_place, pure = min(speeds, key=lambda run: run[1] / run[0])
    longest = worst.of_game(game, count, seed)
    largest, states = all_states(game, rng, limit)
    clones = [micros(partial(codec.clone, game, s)) for s in states]
    views = [
        micros(partial(game.view, s, player))
        for s in states
        for player in (*range(s.players), None)
    ]
    codecs = [micros(partial(_both_ways, game, s)) for s in states]
    return Figures(
        ratio=in_place / moves,
        runs=[run[1] / run[0] for run in speeds],
        in_place=in_place,
        pure=pure,
        chess=moves,
        clone=sum(clones) / len(clones),
        codec=sum(codecs) / len(codecs),
        view=sum(views) / len(views),
        clone_worst=max(clones),
        view_worst=max(views),
        state=largest,
        worst=longest.micros,
        answers=longest.answers,
    )


def main(argv: list[str]) -> int:
    """One line for every registered game, or for those named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench rules", description=main.__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="folder names; all if none")
    parser.add_argument("--seconds", type=float, default=6.0, help="of random play for each run")
    parser.add_argument("--runs", type=int, default=3, help="beside chess; the slowest counts")
    parser.add_argument("--answers", type=int, default=100_000, help="among which the worst is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write tests/bench/results/rules.json")
    given = parser.parse_args(argv)
    figures = {}
    for key in given.games or registry.KEYS:
        figures[key] = measure(
            registry.get(key), given.seconds, given.seed, count=given.answers, runs=given.runs
        )
        print(figures[key].line(key), flush=True)
    yardstick = worst.of_chess(given.answers, given.seed)
    print(f"{'python-chess':<12} {yardstick.line()}")
    if given.keep:
        kept = {key: asdict(one) for key, one in figures.items()}
        record("rules", recorded("rules") | kept | {"python-chess": asdict(yardstick)})
    short = [
        key for key, one in figures.items() if one.ratio < 1 or max(one.worst.values()) > LIMIT
    ]
    if short:
        print(f"below 1.0x python-chess, or above {LIMIT:,} µs at once: {', '.join(short)}")
    return bool(short)
