"""The local Discord as one server on this machine."""

from __future__ import annotations

import asyncio
import hmac
import logging
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.local import routes  # noqa: F401  its import makes them known
from bot.local.channels import Channels
from bot.local.commands import Commands
from bot.local.crowd import Crowd
from bot.local.faults import Faults, Trouble
from bot.local.gateway import Gateway
from bot.local.guard import guard, stamp
from bot.local.interactions import Interactions
from bot.local.owner import Owner
from bot.local.players import Players
from bot.local.posts import Posts, sign
from bot.local.refusal import (
    ALREADY_ANSWERED,
    ANSWER_IN_ARCHIVED,
    DMS_TOO_FAST,
    INVALID_FORM,
    NO_UPLOADS,
    OLD_EDITS,
    RATE_LIMITED,
    WRONG_CHANNEL,
    Kind,
    Refusal,
)
from bot.local.rest import API, LARGEST_BODY, Hearer, Rest, call_name
from bot.local.world import INVITE, World

logger = logging.getLogger(__name__)

HOST = "127.0.0.1"
_PAGE = Path(__file__).parent / "page"
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
    " connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port};"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SHOWN_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")


_TROUBLES = {
    "500": Kind(500, 0, "500: Internal Server Error"),
    "503": Kind(503, 0, "503: Service Unavailable"),
    "400": INVALID_FORM,
    "30046": OLD_EDITS,
    "40003": DMS_TOO_FAST,
    "40060": ALREADY_ANSWERED,
    "50024": WRONG_CHANNEL,
    "50083": ANSWER_IN_ARCHIVED,
    "400001": NO_UPLOADS,
}


