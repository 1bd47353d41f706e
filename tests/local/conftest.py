"""One local Discord, one tiny bot, two players."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from bot.local.server import LocalDiscord
from tests.local.conformance import wrongs
from tests.local.player import Player
from tests.local.tiny import Tiny, running


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """Every answer that a test gets is one that Discord could have given."""
    wrong: set[str] = set()

    def check(route: str, status: int, body: bytes, sent: int) -> None:
        wrong.update(wrongs(route, status, json.loads(body) if body else None))

    async with LocalDiscord(None) as local:
        local.on_answer(check)
        local.faults.change(
            {"buckets": False}
        )  # games of a test are played faster than people play
        yield local
    assert sorted(wrong) == []


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
