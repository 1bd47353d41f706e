"""What Brawlhalla's commands add to its verbs: whole moves, a Legend with its weapon, look-ups."""

from typing import Any

import discord
from discord import app_commands

from bot.cogs.build import Slot
from bot.cogs.caller import Caller, longer
from bot.cogs.game import GameCog
from bot.cogs.typed import Choices, Unclear, fitting, given, key_of, steps_in
from bot.interactions.replies import defer, reply
from images.brawlhalla import all_legends
from images.brawlhalla import legend as legend_picture
from rules import registry
from rules.brawlhalla.content.arena import ARENAS, Drawing, drawing
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.state.options import Choose, Move, Side, Skip, Step, Stop, Use
from rules.brawlhalla.text.names import space_name
from rules.brawlhalla.text.topics import HOUSE, cards_topic, legend_words
from rules.engine.errors import Refused
from rules.engine.state import Option

GAME = registry.get("brawlhalla")


async def arena_names(interaction: discord.Interaction, current: str) -> Choices:
    """The arenas that are drawn for the format."""
    teams = given(interaction).get("format") == "2v2"
    found = [one for one in map(drawing, ARENAS) if (one.format == "teams") == teams]
    return fitting([f"{one.name} ({one.format})" for one in found], current)


class Brawlhalla(GameCog):
    """The commands of Brawlhalla."""

    key = "brawlhalla"
    about = "Brawlhalla: The Card Game, for two to four; an unofficial referee"
    instead = (Choose, Step)

    # -- a table

    def settings(self) -> list[Slot]:
        """An arena is chosen by its name among those that fit."""
        slots = super().settings()
        return [
            Slot(slot.name, slot.about, complete=arena_names) if slot.name == "arena" else slot
            for slot in slots
        ]

    def variant(self, chosen: dict[str, Any]) -> dict[str, object]:
        """The arena by its key."""
        arena = {"arena": arena_of(chosen["arena"]).key} if "arena" in chosen else {}
        return super().variant(chosen) | arena

    @app_commands.command(name="legends")
    @app_commands.describe(legend="Which Legend; without it, all of them by name and power")
    async def legends(self, interaction: discord.Interaction, legend: str | None = None) -> None:
        """Look at the Legends, or at the twenty cards of one."""
        await defer(interaction)
        drawn = self.bot.pictures.drawn
        if legend is None:
            words, every = legend_list(), tuple(range(len(LEGENDS)))
            file = await drawn("legends.png", all_legends, GAME, every)
        else:
            number = legend_of(legend)
            topic = cards_topic(LEGENDS[number])
            words = f"{legend_words(LEGENDS[number])}\n-# In words: `/rules` has “{topic}”. {HOUSE}"
            file = await drawn("legend.png", legend_picture, GAME, number)
        await reply(interaction, words, files=[file] if file else [])

    @app_commands.command(name="hand")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Look at your cards: nobody else sees them."""
        await self.show_hand(interaction)

    # -- several answers in one go

    @app_commands.command(name="legend")
    @app_commands.describe(
        legend="The Legend you play", weapon="The weapon you begin with; else you are asked"
    )
    async def legend(
        self, interaction: discord.Interaction, legend: str, weapon: str | None = None
    ) -> None:
        """Choose your Legend, and the side of its weapon card that is up."""

        def read(caller: Caller) -> list[Option]:
            number = legend_of(legend)
            side = [Side(weapon_of(number, weapon))] if weapon else []
            return [Choose(number), *side]

        await self.take(interaction, read)

    @app_commands.command(name="move")
    @app_commands.describe(
        card="The card you move with; without it, you go on with a move that has begun",
        path="The whole way, such as: C3 D4 C5. You stop at its end",
        power="A power you use before you go",
    )
    async def move(
        self,
        interaction: discord.Interaction,
        card: str | None = None,
        path: str | None = None,
        power: str | None = None,
    ) -> None:
        """Move with a card, step by step or the whole way at once."""
        await self.take(interaction, lambda caller: walk_of(caller, card, power, path))

    # -- what can be typed

    @legends.autocomplete("legend")
    async def _any_legend(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting([legend.name for legend in LEGENDS], current)

    @legend.autocomplete("legend")
    async def _free_legend(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(interaction, current, lambda c: c.words("legend", c.of(Choose)))

    @legend.autocomplete("weapon")
    async def _weapon(self, interaction: discord.Interaction, current: str) -> Choices:
        legend = str(given(interaction).get("legend", ""))
        return await self.complete(interaction, current, lambda c: _weapons(c, legend))

    @move.autocomplete("card")
    async def _card(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(interaction, current, lambda c: c.words("card", c.of(Move)))

    @move.autocomplete("power")
    async def _power(self, interaction: discord.Interaction, current: str) -> Choices:
        card = _typed(interaction, "card")

        def words(caller: Caller) -> list[str]:
            begun = caller.after(begun_of(caller, card, None))
            return begun.words("source", begun.of(Use))

        return await self.complete(interaction, current, words)

    @move.autocomplete("path")
    async def _path(self, interaction: discord.Interaction, current: str) -> Choices:
        card, power = _typed(interaction, "card"), _typed(interaction, "power")
        return await self.complete(interaction, "", lambda c: _paths(c, card, power, current))


def _typed(interaction: discord.Interaction, argument: str) -> str | None:
    word = given(interaction).get(argument)
    return word if isinstance(word, str) else None


# -- words to things


def arena_of(text: str) -> Drawing:
    """The arena of a name."""
    return drawing(key_of(text, {key: drawing(key).name for key in ARENAS}, "arena"))


def legend_of(text: str) -> int:
    """The Legend of a name; marks over its letters need not be typed."""
    return key_of(text, {number: legend.name for number, legend in enumerate(LEGENDS)}, "Legend")


def weapon_of(legend: int, text: str) -> int:
    """The side of a Legend's weapon card with a weapon."""
    weapons = LEGENDS[legend].weapons
    sides = {side: weapon.name for side, weapon in enumerate(weapons)}
    return key_of(text, sides, f"weapon of {LEGENDS[legend].name}")


