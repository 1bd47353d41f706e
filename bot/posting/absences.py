"""What a table needs may be gone: its server, its channel, a player. Then it rests until it is back."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.errors import Damaged
from bot.leases import Leases
from bot.posting.opening import Later, Opening
from bot.referee import Referee
from bot.store import refusals
from bot.table import Table
from bot.table.change import Change
from bot.table.guard import resting
from bot.ui.trouble import UNREACHED, code_of
from bot.ui.words import heading, waited

logger = logging.getLogger(__name__)
EVERY = timedelta(hours=6)  # how often it is looked whether those who are waited for are there
PATIENCE = 2.0  # seconds that a stop leaves for what is under way
SOON = 5.0  # seconds after which it is tried again what the database kept from being done
GRACE = timedelta(minutes=1)  # in which servers become available after a start
UNKNOWN_MEMBER, UNKNOWN_CHANNEL = 10007, 10003  # Discord's codes


class Absences:
    """Hears from Discord what is gone and what is back, and lets tables rest and go on."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        referee: Referee,
        opening: Opening,
        leases: Leases,
    ) -> None:
        """Look after the tables of a referee."""
        self.client, self.referee, self.store = client, referee, referee.store
        self.leases = leases
        self.opening = opening
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- beginning and ending

    def start(self) -> None:
        """Look from time to time whether those who are waited for are still there."""
        self._later(self._sweeping(), "sweeping")

    async def close(self) -> None:
        """Stop looking; what is being written is written."""
        looking = [task for task in self._tasks if task.get_name() != "sweeping"]
        if looking:
            await asyncio.wait(looking, timeout=PATIENCE)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Wait until everything is looked at that is to be looked at now."""
        while busy := [task for task in self._tasks if task.get_name() != "sweeping"]:
            await asyncio.wait(busy)

    def _later(self, work: Coroutine[Any, Any, Any], name: str = "looking") -> None:
        task = asyncio.create_task(_heard_of(work), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweeping(self) -> None:
        while True:
            await asyncio.sleep(EVERY.total_seconds())
            await _heard_of(self.sweep())

    # -- servers

    async def connected(self) -> None:
        """The bot is there again: servers that it was sent away from meanwhile are gone."""
        waited_for = await self.store.servers(self.leases.at_home, paused=True)
        for guild_id in await self.store.servers(self.leases.at_home):
            guild = self.client.get_guild(guild_id)
            if guild is None and self._serves(guild_id):
                await self.server_gone(guild_id, told=True)
            elif guild is not None and guild.unavailable:
                self._later(self._still_out(guild_id), "sweeping")
            elif guild is not None and guild_id in waited_for:
                await self.server_back(guild_id)

    async def _still_out(self, guild_id: int) -> None:
        """A server that is late is waited for, before its tables rest."""
        await asyncio.sleep(GRACE.total_seconds())
        guild = self.client.get_guild(guild_id)
        if guild is not None and guild.unavailable:
            await self.server_gone(guild_id, told=False)

    def _serves(self, guild_id: int) -> bool:
        """Whether a server would be this process's, if the bot were in it."""
        count = self.client.shard_count or 1
        return (guild_id >> 22) % count in self.client.shards

    def is_in(self, guild_id: int) -> bool | None:
        """Whether the bot is in a server; none where another process would know."""
        if not self._serves(guild_id):
            return None
        return self.client.get_guild(guild_id) is not None

    async def server_gone(self, guild_id: int, *, told: bool) -> None:
        """A server is out of reach; people are told where that is no outage, which passes soon."""
        for number in await self.store.live_in(guild=guild_id, paused=False):
            await self._pause(number, "server", told=told)

    async def server_back(self, guild_id: int) -> None:
        """A server can be reached again; where the database cannot, that is told it later."""
        while True:
            try:
                return await self._server_back(guild_id)
            except Exception as error:
                if not refusals.passes(error):
                    raise
                logger.warning("tables rest on: %s", error, extra={"guild": guild_id})
            await asyncio.sleep(SOON)

    async def _server_back(self, guild_id: int) -> None:
        for number in await self.store.live_in(guild=guild_id, paused=True):
            table = await self._look(number)
            if table is not None and table.pause is not None and table.pause.why == "server":
                await self.referee.resume(table)

    # -- channels

    async def channel_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted, and all threads in it."""
        for number in await self.store.live_in(channel=channel_id, paused=False):
            await self._pause(number, "channel", told=True)

    def refused(self, table: Table, error: discord.HTTPException) -> None:
        """Discord did not take a post: its channel may be gone."""
        if code_of(error) == UNKNOWN_CHANNEL:
            self._later(self.channel_gone(table.channel_id))

    # -- players

    def heard(self, change: Change) -> None:
        """Somebody's time is nearly up: perhaps they have left."""
        if any(kind == "warning" for kind, _ in change.news):
            self._later(self.look_for(change.after))

    async def sweep(self) -> None:
        """Look at every table that is looked after here whether it can be played at."""
        for guild_id in await self.store.servers(self.leases.share):
            if self.is_in(guild_id) is False:
                continue
            for number in await self.store.live_in(guild=guild_id):
                if (table := await self._look(number)) is not None:
                    await self.look_for(table)

    async def _look(self, number: int) -> Table | None:
        """A table; none where it cannot be read, which keeps no other from going on."""
        with suppress(Damaged):
            return await self.referee.look(number)
        return None

    async def look_for(self, table: Table) -> None:
        """See whether those whom a table waits for are in its server; and if it rests, whether it
        can go on.
        """
        if table.pause is not None:
            await self._look_again(table)
            return
        people = [one.user_id for one in waited(table) if one.user_id is not None]
        gone = [user_id for user_id in people if not await self._is_there(table, user_id)]
        if gone:
            await self._pause(table.id, "player", *gone, told=True)

    async def _look_again(self, table: Table) -> None:
        assert table.pause is not None
        match table.pause.why:
            case "server":
                guild = self.client.get_guild(table.guild_id or 0)
                back = guild is not None and not guild.unavailable
            case "channel":
                back = await self._channel_is_there(table.channel_id)
            case "moderators" | "agreed":
                back = False  # whoever wanted it says when
            case _:
                there = [await self._is_there(table, user_id) for user_id in table.pause.who]
                back = all(there)
        if back:
            await self.referee.resume(table)

    async def _is_there(self, table: Table, user_id: int) -> bool:
        """Whether somebody is in a table's server, as far as Discord says."""
        if table.guild_id is None:
            return True
        try:
            await self.client.http.get_member(table.guild_id, user_id)
        except discord.NotFound as error:
            return code_of(error) != UNKNOWN_MEMBER
        except (discord.HTTPException, OSError) as error:
            logger.info("nobody knows who is there: %s", error, extra={"table": table.id})
        return True

    async def _channel_is_there(self, channel_id: int) -> bool:
        try:
            await self.client.http.get_channel(channel_id)
        except (discord.HTTPException, OSError):
            return False
        return True

    def ask_again(self, table: Table) -> None:
        """Somebody wanted to play at a table that rests: it may be able to go on."""
        self._later(self.look_for(table))

    # -- resting

    async def _pause(self, number: int, why: Any, *who: int, told: bool) -> None:
        table = None
        with suppress(Damaged):
            table = await self.referee.pause(number, why, *who)
        if table is None:
            return
        logger.info("a table rests", extra={"table": table.id, "why": why})
        for one in table.people if told else ():
            if one.user_id is not None and not one.dms_closed:
                await self._tell(table, one.user_id)

    async def _tell(self, table: Table, user_id: int) -> None:
        """Say directly why a table rests; where too many were written to just now, later."""
        try:
            room = self.client.get_partial_messageable(await self._room(table.id, user_id))
            await room.send(f"{heading(table)}\n{resting(table)}")
        except Later as later:
            self._later(self._tell_at(later.at, table, user_id), "sweeping")
        except UNREACHED as error:  # they read it when they come to play
            logger.info("somebody is not told: %s", error, extra={"table": table.id})

    async def _room(self, table_id: int, user_id: int) -> int:
        """The channel of somebody's direct messages: that of their game, or a new one."""
        known = (await self.store.pending(table_id)).posts
        mine = [post.channel_id for post in known if post.user_id == user_id]
        return mine[-1] if mine else await self.opening.open(user_id)

    async def _tell_at(self, at: datetime, table: Table, user_id: int) -> None:
        await asyncio.sleep(max((at - self.referee.now()).total_seconds(), 1.0))
        now = await self._look(table.id)
        if now is not None and now.pause is not None:
            await self._tell(now, user_id)


async def _heard_of(work: Coroutine[Any, Any, Any]) -> None:
    """Do something that nobody waits for; what goes wrong is logged."""
    try:
        await work
    except Exception:
        logger.exception("it could not be looked who is there")
