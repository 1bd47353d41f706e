"""Secrets by direct message: each player's panel, refreshed as the game goes on."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2s

import discord
import msgspec

from bot.referee import Referee
from bot.store import Store
from bot.store.schema import PostRow
from bot.table import News, Seated, Table, told_from_plain
from bot.ui import panels
from bot.ui.buttons import view_of
from bot.ui.limits import CONTENT, cut
from bot.ui.panel import Panel
from bot.ui.pictures import Pictures
from bot.ui.posts import Post
from rules.engine.text import line

logger = logging.getLogger(__name__)
NOTES = 8  # lines that a player was told by others' doing
OUTAGE = 500  # statuses from here on are Discord's own trouble


class Memory(msgspec.Struct, kw_only=True):
    """What is remembered of a player's message."""

    digest: str = ""
    notes: dict[str, list[str]] = {}  # told since the player last acted, by the length of the log

    @property
    def said(self) -> str:
        """The latest of what the player was told."""
        lines = [line for at in sorted(self.notes, key=int) for line in self.notes[at]]
        return "\n".join(lines[-NOTES:])


class DirectMessages:
    """One direct message per player and table; where they are closed, panels serve alone."""

    def __init__(
        self, client: discord.Client, referee: Referee, store: Store, pictures: Pictures
    ) -> None:
        """Write through a client to the players of a referee's tables."""
        self.client, self.referee, self.store, self.pictures = client, referee, store, pictures
        self._held: set[tuple[int, int]] = set()

    @contextmanager
    def held(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave a player's message alone while an answer to its own button brings it up to date."""
        self._held.add((table_id, user_id))
        try:
            yield
        finally:
            self._held.discard((table_id, user_id))

    async def shown(self, table: Table, user_id: int, message_id: int) -> None:
        """A button's answer has brought this message up to date."""
        latest = await self._latest(table, user_id)
        if latest is not None and latest.message_id == message_id:
            panel = panels.panel(table, user_id)
            await self._remember(table, user_id, Memory(digest=_digest(panel, "")))

    async def note(self, table: Table, news: News) -> None:
        """Keep for each player what they alone were told by another's doing."""
        told = told_from_plain(table.game, news.told)
        for seated in table.people:
            if seated.user_id is None or table.play is None:
                continue
            memory = await self._remembered(table, seated.user_id)
            if seated.player == news.by:  # who acts has read what went before
                if memory.notes:
                    await self._remember(table, seated.user_id, Memory(digest=memory.digest))
                continue
            view = table.view(seated.user_id)
            heard = [t for t in told if t.to is not None and t.heard_by(seated.player)]
            lines = [said for t in heard if (said := line(table.game, view, t.event))]
            if lines and memory.notes.get(str(news.logged)) != lines:
                memory.notes[str(news.logged)] = lines
                await self._remember(table, seated.user_id, memory)

    async def deliver(self, table_id: int) -> None:
        """Bring every player's message at a table up to date."""
        table = await self.referee.look(table_id)
        if table.play is None:
            return
        for seated in table.people:
            if (table_id, seated.user_id) in self._held:
                continue
            try:
                await self._panel(table, seated)
            except discord.HTTPException as error:
                if error.status >= OUTAGE:
                    raise
                logger.warning("cannot write: %s", error, extra={"table": table_id})

    async def _panel(self, table: Table, seated: Seated) -> None:
        """Bring a player's direct message up to date with the game."""
        user_id = seated.user_id
        assert user_id is not None
        shown = panels.panel(table, user_id)
        if not shown.private:
            return
        player = await self.store.player(user_id)
        if player is not None and player.dms_closed:
            return
        memory = await self._remembered(table, user_id)
        note = memory.said
        digest = _digest(shown, note)
        if memory.digest == digest:
            return
        file = await self.pictures.private(table.game, shown.view)
        words = shown.words(pictured=file is not None)
        post = Post(f"{note}\n{words}" if note else words, items=shown.items)
        try:
            await self._send(table, user_id, post, file)
        except discord.Forbidden:  # remembered, so that Discord is not asked in vain again
            await self.store.change_player(user_id, seated.name, dms_closed=True)
            return
        memory.digest = digest
        await self._remember(table, user_id, memory)

    async def _send(
        self, table: Table, user_id: int, post: Post, file: discord.File | None
    ) -> None:
        known = await self._latest(table, user_id)
        view = view_of(post.items) if post.items else None
        content = cut(post.content, CONTENT)
        if known is not None:
            try:
                await _message(self.client, known).edit(
                    content=content, view=view, attachments=[file] if file else []
                )
            except discord.HTTPException as error:
                if error.status >= OUTAGE or isinstance(error, discord.Forbidden):
                    raise
                await self.store.forget_post(known.message_id)
                if file is not None:
                    file.reset()
            else:
                return
        channel = await self.client.create_dm(discord.Object(user_id))
        # A message that was sent, but not remembered before the bot died, is not sent again.
        lost = known.message_id if known is not None else 0
        sent = await channel.send(
            content,
            file=file or discord.utils.MISSING,
            view=view or discord.utils.MISSING,
            nonce=_hash(f"{table.commitment}:{user_id}:{lost}"),
        )
        await self.store.remember_post(
            PostRow(
                message_id=sent.id,
                table_id=table.id,
                channel_id=channel.id,
                kind="private",
                user_id=user_id,
                created_at=self.referee.now(),
            )
        )
        if not _says(sent, content, post):  # it is that one, from before the bot died
            if file is not None:
                file.reset()
            await sent.edit(content=content, view=view, attachments=[file] if file else [])

    async def _latest(self, table: Table, user_id: int) -> PostRow | None:
        known = await self.store.posts(table.id, "private")
        return next((post for post in reversed(known) if post.user_id == user_id), None)

    async def _remembered(self, table: Table, user_id: int) -> Memory:
        plain = await self.store.setting(f"table:{table.id}", f"private:{user_id}", {})
        return msgspec.convert(plain, Memory)

    async def _remember(self, table: Table, user_id: int, memory: Memory) -> None:
        plain = msgspec.to_builtins(memory)
        await self.store.set_setting(f"table:{table.id}", f"private:{user_id}", plain)


def _says(sent: discord.Message, content: str, post: Post) -> bool:
    """Whether a message has the words and the buttons that it should have."""
    rows = [row for row in sent.components if isinstance(row, discord.ActionRow)]
    ids = [item.custom_id for row in rows for item in row.children]
    same = ids == [item.custom_id for item in post.items]
    return same and sent.content.strip() == content.strip()


def _digest(shown: Panel, note: str) -> str:
    """What tells one state of a message from another: its words and its buttons."""
    ids = [item.custom_id for item in shown.items]
    parts = [note, shown.content, shown.private, *ids]
    return _hash("\0".join(parts))


def _hash(text: str) -> str:
    return blake2s(text.encode(), digest_size=12).hexdigest()


def _message(client: discord.Client, known: PostRow) -> discord.PartialMessage:
    return client.get_partial_messageable(known.channel_id).get_partial_message(known.message_id)
