"""Every private tell of the games, told to everybody instead: does the suite notice?

Each mutant is a copy of `rules/` with one `tell(event, seat)` that lost its seat. The conformance
suite alone, with no test written by hand, plays it; what survives must be justified in `HARMLESS`.
"""

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import rules
from rules import registry
from tests.bench.record import record

RULES = Path(rules.__file__).parent
HARMLESS: dict[str, str] = {}  # game and event -> why everybody may hear it
CHECK = """
import json, sys
from rules import registry
from rules.engine.conformance import Breach, check
key, games, seed, density = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
try:
    check(registry.get(key), games, seed, density=density)
    print(json.dumps(["", ""]))
except Breach as breach:
    print(json.dumps([breach.name, f"{breach.text} [{breach.where}]"]))
"""


class Tell(NamedTuple):
    """One private tell: where it stands, what it tells, and to whom."""

    game: str
    file: str  # below rules/
    line: int
    event: str
    to: str
    start: int  # the part of the source that names the hearers
    end: int

    @property
    def name(self) -> str:
        """What is told, the same wherever the file moves."""
        return f"{self.game} {self.event}"


class Told(NamedTuple):
    """What came of telling it to everybody."""

    tell: Tell
    check: str  # the check that noticed; empty where none did
    words: str

    def line(self) -> str:
        """One mutant as one line."""
        tell = self.tell
        where = f"{tell.game}: {tell.event} to {tell.to} ({tell.file}:{tell.line})"
        if self.check:
            return f"{where}: caught by '{self.check}': {self.words}"
        return f"{where}: survived: {HARMLESS.get(tell.name, 'NOT JUSTIFIED')}"

    def row(self) -> dict[str, object]:
        """The same as plain data."""
        tell = self.tell
        found = {"game": tell.game, "file": tell.file, "event": tell.event, "to": tell.to}
        if self.check:
            return {**found, "caught by": self.check, "words": self.words}
        return {**found, "survived": HARMLESS.get(tell.name, "")}


# -- finding and mutating


def tells(keys: tuple[str, ...] = registry.KEYS) -> Iterator[Tell]:
    """Every tell that names its hearers, wherever it stands in a game's package."""
    for key in keys:
        for file in sorted((RULES / key).rglob("*.py")):
            yield from _tells(key, file)


def _tells(key: str, file: Path) -> Iterator[Tell]:
    source = file.read_bytes()  # the tree counts columns in bytes
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="tell"), args=[ast.Call() as event, *_, last]):
                yield Tell(
                    key,
                    file.relative_to(RULES).as_posix(),
                    node.lineno,
                    ast.unparse(event.func),
                    ", ".join(map(ast.unparse, node.args[1:])),
                    starts[(event.end_lineno or 0) - 1] + (event.end_col_offset or 0),
                    starts[(last.end_lineno or 0) - 1] + (last.end_col_offset or 0),
                )


def mutate(tell: Tell, folder: Path) -> None:
    """A copy of the rules in a folder, in which everybody is told."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(RULES, folder / "rules", ignore=ignored)
    file = folder / "rules" / tell.file
    source = file.read_bytes()
    file.write_bytes(source[: tell.start] + source[tell.end :])


# -- what the suite says


def told(tell: Tell, games: int, seed: int, density: float) -> Told:
    """Play one mutant in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        mutate(tell, Path(folder))
        done = subprocess.run(
            [sys.executable, "-c", CHECK, tell.game, str(games), str(seed), str(density)],
            capture_output=True,
            text=True,
            check=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": folder},
        )
    return Told(tell, *json.loads(done.stdout))


def main(argv: list[str]) -> int:
    """A line for every private tell; exits with 1 where one survives that is not justified."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench tells", description=main.__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", default=registry.KEYS)
    parser.add_argument("--count", type=int, default=40, help="games that are played (40)")
    parser.add_argument("--density", type=float, default=0.5, help="share of steps checked (0.5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="write results/tells.json")
    given = parser.parse_args(argv)
    with ThreadPoolExecutor(given.workers) as pool:
        jobs = [
            pool.submit(told, tell, given.count, given.seed, given.density)
            for tell in tells(tuple(given.games))
        ]
        done = []
        for job in jobs:
            done.append(job.result())
            print(done[-1].line(), flush=True)
    silent = [key for key in given.games if all(one.tell.game != key for one in done)]
    for key in silent:
        print(f"{key}: tells nothing in private")
    caught = sum(bool(one.check) for one in done)
    print(f"{len(done)} private tells, {caught} caught, {len(done) - caught} survived")
    if given.keep:
        figures = {"games": given.count, "density": given.density, "seed": given.seed}
        record("tells", {**figures, "tells": [one.row() for one in done]})
    return 1 if any(not one.check and one.tell.name not in HARMLESS for one in done) else 0
