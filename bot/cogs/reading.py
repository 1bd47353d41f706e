"""The arguments of a derived command read as options, and what can still be typed."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.cogs.caller import Caller, longer
from bot.cogs.typed import Unclear, echo, names_in
from bot.cogs.verbs import Kind, Parameter, VerbCommand, field_of
from rules.engine.errors import RulesError
from rules.engine.state import Option

Given = dict[str, Any]  # arguments by name, as they were typed or chosen
Fit = tuple[list[Any], Given]  # the offered options that fit, and the fields that are named


# -- what is typed, as options


def options_of(command: VerbCommand, caller: Caller, given: Given) -> list[Option]:
    """The options that arguments name: one, or one for each thing in a list."""
    if command.listed is None or command.listed not in given:
        return [_option(command, caller, given)]
    chosen = _listed(command, caller, given, command.listed)
    return [*chosen, *_last(command, caller, chosen)]


def _listed(command: VerbCommand, caller: Caller, given: Given, name: str) -> list[Option]:
    chosen: list[Option] = []
    for word in names_in(given[name]):
        try:
            here = caller.after(chosen)
        except RulesError:  # the referee says why, of the last one
            break
        if not here.options:
            raise Unclear(f"“{echo(word)}” is one too many: without it all is done.")
        chosen.append(_option(command, here, {**given, name: word}))
    return chosen


def _last(command: VerbCommand, caller: Caller, chosen: list[Option]) -> list[Option]:
    """What ends a list, where that is offered."""
    last = command.verb(type(chosen[-1])).last
    try:
        return [last] if last and last in caller.after(chosen).options else []
    except RulesError:
        return []


def _option(command: VerbCommand, caller: Caller, given: Given) -> Option:
    """One option: of those that the arguments may mean, one that is offered."""
    read = {kind: _read(command, caller, kind, given) for kind in command.chosen(given)}
    known = {kind: found for kind, found in read.items() if found is not None}
    if not known:
        raise _unclear(command, caller, given)
    offered = [kind for kind, (fit, _) in known.items() if fit]
    offered += [kind for kind in known if caller.of(kind)]
    kind = (offered or list(known))[0]
    return _filled(command, caller, kind, *known[kind])


def _read(command: VerbCommand, caller: Caller, kind: Kind, given: Given) -> Fit | None:
    """What the arguments mean for an option; nothing where one of them means nothing."""
    fit, named = caller.of(kind), {}
    for parameter, name in command.fields(kind):
        if parameter.name not in given:
            continue
        meant = _meant(caller, kind, parameter, given[parameter.name], fit)
        if not meant:
            return None
        named[name] = meant[0]
        fit = [option for option in fit if getattr(option, name) in meant]
    if fit:
        named = {name: getattr(fit[0], name) for name in named}
    return fit, named


def _meant(
    caller: Caller, kind: Kind, parameter: Parameter, value: Any, among: Sequence[Any] = ()
) -> list[Any]:
    if parameter.type is not str:
        return [value]
    return caller.meant(kind, parameter.fields[kind], value, among or caller.of(kind))


def _filled(
    command: VerbCommand, caller: Caller, kind: Kind, fit: list[Any], named: Given
) -> Option:
    """An option with what was left out, where what is offered makes that clear."""
    for parameter, name in command.fields(kind):
        if name in named:
            continue
        values = list(dict.fromkeys(getattr(option, name) for option in fit))
        if len(values) > 1 and parameter.argument.omit != "first":
            raise _several(caller, parameter, name, fit)
        named[name] = values[0] if values else _stand_in(kind, name)
        fit = [option for option in fit if getattr(option, name) == named[name]]
    return kind(**named)


def _stand_in(kind: Kind, name: str) -> Any:
    """A value for what was left out of an option that is not possible anyway."""
    info = field_of(kind, name)
    if not info.required:
        return info.default
    match info.type:
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
        case msgspec.inspect.BoolType():
            return False
        case msgspec.inspect.StrType():
            return ""
        case _:
            return -1


# -- what is not clear


def _several(caller: Caller, parameter: Parameter, name: str, fit: list[Any]) -> Unclear:
    if parameter.type is bool:
        label = caller.table.game.text.label
        labels = "; ".join(label(caller.view, option) for option in fit)
        return Unclear(f"Say with `{parameter.name}` which of these: {labels}.")
    words = ", ".join(caller.words(name, fit))
    return Unclear(f"Several fit: with `{parameter.name}`, name one: {words}.")


def _unclear(command: VerbCommand, caller: Caller, given: Given) -> Unclear:
    for name, parameter in command.parameters.items():
        if name not in given or parameter.type is not str:
            continue
        if not any(_meant(caller, kind, parameter, given[name]) for kind in parameter.fields):
            return Unclear(caller.no_such(name, given[name], parameter.fields.items()))
    return Unclear("Those do not go together.")


# -- what can still be typed


def words_of(command: VerbCommand, caller: Caller, asked: str, given: Given) -> list[str]:
    """What is legal for one argument, given the others; none where nothing is to be chosen."""
    found: list[str] = []
    for kind in command.chosen(given):
        name = command.parameters[asked].fields.get(kind)
        if name is not None:
            words = caller.words(name, _left(command, caller, kind, asked, given))
            found += words if len(words) > 1 or field_of(kind, name).required else []
    return found


def lists_of(
    command: VerbCommand, caller: Caller, asked: str, given: Given, current: str
) -> list[str]:
    """A typed list, and that list with each thing that is legal after it."""
    return longer(
        caller,
        current,
        lambda typed: _listed(command, caller, {**given, asked: typed}, asked) if typed else [],
        lambda here: words_of(command, here, asked, given),
    )


def _left(command: VerbCommand, caller: Caller, kind: Kind, asked: str, given: Given) -> list[Any]:
    """The options that fit all other arguments; one that means nothing is not looked at."""
    left = caller.of(kind)
    for parameter, name in command.fields(kind):
        if parameter.name != asked and parameter.name in given and not parameter.argument.several:
            meant = _meant(caller, kind, parameter, given[parameter.name])
            left = [option for option in left if not meant or getattr(option, name) in meant]
    return left
