"""Who the bot is, and whom it knows."""

from __future__ import annotations

from bot.local.permissions import base
from bot.local.refusal import INVALID_RECIPIENT, Refusal
from bot.local.rest import Call, Rest, route
from bot.local.storage import Json


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
