"""Three bots on one PostgreSQL, killed and started at random while many games are in play."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from tests.bench.record import record, recorded
from tests.bench.several import Several, Toll, Watched
from tests.bot.postgres import lacking, running

LATE = 30.0  # seconds that a clock may be late, and in which a dead one's tables are taken over
AT_HOME = (0.9, 1.1)  # of its own shards' tables, what a process looks after while all are there
BUSY = (0.5, 2.0)  # of the mean, how many statements a process takes in a second of its life


async def measure(
    url: str,
    folder: Path,
    processes: int,
    tables: int,
    played: int,
    seconds: float,
    *,
    deaths: bool,
    seed: int,
) -> Toll:
    """So many processes and tables, people at some of them, for a while."""
    several = Several(folder, url, processes, max(processes, 3), seed)
    several.toll.tables = tables
    await several.furnish(tables, played)
    async with Watched(folder / "world.db") as local, several.opened(local, played):
        await several.play(seconds, deaths=deaths)
        return await several.end()


def told(toll: Toll) -> str:
    """The figures as a person reads them."""
    lines = [
        f"{toll.tables} tables, {toll.seconds:.0f} s, {toll.kills} kills, {toll.stops} stops",
        f"{toll.pressed} presses, {len(toll.told)} answers told as taken "
        f"({toll.earlier} given by an earlier press), "
        f"{toll.unanswered} while nobody was there",
        f"{toll.rung} answers of clocks; the latest was {toll.latest:.1f} s late (≤ {LATE:g})",
        f"a dead process's tables were taken over within {toll.takeover:.1f} s (≤ {LATE:g}) of those "
        "in which another was up",
        f"longest without anybody, whoever else died or was not yet up: {toll.nobody:.1f} s",
        *(f"  {wait}" for wait in toll.waits),
        f"{toll.posts} posts, {toll.lines} lines; sent by two processes: {toll.doubled}; "
        f"known again by their nonce after a kill: {toll.saved}",
        f"pictures and thoughts for which the machine had no time: {toll.late}",
        f"{toll.bytes} bytes a table in the database",
    ]
    for number, work in toll.work.items():
        lines.append(f"process {number}: " + ", ".join(f"{k} {v}" for k, v in work.items()))
    lines += out_of_proportion(toll)
    lines.append(f"lost, doubled or wrong: {len(toll.wrongs)}")
    return "\n".join([*lines, *toll.wrongs[:50]])


def out_of_proportion(toll: Toll) -> list[str]:
    """Who does more or less than its part; what the dead leave to others is nobody's own part."""
    paces = {n: work["statements"] / (work["alive"] or 1.0) for n, work in toll.work.items()}
    mean = sum(paces.values()) / (len(paces) or 1) or 1.0
    found = []
    for number, work in toll.work.items():
        for what, share, (least, most) in (
            ("tables of its own shards", work["at home"], AT_HOME),
            ("statements of the mean", paces[number] / mean, BUSY),
        ):
            if not least <= share <= most:
                bound = f"{least:g} … {most:g}"
                found.append(f"process {number} is out of proportion: {share:.2f} {what} ({bound})")
    return found


def wrong(toll: Toll) -> bool:
    """Whether anything is not as it should be."""
    late = toll.latest > LATE or toll.takeover > LATE
    return late or bool(toll.wrongs or out_of_proportion(toll))


def main(argv: list[str]) -> int:
    """Play, kill, check and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench cluster", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=1000, help="in play")
    parser.add_argument("--played", type=int, default=12, help="of them by people who click")
    parser.add_argument("--no-deaths", action="store_true", help="nobody dies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where logs and the world are kept")
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    if why := lacking():
        print(why, file=sys.stderr)
        return 2
    with running() as server, tempfile.TemporaryDirectory() as folder:
        url = server.url("postgres")
        toll = asyncio.run(
            measure(
                url, given.folder or Path(folder), given.processes, given.tables, given.played, given.minutes * 60,
                deaths=not given.no_deaths, seed=given.seed,
            )
        )  # fmt: skip
    print(told(toll))
    if given.keep:
        kind = f"{given.processes} processes" + (", nobody dies" if given.no_deaths else "")
        figures = asdict(toll) | {"told": len(toll.told)}
        print(f"kept in {record('cluster', recorded('cluster') | {kind: figures}).name}")
    return 1 if wrong(toll) else 0
