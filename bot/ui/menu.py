"""What a player may answer as a menu: by verb, then argument by argument, with a way back."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.ui.keys import key, parts, verb
from rules.engine.contract import AnyGame
from rules.engine.state import Option, Way

STEPS = "."  # the path under which the single answers stand that ways cover
FLAT = 12  # answers of a verb that stand side by side, however many arguments they have


class Choice(msgspec.Struct, frozen=True):
    """One thing to press: an answer, or a step towards one."""

    label: str  # within its group
    path: str
    answer: bool
    hint: str = ""  # how likely it is to succeed
    whole: str = ""  # its label where it stands among other verbs


class Group(msgspec.Struct, frozen=True):
    """The choices of one verb, or of one argument of it."""

    title: str
    about: str
    choices: list[Choice]
    last: bool = False  # ends the turn, or does nothing


class Menu(msgspec.Struct, frozen=True):
    """What a player chooses from now, what was chosen before it, and where back leads."""

    groups: list[Group]
    trail: list[str]
    back: str | None
    several: tuple[Choice, ...] = ()  # what may be picked several at once
    steps: bool = False  # whether there are single answers besides


def menu(
    game: AnyGame, view: Any, options: Sequence[Option], ways: Sequence[Way] = (), path: str = ""
) -> Menu:
    """The choices under a path; a path that leads nowhere any more starts again."""
    covered = [o for o in options if ways and isinstance(o, game.covered)]
    if path == STEPS and covered:
        return Menu(_by_verb(game, view, covered), ["Step by step"], "")
    whole = [way.option for way in ways] + [o for o in options if o not in covered]
    left = _under([*whole, *covered], path) if path else []
    if left:
        groups = [_under_verb(game, view, left, path)]
        return Menu(groups, _trail(game, view, left, path), _back([*whole, *covered], path))
    several = tuple(_answer(game, view, o, "") for o in options) if is_run(options) else ()
    return Menu(_by_verb(game, view, whole), [], None, several, bool(covered))


def is_run(options: Sequence[Option]) -> bool:
    """Whether this question is one of a run that ends in done, so that several may be named."""
    rest = [option for option in options if verb(option) != "done"]
    things = rest and all(type(o) is type(rest[0]) and o.__struct_fields__ for o in rest)
    return bool(things) and not rest[0].alone and 2 <= len(rest) == len(options) - 1


def spoken(game: AnyGame, kind: type[Option]) -> str:
    """A verb as it is read: its command, or its type's name in words."""
    known = game.text.verbs.get(kind)
    if known is not None and known.name:
        name = str(known.name)
        return (name if name.startswith("re-") else name.replace("-", " ")).capitalize()
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in kind.__name__).strip()
    return words.capitalize()


def _by_verb(game: AnyGame, view: Any, options: Sequence[Option]) -> list[Group]:
    """A group for each verb, those that end a turn last."""
    kinds = dict.fromkeys(type(option) for option in options)
    alike = {kind: [o for o in options if type(o) is kind] for kind in kinds}
    groups = [
        _under_verb(game, view, same, verb(kind)) if len(same) > 1 else _single(game, view, same[0])
        for kind, same in alike.items()
    ]
    return sorted(groups, key=lambda group: group.last)


def _single(game: AnyGame, view: Any, option: Option) -> Group:
    kind = type(option)
    label = game.text.label(view, option)
    choice = Choice(label, key(option), True, game.text.chance(view, option), label)
    return Group(spoken(game, kind), game.text.about(kind), [choice], kind in game.text.last)


def _under_verb(game: AnyGame, view: Any, options: list[Option], path: str) -> Group:
    """The choices of one verb: by the first argument that still differs."""
    kind = type(options[0])
    chosen = len(path.split("~"))
    names = kind.__struct_fields__
    differing = [at for at in range(1, len(names) + 1) if len({parts(o)[at] for o in options}) > 1]
    at = next((at for at in differing if at >= chosen), None)
    title, about = spoken(game, kind), game.text.about(kind)
    last = kind in game.text.last
    if at is None or (len(differing) > 1 and len(options) <= FLAT):
        return Group(title, about, [_answer(game, view, o, "") for o in options], last)
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault("~".join(parts(option)[: at + 1]), []).append(option)
    choices = []
    for start, same in groups.items():
        label = _field(game, view, same[0], names[at - 1])
        if len(same) == 1:
            choices.append(_answer(game, view, same[0], label if len(differing) == 1 else ""))
        else:
            whole = f"{title}: {label} …"
            choices.append(Choice(f"{label} …", start, False, whole=whole))
    labels = [choice.label for choice in choices]
    if len(set(labels)) < len(labels):  # the argument alone does not tell them apart
        choices = [_answer(game, view, o, "") for o in options]
    return Group(title, about, choices, last)


def _answer(game: AnyGame, view: Any, option: Option, label: str) -> Choice:
    whole = game.text.label(view, option)
    return Choice(label or whole, key(option), True, game.text.chance(view, option), whole)


def _under(options: Sequence[Option], path: str) -> list[Option]:
    wanted = path.split("~")
    return [o for o in options if parts(o)[: len(wanted)] == wanted]


def _trail(game: AnyGame, view: Any, left: list[Option], path: str) -> list[str]:
    kind, chosen = type(left[0]), len(path.split("~")) - 1
    fields = kind.__struct_fields__[:chosen]
    return [spoken(game, kind), *(_field(game, view, left[0], name) for name in fields)]


def _field(game: AnyGame, view: Any, option: Option, name: str) -> str:
    """One argument of an option, as it stands by itself."""
    said: str = game.text.field(view, type(option), name, getattr(option, name))
    return said[:1].upper() + said[1:]


def _back(options: Sequence[Option], path: str) -> str:
    """The last path before this one at which there was something to choose."""
    steps = path.split("~")
    here = len(_under(options, path))
    while len(steps) > 1:
        steps.pop()
        before = _under(options, "~".join(steps))
        if len(before) > here and len(steps) > 1:
            return "~".join(steps)
    return ""
