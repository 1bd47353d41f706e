"""How the bot's calls are read, served and refused; `routes` says what each of them does."""

from __future__ import annotations

import hmac
import logging
import math
import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import BodyPartReader, MultipartReader, web

from bot.local.channels import Channels
from bot.local.commands import Commands
from bot.local.crowd import Crowd
from bot.local.faults import Faults
from bot.local.gateway import Gateway
from bot.local.interactions import Interactions
from bot.local.permissions import need
from bot.local.posts import Posts, Upload
from bot.local.refusal import (
    INVALID_FORM,
    INVALID_JSON,
    NOT_FOUND,
    SENSELESS,
    TOO_LARGE,
    UNAUTHORIZED,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    Refusal,
    bad_form,
)
from bot.local.storage import Json, encode
from bot.local.world import THREADS, World

logger = logging.getLogger(__name__)

API = "/api/v10"
LARGEST_BODY = 25 * 1024 * 1024
_ADDRESS = re.compile(rb'(?<!\\)"/attachments/')


class Call:
    """One request of the bot, read."""

    def __init__(self, request: web.Request, payload: Any, uploads: dict[int, Upload]) -> None:
        self.path = request.match_info
        self.query = request.query
        self._payload = payload
        self.uploads = uploads

    @property
    def data(self) -> Json:
        """The body as an object."""
        if not isinstance(self._payload, dict):
            raise bad_form("_", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return self._payload

    @property
    def items(self) -> Any:
        return self._payload

    def number(self, name: str, default: int, most: int) -> int:
        """A number of the query."""
        value = self.query.get(name)
        if value is None:
            return default
        if not value.isdecimal() or int(value) > most:
            raise bad_form(
                name, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}."
            )
        return int(value)


Handler = Callable[["Rest", Call], Any]
Server = Callable[[web.Request], Awaitable[web.Response]]
Hearer = Callable[[str, int, bytes, int], None]  # of route, status, answer and bytes asked with
_ROUTES: list[tuple[str, str, Handler, bool, int]] = []


def route(
    method: str, path: str, *, open_to_all: bool = False, status: int = 200
) -> Callable[[Handler], Handler]:
    """Registers a handler; `open_to_all` routes carry their own token in the path."""

    def register(handler: Handler) -> Handler:
        _ROUTES.append((method, path, handler, open_to_all, status))
        return handler

    return register


