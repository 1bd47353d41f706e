"""Halls for tests, with luck that is the same each time."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot import logs
from bot.client import RefereeBot
from bot.local.server import LocalDiscord
from tests.bot.hall import BoardOnly, Hall, fix_luck, open_hall
from tests.bot.sockets import connected, opened


@pytest.fixture(autouse=True)
def no_log_is_left_open() -> Iterator[None]:
    """A program that was run here writes its log to what is closed after its test."""
    yield
    root = logging.getLogger()
    root.handlers[:] = [one for one in root.handlers if not isinstance(one.formatter, logs.Lines)]


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
