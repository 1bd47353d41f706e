"""Whatever is pressed is counted before anything is looked at, and answered whatever goes wrong."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol

import discord


class Takes(Protocol):
    """The client, who counts what people do."""

    async def take(
        self, interaction: discord.Interaction, doing: Callable[[], Awaitable[None]]
    ) -> None:
        """Do what somebody asks for, if they may ask for more now; whatever goes wrong is told."""


class Counted(discord.ui.DynamicItem[discord.ui.Item[Any]], template=r"(?!)"):
    """A button or select that outlives a restart.

    All is done in its callback: of what fails before, the library says nothing to anybody.
    """

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press to the client."""
        client: Any = interaction.client
        taker: Takes = client
        await taker.take(interaction, partial(self.pressed, interaction))

    async def pressed(self, interaction: discord.Interaction) -> None:
        """Do what it is for."""
        raise NotImplementedError
