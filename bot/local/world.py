"""Who and what exists: the guild, its channels, the players, the bot, its commands."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import msgspec

from bot.local.clock import Clock, Snowflakes
from bot.local.refusal import (
    UNKNOWN_CHANNEL,
    UNKNOWN_USER,
    Refusal,
)
from bot.local.storage import Json, Storage

TEXT, DM, ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = (
    *(0, 1, 5, 10, 11, 12),
    15,
)
ROOMS = (TEXT, ANNOUNCEMENT, FORUM)  # what stands in a server's list of channels
THREADS = (ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

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

# A server as moderators keep it: being there allows nothing, the players' role allows what Discord
# gives everybody in a new server, and the bot has what its invitation asks for and no more.
EVERYBODY = 0
PLAYER_ROLE = (
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
INVITE = (
    (1 << 10)  # view channels
    | (1 << 11)  # send messages
    | (1 << 15)  # attach files
    | (1 << 35)  # public threads
    | (1 << 38)  # send in threads
)


_FORUM: Json = {
    "available_tags": [],
    "default_reaction_emoji": None,
    "default_sort_order": None,
    "default_forum_layout": 0,
}


class Roll(msgspec.Struct):
    """Who has left a server, and the roles that its owner gave to single members."""

    away: list[str] = []
    roles: dict[str, list[str]] = {}


class World:
    """Everything but messages, held in memory and written through to the world file."""

    def __init__(self, file: Path | None, invite: int = INVITE) -> None:
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
            settings = self._begin(invite)
        self.token: str = settings["token"]
        self.secret: bytes = settings["secret"].encode()
        self.guild: Json = settings["guild"]  # the one that was there first
        self.guilds: dict[str, Json] = {self.guild["id"]: self.guild} | self.storage.things("guild")
        self.rolls: dict[str, Roll] = {
            key: msgspec.convert(roll, Roll) for key, roll in self.storage.things("roll").items()
        }
        self.invite(invite)
        self.bot_id: str = settings["bot"]
        self.bot = self.users[self.bot_id]
        self._dms = {c["recipients"][0]: c for c in self.channels.values() if c["type"] == DM}

    def close(self) -> None:
        self.storage.close()

    # the first run

    def _begin(self, invite: int) -> Json:
        storage = self.storage
        with storage.together():
            bot = self._new_user(BOT_NAME, bot=True)
            players = [self._new_user(name) for name in PLAYERS]
            guild = self._new_guild(GUILD_NAME, players[0]["id"], invite)
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
                self.new_channel(guild["id"], name, position=position, topic=topic)
        return settings

    def _new_guild(self, name: str, owner: str, invite: int) -> Json:
        roles = (self.ids.next(), self.ids.next(), self.ids.next())
        return _guild(name, owner, _roles(*roles, invite))

    def invite(self, rights: int) -> None:
        """The bot's role allows exactly this; a server of an older world file gets today's roles."""
        for guild in self.guilds.values():
            ids = [role["id"] for role in guild["roles"]]
            if len(ids) < 3:
                guild["roles"] = _roles(ids[0], ids[1], self.ids.next(), rights)
            guild["roles"][1]["permissions"] = str(rights)
            for name, value in _guild(guild["name"], guild["owner_id"], guild["roles"]).items():
                guild.setdefault(name, value)
            self.save_guild(guild)
        self.access += 1

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

    # servers and who is in them

    def open_guild(self, name: str, invite: int = INVITE) -> Json:
        """One more server with one channel, which everybody joins."""
        with self.storage.together():
            guild = self._new_guild(name, self.guild["owner_id"], invite)
            self.save_guild(guild)
            self.new_channel(guild["id"], "general", position=0, topic=None)
        self.access += 1
        return guild

    def save_guild(self, guild: Json) -> None:
        self.guilds[guild["id"]] = guild
        if guild["id"] == self.guild_id:
            self.storage.put("setting", "guild", guild)
        else:
            self.storage.put("guild", guild["id"], guild)

    def drop_guild(self, guild: Json) -> None:
        """The server is gone, or the bot was removed from it: that looks the same."""
        with self.storage.together():
            for channel in [c for c in self.channels.values() if c.get("guild_id") == guild["id"]]:
                self.drop_channel(channel)
            del self.guilds[guild["id"]]
            self.storage.drop("guild", guild["id"])
        self.access += 1

    def roll(self, guild_id: str) -> Roll:
        return self.rolls.get(guild_id) or Roll()

    def hosts_bot(self, guild_id: str) -> bool:
        """Whether the bot is in a server; elsewhere people may have it for themselves."""
        return guild_id in self.guilds and self.bot_id not in self.roll(guild_id).away

    def save_roll(self, guild_id: str, roll: Roll) -> None:
        self.rolls[guild_id] = roll
        self.access += 1
        self.storage.put("roll", guild_id, roll)

    def members(self, guild_id: str) -> list[str]:
        away = self.roll(guild_id).away
        return [user for user in self.users if user not in away]

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

    def guild_of(self, channel: Json) -> Json:
        return self.guilds[channel["guild_id"]]

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

    def new_channel(
        self, guild_id: str, name: str, *, position: int, topic: str | None, kind: int = TEXT
    ) -> Json:
        channel: Json = {
            "id": self.ids.next(),
            "type": kind,
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
        if kind == FORUM:
            channel |= _FORUM
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
            "guild_id": parent["guild_id"],
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
        if parent["type"] == FORUM:
            thread["applied_tags"] = more.get("tags") or []
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
        shape = {key: value for key, value in user.items() if key != "joined_at"}
        return shape | {"flags": user["public_flags"], "primary_guild": None}

    def member_shape(self, user_id: str, guild_id: str, *, with_user: bool = True) -> Json:
        user = self.user(user_id)
        roles = self.guilds[guild_id]["roles"]
        own = self.roll(guild_id).roles.get(user_id, ())
        member = {
            "roles": [roles[1 if user["bot"] else 2]["id"], *own],
            "nick": None,
            "avatar": None,
            "banner": None,
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
        elif channel["type"] in ROOMS:
            shape["permission_overwrites"] = [
                {key: value for key, value in overwrite.items() if key != "fault"}
                for overwrite in channel["permission_overwrites"]
            ]
        elif channel["type"] in THREADS and self.bot_id in channel["member_ids"]:
            shape["member"] = self.thread_member(channel, self.bot_id)
        return shape

    def thread_member(self, thread: Json, user_id: str) -> Json:
        joined = thread["thread_metadata"]["create_timestamp"]
        return {"id": thread["id"], "user_id": user_id, "join_timestamp": joined, "flags": 0}

    def guild_shape(self, guild: Json) -> Json:
        """A server as GUILD_CREATE carries it to a bot that may not see the member list."""
        own = [c for c in self.channels.values() if c.get("guild_id") == guild["id"]]
        rooms = [c for c in own if c["type"] in ROOMS]
        open_threads = [
            c for c in own if c["type"] in THREADS and not c["thread_metadata"]["archived"]
        ]
        return guild | {
            "unavailable": False,
            "large": False,
            "joined_at": self.bot["joined_at"],
            "member_count": len(self.members(guild["id"])),
            "members": [self.member_shape(self.bot_id, guild["id"])],
            "channels": [self.channel_shape(c) for c in rooms],
            "threads": [self.channel_shape(c) for c in open_threads],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


def _guild(name: str, owner: str, roles: list[Json]) -> Json:
    return {
        "id": roles[0]["id"],
        "name": name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": owner,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": roles,
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
        "home_header": None,
        "region": "deprecated",
        "widget_enabled": False,
        "widget_channel_id": None,
        "max_presences": None,
        "max_members": 25_000_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "safety_alerts_channel_id": None,
        "incidents_data": None,
        "nsfw": False,
    }


def _roles(guild_id: str, bot: str, player: str, invite: int) -> list[Json]:
    return [
        _role(guild_id, "@everyone", EVERYBODY, 0),
        _role(bot, BOT_NAME, invite, 2, managed=True),
        _role(player, "Players", PLAYER_ROLE, 1),
    ]


def new_role(role_id: str, name: str, permissions: int) -> Json:
    """A role that a server's owner makes for somebody."""
    return _role(role_id, name, permissions, 1)


def _role(
    role_id: str, name: str, permissions: int, position: int, *, managed: bool = False
) -> Json:
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
        "managed": managed,
        "mentionable": False,
        "flags": 0,
    }
