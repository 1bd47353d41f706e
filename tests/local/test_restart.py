"""What was answered is on disk: neither a restart nor a kill loses it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest
import yarl

from bot.local.server import LocalDiscord
from tests.local.player import PATIENCE, Player
from tests.local.tiny import running

pytestmark = pytest.mark.slow  # waits for time-outs and reconnections


async def test_a_restart_finds_channels_posts_pictures_and_commands(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "world.db"
    async with LocalDiscord(file) as local, running(local) as bot:
        token, room = local.token, bot.room().id
        async with Player.join(local.url, "Juno") as juno:
            await juno.go("beer-brawl")
            await juno.add_player("Wren")
            await juno.command("table board")
            buttons = (await juno.command("table buttons")).message
            assert buttons is not None
            hand = (await juno.click(buttons, "Hand")).message
            assert hand is not None
            before = [m.raw for m in await juno.look("beer-brawl")]
            secret = await juno.picture(hand.pictures[0][0])
            thread = await bot.room().create_thread(name="Table 9")
            modes = [path.stat().st_mode & 0o77 for path in (file.parent, *file.parent.iterdir())]
            assert not any(modes), "private answers are in it: it is its owner's alone"
    async with LocalDiscord(file) as local:
        assert local.token == token
        async with Player.join(local.url, "Juno") as juno, Player.join(local.url, "Wren") as wren:
            await juno.go("beer-brawl")
            assert [m.raw for m in juno.messages()] == before
            assert await juno.picture(hand.pictures[0][0]) == secret
            assert "Table 9" in [c.name for c in juno.channels.values()]
            await wren.go("beer-brawl")
            assert hand.id not in [m.id for m in wren.messages()]
            async with running(local, sync=False) as bot:
                await juno.bot_ready()
                assert (await juno.click(buttons, "Count")).message is not None
                board = await bot.room().fetch_message(
                    next(int(m.id) for m in juno.messages() if "The board" in m.text)
                )
                assert board.attachments[0].url.startswith(local.url)
                assert await board.attachments[0].read()
                assert bot.hall.get_thread(thread.id) is not None
                there = bot.get_channel(room)
                assert isinstance(there, discord.TextChannel)
                newest = await there.send("newest")
                assert newest.id > int(hand.id)


async def test_a_token_outlives_a_restart_of_the_server(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with (
        LocalDiscord(file) as local,
        running(local) as bot,
        Player.join(local.url, "Juno") as juno,
    ):
        await juno.go("brawl")
        asked = asyncio.create_task(juno.command("hold"))
        interaction = await bot.held.get()
        await interaction.response.send_message("before", ephemeral=True)
        await asked
    async with LocalDiscord(file) as local, aiohttp.ClientSession() as http:
        place = f"{local.api}/webhooks/{interaction.application_id}/{interaction.token}"
        async with http.patch(f"{place}/messages/@original", json={"content": "after"}) as answer:
            assert answer.status == 200
        async with Player.join(local.url, "Juno") as juno:
            await juno.go("brawl")
            assert [m.text for m in juno.messages()] == ["after"]


async def test_a_bot_comes_back_to_a_server_that_was_restarted(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    async with contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(LocalDiscord(file))
        port = int(first.url.rsplit(":", 1)[1])
        bot = await stack.enter_async_context(running(first))
        async with asyncio.timeout(PATIENCE):
            await bot.readies.get()
        await first.__aexit__(None, None, None)
        second = await stack.enter_async_context(LocalDiscord(file, port))
        # Its session is void, so the bot begins a new one by itself.
        async with asyncio.timeout(PATIENCE):
            await bot.readies.get()
        async with Player.join(second.url, "Pip") as pip:
            await pip.bot_ready()
            assert (await pip.command("table buttons")).message is not None
        await bot.close()


@contextlib.asynccontextmanager
async def server(file: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, dict[str, str]]]:
    """`python -m bot.local` and the settings it prints."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.local", "--world", str(file)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        settings: dict[str, str] = {}
        async with asyncio.timeout(PATIENCE):
            while "DISCORD_TOKEN" not in settings:
                line = (await process.stdout.readline()).decode()
                assert line, "the server did not start"
                name, _, value = line.strip().partition("=")
                settings[name] = value
        yield process, settings
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def test_a_kill_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    file = tmp_path / "world.db"
    said = []
    async with server(file) as (process, settings):
        url = settings["DISCORD_API"].removesuffix("/api/v10")
        async with Player.join(url, "Juno") as juno:
            for number in range(20):
                await juno.say(f"word {number}")
                said.append(f"word {number}")
            process.kill()
            await process.wait()
    async with server(file) as (process, again):
        assert again["DISCORD_TOKEN"] == settings["DISCORD_TOKEN"]
        url = again["DISCORD_API"].removesuffix("/api/v10")
        async with Player.join(url, "Juno") as juno:
            assert [m.text for m in juno.messages()] == said
        process.terminate()
        assert await process.wait() == 0


async def test_a_plain_bot_connects_too(local: LocalDiscord) -> None:
    """Not only a sharded one; this one never asks for the gateway's address."""
    ready: asyncio.Event = asyncio.Event()

    class Plain(discord.Client):
        async def on_ready(self) -> None:
            ready.set()

    base, address = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = local.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(local.gateway)
    try:
        async with Plain(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1) as bot:
            task = asyncio.create_task(bot.start(local.token))
            async with asyncio.timeout(PATIENCE):
                await ready.wait()
            assert (await bot.application_info()).name == "Brawl Referee"
            await bot.close()
            await task
    finally:
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = address


async def test_missing_permissions_come_back_with_a_restart(tmp_path: Path) -> None:
    """A fault that nobody sees in the panel any more must not be in force either."""
    file = tmp_path / "world.db"
    async with LocalDiscord(file) as local:
        local.faults.change({"missing": {"*": ["attach_files"]}})
    async with LocalDiscord(file) as local:
        assert local.faults.settings.missing == {}
        assert all(not c["permission_overwrites"] for c in local.world.channels.values())


async def test_a_world_is_open_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers with one file would each go on from what they have in memory."""
    monkeypatch.setattr("bot.local.storage._PATIENCE", 0.0)
    file = tmp_path / "world.db"
    async with LocalDiscord(file):
        with pytest.raises(BlockingIOError, match="another local Discord is open"):
            await LocalDiscord(file).__aenter__()
    async with LocalDiscord(file) as local:
        assert local.world.players
