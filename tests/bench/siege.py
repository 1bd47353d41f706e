"""Hostile people, floods, deaths and faults of all kinds, while games of all five go on."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import statistics
import tempfile
import time
from pathlib import Path

from tests.bench.record import record
from tests.local.siege.rooms import KINDS
from tests.local.siege.siege import lay
from tests.local.siege.toll import Toll


def told(toll: Toll, seconds: float) -> dict[str, object]:
    """The figures of a siege."""
    return {
        "seed": toll.seed,
        "seconds": round(seconds),
        "games": dict(sorted(toll.games.items())),
        "ended by themselves": toll.ended,
        "presses": toll.presses,
        "without an answer in time": dict(sorted(toll.failed.items())),
        "answers told as taken": len(toll.told),
        "seconds from a press to what it led to": _spread(toll.waits),
        "hostile names": toll.names.total(),
        "hostile": dict(sorted(toll.hostile.items())),
        "faults": dict(sorted(toll.faults.items())),
        "errors that faults explain": dict(sorted(toll.logged.items())),
        "looked at for leaks": {game: dict(read) for game, read in sorted(toll.read.items())},
        "lost, doubled, leaked or stuck": toll.wrongs,
    }


def _spread(waits: list[float]) -> dict[str, float]:
    if len(waits) < 2:
        return {}
    cuts = statistics.quantiles(waits, n=100)
    return {"p50": round(cuts[49], 3), "p95": round(cuts[94], 3), "most": round(max(waits), 3)}


def main(argv: list[str]) -> int:
    """Lay siege and print what came of it; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench siege", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rooms", type=int, default=len(KINDS), help="games at the same time")
    parser.add_argument("--hostile", type=int, default=12, help="people who are hostile")
    parser.add_argument("--seed", type=int, default=None, help="of all that happens")
    parser.add_argument("--log", type=Path, help="where the bot's log is kept")
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        seconds = given.minutes * 60
        try:
            toll = asyncio.run(lay(Path(folder), seconds, seed, given.rooms, given.hostile))
        finally:
            if given.log:
                given.log.write_bytes((Path(folder) / "log.txt").read_bytes())
    figures = told(toll, time.monotonic() - began)
    for name, found in figures.items():
        if name != "lost, doubled, leaked or stuck":
            print(f"{name}: {found}")
    print(f"lost, doubled, leaked or stuck: {len(toll.wrongs)}")
    print("\n".join(toll.wrongs))
    if given.keep:
        print(f"kept in {record('siege', figures).name}")
    return 1 if toll.wrongs else 0
