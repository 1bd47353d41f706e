"""Halls for tests, with luck that is the same each time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import RefereeBot
from bot.local.server import LocalDiscord
from tests.bot.hall import BoardOnly, Hall, fix_luck, open_hall
from tests.bot.sockets import connected, opened


@pytest.fixture
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table's secret is known beforehand, and nobody has a word, as in games from before."""
    fix_luck(monkeypatch)


@pytest.fixture
async def hall(tmp_path: Path, same_luck: None) -> AsyncIterator[Hall]:
    """A hall without pictures, nobody at a table yet."""
    async with open_hall(tmp_path) as opened:
        yield opened


@pytest.fixture
async def painted_hall(tmp_path: Path, same_luck: None) -> AsyncIterator[Hall]:
    """A hall with the real pictures of the board."""
    async with open_hall(tmp_path, BoardOnly()) as opened:
        yield opened


@pytest.fixture
async def local(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    """A new world behind real sockets."""
    async with opened(monkeypatch) as local:
        yield local


@pytest.fixture
async def bot(local: LocalDiscord, tmp_path: Path) -> AsyncIterator[RefereeBot]:
    """The bot, connected to that world, without pictures."""
    async with connected(local, tmp_path) as bot:
        yield bot
