"""The bot, built without connecting."""

import asyncio
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import blake2s
from typing import Any, Protocol

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot import logs
from bot.clock import Clock
from bot.cogs.games import game_cogs
from bot.cogs.players import Players
from bot.cogs.rules import Rules
from bot.cogs.server import ServerCommands
from bot.cogs.tables import Tables
from bot.computer import Computer
from bot.errors import BadSettings, NotAllowed, TooFast
from bot.interactions.answers import Answers
from bot.interactions.cooldowns import Cooldowns
from bot.interactions.digest import Digest
from bot.interactions.find import Find
from bot.interactions.house_rules import HouseRules
from bot.interactions.inbox import Inbox
from bot.interactions.last_messages import keep_up
from bot.interactions.live_panels import LivePanels
from bot.interactions.lobby import Lobby
from bot.interactions.own_data import OwnData
from bot.interactions.places import Places
from bot.interactions.plans import Plans
from bot.interactions.presses import Handlers, Presses
from bot.interactions.proposals import Proposals
from bot.interactions.reaching import Reaching
from bot.interactions.seats import Seats
from bot.interactions.server import Server
from bot.interactions.table_menu import TableMenu
from bot.interactions.turns import Turns
from bot.interactions.welcome import Welcome
from bot.leases import Leases
from bot.posting.absences import Absences
from bot.posting.digests import Digests
from bot.posting.poster import Poster
from bot.realtime.computer import RealTimeComputer
from bot.realtime.presses import RealTimePresses
from bot.referee import Referee
from bot.retention import Retention
from bot.settings import Settings
from bot.store import Store
from bot.ui.answer_buttons import RealTimeButton, RealTimeSelect
from bot.ui.buttons import Lasting
from bot.ui.digest import ZONE_FORM
from bot.ui.error_replies import reply_with_error
from bot.ui.forms import Sent, sent_in
from bot.ui.luck import WORD_FORM
from bot.ui.pictures import Drawers, Pictures
from bot.ui.rules import RuleButton, TopicSelect
from bot.ui.server import SERVER_FORM
from bot.ui.since import NOTE_FORM
from bot.ui.unanswered import soften
from bot.workers import drawing, thinking
from bot.workers.pool import Workers
from bot.workers.shared_time import SharedTime
from bot.workers.shares import FOR

logger = logging.getLogger(__name__)
NO_SERVER = "DEV_GUILD: the bot is not in a server with the id {}."
COGS: tuple[type[commands.Cog], ...] = (
    Tables,
    Players,
    Rules,
    ServerCommands,
)
# Names of tasks that answer somebody.
ANSWERING = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction")
KNOWN = "known"  # said of an interaction that somebody sees to
UNKNOWN = "I do not know what that is for any more: `/table play` shows how things stand."
TABLE_IN_ID = re.compile(r"[a-z]:(\d{1,19}):")
PATIENCE = 5.0  # seconds that a stop leaves them, and posts that are under way
LEAST = 1.0  # of these, to posts alone
GUILDS_SETTLE = 0.5  # seconds without another server before the bot counts as ready


class Tree(app_commands.CommandTree["RefereeBot"]):
    """Commands whose errors are reported like all others."""

    async def interaction_check(self, interaction: discord.Interaction["RefereeBot"], /) -> bool:
        """Count what people do before anything is done about it."""
        return await self.client.admit(interaction)

    async def on_error(
        self, interaction: discord.Interaction["RefereeBot"], error: app_commands.AppCommandError
    ) -> None:
        """Tell whoever asked."""
        await reply_with_error(interaction, error)


class Watcher(Protocol):
    """Whoever counts what the bot does."""

    def trace(self) -> aiohttp.TraceConfig:
        """What watches every call to Discord."""

    def watch(self, store: Store) -> None:
        """The database is open."""

    def arrived(self, interaction: discord.Interaction) -> None:
        """Somebody has pressed or typed something."""

    def thought(self, wanted: float, given: float, waited: float) -> None:
        """A computer may think for so long, after it has waited for so long, in seconds."""


