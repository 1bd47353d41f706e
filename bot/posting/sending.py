"""What public posts and direct messages share."""

from hashlib import blake2s

import discord

from bot.store.schema import PostRow

OUTAGE = 500  # statuses from here on are Discord's own trouble


def message_of(client: discord.Client, known: PostRow) -> discord.PartialMessage:
    """A message that is remembered, to be edited."""
    return client.get_partial_messageable(known.channel_id).get_partial_message(known.message_id)


def digest(*parts: str) -> str:
    """What tells one state of a message from another, and makes a nonce."""
    return blake2s("\0".join(parts).encode(), digest_size=12).hexdigest()
