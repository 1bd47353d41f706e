"""Many options as few choices: by verb, then argument by argument, with a way back."""

from collections.abc import Sequence
from hashlib import blake2s
from typing import Any

import msgspec

from rules.engine.codec import option_key
from rules.engine.contract import AnyGame
from rules.engine.state import Option

FLAT = 25  # as many options are shown at once; more are narrowed
_LISTS = (
    msgspec.inspect.ListType,
    msgspec.inspect.VarTupleType,
    msgspec.inspect.TupleType,
)
KEY = 60  # characters of an option that fit a custom id beside its table and question


class Choice(msgspec.Struct, frozen=True):
    """One thing to press: an answer, or a step towards one."""

    label: str
    path: str
    answer: bool


class Menu(msgspec.Struct, frozen=True):
    """What a player chooses from now, what was chosen before it, and where back leads."""

    choices: list[Choice]
    trail: list[str]
    back: str | None
    several: bool  # whether several of the choices may be picked at once


def key(option: Option) -> str:
    """An option as text that fits a custom id; a long one by its digest."""
    full = option_key(option)
    return full if len(full) <= KEY else "#" + blake2s(full.encode(), digest_size=8).hexdigest()


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


def menu(game: AnyGame, view: Any, options: Sequence[Option], path: str = "") -> Menu:
    """The choices under a path; a path that leads nowhere any more starts again."""
    left = _under(options, path)
    if path and not left:
        path, left = "", list(options)
    if len(left) <= FLAT:
        choices = _answers(game, view, left, narrowed=bool(path))
        several = not path and is_run(options)
    else:
        choices = _steps(game, view, left, path)
        several = False
    return Menu(choices, _trail(game, view, left, path), _back(options, path), several)


def is_run(options: Sequence[Option]) -> bool:
    """Whether this question is one of a run that ends in done, so that several may be named."""
    rest = [option for option in options if verb(option) != "done"]
    things = rest and all(type(o) is type(rest[0]) and o.__struct_fields__ for o in rest)
    return bool(things) and not rest[0].alone and 2 <= len(rest) == len(options) - 1


def verb(option: Option | type[Option]) -> str:
    """The verb of an option."""
    return str(option.__struct_config__.tag)


def spoken(kind: type[Option]) -> str:
    """A verb as it is read: its type's name in words."""
    name = kind.__name__
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    return words.capitalize()


def _parts(option: Option) -> list[str]:
    return option_key(option).split("~")


def _under(options: Sequence[Option], path: str) -> list[Option]:
    if not path:
        return list(options)
    wanted = path.split("~")
    return [o for o in options if _parts(o)[: len(wanted)] == wanted]


def _answers(game: AnyGame, view: Any, options: list[Option], *, narrowed: bool) -> list[Choice]:
    labels = _short_labels(game, view, options) if narrowed else None
    if labels is None:
        labels = [game.text.label(view, option) for option in options]
    return [Choice(label, key(o), True) for label, o in zip(labels, options, strict=True)]


def _short_labels(game: AnyGame, view: Any, options: list[Option]) -> list[str] | None:
    """Labels by the one argument that still differs, where there is only one."""
    kinds = {type(option) for option in options}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    differing = [
        name
        for at, name in enumerate(kind.__struct_fields__, 1)
        if len({_parts(o)[at] for o in options}) > 1
    ]
    if len(differing) != 1:
        return None
    labels = [game.text.field(view, kind, differing[0], getattr(o, differing[0])) for o in options]
    return labels if len(set(labels)) == len(labels) else None


def _steps(game: AnyGame, view: Any, options: list[Option], path: str) -> list[Choice]:
    if path:
        return _by_field(game, view, options, path, prefix="")
    kinds = list(dict.fromkeys(type(option) for option in options))
    alike = {kind: [o for o in options if type(o) is kind] for kind in kinds}
    many = [kind for kind in kinds if len(alike[kind]) > 1]
    choices: list[Choice] = []
    for kind, same in alike.items():
        if len(same) == 1:
            choices += _answers(game, view, same, narrowed=False)
        else:
            prefix = f"{spoken(kind)} " if len(many) > 1 else ""
            choices += _by_field(game, view, same, verb(kind), prefix=prefix)
    if len(choices) <= FLAT or len(kinds) == 1:  # a single verb leaves nothing to choose
        return choices
    return [
        Choice(f"{spoken(kind)} …", verb(kind), False)
        if kind in many
        else _answers(game, view, alike[kind], narrowed=False)[0]
        for kind in kinds
    ]


def _by_field(
    game: AnyGame, view: Any, options: list[Option], path: str, *, prefix: str
) -> list[Choice]:
    """One choice per value of the first argument that still differs."""
    at = len(path.split("~"))
    kind = type(options[0])
    while at < len(kind.__struct_fields__) and len({_parts(o)[at] for o in options}) == 1:
        at += 1
    name = kind.__struct_fields__[at - 1]
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault("~".join(_parts(option)[: at + 1]), []).append(option)
    choices = []
    for start, same in groups.items():
        label = prefix + game.text.field(view, kind, name, getattr(same[0], name))
        if len(same) == 1:
            choices.append(Choice(label, key(same[0]), True))
        else:
            choices.append(Choice(f"{label} …", start, False))
    return choices


def _trail(game: AnyGame, view: Any, left: list[Option], path: str) -> list[str]:
    if not path or not left:
        return []
    kind, chosen = type(left[0]), len(path.split("~")) - 1
    fields = kind.__struct_fields__[:chosen]
    said = [game.text.field(view, kind, name, getattr(left[0], name)) for name in fields]
    return [spoken(kind), *said]


def _back(options: Sequence[Option], path: str) -> str | None:
    """The last path before this one at which there was something to choose."""
    if not path:
        return None
    parts = path.split("~")
    here = len(_under(options, path))
    while len(parts) > 1:
        parts.pop()
        before = _under(options, "~".join(parts))
        if len(before) > here and len(parts) > 1:
            return "~".join(parts)
    return ""
