"""The bot is killed again and again under two people's games, and in weeks of play of three; nothing
may be lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.local.server import LocalDiscord
from tests.bench.record import record
from tests.local.mortal import deaths, through
from tests.local.weeks import weeks

Figures = dict[str, Any]


async def in_games(local: LocalDiscord, folder: Path, kills: int, seed: int) -> Figures:
    """So many deaths under two people's games."""
    toll = await through(local, folder, deaths(kills, seed))
    return {
        "kills": kills,
        "games": toll.games,
        "told": len(toll.told),
        "pictures too late": toll.late,
        "wrongs": toll.wrongs,
    }


async def in_weeks(local: LocalDiscord, folder: Path, kills: int, seed: int) -> Figures:
    """So many deaths in the middle of what people do besides: absences, seats, consent, lobbies."""
    local.faults.change({"buckets": False})  # nobody does all of that in a minute
    toll = await weeks(local, folder, kills, seed)
    return {
        "kills": toll.kills,
        "deeds": toll.deeds,
        "killed in": len(set(toll.killed_in)),
        "told": toll.told,
        "done untold": toll.untold,
        "tables": toll.tables,
        "pictures too late": toll.late,
        "wrongs": toll.wrongs,
    }


PARTS: dict[str, Callable[[LocalDiscord, Path, int, int], Awaitable[Figures]]] = {
    "games": in_games,
    "weeks": in_weeks,
}


async def measure(part: str, kills: int, seed: int) -> Figures:
    """So many deaths under one local Discord."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(Path(folder) / "world.db") as local:
            figures = await PARTS[part](local, Path(folder), kills, seed)
    return figures | {"seconds": round(time.monotonic() - began)}


def main(argv: list[str]) -> int:
    """Kill, check and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(PARTS), help="one part alone")
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    parts = [given.only] if given.only else list(PARTS)
    figures = {part: asyncio.run(measure(part, given.kills, given.seed)) for part in parts}
    for part, found in figures.items():
        counted = ", ".join(f"{name} {value}" for name, value in found.items() if name != "wrongs")
        print(f"{part}: {counted}")
        print(f"lost, doubled or missing: {len(found['wrongs'])}")
        print("\n".join(found["wrongs"]))
    if given.keep:
        print(f"kept in {record('crash', figures).name}")
    return 1 if any(found["wrongs"] for found in figures.values()) else 0
