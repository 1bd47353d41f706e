"""What each button and select does."""

from collections.abc import Awaitable, Callable

import discord

from bot.interactions.answers import Answers
from bot.interactions.digest import Digest
from bot.interactions.find import Find
from bot.interactions.inbox import Inbox
from bot.interactions.lobby import Lobby
from bot.interactions.own_data import OwnData
from bot.interactions.plans import Plans
from bot.interactions.proposals import Proposals
from bot.interactions.reaching import Reaching, Wishes
from bot.interactions.replies import defer, in_private, on_a_post, reply
from bot.interactions.seats import Seats
from bot.interactions.server import Server
from bot.interactions.table_menu import TableMenu
from bot.interactions.welcome import Welcome
from bot.interactions.who import person_of
from bot.table import LEVELS
from bot.ui.answer_buttons import AnswerButton, AnswerSelect, asked
from bot.ui.away import BackButton
from bot.ui.buttons import Lasting
from bot.ui.digest import DigestButton, DigestSelect
from bot.ui.find import FindButton, FindSelect
from bot.ui.inbox import InboxButton, InboxSelect
from bot.ui.menu import STEPS
from bot.ui.own_data import DataButton
from bot.ui.plans import PlanButton, PlanSelect
from bot.ui.proposals import ProposalButton
from bot.ui.reaching import ReachButton
from bot.ui.seats import SeatButton, SeatSelect
from bot.ui.server import ChannelsSelect, RoleSelect, ServerButton, ServerSelect
from bot.ui.table_buttons import (
    FirstGameButton,
    InviteSelect,
    LobbyButton,
    MenuButton,
    PostButton,
)

STAYS = {"since", "rules"}  # opened from a panel they take its place, and lead back to it
Handlers = dict[type[Lasting], Callable[[discord.Interaction, Lasting], Awaitable[None]]]


