"""The buttons and selects of a panel: each names its table, its question and what it stands for."""

import re

import discord

from bot.ui.buttons import Lasting

QUESTION = r"t:(?P<table>\d+):(?P<seat>\d+)\.(?P<number>\d+):"


class AnswerButton(Lasting, template=QUESTION + r"(?P<mark>[=>!])(?P<what>.*)"):
    """An answer, a step of narrowing, or an undo."""

    async def pressed(self, interaction: discord.Interaction, match: re.Match[str]) -> None:
        """Answer, narrow or take back."""
        desk, at = interaction.client.desk, asked(match)  # type: ignore[attr-defined]
        match match["mark"]:
            case "=":
                await desk.answer(interaction, *at, [match["what"]])
            case ">":
                await desk.narrow(interaction, *at, match["what"])
            case _:
                await desk.undo(interaction, at[0], at[1:])


class AnswerSelect(Lasting, template=QUESTION + r"(?P<mark>[?*])(?P<what>\d*)"):
    """A choice among many, or several picked at once."""

    async def pressed(self, interaction: discord.Interaction, match: re.Match[str]) -> None:
        """Answer with what was chosen, or narrow to it."""
        desk, at = interaction.client.desk, asked(match)  # type: ignore[attr-defined]
        first = self.values[0]
        if first.startswith(">"):
            await desk.narrow(interaction, *at, first[1:])
        else:
            # Discord may name `done` first, as it stands in the list; it ends what was picked.
            picked = sorted((value[1:] for value in self.values), key="done".__eq__)
            await desk.answer(interaction, *at, picked)


def asked(match: re.Match[str]) -> tuple[int, int, int]:
    """The table, the seat and the number of the question that an id speaks of."""
    return int(match["table"]), int(match["seat"]), int(match["number"])
