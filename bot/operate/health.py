"""Whether the bot is alive and at work: asked by whatever watches over it, on this machine."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.client import RefereeBot
from bot.errors import BotError
from bot.operate.looking import no_room
from bot.operate.metrics import Metrics

logger = logging.getLogger(__name__)
PATIENCE = 2.0  # seconds that the database may take
OLD = 300.0  # seconds that a post may wait before the bot counts as stuck


class Health:
    """Three pages: alive, at work, and in figures."""

    def __init__(self) -> None:
        """Answer for the bot that runs now; there may be another one later."""
        self.bot: RefereeBot | None = None
        self.metrics = Metrics()
        self.port: int | None = None  # where the pages are

    async def alive(self, request: web.Request) -> web.Response:
        """`/healthz`: whether it would help to start the bot anew."""
        return _said(await self._database())

    async def at_work(self, request: web.Request) -> web.Response:
        """`/readyz`: whether people can play now."""
        wrong, bot = await self._database(), self.bot
        if wrong is None and bot is not None:
            load = await bot.store.load_of(bot.referee.now())
            if full := no_room(bot.settings.database_url):
                wrong = full
            elif not bot.is_ready():
                wrong = "not connected to Discord"
            elif load.age > OLD:
                wrong = f"a post has been waiting for {load.age:.0f} s"
        return _said(wrong)

    async def figures(self, request: web.Request) -> web.Response:
        """`/metrics`: for Prometheus."""
        wrong, bot = await self._database(), self.bot
        if wrong is not None or bot is None:
            return _said(wrong)
        body = await self.metrics.text(bot)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _database(self) -> str | None:
        """What is wrong with the database, if anything."""
        if self.bot is None or not self.bot.opened:
            return "starting"
        try:
            async with asyncio.timeout(PATIENCE):
                await self.bot.store.setting("bot", "alive")
        except Exception as error:
            logger.warning("the database does not answer: %s", type(error).__name__)
            return "the database does not answer"
        return None


def _said(wrong: str | None) -> web.Response:
    return web.Response(text=f"{wrong or 'ok'}\n", status=503 if wrong else 200)


def unbound(error: OSError) -> str:
    """Why nobody can listen there; asyncio says the address once more before it."""
    return str(error.strerror).rpartition(": ")[2]


@asynccontextmanager
async def watched(host: str, port: int | None) -> AsyncIterator[Health]:
    """Serve the pages while the bot runs, where a port is set."""
    health = Health()
    if port is None:
        yield health
        return
    app = web.Application()
    app.router.add_get("/healthz", health.alive)
    app.router.add_get("/readyz", health.at_work)
    app.router.add_get("/metrics", health.figures)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            why = f"{port} cannot be used at {host}: {unbound(error)}."
            raise BotError(f"METRICS_PORT: {why}") from None
        health.port = int(runner.addresses[0][1])
        logger.info("health and metrics", extra={"address": f"http://{host}:{health.port}"})
        yield health
    finally:
        await runner.cleanup()
