"""Answers to questions, by button or by command: take them, show where that leads."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import discord

from bot.errors import BotError, NoTable, NotAllowed
from bot.interactions.live_panels import LivePanels
from bot.interactions.replies import defer, reply, under_a_post
from bot.interactions.starts import Starts
from bot.interactions.who import may_look
from bot.posting.poster import Poster
from bot.referee import Referee
from bot.table import Table, guard
from bot.table.change import Change
from bot.ui import panels
from bot.ui.buttons import view_of
from bot.ui.error_replies import reply_with_error, sentence
from bot.ui.keys import key, parse, pick
from bot.ui.limits import CONTENT, cut
from bot.ui.open_choices import open_panel
from bot.ui.pictures import Pictures
from bot.ui.rules import rule_button
from bot.ui.screen import WAY_ROW, Screen
from rules.engine.errors import NotAsked, RulesError, Stale
from rules.engine.state import Option

BARRED = "-# I may not post in <#{}> any more: the game goes on in private answers like this one."
CLOSED = (
    "-# I could not write to you directly, so your secrets are shown here. To get them by direct "
    "message, allow those from this server, then press *My hand* and *Try again by DM*."
)


class Answers:
    """Where players come with their answers; all that is said here is private."""

    def __init__(
        self, referee: Referee, poster: Poster, pictures: Pictures, live: LivePanels
    ) -> None:
        """Take answers on behalf of a referee."""
        self.referee, self.poster, self.pictures, self.live = referee, poster, pictures, live
        self.starts = Starts(live)

    # -- finding the table

    async def table_here(
        self, interaction: discord.Interaction, number: int | None, *, ended: bool = False
    ) -> Table:
        """The table that a command speaks of: by its number, or the one of this channel.

        Where nobody plays any more, it may be the one that has `ended` there.
        """
        if number is not None:
            table = await self.referee.look(number)
            if table.guild_id != interaction.guild_id or not may_look(interaction, table):
                raise NoTable(f"There is no table {number} in this server.")
            return table
        found = await self.referee.look_here(interaction.channel_id or 0)
        if found is not None:
            return found
        last = await self.referee.store.ended_here(interaction.channel_id or 0) if ended else None
        if last is None:
            raise NoTable("There is no table in this channel. A game's `new` command opens one.")
        return await self.referee.look(last)

    # -- panels

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
        shown: Screen,
        note: str = "",
        more: discord.ui.Item[Any] | None = None,
    ) -> None:
        """Show a panel with its picture, what is to be said about it before it, one more button."""
        player = table.player_of(interaction.user.id)
        closed = CLOSED if player is not None and table.players[player].dms_closed else ""
        if self.poster.public_posts.barred(table.channel_id):
            closed += BARRED.format(table.channel_id)
        file = None
        if shown.hand:
            file = await self.pictures.private(table.game, shown.view)
        elif shown.view is not None:
            file = await self.pictures.panel(table.game, shown.view, shown.aims)
        content = shown.words(pictured=file is not None)
        room = CONTENT - len(content) - len(closed) - 2
        said = cut(note, room) if room > 0 else ""
        content = "\n".join(part for part in (said, content, closed) if part)
        await reply(interaction, content, shown.buttons(more), [file] if file else [])
        if not shown.hand and not under_a_post(interaction):
            self.live.shown(interaction, table, shown, note)

    # -- answering: the one way in, for buttons and for commands

    async def press(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        number: int,
        keys: list[str],
    ) -> None:
        """A button or a select was pressed, which names its question and its options."""
        await defer(interaction)
        table = await self.referee.look(table_id)
        await self.take(interaction, table, lambda: _options(table, seat, keys), (seat, number))

    async def take(
        self,
        interaction: discord.Interaction,
        table: Table,
        read: Callable[[], Sequence[Option]],
        at: tuple[int, int] | None = None,
    ) -> None:
        """Take the options that somebody names, and show where they lead; or why nowhere.

        `at` is the question (seat and number) that a button was made for; a command answers
        whatever its caller is asked now.
        """
        user_id, seat = interaction.user.id, at[0] if at else None
        with self.live.busy(table.id, user_id), self._message_held(interaction, table.id):
            try:
                if at is None:
                    question = guard.asked(table, user_id)
                    at = (question.seat, question.number)
                guard.holds(table, user_id, at[0])
                options = read()
                if table.in_real_time and (
                    note := await self._start(interaction, table, at[0], options)
                ):
                    await self.open_panel(interaction, await self.referee.look(table.id), note)
                    return
                change = await self.referee.act(
                    table, user_id, *at, options, request=str(interaction.id)
                )
            except (BotError, RulesError) as error:
                await self.refuse(interaction, table, error, seat)
                return
            await self._led(interaction, change, _note(change), seat=at[0])

    async def _start(
        self, interaction: discord.Interaction, table: Table, seat: int, options: Sequence[Option]
    ) -> str | None:
        """Where seconds are about to count, let them be counted down here, too."""
        shown = panels.panel(table, interaction.user.id)
        self.live.shown(interaction, table, shown)
        return await self.starts.before(table, seat, options)

    async def undo(
        self, interaction: discord.Interaction, table: Table, at: tuple[int, int] | None = None
    ) -> None:
        """Take back the last answer, show where that leads; a second click takes back no more."""
        user_id = interaction.user.id
        with self.live.busy(table.id, user_id), self._message_held(interaction, table.id):
            try:
                change = await self.referee.undo(
                    table, interaction.user.id, at=at, request=str(interaction.id)
                )
            except (BotError, RulesError) as error:
                await self.refuse(interaction, table, error, at[0] if at else None)
                return
            await self._led(interaction, change, "↩️ Taken back.")

    async def about_draw(
        self, interaction: discord.Interaction, table: Table, *, agrees: bool
    ) -> None:
        """Agree to the draw that is on offer, or decline it; show how things stand then."""
        user_id = interaction.user.id
        guard.seated(table, user_id)
        if agrees and not any(seated.user_id == user_id for seated in table.draw_asked):
            raise NotAllowed("Nobody offers you a draw.")
        answer = self.referee.offer_draw if agrees else self.referee.decline_draw
        with self.live.busy(table.id, user_id):
            change = await answer(table, user_id)
            await self.open_panel(interaction, change.after, note=_note(change))

    async def narrow(
        self, interaction: discord.Interaction, table_id: int, seat: int, number: int, path: str
    ) -> None:
        """Show what is left under a path; a panel that is out of date says so."""
        await defer(interaction)
        table = await self.referee.look(table_id)
        try:
            guard.still_asked(table, interaction.user.id, seat, number)
        except (BotError, RulesError) as error:
            await self.refuse(interaction, table, error, seat)
            return
        if under_a_post(interaction) and (panel := open_panel(table, path)) is not None:
            await interaction.edit_original_response(view=view_of(panel.items))
            return
        shown = panels.panel(table, interaction.user.id, seat=seat, path=path)
        await self.show(interaction, table, shown)

    async def refuse(
        self,
        interaction: discord.Interaction,
        table: Table,
        error: BotError | RulesError,
        seat: int | None = None,
    ) -> None:
        """Say why something was not done; whoever plays here is shown how things stand now."""
        judged = self.referee.seen(table.id)
        if judged is not None and judged.version > table.version:
            table = judged
        if table.play is None or table.player_of(interaction.user.id) is None:
            await reply_with_error(interaction, error)
            return
        said = sentence(error) or ""
        if isinstance(error, Stale | NotAsked):
            said = f"{said} This is how things stand now."
        shown = panels.panel(table, interaction.user.id, seat=seat)
        rule = rule_button(error, WAY_ROW)
        await self.show(interaction, table, shown, note=f"⚠️ {said}", more=rule)

    async def _led(
        self,
        interaction: discord.Interaction,
        change: Change,
        note: str,
        seat: int | None = None,
    ) -> None:
        """Show where an action led; under a direct message, that message is up to date then.

        A post is brought up to date by the poster, as always.
        """
        if under_a_post(interaction) and not (change.repeated or change.dropped):
            return
        table, user_id = change.after, interaction.user.id
        shown = panels.panel(table, user_id, seat=seat)
        await self.show(interaction, table, shown, note=note)
        if interaction.guild_id is None and interaction.message is not None:
            several = len(table.seats_of(user_id)) > 1
            whole = panels.panel(table, user_id) if several else shown
            self.poster.direct_messages.shown(table, user_id, interaction.message.id, whole)

    def _message_held(
        self, interaction: discord.Interaction, table_id: int
    ) -> AbstractContextManager[None]:
        """A button under a direct message brings that message up to date by itself."""
        if interaction.guild_id is not None:
            return nullcontext()
        return self.poster.held(table_id, interaction.user.id)


def _options(table: Table, seat: int, keys: Sequence[str]) -> list[Option]:
    """The answers that keys name; a way stands for several of them."""
    offered, ways = table.offer(seat), table.ways(seat)
    found: list[Option] = []
    for wanted in keys:
        way = next((way for way in ways if key(way.option) == wanted), None)
        if way is not None:
            found += way.answers
            continue
        # One that is offered no more is named all the same: the rules say why.
        option = pick(offered, wanted) or parse(table.game, wanted)
        if option is None:
            raise Stale(guard.OUTDATED)
        found.append(option)
    return found


def _note(change: Change) -> str:
    lines = list(change.told)
    if change.repeated:
        lines.append("That had been taken already.")
    if change.dropped:
        count = len(change.dropped)
        lines.append(f"Something happened on the way: the last {count} were not done.")
    return "\n".join(lines)
