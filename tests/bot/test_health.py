"""Health, readiness and figures, asked over a socket of a bot that plays."""

import io
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
from sqlalchemy import insert

from bot import logs
from bot.client import RefereeBot
from bot.errors import BotError
from bot.local.server import LocalDiscord
from bot.operate.health import Health, watched
from bot.settings import Settings
from bot.store.schema import outbox
from tests.bot.sockets import connected, opened, says
from tests.local.player import Player

LOOPBACK = "127.0.0.1"


@pytest.fixture
async def local(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    async with opened(monkeypatch) as local:
        yield local


@asynccontextmanager
async def asked(health: Health) -> AsyncIterator[aiohttp.ClientSession]:
    """Somebody who looks at the pages."""
    async with aiohttp.ClientSession(f"http://{LOOPBACK}:{health.port}") as session:
        yield session


async def page(session: aiohttp.ClientSession, path: str) -> tuple[int, str]:
    async with session.get(path) as answer:
        return answer.status, await answer.text()


async def test_figures_of_a_bot_that_plays(
    local: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alive, at work, and each figure tells of what has happened."""
    async with (
        watched(LOOPBACK, 0) as health,
        connected(local, tmp_path, watcher=health.metrics) as bot,
        asked(health) as session,
    ):
        health.bot = bot
        assert await page(session, "/healthz") == (200, "ok\n")
        assert await page(session, "/readyz") == (200, "ok\n")
        async with Player.join(local.url, "Juno") as juno:
            await juno.go("brawl-mart")
            await says(juno, "brawl-mart new", here=True)
            await bot.poster.idle()
        status, text = await page(session, "/metrics")
        assert status == 200
        figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        assert float(figures["brawl_answer_seconds_count"]) >= 1
        assert float(figures['brawl_tables{game="brawl_mart"}']) == 1
        assert float(figures["brawl_database_seconds_count"]) > 10
        assert float(figures['brawl_discord_calls_total{status="200"}']) > 3
        assert figures["brawl_rate_limited_total"] == "0.0"
        assert figures["brawl_outbox_age_seconds"] == "0.0"

        with monkeypatch.context() as nearly:
            nearly.setattr("bot.operate.looking.ROOM", 1 << 62)
            assert await page(session, "/healthz") == (200, "ok\n"), "a new start would not help"
            status, text = await page(session, "/readyz")
            assert status == 503 and "MB are left on the disk of" in text

        long_ago = bot.referee.now() - timedelta(minutes=10)
        row = {
            "table_id": 1,
            "sequence": 99,
            "kind": "told",
            "payload": "{}",
            "created_at": long_ago,
        }
        await bot.store.write(lambda connection: connection.execute(insert(outbox), [row]))
        assert await page(session, "/healthz") == (200, "ok\n")
        assert await page(session, "/readyz") == (503, "a post has been waiting for 600 s\n")
        text = (await page(session, "/metrics"))[1]
        assert "\nbrawl_outbox_rows 1.0\n" in text and "brawl_outbox_age_seconds 600" in text

        monkeypatch.setattr("bot.operate.health.PATIENCE", 0.0)
        assert await page(session, "/healthz") == (503, "the database does not answer\n")
    assert not bot.opened


async def test_figures_of_computers_that_think(local: LocalDiscord, tmp_path: Path) -> None:
    """What a computer wants, has and waits for is told by the bot that it plays in."""
    async with (
        watched(LOOPBACK, 0) as health,
        connected(local, tmp_path, watcher=health.metrics) as bot,
        asked(health) as session,
    ):
        health.bot = bot
        async with Player.join(local.url, "Juno") as juno:
            await juno.go("beer-brawl")
            await says(juno, "beer-brawl new", here=True, computer="easy")
            await says(juno, "table start")
            await bot.computer.idle()
        text = (await page(session, "/metrics"))[1]
        figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        thoughts = float(figures["brawl_thinking_wait_seconds_count"])
        wanted = float(figures["brawl_thinking_wanted_seconds_total"])
        assert thoughts >= 1 and wanted > 0
        assert float(figures["brawl_thinking_given_seconds_total"]) <= wanted
        assert figures['brawl_worker_queue{work="thinking"}'] == "0.0"


async def test_before_it_is_open_it_says_so(tmp_path: Path) -> None:
    async with watched(LOOPBACK, 0) as health, asked(health) as session:
        for health.bot in (None, RefereeBot(Settings(database_url=f"sqlite:///{tmp_path}/t.db"))):
            for path in ("/healthz", "/readyz", "/metrics"):
                assert await page(session, path) == (503, "starting\n")
        said = rf"METRICS_PORT: {health.port} cannot be used at 127\.0\.0\.1: [^'(]*\.$"
        with pytest.raises(BotError, match=said):
            async with watched(LOOPBACK, health.port):
                pass
    async with watched(LOOPBACK, None) as health:
        assert health.port is None


def test_a_line_says_what_it_is_about_and_not_who_it_was() -> None:
    """The same person is the same word in one run; their id is in no line."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Lines())
    log = logging.Logger("test")
    log.addHandler(handler)
    for user in (77_000_000_000, 77_000_000_000, 88_000_000_000):
        logs.about(5, user, "12")
        log.warning("something")
    logs.ABOUT.set(None)
    log.warning("else")
    assert "77000000000" not in stream.getvalue()
    first, again, other, none = map(json.loads, stream.getvalue().splitlines())
    assert (first["interaction"], first["table"]) == (5, 12)
    assert first["person"] == again["person"] != other["person"]
    assert "person" not in none