class Rest:
    """Answers the bot's calls."""

    def __init__(
        self,
        world: World,
        gateway: Gateway,
        crowd: Crowd,
        posts: Posts,
        channels: Channels,
        commands: Commands,
        interactions: Interactions,
        faults: Faults,
    ) -> None:
        self.world, self.gateway, self.crowd, self.posts = world, gateway, crowd, posts
        self.channels, self.commands, self.interactions = channels, commands, interactions
        self.faults = faults
        self.url = ""
        self.on_answer: Hearer = lambda route, status, body, sent: None

    def routes(self) -> list[web.RouteDef]:
        routes = [
            web.route(
                method,
                f"{API}/{path}",
                self._told(f"{method} {path}", self._serve(handler, open_to_all, status)),
            )
            for method, path, handler, open_to_all, status in _ROUTES
        ]
        return [*routes, web.route("*", "/api/{rest:.*}", self._unknown)]

    def _told(self, route: str, serve: Server) -> Server:
        """Whoever wants to know is told every answer, as it goes out."""

        async def told(request: web.Request) -> web.Response:
            answer = await serve(request)
            body = answer.body if isinstance(answer.body, bytes) else b""
            self.on_answer(route, answer.status, body, request.content_length or 0)
            return answer

        return told

    def _serve(self, handler: Handler, open_to_all: bool, status: int) -> Server:
        async def serve(request: web.Request) -> web.Response:
            try:
                if not open_to_all:
                    self._authorize(request)
                payload, uploads = await read_body(request)
                result = handler(self, Call(request, payload, uploads))
            except Refusal as refusal:
                return self._refused(request, refusal)
            except SENSELESS:
                # A 500 would be tried again and again by the bot that sent it.
                logger.exception("no sense in %s %s", request.method, request.path)
                return self._refused(request, Refusal(INVALID_FORM))
            return web.Response(status=204) if result is None else self.answer(result, status)

        return serve

    def answer(self, result: Any, status: int = 200) -> web.Response:
        return web.Response(
            body=self.outgoing(encode(result)), status=status, content_type="application/json"
        )

    def outgoing(self, body: bytes) -> bytes:
        """Attachment addresses are kept without host, which may change with every start."""
        if b'"/attachments/' not in body:
            return body
        return _ADDRESS.sub(b'"' + self.url.encode() + b"/attachments/", body)

    def _refused(self, request: web.Request, refusal: Refusal) -> web.Response:
        logger.info(
            "refused %s %s: %s %s", request.method, request.path, refusal.kind, refusal.errors
        )
        return self.refused(refusal)

    def refused(self, refusal: Refusal) -> web.Response:
        answer = self.answer(refusal.body(), refusal.kind.status)
        if refusal.retry_after is not None:
            # discord.py waits and tries again only where Discord itself has answered, by its proxy.
            answer.headers["Via"] = "1.1 local"
            answer.headers["Retry-After"] = str(max(1, math.ceil(refusal.retry_after)))
            answer.headers["X-RateLimit-Scope"] = "global" if refusal.everywhere else "user"
            if refusal.everywhere:
                answer.headers["X-RateLimit-Global"] = "true"
        return answer

    def _authorize(self, request: web.Request) -> None:
        given = request.headers.get("Authorization", "")
        if not hmac.compare_digest(given.encode(), f"Bot {self.world.token}".encode()):
            raise Refusal(UNAUTHORIZED)

    async def _unknown(self, request: web.Request) -> web.Response:
        logger.error("THE LOCAL DISCORD DOES NOT KNOW %s %s", request.method, request.path)
        return self._refused(request, Refusal(NOT_FOUND))

    # shared by several routes

    def guild(self, call: Call) -> str | None:
        """The guild of the path, checked; None on global routes."""
        return call.path.get("guild") and str(self.server(call)["id"])

    def server(self, call: Call) -> Json:
        """The guild of the path, where the bot is in it."""
        guild = self.world.guilds.get(call.path["guild"])
        if guild is None or not self.world.hosts_bot(guild["id"]):
            raise Refusal(UNKNOWN_GUILD)
        return guild

    def channel(self, call: Call, *bits: int) -> Json:
        channel = self.world.channel(call.path["channel"])
        need(self.world, channel, *bits)
        return channel

    def thread(self, call: Call) -> Json:
        channel = self.channel(call)
        if channel["type"] not in THREADS:
            raise Refusal(UNKNOWN_CHANNEL)
        return channel

    def message(self, call: Call) -> Json:
        return self.posts.get(self.channel(call)["id"], call.path["message"])


async def read_body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """JSON, or `payload_json` with `files[n]`, never more than fits."""
    if request.content_length is not None and request.content_length > LARGEST_BODY:
        raise Refusal(TOO_LARGE)
    if request.content_type.startswith("multipart/"):
        try:
            return await _read_parts(MultipartReader(request.headers, request.content))
        except (*SENSELESS, AssertionError) as error:
            raise Refusal(INVALID_JSON) from error
    try:
        body = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise Refusal(TOO_LARGE) from None
    return _decode(body) if body else {}, {}


async def _read_parts(reader: MultipartReader) -> tuple[Any, dict[int, Upload]]:
    payload: Any = {}
    uploads: dict[int, Upload] = {}
    room = LARGEST_BODY
    while (part := await reader.next()) is not None:
        if not isinstance(part, BodyPartReader):
            raise Refusal(INVALID_JSON)
        data = bytearray()
        while chunk := await part.read_chunk(65536):
            data += chunk
            room -= len(chunk)
            if room < 0:
                raise Refusal(TOO_LARGE)
        name = part.name or ""
        if name == "payload_json":
            payload = _decode(bytes(data))
        elif match := re.fullmatch(r"files\[(\d{1,2})\]", name):
            uploads[int(match[1])] = Upload(_plain(part.filename), bytes(data))
    return payload, uploads


def _plain(name: str | None) -> str:
    """A file name with nothing in it that could be a path."""
    return (
        re.sub(r"[^\w.\- ()]", "_", (name or "file").replace("\\", "/").rsplit("/", 1)[-1]).lstrip(
            "."
        )
        or "file"
    )


def _decode(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refusal(INVALID_JSON) from None


def call_name(request: web.Request) -> str:
    """The call as faults match it: `POST channels/123/messages`."""
    return f"{request.method} {request.path.removeprefix(API).lstrip('/')}"
