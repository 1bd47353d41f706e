"""Bro Brawl's tuning: how often four bros who look ahead win each wave (BO5).

`python -m tests.bench bro_brawl [--games N] [--playouts N] [--minutes M] [--seed S] [--keep]`
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

import rules.bro_brawl.content
from rules.bro_brawl.content.cards import LIFE, SPLIT
from rules.bro_brawl.game import GAME
from rules.bro_brawl.state import BroVariant, Stop
from rules.engine import kernel
from rules.players.budget import playouts
from rules.players.search import choose
from tests.bench.interval import told, wilson

KEPT = Path(rules.bro_brawl.content.__file__).parent / "measured.json"
SETTINGS: dict[str, BroVariant] = {
    "wave 1": BroVariant(),
    "wave 2": BroVariant(wave=2),
    "wave 3": BroVariant(wave=3),
    "wave 4": BroVariant(wave=4),
    "wave 1, veteran": BroVariant(veteran=True),
}


class Fought(msgspec.Struct, frozen=True):
    """One wave fought: won or not, turns taken, bros lost."""

    won: bool
    turns: int
    deaths: int


class Rate(msgspec.Struct, frozen=True):
    """What was measured of one setting."""

    won: int
    games: int
    low: float
    high: float
    turns: float
    deaths: float


def fight(setting: str, seed: str, budget: int) -> Fought:
    """Four bros of one searching player each, stopping after the wave."""
    rng = random.Random(seed)
    s = kernel.start(GAME, SETTINGS[setting], 4, rng.randbytes(32)).state
    while s.outcome is None:
        seat = kernel.waiting(s)[0]
        between = s.open[0].kind == "wave"
        option = Stop() if between else choose(GAME, s, seat, rng, playouts(budget))
        kernel.take(GAME, s, seat, option)
    return Fought(s.outcome.reason == "won", s.turns, s.deaths)


def measure(
    games: int, budget: int, seed: int, minutes: float, workers: int = 2
) -> dict[str, Rate]:
    """Fight every setting equally often, as far as the time allows."""
    fought: dict[str, list[Fought]] = {setting: [] for setting in SETTINGS}
    until = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(workers) as pool:
        for number in range(games):
            jobs = {
                setting: pool.submit(fight, setting, f"{seed}:{setting}:{number}", budget)
                for setting in SETTINGS
            }
            for setting, job in jobs.items():
                fought[setting].append(job.result())
            won = ", ".join(f"{sum(f.won for f in done)}" for done in fought.values())
            print(f"{number + 1} of {games} each, won: {won}", file=sys.stderr)
            if time.monotonic() > until:
                break
    return {setting: rate(done) for setting, done in fought.items()}


def rate(done: Sequence[Fought]) -> Rate:
    """A setting's figures."""
    won, games = sum(f.won for f in done), len(done)
    low, high = wilson(won, games)
    turns = sum(f.turns for f in done) / games
    return Rate(won, games, round(low, 3), round(high, 3), round(turns, 1), _mean_deaths(done))


def _mean_deaths(done: Sequence[Fought]) -> float:
    return round(sum(f.deaths for f in done) / len(done), 2)


def main(argv: Sequence[str]) -> None:
    """Measure, print a line per setting, and keep the table beside the cards."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench bro_brawl")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--playouts", type=int, default=32)
    parser.add_argument("--minutes", type=float, default=28)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args(argv)
    table = measure(args.games, args.playouts, args.seed, args.minutes)
    for setting, figures in table.items():
        words = told(figures.won, figures.games)
        print(f"{setting}: {words}, {figures.turns} turns, {figures.deaths} deaths")
    if args.keep:
        kept = {
            "method": "search for all four bros, a fixed number of playouts a decision",
            "playouts": args.playouts,
            "seed": args.seed,
            "life": LIFE,
            "grunts": {grunt.name: count for grunt, count in SPLIT},
            "rates": msgspec.to_builtins(table),
        }
        KEPT.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