class RefereeBot(commands.AutoShardedBot):
    """The referee on Discord."""

    store: Store
    referee: Referee
    poster: Poster
    absences: Absences
    leases: Leases
    clock: Clock
    computer: Computer
    real_time_computer: RealTimeComputer
    answers: Answers
    table_menu: TableMenu
    lobby: Lobby
    welcome: Welcome
    inbox: Inbox
    seats: Seats
    proposals: Proposals
    reaching: Reaching
    house: HouseRules
    find: Find
    own_data: OwnData
    server: Server
    digests: Digests
    digest: Digest
    plans: Plans
    retention: Retention
    cooldowns: Cooldowns
    turns: Turns
    handlers: Handlers  # what each button and select does

    def __init__(
        self,
        settings: Settings,
        drawers: Drawers | None = None,
        watcher: Watcher | None = None,
    ) -> None:
        """Take the settings; nothing is opened or connected yet."""
        soften()
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_ids=settings.shard_ids,  # type: ignore[arg-type]
            shard_count=settings.shard_count,
            guild_ready_timeout=GUILDS_SETTLE,
            http_trace=watcher.trace() if watcher else None,  # type: ignore[arg-type]
        )
        self.settings, self.watcher = settings, watcher
        self.thinkers = Workers(settings.thinkers, thinking.get_ready)
        self.thinking = SharedTime(settings.thinkers)
        self.drawers = Workers(settings.drawers, drawing.get_ready, nice=0)
        self.pictures = Pictures(drawers or self.drawers)
        self._opened = False
        keep_up(self)

    # -- starting

    @property
    def opened(self) -> bool:
        """Whether the database is open."""
        return self._opened

    async def setup_hook(self) -> None:
        """Open the database, learn the commands, go on where the games stopped."""
        await self.open()
        self.add_dynamic_items(RuleButton, TopicSelect, *self.handlers)
        for cog in (*COGS, *game_cogs()):
            await self.add_cog(cog(self))
        await self.sync()
        await self.poster.resume()
        await self.leases.start()

    async def warm_up(self) -> None:
        """Start the workers before they are needed, so that nobody waits for that."""
        await asyncio.gather(self.drawers.warm_up(), self.thinkers.warm_up())

    async def open(self) -> None:
        """Open the database and start what works behind the scenes."""
        if self._opened:
            return
        self.store = await Store.open(self.settings.database_url)
        if self.watcher is not None:
            self.watcher.watch(self.store)
            self.thinking.told = self.watcher.thought
        self.referee = Referee(self.store, workers=self.thinkers)
        shards = (self.settings.shard_ids, self.settings.shard_count)
        self.leases = Leases(self.referee, *shards, shared=self.store.shared)
        self.poster = Poster(self, self.referee, self.store, self.pictures, self.leases)
        self.clock = Clock(self.referee, self.leases)
        thinking_in = (self.referee, self.thinkers)
        self.computer = Computer(*thinking_in, self.leases, self.thinking)
        self.real_time_computer = RealTimeComputer(
            *thinking_in, leases=self.leases, time=self.thinking
        )
        self.digests = Digests(self.poster.direct_messages)
        self.retention = Retention(self.referee, self.settings.keep_games, self.leases)
        opening = self.poster.direct_messages.opening
        self.absences = Absences(self, self.referee, opening, self.leases)
        self.poster.public_posts.refused = self.absences.refused
        self.live_panels = LivePanels(self.referee, self.pictures)
        computers = (self.computer, self.real_time_computer)
        wakers = (self.poster, self.live_panels, self.clock, *computers, self.leases)
        self.referee.wakers.extend(wakers)
        self.leases.returned = self.clock.returned
        self.leases.takers += [self.poster.take, *(one.start for one in computers)]
        self.leases.sweepers += [self.poster.sweep, *(one.start for one in computers)]
        self.leases.leavers.append(self.poster.leave)
        self.referee.listeners += [self.live_panels.heard, self.absences.heard]
        self.poster.public_posts.listeners.append(self.live_panels.posted)
        self.poster.look_on(self.live_panels.looks)
        self.live_panels.said = self.poster.said
        self.live_panels.posts_here = self.leases.serves
        self._take_presses()
        self._opened = True
        await self.clock.start()
        await self.referee.settle_absences()
        await self.computer.start()
        await self.real_time_computer.start()
        self.absences.start()
        self.retention.start()
        self.digests.start()

    def _take_presses(self) -> None:
        """Say what commands and buttons lead to."""
        self.answers = Answers(self.referee, self.poster, self.pictures, self.live_panels)
        self.answers.rests = self.absences.ask_again
        self.seats = Seats(self.referee, self.answers)
        self.proposals = Proposals(self.referee, self.answers)
        self.reaching = Reaching(self.referee, self.poster)
        self.table_menu = TableMenu(self.referee, self.store, self.poster, self.answers, self.seats)
        self.cooldowns, self.turns = Cooldowns(self.referee.now), Turns()
        places = Places(self.referee)
        self.house = HouseRules(self.referee, self.cooldowns)
        self.lobby = Lobby(self.referee, self.answers, places, self.house)
        self.lobby.takes = self.seats.take
        self.welcome = Welcome(self.referee, self.store, self.answers, places, self.house)
        self.find = Find(self.referee, self.answers, self.house)
        self.inbox = Inbox(self.referee, self.answers, self.live_panels)
        self.own_data = OwnData(self.referee, self.poster, self.settings.keep_games)
        self.server = Server(self.referee, self.house)
        self.digest = Digest(self.digests)
        self.plans = Plans(self.referee, self.answers)
        presses = Presses(
            self.answers,
            self.table_menu,
            self.lobby,
            self.welcome,
            self.inbox,
            self.find,
            self.seats,
            self.own_data,
            self.server,
            self.digest,
            self.proposals,
            self.plans,
            self.reaching,
        )
        real_time = RealTimePresses(self.referee, self.live_panels, self.answers)
        self.real_time_computer.starts = self.answers.starts
        self.handlers = {
            **presses.handlers,
            RealTimeButton: real_time.press,
            RealTimeSelect: real_time.press,
        }

    async def take(
        self, interaction: discord.Interaction, doing: Callable[[], Awaitable[None]]
    ) -> None:
        """Do what somebody asks for, if they may ask for more now; whatever goes wrong is told."""
        interaction.extras[KNOWN] = True
        if await self.admit(interaction):
            try:
                await doing()
            except Exception as error:
                await reply_with_error(interaction, error)

    async def admit(self, interaction: discord.Interaction) -> bool:
        """Whether somebody may ask for more now; else they are told, and then hear no more of it."""
        try:
            return await self._turn(interaction)
        except TooFast as error:
            if self.cooldowns.tells(interaction.user.id):
                await reply_with_error(interaction, error)
        except Exception as error:  # the library would end it without a word
            await reply_with_error(interaction, error)
        return False

    async def _turn(self, interaction: discord.Interaction) -> bool:
        """What is done for somebody, here and by workers, is done in their turn; wait for it."""
        user_id = interaction.user.id
        FOR.set(user_id)
        logs.about(interaction.id, user_id, _table_named(interaction))
        if interaction.type is discord.InteractionType.autocomplete:
            return self.turns.at_once(user_id)
        if interaction.type is discord.InteractionType.application_command:
            self.cooldowns.commands(user_id, interaction.guild_id)
        else:
            self.cooldowns.presses(user_id)
        await self.turns.wait(user_id)
        return True

    async def write_to(self, user_id: int, words: str) -> None:
        """Tell somebody something by direct message, if that may be."""
        await self.poster.direct_messages.tell(user_id, words)

    async def pressed(self, interaction: discord.Interaction, item: Lasting) -> None:
        """A button or a select was pressed."""
        await self.handlers[type(item)](interaction, item)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A form was sent in; it is known by its id, so that it may have been open for long.

        What was pressed has been taken by its button, before this is called; else nobody knows it.
        """
        if self.watcher is not None:
            self.watcher.arrived(interaction)
        if (sent := sent_in(interaction)) is not None:
            await self.take(interaction, self._taken(interaction, sent))
        elif interaction.type is discord.InteractionType.component and (
            KNOWN not in interaction.extras
        ):
            await self.take(interaction, partial(self._unknown, interaction))

    async def _unknown(self, interaction: discord.Interaction) -> None:
        """Something was pressed or sent in of a kind that there is not; also of another release."""
        data: Any = interaction.data or {}
        logger.warning("nobody knows what was pressed", extra={"pressed": data.get("custom_id")})
        raise NotAllowed(UNKNOWN)

    def _taken(self, interaction: discord.Interaction, sent: Sent) -> Callable[[], Awaitable[None]]:
        """What is done with a form that was sent in."""
        takers = {WORD_FORM: self.lobby.take_word, NOTE_FORM: self.table_menu.typed_note}
        for form, take in takers.items():
            if found := form.fullmatch(sent.custom_id):
                return partial(take, interaction, int(found["table"]), sent.typed)
        if ZONE_FORM.fullmatch(sent.custom_id):
            return partial(self.digest.typed, interaction, sent.typed)
        if found := SERVER_FORM.fullmatch(sent.custom_id):
            return partial(self.server.typed, interaction, found["what"], sent.fields)
        return partial(self._unknown, interaction)

    async def sync(self) -> None:
        """Tell Discord the commands where they are not what it was told before."""
        guild = discord.Object(self.settings.dev_guild) if self.settings.dev_guild else None
        await self._leave_development(guild)
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        told = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        digest = blake2s(json.dumps(told, sort_keys=True).encode()).hexdigest()
        key = f"commands:{self.application_id}:{guild.id if guild else 'everywhere'}"
        known = await self.store.setting("bot", key)
        if known == digest and await self.tree.fetch_commands(guild=guild):
            return
        try:
            await self.tree.sync(guild=guild)
        except (discord.Forbidden, discord.NotFound):
            if guild is None:
                raise
            raise BadSettings(NO_SERVER.format(guild.id)) from None
        await self.store.set_setting("bot", key, digest)
        logger.info("commands synced", extra={"commands": len(told)})

    async def _leave_development(self, guild: discord.Object | None) -> None:
        """Take the commands back from a server that is no longer the one for development."""
        now = None if guild is None else guild.id
        before = await self.store.setting("bot", "dev_guild")
        if before is not None and before != now:
            try:
                await self.http.bulk_upsert_guild_commands(self.application_id or 0, before, [])
            except (discord.Forbidden, discord.NotFound) as error:  # the bot has left it
                logger.info("commands stay in %s: %s", before, error)
            await self.store.set_setting("bot", f"commands:{self.application_id}:{before}", "")
        if before != now:
            await self.store.set_setting("bot", "dev_guild", now)

    # -- greeting

    async def on_ready(self) -> None:
        """Greet the servers that do not know the bot yet."""
        logger.info("ready", extra={"guilds": len(self.guilds)})
        await self.absences.connected()
        await self.retention.connected(self.absences.is_in)
        for guild in self.guilds:
            if not guild.unavailable:
                await self.welcome.greet(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server; in one that took the bot back, games go on."""
        await self.retention.back(guild.id)
        await self.absences.server_back(guild.id)
        await self.welcome.greet(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server that was not there when the bot became ready; games go on there."""
        await self.absences.server_back(guild.id)
        await self.welcome.greet(guild)

    # -- what is gone

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """A server has an outage: nobody loses time by it."""
        await self.absences.server_gone(guild.id, told=False)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was sent away, or the server is gone."""
        await self.retention.left(guild.id)
        await self.absences.server_gone(guild.id, told=True)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and with it the tables in its threads."""
        await self.absences.channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        await self.absences.channel_gone(payload.thread_id)

    async def on_error(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what no player waits for; what a stop cuts short is done after the next start."""
        if not self.is_closed():
            logger.exception("an event failed", extra={"event": event})

    # -- stopping

    async def close(self) -> None:
        """Stop in order: answers under way, posts, what acts by itself, the connection, the database.

        Others look after the tables before it is waited for Discord, or for anything that hangs.
        """
        current, began = asyncio.current_task(), time.monotonic()
        answering = [
            task
            for task in asyncio.all_tasks()
            if task is not current and task.get_name().startswith(ANSWERING)
        ]
        if answering:
            await asyncio.wait(answering, timeout=PATIENCE)
        opened, self._opened = self._opened, False
        if opened:
            self.leases.rest()
            await self.live_panels.close()
            await self.absences.close()
            await self.retention.close()
            await self.digests.close()
            await self.lobby.places.close()
            left = PATIENCE - (time.monotonic() - began)  # posts went on while answers were given
            await self.poster.close(max(left, LEAST))
            await self.computer.close()
            await self.real_time_computer.close()
            await self.clock.close()
            await self.leases.close()
        await super().close()
        if opened:
            await self.referee.close()
            await self.store.close()
        self.thinking.close()
        await self.thinkers.close()
        await self.drawers.close()


def _table_named(interaction: discord.Interaction) -> str | None:
    """The number of the table that a button speaks of."""
    data: Any = interaction.data or {}
    named = TABLE_IN_ID.match(str(data.get("custom_id", "")))
    return named[1] if named else None


def create_bot(
    settings: Settings,
    drawers: Drawers | None = None,
    watcher: Watcher | None = None,
) -> RefereeBot:
    """The bot with its settings, not connected to anything."""
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api
    if settings.discord_gateway:
        gateway = yarl.URL(settings.discord_gateway)
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    return RefereeBot(settings, drawers, watcher)
