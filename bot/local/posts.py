"""Messages: posted, edited, deleted, and told to everyone who may see them."""

from __future__ import annotations

import hashlib
import hmac
import io
import mimetypes
import re
from collections import defaultdict, deque
from typing import NamedTuple
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError

from bot.local.checks import (
    EPHEMERAL,
    FILE,
    GALLERY,
    LOADING,
    THUMBNAIL,
    V2,
    check_message,
    text,
    walk,
)
from bot.local.checks import TEXT as TEXT_DISPLAY
from bot.local.clock import EPOCH_MS, age
from bot.local.crowd import Crowd
from bot.local.gateway import Gateway
from bot.local.permissions import MENTION_EVERYONE, permissions, sees
from bot.local.refusal import OLD_EDITS, TOO_LARGE, UNKNOWN_MESSAGE, Refusal, bad_form
from bot.local.shapes import component, embed
from bot.local.storage import Json
from bot.local.world import THREADS, World

LARGEST_FILE = 10 * 1024 * 1024
_NONCE_SECONDS = 300.0
_OLD, _OLD_EDITS, _OLD_WINDOW = 3600.0, 5, 60.0
_MENTION = re.compile(r"<@!?(\d+)>")
_ATTACHMENT = re.compile(r"^(?:https?://[^/]+)?(/attachments/\d+/(\d+)/[^?]+)")


class Upload(NamedTuple):
    name: str
    data: bytes


