"""What many tables cost: from 10 to 10,000 games in play in one database, most of them at rest.

Games of all five kinds, with people and with computers, are played to their middle in a simulated
Discord and then copied row by row. The bot is stopped and started on them: what it does until the
first click is answered, what it does afterwards, and what an action costs.
"""

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot.referee import Referee, utc_now
from bot.store import Store
from bot.store.rows import checksum
from bot.table import Person, Table
from bot.workers.pool import Workers
from rules import registry
from tests.bench.record import record
from tests.bot.hall import Hall, hurry, new_bot, open_hall
from tests.bot.midgame import begun, played

SIZES = (10, 100, 1_000, 10_000)
ANSWERS = 30  # in a game until its middle
OFTEN = 50  # times that an action is measured
AWAY = 10**12  # what a copy's ids are ahead of their model's, times its number
LENGTHS = (50, 5_000)  # inputs of a game
LIMIT = 3.0  # seconds from a start with any number of tables to the first click's answer
COPIED = ("seats", "log", "posts", "post_memories")


@dataclass
class Figures:
    """What was measured at so many tables; seconds, milliseconds, and counts."""

    tables: int = 0
    opened_ms: float = 0.0  # the database, the clocks and the computers, before connecting
    opened_statements: int = 0
    first_click_s: float = 0.0  # from the start until somebody's first click is answered
    caught_up_cpu_s: float = 0.0  # all that is done by itself after a start
    caught_up_statements: int = 0
    caught_up_calls: int = 0  # to Discord, the answer to that click included
    load_ms: float = 0.0  # a table as it is now
    answer_cpu_ms: float = 0.0
    answer_statements: float = 0.0
    find_ms: float = 0.0  # the table of a channel


@dataclass
class Long:
    """What was measured at a game with so many inputs in its log; in milliseconds."""

    inputs: int = 0
    load_ms: float = 0.0
    answer_cpu_ms: float = 0.0
    log_ms: float = 0.0  # `/table log`
    log_lag_ms: float = 0.0  # the longest that everything else stood still for it


