"""Saves of games that are under way, kept for good: `python -m tests.rules.freeze KEY`.

A save that lies there already is never written over: a later edition must still read it.
"""

import random
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rules import registry
from rules.engine import kernel
from rules.engine.codec import encode
from rules.engine.contract import AnyGame
from rules.engine.state import Variant

HERE = Path(__file__).parent
SAVES = 4  # at most, spread over the game's samples
ENOUGH = 20  # answers after which a save is worth keeping


def folder(key: str) -> Path:
    """Where a game's saves lie."""
    return HERE / key / "saves"


def freeze(key: str) -> list[Path]:
    """Write this edition's saves, where there are none yet."""
    game = registry.get(key)
    written = []
    folder(key).mkdir(parents=True, exist_ok=True)
    for number, (variant, players) in enumerate(_spread(game)):
        path = folder(key) / f"edition{game.edition}-{number}.save"
        if not path.exists():
            path.write_bytes(encode(game, _under_way(game, variant, players, number)) + b"\n")
            written.append(path)
    return written


def _spread(game: AnyGame) -> list[tuple[Variant, int]]:
    samples = game.samples()
    return samples[:: max(1, -(-len(samples) // SAVES))]


def _under_way(game: AnyGame, variant: Variant, players: int, number: int) -> Any:
    """A state from the middle of a game."""
    length = sum(1 for _ in _states(game, variant, players, number))
    middle = min(length // 2, ENOUGH * (number + 1))
    return next(s for at, s in enumerate(_states(game, variant, players, number)) if at == middle)


def _states(game: AnyGame, variant: Variant, players: int, number: int) -> Iterator[Any]:
    name = f"freeze:{game.key}:{number}"
    s = kernel.start(game, variant, players, blake2b(name.encode(), digest_size=16).digest()).state
    yield from play_on(game, s, random.Random(name))


def play_on(game: AnyGame, s: Any, dice: random.Random) -> Iterator[Any]:
    """The same state again and again, each time one random answer further, up to the end."""
    while s.outcome is None:
        yield s
        seat = dice.choice(kernel.waiting(s))
        kernel.take(game, s, seat, dice.choice(kernel.offer(game, s, seat)))


if __name__ == "__main__":
    for path in freeze(sys.argv[1]):
        print(path)
