"""Finding a game: the open tables of a server that somebody can see, and a seat at one of them."""

from contextlib import suppress

import discord

from bot.errors import Damaged, NoTable
from bot.interactions.answers import Answers
from bot.interactions.house_rules import HouseRules
from bot.interactions.replies import defer, reply
from bot.referee import Referee
from bot.store import servers
from bot.table import Table
from bot.ui.find import PAGE, found

MOST = 200  # open tables of a server that are looked through


class Find:
    """Lists what waits for players."""

    def __init__(self, referee: Referee, answers: Answers, house: HouseRules) -> None:
        """Work for a referee."""
        self.referee, self.answers, self.house = referee, answers, house

    async def show(self, interaction: discord.Interaction, page: int = 0, game: str = "") -> None:
        """Show a page of the open tables, of all games or of one."""
        await defer(interaction)
        if interaction.guild_id is None:
            raise NoTable("Tables are found in a server: use this in one of its channels.")
        rows = await servers.lobbies(self.referee.store, interaction.guild_id)
        user_id = interaction.user.id
        seen = []
        for row in rows[:MOST]:
            if (game and row.game != game) or (row.private and user_id not in row.invited):
                continue
            if user_id in row.invited or await self.answers.access.sees(interaction, row):
                seen.append(row.id)
        page = min(page, max(0, (len(seen) - 1) // PAGE))
        tables = [
            table
            for number in seen[page * PAGE : (page + 1) * PAGE]
            if (table := await self._look(number)) is not None
        ]
        rules = await self.house.of(interaction.guild_id)
        told = f"-# <@&{rules.role}> is told of new tables." if rules.role else ""
        shown = found(tables, len(seen), page, user_id, game, told)
        await reply(interaction, shown.content, shown.items)

    async def _look(self, number: int) -> Table | None:
        """A table with a free seat; none where it has none any more, or cannot be read."""
        with suppress(Damaged, NoTable):
            table = await self.referee.look(number)
            return table if table.status == "lobby" or table.vacant else None
        return None
