"""Secrets by direct message: each player's panel, refreshed as the game goes on."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.posting.ledger import Ledger, MessageMemory
from bot.posting.sending import OUTAGE, digest, digest_of, message_of, says
from bot.referee import Referee
from bot.store import Store
from bot.store.schema import PostRow
from bot.table import News, Seated, Table, told_from_plain
from bot.ui import panels
from bot.ui.buttons import view_of
from bot.ui.limits import CONTENT, cut
from bot.ui.pictures import Pictures
from bot.ui.screen import Screen
from rules.engine.text import line

logger = logging.getLogger(__name__)


class DirectMessages:
    """One direct message per player and table; where they are closed, panels serve alone."""

    def __init__(
        self, client: discord.Client, referee: Referee, store: Store, pictures: Pictures
    ) -> None:
        """Write through a client to the players of a referee's tables."""
        self.client, self.referee, self.store, self.pictures = client, referee, store, pictures
        self._held: set[tuple[int, int]] = set()
        self._shown: dict[tuple[int, int], tuple[int, str]] = {}  # message and its digest

    @contextmanager
    def held(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave a player's message alone while an answer to its own button brings it up to date."""
        self._held.add((table_id, user_id))
        try:
            yield
        finally:
            self._held.discard((table_id, user_id))

    def shown(self, table: Table, user_id: int, message_id: int, panel: Screen) -> None:
        """A button's answer has brought this message up to date."""
        self._shown[table.id, user_id] = (message_id, digest_of(panel))

    def note(self, table: Table, news: News, ledger: Ledger) -> None:
        """Remember for each player what they alone were told by another's doing."""
        told = told_from_plain(table.game, news.told)
        for seated in table.people:
            if seated.user_id is None or table.play is None:
                continue
            memory = ledger.message(seated.user_id)
            if seated.player == news.by:  # who acts has read what went before
                memory.notes = {}
            elif heard := [t for t in told if t.to is not None and t.heard_by(seated.player)]:
                view = table.view_of(seated.player)
                lines = [said for t in heard if (said := line(table.game, view, t.event))]
                if lines:
                    memory.notes[str(news.logged)] = lines
            ledger.remember(seated.user_id, memory)

    async def deliver(self, table: Table, ledger: Ledger) -> None:
        """Bring every player's message at a table up to date."""
        if table.play is None:
            return
        for seated in table.people:
            if seated.user_id is None or (table.id, seated.user_id) in self._held:
                continue
            try:
                await self._panel(table, seated, seated.user_id, ledger)
            except discord.HTTPException as error:
                if error.status >= OUTAGE:
                    raise
                logger.warning("cannot write: %s", error, extra={"table": table.id})

    async def _panel(self, table: Table, seated: Seated, user_id: int, ledger: Ledger) -> None:
        """Bring a player's direct message up to date with the game."""
        if seated.dms_closed:
            return
        panel = panels.panel(table, user_id)
        if not panel.in_words:
            return
        memory = self._as_shown(table, user_id, ledger)
        note = memory.said
        now = digest_of(panel, note)
        if memory.digest == now:
            return
        file = await self.pictures.private(table.game, panel.view)
        words = panel.words(pictured=file is not None)
        post = Screen(f"{note}\n{words}" if note else words, panel.items)
        try:
            await self._send(table, user_id, post, file, ledger)
        except discord.Forbidden:  # remembered, so that Discord is not asked in vain again
            await self.store.change_player(user_id, seated.name, dms_closed=True)
            self.referee.forget(table.id)
            return
        memory.digest = now
        ledger.remember(user_id, memory)

    def _as_shown(self, table: Table, user_id: int, ledger: Ledger) -> MessageMemory:
        """What is remembered of a message, or what a button's answer has just made of it."""
        message_id, made = self._shown.pop((table.id, user_id), (0, ""))
        known = ledger.posts("private", user_id)
        if known and known[-1].message_id == message_id:
            ledger.remember(user_id, MessageMemory(digest=made))
        return ledger.message(user_id)

    async def _send(
        self, table: Table, user_id: int, post: Screen, file: discord.File | None, ledger: Ledger
    ) -> None:
        known = next(reversed(ledger.posts("private", user_id)), None)
        view = view_of(post.items) if post.items else None
        content = cut(post.content, CONTENT)
        if known is not None:
            try:
                await message_of(self.client, known).edit(
                    content=content, view=view, attachments=[file] if file else []
                )
            except discord.HTTPException as error:
                if error.status >= OUTAGE or isinstance(error, discord.Forbidden):
                    raise
                ledger.forget(known)
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
            nonce=digest(f"{table.commitment}:{user_id}:{lost}"),
        )
        remembered = PostRow(
            message_id=sent.id,
            table_id=table.id,
            channel_id=channel.id,
            kind="private",
            user_id=user_id,
            created_at=self.referee.now(),
        )
        ledger.sent(remembered)
        await ledger.write()
        if not says(sent, content, post):  # it is that one, from before the bot died
            if file is not None:
                file.reset()
            await sent.edit(content=content, view=view, attachments=[file] if file else [])
