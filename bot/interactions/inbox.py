"""The inbox: what waits for somebody, wherever they ask, and one table after the other from there."""

import discord

from bot.errors import BotError
from bot.interactions.answers import Answers
from bot.interactions.live_panels import LivePanels
from bot.interactions.replies import defer, in_private, reply
from bot.referee import Referee
from bot.ui.error_replies import sentence
from bot.ui.inbox import PAGE, from_inbox, inbox


class Inbox:
    """Everything that waits for whoever asks; each table is played in the same private answer."""

    def __init__(self, referee: Referee, answers: Answers, live: LivePanels) -> None:
        """Open tables of a referee."""
        self.referee, self.answers, self.live = referee, answers, live

    async def turns(self, interaction: discord.Interaction, page: int = 0, note: str = "") -> None:
        """Show a page of what waits, in the answer that it was asked for in."""
        await _defer(interaction)
        store, user_id = self.referee.store, interaction.user.id
        found = await store.turns(user_id, page * PAGE, PAGE)
        if page and not found.shown:  # it was longer once
            page, found = 0, await store.turns(user_id, 0, PAGE)
        shown = inbox(found, page, note)
        self.live.leave(await reply(interaction, shown.content, shown.buttons()))

    async def open(self, interaction: discord.Interaction, table_id: int) -> None:
        """Play at a table here; one that cannot be opened leaves the list as it was."""
        await _defer(interaction)
        if (why := await self._opened(interaction, table_id)) is not None:
            await self.turns(interaction, note=f"⚠️ {why}")

    async def next(self, interaction: discord.Interaction, table_id: int) -> None:
        """Play at the table that comes after this one; those that cannot be opened are passed over."""
        await _defer(interaction)
        waiting = await self.referee.store.turns(interaction.user.id)
        ids = [one.table_id for one in waiting.shown]
        at = ids.index(table_id) + 1 if table_id in ids else 0
        why: str | None = None
        for number in [*ids[at:], *ids[:at]]:
            if number == table_id:
                continue
            if (why := await self._opened(interaction, number)) is None:
                return
        await self.turns(interaction, note=f"⚠️ {why}" if why else "No other table waits for you.")

    async def _opened(self, interaction: discord.Interaction, table_id: int) -> str | None:
        """Open the panel of a table; or say why that cannot be."""
        try:
            table = await self.answers.look(interaction, table_id)
            await self.answers.open_panel(interaction, table)
        except BotError as error:
            return sentence(error) or ""
        return None


async def _defer(interaction: discord.Interaction) -> None:
    """Answer in the inbox that was pressed in; elsewhere in an answer of its own."""
    await defer(interaction, fresh=not (in_private(interaction) and from_inbox(interaction)))
