"""Answers to questions, by button or by command: take them, show where that leads."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import discord

from bot.errors import BotError, Damaged, NoTable, NotAllowed, Resting
from bot.interactions.live_panels import LivePanels
from bot.interactions.replies import defer, edit_post, in_private, reply, under_a_post
from bot.interactions.starts import Starts
from bot.interactions.who import Access, moderates, out_of_reach
from bot.posting.poster import Poster
from bot.referee import Referee
from bot.table import Table, guard
from bot.table.change import Change
from bot.ui import panels
from bot.ui.error_replies import reply_with_error, sentence
from bot.ui.first_answer import acknowledge
from bot.ui.inbox import from_inbox, way_on
from bot.ui.keys import key, parse, pick
from bot.ui.limits import CHOICE, cut
from bot.ui.menu import STEPS, order
from bot.ui.notes import above
from bot.ui.open_choices import narrowed, open_panel
from bot.ui.pictures import Pictures, in_time
from bot.ui.rules import rule_button
from bot.ui.screen import WAY_ROW, Screen, join
from bot.ui.trouble import passing, too_late
from bot.ui.words import heading
from rules.engine.codec import option_key
from rules.engine.errors import NotAsked, RulesError, Stale
from rules.engine.state import Option

MOST_TABLES = 12  # of one channel, among which a command looks for the one that is meant
ORDERED = "🔁 From now on without asking you: {}. *Ask me again*, under *Table*, takes that back."
BARRED = "-# I may not post in <#{}> any more: the game goes on in private answers like this one."
REFUSED = "-# Discord did not take a post of this table: `/table log` tells what happened."
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
        self.access = Access()
        self.rests: Callable[[Table], None] = lambda table: None  # hears who wants to go on

    # -- finding the table

    async def table_here(
        self,
        interaction: discord.Interaction,
        number: int | None,
        *,
        ended: bool = False,
        game: str | None = None,
    ) -> Table:
        """The table that a command speaks of: by its number, or the one of this channel.

        In a channel whose threads have tables, it is the only one, of this `game`, or the only one
        at which the caller sits. Where nobody plays any more, it may be the one that has `ended`.
        """
        if number is not None:
            table = await self.look(interaction, number)
            if table.guild_id != interaction.guild_id:
                raise NoTable
            return table
        alone = out_of_reach(interaction)
        here = -interaction.user.id if alone else interaction.channel_id or 0
        found = await self.referee.look_here(here) or await self._in_threads(interaction, game)
        if found is not None:
            return found
        if alone:
            raise NoTable("You play no game of your own now. The game's `new` command begins one.")
        last = await self.referee.store.ended_here(interaction.channel_id or 0) if ended else None
        if last is None:
            raise NoTable("There is no table in this channel. A game's `new` command opens one.")
        return await self.referee.look(last)

    async def look(self, interaction: discord.Interaction, number: int) -> Table:
        """A table by its number, for whoever may see it; for others there is none, read or unread."""
        user_id = interaction.user.id
        try:
            table = await self.referee.look(number)
        except Damaged as error:
            place = await self.referee.store.whereabouts(number)
            if place is None:
                raise NoTable from None
            mine = place.host_id == user_id
            if not mine and not await self.access.sees(interaction, place):
                raise NoTable from None
            raise error from None
        owners = [one.owner_id for one in table.vacant]
        known = table.player_of(user_id) is not None or user_id in (*table.guests, *owners)
        if not known and not await self.access.sees(interaction, table):
            raise NoTable
        return table

    async def close_unread(self, interaction: discord.Interaction, error: Damaged) -> None:
        """Close a table that cannot be read, for whoever may, and say so."""
        place = await self.referee.store.whereabouts(error.table_id)
        mod = moderates(interaction, place)
        await self.referee.close_damaged(error.table_id, interaction.user.id, moderator=mod)
        await reply(interaction, f"Table {error.table_id} is closed.")

    async def _in_threads(self, interaction: discord.Interaction, game: str | None) -> Table | None:
        """The table that is meant in a channel whose threads have some; asks where several fit."""
        live = await self.referee.store.live_in(channel=interaction.channel_id or 0)
        tables: list[Table] = []
        unread: list[Damaged] = []
        for number in live[-MOST_TABLES:]:
            try:
                tables.append(await self.look(interaction, number))
            except Damaged as error:
                unread.append(error)
            except NoTable:  # it is in a thread that they do not see
                continue
        if unread and not tables:
            raise unread[-1]
        if game is not None:
            tables = [table for table in tables if table.game.key == game] or tables
        mine = [table for table in tables if table.player_of(interaction.user.id) is not None]
        for found in (tables, mine):
            if len(found) == 1:
                return found[0]
        if not tables:
            return None
        lines = [f"{heading(table)}: <#{table.channel_id}>" for table in mine or tables]
        lines += [f"Table {error.table_id} cannot be read" for error in unread]
        which = "\n".join(lines)
        raise NoTable(f"Which table? Use the command in its thread, or name its number.\n{which}")

    # -- panels

    async def open_panel(
        self, interaction: discord.Interaction, table: Table, note: str = "", *, foot: str = ""
    ) -> None:
        """Show the panel of whoever is asking; a note stands above it, below its words what is said
        as a game begins.
        """
        shown = await self._panel(table, interaction.user.id, begins=bool(foot))
        await self.show(interaction, table, shown, note=note, foot=foot)

    async def _panel(
        self,
        table: Table,
        user_id: int,
        seat: int | None = None,
        path: str = "",
        *,
        begins: bool = False,
    ) -> Screen:
        """A panel; where nothing is posted, it tells what a last post would."""
        ended = table.alone and table.status == "over"
        turned = await self.referee.turning(table) if ended else ""
        return panels.panel(table, user_id, seat=seat, path=path, turned=turned, begins=begins)

    async def show(
        self,
        interaction: discord.Interaction,
        table: Table,
        shown: Screen,
        note: str = "",
        more: discord.ui.Item[Any] | None = None,
        *,
        told: Sequence[str] = (),
        foot: str = "",
    ) -> None:
        """Show a panel with its picture, what was told, what is to be said before and after it, one
        more button.
        """
        player = table.player_of(interaction.user.id)
        after = [foot] if foot else []
        if player is not None and self.misses_messages(table, player):
            after.append(CLOSED)
        if self.poster.public_posts.barred(table.channel_id):
            after.append(BARRED.format(table.channel_id))
        if table.id in self.poster.refused and table.host_id == interaction.user.id:
            after.append(REFUSED)
        file = None
        if shown.hand:
            file = await in_time(self.pictures.private(table.game, shown.view, table.names))
        elif shown.view is not None:
            drawing = self.pictures.panel(table.game, shown.view, shown.aims, table.names)
            file = await in_time(drawing)
        content, unseen = (
            above(table, shown.words(pictured=seen), told, note, "\n".join(after))
            for seen in (file is not None, False)
        )
        files = [file] if file else []
        inbox = not shown.hand and from_inbox(interaction)
        placed = replace(shown, items=way_on(shown, table.id)) if inbox else shown
        at = await reply(interaction, content, placed.buttons(more), files, unseen=unseen)
        if not shown.hand:
            self.live.shown(
                interaction,
                table,
                shown,
                [*told, *note.splitlines()],
                at,
                inbox=inbox,
                pictured=file is not None,
            )

    def misses_messages(self, table: Table, player: int) -> bool:
        """Whether somebody would get their secrets by direct message, were those not closed."""
        seated = table.players[player]
        return seated.dms_closed and table.writes_to(seated)

    # -- answering: the one way in, for buttons and for commands

    async def press(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        number: int,
        keys: list[str],
        *,
        always: bool = False,
    ) -> None:
        """A button or a select was pressed, which names its question and its options."""
        await defer(interaction)
        table = await self.look(interaction, table_id)
        at = (seat, number)
        if always:
            await self.order(interaction, table, lambda: _standing(table, seat, keys[0]), at)
        else:
            await self.take(interaction, table, lambda: _options(table, seat, keys), at, keys)

    async def take(
        self,
        interaction: discord.Interaction,
        table: Table,
        read: Callable[[], Sequence[Option]],
        at: tuple[int, int] | None = None,
        keys: Sequence[str] = (),
    ) -> None:
        """Take the options that somebody names, and show where they lead; or why nowhere.

        `at` is the question (seat and number) that a button was made for; a command answers
        whatever its caller is asked now. Whoever plays step by step, by the `keys` of what was
        pressed, goes on so.
        """
        user_id, seat = interaction.user.id, at[0] if at else None
        with self.live.busy(table.id, interaction), self._message_held(interaction, table.id):
            try:
                if at is None:
                    question = guard.asked(table, user_id)
                    at = (question.seat, question.number)
                guard.holds(table, user_id, at[0])
                options = read()
                stepwise = bool(keys) and _is_stepwise(table, at[0], keys)
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
            await self._show_led(interaction, change, _note(change), seat=at[0], stepwise=stepwise)

    async def order(
        self,
        interaction: discord.Interaction,
        table: Table,
        read: Callable[[], Option],
        at: tuple[int, int] | None = None,
    ) -> None:
        """Take the answer that somebody gives now and whenever the same question is put again."""
        user_id = interaction.user.id
        with self.live.busy(table.id, interaction), self._message_held(interaction, table.id):
            try:
                asked = (
                    guard.asked(table, user_id)
                    if at is None
                    else guard.still_asked(table, user_id, *at)
                )
                option, view = read(), table.view(user_id)
                words = order(table.game, view, option)
                said = f"{table.game.text.prompt(view, asked.kind)} {words}"
                change = await self.referee.order(
                    table,
                    user_id,
                    (asked.seat, asked.number),
                    option_key(option),
                    cut(" ".join(said.split()), CHOICE),
                    request=str(interaction.id),
                )
            except (BotError, RulesError) as error:
                await self.refuse(interaction, table, error, at[0] if at else None)
                return
            note = join(_note(change), ORDERED.format(words))
            await self._show_led(interaction, change, note, seat=asked.seat)

    async def _start(
        self, interaction: discord.Interaction, table: Table, seat: int, options: Sequence[Option]
    ) -> str | None:
        """Where seconds are about to count, let them be counted down here, too."""
        shown = panels.panel(table, interaction.user.id)
        self.live.shown(interaction, table, shown)
        return await self.starts.before(table, seat, options)

    async def undo(
        self,
        interaction: discord.Interaction,
        table: Table,
        at: tuple[int, int] | None = None,
        *,
        stepwise: bool = False,
    ) -> None:
        """Take back the last answer, show where that leads; a second click takes back no more."""
        with self.live.busy(table.id, interaction), self._message_held(interaction, table.id):
            try:
                change = await self.referee.undo(
                    table, interaction.user.id, at=at, request=str(interaction.id)
                )
            except (BotError, RulesError) as error:
                await self.refuse(interaction, table, error, at[0] if at else None)
                return
            await self._show_led(interaction, change, "↩️ Taken back.", stepwise=stepwise)

    async def about_draw(
        self, interaction: discord.Interaction, table: Table, *, agrees: bool
    ) -> None:
        """Agree to the draw that is on offer, or decline it; show how things stand then."""
        user_id = interaction.user.id
        guard.seated(table, user_id)
        if agrees and not any(seated.user_id == user_id for seated in table.draw_asked):
            raise NotAllowed("Nobody offers you a draw.")
        answer = self.referee.offer_draw if agrees else self.referee.decline_draw
        with self.live.busy(table.id, interaction):
            change = await answer(table, user_id)
            shown = await self._panel(change.after, user_id)
            await self.show(interaction, change.after, shown, note=_note(change), told=change.told)

    async def narrow(
        self, interaction: discord.Interaction, table_id: int, seat: int, number: int, path: str
    ) -> None:
        """Show what is left under a path; a panel that is out of date says so."""
        await defer(interaction)
        table = await self.look(interaction, table_id)
        try:
            guard.still_asked(table, interaction.user.id, seat, number)
        except (BotError, RulesError) as error:
            await self.refuse(interaction, table, error, seat)
            return
        opened = open_panel(table, path) if under_a_post(interaction) else None
        if opened is not None and (post := interaction.message) is not None:
            said = narrowed(post.content, opened, pictured=bool(post.attachments))
            if await edit_post(interaction, said, opened.items):
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
        if isinstance(error, Resting):
            self.rests(table)
        if table.play is None or table.player_of(interaction.user.id) is None:
            await reply_with_error(interaction, error)
            return
        said = sentence(error) or ""
        if isinstance(error, Stale | NotAsked):
            said = f"{said} This is how things stand now."
        shown = await self._panel(table, interaction.user.id, seat)
        rule = rule_button(error, WAY_ROW)
        await self.show(interaction, table, shown, note=f"⚠️ {said}", more=rule)

    async def _show_led(
        self,
        interaction: discord.Interaction,
        change: Change,
        note: str,
        seat: int | None = None,
        *,
        stepwise: bool = False,
    ) -> None:
        """Show where an action led; where Discord is in trouble, as soon as it is out of it."""
        table, user_id = change.after, interaction.user.id
        try:
            path = STEPS if stepwise and change.after.turn == change.before.turn else ""
            await self._led(interaction, change, note, seat, path)
            if interaction.guild_id is None and not in_private(interaction):
                await self._writable(table, interaction.user)
        except Exception as error:
            if not (passing(error) or too_late(error)):
                raise
            if interaction.guild_id is None:
                self.poster.direct_messages.owe(table.id, user_id)
            elif not under_a_post(interaction):
                self.live.owe(interaction, table, [*change.told, *note.splitlines()])
            await reply_with_error(interaction, error)

    async def _writable(self, table: Table, user: discord.User | discord.Member) -> None:
        """Somebody who presses a button under a direct message takes such messages."""
        player = table.player_of(user.id)
        if player is not None and table.players[player].dms_closed:
            messages = self.poster.direct_messages
            await messages.open_again(table.id, user.id, table.players[player].name)

    async def _led(
        self,
        interaction: discord.Interaction,
        change: Change,
        note: str,
        seat: int | None = None,
        path: str = "",
    ) -> None:
        """Show where an action led; under a direct message, that message is up to date then.

        A post is brought up to date by the poster, as always.
        """
        if under_a_post(interaction) and not (change.repeated or change.dropped):
            await acknowledge(interaction)
            return
        table, user_id = change.after, interaction.user.id
        shown = await self._panel(table, user_id, seat, path)
        await self.show(interaction, table, shown, note=note, told=change.told)
        private = interaction.guild_id is None and not table.alone
        if private and interaction.message is not None:
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


def _is_stepwise(table: Table, seat: int, keys: Sequence[str]) -> bool:
    """Whether all that keys name is chosen step by step, though ways would stand for it."""
    ways = {key(way.option) for way in table.ways(seat)}
    single = {key(option) for option in table.offer(seat) if isinstance(option, table.game.covered)}
    return bool(ways) and single.issuperset(keys)


def _standing(table: Table, seat: int, wanted: str) -> Option:
    """The answer for good that a key names."""
    standing = table.standing(seat)
    option = pick(standing.answers, wanted) if standing else None
    if option is None:
        raise Stale(guard.OUTDATED)
    return option


def _note(change: Change) -> str:
    lines = []
    if change.repeated:
        lines.append("That had been taken already.")
    if change.dropped:
        count = len(change.dropped)
        lines.append(f"Something happened on the way: the last {count} were not done.")
    return "\n".join(lines)
