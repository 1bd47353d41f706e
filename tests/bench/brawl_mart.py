"""Brawl Mart's tuning: how often a shopper who looks ahead brings the TV home, and by which cards.

`python -m tests.bench brawl_mart [--games N] [--playouts N] [--minutes M] [--seed S] [--keep]`
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from rules.brawl_mart import content
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import STORE
from rules.brawl_mart.game import GAME
from rules.brawl_mart.state import BrawlMartState, Buy, Cafe, Leave, MartVariant, Recruit
from rules.engine import kernel
from rules.players.budget import playouts
from rules.players.search import choose
from tests.bench.interval import told, wilson

KEPT = Path(content.__file__).parent / "measured.json"
SETTINGS: dict[str, MartVariant] = {
    "plain": MartVariant(),
    "hardcore": MartVariant(hardcore=True),
}


class Shopped(msgspec.Struct):
    """One trip: whether the TV came home, and what the shopper did with the cards."""

    home: bool
    score: int
    fielded: list[str] = []  # the shopper's brawlers and items
    offered: list[str] = []  # in a café, once a visit
    taken: list[str] = []


class Figures(msgspec.Struct, frozen=True):
    """What was measured of one setting."""

    home: int
    games: int
    low: float
    high: float
    score: float
    deciles: list[int] = []  # the scores below which a tenth, two tenths … of all trips ended


def shop(setting: str, seed: str, budget: int) -> Shopped:
    """One trip by search."""
    rng = random.Random(seed)
    s: BrawlMartState = kernel.start(GAME, SETTINGS[setting], 1, rng.randbytes(32)).state
    trip = Shopped(home=False, score=0)
    visit: set[str] = set()
    while s.outcome is None:
        offers = kernel.offer(GAME, s, 0)
        if isinstance(s.frames[-1], Cafe):
            visit |= {name for option in offers if (name := _named(option))}
        option = choose(GAME, s, 0, rng, playouts(budget))
        if name := _named(option):
            trip.taken.append(name)
        if isinstance(option, Leave):
            trip.offered += sorted(visit)
            visit = set()
        kernel.take(GAME, s, 0, option)
        for own in s.side(True):
            trip.fielded += [BRAWLERS[own.card].name]
            trip.fielded += [ITEMS[own.item].name] if own.item >= 0 else []
    trip.offered += sorted(visit)
    trip.fielded = sorted(set(trip.fielded))
    trip.home, trip.score = bool(s.outcome.winners), s.outcome.scores[0]
    return trip


def _named(option: object) -> str:
    match option:
        case Recruit(brawler=card):
            return BRAWLERS[card].name
        case Buy(item=card):
            return ITEMS[card].name
    return ""


def measure(
    games: int, budget: int, seed: int, minutes: float, workers: int = 2
) -> dict[str, list[Shopped]]:
    """Shop in every setting, as far as the time allows."""
    until = time.monotonic() + 60 * minutes
    done: dict[str, list[Shopped]] = {setting: [] for setting in SETTINGS}
    with ProcessPoolExecutor(workers) as pool:
        for first in range(0, games, 10):
            jobs = [
                (setting, pool.submit(shop, setting, f"{seed}:{setting}:{n}", budget))
                for n in range(first, min(games, first + 10))
                for setting in SETTINGS
            ]
            for setting, job in jobs:
                done[setting].append(job.result())
            homes = {name: sum(t.home for t in trips) for name, trips in done.items()}
            print(f"{len(done['plain'])} of {games} each, TV home: {homes}", file=sys.stderr)
            if time.monotonic() > until:
                break
    return done


def figures(trips: Sequence[Shopped]) -> Figures:
    """A setting's figures."""
    home, games = sum(t.home for t in trips), len(trips)
    low, high = wilson(home, games)
    scores = sorted(t.score for t in trips)
    mean = sum(scores) / games
    deciles = [scores[games * tenth // 10] for tenth in range(1, 10)]
    return Figures(home, games, round(low, 3), round(high, 3), round(mean, 1), deciles)


def takes(trips: Iterable[Shopped]) -> dict[str, tuple[int, int]]:
    """How often each card was taken, of how many chances."""
    taken: Counter[str] = Counter()
    chances: Counter[str] = Counter()
    for trip in trips:
        taken.update(trip.taken)
        chances.update(trip.offered)
    return {name: (taken[name], chances[name]) for name in sorted(chances)}


def unused(trips: Iterable[Shopped]) -> list[str]:
    """Cards that helped in no trip that brought the TV home."""
    used = {name for trip in trips if trip.home for name in trip.fielded}
    names = [*(card.name for card in BRAWLERS), *(card.name for card in ITEMS)]
    return [name for name in names if name not in used]


def main(argv: Sequence[str]) -> None:
    """Measure, print the figures, and keep the table beside the cards."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench brawl_mart")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=32)
    parser.add_argument("--minutes", type=float, default=28)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args(argv)
    done = measure(args.games, args.playouts, args.seed, args.minutes)
    table = {setting: figures(trips) for setting, trips in done.items()}
    for setting, f in table.items():
        print(f"{setting}: TV home {told(f.home, f.games)}, mean score {f.score}")
    every = [trip for trips in done.values() for trip in trips]
    taken = takes(every)
    print("in no best line:", ", ".join(unused(every)) or "none")
    worst = sorted(taken, key=lambda name: -taken[name][0] / taken[name][1])[:5]
    print("taken most often:", ", ".join(f"{n} {told(*taken[n])}" for n in worst))
    if args.keep:
        kept = {
            "method": "search alone, a fixed number of playouts a decision",
            "playouts": args.playouts,
            "seed": args.seed,
            "store": {d.name: [d.enemies, d.armed, d.slots, d.rule] for d in STORE},
            "rates": msgspec.to_builtins(table),
            "unused": unused(every),
            "taken": taken,
        }
        KEPT.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", "utf-8")
