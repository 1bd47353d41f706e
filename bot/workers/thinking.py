"""What a process that thinks does; nothing of Discord, pictures or the database is loaded for it."""

import random
import time
from collections.abc import Callable
from typing import Any

from bot.table import Level
from rules import registry
from rules.engine import kernel
from rules.engine.codec import decode, input_to_plain
from rules.engine.contract import AnyGame
from rules.engine.inputs import Answer
from rules.players import search

Games = Callable[[str], AnyGame]
LEVELS_SECONDS: dict[Level, float] = {
    "easy": 0.05,
    "normal": 0.4,
    "hard": 1.2,
}  # to think, an answer
LEVELS_PLAYOUTS: dict[Level, int] = {"easy": 30, "normal": 2_000, "hard": 100_000}  # at most
CONTENT = 0.5  # a computer agrees to a draw where it thinks that it stands no better


def get_ready() -> None:
    """Load every game before the first thought."""
    for key in registry.KEYS:
        registry.get(key)


class Allowed:
    """A budget: so many playouts, so many seconds."""

    def __init__(self, playouts: int, seconds: float) -> None:
        """The seconds begin now."""
        self.playouts = playouts
        self.until = time.monotonic() + seconds

    def __call__(self, done: int) -> bool:
        """Whether to go on; at least one playout is always done."""
        return done == 0 or (done < self.playouts and time.monotonic() < self.until)


def think(
    games: Games, key: str, saved: bytes, seat: int, level: Level, seed: int, seconds: float
) -> dict[str, Any]:
    """Choose a seat's answer in so many seconds; runs in a worker, so everything comes and goes as
    plain data.
    """
    budget = Allowed(LEVELS_PLAYOUTS[level], seconds)
    game = games(key)
    s = decode(game, saved)
    option = search.choose(game, s, seat, random.Random(seed), budget)
    # However soon there was nothing left to think about: nobody behind it in the queue is to notice.
    time.sleep(max(0.0, budget.until - time.monotonic()))
    return input_to_plain(Answer(seat, 0, option))


def agrees(games: Games, key: str, saved: bytes, player: int, seed: int) -> bool:
    """Whether a player would take a draw, judged by worlds that fit what it knows."""
    game = games(key)
    s = decode(game, saved)
    rng = random.Random(seed)
    worlds = [kernel.determinize(game, s, player, rng) for _ in range(20)]
    return sum(game.worth(world, player) for world in worlds) / len(worlds) <= CONTENT
