"""How long each game's pictures take, and how large they are: boards, panels, private ones."""

import argparse
import statistics
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from images.gallery import drawings_of, moments, played
from rules import registry
from tests.bench.bot import PICTURE_BYTES, PICTURE_MS, verdict
from tests.bench.record import record

NAMES = ("Maximiliane von und zu Hohenlohe", "Ada", "Computer (hard)", "beerlover42")


@dataclass
class Drawn:
    """One game's pictures: their number, milliseconds of the processor, the largest in bytes."""

    pictures: int
    median: float
    within: float  # 95 % of them
    largest: int


def moments_of(key: str) -> Iterator[Any]:
    """Every phase of each sample variant."""
    game = registry.get(key)
    for number, (variant, players) in enumerate(game.samples()):
        states = played(game, variant, players, number + 7, sensible=number % 2 == 1)
        yield from (s for _, s in moments(states))


def measure(key: str, count: int) -> Drawn:
    """Draw all that is shown of some positions, one after another as a worker does."""
    game, spent, sizes = registry.get(key), [], []
    found = list(moments_of(key))
    for s in found[:: max(1, len(found) // count)]:
        for _, draw in drawings_of(game, s, NAMES):
            began = time.process_time()  # a busy machine is none of the picture's doing
            picture = draw()
            if picture is not None:
                spent.append((time.process_time() - began) * 1e3)
                sizes.append(len(picture.png))
    within = statistics.quantiles(spent, n=20)[-1]
    return Drawn(len(spent), statistics.median(spent), within, max(sizes))


def main(argv: list[str]) -> int:
    """Measure and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench pictures", description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="positions of each game")
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    figures = {key: measure(key, given.count) for key in registry.KEYS}
    for key, drawn in figures.items():
        print(f"{key:<12} {drawn.pictures} pictures: {drawn.median:.1f} ms", end=" ")
        print(f"{verdict(drawn.median, PICTURE_MS)}, 95 % within {drawn.within:.1f}", end="; ")
        size = verdict(drawn.largest / 1000, PICTURE_BYTES / 1000)
        print(f"at most {drawn.largest / 1000:.0f} kB {size}")
    if given.keep:
        kept = {key: asdict(drawn) for key, drawn in figures.items()}
        print(f"kept in {record('pictures', kept).name}")
    return 0
