"""Why plain options are no variant of a game, in words that a player can read."""

import msgspec
from msgspec import inspect

from rules.engine.state import Variant

ECHO = 40  # characters of what somebody wrote that are said back


def complaint(kind: type[Variant], options: dict[str, object]) -> str | None:
    """What is wrong with the first option that does not fit; nothing where that has no words."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    fields = {field.name: field.type for field in described.fields}
    for name, value in options.items():
        if name not in fields:
            known = ", ".join(known for known, type_ in fields.items() if _words(type_))
            return f"there is no option {name[:ECHO]}; there are {known}."
        try:
            msgspec.convert({name: value}, kind)
        except msgspec.ValidationError:
            words = _words(fields[name])
            return words and f"{name} is {words}, not {_said(value)}."
    return None


def _words(type_: inspect.Type) -> str | None:
    """What an option may be; nothing for one that no player sets."""
    match type_:
        case inspect.BoolType():
            return "yes or no"
        case inspect.IntType(ge=least, le=most) if least is not None and most is not None:
            return f"a whole number from {least} to {most}"
        case inspect.IntType():
            return "a whole number"
        case inspect.LiteralType(values=values):
            *some, last = map(str, values)
            return f"{', '.join(some)} or {last}" if some else last
        case _:
            return None


def _said(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)[:ECHO]
