"""Whether a game has all that the contract asks for, and a sentence for what it lacks."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.engine.contract import AnyGame, Game, Text
from rules.engine.errors import Broken
from rules.engine.state import Frame

FACTS = {
    "key": "the word that it is called by in commands and saves",
    "title": "its name",
    "counts": "the numbers of players",
    "variant": "the type of its options",
    "state": "the type of its state",
    "options": "the types of all answers",
    "events": "the types of all events",
    "bound": "the answers that no game of random players reaches",
    "phases": "what is done with each type of frame",
    "text": "its words",
}
GAME = ("new", "view", "determinize")
TEXT = ("label", "prompt", "line", "board", "outcome", "variant")


def complete(game: AnyGame) -> None:
    """Refuse a game that cannot be refereed, naming what it lacks."""
    playable(game)
    _refuse(game, _words(type(game)))


def playable(game: AnyGame) -> None:
    """Refuse a game that cannot be played even without words, naming what it lacks."""
    kind = type(game)
    if kind not in _playable:
        _refuse(game, _play(kind))
        _playable.add(kind)


_playable: set[type] = set()


def _refuse(game: AnyGame, lacks: Iterator[str]) -> None:
    for words in lacks:
        raise Broken(f"{getattr(game, 'title', type(game).__name__)}: {words}.")


def _play(kind: type[AnyGame]) -> Iterator[str]:
    for name, words in FACTS.items():
        if not hasattr(kind, name):
            yield f"{_name(kind)} lacks `{name}`, {words}"
    yield from _methods(kind, Game, GAME)
    fields = {field.name: field for field in msgspec.structs.fields(kind.state)}
    if "frames" not in fields:
        yield f"{_name(kind.state)} lacks `frames: list[…] = []`, its work in progress"
    for frame in _frames(fields["frames"].type):
        if frame not in kind.phases:
            yield f"{_name(kind)} lacks a phase for {frame.__name__} in `phases`"


def _words(kind: type[AnyGame]) -> Iterator[str]:
    words = type(kind.text)
    yield from _methods(words, Text, TEXT)
    if not words.topics:
        yield f"{_name(words)} lacks `topics`, the rules in words"


def _methods(kind: type, base: type, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if getattr(kind, name, None) is getattr(base, name):
            said = (getattr(base, name).__doc__ or "").rstrip(".")
            yield f"{_name(kind)} lacks `{name}`: {said[0].lower()}{said[1:]}"


def _frames(listed: Any) -> list[type[Frame]]:
    """The frame types that a state's list of frames can hold."""
    (item,) = getattr(listed, "__args__", (Frame,))
    return [one for one in getattr(item, "__args__", (item,)) if one is not Frame]


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
