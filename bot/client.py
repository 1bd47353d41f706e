"""The bot, built without connecting."""

import asyncio
import json
import logging
from hashlib import blake2s
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot.clock import Clock
from bot.cogs.games import game_cogs
from bot.cogs.players import Players
from bot.cogs.rules import Rules
from bot.cogs.tables import Tables
from bot.computer import Computer
from bot.interactions.answers import Answers
from bot.interactions.live_panels import LivePanels
from bot.interactions.lobby import Lobby
from bot.interactions.presses import Handlers, Presses
from bot.interactions.table_menu import TableMenu
from bot.interactions.welcome import Welcome
from bot.posting.poster import Poster
from bot.realtime.computer import RealTimeComputer
from bot.realtime.presses import RealTimePresses
from bot.referee import Referee
from bot.settings import Settings
from bot.store import Store
from bot.ui.answer_buttons import RealTimeButton
from bot.ui.buttons import Lasting
from bot.ui.error_replies import reply_with_error
from bot.ui.pictures import Drawers, Pictures
from bot.ui.rules import RuleButton, TopicSelect
from bot.workers.jobs import get_ready
from bot.workers.pool import Workers

logger = logging.getLogger(__name__)
COGS: tuple[type[commands.Cog], ...] = (
    Tables,
    Players,
    Rules,
)
ANSWERING = ("CommandTree-invoker", "discord-ui-")  # names of tasks that answer somebody
PATIENCE = 5.0  # seconds that a stop leaves them
GUILDS_SETTLE = 0.5  # seconds without another server before the bot counts as ready


class Tree(app_commands.CommandTree["RefereeBot"]):
    """Commands whose errors are reported like all others."""

    async def on_error(
        self, interaction: discord.Interaction["RefereeBot"], error: app_commands.AppCommandError
    ) -> None:
        """Tell whoever asked."""
        await reply_with_error(interaction, error)


class RefereeBot(commands.AutoShardedBot):
    """The referee on Discord."""

    store: Store
    referee: Referee
    poster: Poster
    clock: Clock
    computer: Computer
    real_time_computer: RealTimeComputer
    answers: Answers
    table_menu: TableMenu
    lobby: Lobby
    welcome: Welcome
    handlers: Handlers  # what each button and select does

    def __init__(self, settings: Settings, drawers: Drawers | None = None) -> None:
        """Take the settings; nothing is opened or connected yet."""
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
        )
        self.settings = settings
        self.thinkers = Workers(settings.thinkers)
        self.drawers = Workers(settings.drawers)
        self.pictures = Pictures(drawers or self.drawers)
        self._opened = False

    # -- starting

    async def setup_hook(self) -> None:
        """Open the database, learn the commands, go on where the games stopped."""
        await self.open()
        self.add_dynamic_items(RuleButton, TopicSelect, *self.handlers)
        for cog in (*COGS, *game_cogs()):
            await self.add_cog(cog(self))
        await self.sync()
        await self.poster.resume()

    async def warm_up(self) -> None:
        """Start the workers before they are needed, so that nobody waits for that."""
        await asyncio.gather(self.drawers.run(get_ready), self.thinkers.run(get_ready))

    async def open(self) -> None:
        """Open the database and start what works behind the scenes."""
        if self._opened:
            return
        self._opened = True
        self.store = await Store.open(self.settings.database_url)
        self.referee = Referee(self.store)
        self.poster = Poster(self, self.referee, self.store, self.pictures)
        self.clock = Clock(self.referee)
        self.computer = Computer(self.referee, self.thinkers)
        self.real_time_computer = RealTimeComputer(self.referee, self.thinkers)
        self.live_panels = LivePanels(self.referee, self.pictures)
        computers = (self.computer, self.real_time_computer)
        wakers = (self.poster, self.live_panels, self.clock, *computers)
        self.referee.wakers.extend(wakers)
        self.referee.listeners.append(self.live_panels.heard)
        self._take_presses()
        await self.clock.start()
        await self.computer.start()
        await self.real_time_computer.start()

    def _take_presses(self) -> None:
        """Say what commands and buttons lead to."""
        self.answers = Answers(self.referee, self.poster, self.pictures, self.live_panels)
        self.table_menu = TableMenu(self.referee, self.store, self.poster, self.answers)
        self.lobby = Lobby(self.referee, self.answers)
        self.welcome = Welcome(self.referee, self.store, self.answers)
        presses = Presses(self.answers, self.table_menu, self.lobby, self.welcome)
        real_time = RealTimePresses(self.referee, self.live_panels, self.answers.starts)
        self.real_time_computer.starts = self.answers.starts
        self.handlers = {**presses.handlers, RealTimeButton: real_time.press}

    async def pressed(self, interaction: discord.Interaction, item: Lasting) -> None:
        """A button or a select was pressed."""
        await self.handlers[type(item)](interaction, item)

    async def sync(self) -> None:
        """Tell Discord the commands where they are not what it was told before."""
        guild = discord.Object(self.settings.dev_guild) if self.settings.dev_guild else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        told = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        digest = blake2s(json.dumps(told, sort_keys=True).encode()).hexdigest()
        key = f"commands:{self.application_id}:{guild.id if guild else 'everywhere'}"
        known = await self.store.setting("bot", key)
        if known == digest and await self.tree.fetch_commands(guild=guild):
            return
        await self.tree.sync(guild=guild)
        await self.store.set_setting("bot", key, digest)
        logger.info("commands synced", extra={"commands": len(told)})

    # -- greeting

    async def on_ready(self) -> None:
        """Greet the servers that do not know the bot yet."""
        logger.info("ready", extra={"guilds": len(self.guilds)})
        for guild in self.guilds:
            await self.welcome.greet(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server."""
        await self.welcome.greet(guild)

    async def on_error(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what no player waits for; what a stop cuts short is done after the next start."""
        if not self.is_closed():
            logger.exception("an event failed", extra={"event": event})

    # -- stopping

    async def close(self) -> None:
        """Stop in order: answers under way, posts, the connection, then the database."""
        current = asyncio.current_task()
        answering = [
            task
            for task in asyncio.all_tasks()
            if task is not current and task.get_name().startswith(ANSWERING)
        ]
        if answering:
            await asyncio.wait(answering, timeout=PATIENCE)
        if self._opened:
            await self.live_panels.close()
            await self.poster.close()
        await super().close()
        if self._opened:
            self._opened = False
            await self.computer.close()
            await self.real_time_computer.close()
            await self.clock.close()
            await self.store.close()
        await self.thinkers.close()
        await self.drawers.close()


def create_bot(settings: Settings, drawers: Drawers | None = None) -> RefereeBot:
    """The bot with its settings, not connected to anything."""
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api
    if settings.discord_gateway:
        gateway = yarl.URL(settings.discord_gateway)
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    return RefereeBot(settings, drawers)
