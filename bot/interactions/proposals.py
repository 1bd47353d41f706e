"""What all who play can agree on, proposed and answered by buttons or commands."""

import discord

from bot.interactions.answers import Answers
from bot.interactions.replies import defer, on_a_post, reply
from bot.referee import Referee
from bot.table import Table, guard
from bot.table.proposals import said
from bot.ui.proposals import pause_buttons, propose_buttons
from bot.ui.screen import join
from bot.ui.table_buttons import play_on
from bot.ui.words import heading


class Proposals:
    """Takes what people propose, and what they say to it."""

    def __init__(self, referee: Referee, answers: Answers) -> None:
        """Work for a referee."""
        self.referee, self.answers = referee, answers

    async def press(
        self, interaction: discord.Interaction, table_id: int, what: str, days: int | None
    ) -> None:
        """A button was pressed that proposes something, or answers it."""
        await defer(interaction, fresh=on_a_post(interaction))
        table = await self.answers.look(interaction, table_id)
        match what:
            case "agree" | "no":
                await self.answer(interaction, table, agrees=what == "agree")
            case "resume":
                await self.resume(interaction, table)
            case "back":
                await self.back(interaction, table)
            case _ if days is None:
                guard.seated(table, interaction.user.id)
                ask = "For how long is the table to rest? All who play are asked."
                await reply(interaction, join(heading(table), ask), pause_buttons(table))
            case _:
                await self.pause(interaction, table, days or 0)

    async def pause(self, interaction: discord.Interaction, table: Table, days: int) -> None:
        """Propose a pause, or agree to it."""
        await self._show(
            interaction, await self.referee.propose_pause(table, interaction.user.id, days)
        )

    async def resume(self, interaction: discord.Interaction, table: Table) -> None:
        """Propose to go on, or agree to it."""
        await self._show(interaction, await self.referee.propose_resume(table, interaction.user.id))

    async def back(self, interaction: discord.Interaction, table: Table) -> None:
        """Propose to take back one's last move."""
        await self._show(interaction, await self.referee.propose_back(table, interaction.user.id))

    async def answer(self, interaction: discord.Interaction, table: Table, *, agrees: bool) -> None:
        """Agree to what is proposed, or not."""
        done = self.referee.agree if agrees else self.referee.disagree
        await self._show(interaction, await done(table, interaction.user.id))

    async def _show(self, interaction: discord.Interaction, table: Table) -> None:
        """How things stand after that."""
        items = [play_on(table)]
        if table.proposal is not None:
            told = f"🗳️ {said(table, table.proposal)} The others are asked; *Table* takes it back."
        elif table.pause is not None:
            told, items = f"⏸️ {guard.resting(table)}", propose_buttons(table, interaction.user.id)
        else:
            told = "The table goes on."
        await reply(interaction, join(heading(table), told), items)
