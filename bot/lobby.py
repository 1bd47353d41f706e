"""Before a game: its post with Join, Leave and Start, and who may press them."""

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.changes import either
from bot.errors import NoRoom, NotAllowed
from bot.referee import variant_of
from bot.sitting import Level, Person, Sitting, counts
from bot.ui.buttons import STYLE, Lasting
from bot.ui.desk import answer, defer, moderates, person_of
from bot.ui.doors import LobbyButton
from bot.ui.posts import Post
from bot.ui.words import called, heading, span
from rules.engine.contract import AnyGame

if TYPE_CHECKING:
    from bot.client import RefereeBot

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
}


def lobby_post(sitting: Sitting) -> Post:
    """Who sits here, what is played, and what is still missing."""
    names = [
        f"{called(s)}{' (host)' if s.user_id == sitting.host_id else ''}" for s in sitting.players
    ]
    parts = [
        heading(sitting),
        f"Options: {sitting.game.text.variant(sitting.variant)}",
        f"Pace: {span(sitting.pace)}",
        f"Players ({len(sitting.players)} of {either(sitting.counts)}): {', '.join(names)}",
    ]
    waiting = [user for user in sitting.invited if sitting.player_of(user) is None]
    if waiting and sitting.status == "lobby":
        invited = ", ".join(f"<@{user}>" for user in waiting)
        parts.append(f"{invited}: you are invited. Press *Join*.")
    parts.append(
        f"-# All luck of this game is fixed by a secret that fits `{sitting.commitment}`; "
        "the secret is shown when the game is over, so that everybody can check it."
    )
    return Post("\n".join(parts), waiting, lobby_buttons(sitting))


def lobby_buttons(sitting: Sitting) -> list[Lasting]:
    """Join, Leave, Start, and a seat for the computer."""
    if sitting.status != "lobby":
        return []
    start = f"l:{sitting.id}:"
    buttons: list[Lasting] = [
        LobbyButton.button(f"{start}join", "Join", STYLE.success),
        LobbyButton.button(f"{start}leave", "Leave"),
        LobbyButton.button(f"{start}start", "Start", STYLE.primary),
    ]
    if sitting.room > 0:
        buttons.append(LobbyButton.button(f"{start}computer", "Add computer", emoji="🤖"))
    if any(seated.computer for seated in sitting.players):
        buttons.append(LobbyButton.button(f"{start}alone", "Remove computer"))
    return buttons


class Lobby:
    """What leads from an idea to a game; the same for every game."""

    def __init__(self, bot: "RefereeBot") -> None:
        """Work for a bot."""
        self.bot = bot

    async def open(
        self,
        interaction: discord.Interaction,
        game: str,
        options: dict[str, object],
        *,
        opponents: Sequence[discord.User | discord.Member] = (),
        computer: Level | None = None,
        pace: timedelta | None = None,
    ) -> None:
        """Open a table in this channel, with whom and how it was asked for."""
        await defer(interaction)
        check_permissions(interaction)
        for opponent in opponents:
            check_opponent(interaction, opponent)
        played = self.bot.referee.games(game)
        seats = max(counts(played, variant_of(played, options))) - 1
        check_seats(played, seats, len(opponents) + (computer is not None))
        sitting = await self.bot.referee.open(
            game,
            options,
            channel_id=interaction.channel_id or 0,
            guild_id=interaction.guild_id,
            host=person_of(interaction),
            pace=pace,
            invited=[Person(user.id, user.display_name) for user in opponents],
        )
        if computer is not None:
            await self.bot.referee.add_computer(sitting.id, interaction.user.id, computer)
        said = f"Table {sitting.id} is open. "
        ready = computer is not None or sitting.room == 0
        said += "Press *Start* when you are ready." if ready else "Others join with *Join*."
        await answer(interaction, said)

    async def join(self, interaction: discord.Interaction, table_id: int) -> None:
        """Sit down."""
        await defer(interaction, fresh=True)
        await self.bot.referee.join(table_id, person_of(interaction))
        await answer(interaction, f"You sit at table {table_id}. The host starts the game.")

    async def leave(self, interaction: discord.Interaction, table_id: int) -> None:
        """Stand up."""
        await defer(interaction, fresh=True)
        await self.bot.referee.leave(table_id, interaction.user.id)
        await answer(interaction, f"You have left table {table_id}.")

    async def start(self, interaction: discord.Interaction, table_id: int) -> None:
        """Begin the game, and show the host what it asks."""
        await defer(interaction, fresh=True)
        mod = moderates(interaction)
        sitting = await self.bot.referee.start(table_id, interaction.user.id, moderator=mod)
        if sitting.player_of(interaction.user.id) is None:
            await answer(interaction, f"The game at table {table_id} has begun.")
            return
        await self.bot.desk.play(interaction, table_id)

    async def computer(self, interaction: discord.Interaction, table_id: int) -> None:
        """Seat a computer of normal strength."""
        await self.seat_computer(interaction, table_id, "normal")

    async def seat_computer(
        self, interaction: discord.Interaction, table_id: int, level: Level
    ) -> None:
        """Seat a computer player."""
        await defer(interaction, fresh=True)
        await self.bot.referee.add_computer(table_id, interaction.user.id, level)
        await answer(interaction, f"A computer ({level}) sits at table {table_id}.")

    async def alone(self, interaction: discord.Interaction, table_id: int) -> None:
        """Send the computer away that came last."""
        await defer(interaction, fresh=True)
        await self.bot.referee.remove_computer(table_id, interaction.user.id)
        await answer(interaction, f"The computer has left table {table_id}.")


def check_opponent(
    interaction: discord.Interaction, opponent: discord.User | discord.Member
) -> None:
    """Refuse an opponent who cannot play."""
    if opponent.id == interaction.user.id:
        raise NotAllowed("You cannot be your own opponent. Name somebody else, or a computer.")
    if opponent.bot:
        raise NotAllowed("A bot cannot sit at a table. Use the option `computer` instead.")


def check_seats(game: AnyGame, seats: int, wanted: int) -> None:
    """Refuse more opponents than there are seats, before anybody is invited in vain."""
    if wanted > seats:
        free = "one seat" if seats == 1 else f"{seats} seats"
        raise NoRoom(
            f"{game.title} has {free} beside yours, played like this, and you named {wanted}: "
            "name fewer opponents, or no computer."
            if seats
            else f"{game.title} is played alone: there is no seat for anybody else."
        )


def check_permissions(interaction: discord.Interaction) -> None:
    """Refuse a channel in which the bot cannot post, naming what is missing."""
    granted = interaction.app_permissions
    needed = dict(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = "Send Messages in Threads"
    missing = [name for key, name in needed.items() if not getattr(granted, key)]
    if missing:
        raise NotAllowed(f"I cannot referee in this channel: I lack {', '.join(missing)}.")
