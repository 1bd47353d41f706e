"""Who and what exists: the guild, its channels, the players, the bot, its commands."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from bot.local.clock import Clock, Snowflakes
from bot.local.refusal import (
    UNKNOWN_CHANNEL,
    UNKNOWN_USER,
    Refusal,
)
from bot.local.storage import Json, Storage

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)

GUILD_NAME = "The Brawl Hall"
BOT_NAME = "Brawl Referee"
PLAYERS = ("Juno", "Pip")
CHANNELS = {
    "welcome": "Start here: press a button below, or open a table in a game's channel.",
    "beer-brawl": "Beer Brawl, for two: two bands of adventurers, whose abilities only their owner "
    "knows, meet in a tunnel to fetch the other tavern's beer. Begin: `/beer-brawl new` · "
    "`/beer-brawl new computer:easy`",
    "brawl": "BRAWL, for two: lay your cards on the Bases between you and win more of them, in "
    "turns or both at once, with seconds that count. Begin: `/brawl new` · "
    "`/brawl new computer:easy` · `/brawl new computer:easy pace:tournament`",
    "bro-brawl": "Bro Brawl, for one to four: your bros clear the Battle Zone of every foe before "
    "the foes get them. Begin: `/bro-brawl new` · `/bro-brawl new computer:easy`",
    "brawl-mart": "Brawl Mart, for one: brawl your way through the store, win the flatscreen and "
    "carry it out through the checkout. Begin: `/brawl-mart new`",
    "brawlhalla": "Brawlhalla, for two to four: Legends with decks of their own hurt each other "
    "until they fly far, and the last one in the arena wins. Begin: `/brawlhalla new` · "
    "`/brawlhalla new computer:easy`",
}  # what a topic names in backticks, the page offers as a button

# The bits that Discord gives everybody in a new server, and those the bot's invitation asks for.
EVERYBODY = (
    (1 << 0)  # create invites
    | (1 << 6)  # add reactions
    | (1 << 10)  # view channels
    | (1 << 11)  # send messages
    | (1 << 14)  # embed links
    | (1 << 15)  # attach files
    | (1 << 16)  # read message history
    | (1 << 17)  # mention everyone
    | (1 << 18)  # external emoji
    | (1 << 31)  # application commands
    | (1 << 35)  # public threads
    | (1 << 36)  # private threads
    | (1 << 38)  # send in threads
)
BOT_ROLE = EVERYBODY | (1 << 34)  # manage threads


class World:
    """Everything but messages, held in memory and written through to the world file."""

    def __init__(self, file: Path | None) -> None:
        self.storage = Storage(file)
        settings = self.storage.things("setting")
        self.clock = Clock(settings.get("ahead", 0.0))
        self.ids = Snowflakes(self.clock, self.storage.last_id())
        self.users: dict[str, Json] = self.storage.things("user")
        self.channels: dict[str, Json] = self.storage.things("channel")
        self.commands: dict[str, Json] = self.storage.things("command")
        self.unread: dict[str, dict[str, int]] = self.storage.things("unread")
        self.access = 0  # grows whenever who may see what could have changed
        if not settings:
            settings = self._begin()
        self.token: str = settings["token"]
        self.secret: bytes = settings["secret"].encode()
        self.guild: Json = settings["guild"]
        self.bot_id: str = settings["bot"]
        self.bot = self.users[self.bot_id]
        self._dms = {c["recipients"][0]: c for c in self.channels.values() if c["type"] == DM}

    def close(self) -> None:
        self.storage.close()

    # the first run

    def _begin(self) -> Json:
        storage = self.storage
        with storage.together():
            bot = self._new_user(BOT_NAME, bot=True)
            players = [self._new_user(name) for name in PLAYERS]
            guild_id = self.ids.next()
            guild = _new_guild(guild_id, self.ids.next(), players[0]["id"])
            settings = {
                "token": f"local.{secrets.token_urlsafe(32)}",
                "secret": secrets.token_hex(16),
                "guild": guild,
                "bot": bot["id"],
                "ahead": 0.0,
            }
            for key, value in settings.items():
                storage.put("setting", key, value)
            for position, (name, topic) in enumerate(CHANNELS.items()):
                self.new_channel(guild_id, name, position=position, topic=topic)
        return settings

    def _new_user(self, name: str, *, bot: bool = False) -> Json:
        user_id = self.ids.next()
        user = {
            "id": user_id,
            "username": name.lower().replace(" ", "_"),
            "global_name": None if bot else name,
            "discriminator": "0000" if bot else "0",
            "avatar": None,
            "bot": bot,
            "public_flags": 0,
            "joined_at": self.clock.iso(),
        }
        if bot:
            user["username"] = name
        self.users[user_id] = user
        self.access += 1
        self.storage.put("user", user_id, user)
        return user

    def add_player(self, name: str) -> Json:
        """A new member; names are unique so that panes can tell them apart."""
        return self._new_user(name)

    def advance(self, seconds: float) -> None:
        """Moves the clock forward for good."""
        self.clock.ahead += seconds
        self.storage.put("setting", "ahead", self.clock.ahead)

    # looking up

    @property
    def guild_id(self) -> str:
        return str(self.guild["id"])

    @property
    def players(self) -> list[Json]:
        return [user for user in self.users.values() if not user["bot"]]

    def channel(self, channel_id: str) -> Json:
        try:
            return self.channels[channel_id]
        except KeyError:
            raise Refusal(UNKNOWN_CHANNEL) from None

    def user(self, user_id: str) -> Json:
        try:
            return self.users[user_id]
        except KeyError:
            raise Refusal(UNKNOWN_USER) from None

    def threads(self, parent: str | None = None) -> list[Json]:
        return [
            c
            for c in self.channels.values()
            if c["type"] in THREADS and (parent is None or c["parent_id"] == parent)
        ]

    # channels

    def save_channel(self, channel: Json) -> None:
        self.channels[channel["id"]] = channel
        self.storage.put("channel", channel["id"], channel)

    def new_channel(self, guild_id: str, name: str, *, position: int, topic: str | None) -> Json:
        channel: Json = {
            "id": self.ids.next(),
            "type": TEXT,
            "guild_id": guild_id,
            "name": name,
            "topic": topic,
            "position": position,
            "parent_id": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "permission_overwrites": [],
            "last_message_id": None,
            "flags": 0,
        }
        self.save_channel(channel)
        return channel

    def dm_with(self, user_id: str) -> Json:
        """The direct messages of the bot and one player, opened on need."""
        self.user(user_id)
        channel = self._dms.get(user_id)
        if channel is None:
            channel = {
                "id": self.ids.next(),
                "type": DM,
                "last_message_id": None,
                "flags": 0,
                "recipients": [user_id],
            }
            self._dms[user_id] = channel
            self.save_channel(channel)
        return channel

    def new_thread(self, parent: Json, name: str, kind: int, owner: str, **more: Any) -> Json:
        now = self.clock.iso()
        thread: Json = {
            "id": more.get("thread_id") or self.ids.next(),
            "type": kind,
            "guild_id": self.guild_id,
            "parent_id": parent["id"],
            "owner_id": owner,
            "name": name,
            "last_message_id": None,
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "rate_limit_per_user": 0,
            "flags": 0,
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": more.get("archive_after") or 1440,
                "archive_timestamp": now,
                "create_timestamp": now,
                "locked": False,
                "invitable": more.get("invitable", True),
            },
            "member_ids": [owner],
        }
        self.save_channel(thread)
        return thread

    def drop_channel(self, channel: Json) -> None:
        with self.storage.together():
            del self.channels[channel["id"]]
            self.storage.drop("channel", channel["id"])
            self.storage.drop_channel(channel["id"])

    # shapes on the wire

    def user_shape(self, user_id: str) -> Json:
        user = self.user(user_id)
        return {key: value for key, value in user.items() if key != "joined_at"}

    def member_shape(self, user_id: str, *, with_user: bool = True) -> Json:
        user = self.user(user_id)
        member = {
            "roles": [self.guild["roles"][1]["id"]] if user["bot"] else [],
            "nick": None,
            "avatar": None,
            "premium_since": None,
            "joined_at": user["joined_at"],
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }
        if with_user:
            member["user"] = self.user_shape(user_id)
        return member

    def channel_shape(self, channel: Json) -> Json:
        shape = {key: value for key, value in channel.items() if key != "member_ids"}
        if channel["type"] == DM:
            shape["recipients"] = [self.user_shape(user) for user in channel["recipients"]]
        elif channel["type"] in THREADS and self.bot_id in channel["member_ids"]:
            shape["member"] = self.thread_member(channel, self.bot_id)
        return shape

    def thread_member(self, thread: Json, user_id: str) -> Json:
        joined = thread["thread_metadata"]["create_timestamp"]
        return {"id": thread["id"], "user_id": user_id, "join_timestamp": joined, "flags": 0}

    def guild_shape(self) -> Json:
        """The guild as GUILD_CREATE carries it to a bot that may not see the member list."""
        texts = [c for c in self.channels.values() if c["type"] == TEXT]
        open_threads = [c for c in self.threads() if not c["thread_metadata"]["archived"]]
        return self.guild | {
            "unavailable": False,
            "large": False,
            "joined_at": self.bot["joined_at"],
            "member_count": len(self.users),
            "members": [self.member_shape(self.bot_id)],
            "channels": [self.channel_shape(c) for c in texts],
            "threads": [self.channel_shape(c) for c in open_threads],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


def _new_guild(guild_id: str, bot_role: str, owner: str) -> Json:
    return {
        "id": guild_id,
        "name": GUILD_NAME,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": owner,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [
            _role(guild_id, "@everyone", EVERYBODY, 0),
            _role(bot_role, BOT_NAME, BOT_ROLE, 1),
        ],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "nsfw": False,
    }


def _role(role_id: str, name: str, permissions: int, position: int) -> Json:
    return {
        "id": role_id,
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(permissions),
        "managed": position > 0,
        "mentionable": False,
        "flags": 0,
    }
