"""Buttons and selects that name their table in their id, so that they outlive a restart."""

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self

import discord

from bot.errors import NotAllowed
from bot.ui.admission import Counted
from bot.ui.limits import CHOICE, PLACEHOLDER, cut, headed

STYLE = discord.ButtonStyle


class TakesPresses(Protocol):
    """The client, to whom every press is handed."""

    async def pressed(self, interaction: discord.Interaction, item: "Lasting") -> None:
        """Do what an item is for."""


class Lasting(Counted, template=r"(?!)"):
    """What every button and select of the referee's own shares."""

    def __init__(self, item: discord.ui.Item[Any], match: re.Match[str] | None = None) -> None:
        """Wrap the item; `match` is given when it was pressed."""
        super().__init__(item)
        self._match = match
        self.rest = ""  # what there was no room for on a button

    @property
    def row(self) -> int | None:
        """The row that it was made for; discord.py knows it of buttons alone."""
        return self.item.row

    @row.setter
    def row(self, value: int | None) -> None:
        self.item.row = value

    @property
    def match(self) -> re.Match[str]:
        """What the id of a pressed item says."""
        assert self._match is not None
        return self._match

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The item as it was pressed."""
        return cls(item, match)

    @classmethod
    def button(
        cls,
        custom_id: str,
        label: str,
        style: STYLE = STYLE.secondary,
        *,
        emoji: str | None = None,
        row: int | None = None,
        more: str = "",
    ) -> Self:
        """A button of this kind; what is too long for it is to be said beside it, and what is more."""
        shown, rest = headed(label)
        made = cls(
            discord.ui.Button(custom_id=custom_id, label=shown, style=style, emoji=emoji, row=row)
        )
        made.rest = " · ".join(part for part in (more, rest) if part)
        return made

    @classmethod
    def select(
        cls,
        custom_id: str,
        placeholder: str,
        choices: Sequence[tuple[str, str, str]],
        *,
        most: int = 1,
        row: int | None = None,
    ) -> Self:
        """A select of this kind; choices are (label, value, what is said of it)."""
        options = [_option(*choice) for choice in choices]
        return cls(
            discord.ui.Select(
                custom_id=custom_id,
                placeholder=cut(placeholder, PLACEHOLDER),
                options=options,
                min_values=1,
                max_values=min(most, len(options)),
                row=row,
            )
        )

    @property
    def values(self) -> list[str]:
        """What was chosen in a select."""
        return list(getattr(self.item, "values", []))

    @property
    def chosen(self) -> str:
        """What was chosen where one thing can be; a client that sends none is told so."""
        if not self.values:
            raise NotAllowed("Nothing was chosen.")
        return self.values[0]

    async def pressed(self, interaction: discord.Interaction) -> None:
        """Hand the press on to whoever takes it."""
        client: Any = interaction.client
        taker: TakesPresses = client
        await taker.pressed(interaction, self)


def _option(label: str, value: str, said: str) -> discord.SelectOption:
    """A choice in a select; what is too long for its label is said below it."""
    shown, rest = headed(label)
    below = headed(" · ".join(part for part in (rest, said) if part), CHOICE)[0]
    return discord.SelectOption(label=shown, value=value, description=below or None)


def explained(items: Sequence[Lasting]) -> list[str]:
    """What there was no room for on buttons, once for all that it is true of, after their names.

    Of a name its beginning will do, as long as no other button begins alike.
    """
    labels = [str(getattr(item.item, "label", "")) for item in items]
    heads = [label.partition(" · ")[0] for label in labels]
    named: dict[str, list[str]] = {}
    for item, label, head in zip(items, labels, heads, strict=True):
        if item.rest:
            name = head if heads.count(head) == 1 else label
            named.setdefault(item.rest, []).append(f"**{name}**")
    return [f"{', '.join(names)} · {rest}" for rest, names in named.items()]
