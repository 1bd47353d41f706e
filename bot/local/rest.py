"""Discord's REST routes, as the bot calls them."""

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
from bot.local.clock import age
from bot.local.commands import Commands
from bot.local.crowd import Crowd
from bot.local.faults import Faults
from bot.local.gateway import Gateway
from bot.local.interactions import Interactions
from bot.local.permissions import (
    ATTACH,
    HISTORY,
    MANAGE_MESSAGES,
    SEND,
    SEND_IN_THREADS,
    base,
    need,
    permissions,
)
from bot.local.posts import Posts, Upload
from bot.local.refusal import (
    BULK_TOO_OLD,
    DMS_CLOSED,
    INVALID_FORM,
    INVALID_JSON,
    INVALID_RECIPIENT,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_FOUND,
    NOT_TEXT,
    NOT_YOURS,
    RATE_LIMITED,
    SENSELESS,
    SYSTEM_MESSAGE,
    THREAD_ARCHIVED,
    TOO_LARGE,
    UNAUTHORIZED,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    Refusal,
    bad_form,
)
from bot.local.storage import Json, encode
from bot.local.world import DM, FORUM, ROOMS, THREADS, World

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


# who the bot is


@route("GET", "users/@me")
def me(rest: Rest, call: Call) -> Json:
    return rest.world.user_shape(rest.world.bot_id) | {
        "verified": True,
        "mfa_enabled": True,
        "locale": "en-US",
        "email": None,
    }


@route("GET", "users/@me/guilds")
def my_guilds(rest: Rest, call: Call) -> list[Json]:
    world = rest.world
    return [
        {
            "id": guild["id"],
            "name": guild["name"],
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(base(world, world.bot_id, guild)),
            "features": [],
        }
        for guild in world.guilds.values()
        if world.hosts_bot(guild["id"])
    ]


@route("GET", "oauth2/applications/@me")
@route("GET", "applications/@me")
def application(rest: Rest, call: Call) -> Json:
    world = rest.world
    return {
        "id": world.bot_id,
        "name": world.bot["username"],
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "type": None,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "owner": world.user_shape(world.guild["owner_id"]),
        "team": None,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
    }


@route("GET", "applications/{application}/emojis")
def emojis(rest: Rest, call: Call) -> Json:
    return {"items": []}


@route("GET", "gateway", open_to_all=True)
def gateway(rest: Rest, call: Call) -> Json:
    return {"url": rest.gateway.url}


@route("GET", "gateway/bot")
def gateway_bot(rest: Rest, call: Call) -> Json:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": rest.gateway.url, "shards": 1, "session_start_limit": limit}


@route("GET", "users/{user}")
def user(rest: Rest, call: Call) -> Json:
    return rest.world.user_shape(call.path["user"])


@route("POST", "users/@me/channels")
def open_dm(rest: Rest, call: Call) -> Json:
    recipient = str(call.data.get("recipient_id"))
    if recipient not in rest.world.users or recipient == rest.world.bot_id:
        raise Refusal(INVALID_RECIPIENT)
    return rest.world.channel_shape(rest.channels.dm_with(recipient))


# commands

_GLOBAL = "applications/{application}/commands"
_GUILD = "applications/{application}/guilds/{guild}/commands"


@route("GET", _GLOBAL)
@route("GET", _GUILD)
def commands(rest: Rest, call: Call) -> list[Json]:
    return rest.commands.of(rest.guild(call))


@route("PUT", _GLOBAL)
@route("PUT", _GUILD)
def overwrite_commands(rest: Rest, call: Call) -> list[Json]:
    result = rest.commands.overwrite(call.items, rest.guild(call))
    rest.crowd.tell_all({"event": "commands"})
    return result


@route("POST", _GLOBAL)
@route("POST", _GUILD)
def upsert_command(rest: Rest, call: Call) -> Json:
    result = rest.commands.upsert(call.data, rest.guild(call))
    rest.crowd.tell_all({"event": "commands"})
    return result


@route("GET", _GLOBAL + "/{command}")
@route("GET", _GUILD + "/{command}")
def command(rest: Rest, call: Call) -> Json:
    return rest.commands.get(call.path["command"], rest.guild(call))


@route("PATCH", _GLOBAL + "/{command}")
@route("PATCH", _GUILD + "/{command}")
def edit_command(rest: Rest, call: Call) -> Json:
    result = rest.commands.edit(call.path["command"], call.data, rest.guild(call))
    rest.crowd.tell_all({"event": "commands"})
    return result


