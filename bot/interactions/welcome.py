"""The first post in a server, and the shortest way into a first game."""

import logging

import discord

from bot.errors import NotAllowed
from bot.interactions.answers import Answers
from bot.interactions.replies import defer
from bot.interactions.who import person_of
from bot.referee import Referee
from bot.store import Store
from bot.ui.buttons import view_of
from bot.ui.table_buttons import first_games
from rules import registry

logger = logging.getLogger(__name__)
FIRST_STEPS = (
    "1. `/beer-brawl new` opens a table in a channel; name an `opponent`, or a `computer`.\n"
    "2. Everybody presses *Join*, then the host presses *Start*.\n"
    "3. *Play* under the latest post shows you, and only you, what you may do now.\n"
    "-# *My hand* shows your secrets, *Rules* the rule that fits, *Table* everything else. "
    "Every button has a command too: `/table`, `/rules`, and one group for each game."
)
GREETING = (
    "**I referee tabletop brawls here, and I keep everybody's secrets.**\n"
    "New here? Press a button: you are in a game at once, three clicks from your first move. "
    "Where two are needed, an easy computer plays against you.\n"
    f"**With friends**\n{FIRST_STEPS}"
)


class Welcome:
    """What a newcomer meets."""

    def __init__(self, referee: Referee, store: Store, answers: Answers) -> None:
        """Work for a referee; the store remembers which servers were greeted."""
        self.referee, self.store, self.answers = referee, store, answers
        self._greeting: set[int] = set()  # servers to which a greeting is on its way

    async def greet(self, guild: discord.Guild) -> None:
        """Say hello once in a server, in its welcome channel."""
        scope = f"guild:{guild.id}"
        if await self.store.setting(scope, "greeted"):
            return
        channel = welcome_channel(guild)
        if channel is None or guild.id in self._greeting:
            return
        self._greeting.add(guild.id)
        try:
            await channel.send(GREETING, view=view_of(first_games()), nonce=f"w{guild.id}")
        except discord.HTTPException as error:
            logger.warning("could not greet: %s", error, extra={"guild": guild.id})
            return
        finally:
            self._greeting.discard(guild.id)
        await self.store.set_setting(scope, "greeted", True)

    async def first_game(self, interaction: discord.Interaction, game: str) -> None:
        """Open a table, seat a computer where one is needed, begin, and show the first question."""
        await defer(interaction, fresh=True)
        title = registry.get(game).title
        person = person_of(interaction)
        channel_id = await self._place(interaction, f"{title}: {person.name}"[:100])
        referee = self.referee
        table = await referee.open(
            game, {}, channel_id=channel_id, guild_id=interaction.guild_id, host=person
        )
        while len(table.players) < min(table.counts):
            table = await referee.add_computer(table, person.id, "easy")
        table = await referee.start(table, person.id)
        where = f"Your table is <#{channel_id}>; you can play on right here, too."
        await self.answers.open_panel(interaction, table, note=where)

    async def _place(self, interaction: discord.Interaction, name: str) -> int:
        """A new thread, or this channel where none can be made and it is free."""
        channel = interaction.channel
        may = interaction.app_permissions
        threads = may.create_public_threads and may.send_messages_in_threads
        if isinstance(channel, discord.TextChannel) and threads:
            thread = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
            return thread.id
        here = interaction.channel_id
        if here is not None and may.send_messages and await self.referee.find(here) is None:
            return here
        raise NotAllowed(
            "I can make no thread here, and a game is on in this channel already. "
            "Open a table in another channel: `/table new`."
        )


def welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for newcomers: the server's own, one called so, or the first open one."""
    me = guild.me
    fit = [c for c in guild.text_channels if c.permissions_for(me).send_messages]
    if guild.system_channel in fit:
        return guild.system_channel
    named = [channel for channel in fit if "welcome" in channel.name]
    return next(iter(named + fit), None)
