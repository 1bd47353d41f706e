"""Options as short text, for the ids of buttons."""

from collections.abc import Sequence
from hashlib import blake2s

import msgspec

from rules.engine.codec import option_key
from rules.engine.contract import AnyGame
from rules.engine.state import Option

_LISTS = (
    msgspec.inspect.ListType,
    msgspec.inspect.VarTupleType,
    msgspec.inspect.TupleType,
)
KEY = 60  # characters of an option that fit a custom id beside its table and question


def key(option: Option) -> str:
    """An option as text that fits a custom id; a long one by its digest."""
    full = option_key(option)
    return full if len(full) <= KEY else "#" + blake2s(full.encode(), digest_size=8).hexdigest()


def parts(option: Option) -> list[str]:
    """The verb of an option and its arguments, each as text."""
    return option_key(option).split("~")


def verb(option: Option | type[Option]) -> str:
    """The verb of an option."""
    return str(option.__struct_config__.tag)


def pick(options: Sequence[Option], wanted: str) -> Option | None:
    """The offered option that a key names."""
    return next((option for option in options if key(option) == wanted), None)


def parse(game: AnyGame, wanted: str) -> Option | None:
    """The option that a key speaks of, though it may not be offered now."""
    tag, *values = wanted.split("~")
    kind = next((kind for kind in game.options if verb(kind) == tag), None)
    if kind is None or len(values) != len(kind.__struct_fields__):
        return None
    plain: dict[str, object] = {"type": tag}
    for info, value in zip(msgspec.structs.fields(kind), values, strict=True):
        listed = msgspec.inspect.type_info(info.type)
        many = isinstance(listed, _LISTS)
        plain[info.name] = [part for part in value.split("+") if part] if many else value
    try:
        return msgspec.convert(plain, kind, strict=False)
    except msgspec.ValidationError:
        return None
