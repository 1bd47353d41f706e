"""What else there is to do at a table: one's hand, the rules, the menu, the log."""

from io import BytesIO

import discord

from bot.errors import Damaged, OtherRules
from bot.interactions.answers import Answers
from bot.interactions.replies import defer, in_private, reply
from bot.interactions.seats import Seats
from bot.interactions.who import moderates, person_of
from bot.posting.poster import Poster
from bot.referee import LONGEST_NOTE, Referee
from bot.store import Store
from bot.table import Table, guard
from bot.ui import panels
from bot.ui.buttons import STYLE
from bot.ui.inbox import from_inbox, way_on
from bot.ui.luck import own_word
from bot.ui.rules import ACTIONS, TopicSelect, topic_page
from bot.ui.screen import Screen, join
from bot.ui.seats import tenure_words
from bot.ui.since import NoteForm, note_button, note_words, since
from bot.ui.table_buttons import MenuButton, play_on
from bot.ui.table_words import CHECK, WHOLE, log_words, table_menu, table_words
from bot.ui.ways_out import CLOSED, sure, way_out, ways_out_words
from bot.ui.words import heading, orders_words
from rules.engine.fairness import PAGE, to_json

CHECK_PAGE = PAGE.read_bytes()


class TableMenu:
    """What is opened from a post or from the menu; all of it is private."""

    def __init__(
        self, referee: Referee, store: Store, poster: Poster, answers: Answers, seats: Seats
    ) -> None:
        """Work for a referee."""
        self.referee, self.store, self.seats = referee, store, seats
        self.poster, self.answers = poster, answers

    # -- what a post opens

    async def hand(self, interaction: discord.Interaction, table: Table) -> None:
        """Show what only this player knows."""
        shown = panels.hand(table, interaction.user.id)
        player = table.player_of(interaction.user.id)
        if player is not None and self.answers.misses_messages(table, player):
            again = MenuButton.button(f"m:{table.id}:dm", "Try again by DM", emoji="✉️")
            shown.items.append(again)
        await self.answers.show(interaction, table, shown)

    async def rules(self, interaction: discord.Interaction, table: Table) -> None:
        """The goal and the topic that fits the phase; before the game, what one can do in it.

        Opened from a panel it takes the place of the panel's words: the board stays where it is.
        """
        game, user = table.game, interaction.user.id
        asked = table.questions(user) or table.waits
        topic = game.text.topic(asked[0].kind) if asked else ACTIONS
        goal = game.text.goal(table.view(user)) if table.play else ""
        said, topics = topic_page(game, topic, goal), TopicSelect(game, topic)
        if not in_private(interaction):
            await reply(interaction, said, [topics])
            return
        back = Screen("", [play_on(table)])
        ways = way_on(back, table.id) if from_inbox(interaction) else back.items
        board = interaction.message.attachments if interaction.message else ()  # it stays in sight
        self.answers.live.leave(await reply(interaction, said, [topics, *ways], board))

    async def show_table(self, interaction: discord.Interaction, table: Table) -> None:
        """The table in words, and the menu of what this person may do there."""
        mod = moderates(interaction, table)
        items = table_menu(table, interaction.user.id, moderator=mod)
        out = ways_out_words(table, interaction.user.id, moderator=mod)
        word = own_word(table, interaction.user.id)
        mine = orders_words(table, interaction.user.id)
        note = note_words(await self.referee.note(table, interaction.user.id))
        held = tenure_words(table, await self.store.tenures(table.id))
        await reply(interaction, join(table_words(table), word, mine, note, held, out), items)

    async def since(self, interaction: discord.Interaction, table: Table) -> None:
        """What happened since this player's last move; the board alone, where that cannot be told."""
        user_id = interaction.user.id
        guard.seated(table, user_id)
        guard.begun(table)
        said, note = "", await self.referee.note(table, user_id)
        try:
            lines = await self.referee.since(table, user_id)
        except OtherRules as error:
            lines, said = [], f"⚠️ {error}"
        await self.answers.show(interaction, table, since(table, user_id, lines, note), note=said)

    # -- notes

    async def ask_note(self, interaction: discord.Interaction, table: Table) -> None:
        """Show the form for a note; nothing can be said before it."""
        guard.seated(table, interaction.user.id)
        note = await self.referee.note(table, interaction.user.id)
        await interaction.response.send_modal(NoteForm(table, note, LONGEST_NOTE))

    async def typed_note(self, interaction: discord.Interaction, table_id: int, typed: str) -> None:
        """Keep what was typed into the form."""
        await defer(interaction, fresh=True)
        await self.take_note(interaction, await self.answers.look(interaction, table_id), typed)

    async def take_note(self, interaction: discord.Interaction, table: Table, typed: str) -> None:
        """Keep what was typed, and show it to whoever typed it."""
        note = await self.referee.set_note(table, interaction.user.id, typed)
        kept = note_words(note) or "You have no note here any more."
        await reply(interaction, join(heading(table), kept), [note_button(table.id, note)])

    # -- the menu

    async def press(
        self,
        interaction: discord.Interaction,
        table_id: int,
        what: str,
        at: tuple[int, int] | None = None,
    ) -> None:
        """A button of the menu; what cannot be taken back asks once more."""
        await defer(interaction)
        referee, user = self.referee, interaction.user.id
        try:
            table = await self.answers.look(interaction, table_id)
        except Damaged as error:
            await self._unread(interaction, error, what)
            return
        match what:
            case "undo":
                change = await referee.undo(table, user, at=at, request=str(interaction.id))
                table = change.after
            case "draw":
                table = (await referee.offer_draw(table, user)).after
            case "decline":
                table = (await referee.decline_draw(table, user)).after
            case "again":
                table = await referee.ask_again(table, user)
            case "resign" | "abandon":
                await self.ask_again(interaction, table, what)
                return
            case "mute" | "unmute":
                table = await referee.mute(table, user, what == "mute")
            case "leave":
                await self.seats.ask_leave(interaction, table)
                return
            case "left":
                await self.seats.leave(interaction, table)
                return
            case "no":
                pass
            case "resigned":
                table = (await referee.resign(table, user, request=str(interaction.id))).after
            case "abandoned":
                mod = moderates(interaction, table)
                await referee.abandon(table, user, moderator=mod)
                await reply(interaction, f"{heading(table)} is closed.")
                return
            case "log":
                await self.history(interaction, table)
                return
            case _:
                await self._by_dm(interaction, table)
                return
        await self.show_table(interaction, table)

    async def _unread(self, interaction: discord.Interaction, error: Damaged, what: str) -> None:
        """All that can be done about a table that cannot be read is to close it."""
        match what:
            case "abandon":
                await self.ask_again(interaction, error.table_id, what)
            case "abandoned":
                await self.answers.close_unread(interaction, error)
            case "no":
                await reply(interaction, f"Table {error.table_id} stays as it is.")
            case _:
                raise error

    async def ask_again(
        self, interaction: discord.Interaction, table: Table | int, what: str
    ) -> None:
        """Ask whether somebody is sure; of a table that cannot be read, only its number is known."""
        number, name, then = table, f"table {table}", CLOSED.format(" for everybody")
        if isinstance(table, Table):
            number, name = table.id, heading(table)
            if what == "resign":
                guard.seated(table, interaction.user.id)
                guard.playing(table)
            then = way_out(table, table.player_of(interaction.user.id), what)
        yes = MenuButton.button(f"m:{number}:{what}ed", "Yes", STYLE.danger)
        no = MenuButton.button(f"m:{number}:no", "No")
        await reply(interaction, sure(name, what, then), [yes, no])

    async def history(self, interaction: discord.Interaction, table: Table) -> None:
        """What this person was told so far."""
        player = table.player_of(interaction.user.id)
        seen = interaction.user.id if player is not None else None
        lines = await self.referee.history(table.id, seen)
        exported = await self.referee.export(table.id) if table.status == "over" else None
        held = tenure_words(table, await self.store.tenures(table.id))
        said, hidden = log_words(table, lines, exported.digest if exported else "", held)
        files = []
        if hidden:
            whole = "\n".join(lines).encode()
            files.append(discord.File(BytesIO(whole), "log.txt", description="The whole log."))
        if exported is not None:
            said = join(said, own_word(table, interaction.user.id))
            game = to_json(exported)
            files.append(discord.File(BytesIO(game), "game.json", description=WHOLE))
            files.append(discord.File(BytesIO(CHECK_PAGE), "check.html", description=CHECK))
        playing = table.status == "playing" and player is not None
        await reply(interaction, said, [play_on(table)] if playing else [], files)

    async def _by_dm(self, interaction: discord.Interaction, table: Table) -> None:
        guard.seated(table, interaction.user.id)
        person = person_of(interaction)
        await self.store.change_player(person.id, person.name, dms_closed_at=None)
        self.referee.forget(table.id)
        self.poster.look_at(table.id)
        await reply(interaction, "I try to write to you directly again.")
