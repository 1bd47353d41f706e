"""Planning ahead: somebody who waits leaves an answer for when they are asked."""

import discord

from bot.errors import NotAllowed
from bot.interactions.answers import Answers
from bot.interactions.replies import defer, reply
from bot.referee import Referee
from bot.table import Table, plans
from bot.ui.buttons import Lasting
from bot.ui.keys import key
from bot.ui.plans import named, plan_button, plan_words, planning
from bot.ui.screen import join
from bot.ui.words import heading
from rules.engine.codec import option_key

NO_MORE = "Your plan is dropped: you are asked."


class Plans:
    """Shows what could be planned, and takes it; all of it is private."""

    def __init__(self, referee: Referee, answers: Answers) -> None:
        """Work for a referee."""
        self.referee, self.answers = referee, answers

    async def press(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Plan something, or nothing any more."""
        await defer(interaction, fresh=item.match["what"] == "ask")
        table = await self.answers.look(interaction, int(item.match["table"]))
        if item.match["what"] == "ask":
            await self.ask(interaction, table)
        else:
            await self.drop(interaction, table)

    async def pick(self, interaction: discord.Interaction, item: Lasting) -> None:
        """What was chosen is planned."""
        await defer(interaction)
        table = await self.answers.look(interaction, int(item.match["table"]))
        await self.take(interaction, table, item.values[0])

    async def ask(self, interaction: discord.Interaction, table: Table) -> None:
        """Show what somebody would be asked, if nothing happened, and what they could answer."""
        seen = plans.ahead(table, interaction.user.id)
        shown = planning(table, interaction.user.id, seen)
        await reply(interaction, shown.content, shown.items)

    async def take(self, interaction: discord.Interaction, table: Table, wanted: str) -> None:
        """Plan an answer, by its short key."""
        user_id = interaction.user.id
        seen = plans.ahead(table, user_id)
        said = named(table, user_id, seen)
        way = next((way for way in seen.choices if key(way.option) == wanted), None)
        if way is None:
            raise NotAllowed("That is nothing that you could answer then.")
        kept = await self.referee.plan(table, user_id, option_key(way.option), said[wanted])
        await self._show(interaction, kept)

    async def drop(self, interaction: discord.Interaction, table: Table) -> None:
        """Take one's plan back."""
        left = await self.referee.drop_plan(table, interaction.user.id)
        await reply(
            interaction,
            join(heading(left), NO_MORE),
            plan_button(left, interaction.user.id),
        )

    async def _show(self, interaction: discord.Interaction, table: Table) -> None:
        user_id = interaction.user.id
        said = join(heading(table), plan_words(table, user_id))
        await reply(interaction, said, plan_button(table, user_id))
