"""What else there is to do at a table: one's hand, the rules, the menu, the log."""

import json
from io import BytesIO

import discord

from bot.interactions.answers import Answers
from bot.interactions.replies import defer, reply
from bot.interactions.who import moderates, person_of
from bot.posting.poster import Poster
from bot.referee import Referee
from bot.store import Store
from bot.table import Table
from bot.ui import panels
from bot.ui.buttons import STYLE
from bot.ui.rules import ACTIONS, TopicSelect, topic_page
from bot.ui.table_buttons import MenuButton
from bot.ui.table_words import CHECKED, log_words, table_menu, table_words

ASKED_AGAIN = {"resign": "Give up this game?", "abandon": "Close this table for everybody?"}


class TableMenu:
    """What is opened from a post or from the menu; all of it is private."""

    def __init__(self, referee: Referee, store: Store, poster: Poster, answers: Answers) -> None:
        """Work for a referee."""
        self.referee, self.store = referee, store
        self.poster, self.answers = poster, answers

    # -- what a post opens

    async def hand(self, interaction: discord.Interaction, table: Table) -> None:
        """Show what only this player knows."""
        shown = panels.hand(table, interaction.user.id)
        player = table.player_of(interaction.user.id)
        if player is not None and table.players[player].dms_closed:
            again = MenuButton.button(f"m:{table.id}:dm", "Try again by DM", emoji="✉️")
            shown.items.append(again)
        await self.answers.show(interaction, table, shown)

    async def rules(self, interaction: discord.Interaction, table: Table) -> None:
        """The goal and the topic that fits the phase; before the game, what one can do in it."""
        game, user = table.game, interaction.user.id
        asked = table.questions(user) or table.waits
        topic = game.text.topic(asked[0].kind) if asked else ACTIONS
        goal = game.text.goal(table.view(user)) if table.play else ""
        await reply(interaction, topic_page(game, topic, goal), [TopicSelect(game, topic)])

    async def show_table(self, interaction: discord.Interaction, table: Table) -> None:
        """The table in words, and the menu of what this person may do there."""
        items = table_menu(table, interaction.user.id, moderator=moderates(interaction))
        await reply(interaction, table_words(table), items)

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
        match what:
            case "undo":
                change = await referee.undo(table_id, user, at=at, request=str(interaction.id))
                table = change.after
            case "draw":
                table = (await referee.offer_draw(table_id, user)).after
            case "decline":
                table = (await referee.decline_draw(table_id, user)).after
            case "resign" | "abandon":
                await self.ask_again(interaction, table_id, what)
                return
            case "resigned":
                table = (await referee.resign(table_id, user, request=str(interaction.id))).after
            case "abandoned":
                mod = moderates(interaction)
                table = await referee.abandon(table_id, user, moderator=mod)
            case "log":
                await self.history(interaction, await referee.look(table_id))
                return
            case _:
                await self._by_dm(interaction, table_id)
                return
        await self.show_table(interaction, table)

    async def ask_again(self, interaction: discord.Interaction, table_id: int, what: str) -> None:
        """Ask whether somebody is sure."""
        sure = MenuButton.button(f"m:{table_id}:{what}ed", "Yes", STYLE.danger)
        await reply(interaction, ASKED_AGAIN[what], [sure])

    async def history(self, interaction: discord.Interaction, table: Table) -> None:
        """What this person was told so far."""
        player = table.player_of(interaction.user.id)
        seen = interaction.user.id if player is not None else None
        lines = await self.referee.history(table.id, seen)
        said, hidden = log_words(table, lines)
        files = []
        if hidden:
            whole = "\n".join(lines).encode()
            files.append(discord.File(BytesIO(whole), "log.txt", description="The whole log."))
        if table.status == "over":
            exported = json.dumps(await self.referee.export(table.id), indent=1).encode()
            files.append(discord.File(BytesIO(exported), "game.json", description=CHECKED))
        await reply(interaction, said, files=files)

    async def _by_dm(self, interaction: discord.Interaction, table_id: int) -> None:
        person = person_of(interaction)
        await self.store.change_player(person.id, person.name, dms_closed=False)
        self.referee.forget(table_id)
        self.poster.look_at(table_id)
        await reply(interaction, "I try to write to you directly again.")
