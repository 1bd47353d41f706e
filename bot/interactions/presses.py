"""What each button and select does."""

from collections.abc import Awaitable, Callable

import discord

from bot.interactions.answers import Answers
from bot.interactions.lobby import Lobby
from bot.interactions.replies import defer
from bot.interactions.table_menu import TableMenu
from bot.interactions.welcome import Welcome
from bot.table import LEVELS
from bot.ui.answer_buttons import AnswerButton, AnswerSelect, asked
from bot.ui.buttons import Lasting
from bot.ui.table_buttons import FirstGameButton, LobbyButton, MenuButton, PostButton

Handlers = dict[type[Lasting], Callable[[discord.Interaction, Lasting], Awaitable[None]]]


class Presses:
    """Hands every press to whatever its button is for."""

    def __init__(self, answers: Answers, menu: TableMenu, lobby: Lobby, welcome: Welcome) -> None:
        """Know what buttons are for."""
        self.answers, self.menu, self.lobby, self.welcome = answers, menu, lobby, welcome
        self.handlers: Handlers = {
            AnswerButton: self.answer,
            AnswerSelect: self.select,
            PostButton: self.open,
            LobbyButton: self.in_lobby,
            MenuButton: self.in_menu,
            FirstGameButton: self.first_game,
        }

    async def answer(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Answer, narrow or take back."""
        at, what = asked(item.match), item.match["what"]
        match item.match["mark"]:
            case "=":
                await self.answers.press(interaction, *at, [what])
            case ">":
                await self.answers.narrow(interaction, *at, what)
            case _:
                await defer(interaction)
                table = await self.answers.referee.look(at[0])
                await self.answers.undo(interaction, table, at[1:])

    async def select(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Answer with what was chosen, or narrow to it."""
        at, first = asked(item.match), item.values[0]
        if first.startswith(">"):
            await self.answers.narrow(interaction, *at, first[1:])
            return
        # Discord may name `done` first, as it stands in the list; it ends what was picked.
        picked = sorted((value[1:] for value in item.values), key="done".__eq__)
        await self.answers.press(interaction, *at, picked)

    async def open(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Open what the button is named after; *Play on* stays in the panel it stands under."""
        await defer(interaction, fresh=item.match["what"] != "on")
        table = await self.answers.referee.look(int(item.match["table"]))
        match item.match["what"]:
            case "play" | "on":
                await self.answers.open_panel(interaction, table)
            case "hand":
                await self.menu.hand(interaction, table)
            case "rules":
                await self.menu.rules(interaction, table)
            case "agree" | "decline":
                agrees = item.match["what"] == "agree"
                await self.answers.about_draw(interaction, table, agrees=agrees)
            case _:
                await self.menu.show_table(interaction, table)

    async def in_lobby(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Sit down, stand up, begin, seat a computer or send it away."""
        done = {
            "join": self.lobby.join,
            "leave": self.lobby.leave,
            "start": self.lobby.start,
            "computer": self.lobby.computer,
            "alone": self.lobby.alone,
            "rematch": self.lobby.rematch,
        }
        table, what = int(item.match["table"]), item.match["what"]
        if what in LEVELS:
            await self.lobby.level(interaction, table, what)
        else:
            await done[what](interaction, table)

    async def in_menu(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Do what the menu offers."""
        said = item.match
        at = (int(said["seat"]), int(said["number"])) if said["seat"] else None
        await self.menu.press(interaction, int(said["table"]), said["what"], at)

    async def first_game(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Open a table and show its first question."""
        await self.welcome.first_game(interaction, item.match["game"])
