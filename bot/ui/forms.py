"""Forms that were sent in: known by the id of the button that opened them, also after a restart."""

from typing import NamedTuple

import discord


class Sent(NamedTuple):
    """A form that was sent in: its id, and what was typed first in it."""

    custom_id: str
    typed: str


def sent_in(interaction: discord.Interaction) -> Sent | None:
    """The form that an interaction brings; nothing where it is something else."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: dict[str, object] = dict(interaction.data or {})
    return Sent(str(data.get("custom_id")), _value(data))


def _value(part: object) -> str:
    """The first thing typed in a form, however deep its field lies."""
    if isinstance(part, dict):
        if isinstance(part.get("value"), str):
            return str(part["value"])
        part = [part.get("components"), part.get("component")]
    inside = part if isinstance(part, list) else []
    return next((found for one in inside if (found := _value(one))), "")
