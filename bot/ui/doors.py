"""The doors under public posts, and the buttons of lobby, table menu and welcome."""

import re

import discord

from bot.ui.buttons import STYLE, Lasting


class Door(Lasting, template=r"d:(?P<table>\d+):(?P<door>play|hand|rules|table)"):
    """A public button that opens something private; it says nothing of the game."""

    async def pressed(self, interaction: discord.Interaction, match: re.Match[str]) -> None:
        """Open what the door is named after."""
        desk = interaction.client.desk  # type: ignore[attr-defined]
        await getattr(desk, match["door"])(interaction, int(match["table"]))


class LobbyButton(Lasting, template=r"l:(?P<table>\d+):(?P<what>join|leave|start|computer|alone)"):
    """A button of the lobby post."""

    async def pressed(self, interaction: discord.Interaction, match: re.Match[str]) -> None:
        """Sit down, stand up, begin, seat a computer or send it away."""
        lobby = interaction.client.lobby  # type: ignore[attr-defined]
        await getattr(lobby, match["what"])(interaction, int(match["table"]))


class TableButton(
    Lasting,
    template=r"m:(?P<table>\d+):"
    r"(?P<what>undo|draw|decline|resign|resigned|abandon|abandoned|log|dm)"
    r"(?::(?P<seat>\d+)\.(?P<number>\d+))?",
):
    """A button of the private table menu."""

    async def pressed(self, interaction: discord.Interaction, match: re.Match[str]) -> None:
        """Do what the menu offers."""
        desk = interaction.client.desk  # type: ignore[attr-defined]
        at = (int(match["seat"]), int(match["number"])) if match["seat"] else None
        await desk.menu(interaction, int(match["table"]), match["what"], at)


class TryButton(Lasting, template=r"w:(?P<game>\w+)"):
    """The welcome post's way into a first game."""

    async def pressed(self, interaction: discord.Interaction, match: re.Match[str]) -> None:
        """Open a table against the computer and show its first question."""
        welcome = interaction.client.welcome  # type: ignore[attr-defined]
        await welcome.first_game(interaction, match["game"])


def doors(table_id: int, *, playing: bool = True) -> list[Lasting]:
    """The row of doors under a turn post."""
    row: list[Lasting] = []
    if playing:
        row.append(Door.button(f"d:{table_id}:play", "Play", STYLE.success))
    row.append(Door.button(f"d:{table_id}:hand", "My hand", STYLE.primary))
    row.append(Door.button(f"d:{table_id}:rules", "Rules"))
    row.append(Door.button(f"d:{table_id}:table", "Table"))
    return row
