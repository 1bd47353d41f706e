"""How quick the bot is: the path of an action, the picture of a board, a computer's turn."""

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import chess
import chess.svg
import resvg_py

import images
from bot.computer import Computer
from bot.referee import Referee
from bot.store import Store
from bot.table import Person, Table
from bot.workers.pool import Workers
from rules import registry
from rules.engine import kernel
from rules.engine.play import Play
from tests.bench.record import record

GAME = "beer_brawl"
PATH_MS, PICTURE_MS, PICTURE_BYTES, TURN_S = 5.0, 40.0, 150_000, 2.0  # what is to be reached
ANN, BOB = Person(1, "Ann"), Person(2, "Bob")


@dataclass
class Figures:
    """What was measured: medians in ms, a computer's turns in seconds, sizes in bytes."""

    path: float = 0.0  # an action as this process usually takes it
    path_cold: float = 0.0  # with everything loaded from the database first
    path_p95: float = 0.0
    bare: float = 0.0  # one row committed by sqlite3 itself, which says how busy the machine is
    picture: float = 0.0
    picture_bytes: int = 0
    chess: float = 0.0  # python-chess's board, turned into PNG by resvg
    chess_bytes: int = 0
    turns: list[float] = field(default_factory=list)


def verdict(measured: float, limit: float) -> str:
    """Whether a figure is what it should be."""
    return f"(≤ {limit:g}: {'yes' if measured <= limit else 'NO'})"


# -- the path of an action


async def begin(referee: Referee, channel: int, level: Any = None) -> int:
    """A game of Beer Brawl, against a person or a computer."""
    opened = await referee.open(GAME, {}, channel_id=channel, guild_id=1, host=ANN)
    if level is None:
        await referee.join(opened.id, BOB)
    else:
        await referee.add_computer(opened.id, ANN.id, level)
    await referee.start(opened.id, ANN.id)
    return opened.id


async def path(referee: Referee, rng: random.Random, count: int, *, cold: bool) -> list[float]:
    """Random answers, each loaded, applied, committed and looked at by everybody; in ms."""
    spent: list[float] = []
    while len(spent) < count:
        table = await referee.look(await begin(referee, len(spent) + 10_000 * (1 + cold)))
        while table.status == "playing" and len(spent) < count:
            seat, number, option = _any(table, rng)
            user = table.holder(seat).user_id
            if cold:
                referee.forget()
            began = time.perf_counter()
            table = (await referee.act(table.id, user, seat, number, [option])).after
            for viewer in (None, ANN.id, BOB.id):
                table.view(viewer)
            spent.append((time.perf_counter() - began) * 1e3)
        if table.status == "playing":
            await referee.abandon(table.id, ANN.id, moderator=True)
    return spent


def bare(file: Path, count: int) -> list[float]:
    """The least that any action costs: a row and a commit, in ms."""
    spent: list[float] = []
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE t (a BLOB)")
        for _ in range(count):
            began = time.perf_counter()
            connection.execute("INSERT INTO t VALUES (?)", (bytes(4000),))
            spent.append((time.perf_counter() - began) * 1e3)
    return spent


def _any(table: Table, rng: random.Random) -> tuple[int, int, Any]:
    assert table.play is not None
    question = rng.choice(table.play.state.open)
    return question.seat, question.number, rng.choice(table.offer(question.seat))


# -- pictures


def boards(rng: random.Random, count: int) -> list[Any]:
    """The spectator's views of a random game in its turns."""
    game = registry.get(GAME)
    views: list[Any] = []
    while len(views) < count:
        play, _ = Play.start(game, game.variant(), 2, rng.randbytes(32))
        s = play.state
        for step in range(400):
            if s.outcome is not None or len(views) == count:
                break
            if step % 10 == 0:
                views.append(game.view(s, None))
            seat = rng.choice(s.open).seat
            kernel.take(game, s, seat, rng.choice(kernel.offer(game, s, seat)))
    return views


def chess_png(board: chess.Board) -> bytes:
    """The yardstick: python-chess draws SVG, resvg makes it a picture of the same width."""
    return bytes(resvg_py.svg_to_bytes(svg_string=chess.svg.board(board, size=1000)))


