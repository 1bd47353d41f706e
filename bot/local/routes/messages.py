"""Messages of a channel."""

from __future__ import annotations

from bot.local.clock import age
from bot.local.permissions import (
    ATTACH,
    HISTORY,
    MANAGE_MESSAGES,
    SEND,
    SEND_IN_THREADS,
    need,
    permissions,
)
from bot.local.refusal import (
    BULK_TOO_OLD,
    DMS_CLOSED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_TEXT,
    NOT_YOURS,
    SYSTEM_MESSAGE,
    THREAD_ARCHIVED,
    Refusal,
    bad_form,
)
from bot.local.rest import Call, Rest, route
from bot.local.storage import Json
from bot.local.world import DM, FORUM, THREADS


@route("GET", "channels/{channel}/messages")
def history(rest: Rest, call: Call) -> list[Json]:
    channel = rest.channel(call)
    if not permissions(rest.world, rest.world.bot_id, channel) & HISTORY:
        raise Refusal(MISSING_ACCESS)
    storage, limit = rest.world.storage, call.number("limit", 50, 100)
    if "around" in call.query:
        middle = call.number("around", 0, 2**63)
        older = storage.history(channel["id"], before=middle + 1, limit=limit // 2 + 1)
        newer = storage.history(channel["id"], after=middle, limit=limit // 2, oldest_first=True)
        return [*reversed(newer), *older][:limit]
    if "after" in call.query:
        after = call.number("after", 0, 2**63)
        return storage.history(channel["id"], after=after, limit=limit, oldest_first=True)[::-1]
    return storage.history(
        channel["id"], before=call.number("before", 2**63 - 1, 2**63), limit=limit
    )


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