@route("DELETE", _GLOBAL + "/{command}")
@route("DELETE", _GUILD + "/{command}")
def delete_command(rest: Rest, call: Call) -> None:
    rest.commands.delete(call.path["command"], rest.guild(call))
    rest.crowd.tell_all({"event": "commands"})


# the guild


@route("GET", "guilds/{guild}")
def guild(rest: Rest, call: Call) -> Json:
    guild = rest.server(call)
    count = {"approximate_member_count": len(rest.world.members(guild["id"]))}
    return guild | (count if call.query.get("with_counts") else {})


@route("GET", "guilds/{guild}/channels")
def guild_channels(rest: Rest, call: Call) -> list[Json]:
    guild_id = rest.guild(call)
    return [
        rest.world.channel_shape(c)
        for c in rest.world.channels.values()
        if c.get("guild_id") == guild_id and c["type"] in ROOMS
    ]


@route("POST", "guilds/{guild}/channels", status=201)
def create_channel(rest: Rest, call: Call) -> Json:
    return rest.world.channel_shape(rest.channels.create(rest.server(call), call.data))


@route("GET", "guilds/{guild}/roles")
def roles(rest: Rest, call: Call) -> list[Json]:
    return list(rest.server(call)["roles"])


@route("GET", "guilds/{guild}/members/search")
@route("GET", "guilds/{guild}/members")
def members(rest: Rest, call: Call) -> list[Json]:
    guild_id = rest.server(call)["id"]
    start = call.query.get("query", "").casefold()
    limit, after = _number(call, "limit", 1, 1000), _number(call, "after", 0, 2**63)
    there = [rest.world.users[user] for user in rest.world.members(guild_id)]
    found = [
        u["id"]
        for u in there
        if int(u["id"]) > after and (u["global_name"] or u["username"]).casefold().startswith(start)
    ]
    return [rest.world.member_shape(u, guild_id) for u in found[:limit]]


@route("GET", "guilds/{guild}/members/{user}")
def member(rest: Rest, call: Call) -> Json:
    guild_id, user_id = rest.server(call)["id"], call.path["user"]
    if user_id not in rest.world.members(guild_id):
        raise Refusal(UNKNOWN_MEMBER if user_id in rest.world.users else UNKNOWN_USER)
    return rest.world.member_shape(user_id, guild_id)


@route("GET", "guilds/{guild}/threads/active")
def active_threads(rest: Rest, call: Call) -> Json:
    guild_id = rest.guild(call)
    threads = [t for t in rest.world.threads() if t["guild_id"] == guild_id]
    return _threads(rest, [t for t in threads if not t["thread_metadata"]["archived"]])


# channels


@route("GET", "channels/{channel}")
def channel(rest: Rest, call: Call) -> Json:
    return rest.world.channel_shape(rest.channel(call))


@route("PATCH", "channels/{channel}")
def edit_channel(rest: Rest, call: Call) -> Json:
    channel = rest.channel(call)
    if rest.faults.settings.buckets and ("name" in call.data or "topic" in call.data):
        wait = rest.faults.limits.rename(channel["id"])
        if wait is not None:
            raise Refusal(RATE_LIMITED, retry_after=wait)
    return rest.world.channel_shape(rest.channels.edit(channel, call.data))


@route("DELETE", "channels/{channel}")
def delete_channel(rest: Rest, call: Call) -> Json:
    return rest.world.channel_shape(rest.channels.delete(rest.channel(call)))


@route("POST", "channels/{channel}/typing")
def typing(rest: Rest, call: Call) -> None:
    channel = rest.channel(call)
    rest.crowd.tell(
        channel, {"event": "typing", "channel": channel["id"], "user": rest.world.bot_id}
    )


@route("POST", "channels/{channel}/threads", status=201)
def create_thread(rest: Rest, call: Call) -> Json:
    channel = rest.channel(call)
    if channel["type"] == FORUM:
        return rest.channels.forum_post(channel, call.data, call.uploads)
    return rest.world.channel_shape(rest.channels.thread(channel, call.data))


@route("POST", "channels/{channel}/messages/{message}/threads", status=201)
def create_thread_from(rest: Rest, call: Call) -> Json:
    thread = rest.channels.thread(rest.channel(call), call.data, rest.message(call))
    return rest.world.channel_shape(thread)


