"""Channels and threads."""

from __future__ import annotations

from bot.local.permissions import HISTORY, SEND_IN_THREADS, need
from bot.local.refusal import RATE_LIMITED, UNKNOWN_MEMBER, Refusal
from bot.local.rest import Call, Rest, route
from bot.local.storage import Json
from bot.local.world import FORUM


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


@route("GET", "guilds/{guild}/threads/active")
def active_threads(rest: Rest, call: Call) -> Json:
    guild_id = rest.guild(call)
    threads = [t for t in rest.world.threads() if t["guild_id"] == guild_id]
    return _threads(rest, [t for t in threads if not t["thread_metadata"]["archived"]])


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