# -- a whole move


def walk_of(caller: Caller, card: str | None, power: str | None, path: str | None) -> list[Option]:
    """A move by its card, a power and its path; it stops at the end of the path."""
    options = begun_of(caller, card, power)
    if path is not None:
        options = _ready(caller, options)
        for number, step in enumerate(steps_of(caller, path)):
            if number and not caller.after(options).of(Step):
                raise Refused("BH9", "The move is over before the path is: nothing was done.")
            options.append(step)
        options += caller.after(options).of(Stop)
    if not options:
        raise Unclear("Name the card you move with, or the path of a move that has begun.")
    return options


def begun_of(caller: Caller, card: str | None, power: str | None) -> list[Option]:
    """How a move begins: its card, and a power before it."""
    options: list[Option] = [Move(caller.read(Move, "card", card))] if card else []
    return [*options, Use(caller.read(Use, "source", power))] if power else options


def steps_of(caller: Caller, path: str) -> list[Option]:
    """The single steps of a path; the space one stands on may be named first."""
    spaces = [caller.read(Step, "space", word) for word in steps_in(path)]
    if spaces[:1] == [caller.view.fighters[caller.asked.seat].space]:
        spaces = spaces[1:]
    if not spaces:
        raise Unclear("A path needs at least one space, such as `C3`.")
    return [Step(space) for space in spaces]


def _ready(caller: Caller, options: list[Option]) -> list[Option]:
    """The same, and no further power where only that is in the way of the first step."""
    skipped = [*options, Skip()]
    if caller.after(options).of(Skip) and caller.after(skipped).of(Step):
        return skipped
    return options


# -- what is still legal


def _weapons(caller: Caller, legend: str) -> list[str]:
    """The weapons of a Legend that could be chosen now."""
    number = legend_of(legend)
    if Choose(number) not in caller.options:
        return []
    return [f"{weapon.name}: {says(weapon)}" for weapon in LEGENDS[number].weapons]


def _paths(caller: Caller, card: str | None, power: str | None, current: str) -> list[str]:
    """The typed path and each step that could follow it."""
    begun = _ready(caller, begun_of(caller, card, power))
    return longer(
        caller,
        " ".join(steps_in(current)).upper(),
        lambda typed: [*begun, *(steps_of(caller, typed) if typed else [])],
        lambda here: [space_name(option.space) for option in here.of(Step)],
        joint=" ",
    )


def legend_list() -> str:
    """Every Legend by name and power."""
    lines = [f"**{legend.name}**: {legend.power.name}. {says(legend.power)}" for legend in LEGENDS]
    return "\n".join(
        ["`/brawlhalla legends legend:` shows a Legend with all its cards.", *lines, f"-# {HOUSE}"]
    )
