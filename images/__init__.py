"""Pictures of boards and cards, drawn from views."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from typing import Any

from images.picture import Picture, alt
from rules import registry
from rules.engine.state import Option

Draw = Callable[..., bytes | None]

__all__ = ["Picture", "board", "panel", "private"]


def board(
    game_key: str, view: Any, options: Sequence[Option] = (), names: Sequence[str] = ()
) -> Picture | None:
    """The table as a viewer sees it, with what their options aim at and players' names by seat.

    Nothing for a game without pictures.
    """
    draw = _drawing(game_key, "board")
    if draw is None:
        return None
    return _picture(
        draw, view, *([options] if options else ()), names=names, said=_table(game_key, view)
    )


def panel(
    game_key: str, view: Any, options: Sequence[Option] = (), names: Sequence[str] = ()
) -> Picture | None:
    """What a player looks at while they choose: their board, unless the game has something better."""
    draw = _drawing(game_key, "panel")
    drawn = _picture(draw, view, options, names=names) if draw is not None else None
    drawn = drawn or board(game_key, view, options, names)
    if drawn is None:
        return None
    told = (registry.get(game_key).text.private(view), _table(game_key, view))
    return Picture(drawn.png, alt(" ".join(filter(None, told))))


def private(game_key: str, view: Any, names: Sequence[str] = ()) -> Picture | None:
    """What only the viewer knows; no picture where that is nothing."""
    draw, said = _drawing(game_key, "private"), registry.get(game_key).text.private(view)
    return None if draw is None else _picture(draw, view, names=names, said=said)


def _drawing(game_key: str, name: str) -> Draw | None:
    """What draws a kind of picture of a game, if there is such."""
    registry.get(game_key)  # a game that is not known is no game without pictures
    if find_spec(f"images.{game_key}") is None:
        return None
    draw: Draw | None = getattr(import_module(f"images.{game_key}"), name, None)
    return draw


def _table(game_key: str, view: Any) -> str:
    """The table in words; how the game ended comes first."""
    text = registry.get(game_key).text
    ended = f"{text.outcome(view, view.outcome)} " if view.outcome else ""
    return f"{ended}{text.board(view)}"


def _picture(draw: Draw, *shown: Any, names: Sequence[str], said: str = "") -> Picture | None:
    """What a game draws, and the same in words; players' names only for one that takes them."""
    named = {"names": tuple(names)} if names and "names" in signature(draw).parameters else {}
    png = draw(*shown, **named)
    return None if png is None else Picture(png, alt(said))
