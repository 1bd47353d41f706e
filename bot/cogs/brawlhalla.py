"""Brawlhalla by commands; each of them is a button of its panel, too."""

from typing import Literal

import discord
from discord import app_commands

from bot.cogs.brawlhalla_words import (
    arena_of,
    attacks_of,
    begun_of,
    card_of,
    fields,
    laid_of,
    legend_list,
    legend_of,
    mine,
    named,
    paths,
    seat_of,
    side_of,
    source_of,
    space_of,
    text_of,
    use_of,
    walk_of,
    weapons_of,
)
from bot.cogs.game import LEVEL_CHOICES, PACE_CHOICES, Caller, GameCog, fitting, pace_of
from bot.interactions.replies import defer, reply
from images.brawlhalla import all_legends
from images.brawlhalla import legend as legend_picture
from rules import registry
from rules.brawlhalla.content.arena import ARENAS, drawing
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.state.options import (
    Add,
    Attack,
    Bury,
    Choose,
    Defend,
    Delay,
    Discard,
    EndTurn,
    Fall,
    Keep,
    Land,
    Move,
    Pass,
    PlaceSword,
    Respawn,
    Save,
    Side,
    Skip,
    Spend,
    Stop,
    TakeBack,
    Use,
)
from rules.brawlhalla.state.variant import Format, Mode
from rules.brawlhalla.text.topics import HOUSE, cards_topic, legend_words
from rules.engine.state import Option

GAME = registry.get("brawlhalla")
VERBS: dict[str, type[Option]] = {
    "move": Move, "defend": Defend, "add": Add, "discard": Discard, "take-back": TakeBack,
    "fall": Fall, "land": Land, "respawn": Respawn, "sword": PlaceSword,
}  # fmt: skip
PLACE = "A space by column and row, such as C3"
CARD = "A card of your hand, by its name"
EFFECT = "Whether its effect is used, where it has one now"


