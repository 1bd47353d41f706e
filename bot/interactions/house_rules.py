"""The one place where a table is let into a server: its own rules, and how much one person may."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from weakref import WeakValueDictionary

import discord

from bot.interactions.cooldowns import Cooldowns
from bot.interactions.who import out_of_reach
from bot.referee import Referee
from bot.store import servers
from bot.table.servers import ServerRules, check_opening, read_rules
from rules.engine.contract import AnyGame

PINGS = timedelta(minutes=30)  # between two posts that tell a role of a new table


class HouseRules:
    """Knows what servers want, and asks before a table is opened."""

    def __init__(self, referee: Referee, cooldowns: Cooldowns) -> None:
        """Work for a referee."""
        self.referee, self.store, self.cooldowns = referee, referee.store, cooldowns
        self._doors: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def of(self, guild_id: int | None) -> ServerRules:
        """The rules of a server; outside of any, everything is allowed."""
        if guild_id is None:
            return ServerRules()
        return read_rules(await servers.remembered(self.store, servers.scope(guild_id)))

    @asynccontextmanager
    async def opening(
        self, interaction: discord.Interaction, game: AnyGame, room: int | None = None
    ) -> AsyncIterator[ServerRules]:
        """Open a table inside of this, or be refused; one server's tables go in one by one.

        `room` is the channel, or that of a thread; without it, where somebody is asking.
        """
        user_id, guild_id = interaction.user.id, interaction.guild_id
        if out_of_reach(interaction) or guild_id is None:
            self.cooldowns.opens(user_id, guild_id)
            yield ServerRules()
            return
        async with self._doors.setdefault(guild_id, asyncio.Lock()):
            rules = await self.of(guild_id)
            room = room or room_here(interaction)
            here = len(await self.store.live_in(channel=room)) if rules.per_channel else 0
            mine = await servers.hosted(self.store, guild_id, user_id) if rules.per_person else 0
            check_opening(rules, game, room, here, mine)
            self.cooldowns.opens(user_id, guild_id)
            yield rules

    async def role_to_ping(self, guild_id: int, rules: ServerRules) -> int | None:
        """The role that is told of a new table now; none where it was told of another just now."""
        if rules.role is None:
            return None
        scope, now = servers.scope(guild_id), self.referee.now()
        last = await self.store.setting(scope, "pinged")
        if last is not None and 0 <= now.timestamp() - last < PINGS.total_seconds():
            return None
        await self.store.set_setting(scope, "pinged", now.timestamp())
        return rules.role


def room_here(interaction: discord.Interaction) -> int:
    """The channel in which somebody is asking; of a thread, the one that it is in."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return parent or interaction.channel_id or 0
