"""What a server's owner does: servers, channels, rights, who is in, threads put to sleep."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec
from aiohttp import web

from bot.local.calls import as_json, body_of
from bot.local.channels import Channels
from bot.local.crowd import Crowd
from bot.local.gateway import GUILDS, MEMBER_LIST, Gateway
from bot.local.permissions import FLAGS
from bot.local.storage import Json
from bot.local.world import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    FORUM,
    PUBLIC_THREAD,
    ROOMS,
    TEXT,
    THREADS,
    Roll,
    World,
    new_role,
)

T = TypeVar("T")
_KINDS = {"text": TEXT, "announcement": ANNOUNCEMENT, "forum": FORUM}


class NewServer(msgspec.Struct):
    name: str


class NewChannel(msgspec.Struct):
    """A channel of a server (the first, unless named), or a player's thread in a channel."""

    name: str
    kind: Literal["text", "announcement", "forum", "thread"] = "text"
    server: str | None = None
    parent: str | None = None
    player: str | None = None


class ServerChange(msgspec.Struct):
    """Rights are Discord's names of them; what is None stays."""

    bot: list[str] | None = None
    everybody: list[str] | None = None
    players: list[str] | None = None
    own: dict[str, list[str]] | None = None  # more rights for single players
    away: list[str] | None = None  # players who have left; "bot": nobody has invited it


class ChannelChange(msgspec.Struct):
    archived: bool | None = None
    locked: bool | None = None
    flags: int | None = None
    allow: dict[str, list[str]] | None = None  # "bot", "everybody" or a player's id
    deny: dict[str, list[str]] | None = None