class Presses:
    """Hands every press to whatever its button is for."""

    def __init__(
        self,
        answers: Answers,
        menu: TableMenu,
        lobby: Lobby,
        welcome: Welcome,
        inbox: Inbox,
        find: Find,
        seats: Seats,
        own_data: OwnData,
        server: Server,
        digest: Digest,
        proposals: Proposals,
        plans: Plans,
        reaching: Reaching,
    ) -> None:
        """Know what buttons are for."""
        self.answers, self.menu, self.lobby, self.welcome = answers, menu, lobby, welcome
        self.inbox, self.find, self.seats, self.own_data = inbox, find, seats, own_data
        self.proposals, self.reaching = proposals, reaching
        self.handlers: Handlers = {
            AnswerButton: self.answer,
            AnswerSelect: self.select,
            PostButton: self.open,
            LobbyButton: self.in_lobby,
            MenuButton: self.in_menu,
            FirstGameButton: self.first_game,
            InboxButton: self.in_inbox,
            InboxSelect: self.play_here,
            InviteSelect: self.invite,
            FindButton: self.look_for,
            FindSelect: self.join_found,
            SeatButton: self.at_seat,
            SeatSelect: self.replace,
            DataButton: self.about_me,
            ServerButton: server.press,
            DigestButton: digest.press,
            DigestSelect: digest.select,
            PlanButton: plans.press,
            PlanSelect: plans.pick,
            ServerSelect: server.select,
            ChannelsSelect: server.channels,
            RoleSelect: server.role,
            ProposalButton: self.vote,
            BackButton: self.come_back,
            ReachButton: self.reach,
        }

    async def answer(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Answer, narrow or take back."""
        at, what = asked(item.match), item.match["what"]
        match item.match["mark"]:
            case "=":
                await self.answers.press(interaction, *at, [what])
            case "@":
                await self.answers.press(interaction, *at, [what], always=True)
            case ">":
                await self.answers.narrow(interaction, *at, what)
            case _:
                await defer(interaction)
                table = await self.answers.look(interaction, at[0])
                await self.answers.undo(interaction, table, at[1:], stepwise=what == STEPS)

    async def select(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Answer with what was chosen, or narrow to it."""
        at, first = asked(item.match), item.chosen
        if first.startswith(">"):
            await self.answers.narrow(interaction, *at, first[1:])
            return
        # Discord may name `done` first, as it stands in the list; it ends what was picked.
        picked = sorted((value[1:] for value in item.values), key="done".__eq__)
        await self.answers.press(interaction, *at, picked)

    async def open(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Open what the button is named after; some stay in the private answer they stand under."""
        what, table_id = item.match["what"], int(item.match["table"])
        if what == "note":  # a form must be the first answer
            await self.menu.ask_note(interaction, await self.answers.look(interaction, table_id))
            return
        stays = what == "on" or (what in STAYS and in_private(interaction))
        await defer(interaction, fresh=not stays)
        table = await self.answers.look(interaction, table_id)
        match what:
            case "play" | "on":
                await self.answers.open_panel(interaction, table)
            case "hand":
                await self.menu.hand(interaction, table)
            case "since":
                await self.menu.since(interaction, table)
            case "rules":
                await self.menu.rules(interaction, table)
            case "log":
                await self.menu.history(interaction, table)
            case "agree" | "decline":
                await self.answers.about_draw(interaction, table, agrees=what == "agree")
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
            "word": self.lobby.ask_word,
            "whenfull": self.lobby.when_full,
            "byhand": self.lobby.by_hand,
        }
        table, what = int(item.match["table"]), item.match["what"]
        if what in LEVELS:
            await self.lobby.level(interaction, table, what)
        else:
            await done[what](interaction, table)

    async def invite(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Keep a seat for whoever was chosen."""
        chosen = getattr(item.item, "values", [])
        if chosen:
            await self.lobby.invite(interaction, int(item.match["table"]), chosen[0])

    async def look_for(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Show a page of the open tables; from elsewhere than such a page, in a new answer."""
        await defer(interaction, fresh=on_a_post(interaction))
        await self.find.show(interaction, int(item.match["page"]), item.match["game"] or "")

    async def join_found(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Sit down at the table that was chosen."""
        await self.lobby.join(interaction, int(item.chosen))

    async def at_seat(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Take a seat of a running game, replace somebody, or wait on for them."""
        table, player = int(item.match["table"]), int(item.match["player"] or 0)
        done = {
            "take": self.seats.take,
            "ask": self.seats.ask_replace,
            "wait": self.seats.wait,
            "replaced": self.seats.replace,
        }
        await done[item.match["what"]](interaction, table, player)

    async def replace(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Ask whether whoever was chosen is to be replaced."""
        chosen = item.chosen
        player = int(chosen) if chosen.isdecimal() and len(chosen) < 4 else 999
        await self.seats.ask_replace(interaction, int(item.match["table"]), player)

    async def vote(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Propose something, or say yes or no to it."""
        days = item.match["days"]
        await self.proposals.press(
            interaction,
            int(item.match["table"]),
            item.match["what"],
            None if days is None else int(days),
        )

    async def come_back(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Somebody is back before their days off are over."""
        await defer(interaction)
        await self.menu.referee.come_back(person_of(interaction))
        await reply(interaction, "You are back: your clocks run again.")

    async def reach(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Be reminded elsewhere, or not at all."""
        await self.reaching.wish(interaction, Wishes(by=item.match["by"]))

    async def in_menu(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Do what the menu offers."""
        said = item.match
        at = (int(said["seat"]), int(said["number"])) if said["seat"] else None
        await self.menu.press(interaction, int(said["table"]), said["what"], at)

    async def first_game(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Open a table and show its first question."""
        instead = item.match["instead"]
        await self.welcome.first_game(
            interaction, item.match["game"], int(instead) if instead else None
        )

    async def in_inbox(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Show what waits for whoever presses, or open the table after this one."""
        number = int(item.match["number"] or 0)
        if item.match["what"] == "next":
            await self.inbox.next(interaction, number)
        else:
            await self.inbox.turns(interaction, number)

    async def play_here(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Open the table that was chosen from the inbox."""
        await self.inbox.open(interaction, int(item.chosen))

    async def about_me(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Show, hand out or delete what is kept of whoever presses."""
        await self.own_data.press(interaction, item.match["what"])
