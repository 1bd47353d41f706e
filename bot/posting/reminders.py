"""Reminders go where each person wants them, and are gone when they are out of date."""

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.posting.direct_messages import DirectMessages
from bot.posting.ledger import Ledger
from bot.posting.opening import Later
from bot.posting.sending import message_of, nonce
from bot.store.pending import Post, Unsaid
from bot.table import News, Seated, Table
from bot.ui.reminders import letter, marked, reminded, reminder, stands
from bot.ui.screen import Screen
from bot.ui.trouble import passing
from bot.ui.views import view_of

logger = logging.getLogger(__name__)
KIND = "reminder"
KINDS = ("warning", "nudge", "stuck", "next")  # rows of the outbox
Send = Callable[[Screen, int | None], Awaitable[None]]  # in the table's channel, about somebody


class Reminders:
    """One at a time for each person at a table: the one before it goes."""

    def __init__(self, client: discord.Client, messages: DirectMessages) -> None:
        """Write through a client."""
        self.client, self.messages, self.referee = client, messages, messages.referee

    async def say(self, table: Table, row: Unsaid, news: News, ledger: Ledger, send: Send) -> None:
        """Remind somebody, by direct message or where everybody reads it; or not any more."""
        shown = reminder(table, row.kind, news)
        if shown is None:
            return
        one = reminded(table, row.kind, news)
        user_id = one.user_id if one is not None else None
        for known in ledger.posts(KIND, user_id):
            await self._take_back(known, ledger)
        if one is not None and user_id is not None:
            night = one.reach.asleep(self.referee.now()) is not None
            if night and row.kind != "stuck":  # it was late in coming
                return
            memory = ledger.message(user_id)
            memory.reminder = marked(row.kind, news)
            ledger.remember(user_id, memory)
            if row.kind != "stuck" and await self._wrote(table, one, row, news, ledger):
                return
        await send(shown, user_id)

    async def _wrote(
        self, table: Table, one: Seated, row: Unsaid, news: News, ledger: Ledger
    ) -> bool:
        """Whether somebody was written to, as they wish; where that cannot be, a post has to do."""
        if one.reach.by != "dm" or one.user_id is None:
            return False
        person = await self.referee.store.player(one.user_id)
        if person is None or not self.messages.reachable(person):
            return False
        shown = letter(table, row.kind, news)
        known_by = nonce(table, f"{row.sequence}:{KIND}", row.sequence)
        try:
            channel_id, sent = await self.messages.send_to(
                person, shown.content, view_of(shown.items), known_by
            )
        except Later:
            return False
        except discord.HTTPException as error:
            if passing(error):
                raise
            return False
        ledger.sent(
            Post(
                message_id=sent,
                table_id=table.id,
                channel_id=channel_id,
                kind=KIND,
                user_id=one.user_id,
                created_at=self.referee.now(),
            )
        )
        await ledger.write()
        return True

    async def tidy(self, table: Table, ledger: Ledger) -> None:
        """Take back what has come true or is out of date."""
        for known in [post for post in ledger.pending.posts if post.kind == KIND]:
            if not self._stands(table, known, ledger):
                await self._take_back(known, ledger)

    def _stands(self, table: Table, known: Post, ledger: Ledger) -> bool:
        if known.user_id is None:  # a clock of the game, as long as it was announced
            return any(due.clock and due.warn_at is None for due in table.clocks.values())
        player = table.player_of(known.user_id)
        if player is None:
            return False
        one, mark = table.players[player], ledger.message(known.user_id).reminder
        away = table.away(one, self.referee.now()) is not None
        return stands(table, one, mark) and not away

    async def _take_back(self, known: Post, ledger: Ledger) -> None:
        try:
            await message_of(self.client, known).delete()
        except discord.HTTPException as error:
            if passing(error):
                raise
            logger.info("a reminder stays: %s", error, extra={"table": known.table_id})
        ledger.forget(known)
