"""Commands that are built from a list of arguments, not written as a function."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Literal, NamedTuple

import discord
import msgspec
from discord import app_commands

from bot.cogs.typed import Choices
from bot.ui.limits import CHOICE, CHOICES

Call = Callable[[discord.Interaction, dict[str, Any]], Awaitable[None]]
Complete = Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]
Built = app_commands.Command[Any, ..., None]


class Slot(NamedTuple):
    """One argument as Discord is told of it."""

    name: str
    about: str
    type: Any = str  # as discord.py reads it from a signature
    required: bool = False
    choices: Sequence[app_commands.Choice[Any]] = ()
    complete: Complete | None = None


def build(name: str, about: str, slots: Sequence[Slot], call: Call) -> Built:
    """A command that hands the arguments it was given to a function, by name."""

    async def callback(interaction: discord.Interaction, **arguments: Any) -> None:
        await call(interaction, {k: v for k, v in arguments.items() if v is not None})

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    vars(callback)["__signature__"] = inspect.Signature([first, *map(_parameter, slots)])
    if slots:
        app_commands.describe(**{slot.name: slot.about[:CHOICE] for slot in slots})(callback)
        chosen = {slot.name: list(slot.choices) for slot in slots if slot.choices}
        app_commands.choices(**chosen)(callback)
    built: Built = app_commands.Command(name=name, description=about[:CHOICE], callback=callback)
    for slot in slots:
        if slot.complete is not None:
            built.autocomplete(slot.name)(slot.complete)
    return built


def _parameter(slot: Slot) -> inspect.Parameter:
    return inspect.Parameter(
        slot.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if slot.required else None,
        annotation=slot.type if slot.required else slot.type | None,
    )


def discord_type(info: msgspec.inspect.Type) -> Any:
    """How Discord lets a value be given: yes or no, a choice, a number; else nothing, so a word."""
    match info:
        case msgspec.inspect.BoolType():
            return bool
        case msgspec.inspect.LiteralType(values=values) if len(values) <= CHOICES:
            return Literal[tuple(values)]
        case msgspec.inspect.IntType(ge=int(low), le=int(high)):
            return app_commands.Range[int, low, high]
        case _:
            return None