@route("GET", "channels/{channel}/threads/archived/public")
@route("GET", "channels/{channel}/threads/archived/private")
@route("GET", "channels/{channel}/users/@me/threads/archived/private")
def archived_threads(rest: Rest, call: Call) -> Json:
    threads = rest.world.threads(rest.channel(call, HISTORY)["id"])
    return _threads(rest, [t for t in threads if t["thread_metadata"]["archived"]])


def _threads(rest: Rest, threads: list[Json]) -> Json:
    bot = rest.world.bot_id
    return {
        "threads": [rest.world.channel_shape(t) for t in threads],
        "members": [rest.world.thread_member(t, bot) for t in threads if bot in t["member_ids"]],
        "has_more": False,
    }


@route("GET", "channels/{channel}/thread-members")
def thread_members(rest: Rest, call: Call) -> list[Json]:
    thread = rest.thread(call)
    return [rest.world.thread_member(thread, u) for u in thread["member_ids"]]


def _thread_user(rest: Rest, call: Call) -> str:
    user_id = call.path.get("user", "@me")
    return rest.world.bot_id if user_id == "@me" else user_id


@route("GET", "channels/{channel}/thread-members/{user}")
def thread_member(rest: Rest, call: Call) -> Json:
    thread, user_id = rest.thread(call), _thread_user(rest, call)
    if user_id not in thread["member_ids"]:
        raise Refusal(UNKNOWN_MEMBER)
    return rest.world.thread_member(thread, user_id)


@route("PUT", "channels/{channel}/thread-members/{user}")
def join_thread(rest: Rest, call: Call) -> None:
    thread = rest.thread(call)
    need(rest.world, thread, SEND_IN_THREADS)
    rest.channels.join(thread, _thread_user(rest, call), stay=True)


@route("DELETE", "channels/{channel}/thread-members/{user}")
def leave_thread(rest: Rest, call: Call) -> None:
    rest.channels.join(rest.thread(call), _thread_user(rest, call), stay=False)


# messages


