"""What BRAWL's commands add to its verbs: places for cards, and decks to choose and to look at."""

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.cogs.build import Slot
from bot.cogs.caller import Caller
from bot.cogs.game import GameCog
from bot.cogs.typed import Choices, Unclear, echo, fitting, key_of
from bot.interactions.replies import defer, reply
from bot.realtime.computer import SPEEDS
from bot.referee import scope
from bot.table import Table
from bot.ui.limits import CONTENT
from images.brawl import deck as deck_picture
from rules import registry
from rules.brawl.content.cards import NONE
from rules.brawl.content.deck import (
    BadDeck,
    Deck,
    available,
    load_directory,
    printed,
)
from rules.brawl.state import Flip, FromDiscard, PlayCard
from rules.engine.state import Option

logger = logging.getLogger(__name__)
GAME = registry.get("brawl")
SPEED_CHOICES = [
    app_commands.Choice(name=f"{seconds:g} s a card", value=seconds) for seconds in SPEEDS
]


async def deck_names(interaction: discord.Interaction, current: str) -> Choices:
    """The decks that fit what was typed."""
    return fitting([deck.name for deck in available(printed()).values()], current)


class Brawl(GameCog):
    """The commands of BRAWL."""

    key = "brawl"
    instead = (PlayCard, FromDiscard)

    async def cog_load(self) -> None:
        """Add the printed decks of the directory that the settings name."""
        if self.bot.settings.brawl_decks is not None:
            add_printed(self.bot.settings.brawl_decks)

    # -- a table

    def settings(self) -> list[Slot]:
        """Decks are named one by one, and a computer in real time has a speed."""
        own = "The deck you fight with; without it you choose in secret"
        other = "The deck you fight against; without it your opponent chooses"
        return [
            *super().settings(),
            Slot("deck", own, complete=deck_names),
            Slot("other_deck", other, complete=deck_names),
            Slot("speed", "tournament: how fast a computer plays", float, choices=SPEED_CHOICES),
        ]

    def variant(self, chosen: dict[str, Any]) -> dict[str, object]:
        """The decks by their keys, one for each seat."""
        named = [chosen.get("deck"), chosen.get("other_deck")]
        decks = [deck_of(name).key if name else "" for name in named]
        return super().variant(chosen) | ({"decks": decks} if any(decks) else {})

    async def opened(self, table: Table, chosen: dict[str, Any]) -> None:
        """Keep the computer's speed with its table."""
        if "speed" in chosen:
            await self.bot.store.set_setting(scope(table.id), "speed", chosen["speed"])

    @app_commands.command(name="decks")
    @app_commands.describe(deck="Which deck; without it, all of them by name")
    async def decks(self, interaction: discord.Interaction, deck: str | None = None) -> None:
        """Look at the cards of a deck."""
        await defer(interaction)
        if deck is None:
            await reply(interaction, deck_list())
            return
        shown = deck_of(deck)
        file = await self.bot.pictures.drawn("deck.png", deck_picture, GAME, shown)
        words = f"**{shown.name}**\n{shown.about}".strip()
        await reply(interaction, words, files=[file] if file else [])

    decks.autocomplete("deck")(deck_names)

    # -- cards

    @app_commands.command(name="play")
    @app_commands.describe(place="Such as: Base A, your side")
    async def play(self, interaction: discord.Interaction, place: str) -> None:
        """Lay the card you hold at a place."""

        def read(caller: Caller) -> list[Option]:
            held = caller.view.fighters[caller.asked.seat].held
            if held == NONE and caller.of(Flip):
                raise Unclear("You hold no card: turn one over with `/brawl flip`.")
            return [PlayCard(held, *place_of(caller, held, place))]

        await self.take(interaction, read)

    @app_commands.command(name="from-discard")
    @app_commands.describe(place="Such as: Base A, your side")
    async def from_discard(self, interaction: discord.Interaction, place: str) -> None:
        """Lay the top card of your discard pile at a place."""

        def read(caller: Caller) -> list[Option]:
            pile = caller.view.fighters[caller.asked.seat].discard
            if not pile:
                raise Unclear("Your discard pile is empty.")
            return [FromDiscard(pile[-1], *place_of(caller, pile[-1], place))]

        await self.take(interaction, read)

    @play.autocomplete("place")
    async def _play(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(interaction, current, lambda c: _places(c, PlayCard))

    @from_discard.autocomplete("place")
    async def _from_discard(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(interaction, current, lambda c: _places(c, FromDiscard))


# -- printed decks


def add_printed(folder: Path) -> list[BadDeck]:
    """Add the deck lists of a directory; a bad one is refused, with the line and the reason."""
    loaded = load_directory(folder)
    for bad in loaded.refused:
        logger.warning("a printed deck was refused: %s", bad)
    if loaded.decks:
        logger.info("printed decks: %s", ", ".join(deck.name for deck in loaded.decks))
    return loaded.refused


# -- words to things


def deck_of(text: str) -> Deck:
    """The deck of a name."""
    decks = available(printed())
    return decks[key_of(text, {key: deck.name for key, deck in decks.items()}, "deck")]


def place_of(caller: Caller, card: int, text: str) -> tuple[int, int]:
    """The Base and the spot that words such as `A, your side` name."""
    place: tuple[int, int] | None = GAME.text.read_place(caller.view, card, text)
    if place is None:
        said = "say `Base A, your side`, `Base A` or `left end`"
        raise Unclear(f"“{echo(text)}” is no place: {said}.")
    return place


# -- things to words


def _places(caller: Caller, kind: type[Option]) -> Iterable[str]:
    options: list[Any] = caller.of(kind)
    return [GAME.text.place(caller.view, o.card, o.base, o.spot) for o in options]


def deck_list() -> str:
    """Every deck with what it is like; only the names where that is too much for a post."""
    first = "`/brawl decks deck:` shows a deck with all its cards."
    decks = available(printed()).values()
    lines = [f"**{deck.name}**{': ' * bool(deck.about)}{deck.about}" for deck in decks]
    said = "\n".join([first, *lines])
    return said if len(said) <= CONTENT else f"{first}\n{', '.join(deck.name for deck in decks)}"
