"""Answering an interaction in private: acknowledge at once, fill in what is to be read."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.ui.buttons import view_of
from bot.ui.limits import CONTENT, cut


async def defer(interaction: discord.Interaction, *, fresh: bool = False) -> None:
    """Acknowledge at once: with a new private message, or by keeping the one pressed on."""
    if interaction.response.is_done():
        return
    if fresh or interaction.type is discord.InteractionType.application_command:
        await interaction.response.defer(ephemeral=True, thinking=True)
    else:
        await interaction.response.defer()


async def reply(
    interaction: discord.Interaction,
    content: str,
    items: Sequence[discord.ui.Item[Any]] = (),
    files: Sequence[discord.File] = (),
) -> None:
    """Fill the private message that was acknowledged."""
    await interaction.edit_original_response(
        content=cut(content, CONTENT),
        view=view_of(items) if items else None,
        attachments=files,
        allowed_mentions=discord.AllowedMentions.none(),
    )
