"""What the latest message of a channel is, as far as Discord tells with whatever is pressed there.

To be told of every message would take an intent, and all the talk of every server. With an
interaction its channel comes along; the library keeps the one that it knows, as it was.
"""

from typing import Any

import discord


def keep_up(client: discord.Client) -> None:
    """See to it that the channel of an interaction knows its latest message."""
    parsers = client._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def heard(data: Any) -> None:
        told = data.get("channel") or {}
        channel = client.get_channel(int(told.get("id") or 0))
        if isinstance(channel, discord.TextChannel | discord.Thread):
            channel.last_message_id = int(told.get("last_message_id") or 0) or None
        parse(data)

    parsers["INTERACTION_CREATE"] = heard


def last_message(interaction: discord.Interaction) -> int:
    """The latest message where something was pressed; 0 where that is not known."""
    return getattr(interaction.channel, "last_message_id", None) or 0
