"""The players' side: one socket per pane, on which a player looks and acts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.local.calls import as_json, body_of
from bot.local.channels import Channels
from bot.local.commands import Commands, Mistake
from bot.local.crowd import Crowd, Seat
from bot.local.faults import Faults
from bot.local.gateway import MEMBER_LIST, Gateway
from bot.local.interactions import Interactions
from bot.local.line import Line
from bot.local.permissions import SEND, SEND_IN_THREADS, permissions
from bot.local.posts import Posts
from bot.local.refusal import SENSELESS, Refusal
from bot.local.storage import Json, encode
from bot.local.world import DM, FORUM, THREADS, World

logger = logging.getLogger(__name__)

_LARGEST_FRAME = 64 * 1024
_MOST_PLAYERS = 500


class Request(msgspec.Struct):
    """What a pane may ask; `re` comes back with the answer."""

    re: int
    do: str
    channel: str = ""
    message: str = ""
    custom_id: str = ""
    interaction: str = ""
    text: str = ""
    focused: str = ""
    before: str = ""
    values: Any = None
    watch: list[str] | None = None


_decode = msgspec.json.Decoder(Request).decode


class Players:
    """Serves the page's sockets and its few HTTP calls."""

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
        self._world, self._gateway, self._crowd, self._posts = world, gateway, crowd, posts
        self._channels, self._commands = channels, commands
        self._interactions, self._faults = interactions, faults
        self._lines: set[Line] = set()
        self._acts: dict[str, Callable[[Seat, Request], Any]] = {
            "watch": self._watch,
            "history": self._history,
            "read": self._read,
            "say": self._say,
            "commands": self._offered,
            "command": self._command,
            "complete": self._complete,
            "click": self._click,
            "submit": self._submit,
            "dismiss": self._dismiss,
            "dm": self._dm,
        }
        gateway.on_change = lambda: crowd.tell_all({"event": "bot", "connected": gateway.connected})

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/local/world", self._get_world),
            web.post("/local/players", self._add_player),
            web.get("/local/socket", self._connect),
            web.get("/local/faults", self._get_faults),
            web.patch("/local/faults", self._change_faults),
            web.post("/local/faults/gateway", self._gateway_fault),
            web.post("/local/faults/clock", self._advance),
        ]

    # HTTP

    async def _get_world(self, request: web.Request) -> web.Response:
        return as_json(self._overview())

    def _overview(self) -> Json:
        world = self._world
        return {
            "guild": {
                "id": world.guild_id,
                "name": world.guild["name"],
                "owner": world.guild["owner_id"],
            },
            "guilds": {guild["id"]: guild["name"] for guild in world.guilds.values()},
            "players": [world.user_shape(p["id"]) for p in world.players],
            "bot": world.user_shape(world.bot_id),
            "connected": self._gateway.connected,
        }

    async def _add_player(self, request: web.Request) -> web.Response:
        name = " ".join(str((await body_of(request)).get("name", "")).split())
        taken = {(p["global_name"] or p["username"]).casefold() for p in self._world.users.values()}
        if not 1 <= len(name) <= 32 or not name.isprintable():
            raise web.HTTPBadRequest(text="A name has 1 to 32 characters.")
        if name.casefold() in taken:
            raise web.HTTPConflict(text="Somebody here has that name already.")
        if len(self._world.players) >= _MOST_PLAYERS:
            raise web.HTTPConflict(text="The hall is full.")
        player = self._world.add_player(name)
        for guild_id in self._world.guilds:
            shape = self._world.member_shape(player["id"], guild_id) | {"guild_id": guild_id}
            self._gateway.dispatch("GUILD_MEMBER_ADD", shape, guild_id=guild_id, intent=MEMBER_LIST)
        self._crowd.tell_all({"event": "players", "players": self._overview()["players"]})
        return as_json(self._world.user_shape(player["id"]))

    async def _get_faults(self, request: web.Request) -> web.Response:
        return as_json(self._faults.settings)

    async def _change_faults(self, request: web.Request) -> web.Response:
        try:
            changed = self._faults.change(await body_of(request))
        except msgspec.ValidationError as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        for channel in changed:
            self._channels.tell("UPDATE", channel)
        self._gateway.set_outages(set(self._faults.settings.outages))
        return as_json(self._faults.settings)

    async def _gateway_fault(self, request: web.Request) -> web.Response:
        how = (await body_of(request)).get("how")
        if how == "drop":
            self._gateway.drop()
        elif how == "reconnect":
            self._gateway.ask_to_reconnect()
        elif how in ("invalid", "invalid-resumable"):
            self._gateway.invalidate(resumable=how != "invalid")
        else:
            raise web.HTTPBadRequest(text="drop, reconnect, invalid or invalid-resumable")
        return as_json({"connected": self._gateway.connected})

    async def _advance(self, request: web.Request) -> web.Response:
        seconds = (await body_of(request)).get("seconds")
        if not isinstance(seconds, (int, float)) or not 0 <= seconds <= 366 * 86400:
            raise web.HTTPBadRequest(text="seconds: 0 or more")
        self._world.advance(seconds)
        self._interactions.time_passed()
        self._channels.archive_idle()
        return as_json({"now": self._world.clock.iso()})

    # the socket

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        player = request.query.get("player", "")
        if player not in self._world.users or self._world.users[player]["bot"]:
            raise web.HTTPNotFound(text="No such player.")
        socket = web.WebSocketResponse(max_msg_size=_LARGEST_FRAME, compress=False, heartbeat=30)
        await socket.prepare(request)
        line = Line(request, socket)
        seat = Seat(player, line)
        self._lines.add(line)
        line.send(encode(self._hello(seat)))
        self._crowd.sit(seat)
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    await line.finish(1003, b"text only")
                    break
                self._take(seat, frame.data)
        finally:
            self._crowd.leave(seat)
            self._lines.discard(line)
            await line.stop()
        return socket

    def _hello(self, seat: Seat) -> Json:
        return self._overview() | {
            "event": "hello",
            "you": self._world.user_shape(seat.player),
            "channels": self._crowd.channels_of(seat.player),
            "unread": self._world.unread.get(seat.player, {}),
        }

    def _take(self, seat: Seat, frame: str) -> None:
        try:
            asked = _decode(frame)
            act = self._acts[asked.do]
        except (msgspec.DecodeError, KeyError, UnicodeDecodeError) as error:
            logger.warning("a player's frame makes no sense: %s", error)
            seat.line.send(encode({"re": None, "error": "That makes no sense."}))
            return
        try:
            result = act(seat, asked)
        except (Mistake, Refusal, msgspec.ValidationError) as error:
            seat.line.send(encode({"re": asked.re, "error": str(error)}))
            return
        except SENSELESS:
            logger.exception("no sense in a player's %s", asked.do)
            seat.line.send(encode({"re": asked.re, "error": "That makes no sense."}))
            return
        if isinstance(result, asyncio.Future):
            result.add_done_callback(
                lambda done: seat.line.send(encode({"re": asked.re, "ok": done.result()}))
            )
        else:
            seat.line.send(encode({"re": asked.re, "ok": result}))

    def _visible(self, seat: Seat, asked: Request) -> Json:
        channel = self._world.channels.get(asked.channel)
        if channel is None or not self._crowd.sees(seat.player, channel):
            raise Mistake("You cannot see that channel.")
        return channel

    def _watch(self, seat: Seat, asked: Request) -> None:
        seat.watching = None if asked.watch is None else set(asked.watch)

    def _history(self, seat: Seat, asked: Request) -> list[Json]:
        channel = self._visible(seat, asked)
        before = int(asked.before) if asked.before.isdecimal() else 2**63 - 1
        return self._world.storage.history(channel["id"], viewer=seat.player, before=before)[::-1]

    def _read(self, seat: Seat, asked: Request) -> None:
        self._crowd.read(seat.player, self._visible(seat, asked)["id"])

    def _say(self, seat: Seat, asked: Request) -> str:
        channel = self._visible(seat, asked)
        if channel["type"] == FORUM:
            raise Mistake("A forum has posts, no messages of its own.")
        needed = SEND_IN_THREADS if channel["type"] in THREADS else SEND
        if not permissions(self._world, seat.player, channel) & needed:
            raise Mistake("You may not write here.")
        if channel["type"] in THREADS:
            self._channels.wake(channel, seat.player)
        return str(self._posts.create(channel, seat.player, {"content": asked.text})["id"])

    def _offered(self, seat: Seat, asked: Request) -> list[Json]:
        return self._commands.offered(seat.player, self._visible(seat, asked))

    def _command(self, seat: Seat, asked: Request) -> asyncio.Future[Json]:
        channel = self._visible(seat, asked)
        if channel["type"] == FORUM:
            raise Mistake("Commands are typed in a forum's posts.")
        return self._interactions.command(seat.player, channel, asked.text, _values(asked))

    def _complete(self, seat: Seat, asked: Request) -> asyncio.Future[Json]:
        channel = self._visible(seat, asked)
        return self._interactions.complete(
            seat.player, channel, asked.text, _values(asked), asked.focused
        )

    def _click(self, seat: Seat, asked: Request) -> asyncio.Future[Json]:
        channel = self._visible(seat, asked)
        values = asked.values if isinstance(asked.values, list) else None
        return self._interactions.click(
            seat.player, channel, asked.message, asked.custom_id, values
        )

    def _submit(self, seat: Seat, asked: Request) -> asyncio.Future[Json]:
        return self._interactions.submit(seat.player, asked.interaction, _values(asked))

    def _dismiss(self, seat: Seat, asked: Request) -> None:
        found = self._world.storage.message(asked.message)
        if found is None or found[1] != seat.player:
            raise Mistake("Only what you alone can see can be dismissed.")
        self._posts.delete(found[0], seat.player)

    def _dm(self, seat: Seat, asked: Request) -> str:
        channel = self._channels.dm_with(seat.player)
        assert channel["type"] == DM
        return str(channel["id"])

    async def close(self) -> None:
        for line in list(self._lines):
            line.abort()


def _values(asked: Request) -> Json:
    if asked.values is None:
        return {}
    if not isinstance(asked.values, dict):
        raise Mistake("That makes no sense.")
    return asked.values
