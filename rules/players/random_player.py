"""A player that answers anything."""

import random

from rules.engine import kernel
from rules.engine.contract import AnyGame
from rules.engine.state import Option, State


def choose(game: AnyGame, s: State, seat: int, rng: random.Random) -> Option:
    """Any of the options offered to a seat, each as likely."""
    return rng.choice(kernel.offer(game, s, seat))