@web.middleware
async def _until_broken_off(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Whoever dies in the middle of a call gets no answer, and nothing is wrong here."""
    try:
        return await handler(request)
    except ConnectionError:
        logger.info("broken off: %s %s", request.method, request.path)
        raise web.HTTPBadRequest from None  # there is nobody to read it


class LocalDiscord:
    """A Discord on this machine: `async with LocalDiscord(file) as local` serves it.

    `invite` are the rights, as bits, with which the bot comes into its servers.
    """

    def __init__(self, world_file: Path | None, port: int = 0, *, invite: int = INVITE) -> None:
        self._file, self._port, self._invite = world_file, port, invite
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        self.world = world = World(self._file, self._invite)
        self.gateway_hub = gateway = Gateway(world)
        self.crowd = crowd = Crowd(world)
        self.faults = faults = Faults(world)
        posts = Posts(world, gateway, crowd)
        channels = Channels(world, gateway, crowd, posts)
        commands = Commands(world)
        self._interactions = Interactions(world, gateway, crowd, posts, commands, faults)
        parts = (world, gateway, crowd, posts, channels, commands, self._interactions, faults)
        self._rest, self._players = Rest(*parts), Players(*parts)
        self.owner = Owner(world, gateway, crowd, channels)
        try:
            await self._serve()
        except BaseException:
            world.close()
            raise
        self._rest.url, gateway.url = self.url, self.gateway
        gateway.outgoing = self._rest.outgoing  # type: ignore[method-assign]
        channels.archive_idle()
        self._interactions.forget_old()
        return self

    async def _serve(self) -> None:
        app = web.Application(
            middlewares=[_until_broken_off, guard(lambda: self._port), self._trouble],
            client_max_size=LARGEST_BODY,
        )
        app.on_response_prepare.append(stamp)
        app.add_routes(self._rest.routes())
        app.add_routes(self._players.routes())
        app.add_routes(self.owner.routes())
        app.add_routes(
            [
                web.get("/gateway/", self.gateway_hub.connect),
                web.get("/attachments/{channel}/{file}/{name}", self._attachment),
                web.get("/", self._page_file),
                web.get("/page/{name}", self._page_file),
                web.get("/favicon.ico", self._icon),
            ]
        )
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, lingering_time=0.5)
        await runner.setup()
        try:
            site = web.TCPSite(runner, HOST, self._port)
            await site.start()
        except BaseException:
            await runner.cleanup()
            raise
        self._runner = runner
        self._port = runner.addresses[0][1]

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._interactions.close()
        await self.gateway_hub.close()
        await self._players.close()
        if self._runner is not None:
            await self._runner.cleanup()
        self.world.close()

    # addresses

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}"

    @property
    def api(self) -> str:
        return f"{self.url}{API}"

    @property
    def gateway(self) -> str:
        return f"ws://{HOST}:{self._port}/gateway/"

    @property
    def token(self) -> str:
        return self.world.token

    def on_answer(self, told: Hearer) -> None:
        """Tells of every answer that the bot gets from now on."""
        self._rest.on_answer = told

    # faults on the bot's calls

    @property
    def _trouble(self) -> Middleware:
        @web.middleware
        async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not request.path.startswith(API):
                return await handler(request)
            files = request.content_type.startswith("multipart/")
            trouble = self.faults.trouble(call_name(request), files)
            if trouble is not None:
                answer = await self._wrong_answer(trouble, request, handler)
                if answer is not None:
                    return answer
            if self.faults.settings.buckets and "/interactions/" not in request.path:
                return await self._counted(request, handler)
            return await handler(request)

        return middleware

    async def _wrong_answer(
        self, trouble: Trouble, request: web.Request, handler: Handler
    ) -> web.StreamResponse | None:
        if trouble.kind == "slow":
            await asyncio.sleep(trouble.seconds)
            return None
        if trouble.after:
            await handler(request)
        if trouble.kind == "429":
            return self._too_many(trouble.seconds, everywhere=trouble.everywhere)
        if trouble.kind == "cloudflare":
            headers = {"Retry-After": str(max(1, round(trouble.seconds)))}
            return web.Response(text="error code: 1015", status=429, headers=headers)
        seconds = trouble.seconds if trouble.kind == "30046" else None
        return self._rest.refused(Refusal(_TROUBLES[trouble.kind], retry_after=seconds))

    def _too_many(self, seconds: float, *, everywhere: bool) -> web.Response:
        return self._rest.refused(Refusal(RATE_LIMITED, retry_after=seconds, everywhere=everywhere))

    async def _counted(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        call = call_name(request)
        wait = self.faults.limits.everywhere(call)
        if wait is not None:
            return self._too_many(wait, everywhere=True)
        taken = self.faults.limits.take(call)
        answer = (
            self._too_many(taken.fresh, everywhere=False)
            if taken.left < 0
            else await handler(request)
        )
        answer.headers.update(taken.headers(self.world.clock.now()))
        return answer

    # the page and the pictures

    async def _page_file(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "index.html")
        file = _FILES.get(name)
        if file is None:
            raise web.HTTPNotFound
        headers = {
            "Content-Security-Policy": _POLICY.format(port=self._port),
            "Cache-Control": "no-cache",
        }
        body = await asyncio.to_thread(file.read_bytes)
        return web.Response(
            body=body, content_type=_TYPES[file.suffix], charset="utf-8", headers=headers
        )

    async def _icon(self, request: web.Request) -> web.Response:
        raise web.HTTPFound("/page/icon.svg")

    async def _attachment(self, request: web.Request) -> web.Response:
        file_id, signature = request.match_info["file"], request.query.get("hm", "")
        right = sign(self.world.secret, request.rel_url.raw_path)
        if not hmac.compare_digest(signature.encode(), right.encode()) or not file_id.isdecimal():
            raise web.HTTPNotFound
        found = self.world.storage.file(int(file_id))
        if found is None:
            raise web.HTTPNotFound
        _, kind, data = found
        # Anything but a plain picture is a download: it must never run in the page's origin.
        shown = kind in _SHOWN_PICTURES
        headers = {
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Cache-Control": "private, max-age=31536000, immutable",
            "Content-Disposition": "inline" if shown else "attachment",
        }
        return web.Response(
            body=data, content_type=kind if shown else "application/octet-stream", headers=headers
        )


# The page is these files and no others, so no path can lead anywhere else.
_FILES = {file.name: file for file in _PAGE.iterdir() if file.suffix in _TYPES}
