"""Pictures of boards and cards, drawn from views."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from images.picture import Picture, alt
from rules import registry
from rules.engine.state import Option

__all__ = ["Picture", "board", "panel", "private"]


def board(game_key: str, view: Any, options: Sequence[Option] = ()) -> Picture | None:
    """The table as a viewer sees it, with what their options aim at; nothing for a game without pictures."""
    text = registry.get(game_key).text
    ended = f"{text.outcome(view, view.outcome)} " if view.outcome else ""
    return _picture(game_key, "board", view, *([options] if options else ()), said=ended)


def panel(game_key: str, view: Any, options: Sequence[Option] = ()) -> Picture | None:
    """What a player looks at while they choose: their board, unless the game has something better."""
    drawn = board(game_key, view, options)
    if drawn is None:
        return None
    own = getattr(import_module(f"images.{game_key}"), "panel", None)
    png = own(view, options) if own is not None else drawn.png
    said = registry.get(game_key).text.private(view)
    return Picture(png, alt(f"{said} {drawn.alt}" if said else drawn.alt))


def private(game_key: str, view: Any) -> Picture | None:
    """What only the viewer knows; no picture where that is nothing."""
    return _picture(game_key, "private", view)


def _picture(game_key: str, name: str, view: Any, *more: Any, said: str = "") -> Picture | None:
    text = registry.get(game_key).text
    if find_spec(f"images.{game_key}") is None:
        return None
    png: bytes | None = getattr(import_module(f"images.{game_key}"), name)(view, *more)
    return None if png is None else Picture(png, alt(said + getattr(text, name)(view)))
