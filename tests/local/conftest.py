"""One local Discord, one tiny bot, two players."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.local.server import LocalDiscord
from tests.local.player import Player
from tests.local.tiny import Tiny, running


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(None) as local:
        yield local


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[Tiny]:
    async with running(local) as bot:
        yield bot


@pytest.fixture
async def juno(local: LocalDiscord, bot: Tiny) -> AsyncIterator[Player]:
    async with Player.join(local.url, "Juno") as player:
        await player.go("beer-brawl")
        yield player


@pytest.fixture
async def pip(local: LocalDiscord, bot: Tiny) -> AsyncIterator[Player]:
    async with Player.join(local.url, "Pip") as player:
        await player.go("beer-brawl")
        yield player