class Posts:
    """The one place where messages change."""

    def __init__(self, world: World, gateway: Gateway, crowd: Crowd) -> None:
        self._world, self._gateway, self._crowd = world, gateway, crowd
        self._old_edits: dict[str, deque[float]] = defaultdict(deque)

    def get(self, channel: str, message_id: str) -> Json:
        """A message that everybody in the channel can see."""
        found = self._world.storage.message(message_id)
        if found is None or found[1] is not None or found[0]["channel_id"] != channel:
            raise Refusal(UNKNOWN_MESSAGE)
        return found[0]

    def create(
        self,
        channel: Json,
        author: str,
        payload: Json,
        uploads: dict[int, Upload] | None = None,
        *,
        viewer: str | None = None,
        kind: int = 0,
        extra: Json | None = None,
    ) -> Json:
        """Posts a message; the same nonce within minutes gives the first message again."""
        world = self._world
        nonce = payload.get("nonce")
        if nonce is not None:
            nonce = text("nonce", str(nonce), 25)
        if nonce and payload.get("enforce_nonce"):
            since = int((world.clock.now() - _NONCE_SECONDS) * 1000) - EPOCH_MS << 22
            first = world.storage.by_nonce(channel["id"], nonce, since)
            found = first and world.storage.message(first)
            if found:
                return found[0]
        message: Json = {
            "id": world.ids.next(),
            "channel_id": channel["id"],
            "type": kind,
            "author": world.user_shape(author),
            "timestamp": world.clock.iso(),
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "content": "",
            "embeds": [],
            "attachments": [],
            "components": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "flags": payload.get("flags", 0) & (EPHEMERAL | LOADING | V2 | (1 << 2) | (1 << 12)),
        } | (extra or {})
        if nonce:
            message["nonce"] = nonce
        files = self._fill(
            message,
            payload,
            uploads or {},
            check=not message["flags"] & LOADING and kind in (0, 19, 20, 23),
        )
        message["mentions"], message["mention_everyone"] = self._mentions(message, payload, channel)
        with world.storage.together():
            for file_id, upload in files.items():
                world.storage.put_file(
                    file_id, message["id"], upload.name, _type_of(upload.name), upload.data
                )
            world.storage.put_message(message, viewer, nonce)
            if viewer is None:
                self._count(channel, message)
        self._tell("message", "MESSAGE_CREATE", channel, message, viewer)
        return message

    def edit(
        self,
        message: Json,
        payload: Json,
        uploads: dict[int, Upload] | None = None,
        *,
        viewer: str | None = None,
        quietly: bool = False,
    ) -> Json:
        """Changes what the payload names and keeps the rest."""
        world = self._world
        channel = world.channel(message["channel_id"])
        if age(message["id"], world.clock.now()) > _OLD:
            self._ration(channel["id"])
        edited = dict(message)
        flags = payload.get("flags")
        if flags is not None:
            edited["flags"] = message["flags"] & ~(1 << 2) | flags & ((1 << 2) | V2)
            if flags & V2 and not message["flags"] & V2:
                # Moving to the new layout must clear what that layout cannot hold.
                edited["content"], edited["embeds"] = payload.get("content"), payload.get("embeds")
        edited["flags"] &= ~LOADING
        files = self._fill(edited, payload, uploads or {}, check=True)
        if "content" in payload or "components" in payload:
            edited["mentions"], edited["mention_everyone"] = self._mentions(
                edited, payload, channel
            )
        if not quietly:
            edited["edited_timestamp"] = world.clock.iso()
        # A window may still be asking for what was there before: that stays until the next edit.
        kept = [a["id"] for one in (message, edited) for a in one["attachments"]]
        with world.storage.together():
            world.storage.keep_files(message["id"], kept)
            for file_id, upload in files.items():
                world.storage.put_file(
                    file_id, message["id"], upload.name, _type_of(upload.name), upload.data
                )
            world.storage.put_message(edited, viewer)
        self._tell("edit", "MESSAGE_UPDATE", channel, edited, viewer)
        return edited

    def mark(self, message: Json, **fields: object) -> None:
        """Sets what is not the author's to write: a pin, the thread that grew from it."""
        marked = message | fields
        self._world.storage.put_message(marked, None)
        self._tell(
            "edit", "MESSAGE_UPDATE", self._world.channel(message["channel_id"]), marked, None
        )

    def delete(self, message: Json, viewer: str | None = None) -> None:
        channel = self._world.channel(message["channel_id"])
        self._world.storage.drop_message(message["id"])
        if channel["type"] in THREADS and viewer is None:
            channel["message_count"] = max(0, channel["message_count"] - 1)
            self._world.save_channel(channel)
        gone = {"id": message["id"], "channel_id": channel["id"]}
        self._crowd.tell(channel, {"event": "delete"} | gone, viewer)
        if viewer is None:
            guild_id = channel.get("guild_id")
            if guild_id:
                gone["guild_id"] = guild_id
            self._gateway.dispatch(
                "MESSAGE_DELETE", gone, guild_id=guild_id, intent=1 << 9 if guild_id else 1 << 12
            )

    def delete_many(self, channel: str, ids: list[str]) -> None:
        for message_id in ids:
            found = self._world.storage.message(message_id)
            if found and found[1] is None and found[0]["channel_id"] == channel:
                self.delete(found[0])

    # inside a message

    def _fill(
        self, message: Json, payload: Json, uploads: dict[int, Upload], *, check: bool
    ) -> dict[str, Upload]:
        """Takes over the payload's fields, its attachments named and linked; returns new files."""
        for field, empty in (("content", ""), ("embeds", []), ("components", [])):
            if field in payload:
                message[field] = payload[field] or empty
        message["content"], message["embeds"] = message["content"] or "", message["embeds"] or []
        files = self._attach(message, payload, uploads)
        if check:
            check_message(message, files=len(message["attachments"]))
        message["components"] = [component(given) for given in message["components"]]
        message["embeds"] = [embed(given) for given in message["embeds"]]
        self._link(message)
        return files

    def _attach(
        self, message: Json, payload: Json, uploads: dict[int, Upload]
    ) -> dict[str, Upload]:
        listed = payload.get("attachments")
        if listed is None and "attachments" in payload:
            listed = []
        if listed is None and not uploads:
            return {}
        notes = {str(a.get("id")): a for a in listed or []}
        old = message["attachments"]
        kept = old if listed is None else [a for a in old if a["id"] in notes]
        files: dict[str, Upload] = {}
        new = []
        for number, upload in sorted(uploads.items()):
            if len(upload.data) > LARGEST_FILE:
                raise Refusal(TOO_LARGE)
            note = notes.get(str(number), {})
            upload = Upload(str(note.get("filename") or upload.name)[:260], upload.data)
            shape = self._attachment(message["channel_id"], upload, note.get("description"))
            files[shape["id"]] = upload
            new.append(shape)
        message["attachments"] = [*kept, *new]
        return files

    def _attachment(self, channel: str, upload: Upload, description: str | None) -> Json:
        file_id = self._world.ids.next()
        path = f"/attachments/{channel}/{file_id}/{quote(upload.name)}"
        url = f"{path}?hm={sign(self._world.secret, path)}"
        shape: Json = {
            "id": file_id,
            "filename": upload.name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "content_type": _type_of(upload.name),
        }
        if description is not None:
            shape["description"] = text("attachments.description", description, 1024)
        if shape["content_type"].startswith("image/"):
            size = _size_of(upload.data)
            if size:
                shape["width"], shape["height"] = size
        return shape

    def _link(self, message: Json) -> None:
        """Turns `attachment://name` into the file's address and gives every component its id."""
        names = {a["filename"]: a for a in message["attachments"]}
        ids = {a["id"]: a for a in message["attachments"]}
        used = {c["id"] for _, c in walk(message["components"]) if c.get("id")}
        fresh = (n for n in range(1, 10_000) if n not in used)
        for path, part in walk(message["components"]):
            if not part.get("id"):
                part["id"] = next(fresh)
            kind = part.get("type")
            if kind == GALLERY:
                for item in part["items"]:
                    item["media"] = _media(path, item["media"], names, ids)
            elif kind == THUMBNAIL:
                part["media"] = _media(path, part["media"], names, ids)
            elif kind == FILE:
                part["file"] = _media(path, part["file"], names, ids)
        for shown in message["embeds"]:
            for name in ("image", "thumbnail"):
                if isinstance(shown.get(name), dict):
                    media = _media("embeds", shown[name], names, ids)
                    shown[name] = {
                        key: value
                        for key, value in media.items()
                        if key not in ("id", "attachment_id") and value is not None
                    }

    def _mentions(self, message: Json, payload: Json, channel: Json) -> tuple[list[Json], bool]:
        allowed = payload.get("allowed_mentions")
        parse, named = (
            ({"users", "roles", "everyone"}, set()) if allowed is None else _allowed(allowed)
        )
        words = message_text(message)
        found = dict.fromkeys(_MENTION.findall(words))
        users = [u for u in found if u in self._world.users and ("users" in parse or u in named)]
        everyone = (
            "everyone" in parse
            and ("@everyone" in words or "@here" in words)
            and bool(permissions(self._world, message["author"]["id"], channel) & MENTION_EVERYONE)
        )
        return [self._world.user_shape(u) for u in users], everyone

    # around a message

    def _ration(self, channel: str) -> None:
        now, edits = self._world.clock.now(), self._old_edits[channel]
        while edits and edits[0] < now - _OLD_WINDOW:
            edits.popleft()
        if len(edits) >= _OLD_EDITS:
            raise Refusal(OLD_EDITS, retry_after=round(edits[0] + _OLD_WINDOW - now, 3))
        edits.append(now)

    def _count(self, channel: Json, message: Json) -> None:
        channel["last_message_id"] = message["id"]
        if channel["type"] in THREADS:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
            joined = [u["id"] for u in message["mentions"] if u["id"] not in channel["member_ids"]]
            author = message["author"]["id"]
            if author not in channel["member_ids"]:
                joined.append(author)
            if joined:
                self._world.access += 1
            channel["member_ids"] += joined
            channel["member_count"] = len(channel["member_ids"])
        self._world.save_channel(channel)

    def _tell(
        self, event: str, name: str, channel: Json, message: Json, viewer: str | None
    ) -> None:
        self._crowd.tell_message(event, channel, message, viewer)
        if viewer is None and sees(self._world, self._world.bot_id, channel):
            guild_id = channel.get("guild_id")
            if not self._gateway.sessions:
                return
            shape = dict(message)
            if guild_id:
                shape["guild_id"] = guild_id
                shape["member"] = self._world.member_shape(
                    message["author"]["id"], guild_id, with_user=False
                )
            self._gateway.dispatch_message(name, shape, guild_id)


