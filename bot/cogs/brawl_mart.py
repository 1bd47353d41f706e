"""Brawl Mart by commands; each answer is a button of its panel, too."""

from collections.abc import Iterable, Sequence
from typing import Literal

import discord
from discord import app_commands

from bot.cogs.game import (
    PACE_CHOICES,
    Caller,
    GameCog,
    Unclear,
    cut,
    fitting,
    named,
    names_in,
    pace_of,
)
from bot.cogs.tables import NUMBER, Number
from bot.errors import NotPlaying
from bot.sitting import Sitting
from bot.ui.desk import answer, defer
from images.brawl_mart.reference import card_sheet, here, store_map
from rules import registry
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.names import brawler as brawler_name
from rules.brawl_mart.content.names import item as item_name
from rules.brawl_mart.content.store import PLACE, STORE
from rules.brawl_mart.state import (
    Attack,
    Buy,
    Equip,
    Go,
    Leave,
    LineUp,
    Pass,
    Ready,
    Recruit,
    Use,
)
from rules.brawl_mart.text.labels import attacked
from rules.brawl_mart.text.topics import TOPICS, about_brawler, about_item
from rules.brawl_mart.view import View
from rules.engine import kernel
from rules.engine.inputs import Resign
from rules.engine.state import Option

GAME = registry.get("brawl_mart")
BRAWLER_NAMES = [brawler.name for brawler in BRAWLERS]
ITEM_NAMES = [item.name for item in ITEMS]
QUOTES = str.maketrans("", "", "“”\"'’")
NO_SUCH_DICE = -1  # an attack that the referee refuses, naming the choice the card asks for
Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class BrawlMart(GameCog):
    """The commands of Brawl Mart."""

    key = "brawl_mart"
    brawl_mart = app_commands.Group(
        name="brawl-mart", description="Brawl Mart, for one player", guild_only=True
    )

    # -- a table

    @brawl_mart.command(name="new")
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.describe(
        hardcore="Two brawlers, no 1-SP slot, the first loss ends the trip",
        pacifist="Slaying an enemy ends the trip",
        rampage="An enemy who is only knocked out after a brawl ends the trip",
        no_items="Only enemies use items",
        no_recruits="Four brawlers, and nobody changes sides",
        pace="How long each answer may take",
    )
    async def new(
        self,
        interaction: discord.Interaction,
        hardcore: bool = False,
        pacifist: bool = False,
        rampage: bool = False,
        no_items: bool = False,
        no_recruits: bool = False,
        pace: int | None = None,
    ) -> None:
        """Open a table for a trip to Brawl Mart in this channel."""
        challenges: dict[str, object] = {
            "hardcore": hardcore,
            "pacifist": pacifist,
            "rampage": rampage,
            "no_items": no_items,
            "no_recruits": no_recruits,
        }
        await self.bot.lobby.open(interaction, self.key, challenges, pace=pace_of(pace))

    # -- the store

    @brawl_mart.command(name="go")
    @app_commands.describe(department="Where an arrow leads from here")
    async def go(self, interaction: discord.Interaction, department: str) -> None:
        """Walk to the next department; CHECKOUT ends the trip."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), [Go(place_of(department))])

    @brawl_mart.command(name="map")
    async def map(self, interaction: discord.Interaction) -> None:
        """Look at the store: where you are, where the arrows lead, what waits there."""
        await defer(interaction)
        sitting = await self._trip(interaction, None)
        view = sitting.view(interaction.user.id)
        file = await self.bot.pictures.drawn("map.png", store_map, GAME, view)
        words = "-# `/rules` has every department in words." if file else TOPICS["store"]
        await answer(interaction, f"**{here(view)}**\n{words}", files=[file] if file else [])

    # -- a brawl

    @brawl_mart.command(name="line-up")
    @app_commands.describe(brawlers="From your hand, slot by slot, with commas between them")
    async def line_up(self, interaction: discord.Interaction, brawlers: str) -> None:
        """Put brawlers into the next slots."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), lined_up(brawlers))

    @brawl_mart.command(name="equip")
    @app_commands.describe(item="An item of your cart", brawler="A brawler of yours who holds none")
    async def equip(self, interaction: discord.Interaction, item: str, brawler: str) -> None:
        """Hand an item to a brawler for this brawl."""
        await defer(interaction)
        given = Equip(item_of(item), brawler_of(brawler))
        await self.act(interaction, await self.caller(interaction), [given])

    @brawl_mart.command(name="ready")
    async def ready(self, interaction: discord.Interaction) -> None:
        """Hand out no more items: the brawl begins."""
        await self.only(interaction, Ready())

    @brawl_mart.command(name="attack")
    @app_commands.describe(
        target="An enemy who is not slain", dice="Where the card lets you choose, such as: 3D6"
    )
    async def attack(
        self, interaction: discord.Interaction, target: str, dice: str | None = None
    ) -> None:
        """Attack an enemy with the brawler whose turn it is."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, [attack_of(caller, brawler_of(target), dice)])

    @brawl_mart.command(name="use")
    @app_commands.describe(target="The brawler on whom the held item is used")
    async def use(self, interaction: discord.Interaction, target: str) -> None:
        """Use the item that the brawler holds whose turn it is."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), [Use(brawler_of(target))])

    @brawl_mart.command(name="pass")
    async def wait(self, interaction: discord.Interaction) -> None:
        """Let the brawler whose turn it is do nothing."""
        await self.only(interaction, Pass())

    # -- the café

    @brawl_mart.command(name="recruit")
    @app_commands.describe(brawler="An enemy who was knocked out in this brawl")
    async def recruit(self, interaction: discord.Interaction, brawler: str) -> None:
        """Recruit a knocked-out enemy for KP."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), [Recruit(brawler_of(brawler))])

    @brawl_mart.command(name="buy")
    @app_commands.describe(item="An item in a slot of the shop")
    async def buy(self, interaction: discord.Interaction, item: str) -> None:
        """Buy an item for SP."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), [Buy(item_of(item))])

    @brawl_mart.command(name="leave")
    async def leave(self, interaction: discord.Interaction) -> None:
        """Leave the café."""
        await self.only(interaction, Leave())

    # -- looking

    @brawl_mart.command(name="score")
    @app_commands.describe(table=NUMBER)
    async def score(self, interaction: discord.Interaction, table: Number | None = None) -> None:
        """See what the trip is worth, line by line."""
        await defer(interaction)
        sitting = await self._trip(interaction, table)
        await answer(interaction, score_words(sitting, interaction.user.id))

    @brawl_mart.command(name="cards")
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
            await answer(interaction, about(card))
            return
        file = await self.bot.pictures.drawn("cards.png", card_sheet, GAME, kind)
        words = "" if file else f"\n{TOPICS[kind]}"
        more = "-# `/brawl-mart cards card:` tells all about one."
        await answer(interaction, f"**All {kind}**{words}\n{more}", files=[file] if file else [])

    async def _trip(self, interaction: discord.Interaction, table: int | None) -> Sitting:
        """A trip that anybody may look at."""
        sitting = await self.bot.desk.table_here(interaction, table)
        if sitting.game.key != self.key:
            raise Unclear(f"{sitting.game.title} is played at that table, not {GAME.title}.")
        if sitting.play is None:
            raise NotPlaying(f"The game at table {sitting.id} has not begun.")
        return sitting

    # -- what can be typed

    @go.autocomplete("department")
    async def _go(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(
            interaction, current, lambda c: [STORE[o.department].name for o in c.of(Go)]
        )

    @line_up.autocomplete("brawlers")
    async def _line_up(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete_list(
            interaction,
            current,
            lambda c, typed: lined_up(typed) if typed else [],
            lambda c, o: brawler_name(o.brawler) if isinstance(o, LineUp) else None,
        )

    @equip.autocomplete("item")
    async def _equip_item(self, interaction: discord.Interaction, current: str) -> Choices:
        who = named(interaction, "brawler", brawler_of)
        return await self.complete(
            interaction,
            current,
            lambda c: [item_name(o.item) for o in c.of(Equip) if who in (None, o.brawler)],
        )

    @equip.autocomplete("brawler")
    async def _equip_brawler(self, interaction: discord.Interaction, current: str) -> Choices:
        what = named(interaction, "item", item_of)
        return await self.complete(
            interaction,
            current,
            lambda c: [brawler_name(o.brawler) for o in c.of(Equip) if what in (None, o.item)],
        )

    @attack.autocomplete("target")
    async def _attack_target(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(
            interaction,
            current,
            lambda c: [
                brawler_name(card) for o in c.of(Attack) for card in attacked(c.view, o.target)
            ],
        )

    @attack.autocomplete("dice")
    async def _attack_dice(self, interaction: discord.Interaction, current: str) -> Choices:
        target = named(interaction, "target", brawler_of)
        return await self.complete(interaction, current, lambda c: _dice(c, target))

    @use.autocomplete("target")
    async def _use_target(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(
            interaction, current, lambda c: [brawler_name(o.target) for o in c.of(Use)]
        )

    @recruit.autocomplete("brawler")
    async def _recruit(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(
            interaction, current, lambda c: [brawler_name(o.brawler) for o in c.of(Recruit)]
        )

    @buy.autocomplete("item")
    async def _buy(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(
            interaction,
            current,
            lambda c: [
                f"{item_name(o.item)} ({c.view.shop.index(o.item) + 1} SP)" for o in c.of(Buy)
            ],
        )

    @cards.autocomplete("card")
    async def _card(self, interaction: discord.Interaction, current: str) -> Choices:
        return fitting([*BRAWLER_NAMES, *ITEM_NAMES], current)


# -- words to things


def place_of(text: str) -> int:
    """The department of a name."""
    wanted = _plain(text)
    for name, at in PLACE.items():
        if wanted in (name.casefold(), name.casefold().removeprefix("the ")):
            return at
    raise Unclear(f"There is no department called “{cut(text)}”; `/brawl-mart map` shows them.")


def brawler_of(text: str) -> int:
    """The card of a brawler."""
    card = _card_of(text, BRAWLER_NAMES)
    if card is None:
        raise Unclear(f"There is no brawler called “{cut(text)}”.")
    return card


def item_of(text: str) -> int:
    """The card of an item."""
    card = _card_of(text, ITEM_NAMES)
    if card is None:
        raise Unclear(f"There is no item called “{cut(text)}”.")
    return card


def _card_of(text: str, names: Sequence[str]) -> int | None:
    wanted = _plain(text)
    return next((card for card, name in enumerate(names) if _plain(name) == wanted), None)


def _plain(text: str) -> str:
    """What was typed, without quotation marks and what the completion adds in brackets."""
    return " ".join(text.partition(" (")[0].translate(QUOTES).split()).casefold()


def lined_up(text: str) -> list[Option]:
    """The answers that a list of brawlers names."""
    return [LineUp(brawler_of(name)) for name in names_in(text)]


def attack_of(caller: Caller, card: int, dice: str | None) -> Attack:
    """The attack on an enemy; where the card asks for dice, they have to be named."""
    offered = [o for o in caller.of(Attack) if card in attacked(caller.view, o.target)]
    if dice is not None:
        wanted = dice.strip().casefold()
        offered = [o for o in offered if _dice_of(caller, o).casefold() == wanted]
    if len(offered) == 1:
        return Attack(offered[0].target, offered[0].choice)
    return Attack(card, NO_SUCH_DICE if offered or dice is not None else 0)


def about(text: str) -> str:
    """A card in words."""
    brawler, item = _card_of(text, BRAWLER_NAMES), _card_of(text, ITEM_NAMES)
    if brawler is not None:
        return about_brawler(brawler)
    if item is not None:
        return about_item(item)
    raise Unclear(f"There is no card called “{cut(text)}”.")


# -- things to words


def _dice_of(caller: Caller, option: Attack) -> str:
    words: str = GAME.text.field(caller.view, Attack, "choice", option.choice)
    return words.removeprefix("with ")


def _dice(caller: Caller, target: int | None) -> Iterable[str]:
    """The dice to choose between; none where there is no choice."""
    offered = [o for o in caller.of(Attack) if target in (None, *attacked(caller.view, o.target))]
    words = list(dict.fromkeys(_dice_of(caller, option) for option in offered))
    return words if len(words) > 1 else []


def score_words(sitting: Sitting, user_id: int) -> str:
    """What a trip is worth: in the end, or if the shopper went home now."""
    assert sitting.play is not None
    view: View = sitting.view(user_id)
    first = "The trip was worth"
    if view.outcome is None:
        seen = sitting.play.seen_by(sitting.player_of(user_id))
        view = GAME.view(kernel.apply(GAME, seen, Resign(0)).state, None)
        first = "Going home now would be worth"
    lines = [f"+{line.points} for {line.what}" for line in view.score]
    total = sum(line.points for line in view.score)
    more = f"-# {TOPICS['score']}"
    return "\n".join([f"**{first} {total} points**", *lines, more])
