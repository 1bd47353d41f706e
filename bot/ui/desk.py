"""The referee's desk: every private answer to a button or a command is made here."""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot.changes import closable
from bot.errors import BotError, NoTable, NotPlaying, NotSeated
from bot.report import sentence
from bot.sitting import Acted, Person, Sitting
from bot.ui import panels
from bot.ui.buttons import STYLE, Lasting, cut, view_of
from bot.ui.doors import TableButton
from bot.ui.narrowing import parse, pick
from bot.ui.rules import rule_button, topic_page
from bot.ui.words import called, heading, outcome, span, waiting
from rules.engine.errors import NotAsked, RulesError, Stale
from rules.engine.state import Option, Question

if TYPE_CHECKING:
    from bot.client import RefereeBot

CONTENT = 2000
HISTORY = 40  # lines of the log that are shown at once
CHECKED = (
    "The whole game with its secret: `python -m rules verify game.json --commitment …`, with the "
    "commitment of the lobby post, checks every roll."
)
BARRED = "-# I may not post in <#{}> any more: the game goes on in private answers like this one."
CLOSED = (
    "-# I could not write to you directly, so your secrets are shown here. To get them by direct "
    "message, allow those from this server, then press *My hand* and *Try again by DM*."
)


class Desk:
    """Where players come with their questions; all that is said here is private."""

    def __init__(self, bot: "RefereeBot") -> None:
        """Answer on behalf of a bot."""
        self.bot = bot

    # -- finding the table

    async def table_here(self, interaction: discord.Interaction, number: int | None) -> Sitting:
        """The table that a command speaks of: by its number, or the one of this channel."""
        referee = self.bot.referee
        if number is not None:
            sitting = await referee.look(number)
            if sitting.guild_id != interaction.guild_id or not may_look(interaction, sitting):
                raise NoTable(f"There is no table {number} in this server.")
            return sitting
        found = await referee.find(interaction.channel_id or 0)
        if found is None:
            raise NoTable("There is no table in this channel. A game's `new` command opens one.")
        return await referee.look(found)

    def asked(self, sitting: Sitting, user_id: int) -> Question:
        """The question that somebody may answer now, or the reason why there is none."""
        if sitting.player_of(user_id) is None:
            raise NotSeated(f"You do not sit at table {sitting.id}: you can only watch this game.")
        if sitting.play is None:
            raise NotPlaying(f"The game at table {sitting.id} has not begun.")
        if sitting.outcome is not None or sitting.status != "playing":
            raise NotPlaying(f"The game at table {sitting.id} is over.")
        questions = sitting.questions(user_id)
        if not questions:
            raise NotAsked(f"It is not your turn. {waiting(sitting, sitting.view(None))}")
        return questions[0]

    # -- doors

    async def play(self, interaction: discord.Interaction, table_id: int) -> None:
        """Open a fresh panel."""
        await defer(interaction, fresh=True)
        await self.open_panel(interaction, await self.bot.referee.look(table_id))

    async def open_panel(
        self, interaction: discord.Interaction, sitting: Sitting, note: str = ""
    ) -> None:
        """Show the panel of who is asking."""
        shown = panels.panel(sitting, interaction.user.id)
        await self.show(interaction, sitting, shown, note=note)

    async def hand(self, interaction: discord.Interaction, table_id: int) -> None:
        """Show what only this player knows."""
        await defer(interaction, fresh=True)
        sitting = await self.bot.referee.look(table_id)
        shown = panels.hand(sitting, interaction.user.id)
        known = await self.bot.store.player(interaction.user.id)
        if known is not None and known.dms_closed:
            again = TableButton.button(f"m:{table_id}:dm", "Try again by DM", emoji="✉️")
            shown.items.append(again)
        await self.show(interaction, sitting, shown)

    async def rules(self, interaction: discord.Interaction, table_id: int) -> None:
        """Open the topic that fits the phase."""
        await defer(interaction, fresh=True)
        sitting = await self.bot.referee.look(table_id)
        text = sitting.game.text
        asked = sitting.questions(interaction.user.id) or sitting.waits
        topic = text.topic(asked[0].kind) if asked else next(iter(text.topics))
        await answer(interaction, topic_page(sitting.game, topic))

    async def table(self, interaction: discord.Interaction, table_id: int) -> None:
        """Show the table in words, with what can be done there."""
        await defer(interaction, fresh=True)
        sitting = await self.bot.referee.look(table_id)
        await self.show_table(interaction, sitting)

    async def show_table(self, interaction: discord.Interaction, sitting: Sitting) -> None:
        """The table in words, and the menu of what this person may do there."""
        items = table_menu(sitting, interaction.user.id, moderator=moderates(interaction))
        await answer(interaction, table_words(sitting), items)

    # -- answering

    async def answer(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        number: int,
        keys: list[str],
    ) -> None:
        """A button or a select was pressed: take its answer, show where that leads."""
        await defer(interaction)
        sitting = await self.bot.referee.look(table_id)
        _holds(sitting, interaction.user.id, seat)
        with self._letter(interaction, table_id):
            try:
                options = [_option(sitting, seat, wanted) for wanted in keys]
                acted = await self._act(interaction, sitting, seat, number, options)
            except RulesError as error:
                await self._stand(interaction, table_id, seat, error)
                return
            await self._led(interaction, acted, seat, _note(acted))

    async def _led(
        self, interaction: discord.Interaction, acted: Acted, seat: int | None, note: str
    ) -> None:
        """Show where a button led; under a direct message, that message is up to date then."""
        user_id = interaction.user.id
        shown = panels.panel(acted.sitting, user_id, seat=seat)
        await self.show(interaction, acted.sitting, shown, note=note)
        if interaction.guild_id is None and interaction.message is not None:
            letters = self.bot.poster.letters
            await letters.shown(acted.sitting, user_id, interaction.message.id)

    def _letter(
        self, interaction: discord.Interaction, table_id: int
    ) -> AbstractContextManager[None]:
        """A button under a direct message brings that message up to date by itself."""
        if interaction.guild_id is not None:
            return nullcontext()
        return self.bot.poster.letters.held(table_id, interaction.user.id)

    async def act(
        self, interaction: discord.Interaction, sitting: Sitting, options: Sequence[Option]
    ) -> None:
        """A command has named options: take them, show where that leads."""
        asked = self.asked(sitting, interaction.user.id)
        acted = await self._act(interaction, sitting, asked.seat, asked.number, options)
        shown = panels.panel(acted.sitting, interaction.user.id, seat=asked.seat)
        await self.show(interaction, acted.sitting, shown, note=_note(acted))

    async def _act(
        self,
        interaction: discord.Interaction,
        sitting: Sitting,
        seat: int,
        number: int,
        options: Sequence[Option],
    ) -> Acted:
        return await self.bot.referee.act(
            sitting.id, interaction.user.id, seat, number, options, request=str(interaction.id)
        )

    async def narrow(
        self, interaction: discord.Interaction, table_id: int, seat: int, number: int, path: str
    ) -> None:
        """Show what is left under a path; a panel that is out of date says so."""
        await defer(interaction)
        sitting = await self.bot.referee.look(table_id)
        _holds(sitting, interaction.user.id, seat)
        asked = next((q for q in sitting.questions(interaction.user.id) if q.seat == seat), None)
        if asked is None or asked.number != number:
            stale = Stale("This panel was out of date.")
            await self._stand(interaction, table_id, seat, stale)
            return
        shown = panels.panel(sitting, interaction.user.id, seat=seat, path=path)
        await self.show(interaction, sitting, shown)

    async def undo(
        self, interaction: discord.Interaction, table_id: int, at: tuple[int, int] | None = None
    ) -> None:
        """Take back the last answer, show where that leads; a second click takes back no more."""
        await defer(interaction)
        with self._letter(interaction, table_id):
            try:
                acted = await self.bot.referee.undo(
                    table_id, interaction.user.id, at=at, request=str(interaction.id)
                )
            except Stale as error:
                await self._stand(interaction, table_id, at[0] if at else 0, error)
                return
            await self._led(interaction, acted, None, "↩️ Taken back.")

    async def _stand(
        self, interaction: discord.Interaction, table_id: int, seat: int, error: RulesError
    ) -> None:
        """Say why an answer was not taken, and show how things stand now."""
        sitting = await self.bot.referee.look(table_id)
        said = sentence(error) or ""
        if isinstance(error, Stale | NotAsked):
            said = f"{said} This is how things stand now."
        shown = panels.panel(sitting, interaction.user.id, seat=seat)
        rule = rule_button(error, panels.WAY_ROW)
        await self.show(interaction, sitting, shown, note=f"⚠️ {said}", more=rule)

    # -- the table's menu

    async def menu(
        self,
        interaction: discord.Interaction,
        table_id: int,
        what: str,
        at: tuple[int, int] | None = None,
    ) -> None:
        """A button of the table menu; what cannot be taken back asks once more."""
        await defer(interaction)
        referee, user = self.bot.referee, interaction.user.id
        match what:
            case "undo":
                await referee.undo(table_id, user, at=at, request=str(interaction.id))
            case "draw":
                await referee.offer_draw(table_id, user)
            case "decline":
                await referee.decline_draw(table_id, user)
            case "resign" | "abandon":
                said = (
                    "Give up this game?" if what == "resign" else "Close this table for everybody?"
                )
                sure = TableButton.button(f"m:{table_id}:{what}ed", "Yes", STYLE.danger)
                await answer(interaction, said, [sure])
                return
            case "resigned":
                await referee.resign(table_id, user, request=str(interaction.id))
            case "abandoned":
                await referee.abandon(table_id, user, moderator=moderates(interaction))
            case "log":
                await self.history(interaction, await referee.look(table_id))
                return
            case _:
                await self._by_dm(interaction, table_id)
                return
        await self.show_table(interaction, await referee.look(table_id))

    async def history(self, interaction: discord.Interaction, sitting: Sitting) -> None:
        """What this person was told so far."""
        player = sitting.player_of(interaction.user.id)
        seen = interaction.user.id if player is not None else None
        lines = await self.bot.referee.history(sitting.id, seen)
        said, hidden = log_words(sitting, lines)
        files = []
        if hidden:
            whole = "\n".join(lines).encode()
            files.append(discord.File(BytesIO(whole), "log.txt", description="The whole log."))
        if sitting.status == "over":
            exported = json.dumps(await self.bot.referee.export(sitting.id), indent=1).encode()
            files.append(discord.File(BytesIO(exported), "game.json", description=CHECKED))
        await answer(interaction, said, files=files)

    async def _by_dm(self, interaction: discord.Interaction, table_id: int) -> None:
        person = person_of(interaction)
        await self.bot.store.change_player(person.id, person.name, dms_closed=False)
        self.bot.poster.wake(table_id)
        await answer(interaction, "I try to write to you directly again.")

    # -- showing

    async def show(
        self,
        interaction: discord.Interaction,
        sitting: Sitting,
        shown: panels.Panel,
        note: str = "",
        more: discord.ui.Item[Any] | None = None,
    ) -> None:
        """Show a panel with its picture, what is to be said about it before it, one more button."""
        known = await self.bot.store.player(interaction.user.id)
        closed = CLOSED if known is not None and known.dms_closed else ""
        if self.bot.poster.barred(sitting.channel_id):
            closed += BARRED.format(sitting.channel_id)
        file = None
        if shown.view is not None:
            file = await self.bot.pictures.private(sitting.game, shown.view)
        content = shown.words(pictured=file is not None)
        room = CONTENT - len(content) - len(closed) - 2
        said = cut(note, room) if room > 0 else ""
        content = "\n".join(part for part in (said, content, closed) if part)
        await answer(interaction, content, shown.buttons(more), [file] if file else [])


