"""Before a game: opening a table, sitting down, beginning, and who may do so."""

from collections.abc import Sequence
from datetime import timedelta

import discord

from bot.errors import NoRoom, NotAllowed
from bot.interactions.answers import Answers
from bot.interactions.replies import defer, reply
from bot.interactions.who import moderates, person_of
from bot.referee import Referee, variant_of
from bot.table import LEVELS, Level, Person, Table, counts
from bot.ui.lobby_post import level_buttons
from rules.engine.contract import AnyGame

USUAL: Level = "normal"  # strength of a computer that is added by a button
NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
}


class Lobby:
    """What leads from an idea to a game; the same for every game."""

    def __init__(self, referee: Referee, answers: Answers) -> None:
        """Work for a referee; whoever begins a game is shown what it asks."""
        self.referee, self.answers = referee, answers

    async def open(
        self,
        interaction: discord.Interaction,
        game: str,
        options: dict[str, object],
        *,
        opponents: Sequence[discord.User | discord.Member] = (),
        computer: str | None = None,
        pace: timedelta | None = None,
    ) -> None:
        """Open a table in this channel, with whom and how it was asked for."""
        await defer(interaction)
        check_permissions(interaction)
        for opponent in opponents:
            check_opponent(interaction, opponent)
        played = self.referee.games(game)
        seats = max(counts(played, variant_of(played, options))) - 1
        check_seats(played, seats, len(opponents) + (computer is not None))
        table = await self.referee.open(
            game,
            options,
            channel_id=interaction.channel_id or 0,
            guild_id=interaction.guild_id,
            host=person_of(interaction),
            pace=pace,
            invited=[Person(user.id, user.display_name) for user in opponents],
        )
        if computer is not None:
            await self.referee.add_computer(table, interaction.user.id, computer)
        said = f"Table {table.id} is open. "
        ready = computer is not None or table.room == 0
        said += "Press *Start* when you are ready." if ready else "Others join with *Join*."
        await reply(interaction, said)

    async def join(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Take a free seat, and say who begins the game."""
        await defer(interaction, fresh=True)
        joined = await self.referee.join(table, person_of(interaction))
        await reply(interaction, f"You sit at table {joined.id}. The host starts the game.")

    async def leave(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Give one's seat up, or turn an invitation down."""
        await defer(interaction, fresh=True)
        left = await self.referee.leave(table, interaction.user.id)
        await reply(interaction, f"You have left table {left.id}.")

    async def start(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Begin the game, and show the host what it asks."""
        await defer(interaction, fresh=True)
        mod = moderates(interaction)
        begun = await self.referee.start(table, interaction.user.id, moderator=mod)
        if begun.player_of(interaction.user.id) is None:
            await reply(interaction, f"The game at table {begun.id} has begun.")
            return
        await self.answers.open_panel(interaction, begun)

    async def computer(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Seat a computer of the usual strength, and let the host choose another."""
        await defer(interaction, fresh=True)
        seated = await self.referee.add_computer(table, interaction.user.id, USUAL)
        await self._strength(interaction, seated, USUAL)

    async def level(self, interaction: discord.Interaction, table: Table | int, level: str) -> None:
        """Let the computer that came last be of another strength."""
        await defer(interaction)
        changed = await self.referee.set_level(table, interaction.user.id, level)
        await self._strength(interaction, changed, level)

    async def _strength(self, interaction: discord.Interaction, table: Table, level: str) -> None:
        said = f"A computer sits at table {table.id} and plays at strength *{level}*."
        why = " That is the middle one, which the button gives." if level == USUAL else ""
        others = " or ".join(f"*{other}*" for other in LEVELS if other != level)
        more = f" Would you rather have {others}? Press it before the game begins."
        await reply(interaction, said + why + more, level_buttons(table.id, level))

    async def alone(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Send away the computer that came last."""
        await defer(interaction, fresh=True)
        left = await self.referee.remove_computer(table, interaction.user.id)
        await reply(interaction, f"The computer has left table {left.id}.")

    async def rematch(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Open the same table again, seats swapped; where nobody has to join, the game begins."""
        await defer(interaction, fresh=True)
        again, opened = await self.referee.rematch(table, person_of(interaction))
        if opened and not again.invited:
            again = await self.referee.start(again, interaction.user.id)
        if again.play is not None and again.player_of(interaction.user.id) is not None:
            await self.answers.open_panel(interaction, again)
            return
        invited = "the others are invited" if opened else "it was opened before: press *Join* there"
        await reply(interaction, f"Table {again.id} is in <#{again.channel_id}>; {invited}.")


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