@route("GET", "channels/{channel}/messages")
def history(rest: Rest, call: Call) -> list[Json]:
    channel = rest.channel(call)
    if not permissions(rest.world, rest.world.bot_id, channel) & HISTORY:
        raise Refusal(MISSING_ACCESS)
    storage, limit = rest.world.storage, _number(call, "limit", 50, 100)
    if "around" in call.query:
        middle = _number(call, "around", 0, 2**63)
        older = storage.history(channel["id"], before=middle + 1, limit=limit // 2 + 1)
        newer = storage.history(channel["id"], after=middle, limit=limit // 2, oldest_first=True)
        return [*reversed(newer), *older][:limit]
    if "after" in call.query:
        after = _number(call, "after", 0, 2**63)
        return storage.history(channel["id"], after=after, limit=limit, oldest_first=True)[::-1]
    return storage.history(
        channel["id"], before=_number(call, "before", 2**63 - 1, 2**63), limit=limit
    )


def _number(call: Call, name: str, default: int, most: int) -> int:
    value = call.query.get(name)
    if value is None:
        return default
    if not value.isdecimal() or int(value) > most:
        raise bad_form(
            name, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}."
        )
    return int(value)


@route("GET", "channels/{channel}/messages/pins")
def pins(rest: Rest, call: Call) -> Json:
    messages = rest.world.storage.history(rest.channel(call, HISTORY)["id"], limit=1000)
    pinned = [m for m in messages if m["pinned"]]
    return {
        "items": [{"pinned_at": m["timestamp"], "message": m} for m in pinned],
        "has_more": False,
    }


@route("PUT", "channels/{channel}/messages/pins/{message}")
def pin(rest: Rest, call: Call) -> None:
    rest.channel(call, MANAGE_MESSAGES)
    rest.posts.mark(rest.message(call), pinned=True)


@route("DELETE", "channels/{channel}/messages/pins/{message}")
def unpin(rest: Rest, call: Call) -> None:
    rest.channel(call, MANAGE_MESSAGES)
    rest.posts.mark(rest.message(call), pinned=False)


@route("GET", "channels/{channel}/messages/{message}")
def message(rest: Rest, call: Call) -> Json:
    rest.channel(call, HISTORY)
    return rest.message(call)


@route("POST", "channels/{channel}/messages")
def send(rest: Rest, call: Call) -> Json:
    channel = rest.channel(call)
    if channel["type"] == FORUM:
        raise Refusal(NOT_TEXT)
    if channel["type"] == DM:
        if channel["recipients"][0] in rest.faults.settings.dms_closed:
            raise Refusal(DMS_CLOSED)
    else:
        need(rest.world, channel, SEND_IN_THREADS if channel["type"] in THREADS else SEND)
        if call.uploads:
            need(rest.world, channel, ATTACH)
    extra, kind = _reference(rest, channel, call.data)
    if channel["type"] in THREADS:
        rest.channels.wake(channel, rest.world.bot_id)
    payload = call.data | {"flags": (call.data.get("flags") or 0) & ~(1 << 6)}
    return rest.posts.create(
        channel, rest.world.bot_id, payload, call.uploads, kind=kind, extra=extra
    )


def _reference(rest: Rest, channel: Json, payload: Json) -> tuple[Json, int]:
    """A reply carries the message that it answers."""
    reference = payload.get("message_reference")
    if not reference:
        return {}, 0
    try:
        target = rest.posts.get(channel["id"], str(reference.get("message_id")))
    except Refusal:
        if reference.get("fail_if_not_exists", True):
            raise bad_form(
                "message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message"
            ) from None
        return {}, 0
    return {
        "message_reference": {"message_id": target["id"], "channel_id": channel["id"], "type": 0},
        "referenced_message": target,
    }, 19


@route("PATCH", "channels/{channel}/messages/{message}")
def edit(rest: Rest, call: Call) -> Json:
    message = rest.message(call)
    if message["author"]["id"] != rest.world.bot_id:
        raise Refusal(NOT_YOURS)
    thread = rest.world.channel(message["channel_id"])
    if thread["type"] in THREADS and thread["thread_metadata"]["archived"]:
        raise Refusal(THREAD_ARCHIVED)
    if call.uploads:
        need(rest.world, thread, ATTACH)
    return rest.posts.edit(message, call.data, call.uploads)


@route("DELETE", "channels/{channel}/messages/{message}")
def delete(rest: Rest, call: Call) -> None:
    message = rest.message(call)
    if message["type"] == 21:
        raise Refusal(SYSTEM_MESSAGE)
    if message["author"]["id"] != rest.world.bot_id:
        channel = rest.channel(call)
        if channel["type"] == DM:
            raise Refusal(MISSING_PERMISSIONS)
        need(rest.world, channel, MANAGE_MESSAGES)
    rest.posts.delete(message)


@route("POST", "channels/{channel}/messages/bulk-delete")
def bulk_delete(rest: Rest, call: Call) -> None:
    channel = rest.channel(call, MANAGE_MESSAGES)
    ids = [str(m) for m in call.data.get("messages") or []]
    if not 2 <= len(ids) <= 100:
        raise bad_form("messages", "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 100 in length.")
    if any(age(m, rest.world.clock.now()) > 14 * 86400 for m in ids if m.isdecimal()):
        raise Refusal(BULK_TOO_OLD)
    rest.posts.delete_many(channel["id"], ids)


# interactions, by the token in the path


@route("POST", "interactions/{interaction}/{token}/callback", open_to_all=True)
def callback(rest: Rest, call: Call) -> Json | None:
    result = rest.interactions.callback(
        call.path["interaction"], call.path["token"], call.data, call.uploads
    )
    return result if call.query.get("with_response", "").lower() in ("1", "true") else None


_WEBHOOK = "webhooks/{application}/{token}"


@route("POST", _WEBHOOK, open_to_all=True)
def follow_up(rest: Rest, call: Call) -> Json:
    found = rest.interactions.by_token(call.path["application"], call.path["token"])
    return rest.interactions.follow_up(found, call.data, call.uploads)


@route("GET", _WEBHOOK + "/messages/{message}", open_to_all=True)
def webhook_message(rest: Rest, call: Call) -> Json:
    found = rest.interactions.by_token(call.path["application"], call.path["token"])
    return rest.interactions.message_of(found, call.path["message"])[0]


@route("PATCH", _WEBHOOK + "/messages/{message}", open_to_all=True)
def edit_webhook_message(rest: Rest, call: Call) -> Json:
    found = rest.interactions.by_token(call.path["application"], call.path["token"])
    return rest.interactions.edit(found, call.path["message"], call.data, call.uploads)


@route("DELETE", _WEBHOOK + "/messages/{message}", open_to_all=True)
def delete_webhook_message(rest: Rest, call: Call) -> None:
    found = rest.interactions.by_token(call.path["application"], call.path["token"])
    rest.interactions.delete(found, call.path["message"])
