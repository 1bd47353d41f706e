"""Whoever floods the bot is refused before anything is looked at."""

from typing import Any, Protocol

import discord


class Admits(Protocol):
    """The client, who counts what people do."""

    async def admit(self, interaction: discord.Interaction) -> bool:
        """Whether somebody may ask for more now."""


async def admitted(interaction: discord.Interaction) -> bool:
    """Whether a press is to be looked at."""
    client: Any = interaction.client
    door: Admits = client
    return await door.admit(interaction)
