"""BRAWL by commands; each of them is a button of its panel, too."""

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import discord
import msgspec
from discord import app_commands

from bot.cogs.game import (
    LEVEL_CHOICES,
    PACE_CHOICES,
    Caller,
    GameCog,
    Unclear,
    cut,
    fitting,
    pace_of,
)
from bot.sparring import SPEEDS, scope
from bot.ui.desk import CONTENT, answer, defer
from images.brawl import deck as deck_picture
from rules import registry
from rules.brawl.content.cards import CLEAR, LEFT, MIDDLE, NONE, RIGHT, ROW, WHOLE, base_name
from rules.brawl.content.deck import (
    FREEZES,
    SIZE,
    BadDeck,
    Deck,
    available,
    load_directory,
    printed,
)
from rules.brawl.state import Discard, Done, Flip, FromDiscard, Pause, Pick, PlayCard, Ready
from rules.brawl.view import BrawlView
from rules.engine.state import Option

log = logging.getLogger(__name__)
GAME = registry.get("brawl")
MOST_BASES = 2 * (SIZE - FREEZES)  # that can come into play in one game
SPEED_CHOICES = [
    app_commands.Choice(name=f"{seconds:g} s a card", value=seconds) for seconds in SPEEDS
]


@app_commands.guild_only()
class Brawl(GameCog):
    """The commands of BRAWL."""

    key = "brawl"
    brawl = app_commands.Group(name="brawl", description="BRAWL, for two players", guild_only=True)

    async def cog_load(self) -> None:
        """Add the printed decks of the directory that the settings name."""
        if self.bot.settings.brawl_decks is not None:
            add_printed(self.bot.settings.brawl_decks)

    # -- a table

    @brawl.command(name="new")
    @app_commands.choices(computer=LEVEL_CHOICES)
    @app_commands.choices(speed=SPEED_CHOICES)
    @app_commands.choices(turn_time=PACE_CHOICES)
    @app_commands.describe(
        opponent="Who is invited to play against you",
        computer="Play against a computer of this strength",
        pace="training: in turns; tournament: in real time",
        deck="The deck you fight with; without it you choose in secret",
        other_deck="The deck you fight against; without it your opponent chooses",
        mirror="Both may use the same deck",
        seconds="tournament: how long a player may take for an act",
        speed="tournament: how fast a computer plays",
        turn_time="training: how long each turn may take",
    )
    async def new(
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | None = None,
        computer: str | None = None,
        pace: Literal["training", "tournament"] = "training",
        deck: str | None = None,
        other_deck: str | None = None,
        mirror: bool = False,
        seconds: app_commands.Range[int, 5, 600] | None = None,
        speed: float | None = None,
        turn_time: int | None = None,
    ) -> None:
        """Open a table for a game of BRAWL in this channel."""
        await defer(interaction)
        options: dict[str, object] = {"pace": pace, "mirror": mirror}
        if deck or other_deck:
            options["decks"] = [deck_of(name).key if name else "" for name in (deck, other_deck)]
        if seconds is not None:
            options["seconds"] = seconds
        await self.bot.lobby.open(
            interaction,
            self.key,
            options,
            opponents=[opponent] if opponent else [],
            computer=computer,  # type: ignore[arg-type]
            pace=pace_of(turn_time),
        )
        table_id = await self.bot.referee.find(interaction.channel_id or 0)
        if speed is not None and table_id is not None:
            await self.bot.store.set_setting(scope(table_id), "speed", speed)

    @brawl.command(name="decks")
    @app_commands.describe(deck="Which deck; without it, all of them by name")
    async def decks(self, interaction: discord.Interaction, deck: str | None = None) -> None:
        """Look at the cards of a deck."""
        await defer(interaction)
        if deck is None:
            await answer(interaction, deck_list())
            return
        shown = deck_of(deck)
        file = await self.bot.pictures.drawn("deck.png", deck_picture, GAME, shown)
        words = f"**{shown.name}**\n{shown.about}".strip()
        await answer(interaction, words, files=[file] if file else [])

    # -- before the first card

    @brawl.command(name="choose")
    @app_commands.describe(deck="The deck you fight with")
    async def choose(self, interaction: discord.Interaction, deck: str) -> None:
        """Choose your deck; it is shown when both have chosen."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, [Pick(pick_of(caller, deck))])

    @brawl.command(name="ready")
    async def ready(self, interaction: discord.Interaction) -> None:
        """Knock: you are ready for the first card, or to go on after a pause."""
        await self.only(interaction, Ready())

    # -- cards

    @brawl.command(name="flip")
    async def flip(self, interaction: discord.Interaction) -> None:
        """Turn over the top card of your deck."""
        await self.only(interaction, Flip())

    @brawl.command(name="play")
    @app_commands.describe(place="Such as: Base A, your side")
    async def play(self, interaction: discord.Interaction, place: str) -> None:
        """Lay the card you hold at a place."""
        await defer(interaction)
        caller = await self.caller(interaction)
        held = caller.view.fighters[caller.asked.seat].held
        if held == NONE and caller.of(Flip):
            raise Unclear("You hold no card: turn one over with `/brawl flip`.")
        base, spot = place_of(caller.view, held, place)
        await self.act(interaction, caller, [PlayCard(held, base, spot)])

    @brawl.command(name="from-discard")
    @app_commands.describe(place="Such as: Base A, your side")
    async def from_discard(self, interaction: discord.Interaction, place: str) -> None:
        """Lay the top card of your discard pile at a place."""
        await defer(interaction)
        caller = await self.caller(interaction)
        pile = caller.view.fighters[caller.asked.seat].discard
        if not pile:
            raise Unclear("Your discard pile is empty.")
        base, spot = place_of(caller.view, pile[-1], place)
        await self.act(interaction, caller, [FromDiscard(pile[-1], base, spot)])

    @brawl.command(name="discard")
    async def discard(self, interaction: discord.Interaction) -> None:
        """Put the card you hold on your discard pile."""
        await self.only(interaction, Discard())

    @brawl.command(name="done")
    async def done(self, interaction: discord.Interaction) -> None:
        """Say that you have nothing more to play."""
        await self.only(interaction, Done())

    @brawl.command(name="pause")
    async def pause(self, interaction: discord.Interaction) -> None:
        """Stop a tournament bout until both are ready again."""
        await self.only(interaction, Pause())

    # -- what can be typed

    @play.autocomplete("place")
    async def _play_place(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(interaction, current, lambda c: _places(c, PlayCard))

    @from_discard.autocomplete("place")
    async def _from_discard_place(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(interaction, current, lambda c: _places(c, FromDiscard))

    @choose.autocomplete("deck")
    async def _choose_deck(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(
            interaction, current, lambda c: [c.view.names[o.deck] for o in c.of(Pick)]
        )

    @new.autocomplete("deck")
    @new.autocomplete("other_deck")
    @decks.autocomplete("deck")
    async def _deck(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return fitting([deck.name for deck in available(printed()).values()], current)


# -- printed decks


def add_printed(folder: Path) -> list[BadDeck]:
    """Add the deck lists of a directory; a bad one is refused, with the line and the reason."""
    loaded = load_directory(folder)
    for bad in loaded.refused:
        log.warning("a printed deck was refused: %s", bad)
    if loaded.decks:
        log.info("printed decks: %s", ", ".join(deck.name for deck in loaded.decks))
    return loaded.refused


# -- words to things


def deck_of(text: str) -> Deck:
    """The deck of a name."""
    wanted = text.strip().casefold()
    decks = available(printed())
    for deck in decks.values():
        if wanted in (deck.key, deck.name.casefold()):
            return deck
    names = ", ".join(deck.name for deck in decks.values())
    raise Unclear(f"There is no deck called “{cut(text)}”. There are: {names}.")


def pick_of(caller: Caller, text: str) -> str:
    """The key of a deck that the game at this table knows, or what was typed."""
    wanted = text.strip().casefold()
    names: dict[str, str] = caller.view.names
    found = [key for key, name in names.items() if wanted in (key, name.casefold())]
    return found[0] if found else cut(text, 30)


def place_of(view: BrawlView, card: int, text: str) -> tuple[int, int]:
    """The place, as Base and spot, that words such as `A, your side` name.

    A Base that was cleared away can still be named, and one's own side by the fighter's name, as
    posts do: the referee says what is wrong with a place.
    """
    wanted = _plain(text)
    spots: list[tuple[int, int]] = [(ROW, LEFT), (ROW, RIGHT)]
    for base in range(MOST_BASES):
        spots += [(base, 0), (base, 1), (base, WHOLE if card == CLEAR else MIDDLE)]
    for seen in (view, msgspec.structs.replace(view, player=None)):
        for base, spot in spots:
            if wanted in (_plain(GAME.text.place(seen, card, base, spot)), _whole(base, spot)):
                return base, spot
    raise Unclear(f"“{cut(text)}” is no place: say `Base A, your side`, `Base A` or `left end`.")


def _whole(base: int, spot: int) -> str | None:
    """A Base's bare letter, which is enough for a card that goes on no side of it."""
    return _plain(base_name(base)) if spot in (MIDDLE, WHOLE) else None


def _plain(text: str) -> str:
    words = text.casefold().replace("’", "'").replace(",", " ").split()
    return " ".join(word for word in words if word != "base")


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
