"""The bot is killed again and again under two people's games; nothing may be lost or doubled."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from bot.local.server import LocalDiscord
from tests.bench.record import record
from tests.local.mortal import Toll, deaths, through


async def measure(kills: int, seed: int) -> Toll:
    """So many deaths under one local Discord."""
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(Path(folder) / "world.db") as local:
            return await through(local, Path(folder), deaths(kills, seed))


def main(argv: list[str]) -> int:
    """Kill, check and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    began = time.monotonic()
    toll = asyncio.run(measure(given.kills, given.seed))
    spent = time.monotonic() - began
    print(f"{given.kills} kills in {toll.games} games, {len(toll.told)} answers told as taken")
    print(f"lost, doubled or missing: {len(toll.wrongs)}; {spent:.0f} s")
    print("\n".join(toll.wrongs))
    if given.keep:
        figures = {
            "kills": given.kills,
            "games": toll.games,
            "told": len(toll.told),
            "wrongs": toll.wrongs,
            "seconds": round(spent),
        }
        print(f"kept in {record('crash', figures).name}")
    return 1 if toll.wrongs else 0
