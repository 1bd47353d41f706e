"""A command for every verb of a game, derived from its option types."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from bot.cogs.build import discord_type
from bot.cogs.caller import Caller, argument_of, longer
from bot.cogs.typed import Unclear, echo, names_in
from rules.engine.contract import AnyGame
from rules.engine.errors import RulesError
from rules.engine.state import Option
from rules.engine.verbs import Argument, Verb, command_name

Kind = type[Option]
Given = dict[str, Any]  # arguments by name, as they were typed or chosen
Read = tuple[list[Any], dict[str, Any]]  # offered options that fit, and what is named in any case


@dataclass(slots=True)
class Part:
    """An argument of a command, and the field that it stands for in each of its options."""

    name: str
    argument: Argument
    fields: dict[Kind, str] = field(default_factory=dict)
    words: dict[str, Kind] = field(default_factory=dict)  # that choose between options
    required: bool = True
    type: Any = str  # how Discord lets it be given; as a word where nothing else fits

    @property
    def about(self) -> str:
        """What it is, in a few words."""
        return self.argument.about or self.name.replace("_", " ").capitalize()


class Spoken:
    """A command that stands for the options of its name, its arguments for their fields."""

    def __init__(self, game: AnyGame, name: str, kinds: Sequence[Kind]) -> None:
        """Take the fields of all its options together."""
        self.text, self.name, self.kinds = game.text, name, kinds
        self.parts: dict[str, Part] = {}
        for kind in kinds:
            self._add(kind)
        for part in self.parts.values():
            part.type = _type(part)
            everywhere = bool(part.words) or all(kind in part.fields for kind in kinds)
            part.required = part.required and everywhere

    def _add(self, kind: Kind) -> None:
        word = self._verb(kind).word
        if word is not None:
            part = self.parts.setdefault(word[0], Part(word[0], self._named(word[0])))
            part.words[word[1]] = kind
        for name in kind.__struct_fields__:
            argument = argument_of(self.text, kind, name)
            called = argument.name or name
            part = self.parts.setdefault(called, Part(called, argument))
            part.fields[kind] = name
            left_out = argument.omit != "never" or not _info(kind, name).required
            part.required = part.required and not left_out

    def _named(self, argument: str) -> Argument:
        found: Argument | None = self.text.arguments.get(argument)
        return found or Argument()

    def _verb(self, kind: Kind) -> Verb:
        found: Verb | None = self.text.verbs.get(kind)
        return found or Verb()

    @property
    def about(self) -> str:
        """What it does, in a sentence."""
        first = next((k for k in self.kinds if self._verb(k).about), self.kinds[0])
        said = self._verb(first).about or (first.__doc__ or "").strip().partition("\n")[0]
        return said or self.name.replace("-", " ").capitalize()

    # -- what is typed, as options

    def options(self, caller: Caller, given: Given) -> list[Option]:
        """The options that arguments name: one, or one for each thing in a list."""
        listed = self._listed
        if listed is None or listed not in given:
            return [self._option(caller, given)]
        chosen = self._options(caller, given, listed)
        return [*chosen, *self._last(caller, chosen)]

    @property
    def _listed(self) -> str | None:
        return next((p.name for p in self.parts.values() if p.argument.several), None)

    def _options(self, caller: Caller, given: Given, listed: str) -> list[Option]:
        chosen: list[Option] = []
        for word in names_in(given[listed]):
            try:
                here = caller.after(chosen)
            except RulesError:  # the referee says why, of the last one
                break
            if not here.options:
                raise Unclear(f"“{echo(word)}” is one too many: without it all is done.")
            chosen.append(self._option(here, {**given, listed: word}))
        return chosen

    def _last(self, caller: Caller, chosen: list[Option]) -> list[Option]:
        """What ends a list, where that is offered."""
        last = self._verb(type(chosen[-1])).last
        try:
            return [last] if last and last in caller.after(chosen).options else []
        except RulesError:
            return []

    def _option(self, caller: Caller, given: Given) -> Option:
        read = {kind: self._read(caller, kind, given) for kind in self._chosen(given)}
        known = {kind: found for kind, found in read.items() if found is not None}
        if not known:
            raise self._unclear(caller, given)
        offered = [kind for kind, (fit, _) in known.items() if fit]
        offered += [kind for kind in known if caller.of(kind)]
        kind = (offered or list(known))[0]
        return self._filled(caller, kind, *known[kind])

    def _chosen(self, given: Given) -> list[Kind]:
        """The options that are meant by a word that chooses between them."""
        kinds = list(self.kinds)
        for part in self.parts.values():
            if part.words and part.name in given:
                kinds = [kind for kind in kinds if part.words.get(given[part.name]) is kind]
        return kinds

    def _read(self, caller: Caller, kind: Kind, given: Given) -> Read | None:
        """What the arguments mean for an option; nothing where one of them means nothing."""
        fit, named = caller.of(kind), {}
        for part, name in self._fields(kind):
            if part.name not in given:
                continue
            meant = self._meant(caller, kind, part, given[part.name], fit)
            if not meant:
                return None
            named[name] = meant[0]
            fit = [option for option in fit if getattr(option, name) in meant]
        if fit:
            named = {name: getattr(fit[0], name) for name in named}
        return fit, named

    def _meant(
        self, caller: Caller, kind: Kind, part: Part, value: Any, among: Sequence[Any]
    ) -> list[Any]:
        if not isinstance(value, str) or part.type is not str:
            return [value]
        return caller.meant(kind, part.fields[kind], value, among or caller.of(kind))

    def _fields(self, kind: Kind) -> Iterator[tuple[Part, str]]:
        for part in self.parts.values():
            if kind in part.fields:
                yield part, part.fields[kind]

    def _filled(self, caller: Caller, kind: Kind, fit: list[Any], named: Given) -> Option:
        """An option with what was left out, where what is offered makes that clear."""
        for part, name in self._fields(kind):
            if name in named:
                continue
            values = list(dict.fromkeys(getattr(option, name) for option in fit))
            if len(values) > 1 and part.argument.omit != "first":
                raise Unclear(self._several(caller, part, name, fit))
            named[name] = values[0] if values else _stand_in(kind, name)
            fit = [option for option in fit if getattr(option, name) == named[name]]
        return kind(**named)

    def _several(self, caller: Caller, part: Part, name: str, fit: list[Any]) -> str:
        if part.type is bool:
            labels = "; ".join(self.text.label(caller.view, option) for option in fit)
            return f"Say with `{part.name}` which of these: {labels}."
        return f"Several fit: with `{part.name}`, name one: {', '.join(caller.words(name, fit))}."

    def _unclear(self, caller: Caller, given: Given) -> Unclear:
        for part in self.parts.values():
            word = given.get(part.name)
            if not part.fields or not isinstance(word, str):
                continue
            if not any(self._meant(caller, kind, part, word, ()) for kind in part.fields):
                return Unclear(caller.no_such(part.name, word, part.fields.items()))
        return Unclear("Those do not go together.")

    # -- what can be typed

    def words(self, caller: Caller, asked: str, given: Given) -> list[str]:
        """What is still legal for one argument, given the others; none where none is needed."""
        part, found = self.parts[asked], []
        for kind in self._chosen(given):
            if kind in part.fields:
                left = self._left(caller, kind, asked, given)
                words = caller.words(part.fields[kind], left)
                found += words if len(words) > 1 or _info(kind, part.fields[kind]).required else []
        return found

    def _left(self, caller: Caller, kind: Kind, asked: str, given: Given) -> list[Any]:
        left = caller.of(kind)
        for part, name in self._fields(kind):
            if part.name in (asked, None) or part.name not in given or part.argument.several:
                continue
            meant = self._meant(caller, kind, part, given[part.name], ())
            if meant:
                left = [option for option in left if getattr(option, name) in meant]
        return left

    def lists(self, caller: Caller, asked: str, given: Given, current: str) -> list[str]:
        """A typed list, and each thing that is still legal after it."""
        return longer(
            caller,
            current,
            lambda typed: self._options(caller, {**given, asked: typed}, asked) if typed else [],
            lambda here: self.words(here, asked, given),
        )


def spoken(game: AnyGame, without: Sequence[Kind] = ()) -> list[Spoken]:
    """The commands of a game's options, but for those that are spoken of otherwise."""
    by_name: dict[str, list[Kind]] = {}
    for kind in game.options:
        if kind not in without:
            verb = game.text.verbs.get(kind)
            name = verb.name if verb and verb.name else command_name(kind)
            by_name.setdefault(name, []).append(kind)
    for name, kinds in by_name.items():
        kinds.sort(key=lambda kind: command_name(kind) != name)  # its namesake speaks first
    return [Spoken(game, name, kinds) for name, kinds in by_name.items()]


def _type(part: Part) -> Any:
    if part.words:
        return Literal[tuple(part.words)]
    infos = [_info(kind, name).type for kind, name in part.fields.items()]
    alike = all(info == infos[0] for info in infos) and not part.argument.several
    return (discord_type(infos[0]) if alike else None) or str


def _info(kind: Kind, name: str) -> msgspec.inspect.Field:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return next(one for one in info.fields if one.name == name)


def _stand_in(kind: Kind, name: str) -> Any:
    """A value for what was left out of an option that is not possible anyway."""
    info = _info(kind, name)
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
