"""Servers, their channels, roles and members."""

from __future__ import annotations

from bot.local.refusal import UNKNOWN_MEMBER, UNKNOWN_USER, Refusal
from bot.local.rest import Call, Rest, route
from bot.local.storage import Json
from bot.local.world import ROOMS


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
    limit, after = call.number("limit", 1, 1000), call.number("after", 0, 2**63)
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
