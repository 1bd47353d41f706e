"""Secrets by direct message: each player's panel, refreshed as the game goes on."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2s
from typing import TYPE_CHECKING

import discord
import msgspec

from bot.sitting import News, Seated, Sitting, told_from_plain
from bot.store.tables import PostRow
from bot.ui import panels
from bot.ui.buttons import cut, view_of
from bot.ui.posts import CONTENT, Post
from rules.engine.text import line

if TYPE_CHECKING:
    from bot.client import RefereeBot

log = logging.getLogger(__name__)
NOTES = 8  # lines that a player was told by others' doing
OUTAGE = 500  # statuses from here on are Discord's own trouble


class Kept(msgspec.Struct, kw_only=True):
    """What is remembered of a player's message."""

    digest: str = ""
    notes: dict[str, list[str]] = {}  # told since the player last acted, by the length of the log

    @property
    def said(self) -> str:
        """The latest of what the player was told."""
        lines = [line for at in sorted(self.notes, key=int) for line in self.notes[at]]
        return "\n".join(lines[-NOTES:])


class Letters:
    """One direct message per player and table; where they are closed, panels serve alone."""

    def __init__(self, bot: "RefereeBot") -> None:
        """Write on behalf of a bot."""
        self.bot = bot
        self._held: set[tuple[int, int]] = set()

    @contextmanager
    def held(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave a player's message alone while an answer to its own button brings it up to date."""
        self._held.add((table_id, user_id))
        try:
            yield
        finally:
            self._held.discard((table_id, user_id))
            self.bot.poster.wake(table_id)

    async def shown(self, sitting: Sitting, user_id: int, message_id: int) -> None:
        """A button's answer has brought this message up to date."""
        latest = await self._latest(sitting, user_id)
        if latest is not None and latest.message_id == message_id:
            panel = panels.panel(sitting, user_id)
            await self._keep(sitting, user_id, Kept(digest=_digest(panel, "")))

    async def note(self, sitting: Sitting, news: News) -> None:
        """Keep for each player what they alone were told by another's doing."""
        told = told_from_plain(sitting.game, news.told)
        for seated in sitting.people:
            if seated.user_id is None or sitting.play is None:
                continue
            kept = await self._kept(sitting, seated.user_id)
            if seated.player == news.by:  # who acts has read what went before
                if kept.notes:
                    await self._keep(sitting, seated.user_id, Kept(digest=kept.digest))
                continue
            view = sitting.view(seated.user_id)
            heard = [t for t in told if t.to is not None and t.heard_by(seated.player)]
            lines = [said for t in heard if (said := line(sitting.game, view, t.event))]
            if lines and kept.notes.get(str(news.logged)) != lines:
                kept.notes[str(news.logged)] = lines
                await self._keep(sitting, seated.user_id, kept)

    async def deliver(self, table_id: int) -> None:
        """Bring every player's message at a table up to date."""
        sitting = await self.bot.referee.look(table_id)
        if sitting.play is None:
            return
        for seated in sitting.people:
            if (table_id, seated.user_id) in self._held:
                continue
            try:
                await self._panel(sitting, seated)
            except discord.HTTPException as error:
                if error.status >= OUTAGE:
                    raise
                log.warning("cannot write: %s", error, extra={"table": table_id})

    async def _panel(self, sitting: Sitting, seated: Seated) -> None:
        """Bring a player's direct message up to date with the game."""
        user_id = seated.user_id
        assert user_id is not None
        shown = panels.panel(sitting, user_id)
        if not shown.private:
            return
        player = await self.bot.store.player(user_id)
        if player is not None and player.dms_closed:
            return
        kept = await self._kept(sitting, user_id)
        note = kept.said
        digest = _digest(shown, note)
        if kept.digest == digest:
            return
        file = await self.bot.pictures.private(sitting.game, shown.view)
        words = shown.words(pictured=file is not None)
        post = Post(f"{note}\n{words}" if note else words, items=shown.items)
        try:
            await self._send(sitting, user_id, post, file)
        except discord.Forbidden:  # remembered, so that Discord is not asked in vain again
            await self.bot.store.change_player(user_id, seated.name, dms_closed=True)
            return
        kept.digest = digest
        await self._keep(sitting, user_id, kept)

    async def _send(
        self, sitting: Sitting, user_id: int, post: Post, file: discord.File | None
    ) -> None:
        known = await self._latest(sitting, user_id)
        view = view_of(post.items) if post.items else None
        content = cut(post.content, CONTENT)
        if known is not None:
            try:
                await _message(self.bot, known).edit(
                    content=content, view=view, attachments=[file] if file else []
                )
            except discord.HTTPException as error:
                if error.status >= OUTAGE or isinstance(error, discord.Forbidden):
                    raise
                await self.bot.store.forget_post(known.message_id)
                if file is not None:
                    file.reset()
            else:
                return
        channel = await self.bot.create_dm(discord.Object(user_id))
        # A letter that was sent, but not remembered before the bot died, is not sent again.
        lost = known.message_id if known is not None else 0
        sent = await channel.send(
            content,
            file=file or discord.utils.MISSING,
            view=view or discord.utils.MISSING,
            nonce=_hash(f"{sitting.commitment}:{user_id}:{lost}"),
        )
        await self.bot.store.remember_post(
            PostRow(
                message_id=sent.id,
                table_id=sitting.id,
                channel_id=channel.id,
                kind="private",
                user_id=user_id,
                created_at=self.bot.referee.now(),
            )
        )
        if not _says(sent, content, post):  # it is that one, from before the bot died
            if file is not None:
                file.reset()
            await sent.edit(content=content, view=view, attachments=[file] if file else [])

    async def _latest(self, sitting: Sitting, user_id: int) -> PostRow | None:
        known = await self.bot.store.posts(sitting.id, "private")
        return next((post for post in reversed(known) if post.user_id == user_id), None)

    async def _kept(self, sitting: Sitting, user_id: int) -> "Kept":
        plain = await self.bot.store.setting(f"table:{sitting.id}", f"private:{user_id}", {})
        return msgspec.convert(plain, Kept)

    async def _keep(self, sitting: Sitting, user_id: int, kept: "Kept") -> None:
        plain = msgspec.to_builtins(kept)
        await self.bot.store.set_setting(f"table:{sitting.id}", f"private:{user_id}", plain)


def _says(sent: discord.Message, content: str, post: Post) -> bool:
    """Whether a message has the words and the buttons that it should have."""
    rows = [row for row in sent.components if isinstance(row, discord.ActionRow)]
    ids = [item.custom_id for row in rows for item in row.children]
    same = ids == [item.custom_id for item in post.items]
    return same and sent.content.strip() == content.strip()


def _digest(shown: panels.Panel, note: str) -> str:
    """What tells one state of a message from another: its words and its buttons."""
    ids = [item.custom_id for item in shown.items]
    parts = [note, shown.content, shown.private, *ids]
    return _hash("\0".join(parts))


def _hash(text: str) -> str:
    return blake2s(text.encode(), digest_size=12).hexdigest()


def _message(bot: "RefereeBot", known: PostRow) -> discord.PartialMessage:
    return bot.get_partial_messageable(known.channel_id).get_partial_message(known.message_id)
