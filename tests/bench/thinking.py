"""Computers at many tables at once: how long each may think, and how long people wait for it."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any, TypeVar

from bot.computer import Computer
from bot.referee import Referee
from bot.store import Store
from bot.table import LEVELS, Level, Person, Seated, Table
from bot.workers import thinking
from bot.workers.pool import Workers
from bot.workers.shared_time import SharedTime
from rules import registry
from rules.engine import kernel
from rules.engine.play import Play
from tests.bench.record import record, recorded

T = TypeVar("T")
SIZES = (1, 10, 50)
SECONDS = 15.0
HUMAN = 0.2  # seconds until somebody answers a computer


def clocked(work: Callable[..., T], *args: Any) -> tuple[T, float]:
    """What comes of it, and how long it took over there."""
    began = time.perf_counter()
    return work(*args), time.perf_counter() - began


class Clocked(Workers):
    """Workers that note how long each job took them."""

    def __init__(self, count: int) -> None:
        super().__init__(count, thinking.get_ready)
        self.spent: list[float] = []

    async def run(self, work: Any, *args: Any) -> Any:  # type: ignore[override]
        """Call a function in another process, and note its time."""
        result, spent = await super().run(clocked, work, *args)
        if work is thinking.think:
            self.spent.append(spent)
        return result


async def tables(referee: Referee, count: int, level: Level) -> list[tuple[Table, int]]:
    """Games of all kinds some moves on, and the seat of a computer that has a choice there."""
    made: list[tuple[Table, int]] = []
    rng = random.Random(count)
    keys = [key for key in registry.KEYS if key != "brawl"]  # which may be in real time
    for number in range(count):
        key = keys[number % len(keys)]
        game = registry.get(key)
        variant, players = game.samples()[0]
        play, _ = Play.start(game, variant, players, rng.randbytes(16))
        s = play.state
        for _ in range(rng.randint(5, 25)):
            seat = kernel.waiting(s)[0]
            kernel.take(game, s, seat, rng.choice(kernel.offer(game, s, seat)))
            if s.outcome is not None:
                break
        while s.outcome is None and len(kernel.offer(game, s, kernel.waiting(s)[0])) == 1:
            seat = kernel.waiting(s)[0]
            kernel.take(game, s, seat, kernel.offer(game, s, seat)[0])
        if s.outcome is not None:
            play, _ = Play.start(game, variant, players, rng.randbytes(16))
            s = play.state
        opened = await referee.open(key, {}, channel_id=number, guild_id=1, host=Person(1, "Ann"))
        seats = tuple(Seated(p, None, f"C{p}", level) for p in range(players))
        table = replace(opened, status="playing", play=play, players=seats)
        made.append((table, kernel.waiting(s)[0]))
    return made


async def measure(count: int, thinkers: int, level: Level, seconds: float) -> dict[str, float]:
    """A computer at each of so many tables answers again and again for a while."""
    waits: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'tables.db'}")
        referee = Referee(store)
        workers = Clocked(thinkers)
        computer = Computer(referee, workers, time=SharedTime(thinkers))
        at = await tables(referee, count, level)
        await asyncio.gather(*(workers.run(time.sleep, 0.5) for _ in range(thinkers)))
        end = time.perf_counter() + seconds

        async def answer(table: Table, seat: int) -> None:
            while (began := time.perf_counter()) < end:
                computer._turns.pop(table.id, None)  # the first answer of a turn each
                await computer._choose(table, seat, level)
                waits.append(time.perf_counter() - began)
                await asyncio.sleep(HUMAN)

        await asyncio.gather(*(answer(*one) for one in at))
        await workers.close()
        await store.close()
    spent = workers.spent
    return {
        "decisions": len(waits),
        "thought ms": round(median(spent) * 1e3),
        "least ms": round(min(spent) * 1e3),
        "wait s": round(median(waits), 2),
        "wait p95 s": round(quantiles(waits, n=20)[-1] if len(waits) > 1 else waits[0], 2),
        "longest s": round(max(waits), 2),
        "part": round(mean(spent) / thinking.LEVELS_SECONDS[level], 3),
    }


def main(argv: list[str]) -> int:
    """Measure and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench thinking", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=list(SIZES), help="at once")
    parser.add_argument("--thinkers", type=int, nargs="*", default=[1, os.cpu_count() or 1])
    parser.add_argument("--level", choices=LEVELS, default="hard")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each number of tables")
    parser.add_argument(
        "--keep", metavar="NAME", help="write the figures to results/, by this name"
    )
    given = parser.parse_args(argv)
    figures: dict[str, dict[str, float]] = {}
    for thinkers in dict.fromkeys(given.thinkers):
        for count in given.tables:
            found = asyncio.run(measure(count, thinkers, given.level, given.seconds))
            name = f"{count} tables, {thinkers} thinkers"
            figures[name] = found
            print(f"{name:<24}", ", ".join(f"{k} {v}" for k, v in found.items()), flush=True)
    if given.keep:
        kept = recorded("thinking") | {given.keep: figures}
        print(f"kept in {record('thinking', kept).name}")
    return 0