def timed(work: Callable[[], bytes]) -> tuple[float, int]:
    """Milliseconds and bytes of one picture."""
    began = time.perf_counter()
    made = work()
    return (time.perf_counter() - began) * 1e3, len(made)


def our_png(view: Any) -> bytes:
    """The board of a view."""
    picture = images.board(GAME, view)
    assert picture is not None
    return picture.png


def pictures(rng: random.Random, count: int, figures: Figures) -> None:
    """Ours and the yardstick's in turn, so that noise hits both."""
    views = boards(rng, count)
    if images.board(GAME, views[0]) is None:
        return
    board, ours, theirs = chess.Board(), [], []
    for view in views:
        ours.append(timed(partial(our_png, view)))
        board.push(rng.choice(list(board.legal_moves)))
        theirs.append(timed(lambda: chess_png(board)))
    figures.picture = statistics.median(ms for ms, _ in ours)
    figures.picture_bytes = max(size for _, size in ours)
    figures.chess = statistics.median(ms for ms, _ in theirs)
    figures.chess_bytes = max(size for _, size in theirs)


# -- a computer's turn


async def computer_turns(referee: Referee, rng: random.Random, count: int) -> list[float]:
    """How long a hard computer takes until the table waits for Ann again, in seconds."""
    workers = Workers(1)
    computer = Computer(referee, workers)
    spent: list[float] = []
    table_id = await begin(referee, 1, "hard")
    while len(spent) < count:
        began = time.perf_counter()
        await computer.start()
        await computer.idle()
        spent.append(time.perf_counter() - began)
        table = await referee.look(table_id)
        while table.status == "playing" and table.questions(ANN.id):
            seat, number, option = _any(table, rng)
            table = (await referee.act(table_id, ANN.id, seat, number, [option])).after
        if table.status != "playing":
            table_id = await begin(referee, 1, "hard")
    await computer.close()
    await workers.close()
    return spent


# -- all of it


async def measure(count: int, turns: int, seed: int) -> Figures:
    """Measure on a new SQLite file, synchronous FULL."""
    figures, rng = Figures(), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'tables.db'}")
        referee = Referee(store)
        await path(referee, rng, 20, cold=False)  # warm up
        warm = await path(referee, rng, count, cold=False)
        cold = await path(referee, rng, count, cold=True)
        figures.path, figures.path_cold = statistics.median(warm), statistics.median(cold)
        figures.path_p95 = statistics.quantiles(warm, n=20)[-1]
        figures.bare = statistics.median(bare(Path(folder) / "bare.db", count))
        figures.turns = await computer_turns(referee, rng, turns) if turns else []
        await store.close()
    pictures(rng, max(10, count // 10), figures)
    return figures


def main(argv: list[str]) -> int:
    """Measure and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench bot", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="actions to measure")
    parser.add_argument("--turns", type=int, default=5, help="turns of a hard computer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    f = asyncio.run(measure(given.count, given.turns, given.seed))
    print(
        f"referee path   {f.path:.2f} ms {verdict(f.path, PATH_MS)}, 95 % within {f.path_p95:.2f}"
    )
    print(f"  loaded first {f.path_cold:.2f} ms {verdict(f.path_cold, PATH_MS)}")
    print(f"  bare commit  {f.bare:.2f} ms by sqlite3 alone")
    if f.picture:
        size = verdict(f.picture_bytes / 1000, PICTURE_BYTES / 1000)
        print(f"board picture  {f.picture:.1f} ms {verdict(f.picture, PICTURE_MS)}", end=", ")
        print(f"at most {f.picture_bytes / 1000:.0f} kB {size}")
        print(f"  python-chess {f.chess:.1f} ms by resvg, at most {f.chess_bytes / 1000:.0f} kB")
    if f.turns:
        worst = max(f.turns[1:] or f.turns)
        print(f"computer, hard {worst:.2f} s the longest turn {verdict(worst, TURN_S)}", end="; ")
        print(f"the first, with the worker's start, {f.turns[0]:.2f} s")
    if given.keep:
        print(f"kept in {record('bot', asdict(f)).name}")
    return 0
