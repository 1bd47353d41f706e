"""Somebody's own data: shown, handed out, or deleted; and the privacy text."""

import asyncio
import logging
from contextlib import suppress
from io import BytesIO

import discord

from bot.errors import BotError, Damaged, NoTable
from bot.interactions.replies import defer, reply
from bot.posting.poster import Poster
from bot.referee import Referee
from bot.store import people
from bot.table import Table
from bot.ui import own_data as shown
from bot.ui.screen import Screen
from rules.engine.errors import RulesError

logger = logging.getLogger(__name__)
TRIES = 3  # times that somebody may sit down again while their data is deleted
PASSES = 2  # what was being posted meanwhile is gone through once more


class OwnData:
    """What people can have done about what is kept of them; each for themselves alone."""

    def __init__(self, referee: Referee, poster: Poster, days: int) -> None:
        """Work for a referee that keeps games for so many days."""
        self.referee, self.store, self.poster, self.days = referee, referee.store, poster, days

    async def press(self, interaction: discord.Interaction, what: str) -> None:
        """A button about one's own data."""
        done = {
            "show": self.show,
            "export": self.export,
            "delete": self.ask,
            "deleted": self.delete,
            "privacy": self.privacy,
        }
        if what in done:
            await done[what](interaction)
            return
        await defer(interaction)
        await reply(interaction, shown.KEPT)

    async def privacy(self, interaction: discord.Interaction) -> None:
        """What is kept of people, and for how long."""
        await defer(interaction, fresh=True)
        await _show(interaction, shown.privacy(self.days))

    async def show(self, interaction: discord.Interaction) -> None:
        """What is kept of whoever asks."""
        await defer(interaction)
        await _show(
            interaction, shown.own_data(await people.kept_of(self.store, interaction.user.id))
        )

    async def export(self, interaction: discord.Interaction) -> None:
        """The same as a file, word for word."""
        await defer(interaction, fresh=True)
        user_id = interaction.user.id
        kept = await people.kept_of(self.store, user_id)
        made = shown.data_file(kept, user_id, self.referee.now())
        file = discord.File(BytesIO(made), shown.FILE, description=shown.FILE_SAYS)
        said = "Your data: nobody else can see this answer."
        unseen = "Discord lets me attach no file here: ask me in direct messages."
        await reply(interaction, said, files=[file], unseen=unseen)

    # -- deletion

    async def ask(self, interaction: discord.Interaction) -> None:
        """Say what deletion would do, and ask whether it is to be done."""
        await defer(interaction)
        found = [await self._look(n) for n in await self.referee.tables_of(interaction.user.id)]
        live = [table for table in found if table is not None]
        playing = [table for table in live if table.status == "playing"]
        await _show(interaction, shown.sure(playing, len(live) - len(playing)))

    async def delete(self, interaction: discord.Interaction) -> None:
        """Delete everything about whoever is sure of it."""
        await defer(interaction)
        done = await self.forget(interaction.user.id)
        await reply(interaction, shown.DELETED if done else shown.AGAIN)

    async def forget(self, user_id: int) -> bool:
        """Take somebody out of everything; false where they keep sitting down elsewhere."""
        for _ in range(TRIES):
            left = await self.referee.tables_of(user_id)
            for number in left:
                await self._give_up(number, user_id)
            touched = await self._take_out(user_id, left)
            if touched is not None:
                logger.info("somebody is forgotten", extra={"tables": len(touched)})
                return True
        return False

    async def _take_out(self, user_id: int, left: list[int]) -> list[int] | None:
        """Take somebody out, and once more when what was being posted has been: that knew them."""
        touched: list[int] | None = None
        for _ in range(PASSES):
            await asyncio.gather(*(self.poster.said(number) for number in left))
            found = await people.forget_person(self.store, user_id, left)
            if found is None:
                return None
            touched = found if touched is None else touched
            for number in found:
                self.referee.forget(number)
            for number in left:
                self.poster.look_at(number)
        return touched

    async def _give_up(self, number: int, user_id: int) -> None:
        """Leave a table: a seat in a lobby is free again, a game that is on is given up.

        A table that rests is closed, as any of its players may do: nobody can resign there. One
        that cannot be read is left as it is.
        """
        table = await self._look(number)
        if table is None:
            return
        with suppress(BotError, RulesError):  # it is over, or was given up before
            if table.pause is not None:
                await self.referee.abandon(number, user_id, moderator=True)
            elif table.status == "lobby":
                await self.referee.leave(number, user_id)
            else:
                await self.referee.resign(number, user_id)

    async def _look(self, number: int) -> Table | None:
        with suppress(Damaged, NoTable):
            return await self.referee.look(number)
        return None


async def _show(interaction: discord.Interaction, screen: Screen) -> None:
    await reply(interaction, screen.content, screen.items)