# -- answering an interaction


async def defer(interaction: discord.Interaction, *, fresh: bool = False) -> None:
    """Acknowledge at once: with a new private message, or by keeping the one pressed on."""
    if interaction.response.is_done():
        return
    if fresh or interaction.type is discord.InteractionType.application_command:
        await interaction.response.defer(ephemeral=True, thinking=True)
    else:
        await interaction.response.defer()


async def answer(
    interaction: discord.Interaction,
    content: str,
    items: Sequence[discord.ui.Item[Any]] = (),
    files: Sequence[discord.File] = (),
) -> None:
    """Fill the private message that was acknowledged."""
    await interaction.edit_original_response(
        content=cut(content, CONTENT),
        view=view_of(items) if items else None,
        attachments=files,
        allowed_mentions=discord.AllowedMentions.none(),
    )


def person_of(interaction: discord.Interaction) -> Person:
    """Who is asking."""
    return Person(interaction.user.id, interaction.user.display_name)


def moderates(interaction: discord.Interaction) -> bool:
    """Whether who is asking may manage this server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def may_look(interaction: discord.Interaction, sitting: Sitting) -> bool:
    """Whether who is asking may see the channel of a table, as far as Discord has told."""
    if interaction.channel_id == sitting.channel_id or interaction.guild is None:
        return True
    if sitting.player_of(interaction.user.id) is not None or moderates(interaction):
        return True
    channel = interaction.guild.get_channel_or_thread(sitting.channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return True
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(interaction.user).view_channel


def _holds(sitting: Sitting, user_id: int, seat: int) -> None:
    if sitting.player_of(user_id) is None:
        raise NotSeated(f"You do not sit at table {sitting.id}: you can only watch this game.")
    if seat not in sitting.seats_of(user_id):
        raise NotSeated("This panel belongs to somebody else.")


def _option(sitting: Sitting, seat: int, wanted: str) -> Option:
    """The option that a key names; one that is offered no more is named all the same."""
    option = pick(sitting.offer(seat), wanted) or parse(sitting.game, wanted)
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


# -- words


def table_words(sitting: Sitting) -> str:
    """A table in words, as everybody may see it."""
    text = sitting.game.text
    names = [
        f"{called(s)}{' (host)' if s.user_id == sitting.host_id else ''}" for s in sitting.players
    ]
    parts = [
        f"{heading(sitting)} · {sitting.status}",
        f"Players: {', '.join(names)}",
        f"Options: {text.variant(sitting.variant)}",
        f"Pace: {span(sitting.pace)}",
    ]
    if sitting.play is not None:
        view = sitting.view(None)
        if sitting.outcome is not None:
            parts.append(outcome(sitting, view))
        elif sitting.status == "playing":
            parts.append(waiting(sitting, view))
        parts.append(cut(text.board(view), 1000))
    parts.append(f"-# Commitment to all luck of this game: `{sitting.commitment}`")
    return "\n".join(part for part in parts if part)


def table_menu(sitting: Sitting, user_id: int, *, moderator: bool) -> list[Lasting]:
    """What somebody may do at a table, as buttons."""
    start = f"m:{sitting.id}:"
    items: list[Lasting] = []
    player = sitting.player_of(user_id)
    if sitting.status == "playing" and player is not None and sitting.play is not None:
        if sitting.play.can_undo(player):
            asked = sitting.questions(user_id)[0]
            undo = f"{start}undo:{asked.seat}.{asked.number}"
            items.append(TableButton.button(undo, "Undo", emoji="↩️"))
        offered = sitting.play.state.draws
        if sitting.game.draws and player not in offered:
            label = "Agree to a draw" if offered else "Offer a draw"
            items.append(TableButton.button(f"{start}draw", label, emoji="🤝"))
        if offered:
            items.append(TableButton.button(f"{start}decline", "No draw"))
        items.append(TableButton.button(f"{start}resign", "Resign", STYLE.danger, emoji="🏳️"))
    if _may_close(sitting, user_id, moderator):
        items.append(TableButton.button(f"{start}abandon", "Close the table", STYLE.danger))
    if sitting.play is not None:
        items.append(TableButton.button(f"{start}log", "Log", emoji="📜"))
    return items


def _may_close(sitting: Sitting, user_id: int, moderator: bool) -> bool:
    try:
        closable(sitting, user_id, moderator)
    except BotError:
        return False
    return True


def log_words(sitting: Sitting, lines: Sequence[str]) -> tuple[str, int]:
    """The last lines of a game, and how many are left out."""
    shown = list(lines[-HISTORY:])
    while shown and sum(len(line) + 1 for line in shown) > CONTENT - 200:
        shown.pop(0)
    hidden = len(lines) - len(shown)
    more = f"\n-# {hidden} earlier lines are in log.txt." if hidden else ""
    body = "\n".join(shown) or "Nothing has happened yet."
    checked = f"\n-# {CHECKED}" if sitting.status == "over" else ""
    return f"{heading(sitting)}\n{body}{more}{checked}", hidden
