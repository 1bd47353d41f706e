"""Forms that were sent in: known by the id of the button that opened them, also after a restart."""

from collections.abc import Iterator
from typing import NamedTuple

import discord


class Sent(NamedTuple):
    """A form that was sent in: its id, what was typed first in it, and all of it by field."""

    custom_id: str
    typed: str
    fields: dict[str, str]


def sent_in(interaction: discord.Interaction) -> Sent | None:
    """The form that an interaction brings; nothing where it is something else."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: dict[str, object] = dict(interaction.data or {})
    fields = dict(_fields(data.get("components")))
    return Sent(str(data.get("custom_id")), _value(data), fields)


def _fields(part: object) -> Iterator[tuple[str, str]]:
    """Everything typed in a form, by the ids of its fields."""
    if isinstance(part, dict):
        if isinstance(part.get("value"), str):
            yield str(part.get("custom_id")), str(part["value"])
        part = [part.get("components"), part.get("component")]
    for one in part if isinstance(part, list) else []:
        yield from _fields(one)


def _value(part: object) -> str:
    """The first thing typed in a form, however deep its field lies."""
    if isinstance(part, dict):
        if isinstance(part.get("value"), str):
            return str(part["value"])
        part = [part.get("components"), part.get("component")]
    inside = part if isinstance(part, list) else []
    return next((found for one in inside if (found := _value(one))), "")
