"""A command for every verb of a game: its name and its parameters, derived from option types."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import msgspec

from bot.cogs.build import discord_type
from rules.engine.contract import AnyGame
from rules.engine.state import Option
from rules.engine.verbs import Argument, Verb, command_name

Kind = type[Option]


@dataclass(slots=True)
class Parameter:
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


class VerbCommand:
    """A command that stands for the options of its name, its parameters for their fields."""

    def __init__(self, game: AnyGame, name: str, kinds: Sequence[Kind]) -> None:
        """Take the fields of all its options together."""
        self.text, self.name, self.kinds = game.text, name, kinds
        self.parameters: dict[str, Parameter] = {}
        for kind in kinds:
            self._add(kind)
        for parameter in self.parameters.values():
            parameter.type = _type(parameter)
            everywhere = bool(parameter.words) or all(kind in parameter.fields for kind in kinds)
            parameter.required = parameter.required and everywhere

    def _add(self, kind: Kind) -> None:
        word = self.verb(kind).word
        if word is not None:
            name, chosen = word
            argument = self.text.arguments.get(name) or Argument()
            self.parameters.setdefault(name, Parameter(name, argument)).words[chosen] = kind
        for name in kind.__struct_fields__:
            argument = argument_of(self.text, kind, name)
            called = argument.name or name
            parameter = self.parameters.setdefault(called, Parameter(called, argument))
            parameter.fields[kind] = name
            needed = argument.omit == "never" and field_of(kind, name).required
            parameter.required = parameter.required and needed

    @property
    def about(self) -> str:
        """What it does, in a sentence."""
        first = next((kind for kind in self.kinds if self.verb(kind).about), self.kinds[0])
        said = self.verb(first).about or (first.__doc__ or "").strip().partition("\n")[0]
        return said or self.name.replace("-", " ").capitalize()

    @property
    def listed(self) -> str | None:
        """The parameter that takes a list of things, if one does."""
        return next((name for name, p in self.parameters.items() if p.argument.several), None)

    def verb(self, kind: Kind) -> Verb:
        """What the game says of an option as a command."""
        return self.text.verbs.get(kind) or Verb()

    def fields(self, kind: Kind) -> Iterator[tuple[Parameter, str]]:
        """The parameters of one of its options, with the fields that they stand for."""
        for parameter in self.parameters.values():
            if kind in parameter.fields:
                yield parameter, parameter.fields[kind]

    def chosen(self, given: dict[str, Any]) -> list[Kind]:
        """The options that are left when a word chooses between them."""
        kinds = list(self.kinds)
        for name, parameter in self.parameters.items():
            if parameter.words and name in given:
                kinds = [kind for kind in kinds if parameter.words.get(given[name]) is kind]
        return kinds


def verb_commands(game: AnyGame, without: Sequence[Kind] = ()) -> list[VerbCommand]:
    """The commands of a game's options, but for those that have others."""
    by_name: dict[str, list[Kind]] = {}
    for kind in game.options:
        if kind not in without:
            verb = game.text.verbs.get(kind)
            name = verb.name if verb and verb.name else command_name(kind)
            by_name.setdefault(name, []).append(kind)
    for name, kinds in by_name.items():
        kinds.sort(key=lambda kind: command_name(kind) != name)  # its namesake speaks first
    return [VerbCommand(game, name, kinds) for name, kinds in by_name.items()]


def argument_of(text: Any, kind: Kind, name: str) -> Argument:
    """How a field of an option is given: as its verb says, or as in all verbs."""
    verb = text.verbs.get(kind)
    found: Argument | None = verb.fields.get(name) if verb else None
    return found or text.arguments.get(name) or Argument()


@cache
def field_of(kind: Kind, name: str) -> msgspec.inspect.Field:
    """A field of an option: its type, and whether it has a default."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return next(one for one in info.fields if one.name == name)


def _type(parameter: Parameter) -> Any:
    if parameter.words:
        return Literal[tuple(parameter.words)]
    types = [field_of(kind, name).type for kind, name in parameter.fields.items()]
    alike = all(found == types[0] for found in types) and not parameter.argument.several
    return (discord_type(types[0]) if alike else None) or str
