"""What a process does that goes through a long game again: everything comes and goes as plain data."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from bot.table.since import last_move
from rules.engine.codec import input_from_bytes
from rules.engine.contract import AnyGame
from rules.engine.inputs import Input
from rules.engine.proof import retelling
from rules.engine.state import Moment
from rules.engine.turning import moments, turning

Games = Callable[[str], AnyGame]


class Tale(msgspec.Struct):
    """A game to be told to one of its players, or to the spectator."""

    game: str
    variant: bytes  # JSON
    seats: list[int]  # by seat: its player
    players: int
    seed: bytes
    log: Sequence[str]  # JSON, an input each
    viewer: int | None
    asked: bool | None = None  # where only what came after their last move: whether they are asked
    unasked: Sequence[int] = ()  # inputs that nobody has brought, by their numbers: no moves


def told(games: Games, tale: Tale) -> list[str]:
    """All of a tale, in words."""
    return [line for more in telling(games, tale) for line in more]


def telling(games: Games, tale: Tale) -> Iterator[list[str]]:
    """A tale step by step, in words."""
    game, after = games(tale.game), 0
    variant, log = _read(game, tale)
    if tale.asked is not None and tale.viewer is not None:
        after = last_move(log, tale.seats, tale.viewer, asked=tale.asked, unasked=tale.unasked)
    steps = retelling(game, variant, tale.players, tale.seed, log, [tale.viewer], after)
    for _, [more] in steps:
        yield more


def turned(games: Games, tale: Tale) -> str:
    """The turning point of a tale, in words."""
    return turning(games(tale.game), list(looking_back(games, tale)))


def looking_back(games: Games, tale: Tale) -> Iterator[Moment]:
    """A tale moment by moment, as its turning point is looked for."""
    game = games(tale.game)
    variant, log = _read(game, tale)
    yield from moments(game, variant, tale.players, tale.seed, log)


def _read(game: AnyGame, tale: Tale) -> tuple[Any, list[Input]]:
    variant = msgspec.json.decode(tale.variant, type=game.variant)
    return variant, [input_from_bytes(game, given.encode()) for given in tale.log]