def sign(secret: bytes, path: str) -> str:
    """Proof that an attachment's address was given out, not guessed."""
    return hmac.new(secret, path.encode(), hashlib.sha256).hexdigest()[:32]


def message_text(message: Json) -> str:
    """All that a message says in content and text displays."""
    parts = [message["content"]]
    parts += [c["content"] for _, c in walk(message["components"]) if c.get("type") == TEXT_DISPLAY]
    return "\n".join(parts)


def _media(path: str, media: Json, names: dict[str, Json], ids: dict[str, Json]) -> Json:
    url = str(media.get("url"))
    attachment: Json | None = None
    if url.startswith("attachment://"):
        attachment = names.get(url.removeprefix("attachment://"))
        if attachment is None:
            raise bad_form(
                path,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                "The referenced attachment was not found",
            )
    elif match := _ATTACHMENT.match(url):
        attachment = ids.get(match[2])
    if attachment is None:
        return {"id": str(media.get("id") or 0), "url": url, "proxy_url": url}
    linked = {
        key: attachment[key]
        for key in ("id", "url", "proxy_url", "content_type", "width", "height")
        if key in attachment
    }
    return linked | {"attachment_id": attachment["id"]}


def _allowed(allowed: Json) -> tuple[set[str], set[str]]:
    parse, users = allowed.get("parse") or [], allowed.get("users") or []
    unknown = [p for p in parse if p not in ("users", "roles", "everyone")]
    if unknown:
        raise bad_form(
            "allowed_mentions.parse.0",
            "BASE_TYPE_CHOICES",
            "Value must be one of ('roles', 'users', 'everyone').",
        )
    if "users" in parse and users:
        raise bad_form(
            "allowed_mentions",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            'parse:["users"] and users: [ids...] are mutually exclusive.',
        )
    if len(users) > 100:
        raise bad_form(
            "allowed_mentions.users", "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length."
        )
    return set(parse), {str(u) for u in users}


def _type_of(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _size_of(data: bytes) -> tuple[int, int] | None:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return None