class Owner:
    """Serves `/local/servers` and `/local/channels`."""

    def __init__(self, world: World, gateway: Gateway, crowd: Crowd, channels: Channels) -> None:
        self._world, self._gateway, self._crowd, self._channels = world, gateway, crowd, channels

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/local/servers", self._open_server),
            web.patch("/local/servers/{server}", self._change_server),
            web.delete("/local/servers/{server}", self._close_server),
            web.post("/local/channels", self._open_channel),
            web.patch("/local/channels/{channel}", self._change_channel),
            web.delete("/local/channels/{channel}", self._close_channel),
        ]

    # servers

    async def _open_server(self, request: web.Request) -> web.Response:
        guild = self._world.open_guild((await _read(request, NewServer)).name)
        shape = self._world.guild_shape(guild)
        self._gateway.dispatch("GUILD_CREATE", shape, guild_id=guild["id"], intent=GUILDS)
        self._told(guild)
        return as_json({"id": guild["id"], "channels": shape["channels"]})

    async def _change_server(self, request: web.Request) -> web.Response:
        guild, change = self._server(request), await _read(request, ServerChange)
        roles = guild["roles"]
        for role, names in zip(roles, (change.everybody, change.bot, change.players), strict=False):
            if names is not None:
                self._set_role(guild, role, bits_of(names))
        roll = self._world.roll(guild["id"])
        if change.own is not None:
            own = {user: self._own_role(guild, user, names) for user, names in change.own.items()}
            roll = Roll(roll.away, roll.roles | own)
        bot = self._world.bot_id
        asked = roll.away if change.away is None else change.away
        away = [bot if user == "bot" else user for user in asked]
        self._world.save_roll(guild["id"], Roll(away, roll.roles))
        self._world.save_guild(guild)
        for user in set(away) - set(roll.away):
            self._members(guild, user, "REMOVE")
        for user in set(roll.away) - set(away):
            self._members(guild, user, "ADD")
        self._told(guild)
        return as_json({"id": guild["id"]})

    def _set_role(self, guild: Json, role: Json, bits: int) -> None:
        role["permissions"] = str(bits)
        self._world.access += 1
        self._gateway.dispatch(
            "GUILD_ROLE_UPDATE",
            {"guild_id": guild["id"], "role": role},
            guild_id=guild["id"],
            intent=GUILDS,
        )

    def _own_role(self, guild: Json, user_id: str, names: list[str]) -> list[str]:
        name = self._world.user_shape(user_id)["username"]
        role = new_role(self._world.ids.next(), name, bits_of(names))
        guild["roles"].append(role)
        self._gateway.dispatch(
            "GUILD_ROLE_CREATE",
            {"guild_id": guild["id"], "role": role},
            guild_id=guild["id"],
            intent=GUILDS,
        )
        return [role["id"]]

    def _members(self, guild: Json, user_id: str, what: str) -> None:
        if user_id == self._world.bot_id:
            event, shape = "GUILD_DELETE", {"id": guild["id"]}
            if what == "ADD":
                event, shape = "GUILD_CREATE", self._world.guild_shape(guild)
            self._gateway.dispatch(event, shape, guild_id=guild["id"], intent=GUILDS)
            return
        shape = {"user": self._world.user_shape(user_id)}
        if what == "ADD":
            shape = self._world.member_shape(user_id, guild["id"])
        self._gateway.dispatch(
            f"GUILD_MEMBER_{what}",
            shape | {"guild_id": guild["id"]},
            guild_id=guild["id"],
            intent=MEMBER_LIST,
        )

    async def _close_server(self, request: web.Request) -> web.Response:
        guild = self._server(request)
        if guild["id"] == self._world.guild_id:
            raise web.HTTPConflict(text="The first server stays.")
        rooms = [c for c in self._world.channels.values() if c.get("guild_id") == guild["id"]]
        self._world.drop_guild(guild)
        for channel in rooms:
            self._crowd.tell_channel(channel)
        gone = {"id": guild["id"]}
        self._gateway.dispatch("GUILD_DELETE", gone, guild_id=guild["id"], intent=GUILDS)
        return as_json(gone)

    def _server(self, request: web.Request) -> Json:
        guild = self._world.guilds.get(request.match_info["server"])
        if guild is None:
            raise web.HTTPNotFound(text="No such server.")
        return guild

    def _told(self, guild: Json) -> None:
        """Every player learns which of the server's channels they see now."""
        names = {g["id"]: g["name"] for g in self._world.guilds.values()}
        self._crowd.tell_all({"event": "guilds", "guilds": names})
        for channel in list(self._world.channels.values()):
            if channel.get("guild_id") == guild["id"]:
                self._crowd.tell_channel(channel)

    # channels

    async def _open_channel(self, request: web.Request) -> web.Response:
        asked = await _read(request, NewChannel)
        if asked.kind == "thread":
            return as_json(self._thread(asked))
        guild = self._world.guilds.get(asked.server or self._world.guild_id)
        if guild is None:
            raise web.HTTPNotFound(text="No such server.")
        channel = self._channels.open(guild, _KINDS[asked.kind], asked.name)
        return as_json(self._world.channel_shape(channel))

    def _thread(self, asked: NewChannel) -> Json:
        """A thread that a player opens; in a forum that is a post."""
        parent = self._world.channels.get(asked.parent or "")
        if parent is None or parent["type"] not in ROOMS or asked.player not in self._world.users:
            raise web.HTTPNotFound(text="No such channel, or no such player.")
        kind = ANNOUNCEMENT_THREAD if parent["type"] == ANNOUNCEMENT else PUBLIC_THREAD
        thread = self._world.new_thread(parent, asked.name, kind, asked.player)
        self._world.access += 1
        self._channels.tell("CREATE", thread)
        return self._world.channel_shape(thread)

    async def _change_channel(self, request: web.Request) -> web.Response:
        channel, change = self._channel(request), await _read(request, ChannelChange)
        if channel["type"] in THREADS:
            asked = {"archived": change.archived, "locked": change.locked}
            self._channels.change_thread(
                channel, {key: value for key, value in asked.items() if value is not None}
            )
            return as_json(self._world.channel_shape(channel))
        if change.flags is not None:
            channel["flags"] = change.flags
        for who in {**(change.allow or {}), **(change.deny or {})}:
            allow, deny = (change.allow or {}).get(who, []), (change.deny or {}).get(who, [])
            self._overwrite(channel, who, bits_of(allow), bits_of(deny))
        self._world.access += 1
        self._world.save_channel(channel)
        self._channels.tell("UPDATE", channel)
        return as_json(self._world.channel_shape(channel))

    def _overwrite(self, channel: Json, who: str, allow: int, deny: int) -> None:
        known = {"bot": self._world.bot_id, "everybody": channel["guild_id"]}
        target = known.get(who, who)
        others = [o for o in channel["permission_overwrites"] if o["id"] != target]
        kind = 0 if who == "everybody" else 1
        mine = {"id": target, "type": kind, "allow": str(allow), "deny": str(deny)}
        channel["permission_overwrites"] = [*others, mine] if allow or deny else others

    async def _close_channel(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        self._channels.drop(channel)
        return as_json({"id": channel["id"]})

    def _channel(self, request: web.Request) -> Json:
        channel = self._world.channels.get(request.match_info["channel"])
        if channel is None or "guild_id" not in channel:
            raise web.HTTPNotFound(text="No such channel.")
        return channel


def bits_of(names: list[str]) -> int:
    """Rights by their names in Discord's own spelling."""
    bits = 0
    for name in names:
        if name not in FLAGS:
            raise web.HTTPBadRequest(text=f"no such permission: {name}")
        bits |= FLAGS[name]
    return bits


async def _read(request: web.Request, kind: type[T]) -> T:
    try:
        return msgspec.convert(await body_of(request), kind)
    except msgspec.ValidationError as error:
        raise web.HTTPBadRequest(text=str(error)) from None
