"""The gateway: sessions, heartbeats, dispatches, resume."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.local.line import Line
from bot.local.refusal import SENSELESS
from bot.local.storage import Json, encode
from bot.local.world import World

logger = logging.getLogger(__name__)

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    *range(5),
    *range(6, 12),
)
GUILDS, MEMBER_LIST, MESSAGES, TYPING = 1 << 0, 1 << 1, 1 << 9, 1 << 11
DIRECT_MESSAGES, CONTENT, DIRECT_TYPING = 1 << 12, 1 << 15, 1 << 14
_PRIVILEGED = (1 << 1) | (1 << 8) | CONTENT
_BEAT_MS = 41_250
_ACK_SECONDS = 0.05
_REPLAY = 2_000  # dispatches kept for a session that comes back
_RESUMABLE = 300.0  # seconds that a dropped session waits for its bot
_LARGEST_FRAME = 64 * 1024


class Session:
    """One identified connection of the bot, which may drop and come back."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.seq = 0
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=_REPLAY)
        self.line: Line | None = None
        self.left_at = 0.0

    @property
    def live(self) -> bool:
        return self.line is not None and self.line.open

    def dispatch(self, event: str, data: bytes) -> None:
        self.seq += 1
        frame = b'{"op":0,"s":%d,"t":"%b","d":%b}' % (self.seq, event.encode(), data)
        self.sent.append((self.seq, frame))
        if self.line is not None:
            self.line.send(frame)

    def covers(self, guild_id: str | None) -> bool:
        number, total = self.shard
        return number == (0 if guild_id is None else (int(guild_id) >> 22) % total)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.sessions: dict[str, Session] = {}
        self.url = ""
        self.outages: set[str] = set()  # servers that are not available
        self.on_change: Callable[[], None] = lambda: None

    @property
    def connected(self) -> bool:
        return any(session.live for session in self.sessions.values())

    def dispatch(self, event: str, data: Json, *, guild_id: str | None, intent: int) -> None:
        """Sends an event to every session that asked for its kind, where the bot is."""
        if guild_id and event != "GUILD_DELETE" and not self._world.hosts_bot(guild_id):
            return
        frame: bytes | None = None
        for session in self.sessions.values():
            if session.intents & intent and session.covers(guild_id):
                frame = frame or self.outgoing(encode(data))
                session.dispatch(event, frame)

    def dispatch_message(self, event: str, message: Json, guild_id: str | None) -> None:
        """A message event, its content left out for a bot that may not read it."""
        intent = MESSAGES if guild_id else DIRECT_MESSAGES
        mine = message["author"]["id"] == self._world.bot_id
        named = any(user["id"] == self._world.bot_id for user in message["mentions"])
        if guild_id and not mine and not named:
            message = message | {"content": "", "embeds": [], "attachments": [], "components": []}
        self.dispatch(event, message, guild_id=guild_id, intent=intent)

    def deliver(self, interaction: Json, guild_id: str | None) -> bool:
        """Hands an interaction to the newest live session of its shard, if there is one."""
        for session in reversed(self.sessions.values()):
            if session.live and session.covers(guild_id):
                session.dispatch("INTERACTION_CREATE", self.outgoing(encode(interaction)))
                return True
        return False

    def outgoing(self, body: bytes) -> bytes:
        """The server fills in its address; see `rest.outgoing`."""
        return body

    # faults

    def set_outages(self, servers: set[str]) -> None:
        """Servers go out of reach, or come back."""
        for guild_id in servers - self.outages:
            gone = {"id": guild_id, "unavailable": True}
            self.dispatch("GUILD_DELETE", gone, guild_id=guild_id, intent=GUILDS)
        for guild_id in self.outages - servers:
            if guild_id in self._world.guilds:
                shape = self._world.guild_shape(self._world.guilds[guild_id])
                self.dispatch("GUILD_CREATE", shape, guild_id=guild_id, intent=GUILDS)
        self.outages = servers

    def drop(self) -> None:
        """Cuts every connection; the sessions stay resumable."""
        for session in list(self.sessions.values()):
            if session.line is not None:
                session.line.abort()

    def ask_to_reconnect(self) -> None:
        for session in self.sessions.values():
            if session.line is not None:
                session.line.send(encode({"op": RECONNECT, "d": None}))

    def invalidate(self, *, resumable: bool) -> None:
        """Tells every connection that its session is void."""
        frame = encode({"op": INVALID, "d": resumable})
        for session in list(self.sessions.values()):
            if session.line is not None:
                session.line.send(frame)
            if not resumable:
                del self.sessions[session.id]
        self.on_change()

    # one connection

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(
            max_msg_size=_LARGEST_FRAME, compress=False, receive_timeout=_BEAT_MS / 1000 * 2
        )
        await socket.prepare(request)
        line = Line(request, socket)
        connection = _Connection(self, self._world, line)
        line.send(
            encode({"op": HELLO, "d": {"heartbeat_interval": _BEAT_MS}, "s": None, "t": None})
        )
        try:
            async for frame in socket:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                code = connection.heard(frame.data)
                if code:
                    logger.warning("gateway: closing a connection with %s", code)
                    await line.finish(code)
        except TimeoutError:
            await line.finish(4009)
        finally:
            await line.stop()
            self._left(connection.session, line, socket.close_code)
        return socket

    def _left(self, session: Session | None, line: Line, code: int | None) -> None:
        if session is not None and session.line is line:
            session.line = None
            session.left_at = time.monotonic()
            if code in (1000, 1001):
                self.sessions.pop(session.id, None)
        self.on_change()

    def forget_old(self) -> None:
        for session in list(self.sessions.values()):
            if not session.live and time.monotonic() - session.left_at > _RESUMABLE:
                del self.sessions[session.id]

    async def close(self) -> None:
        for session in list(self.sessions.values()):
            if session.line is not None:
                session.line.abort()


