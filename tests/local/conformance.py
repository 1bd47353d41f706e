"""Checks answers of the local Discord against what Discord says its own look like.

`answers.json` holds facts of Discord's description of its HTTP API: for each route and status the
shape of the answer. A shape is a type's name, `#Name` of another shape, a list of alternatives,
`{"=": [values]}`, `{"[]": shape of the items}`, `{"*": shape of every value}`, or fields, those
that are always there marked with "!". Two facts are of Discord's answers and not of the description:
the error of a field has a word for its code, not a number, and a forum's new post brings its message.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FACTS = json.loads(Path(__file__).with_name("answers.json").read_text())
_SHAPES: dict[str, Any] = _FACTS["shapes"]
_ROUTES: dict[str, dict[str, Any]] = _FACTS["routes"]
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}


def wrongs(route: str, status: int, answer: Any) -> list[str]:
    """What Discord would not have answered to `POST channels/{channel}/messages`."""
    if status >= 500:
        return []
    known = _ROUTES["*"] if status >= 400 else _ROUTES[route]
    key = str(status) if str(status) in known else f"{status // 100}XX"
    if key not in known:
        return [f"{route}: status {status}, not one of {', '.join(known)}"]
    if known[key] is None:
        return [] if answer is None else [f"{route}: {status} with a body"]
    return [f"{route} {status}{wrong}" for wrong in _check(answer, known[key], "")]


def _check(value: Any, shape: Any, path: str) -> list[str]:
    if isinstance(shape, str):
        return _simple(value, shape, path)
    if isinstance(shape, list):
        return _one_of(value, shape, path)
    if "=" in shape:
        return [] if value in shape["="] else [f"{path}: {value!r} is not in {shape['=']}"]
    if "[]" in shape:
        if not isinstance(value, list):
            return [f"{path}: {value!r} is no list"]
        return [w for item in value for w in _check(item, shape["[]"], f"{path}[]")]
    if not isinstance(value, dict):
        return [f"{path}: {value!r} is no object"]
    if "*" in shape:
        return [w for key, item in value.items() for w in _check(item, shape["*"], f"{path}.*")]
    return _fields(value, shape, path)


def _simple(value: Any, shape: str, path: str) -> list[str]:
    if shape.startswith("#"):
        return _check(value, _SHAPES[shape[1:]], path)
    fits = shape == "any" or isinstance(value, _TYPES[shape])
    if fits and isinstance(value, bool) and shape in ("integer", "number"):
        fits = False
    return [] if fits else [f"{path}: {value!r} is no {shape}"]


def _one_of(value: Any, shapes: list[Any], path: str) -> list[str]:
    """Nothing if one alternative fits, else what the nearest one lacks."""
    found = [_check(value, shape, path) for shape in shapes]
    other = (f"{path}: ", f"{path}.type: ")  # of another kind altogether
    return min(found, key=lambda wrong: (any(w.startswith(other) for w in wrong), len(wrong)))


def _fields(value: dict[str, Any], shape: dict[str, Any], path: str) -> list[str]:
    names = {name.removeprefix("!"): inner for name, inner in shape.items()}
    wrong = [f"{path}.{name}: unknown to Discord" for name in value if name not in names]
    wrong += [
        f"{path}.{name[1:]}: missing"
        for name in shape
        if name.startswith("!") and name[1:] not in value
    ]
    for name, inner in names.items():
        if name in value:
            wrong += _check(value[name], inner, f"{path}.{name}")
    return wrong
