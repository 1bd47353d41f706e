"""Invitations by direct message, to people who know the bot; all others read them in the channel."""

import logging
from collections.abc import Callable
from datetime import datetime

import discord

from bot.posting.direct_messages import DirectMessages
from bot.posting.ledger import Ledger
from bot.posting.opening import Later
from bot.posting.sending import message_of, nonce
from bot.store.pending import Post
from bot.store.schema import PlayerRow
from bot.table import Table
from bot.ui.lobby_post import invitation, invitation_over
from bot.ui.trouble import passing
from bot.ui.views import view_of

logger = logging.getLogger(__name__)
KIND = "invitation"


class Invitations:
    """One message for each of the invited, as long as their seat is kept.

    Whoever never played here is not written to: direct messages that nobody asked for get bots
    banned. So it is with those who want none.
    """

    def __init__(
        self,
        client: discord.Client,
        messages: DirectMessages,
        look_at: Callable[[int, datetime], None],
    ) -> None:
        """Write through a client; what has to wait is looked at again."""
        self.client, self.messages, self.look_at = client, messages, look_at
        self.store, self.referee = messages.store, messages.referee

    async def deliver(self, table: Table, ledger: Ledger) -> None:
        """Write to whoever is invited and does not know it, and take back what holds no more."""
        if table.alone or table.pause is not None:
            return
        for known in [post for post in ledger.pending.posts if post.kind == KIND]:
            if known.user_id not in table.guests:
                await self._withdraw(table, known, ledger)
        for user_id in table.guests:
            memory = ledger.message(user_id)
            if memory.failed or ledger.posts(KIND, user_id):
                continue
            person = await self.store.player(user_id)
            if person is None or person.dms == "never" or not self.messages.reachable(person):
                continue
            try:
                await self._write(table, person, ledger)
            except Later as later:
                self.look_at(table.id, later.at)
            except discord.HTTPException as error:
                if passing(error):
                    raise
                memory.failed += 1
                ledger.remember(user_id, memory)
                logger.info("not invited: %s", error, extra={"table": table.id})

    async def _write(self, table: Table, person: PlayerRow, ledger: Ledger) -> None:
        shown = invitation(table, self._server(table))
        known_by = nonce(table, f"{person.user_id}:{KIND}", table.open_nonces + 1)
        channel_id, sent = await self.messages.send_to(
            person, shown.content, view_of(shown.items), known_by
        )
        ledger.sent(
            Post(
                message_id=sent,
                table_id=table.id,
                channel_id=channel_id,
                kind=KIND,
                user_id=person.user_id,
                created_at=self.referee.now(),
            )
        )
        await ledger.write()

    def _server(self, table: Table) -> str:
        guild = self.client.get_guild(table.guild_id or 0)
        return guild.name if guild is not None else ""

    async def _withdraw(self, table: Table, known: Post, ledger: Ledger) -> None:
        """An invitation that holds no more loses its buttons, and says what became of it."""
        said = invitation_over(table, known.user_id)
        try:
            await message_of(self.client, known).edit(content=said, view=None)
        except discord.HTTPException as error:
            if passing(error):
                raise
            logger.info("an invitation stays: %s", error, extra={"table": table.id})
        ledger.forget(known)
