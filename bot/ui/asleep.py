"""Threads that have fallen asleep: Discord takes nothing in them until somebody wakes them."""

import logging

import discord

from bot.ui.trouble import code_of

logger = logging.getLogger(__name__)
ARCHIVED = 50083  # Discord's code for what is refused in a thread that sleeps, or is locked
LOCKED = 160005
SHUT = "This thread is locked: ask a moderator to unlock it, then go on there."


def sleeps(error: BaseException) -> bool:
    """Whether something was refused because its thread sleeps."""
    return code_of(error) == ARCHIVED


async def wake(client: discord.Client, channel_id: int | None) -> bool:
    """Wake a thread; false where it is locked, or gone."""
    if channel_id is None:
        return False
    try:
        await client.http.edit_channel(channel_id, archived=False)
    except discord.HTTPException as error:
        if error.status >= 500:
            raise
        logger.info("a thread cannot be woken: %s", error, extra={"channel": channel_id})
        return False
    return True
