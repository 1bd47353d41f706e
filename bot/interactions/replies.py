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


def under_a_post(interaction: discord.Interaction) -> bool:
    """Whether something was pressed that stands under a post itself, which is not to be replaced."""
    message = interaction.message
    if message is None or interaction.guild_id is None or message.flags.ephemeral:
        return False
    return interaction.response.type is discord.InteractionResponseType.deferred_message_update


async def reply(
    interaction: discord.Interaction,
    content: str,
    items: Sequence[discord.ui.Item[Any]] = (),
    files: Sequence[discord.File] = (),
) -> None:
    """Fill the private message that was acknowledged; under a post, send one."""
    if under_a_post(interaction):
        await interaction.followup.send(
            cut(content, CONTENT),
            view=view_of(items) if items else discord.utils.MISSING,
            files=files,
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        return
    await interaction.edit_original_response(
        content=cut(content, CONTENT),
        view=view_of(items) if items else None,
        attachments=files,
        allowed_mentions=discord.AllowedMentions.none(),
    )