@app_commands.guild_only()
class Brawlhalla(GameCog):
    """The commands of Brawlhalla."""

    key = "brawlhalla"
    brawlhalla = app_commands.Group(
        name="brawlhalla",
        description="Brawlhalla: The Card Game, for two to four; an unofficial referee",
        guild_only=True,
    )

    # -- a table

    @brawlhalla.command(name="new")
    @app_commands.choices(computer=LEVEL_CHOICES)
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.rename(form="format")
    @app_commands.describe(
        opponent="Who is invited to play",
        opponent2="Who else is invited",
        opponent3="Who else is invited",
        computer="Play with a computer of this strength; more can be added before the start",
        mode="standard: two KO cards; classic: three; blitz: none; discovery: cards without effects",
        form="free-for-all: everybody alone, of two it is a duel; 2v2: four players in two teams",
        arena="Where you fight; without it, chance decides",
        pace="How long each turn may take",
    )
    async def new(
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | None = None,
        opponent2: discord.Member | None = None,
        opponent3: discord.Member | None = None,
        computer: str | None = None,
        mode: Mode = "standard",
        form: Format = "free-for-all",
        arena: str | None = None,
        pace: int | None = None,
    ) -> None:
        """Open a table for a match of Brawlhalla in this channel."""
        await defer(interaction)
        options: dict[str, object] = {"mode": mode, "format": form}
        if arena is not None:
            options["arena"] = arena_of(arena).key
        invited = [guest for guest in (opponent, opponent2, opponent3) if guest is not None]
        await self.bot.lobby.open(
            interaction,
            self.key,
            options,
            opponents=list(dict.fromkeys(invited)),
            computer=computer,
            pace=pace_of(pace),
        )

    @brawlhalla.command(name="legends")
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

    # -- setting up

    @brawlhalla.command(name="legend")
    @app_commands.describe(
        legend="The Legend you play", weapon="The weapon you begin with; else you are asked"
    )
    async def legend(
        self, interaction: discord.Interaction, legend: str, weapon: str | None = None
    ) -> None:
        """Choose your Legend, and the side of its weapon card that is up."""
        await defer(interaction)
        caller = await self.caller(interaction)
        number = legend_of(legend)
        options: list[Option] = [Choose(number)]
        if weapon is not None:
            options.append(Side(side_of(number, weapon)))
        await self.act(interaction, caller, options)

    @brawlhalla.command(name="weapon")
    @app_commands.describe(weapon="The weapon you begin with")
    async def weapon(self, interaction: discord.Interaction, weapon: str) -> None:
        """Choose the side of your weapon card, if you have not with your Legend."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, [Side(side_of(mine(caller).legend, weapon))])

    # -- a turn

    @brawlhalla.command(name="move")
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
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, walk_of(caller, card, power, path))

    @brawlhalla.command(name="stop")
    async def stop(self, interaction: discord.Interaction) -> None:
        """Move no further."""
        await self.only(interaction, Stop())

    @brawlhalla.command(name="delay")
    @app_commands.describe(how="Draw two cards, swap your weapon, or recover a disarmed one")
    async def delay(
        self, interaction: discord.Interaction, how: Literal["draw", "swap", "recover"]
    ) -> None:
        """Fall if you are in the Air, then draw, swap or recover."""
        await self.only(interaction, Delay(how))

    @brawlhalla.command(name="attack")
    @app_commands.describe(
        target="The Legend you attack",
        kind="light: for damage; heavy: for knockback, with a weapon",
        card=CARD,
    )
    async def attack(
        self,
        interaction: discord.Interaction,
        target: str,
        kind: Literal["light", "heavy"],
        card: str,
    ) -> None:
        """Attack an opponent with a card."""
        await defer(interaction)
        caller = await self.caller(interaction)
        option = Attack(seat_of(caller, target), kind, card_of(card))
        await self.act(interaction, caller, [option])

    @brawlhalla.command(name="end")
    async def end(self, interaction: discord.Interaction) -> None:
        """End your turn."""
        await self.only(interaction, EndTurn())

    @brawlhalla.command(name="hand")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Look at your cards: nobody else sees them."""
        await defer(interaction)
        table = await self.bot.answers.table_here(interaction, None)
        await self.bot.table_menu.hand(interaction, table.id)

    # -- an attack

    @brawlhalla.command(name="defend")
    @app_commands.describe(card=CARD, effect=EFFECT)
    async def defend(
        self, interaction: discord.Interaction, card: str, effect: bool | None = None
    ) -> None:
        """Defend with a card against a light attack, or dodge a heavy one."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, [laid_of(caller, Defend, card, effect)])

    @brawlhalla.command(name="add")
    @app_commands.describe(card=CARD, effect=EFFECT)
    async def add(
        self, interaction: discord.Interaction, card: str, effect: bool | None = None
    ) -> None:
        """Add a card to your light attack."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, [laid_of(caller, Add, card, effect)])

    @brawlhalla.command(name="pass")
    async def pass_(self, interaction: discord.Interaction) -> None:
        """Add no more cards; that ends the exchange."""
        await self.only(interaction, Pass())

    @brawlhalla.command(name="use")
    @app_commands.describe(
        power="A card's, your Legend's or your weapon's power",
        target="On whom, where there are several",
    )
    async def use(
        self, interaction: discord.Interaction, power: str, target: str | None = None
    ) -> None:
        """Use a power that fits this moment."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, [use_of(caller, power, target)])

    @brawlhalla.command(name="skip")
    async def skip(self, interaction: discord.Interaction) -> None:
        """Use no more powers at this moment."""
        await self.only(interaction, Skip())

    @brawlhalla.command(name="ko-card")
    @app_commands.describe(choice="Spend it for its bonus, or keep it")
    async def ko_card(
        self, interaction: discord.Interaction, choice: Literal["spend", "keep"]
    ) -> None:
        """Spend a turned KO card on your hit or for one more action, or keep it."""
        await self.only(interaction, Spend() if choice == "spend" else Save())

    # -- places

    @brawlhalla.command(name="fall")
    @app_commands.describe(space=PLACE)
    async def fall(self, interaction: discord.Interaction, space: str) -> None:
        """Choose where you fall past the Legend below you."""
        await self.only(interaction, Fall(space_of(space)))

    @brawlhalla.command(name="land")
    @app_commands.describe(space=PLACE)
    async def land(self, interaction: discord.Interaction, space: str) -> None:
        """Choose where you land when a Legend is in the way."""
        await self.only(interaction, Land(space_of(space)))

    @brawlhalla.command(name="respawn")
    @app_commands.describe(space=PLACE)
    async def respawn(self, interaction: discord.Interaction, space: str) -> None:
        """Choose where you return after a KO."""
        await self.only(interaction, Respawn(space_of(space)))

    @brawlhalla.command(name="sword")
    @app_commands.describe(space=PLACE)
    async def sword(self, interaction: discord.Interaction, space: str) -> None:
        """Put a dropped Flaming Sword on a free Platform."""
        await self.only(interaction, PlaceSword(space_of(space)))

    # -- one's own cards

    @brawlhalla.command(name="discard")
    @app_commands.describe(card=CARD)
    async def discard(self, interaction: discord.Interaction, card: str) -> None:
        """Discard a card of your choice."""
        await self.only(interaction, Discard(card_of(card)))

    @brawlhalla.command(name="take-back")
    @app_commands.describe(card="One of your discards, by its name")
    async def take_back(self, interaction: discord.Interaction, card: str) -> None:
        """Take a card back from your discards."""
        await self.only(interaction, TakeBack(card_of(card)))

    @brawlhalla.command(name="foresee")
    @app_commands.describe(place="Where the card goes that you look at")
    async def foresee(
        self, interaction: discord.Interaction, place: Literal["top", "bottom"]
    ) -> None:
        """Leave the top card of your deck there, or put it to the bottom."""
        await self.only(interaction, Keep() if place == "top" else Bury())

    # -- what can be typed

    @new.autocomplete("arena")
    async def _arena(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        teams = getattr(interaction.namespace, "format", None) == "2v2"
        found = [one for one in map(drawing, ARENAS) if (one.format == "teams") == teams]
        return fitting([f"{one.name} ({one.format})" for one in found], current)

    @legends.autocomplete("legend")
    async def _any_legend(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return fitting([legend.name for legend in LEGENDS], current)

    @legend.autocomplete("legend")
    async def _free_legend(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(
            interaction, current, lambda c: fields(c, "legend", c.of(Choose))
        )

    @legend.autocomplete("weapon")
    @weapon.autocomplete("weapon")
    async def _weapon(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        chosen = named(interaction, "legend", legend_of)
        return await self.complete(interaction, current, lambda c: weapons_of(c, chosen))

    @move.autocomplete("card")
    @defend.autocomplete("card")
    @add.autocomplete("card")
    @discard.autocomplete("card")
    @take_back.autocomplete("card")
    async def _card(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        kind = verb(interaction)
        return await self.complete(interaction, current, lambda c: fields(c, "card", c.of(kind)))

    @fall.autocomplete("space")
    @land.autocomplete("space")
    @respawn.autocomplete("space")
    @sword.autocomplete("space")
    async def _space(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        kind = verb(interaction)
        return await self.complete(interaction, current, lambda c: fields(c, "space", c.of(kind)))

    @move.autocomplete("power")
    async def _move_power(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        card = text_of(interaction, "card")

        def words(caller: Caller) -> list[str]:
            offered = caller.after(begun_of(caller, card, None))
            return fields(caller, "source", [o for o in offered if isinstance(o, Use)])

        return await self.complete(interaction, current, words)

    @move.autocomplete("path")
    async def _move_path(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        card, power = text_of(interaction, "card"), text_of(interaction, "power")
        return await self.complete(interaction, "", lambda c: paths(c, card, power, current))

    @attack.autocomplete("target")
    async def _attack_target(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(
            interaction,
            current,
            lambda c: fields(c, "target", attacks_of(interaction, c, "target")),
        )

    @attack.autocomplete("card")
    async def _attack_card(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(
            interaction, current, lambda c: fields(c, "card", attacks_of(interaction, c, "card"))
        )

    @use.autocomplete("power")
    async def _use_power(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(interaction, current, lambda c: fields(c, "source", c.of(Use)))

    @use.autocomplete("target")
    async def _use_target(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        power = text_of(interaction, "power")

        def words(caller: Caller) -> list[str]:
            source = source_of(caller, power) if power else None
            aimed = [o for o in caller.of(Use) if o.target >= 0 and source in (None, o.source)]
            return fields(caller, "target", aimed)

        return await self.complete(interaction, current, words)


def verb(interaction: discord.Interaction) -> type[Option]:
    """The option that a command stands for."""
    assert interaction.command is not None
    return VERBS[interaction.command.name]
