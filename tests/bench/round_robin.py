"""Everybody against everybody, on every seat: the common part of balance runs.

    line_ups = pairs(["fire", "ice"], lambda a, b: {"decks": [a, b]})
    result = run(registry.get("brawl"), line_ups, games=50, playouts=100, minutes=10, seed=1)
    print(result.table())

The options of a game name its contenders; where they are chosen in the game itself, pass a
module-level function as `opening` that returns the answer for a seat, or nothing.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import permutations
from multiprocessing import get_context
from typing import NamedTuple

from rules.engine.contract import AnyGame, build_variant
from rules.players import budget
from tests.bench.interval import told
from tests.bench.match import Mind, Opening, Played, play


class LineUp(NamedTuple):
    """Who sits where: a name for each player, in seat order, and the options of their game."""

    names: tuple[str, ...]
    options: dict[str, object]
    minds: tuple[Mind, ...] | None = None  # how each player thinks, if not all alike


class Job(NamedTuple):
    """One game to be played."""

    game: AnyGame
    line_up: LineUp
    minds: tuple[Mind, ...]
    seed: str
    opening: Opening | None


def pairs(
    contenders: Sequence[str], options: Callable[[str, str], dict[str, object]]
) -> list[LineUp]:
    """Every two contenders, each once on either seat."""
    return [LineUp(pair, options(*pair)) for pair in permutations(contenders, 2)]


@dataclass
class Result:
    """Games won by line-up and contender; half a game each for a draw."""

    games: Counter[tuple[str, ...]] = field(default_factory=Counter)
    won: Counter[tuple[tuple[str, ...], int]] = field(default_factory=Counter)  # by player
    drawn: Counter[tuple[str, ...]] = field(default_factory=Counter)
    unfinished: int = 0  # beyond the game's bound; counted as drawn
    answers: int = 0
    decisions: int = 0
    playouts: int = 0
    cut: bool = False  # whether the time limit ended the run

    def add(self, names: tuple[str, ...], played: Played) -> None:
        """Count one game."""
        self.games[names] += 1
        self.unfinished += played.outcome is None
        self.answers += played.answers
        self.decisions += played.decisions
        self.playouts += played.playouts
        winners = played.outcome.winners if played.outcome else ()
        self.drawn[names] += not winners
        for player in winners:
            self.won[names, player] += 1

    def score(self, name: str, other: str | None = None) -> tuple[float, int]:
        """A contender's points (a draw is half a point) and games, against all or against one."""
        points, games = 0.0, 0
        for names, count in self.games.items():
            if name not in names or (other is not None and other not in names):
                continue
            games += count
            points += self.won[names, names.index(name)] + self.drawn[names] / 2
        return points, games

    def seat(self, player: int) -> tuple[float, int]:
        """The points and games of whoever sat on one seat."""
        points = sum(self.won[names, player] + self.drawn[names] / 2 for names in self.games)
        return points, sum(self.games.values())

    def table(self) -> str:
        """Contenders, pairs and seats, each with its rate and 95 % interval."""
        names = sorted({name for line_up in self.games for name in line_up})
        rows = [f"{name:<24}{told(*self.score(name))}" for name in names]
        for a, b in permutations(names, 2):
            if a < b and self.score(a, b)[1]:
                rows.append(f"{a + ' – ' + b:<24}{told(*self.score(a, b))}")
        most = max((len(line_up) for line_up in self.games), default=0)
        rows += [f"{f'seat {p + 1}':<24}{told(*self.seat(p))}" for p in range(most)]
        rows.append(f"{'drawn':<24}{told(sum(self.drawn.values()), sum(self.games.values()))}")
        if self.unfinished:
            rows.append(f"{self.unfinished} games went beyond the bound")
        if self.cut:
            rows.append("the time limit ended the run")
        return "\n".join(rows)


def run(
    game: AnyGame,
    line_ups: Sequence[LineUp],
    *,
    games: int,
    playouts: int,
    minutes: float,
    seed: int,
    workers: int = 2,
    opening: Opening | None = None,
) -> Result:
    """Play so many games of every line-up; `playouts` 0 means random players.

    Games go round the line-ups, so that a run ended by its time limit is still even.
    """
    jobs = [
        Job(game, line_up, _minds(line_up, playouts), f"{seed}:{line_up.names}:{at}", opening)
        for at in range(games)
        for line_up in line_ups
    ]
    result = Result()
    until = time.monotonic() + 60 * minutes
    played = _played(jobs, until) if workers == 1 else _shared_out(jobs, until, workers)
    for done, (names, one) in enumerate(played, start=1):
        result.add(names, one)
        if done % max(1, len(jobs) // 20) == 0:
            print(f"{game.key}: {done} of {len(jobs)} games", file=sys.stderr, flush=True)
    result.cut = sum(result.games.values()) < len(jobs)
    return result


def _minds(line_up: LineUp, playouts: int) -> tuple[Mind, ...]:
    alike = budget.playouts(playouts) if playouts else None
    return line_up.minds or (alike,) * len(line_up.names)


def _one(job: Job) -> tuple[tuple[str, ...], Played]:
    variant = build_variant(job.game, job.line_up.options, len(job.minds))
    return job.line_up.names, play(job.game, variant, job.minds, job.seed, job.opening)


def _played(jobs: list[Job], until: float) -> Iterator[tuple[tuple[str, ...], Played]]:
    for job in jobs:
        if time.monotonic() >= until:
            return
        yield _one(job)


def _shared_out(
    jobs: list[Job], until: float, workers: int
) -> Iterator[tuple[tuple[str, ...], Played]]:
    """The games of several processes, never more begun than can be finished soon."""
    left = iter(jobs)
    busy: set[Future[tuple[tuple[str, ...], Played]]] = set()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        while True:
            while len(busy) < 2 * workers and time.monotonic() < until:
                job = next(left, None)
                if job is None:
                    break
                busy.add(pool.submit(_one, job))
            if not busy:
                return
            ready, busy = wait(busy, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
