"""The options of a game before it begins: what each takes, in words and as values to type."""

from typing import NamedTuple

import msgspec
from msgspec import inspect

from rules.engine.state import Variant

FEW = 10  # numbers that are worth listing one by one
ECHO = 40  # characters of what somebody wrote that are said back


class Takes(NamedTuple):
    """What an option takes."""

    words: str
    values: tuple[str, ...]  # as they are typed; none where there are too many


def takes(kind: type[Variant]) -> dict[str, Takes]:
    """What each option of a variant takes that can be typed in one word."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    known = {field.encode_name: _takes(field.type) for field in info.fields}
    return {name: found for name, found in known.items() if found is not None}


def misfit(kind: type[Variant], options: dict[str, object]) -> str | None:
    """The first of some options that a variant does not have or take, in words."""
    known = takes(kind)
    for name, value in options.items():
        if name not in kind.__struct_encode_fields__:
            said = name.replace("`", "'")[:ECHO]
            return f"There is no option `{said}`. There are: {', '.join(known)}."
        if name in known and not _fits(kind, name, value):
            return f"`{name}` takes {known[name].words}, not {_said(value)}."
    return None


def _takes(kind: inspect.Type) -> Takes | None:
    match kind:
        case inspect.BoolType():
            return Takes("yes or no", ("yes", "no"))
        case inspect.LiteralType(values=values):
            words = tuple(map(str, values))
            return Takes(" or ".join(words), words)
        case inspect.IntType(ge=int(low), le=int(high)):
            numbers = range(low, high + 1)
            few = tuple(map(str, numbers)) if len(numbers) <= FEW else ()
            return Takes(f"a number from {low} to {high}", few)
        case inspect.IntType():
            return Takes("a number", ())
        case _:
            return None


def _fits(kind: type[Variant], name: str, value: object) -> bool:
    try:
        msgspec.convert({name: value}, kind)
    except msgspec.ValidationError:
        return False
    return True


def _said(value: object) -> str:
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return word.replace("`", "'")[:ECHO]
