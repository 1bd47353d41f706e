"""Who is asking, and what Discord lets them do and see."""

import logging
from collections import OrderedDict
from typing import Any, NamedTuple, Protocol

import discord

from bot.table import Person
from bot.table.names import harmless
from bot.ui.trouble import UNREACHED

logger = logging.getLogger(__name__)
KNOWN = 1024  # threads that sleep, of which is remembered who sees them


def person_of(interaction: discord.Interaction) -> Person:
    """Whoever is asking, as they are called in this server."""
    return known_as(interaction.user)


def known_as(user: discord.User | discord.Member) -> Person:
    """Somebody by the name that is shown, which does nothing in a text."""
    return Person(user.id, harmless(user.display_name))


def out_of_reach(interaction: discord.Interaction) -> bool:
    """Whether the bot is not here itself: in direct messages, or where only this person has it.

    There it can answer whoever asks, but post nothing.
    """
    guild_id = interaction.guild_id
    return guild_id is None or interaction.client.get_guild(guild_id) is None


class Placed(Protocol):
    """Something that is in a channel or thread of a server: a table, read or unread."""

    @property
    def guild_id(self) -> int | None:
        """Its server."""

    @property
    def channel_id(self) -> int:
        """Its channel or thread."""

    @property
    def parent_id(self) -> int | None:
        """The channel that its thread is in."""


def moderates(interaction: discord.Interaction, place: Placed | None) -> bool:
    """Whether whoever is asking may manage messages where a table is, or its whole server."""
    if place is None or interaction.guild_id is None or interaction.guild_id != place.guild_id:
        return False
    if interaction.permissions.manage_guild:
        return True
    if interaction.channel_id == place.channel_id:
        return interaction.permissions.manage_messages
    room = room_of(interaction.guild, place)
    if room is None or not isinstance(interaction.user, discord.Member):
        return False
    return room.permissions_for(interaction.user).manage_messages


def room_of(
    guild: discord.Guild | None, place: Placed
) -> discord.abc.GuildChannel | discord.Thread | None:
    """The channel of a table, or the one that its thread is in: a thread may be asleep."""
    if guild is None:
        return None
    found = guild.get_channel_or_thread(place.channel_id)
    return found or guild.get_channel(place.parent_id or 0)


class Thread(NamedTuple):
    """What decides who sees a thread; neither ever changes."""

    parent_id: int
    private: bool


class Access:
    """Who may see where a table is: what Discord has not told, it is asked for, or it is refused."""

    def __init__(self) -> None:
        """Know of no thread that sleeps yet."""
        self._asleep: OrderedDict[int, Thread] = OrderedDict()

    async def sees(self, interaction: discord.Interaction, place: Placed) -> bool:
        """Whether whoever is asking may see the channel or thread of a table."""
        if interaction.channel_id == place.channel_id or moderates(interaction, place):
            return True
        guild, user = interaction.guild, interaction.user
        if guild is None or guild.id != place.guild_id or not isinstance(user, discord.Member):
            return False
        if (channel := guild.get_channel(place.channel_id)) is not None:
            return channel.permissions_for(user).view_channel
        thread = await self._thread(guild, interaction.client, place.channel_id)
        parent = guild.get_channel(thread.parent_id) if thread else None
        if thread is None or parent is None or not parent.permissions_for(user).view_channel:
            return False
        if not thread.private or parent.permissions_for(user).manage_threads:
            return True
        return await _joined(interaction.client, place.channel_id, user.id)

    async def _thread(
        self, guild: discord.Guild, client: discord.Client, thread_id: int
    ) -> Thread | None:
        """A thread, be it awake or asleep; none where Discord shows the bot no such thread."""
        if (awake := guild.get_thread(thread_id)) is not None:
            return Thread(awake.parent_id, awake.is_private())
        if thread_id not in self._asleep:
            try:
                found: Any = await client.http.get_channel(thread_id)
            except UNREACHED as error:
                logger.info("a channel is not shown: %s", error, extra={"channel": thread_id})
                return None
            private = found["type"] == discord.ChannelType.private_thread.value
            parent_id = int(found.get("parent_id") or 0)
            if int(found.get("guild_id") or 0) != guild.id:
                return None
            self._asleep[thread_id] = Thread(parent_id, private)
            if len(self._asleep) > KNOWN:
                self._asleep.popitem(last=False)
        return self._asleep[thread_id]


async def _joined(client: discord.Client, thread_id: int, user_id: int) -> bool:
    """Whether somebody is in a private thread."""
    try:
        await client.http.get_thread_member(thread_id, user_id)
    except UNREACHED:
        return False
    return True