@contextmanager
def statements() -> Iterator[Counter[str]]:
    """Count what is asked of the database meanwhile."""
    counted: Counter[str] = Counter()

    def ran(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        counted["BEGIN" if statement.startswith("BEGIN") else "statements"] += 1

    event.listen(Engine, "before_cursor_execute", ran)
    try:
        yield counted
    finally:
        event.remove(Engine, "before_cursor_execute", ran)


# -- the tables


async def furnish(
    hall: Hall, keys: Sequence[str] = registry.KEYS, answers: int = ANSWERS
) -> list[Any]:
    """A game in play of each kind, with people and with computers, all of it posted; where."""
    referee, rng = hall.bot.referee, random.Random(1)
    rooms: list[Any] = []
    people = [Person(one.id, one.name) for one in (hall.alice, hall.bob, hall.carol)]
    for key in keys:
        for computers in (False, True):
            rooms.append(hall.guild.create_text_channel(f"room-{len(rooms)}"))
            channel = rooms[-1].id
            if not computers or max(registry.get(key).counts) == 1:
                table = await begun(referee, key, people, channel=channel, guild=hall.guild.id)
            else:
                table = await referee.open(
                    key, {}, channel_id=channel, guild_id=hall.guild.id, host=people[0]
                )
                table = await referee.add_computer(table, people[0].id, "easy")
                table = await referee.start(table, people[0].id)
            for _ in range(answers):
                table = await played(referee, await referee.look(table.id), 1, rng)
                await hall.bot.computer.idle()
                await hall.bot.real_time_computer.idle()
            await hall.quiet()
    await _come_to_rest(hall, len(rooms))
    return rooms


async def _come_to_rest(hall: Hall, tables: int) -> None:
    """Nobody does anything for a while: whoever has gone is pinged and written to."""
    moment = utc_now() + timedelta(minutes=10)
    hall.bot.referee.now = lambda: moment
    for number in range(1, tables + 1):
        hall.bot.poster.look_at(number)
    await hall.quiet()
    hall.bot.referee.now = utc_now


def copy(file: Path, models: int, tables: int) -> None:
    """Copy the tables in a database until there are so many; each copy is a place of its own."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = OFF")
        ids = [row[0] for row in connection.execute("SELECT id FROM tables ORDER BY id")]
        rows = {
            name: {
                number: connection.execute(
                    f"SELECT * FROM {name} WHERE {'id' if name == 'tables' else 'table_id'} = ?",
                    (number,),
                ).fetchall()
                for number in ids
            }
            for name in ("tables", *COPIED)
        }
        for name, by_table in rows.items():
            made = [
                _copied(name, dict(row), n // models, ids[-1] + n - models + 1)
                for n in range(models, tables)
                for row in by_table[ids[n % models]]
            ]
            if made:
                places = ", ".join(f":{column}" for column in made[0])
                columns = ", ".join(made[0])
                connection.executemany(f"INSERT INTO {name} ({columns}) VALUES ({places})", made)
        connection.commit()
        connection.execute("ANALYZE")


def _copied(name: str, row: dict[str, Any], far: int, number: int) -> dict[str, Any]:
    row["id" if name == "tables" else "table_id"] = number
    for column in ("channel_id", "message_id"):
        if column in row:
            row[column] += far * AWAY
    if name == "tables":
        row["checksum"] = checksum(number, row["barrier"], row["since"], row["logged"])
    return row


# -- measuring


async def measure(tables: int) -> Figures:
    """Play, copy, start anew, and look what that costs."""
    figures = Figures(tables)
    with tempfile.TemporaryDirectory() as folder:
        async with open_hall(Path(folder)) as hall:
            rooms = await furnish(hall)
            await hall.env.settle()
            await hall.bot.close()
            await asyncio.to_thread(copy, Path(folder) / "tables.db", len(rooms), tables)
            await _start(hall, rooms[0], figures)
            await _act(hall, figures, tables)
    return figures


async def _start(hall: Hall, room: Any, figures: Figures) -> None:
    """Start the bot; somebody presses Play as soon as it is there."""
    calls, cpu = len(hall.env.backend.http_requests), time.process_time()
    began = time.perf_counter()
    hall.bot = new_bot(hall.folder, hall.drawers)
    with statements() as counted:
        await hall.bot.open()
        figures.opened_ms = (time.perf_counter() - began) * 1e3
        figures.opened_statements = counted["statements"]
        hurry(hall.bot)
        await hall.env.restart_bot(hall.bot)
        post = [m for m in room.history() if not m.flags.ephemeral][-1]
        answer = await hall.alice.click(post, label="Play")
        assert answer.ephemeral
        figures.first_click_s = time.perf_counter() - began
        await hall.quiet()
        await hall.bot.absences.idle()
    figures.caught_up_cpu_s = time.process_time() - cpu
    figures.caught_up_statements = counted["statements"]
    figures.caught_up_calls = len(hall.env.backend.http_requests) - calls


async def _act(hall: Hall, figures: Figures, tables: int) -> None:
    referee, store, rng = hall.bot.referee, hall.bot.store, random.Random(2)
    some = [rng.randrange(1, tables + 1) for _ in range(OFTEN)]
    figures.load_ms = await _each(referee.look, some)
    channels = [(await referee.look(number)).channel_id for number in some]
    figures.find_ms = await _each(store.find, channels)
    referee.wakers.clear()  # to take an answer, not to post it
    spent, counts = [], []
    for number in some:
        table = await referee.look(number)
        cpu = time.process_time()
        with statements() as counted:
            after = await played(referee, table, 1, rng)
        if after.version > table.version:
            spent.append((time.process_time() - cpu) * 1e3)
            counts.append(counted["statements"])
    figures.answer_cpu_ms = statistics.median(spent)
    figures.answer_statements = statistics.mean(counts)


async def _each(work: Callable[[int], Awaitable[Any]], numbers: list[int]) -> float:
    """The median in ms."""
    spent = []
    for number in numbers:
        began = time.perf_counter()
        await work(number)
        spent.append((time.perf_counter() - began) * 1e3)
    return statistics.median(spent)


# -- a long game


async def long_game(inputs: int) -> Long:
    """A game in which somebody changes their mind again and again, until its log is so long."""
    figures = Long(inputs)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'tables.db'}")
        workers = Workers(1)
        await workers.warm_up()
        referee, rng = Referee(store, workers=workers), random.Random(1)
        people = [Person(11, "Ann"), Person(12, "Bob")]
        table = await begun(referee, "beer_brawl", people, channel=5)
        while table.play is None or not table.play.steps:  # an answer that can be taken back
            table = await played(referee, table, 1, rng)
        while table.logged < inputs:
            user_id = next(p.id for p in people if table.play.can_undo(table.player_of(p.id) or 0))
            table = (await referee.undo(table.id, user_id)).after
            table = await _undoable(referee, table, rng)
        await referee.history(table.id)
        figures.load_ms = await _each(referee.look, [table.id] * OFTEN)
        figures.log_ms, figures.log_lag_ms = await _lag(referee.history(table.id))
        spent = []
        for _ in range(OFTEN):
            cpu = time.process_time()
            table = (await referee.undo(table.id, user_id)).after
            spent.append((time.process_time() - cpu) * 1e3)
            table = await _undoable(referee, table, rng)
        figures.answer_cpu_ms = statistics.median(spent)
        await workers.close()
        await store.close()
    return figures


async def _undoable(referee: Referee, table: Table, rng: random.Random) -> Table:
    """The game after an answer that can be taken back."""
    assert table.play is not None
    for question in table.play.state.open:
        for option in table.offer(question.seat):
            tried = table.play.answer_all(question.seat, question.number, [option]).play
            if tried.steps > table.play.steps:
                user_id = table.holder(question.seat).user_id
                at = question.seat, question.number
                return (await referee.act(table, user_id, *at, [option])).after
    raise AssertionError("nothing can be taken back")


async def _lag(work: Awaitable[Any]) -> tuple[float, float]:
    """How long something takes, and the longest that the loop stood still meanwhile; in ms."""
    began = last = time.perf_counter()
    doing, longest = asyncio.ensure_future(work), 0.0
    while not doing.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last - 0.001), now
    return (last - began) * 1e3, longest * 1e3


# -- all of it


def grown(all_figures: Sequence[Figures | Long]) -> str:
    """A table of the growth."""
    rows = [asdict(figures) for figures in all_figures]
    lines = []
    for name in rows[0]:
        values = "".join(f"{row[name]:>12.4g}" for row in rows)
        growth = rows[-1][name] / rows[0][name] if rows[0][name] else 0.0
        more = "" if name in ("tables", "inputs") else f"   × {growth:.2f}"
        lines.append(f"{name:<22}{values}{more}")
    return "\n".join(lines)


def main(argv: list[str]) -> int:
    """Measure and print the growth; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench tables", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=SIZES, help="how many tables")
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    found = [asyncio.run(measure(size)) for size in given.sizes]
    print(grown(found))
    slowest = max(figures.first_click_s for figures in found)
    print(
        f"first click answered within {slowest:.2f} s (≤ {LIMIT:g}: {'yes' if slowest <= LIMIT else 'NO'})"
    )
    long = [asyncio.run(long_game(inputs)) for inputs in LENGTHS]
    print(grown(long))
    if given.keep:
        figures = {"tables": [asdict(one) for one in found], "long": [asdict(one) for one in long]}
        print(f"kept in {record('tables', figures).name}")
    return 0
