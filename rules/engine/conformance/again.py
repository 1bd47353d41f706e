"""The same seed and answers give the same bytes, in another process too.

Run as a module it reads games from its input and writes their checksums.
"""

import importlib
import os
import subprocess
import sys
from functools import reduce
from typing import Any
from zlib import crc32

import msgspec

from rules.engine import kernel
from rules.engine.codec import encode, input_from_plain, input_to_plain, option_key
from rules.engine.contract import AnyGame
from rules.engine.inputs import Input
from rules.engine.play import Play
from rules.engine.state import Variant

EVERY = 8  # steps between looks at offers and views
_json = msgspec.json.Encoder(order="deterministic")


class Tale(msgspec.Struct):
    """A game as it was played, and a checksum per step."""

    number: int
    variant: dict[str, Any]
    players: int
    seed: bytes
    log: list[dict[str, Any]] = []
    sums: list[int] = []


class Tales(msgspec.Struct):
    """Several games of one kind, which is named by module and class."""

    game: str
    tales: list[Tale]


def tale_of(number: int, variant: Variant, players: int, seed: bytes) -> Tale:
    """A tale that has not begun."""
    return Tale(number, msgspec.to_builtins(variant), players, seed)


def write(tale: Tale, given: Input) -> None:
    """Add an input to a tale."""
    tale.log.append(input_to_plain(given))


def checksum(game: AnyGame, s: Any, step: int, data: bytes) -> int:
    """A number that changes with the state, and now and then with offers and views."""
    total = crc32(data)
    if step % EVERY == 0 or s.outcome is not None:
        for seat in range(len(s.seats)):
            keys = map(option_key, kernel.offer(game, s, seat))
            total = crc32("\n".join(keys).encode(), total)
        for viewer in (*range(s.players), None):
            total = crc32(_json.encode(game.view(s, viewer)), total)
    return total


def retrace(game: AnyGame, tale: Tale) -> list[int]:
    """The checksums of a tale that is played again from its seed and log."""
    variant = msgspec.convert(tale.variant, game.variant)
    play, _ = Play.start(game, variant, tale.players, tale.seed)
    sums = [checksum(game, play.state, 0, encode(game, play.state))]
    for step, plain in enumerate(tale.log, 1):
        play.do(input_from_plain(game, plain))
        sums.append(checksum(game, play.state, step, encode(game, play.state)))
    return sums


def elsewhere(game: AnyGame, tales: list[Tale]) -> list[list[int]]:
    """The checksums of tales retraced by another process with other hashes."""
    kind = type(game)
    asked = Tales(f"{kind.__module__}:{kind.__qualname__}", tales)
    hashes = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-m", "rules.engine.conformance.again"],
        input=msgspec.json.encode(asked),
        capture_output=True,
        env={
            **os.environ,
            "PYTHONHASHSEED": hashes,
            "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path),
        },
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode().strip().splitlines()[-1])
    return msgspec.json.decode(done.stdout, type=list[list[int]])


def main() -> None:
    """Retrace the tales that stand in the input."""
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Tales)
    module, name = asked.game.split(":")
    kind: Any = reduce(getattr, name.split("."), importlib.import_module(module))
    game: AnyGame = kind()
    sys.stdout.buffer.write(msgspec.json.encode([retrace(game, tale) for tale in asked.tales]))


if __name__ == "__main__":
    main()