class _Connection:
    """What one socket has said so far; `heard` returns a close code when it broke the protocol."""

    def __init__(self, gateway: Gateway, world: World, line: Line) -> None:
        self._gateway, self._world, self._line = gateway, world, line
        self.session: Session | None = None

    def heard(self, frame: str | bytes) -> int | None:
        try:
            said = msgspec.json.decode(frame)
            return self._take(said["op"], said.get("d"))
        except SENSELESS:
            logger.warning("gateway: no sense in a frame", exc_info=True)
            return 4002

    def _take(self, op: Any, data: Any) -> int | None:
        if op == HEARTBEAT:
            # discord.py notes when it sent the beat after sending it: an answer that is back before
            # that is measured from the beat before, and warned of as 41 seconds late.
            ack = encode({"op": ACK, "d": None, "s": None, "t": None})
            asyncio.get_running_loop().call_later(_ACK_SECONDS, self._line.send, ack)
            return None
        if op in (IDENTIFY, RESUME):
            if not isinstance(data, dict):
                return 4002
            if self.session is not None:
                return 4005
            if not self._right_token(data.get("token")):
                return 4004
            return self._identify(data) if op == IDENTIFY else self._resume(data)
        if self.session is None:
            return 4003
        if op == MEMBERS:
            return self._members(data)
        return None if op in (PRESENCE, VOICE) else 4001

    def _right_token(self, token: Any) -> bool:
        return isinstance(token, str) and hmac.compare_digest(
            token.removeprefix("Bot ").encode(), self._world.token.encode()
        )

    def _identify(self, data: Json) -> int | None:
        shard, intents = data.get("shard") or [0, 1], data.get("intents")
        if not isinstance(intents, int) or intents < 0:
            return 4013
        if intents & _PRIVILEGED:
            return 4014
        if (
            len(shard) != 2
            or not all(isinstance(n, int) for n in shard)
            or not 0 <= shard[0] < shard[1]
        ):
            return 4010
        self._gateway.forget_old()
        session = self.session = Session((shard[0], shard[1]), intents)
        session.line = self._line
        self._gateway.sessions[session.id] = session
        world = self._world
        mine = [
            guild
            for guild in world.guilds.values()
            if session.covers(guild["id"]) and world.hosts_bot(guild["id"])
        ]
        ready = {
            "v": 10,
            "user": world.user_shape(world.bot_id)
            | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self._gateway.url,
            "application": {"id": world.bot_id, "flags": 0},
            "shard": list(session.shard),
        }
        session.dispatch("READY", encode(ready))
        for guild in mine:
            if intents & GUILDS and guild["id"] not in self._gateway.outages:
                session.dispatch("GUILD_CREATE", encode(world.guild_shape(guild)))
        self._gateway.on_change()
        return None

    def _resume(self, data: Json) -> int | None:
        session = self._gateway.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if session is None or not isinstance(seq, int) or seq > session.seq:
            self._void()
            return None
        if session.seq > seq and (not session.sent or session.sent[0][0] > seq + 1):
            self._void()
            return None
        if session.line is not None:
            session.line.abort()
        self.session, session.line = session, self._line
        for number, frame in session.sent:
            if number > seq:
                self._line.send(frame)
        session.dispatch("RESUMED", b'{"_trace":[]}')
        self._gateway.on_change()
        return None

    def _void(self) -> None:
        self._line.send(encode({"op": INVALID, "d": False}))

    def _members(self, data: Any) -> int | None:
        session, world = self.session, self._world
        if session is None or not isinstance(data, dict):
            return 4002
        guild_id = str(data.get("guild_id"))
        if guild_id not in world.guilds:
            return None
        there = world.members(guild_id)
        wanted = data.get("user_ids")
        if wanted is not None:
            wanted = [str(w) for w in (wanted if isinstance(wanted, list) else [wanted])]
            found = [u for u in wanted if u in there]
        else:
            start = str(data.get("query") or "").casefold()
            names = {u: world.users[u]["global_name"] or world.users[u]["username"] for u in there}
            limit = data.get("limit") or 100
            found = [u for u, name in names.items() if name.casefold().startswith(start)][:limit]
        chunk = {
            "guild_id": guild_id,
            "members": [world.member_shape(u, guild_id) for u in found],
            "not_found": [w for w in wanted or [] if w not in there],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", encode(chunk))
        return None
