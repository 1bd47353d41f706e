"""Channels and threads as the bot changes them."""

from __future__ import annotations

from bot.local.checks import check_message, text
from bot.local.clock import age
from bot.local.crowd import Crowd
from bot.local.gateway import GUILDS, Gateway
from bot.local.permissions import (
    ATTACH,
    MANAGE_CHANNELS,
    MANAGE_THREADS,
    SEND,
    SEND_IN_THREADS,
    base,
    need,
    permissions,
    thread_right,
)
from bot.local.posts import Posts, Upload
from bot.local.refusal import (
    MISSING_PERMISSIONS,
    TAG_REQUIRED,
    THREAD_ARCHIVED,
    THREAD_EXISTS,
    THREAD_LOCKED,
    WRONG_CHANNEL,
    Refusal,
    bad_form,
)
from bot.local.storage import Json
from bot.local.world import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    DM,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    ROOMS,
    TEXT,
    THREADS,
    World,
)

_ARCHIVE_AFTER = (60, 1440, 4320, 10080)
_OPENED_IN = {TEXT: (PUBLIC_THREAD, PRIVATE_THREAD), ANNOUNCEMENT: (ANNOUNCEMENT_THREAD,)}
_REQUIRE_TAG = 1 << 4


class Channels:
    """Opens, changes and closes channels and threads, and tells everyone."""

    def __init__(self, world: World, gateway: Gateway, crowd: Crowd, posts: Posts) -> None:
        self._world, self._gateway, self._crowd, self._posts = world, gateway, crowd, posts

    def tell(self, what: str, channel: Json) -> None:
        """`what` is CREATE, UPDATE or DELETE."""
        name = f"{'THREAD' if channel['type'] in THREADS else 'CHANNEL'}_{what}"
        shape = self._world.channel_shape(channel)
        if what == "CREATE" and channel["type"] in THREADS:
            shape["newly_created"] = True
        guild_id = channel.get("guild_id")
        if guild_id:
            self._gateway.dispatch(name, shape, guild_id=guild_id, intent=GUILDS)
        self._crowd.tell_channel(channel)

    def dm_with(self, user_id: str) -> Json:
        known = len(self._world.channels)
        channel = self._world.dm_with(user_id)
        if len(self._world.channels) > known:
            self._crowd.tell_channel(channel)
        return channel

    def create(self, guild: Json, payload: Json) -> Json:
        if not base(self._world, self._world.bot_id, guild) & MANAGE_CHANNELS:
            raise Refusal(MISSING_PERMISSIONS)
        kind = payload.get("type", TEXT)
        if kind not in ROOMS:
            raise bad_form("type", "BASE_TYPE_CHOICES", f"Value must be one of {ROOMS}.")
        return self.open(guild, kind, payload.get("name"), payload.get("topic"))

    def open(self, guild: Json, kind: int, name: object, topic: str | None = None) -> Json:
        """A new channel of a server, whoever has asked for it."""
        name = text("name", name, 100, 1).lower().replace(" ", "-")
        channel = self._world.new_channel(
            guild["id"], name, position=len(self._world.channels), topic=topic, kind=kind
        )
        self._world.access += 1
        self.tell("CREATE", channel)
        return channel

    def edit(self, channel: Json, changes: Json) -> Json:
        if channel["type"] in THREADS:
            return self._edit_thread(channel, changes)
        need(self._world, channel, MANAGE_CHANNELS)
        if "name" in changes:
            channel["name"] = text("name", changes["name"], 100, 1)
        for field in ("topic", "position", "nsfw", "rate_limit_per_user"):
            if field in changes:
                channel[field] = changes[field]
        self._world.save_channel(channel)
        self.tell("UPDATE", channel)
        return channel

    def delete(self, channel: Json) -> Json:
        if channel["type"] == DM:
            return channel
        need(
            self._world, channel, MANAGE_THREADS if channel["type"] in THREADS else MANAGE_CHANNELS
        )
        self.drop(channel)
        return channel

    def drop(self, channel: Json) -> None:
        """A channel is gone, and its threads with it."""
        for thread in self._world.threads(channel["id"]):
            self._world.drop_channel(thread)
            self.tell("DELETE", thread)
        self._world.drop_channel(channel)
        self.tell("DELETE", channel)

    # threads

    def thread(self, parent: Json, payload: Json, message: Json | None = None) -> Json:
        """A new thread in a text or announcement channel, from a message or by itself."""
        world = self._world
        kinds = _OPENED_IN.get(parent["type"], ())
        kind = kinds[0] if message and kinds else payload.get("type", PRIVATE_THREAD)
        if kind not in kinds:
            raise Refusal(WRONG_CHANNEL)
        need(world, parent, thread_right(kind))
        name = text("name", payload.get("name"), 100, 1)
        after = _archive_after(payload.get("auto_archive_duration"))
        if message is not None and message["id"] in world.channels:
            raise Refusal(THREAD_EXISTS)
        thread = world.new_thread(
            parent,
            name,
            kind,
            world.bot_id,
            archive_after=after,
            invitable=payload.get("invitable", True),
            thread_id=message["id"] if message else None,
        )
        world.access += 1
        self.tell("CREATE", thread)
        self._announce(parent, thread, message)
        return thread

    def forum_post(self, forum: Json, payload: Json, uploads: dict[int, Upload]) -> Json:
        """A new post of a forum: a thread and the message that it begins with, of the same id."""
        world = self._world
        need(world, forum, SEND, *((ATTACH,) if uploads else ()))
        tags = [str(tag) for tag in payload.get("applied_tags") or []]
        if forum["flags"] & _REQUIRE_TAG and not tags:
            raise Refusal(TAG_REQUIRED)
        name = text("name", payload.get("name"), 100, 1)
        after = _archive_after(payload.get("auto_archive_duration"))
        first = payload.get("message")
        if not isinstance(first, dict):
            raise bad_form("message", "BASE_TYPE_REQUIRED", "This field is required")
        check_message(first | {"attachments": []}, files=len(uploads))
        thread = world.new_thread(
            forum, name, PUBLIC_THREAD, world.bot_id, archive_after=after, tags=tags
        )
        world.access += 1
        self.tell("CREATE", thread)
        try:
            message = self._posts.create(
                thread, world.bot_id, first, uploads, extra={"id": thread["id"]}
            )
        except Refusal:
            self.drop(thread)
            raise
        return world.channel_shape(thread) | {"message": message}

    def _announce(self, parent: Json, thread: Json, message: Json | None) -> None:
        reference = {"channel_id": thread["id"], "guild_id": thread["guild_id"]}
        if message is not None:
            reference = {**reference, "channel_id": parent["id"], "message_id": message["id"]}
            self._posts.create(
                thread, self._world.bot_id, {}, kind=21, extra={"message_reference": reference}
            )
            self._posts.mark(
                message, flags=message["flags"] | 1 << 5, thread=self._world.channel_shape(thread)
            )
        elif thread["type"] != PRIVATE_THREAD:
            self._posts.create(
                parent,
                self._world.bot_id,
                {"content": thread["name"]},
                kind=18,
                extra={"message_reference": reference},
            )

    def _edit_thread(self, thread: Json, changes: Json) -> Json:
        data = thread["thread_metadata"]
        own = thread["owner_id"] == self._world.bot_id
        waking = changes.get("archived") is False
        managing = bool(permissions(self._world, self._world.bot_id, thread) & MANAGE_THREADS)
        if data["archived"] and not waking:
            raise Refusal(THREAD_ARCHIVED)
        if data["locked"] and not managing:
            raise Refusal(THREAD_LOCKED)
        rights = (SEND_IN_THREADS,) if waking else () if own else (MANAGE_THREADS,)
        need(self._world, thread, *rights)
        if "locked" in changes and not (own and changes["locked"]):
            need(self._world, thread, MANAGE_THREADS)
        return self.change_thread(thread, changes)

    def change_thread(self, thread: Json, changes: Json) -> Json:
        """Name, sleep and lock of a thread, whoever has asked for it."""
        data = thread["thread_metadata"]
        if "name" in changes:
            thread["name"] = text("name", changes["name"], 100, 1)
        if "auto_archive_duration" in changes:
            data["auto_archive_duration"] = _archive_after(changes["auto_archive_duration"])
        if "locked" in changes:
            data["locked"] = bool(changes["locked"])
        if "archived" in changes and bool(changes["archived"]) != data["archived"]:
            data["archived"] = bool(changes["archived"])
            data["archive_timestamp"] = self._world.clock.iso()
        self._world.save_channel(thread)
        self.tell("UPDATE", thread)
        return thread

    def wake(self, thread: Json, user_id: str) -> None:
        """Posting opens an archived thread again; in a locked one only moderators post."""
        data = thread["thread_metadata"]
        moderating = permissions(self._world, user_id, thread) & MANAGE_THREADS
        if data["locked"] and not moderating:
            raise Refusal(THREAD_LOCKED)
        if not data["archived"]:
            return
        data["archived"], data["archive_timestamp"] = False, self._world.clock.iso()
        self._world.save_channel(thread)
        self.tell("UPDATE", thread)

    def join(self, thread: Json, user_id: str, *, stay: bool) -> None:
        """Adds a member to a thread, or lets them go."""
        self._world.user(user_id)
        if thread["thread_metadata"]["archived"]:
            raise Refusal(THREAD_ARCHIVED)
        members = thread["member_ids"]
        if (user_id in members) == stay:
            return
        members.append(user_id) if stay else members.remove(user_id)
        thread["member_count"] = len(members)
        self._world.access += 1
        self._world.save_channel(thread)
        change = {
            "id": thread["id"],
            "guild_id": thread["guild_id"],
            "member_count": len(members),
            "added_members": [self._world.thread_member(thread, user_id)] if stay else [],
            "removed_member_ids": [] if stay else [user_id],
        }
        self._gateway.dispatch(
            "THREAD_MEMBERS_UPDATE", change, guild_id=thread["guild_id"], intent=GUILDS
        )
        self._crowd.tell_channel(thread)

    def archive_idle(self) -> None:
        """Archives threads that have been silent for as long as they say."""
        now = self._world.clock.now()
        for thread in self._world.threads():
            data = thread["thread_metadata"]
            last = thread["last_message_id"] or thread["id"]
            if not data["archived"] and age(last, now) / 60 > data["auto_archive_duration"]:
                data["archived"], data["archive_timestamp"] = True, self._world.clock.iso()
                self._world.save_channel(thread)
                self.tell("UPDATE", thread)


def _archive_after(minutes: object) -> int:
    if minutes is None:
        return 1440
    if minutes not in _ARCHIVE_AFTER:
        raise bad_form(
            "auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {_ARCHIVE_AFTER}."
        )
    return int(str(minutes))
