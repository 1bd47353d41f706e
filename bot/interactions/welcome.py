"""The first post in a server, and the shortest way into a first game."""

import asyncio
import logging
from weakref import WeakValueDictionary

import discord

from bot.errors import BotError, NotAllowed
from bot.interactions.answers import Answers
from bot.interactions.house_rules import HouseRules
from bot.interactions.lobby import ALONE
from bot.interactions.places import Places, may_open_threads
from bot.interactions.replies import defer, reply
from bot.interactions.who import out_of_reach, person_of
from bot.referee import Referee
from bot.store import Store
from bot.table import LIVE, Table
from bot.ui.luck import begun_words
from bot.ui.screen import join
from bot.ui.table_buttons import alone_buttons, first_games, instead_button
from bot.ui.views import view_of
from bot.ui.words import heading
from rules import registry

logger = logging.getLogger(__name__)
FIRST_STEPS = (
    "1. `/beer-brawl new`, or another game's `new`, opens a table in a thread; name an `opponent`, "
    "or a `computer`.\n"
    "2. Everybody presses *Join*, then the host presses *Start*.\n"
    "3. *Play* under the latest post shows you, and only you, what you may do now.\n"
    "-# *My hand* shows your secrets, *Rules* the rule that fits, *Table* everything else. "
    "Every button has a command too: `/table`, `/rules`, and one group for each game. "
    "`/my turns` has everything that waits for you, wherever you are."
)
OUT_OF_REACH = (
    "In a server that I am in, I referee games for several. Here you can play alone: press a button, "
    "or use a game's `new`. `/my tables` leads back to your game, `/rules` explains it."
)
GREETING = (
    "**I referee tabletop brawls here, and I keep everybody's secrets.**\n"
    "New here? Press a button: you are in a game at once, three clicks from your first move. "
    "Where two are needed, an easy computer plays against you.\n"
    f"**With friends**\n{FIRST_STEPS}"
)


class Welcome:
    """What a newcomer meets."""

    def __init__(
        self, referee: Referee, store: Store, answers: Answers, places: Places, house: HouseRules
    ) -> None:
        """Work for a referee; the store remembers which servers were greeted."""
        self.referee, self.store, self.answers = referee, store, answers
        self.places, self.house = places, house
        self._opening: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # by user
        self.greeting: set[int] = set()  # servers to which a greeting is on its way

    async def greet(self, guild: discord.Guild) -> None:
        """Say hello once in a server, in its welcome channel."""
        scope = f"guild:{guild.id}"
        if await self.store.setting(scope, "greeted"):
            return
        channel = welcome_channel(guild)
        if channel is None or guild.id in self.greeting:
            return
        self.greeting.add(guild.id)
        try:
            await channel.send(GREETING, view=view_of(first_games()), nonce=f"w{guild.id}")
        except discord.HTTPException as error:
            logger.warning("could not greet: %s", error, extra={"guild": guild.id})
            return
        finally:
            self.greeting.discard(guild.id)
        await self.store.set_setting(scope, "greeted", True)

    async def first_game(
        self, interaction: discord.Interaction, game: str, instead: int | None = None
    ) -> None:
        """Open a table, seat a computer where one is needed, begin, and show the first question.

        Each person has one such table at a time: another press leads to the one that lives, or
        closes it where the new one is wanted `instead`.
        """
        await defer(interaction, fresh=instead is None)
        user_id = interaction.user.id
        lock = self._opening.setdefault(user_id, asyncio.Lock())
        async with lock:
            table = await self._living(user_id)
            if table is not None and table.id == instead:
                await self.referee.abandon(table, user_id)
                table = None
            opened = table is None
            if table is None:
                table = await self._opened(interaction, game)
                where = f"-# Your table is <#{table.channel_id}>."
            else:
                where = f"-# Your table is open already: <#{table.channel_id}>."
        if table.alone:
            where = ALONE
        if opened:
            where = join(where, begun_words(table, user_id))
        if table.game.key == game:
            await self.answers.open_panel(interaction, table, foot=where)
            return
        said = f"{heading(table)} is still on, and you try one game at a time.\n{where}"
        end = instead_button(table.id, game)
        await reply(interaction, said, [*alone_buttons(table)[:1], end])

    async def _living(self, user_id: int) -> Table | None:
        """The table at which somebody tries a game, as long as it is on."""
        known = await self.store.setting(f"user:{user_id}", "try")
        if known is None:
            return None
        try:
            table = await self.referee.look(known)
        except BotError:  # it cannot be read any more
            return None
        return table if table.status in LIVE else None

    async def _opened(self, interaction: discord.Interaction, game: str) -> Table:
        referee, person = self.referee, person_of(interaction)
        played = registry.get(game)
        alone = out_of_reach(interaction)
        if alone and 1 not in played.counts:
            raise NotAllowed(f"{played.title} needs others: try it in a server that I am in.")
        if not alone and not may_open_threads(interaction):
            raise NotAllowed(
                "A first game opens a thread, and you may not open threads in this channel. Try it "
                "in another channel with `/help`, or join a table of others."
            )
        async with self.house.opening(interaction, played):
            place = await self.places.find(interaction, played, [person.name])
            table = await referee.open(
                game,
                {},
                channel_id=place.channel_id,
                parent_id=place.parent_id,
                guild_id=None if alone else interaction.guild_id,
                host=person,
            )
        while len(table.players) < min(table.counts):
            table = await referee.add_computer(table, person.id, "easy")
        await self.store.set_setting(f"user:{person.id}", "try", table.id)
        return await referee.start(table, person.id)


def welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for newcomers: the server's own, one called so, or the first open one."""
    me = guild.me
    fit = [c for c in guild.text_channels if c.permissions_for(me).send_messages]
    if guild.system_channel in fit:
        return guild.system_channel
    named = [channel for channel in fit if "welcome" in channel.name]
    return next(iter(named + fit), None)
