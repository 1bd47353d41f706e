"""Trouble on demand: what a bot must survive, switched on by a person or a test."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from bot.local.limits import Limits
from bot.local.permissions import FLAGS
from bot.local.storage import Json
from bot.local.world import ROOMS, World

_USUAL = {
    "400": r"POST channels/\d+/messages$",
    "30046": r"PATCH channels/\d+/messages/",
    "40003": r"POST users/@me/channels$",
    "40060": r"POST interactions/",
    "50083": r"POST interactions/",
    "50024": r"POST channels/\d+/threads$",
    "400001": r"POST channels/\d+/(messages|threads)$",
}


class Trouble(msgspec.Struct):
    """A wrong answer to matching REST calls: `match` is part of "POST channels/1/messages"."""

    kind: Literal[
        "429",  # too many calls
        "500",
        "503",
        "slow",
        "cloudflare",  # a 429 from before Discord, with no word of Discord's
        "400",  # an Invalid Form Body
        "30046",  # too many edits of old messages
        "40003",  # opening direct messages too fast
        "40060",  # answered already
        "50083",  # the thread is archived, or locked
        "50024",  # no threads in a channel like this
        "400001",  # no uploads in this server
    ]
    match: str = ""  # empty means where Discord gives that answer
    left: int | None = None  # calls still to be hit; None means all
    seconds: float = 0.1  # Retry-After, or how slow
    after: bool = False  # do what was asked, then answer wrongly
    everywhere: bool = False  # a 429 for all routes at once

    def hits(self, call: str, files: bool) -> bool:
        if self.kind == "400001" and not files:
            return False
        return (
            self.match in call if self.match else bool(re.search(_USUAL.get(self.kind, ""), call))
        )


class Settings(msgspec.Struct):
    """Everything that can be switched; one document, as the page and the tests send it."""

    dms_closed: list[str] = []
    troubles: list[Trouble] = []
    missing: dict[str, list[str]] = {}  # channel id or "*" -> permissions the bot lacks
    outages: list[str] = []  # servers that are not available
    buckets: bool = True  # Discord's rate limits, counted
    ack_seconds: float = 3.0


class Faults:
    """The faults in force."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.settings = Settings()
        self.limits = Limits()
        self._overwrite()  # channels are kept in the world file, faults are not

    def change(self, changes: Json) -> list[Json]:
        """Applies the given keys and returns the channels whose permissions changed."""
        merged = msgspec.to_builtins(self.settings) | changes
        settings = msgspec.convert(merged, Settings)
        for names in settings.missing.values():
            unknown = [name for name in names if name not in FLAGS]
            if unknown:
                raise msgspec.ValidationError(f"no such permission: {unknown[0]}")
        was, self.settings = self.settings.missing, settings
        return self._overwrite() if settings.missing != was else []

    def _overwrite(self) -> list[Json]:
        """Missing permissions are real overwrites for the bot, so the bot sees them coming."""
        world, changed = self._world, []
        for channel in [c for c in world.channels.values() if c["type"] in ROOMS]:
            missing = self.settings.missing
            names = [*missing.get("*", ()), *missing.get(channel["id"], ())]
            deny = 0
            for name in names:
                deny |= FLAGS[name]
            others = [o for o in channel["permission_overwrites"] if not o.get("fault")]
            mine = {"id": world.bot_id, "type": 1, "allow": "0", "deny": str(deny), "fault": True}
            overwrites = [*others, mine] if deny else others
            if overwrites != channel["permission_overwrites"]:
                channel["permission_overwrites"] = overwrites
                world.access += 1
                world.save_channel(channel)
                changed.append(channel)
        return changed

    def trouble(self, call: str, files: bool) -> Trouble | None:
        """The trouble that hits this call, used up by one."""
        for trouble in self.settings.troubles:
            if trouble.hits(call, files):
                if trouble.left is not None:
                    trouble.left -= 1
                    if trouble.left <= 0:
                        self.settings.troubles.remove(trouble)
                return trouble
        return None
