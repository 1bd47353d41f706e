"""Everything that is saved is typed in full: a save is read by these types."""

from collections.abc import Iterator

import msgspec
from msgspec import inspect

from rules.engine.contract import AnyGame


def untyped(game: AnyGame) -> str:
    """The first field of the state, the options or the events that takes anything at all."""
    for kind in (game.variant, game.state, *game.options, *game.events):
        for name, field in _fields(kind, set()):
            if any(isinstance(part, inspect.AnyType) for part in _parts(field)):
                return name
    return ""


def _fields(kind: type, seen: set[type]) -> Iterator[tuple[str, inspect.Type]]:
    """The fields of a struct and of all structs inside it, each with its name."""
    if kind in seen:
        return
    seen.add(kind)
    for field in msgspec.structs.fields(kind):
        info = inspect.type_info(field.type)
        yield f"{kind.__name__}.{field.name}", info
        for part in _parts(info):
            if isinstance(part, inspect.StructType):
                yield from _fields(part.cls, seen)


def _parts(info: inspect.Type) -> Iterator[inspect.Type]:
    """A type and the types that it is made of."""
    yield info
    match info:
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            inner = parts
        case inspect.DictType(key_type=key, value_type=value):
            inner = (key, value)
        case inspect.CollectionType(item_type=item):
            inner = (item,)
        case inspect.Metadata(type=one):
            inner = (one,)
        case _:
            inner = ()
    for part in inner:
        yield from _parts(part)
