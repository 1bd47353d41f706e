"""What public posts and direct messages share."""

from hashlib import blake2s

import discord

from bot.store.schema import PostRow
from bot.ui.screen import Screen

OUTAGE = 500  # statuses from here on are Discord's own trouble


def message_of(client: discord.Client, known: PostRow) -> discord.PartialMessage:
    """A message that is remembered, to be edited."""
    return client.get_partial_messageable(known.channel_id).get_partial_message(known.message_id)


def digest(*parts: str) -> str:
    """What tells one state of a message from another, and makes a nonce."""
    return blake2s("\0".join(parts).encode(), digest_size=12).hexdigest()


def digest_of(shown: Screen, note: str = "") -> str:
    """What tells one state of a message from another: its words and its buttons."""
    return digest(note, shown.content, shown.in_words, *(item.custom_id for item in shown.items))


def says(sent: discord.Message, content: str, post: Screen) -> bool:
    """Whether a message has the words and the buttons that it should have."""
    rows = [row for row in sent.components if isinstance(row, discord.ActionRow)]
    ids = [item.custom_id for row in rows for item in row.children]
    same = ids == [item.custom_id for item in post.items]
    return same and sent.content.strip() == content.strip()
