"""The bot on the local Discord in this process, over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest
from pydantic import SecretStr

from bot.client import RefereeBot, Watcher, create_bot
from bot.local.server import LocalDiscord
from bot.settings import Settings
from tests.bot.hall import Blank, hurry, lay_out
from tests.local.player import Answer, Message, Player


@asynccontextmanager
async def opened(patch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    """A new world, and the library's addresses as they were afterwards."""
    patch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    patch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    async with LocalDiscord(None) as local:
        local.faults.change({"buckets": False})  # tests go on faster than people
        yield local


@asynccontextmanager
async def connected(
    local: LocalDiscord,
    folder: Path,
    drawers: Any = None,
    watcher: Watcher | None = None,
    **settings: Any,
) -> AsyncIterator[RefereeBot]:
    """The bot, connected to a world."""
    if not await asyncio.to_thread((folder / "tables.db").exists):
        await lay_out(folder)
    made = create_bot(
        Settings(
            _env_file=None,  # type: ignore[call-arg]
            database_url=f"sqlite:///{folder}/tables.db",
            discord_token=SecretStr(local.token),
            discord_api=local.api,
            discord_gateway=local.gateway,
            **settings,
        ),
        drawers or Blank(),
        watcher,
    )
    ready = asyncio.Event()
    made.add_listener(_setter(ready), "on_ready")
    made._connection.guild_ready_timeout = 0.05  # no server is late, unless a test says so
    await made.open()
    hurry(made)
    running = asyncio.create_task(made.start(local.token))
    try:
        async with asyncio.timeout(30):
            await ready.wait()
        yield made
    finally:
        await made.close()
        await running


async def answered(player: Player, answer: Answer) -> Message:
    """What somebody is told in private, once it is there."""
    assert answer.message is not None
    number = answer.message.id
    return await player.wait(lambda m: m.id == number and not m.loading)


async def says(player: Player, command: str, **options: Any) -> str:
    """What somebody is told by a command."""
    return (await answered(player, await player.command(command, **options))).text


async def arrive(player: Player, room: str) -> None:
    """Go to a thread as soon as it is there."""
    await player.until(lambda: room in player.channels)
    await player.go(room)


class Time:
    """A clock that a test moves."""

    def __init__(self) -> None:
        """Begin now."""
        self.at = datetime.now(UTC)

    def __call__(self) -> datetime:
        """The time."""
        return self.at

    @classmethod
    async def of(cls, bot: RefereeBot) -> "Time":
        """A bot's time; what is due is rung by the test alone."""
        await bot.clock.close()
        bot.referee.now = time = cls()
        return time


def _setter(ready: asyncio.Event) -> Callable[[], Coroutine[Any, Any, None]]:
    async def on_ready() -> None:
        ready.set()

    return on_ready
