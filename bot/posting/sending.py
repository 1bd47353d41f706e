"""What public posts and direct messages share."""

import asyncio
from datetime import datetime, timedelta
from hashlib import blake2s
from typing import Any

import discord

from bot.store.pending import Post
from bot.table import Table
from bot.ui.screen import Screen

SIZE = 12  # bytes: a nonce has 25 characters at most
OLD = timedelta(minutes=55)  # from an hour on messages are old, and Discord rations their edits
RATION = timedelta(minutes=1)  # after which such an edit is tried again
# Seconds for which it is waited: longer than the library's half minute, after which it asks again
# where a call was cut short before.
PATIENCE = 40.0


def message_of(client: discord.Client, known: Post) -> discord.PartialMessage:
    """A message that is remembered, to be edited."""
    return client.get_partial_messageable(known.channel_id).get_partial_message(known.message_id)


async def edit(client: discord.Client, known: Post, now: datetime, **more: Any) -> None:
    """Edit a message that is remembered; for one that is old nobody waits long.

    The library would wait as long as Discord wants, and all that a table has to say behind it.
    """
    async with asyncio.timeout(PATIENCE if now - known.created_at > OLD else None):
        await message_of(client, known).edit(**more)


def digest(*parts: str) -> str:
    """What tells one state of a message from another."""
    return blake2s("\0".join(parts).encode(), digest_size=SIZE).hexdigest()


def nonce(table: Table, what: str, since: int) -> str:
    """What Discord knows a message again by; `since` is the first row of the outbox it tells of.

    Everybody sees nonces: without the table's secret they would tell how many rows there were, and
    so how often somebody has answered unseen.
    """
    if since <= table.open_nonces:  # it may have been sent by a version that knew no better
        return digest(f"{table.commitment}:{what}")
    keyed = blake2s(what.encode(), digest_size=SIZE, key=table.secret, person=b"nonce")
    return keyed.hexdigest()


def digest_of(shown: Screen, note: str = "") -> str:
    """What tells one state of a message from another: its words and its buttons."""
    return digest(note, shown.content, shown.in_words, *(item.custom_id for item in shown.items))


def digest_of_file(file: discord.File | None) -> str:
    """What tells one picture from another; nothing where there is none."""
    if file is None:
        return ""
    file.reset()
    drawn = blake2s(file.fp.read(), digest_size=12).hexdigest()
    file.reset()
    return drawn


def says(sent: discord.Message, content: str, post: Screen) -> bool:
    """Whether a message has the words and the buttons that it should have."""
    rows = [row for row in sent.components if isinstance(row, discord.ActionRow)]
    ids = [item.custom_id for row in rows for item in row.children]
    same = ids == [item.custom_id for item in post.items]
    return same and sent.content.strip() == content.strip()
