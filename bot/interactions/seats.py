"""Seats that change hands while a game is on: to take one, to leave one, to replace somebody."""

import discord

from bot.errors import NotAllowed
from bot.interactions.answers import Answers
from bot.interactions.lobby import check_opponent
from bot.interactions.places import add_to_thread
from bot.interactions.replies import defer, on_a_post, reply
from bot.interactions.who import moderates, person_of, room_of
from bot.referee import Referee
from bot.table import Table, guard
from bot.table.seats import leaving, replaceable
from bot.ui.buttons import STYLE
from bot.ui.screen import join
from bot.ui.seats import seat_buttons, sure_button
from bot.ui.table_buttons import MenuButton
from bot.ui.ways_out import sure, way_out
from bot.ui.words import heading

AnyUser = discord.User | discord.Member
TAKEN = "🪑 You play {} now. Your time begins anew; *Log* under *Table* tells what has happened."
BACK = "🪑 You are back in the game."


class Seats:
    """Answers whoever wants to sit down in a running game, or to get up."""

    def __init__(self, referee: Referee, answers: Answers) -> None:
        """Work for a referee; whoever takes a seat is shown what it is asked."""
        self.referee, self.answers = referee, answers

    async def take(
        self, interaction: discord.Interaction, table: Table | int, player: int | None = None
    ) -> None:
        """Take a seat that a computer keeps, and see at once what only that seat knows."""
        await defer(interaction, fresh=True)
        here = await self._at(interaction, table)
        owners = {one.owner_id for one in here.vacant}
        taken = await self.referee.take_seat(here, person_of(interaction), player)
        await add_to_thread(room_of(interaction.guild, taken), [interaction.user.id])
        mine = guard.seated(taken, interaction.user.id)
        name = taken.game.text.player(taken.view(None), mine)
        note = BACK if interaction.user.id in owners else TAKEN.format(name)
        await self.answers.open_panel(interaction, taken, note=note)

    async def ask_leave(self, interaction: discord.Interaction, table: Table) -> None:
        """Ask whether somebody wants to leave a running game."""
        await defer(interaction)
        holder = leaving(table, interaction.user.id)
        asked = sure(heading(table), "leave", way_out(table, holder.player, "leave"))
        yes = MenuButton.button(f"m:{table.id}:left", "Leave", STYLE.danger)
        no = MenuButton.button(f"m:{table.id}:no", "No")
        await reply(interaction, asked, [yes, no])

    async def leave(self, interaction: discord.Interaction, table: Table) -> None:
        """Get up from a running game."""
        await defer(interaction)
        left = await self.referee.get_up(table, interaction.user.id)
        if left.status != "playing":
            await reply(interaction, f"You were the last at table {left.id}: it is closed.")
            return
        said = f"You have left table {left.id}. Until somebody takes your seat, you may come back."
        await reply(interaction, join(heading(left), said), seat_buttons(left))

    async def ask_replace(
        self, interaction: discord.Interaction, table: Table | int, player: int
    ) -> None:
        """Ask whether somebody is to be replaced by a computer."""
        await defer(interaction, fresh=on_a_post(interaction))
        here = await self._at(interaction, table)
        whom = _holder(here, player)
        mod = moderates(interaction, here)
        now = self.referee.now()
        replaceable(here, now, interaction.user.id, whom, moderator=mod)
        back = "" if mod else " They may come back until somebody takes the seat."
        said = f"Let a computer keep the seat of {here.players[player].name}?{back}"
        no = MenuButton.button(f"m:{here.id}:no", "No")
        await reply(interaction, join(heading(here), said), [sure_button(here, player), no])

    async def wait(self, interaction: discord.Interaction, table: Table | int, player: int) -> None:
        """Wait on for somebody who does not move; they are reminded, and the host is asked again."""
        await defer(interaction, fresh=True)
        here = await self._at(interaction, table)
        mod = moderates(interaction, here)
        whom = _holder(here, player)
        await self.referee.wait_on(here, interaction.user.id, whom, moderator=mod)
        await reply(interaction, "The table waits on; I ask again in two days.")

    async def replace(
        self,
        interaction: discord.Interaction,
        table: Table | int,
        player: int,
    ) -> None:
        """Replace whoever was chosen."""
        await defer(interaction)
        here = await self._at(interaction, table)
        await self.send_away(interaction, here, _holder(here, player))

    async def send_away(
        self,
        interaction: discord.Interaction,
        table: Table,
        whom: int,
        guest: AnyUser | None = None,
    ) -> None:
        """Let a computer keep somebody's seat, for a guest if one is named."""
        if guest is not None:
            check_opponent(interaction, guest)
        mod = moderates(interaction, table)
        changed = await self.referee.send_away(
            table, interaction.user.id, whom, moderator=mod, guest=guest.id if guest else None
        )
        if guest is not None:
            await add_to_thread(room_of(interaction.guild, changed), [guest.id])
        said = "A computer keeps the seat until somebody takes it."
        invited = f" <@{guest.id}> is invited to it." if guest else ""
        await reply(interaction, join(heading(changed), said + invited))

    async def _at(self, interaction: discord.Interaction, table: Table | int) -> Table:
        return table if isinstance(table, Table) else await self.answers.look(interaction, table)


def _holder(table: Table, player: int) -> int:
    """The person who holds a seat."""
    one = table.players[player] if player < len(table.players) else None
    user_id = one.user_id or one.owner_id if one is not None else None
    if user_id is None:
        raise NotAllowed("Nobody sits there who could be replaced.")
    return user_id
