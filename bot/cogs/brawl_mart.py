"""What Brawl Mart's commands add to its verbs: its map, its cards and its score."""

from typing import Literal

import discord
from discord import app_commands

from bot.cogs.game import GameCog
from bot.cogs.tables import NUMBER, Number
from bot.cogs.typed import Choices, Unclear, fitting, key_of
from bot.errors import NotPlaying
from bot.interactions.replies import defer, reply
from bot.table import Table
from images.brawl_mart.reference import card_sheet, here, store_map
from rules import registry
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.text.topics import TOPICS, about_brawler, about_item
from rules.brawl_mart.view import View
from rules.engine import kernel
from rules.engine.inputs import Resign

GAME = registry.get("brawl_mart")
BRAWLER_NAMES = [brawler.name for brawler in BRAWLERS]
ITEM_NAMES = [item.name for item in ITEMS]


class BrawlMart(GameCog):
    """The commands of Brawl Mart."""

    key = "brawl_mart"

    @app_commands.command(name="map")
    async def map(self, interaction: discord.Interaction) -> None:
        """Look at the store: where you are, where the arrows lead, what waits there."""
        await defer(interaction)
        trip = await self._trip(interaction, None)
        view = trip.view(interaction.user.id)
        file = await self.bot.pictures.drawn("map.png", store_map, GAME, view)
        words = "-# `/rules` has every department in words." if file else TOPICS["store"]
        await reply(interaction, f"**{here(view)}**\n{words}", files=[file] if file else [])

    @app_commands.command(name="score")
    @app_commands.describe(table=NUMBER)
    async def score(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """See what the trip is worth, line by line."""
        await defer(interaction)
        trip = await self._trip(interaction, table)
        await reply(interaction, score_words(trip, interaction.user.id))

    @app_commands.command(name="cards")
    @app_commands.describe(kind="All brawlers or all items", card="Only one card, in words")
    async def cards(
        self,
        interaction: discord.Interaction,
        kind: Literal["brawlers", "items"] = "brawlers",
        card: str | None = None,
    ) -> None:
        """Look up the cards."""
        await defer(interaction)
        if card is not None:
            await reply(interaction, about(card))
            return
        file = await self.bot.pictures.drawn("cards.png", card_sheet, GAME, kind)
        words = "" if file else f"\n{TOPICS[kind]}"
        more = "-# `/brawl-mart cards card:` tells all about one."
        await reply(interaction, f"**All {kind}**{words}\n{more}", files=[file] if file else [])

    @cards.autocomplete("card")
    async def _card(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting([*BRAWLER_NAMES, *ITEM_NAMES], current)

    async def _trip(self, interaction: discord.Interaction, table: int | None) -> Table:
        """A trip that anybody may look at."""
        trip = await self.bot.answers.table_here(interaction, table)
        if trip.game.key != self.key:
            raise Unclear(f"{trip.game.title} is played at that table, not {GAME.title}.")
        if trip.play is None:
            raise NotPlaying(f"The game at table {trip.id} has not begun.")
        return trip


def about(text: str) -> str:
    """A card in words."""
    at = key_of(text, dict(enumerate([*BRAWLER_NAMES, *ITEM_NAMES])), "card")
    item = at - len(BRAWLER_NAMES)
    return about_brawler(at) if item < 0 else about_item(item)


def score_words(trip: Table, user_id: int) -> str:
    """What a trip is worth: in the end, or if the shopper went home now."""
    assert trip.play is not None
    view: View = trip.view(user_id)
    first = "The trip was worth"
    if view.outcome is None:
        seen = trip.play.seen_by(trip.player_of(user_id))
        view = GAME.view(kernel.apply(GAME, seen, Resign(0)).state, None)
        first = "Going home now would be worth"
    lines = [f"+{line.points} for {line.what}" for line in view.score]
    total = sum(line.points for line in view.score)
    more = f"-# {TOPICS['score']}"
    return "\n".join([f"**{first} {total} points**", *lines, more])
