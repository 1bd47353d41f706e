"""The games that are refereed here."""

from functools import cache
from importlib import import_module

from rules.engine.contract import AnyGame
from rules.engine.errors import UnknownGame

KEYS: tuple[str, ...] = ("beer_brawl", "brawl", "bro_brawl", "brawl_mart", "brawlhalla")


@cache
def get(key: str) -> AnyGame:
    """The game of a key, loaded when first asked for."""
    if key not in KEYS:
        raise UnknownGame(f"There is no game {key!r}; there are {', '.join(KEYS)}.")
    game: AnyGame = import_module(f"rules.{key}.game").GAME
    return game
