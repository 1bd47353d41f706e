"""Answers to questions, by button or by command: take them, show where that leads."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import discord

from bot.errors import NoTable, NotPlaying, NotSeated
from bot.interactions.replies import defer, reply
from bot.interactions.who import may_look
from bot.posting.poster import Poster
from bot.referee import Referee
from bot.store import Store
from bot.table import Table
from bot.table.change import Acted
from bot.ui import panels
from bot.ui.error_replies import sentence
from bot.ui.limits import CONTENT, cut
from bot.ui.narrowing import parse, pick
from bot.ui.panel import WAY_ROW, Panel
from bot.ui.pictures import Pictures
from bot.ui.rules import rule_button
from bot.ui.words import waiting
from rules.engine.errors import NotAsked, RulesError, Stale
from rules.engine.state import Option, Question

BARRED = "-# I may not post in <#{}> any more: the game goes on in private answers like this one."
CLOSED = (
    "-# I could not write to you directly, so your secrets are shown here. To get them by direct "
    "message, allow those from this server, then press *My hand* and *Try again by DM*."
)


class Answers:
    """Where players come with their answers; all that is said here is private."""

    def __init__(self, referee: Referee, store: Store, poster: Poster, pictures: Pictures) -> None:
        """Take answers on behalf of a referee."""
        self.referee, self.store = referee, store
        self.poster, self.pictures = poster, pictures

    # -- finding the table

    async def table_here(self, interaction: discord.Interaction, number: int | None) -> Table:
        """The table that a command speaks of: by its number, or the one of this channel."""
        if number is not None:
            table = await self.referee.look(number)
            if table.guild_id != interaction.guild_id or not may_look(interaction, table):
                raise NoTable(f"There is no table {number} in this server.")
            return table
        found = await self.referee.find(interaction.channel_id or 0)
        if found is None:
            raise NoTable("There is no table in this channel. A game's `new` command opens one.")
        return await self.referee.look(found)

    def asked(self, table: Table, user_id: int) -> Question:
        """The question that somebody may answer now, or the reason why there is none."""
        if table.player_of(user_id) is None:
            raise NotSeated(f"You do not sit at table {table.id}: you can only watch this game.")
        if table.play is None:
            raise NotPlaying(f"The game at table {table.id} has not begun.")
        if table.outcome is not None or table.status != "playing":
            raise NotPlaying(f"The game at table {table.id} is over.")
        questions = table.questions(user_id)
        if not questions:
            raise NotAsked(f"It is not your turn. {waiting(table, table.view(None))}")
        return questions[0]

    # -- panels

    async def play(self, interaction: discord.Interaction, table_id: int) -> None:
        """Open a fresh panel."""
        await defer(interaction, fresh=True)
        await self.open_panel(interaction, await self.referee.look(table_id))

    async def open_panel(
        self, interaction: discord.Interaction, table: Table, note: str = ""
    ) -> None:
        """Show the panel of whoever is asking."""
        shown = panels.panel(table, interaction.user.id)
        await self.show(interaction, table, shown, note=note)

    async def show(
        self,
        interaction: discord.Interaction,
        table: Table,
        shown: Panel,
        note: str = "",
        more: discord.ui.Item[Any] | None = None,
    ) -> None:
        """Show a panel with its picture, what is to be said about it before it, one more button."""
        known = await self.store.player(interaction.user.id)
        closed = CLOSED if known is not None and known.dms_closed else ""
        if self.poster.barred(table.channel_id):
            closed += BARRED.format(table.channel_id)
        file = None
        if shown.view is not None:
            file = await self.pictures.private(table.game, shown.view)
        content = shown.words(pictured=file is not None)
        room = CONTENT - len(content) - len(closed) - 2
        said = cut(note, room) if room > 0 else ""
        content = "\n".join(part for part in (said, content, closed) if part)
        await reply(interaction, content, shown.buttons(more), [file] if file else [])

    # -- answering

    async def press(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        number: int,
        keys: list[str],
    ) -> None:
        """A button or a select was pressed: take its answer, show where that leads."""
        await defer(interaction)
        table = await self.referee.look(table_id)
        _holds(table, interaction.user.id, seat)
        with self._message_held(interaction, table_id):
            try:
                options = [_option(table, seat, wanted) for wanted in keys]
                acted = await self._act(interaction, table, seat, number, options)
            except RulesError as error:
                await self._refuse(interaction, table_id, seat, error)
                return
            await self._led(interaction, acted, seat, _note(acted))

    async def _led(
        self, interaction: discord.Interaction, acted: Acted, seat: int | None, note: str
    ) -> None:
        """Show where a button led; under a direct message, that message is up to date then."""
        user_id = interaction.user.id
        shown = panels.panel(acted.table, user_id, seat=seat)
        await self.show(interaction, acted.table, shown, note=note)
        if interaction.guild_id is None and interaction.message is not None:
            messages = self.poster.direct_messages
            await messages.shown(acted.table, user_id, interaction.message.id)

    def _message_held(
        self, interaction: discord.Interaction, table_id: int
    ) -> AbstractContextManager[None]:
        """A button under a direct message brings that message up to date by itself."""
        if interaction.guild_id is not None:
            return nullcontext()
        return self.poster.held(table_id, interaction.user.id)

    async def act(
        self, interaction: discord.Interaction, table: Table, options: Sequence[Option]
    ) -> None:
        """A command has named options: take them, show where that leads."""
        asked = self.asked(table, interaction.user.id)
        acted = await self._act(interaction, table, asked.seat, asked.number, options)
        shown = panels.panel(acted.table, interaction.user.id, seat=asked.seat)
        await self.show(interaction, acted.table, shown, note=_note(acted))

    async def _act(
        self,
        interaction: discord.Interaction,
        table: Table,
        seat: int,
        number: int,
        options: Sequence[Option],
    ) -> Acted:
        return await self.referee.act(
            table.id, interaction.user.id, seat, number, options, request=str(interaction.id)
        )

    async def narrow(
        self, interaction: discord.Interaction, table_id: int, seat: int, number: int, path: str
    ) -> None:
        """Show what is left under a path; a panel that is out of date says so."""
        await defer(interaction)
        table = await self.referee.look(table_id)
        _holds(table, interaction.user.id, seat)
        asked = next((q for q in table.questions(interaction.user.id) if q.seat == seat), None)
        if asked is None or asked.number != number:
            stale = Stale("This panel was out of date.")
            await self._refuse(interaction, table_id, seat, stale)
            return
        shown = panels.panel(table, interaction.user.id, seat=seat, path=path)
        await self.show(interaction, table, shown)

    async def undo(
        self, interaction: discord.Interaction, table_id: int, at: tuple[int, int] | None = None
    ) -> None:
        """Take back the last answer, show where that leads; a second click takes back no more."""
        await defer(interaction)
        with self._message_held(interaction, table_id):
            try:
                acted = await self.referee.undo(
                    table_id, interaction.user.id, at=at, request=str(interaction.id)
                )
            except Stale as error:
                await self._refuse(interaction, table_id, at[0] if at else 0, error)
                return
            await self._led(interaction, acted, None, "↩️ Taken back.")

    async def _refuse(
        self, interaction: discord.Interaction, table_id: int, seat: int, error: RulesError
    ) -> None:
        """Say why an answer was not taken, and show how things stand now."""
        table = await self.referee.look(table_id)
        said = sentence(error) or ""
        if isinstance(error, Stale | NotAsked):
            said = f"{said} This is how things stand now."
        shown = panels.panel(table, interaction.user.id, seat=seat)
        rule = rule_button(error, WAY_ROW)
        await self.show(interaction, table, shown, note=f"⚠️ {said}", more=rule)


def _holds(table: Table, user_id: int, seat: int) -> None:
    if table.player_of(user_id) is None:
        raise NotSeated(f"You do not sit at table {table.id}: you can only watch this game.")
    if seat not in table.seats_of(user_id):
        raise NotSeated("This panel belongs to somebody else.")


def _option(table: Table, seat: int, wanted: str) -> Option:
    """The option that a key names; one that is offered no more is named all the same."""
    option = pick(table.offer(seat), wanted) or parse(table.game, wanted)
    if option is None:
        raise Stale("This panel was out of date.")
    return option


def _note(acted: Acted) -> str:
    lines = list(acted.told)
    if acted.repeated:
        lines.append("That had been taken already.")
    if acted.dropped:
        lines.append(f"Something happened on the way: the last {len(acted.dropped)} were not done.")
    return "\n".join(lines)
