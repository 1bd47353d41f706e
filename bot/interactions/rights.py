"""What the bot may do in a channel: all that its invitation asks for, and what works without each."""

from typing import NamedTuple

import discord


class Right(NamedTuple):
    """A permission by its name in Discord's settings, and what becomes of games without it."""

    name: str
    without: str


RIGHTS = {
    "view_channel": Right(
        "View Channel", "I do not see this channel: only private answers work here."
    ),
    "send_messages": Right(
        "Send Messages", "I cannot post in the channel itself: tables open in threads only."
    ),
    "attach_files": Right("Attach Files", "posts come in words, without pictures."),
    "create_public_threads": Right(
        "Create Public Threads",
        "a table is played in the channel itself, one at a time; `/table new` opens it.",
    ),
    "send_messages_in_threads": Right(
        "Send Messages in Threads", "no table can be played in a thread, only in the channel."
    ),
}
INVITED = discord.Permissions(**dict.fromkeys(RIGHTS, True))  # what the invitation asks for


def missing(granted: discord.Permissions) -> list[Right]:
    """The rights of the invitation that the bot lacks, where it is."""
    if granted.administrator:
        return []
    return [right for key, right in RIGHTS.items() if not getattr(granted, key)]


def lacks(granted: discord.Permissions, *keys: str) -> list[str]:
    """Those of some rights that the bot lacks, by name."""
    known = [RIGHTS[key] for key in keys]
    return [right.name for right in missing(granted) if right in known]


def explained(granted: discord.Permissions) -> str:
    """A line for each right that is missing: what still works without it."""
    return "\n".join(f"-# I lack *{right.name}*: {right.without}" for right in missing(granted))
