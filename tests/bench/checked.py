"""So many checked games in every sample of a game: modes, formats, numbers of players."""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import NamedTuple

import msgspec

from rules import registry
from rules.engine.conformance import Breach, Report, check
from rules.engine.contract import AnyGame
from tests.bench.record import record


class Sample(NamedTuple):
    """One sample of a game: its options and how many play."""

    options: dict[str, object]
    players: int


class Checked(NamedTuple):
    """What came of one sample."""

    options: dict[str, object]
    players: int
    games: int
    answers: int
    longest: int  # answers of the longest game
    compared: int  # steps taken in re-dealt worlds too
    breach: str  # empty when there was none

    def line(self) -> str:
        """One sample as one line."""
        words = ", ".join(f"{name} {value}" for name, value in self.options.items())
        end = self.breach or "no breach"
        return (
            f"{self.players} players, {words or 'no options'}: {self.games} games, "
            f"{self.answers} answers, longest {self.longest}, {self.compared} compared, {end}"
        )


def samples(game: AnyGame) -> list[Sample]:
    """Every sample of a game, its options as plain data."""
    return [Sample(msgspec.to_builtins(variant), players) for variant, players in game.samples()]


def one(game: AnyGame, sample: Sample, games: int, seed: int) -> Checked:
    """Check so many games of one sample; a breach ends it and is told."""
    variant = msgspec.convert(sample.options, game.variant)
    report, breach = Report(0, 0, 0.0), ""
    try:
        report = check(game, games, seed, variant=variant, players=sample.players)
    except Breach as found:
        breach = str(found)
    return Checked(*sample, report.games, report.answers, report.longest, report.compared, breach)


def measure(game: AnyGame, games: int, seed: int, workers: int = 2) -> Iterator[Checked]:
    """Every sample, as each comes to its end."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(one, game, sample, games, seed) for sample in samples(game)]
        for job in as_completed(jobs):
            yield job.result()


def main(argv: list[str]) -> int:
    """A line for every sample; exits with 1 where one has a breach."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench checked", description=main.__doc__)
    parser.add_argument("game", metavar="GAME", choices=registry.KEYS, help="the game's folder")
    parser.add_argument("--games", type=int, default=200, help="of every sample (200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="write results/checked-GAME.json")
    given = parser.parse_args(argv)
    game = registry.get(given.game)
    done = []
    for checked in measure(game, given.games, given.seed, given.workers):
        done.append(checked)
        print(checked.line(), flush=True)
    if given.keep:
        rows = sorted((one._asdict() for one in done), key=lambda row: (row["players"], str(row)))
        record(f"checked-{game.key}", {"seed": given.seed, "bound": game.bound, "samples": rows})
    return 1 if any(one.breach for one in done) else 0
