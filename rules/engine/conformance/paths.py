"""Plain data compared place by place."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

Path = tuple[str | int, ...]
MISSING = object()


def plain(thing: object) -> Any:
    """A struct as plain lists, dicts and values."""
    return msgspec.to_builtins(thing, order="deterministic")


def differences(a: Any, b: Any, path: Path = ()) -> Iterator[Path]:
    """The places where two pieces of plain data differ, as deep as they are alike."""
    if a == b and type(a) is type(b):
        return
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted({*a, *b}, key=str):
            yield from differences(a.get(key, MISSING), b.get(key, MISSING), (*path, key))
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for at, (x, y) in enumerate(zip(a, b, strict=True)):
            yield from differences(x, y, (*path, at))
    else:
        yield path


def at(thing: Any, path: Path) -> Any:
    """What lies at a place, or MISSING."""
    for key in path:
        try:
            thing = thing[key]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return thing


def general(thing: Any, path: Path, sizes: Sequence[int] = ()) -> str:
    """A place in words: numbers are left out, save in lists with an entry per seat or player."""
    words: list[str] = []
    for key in path:
        kept = len(thing) in sizes if isinstance(thing, list) else not isinstance(key, int)
        words.append(str(key) if kept else "*")
        thing = at(thing, (key,))
    return ".".join(words)


def masked(mine: Any, other: Any, nobody: Any, path: Path = ()) -> Iterator[Path]:
    """The places that one viewer is shown while another sees what the spectator sees."""
    if other == nobody:
        for place in differences(mine, nobody, path):
            shown = at(mine, place[len(path) :])
            if not isinstance(shown, bool | str) and shown is not MISSING and shown is not None:
                yield place
    elif isinstance(mine, dict) and isinstance(other, dict) and isinstance(nobody, dict):
        for key in nobody:
            if key in mine and key in other:
                yield from masked(mine[key], other[key], nobody[key], (*path, key))
    elif (
        isinstance(mine, list)
        and isinstance(other, list)
        and isinstance(nobody, list)
        and len(mine) == len(other) == len(nobody)
    ):
        for key, (a, b, c) in enumerate(zip(mine, other, nobody, strict=True)):
            yield from masked(a, b, c, (*path, key))
