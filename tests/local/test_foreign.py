"""A bot on another library is at home here too: what it relies on is Discord, not discord.py."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.local.server import LocalDiscord
from tests.local.player import Player
from tests.local.tiny import PATIENCE

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "brawl-referee"
HOME = Path(os.environ.get("DISCORD_JS") or CACHE)  # a folder in which discord.js is installed
NODE = shutil.which("node")
pytestmark = [
    pytest.mark.slow,  # another runtime has to start
    pytest.mark.skipif(NODE is None, reason="there is no Node here"),
    pytest.mark.skipif(
        not (HOME / "node_modules" / "discord.js").is_dir(),
        reason=f"discord.js is not installed: npm install --prefix {HOME} discord.js",
    ),
]


class Foreign:
    """The other bot as a process; what it tells, line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def told(self, what: str) -> dict[str, Any]:
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        said: dict[str, Any] = json.loads(line)
        assert said.pop("what") == what, said
        return said


@contextlib.asynccontextmanager
async def foreign(local: LocalDiscord) -> AsyncIterator[Foreign]:
    script = Path(__file__).with_name("foreign.cjs")
    process = await asyncio.create_subprocess_exec(
        *(str(NODE), str(script), str(HOME), local.api.removesuffix("/v10"), local.token),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Foreign(process)
    finally:
        process.terminate()
        await process.wait()


async def test_a_bot_on_discord_js_logs_in_syncs_answers_and_reconnects(
    local: LocalDiscord,
) -> None:
    local.faults.change({"buckets": True})
    async with foreign(local) as bot, Player.join(local.url, "Pip") as pip:
        ready = await bot.told("ready")
        assert ready["user"].startswith("Brawl Referee")
        assert (ready["guilds"], ready["commands"]) == (1, ["greet"])
        assert ready["channels"] == len(local.world.channels)
        await pip.go("brawl")
        await greet(pip)
        await pip.gateway_fault("drop")
        await bot.told("resumed")
        await pip.until(lambda: pip.bot_connected)
        await greet(pip)


async def greet(pip: Player) -> None:
    """A command, its late answer, a button on it, the button's answer and one more."""
    late = (await pip.command("greet", whom="Juno")).message
    assert late is not None
    hello = await pip.wait(lambda m: m.id == late.id and m.buttons)
    assert (hello.text, hello.ephemeral) == ("Hello, Juno", True)
    await pip.wait(lambda m: m.text == "Pip greets" and len(m.pictures) == 1)
    waved = await pip.click(hello, "Wave")
    assert waved.message is not None and waved.message.text == "Waved"
    again = await pip.wait(lambda m: m.text == "And waved again")
    await pip.dismiss(again)
