"""Bro Brawl by commands; each of them is a button of its panel, too."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import discord
from discord import app_commands

from bot.cogs.game import (
    LEVEL_CHOICES,
    PACE_CHOICES,
    Caller,
    GameCog,
    Unclear,
    cut,
    named,
    names_in,
    pace_of,
)
from bot.ui.desk import defer
from rules import registry
from rules.bro_brawl.content.cards import (
    BROS,
    GRUNTS,
    MISHAP,
    MISHAPS,
    MONSTERS,
    SPECIALS,
    UPGRADE,
    WORTH,
)
from rules.bro_brawl.content.cards import kinds as different
from rules.bro_brawl.content.names import foe as foe_name
from rules.bro_brawl.content.names import upgrade as upgrade_name
from rules.bro_brawl.state import (
    Attack,
    Delay,
    Done,
    Give,
    GoOn,
    GruntCure,
    GruntDivert,
    GruntHit,
    Heal,
    KillHeal,
    KnockSense,
    NoAction,
    Pay,
    PlayGrunt,
    Purchase,
    PutBack,
    SacrificeHeal,
    SacrificeHit,
    Scout,
    Show,
    Stop,
    Stun,
    UsePack,
)
from rules.engine.errors import Refused
from rules.engine.state import Option

GAME = registry.get("bro_brawl")
FOES: dict[str, int] = {foe_name(card).casefold(): card for card in (*MONSTERS, *SPECIALS)}
SUFFERED: dict[str, int] = {MISHAP[card].name.casefold(): card for card in MISHAPS}
GUNS = {f"{points}-point gun": points for points in (1, 2, 3)}
PACKS = {pack.name: pack.points for pack in UPGRADE.values() if pack.kind == "health"}
RULES: dict[type[Option], str] = {Pay: "BO12", Give: "BO16", KillHeal: "BO17"}
Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class BroBrawl(GameCog):
    """The commands of Bro Brawl."""

    key = "bro_brawl"
    bro_brawl = app_commands.Group(
        name="bro-brawl", description="Bro Brawl, for one to four players", guild_only=True
    )

    # -- a table

    @bro_brawl.command(name="new")
    @app_commands.choices(computer=LEVEL_CHOICES)
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.describe(
        player2="Who is invited to play with you",
        player3="Who else is invited",
        player4="And who else",
        computer="A computer of this strength plays, too",
        mode="co-op: all against the monsters; competitive: everybody for points",
        veteran="Three specials instead of two in the first two waves",
        wave="The wave to begin with",
        pace="How long each turn may take",
    )
    async def new(
        self,
        interaction: discord.Interaction,
        player2: discord.Member | None = None,
        player3: discord.Member | None = None,
        player4: discord.Member | None = None,
        computer: str | None = None,
        mode: Literal["co-op", "competitive"] = "co-op",
        veteran: bool = False,
        wave: app_commands.Range[int, 1, 4] = 1,
        pace: int | None = None,
    ) -> None:
        """Open a table for a game of Bro Brawl in this channel."""
        named = [player for player in (player2, player3, player4) if player is not None]
        await self.bot.lobby.open(
            interaction,
            self.key,
            {"mode": mode, "veteran": veteran, "wave": wave},
            opponents=list(dict.fromkeys(named)),
            computer=computer,  # type: ignore[arg-type]
            pace=pace_of(pace),
        )

    # -- the action of a turn

    @bro_brawl.command(name="attack")
    @app_commands.describe(
        foe="A monster or special in the Battle Zone", gun="Without it, your bro's best gun"
    )
    async def attack(
        self, interaction: discord.Interaction, foe: str, gun: str | None = None
    ) -> None:
        """Attack one foe with one gun."""
        await defer(interaction)
        caller = await self.caller(interaction)
        points = gun_of(gun) if gun else _best(caller, Attack)
        await self.act(interaction, caller, [Attack(foe_of(foe), points)])

    @bro_brawl.command(name="knock-sense")
    @app_commands.describe(
        bro="Another living bro with a mishap",
        mishap="Which, where that bro has several",
        gun="Without it, your bro's best gun",
    )
    async def knock_sense(
        self,
        interaction: discord.Interaction,
        bro: str,
        mishap: str | None = None,
        gun: str | None = None,
    ) -> None:
        """Knock sense into another bro with one gun."""
        await defer(interaction)
        caller = await self.caller(interaction)
        points = gun_of(gun) if gun else _best(caller, KnockSense)
        other, card = bro_and_mishap(caller, bro, mishap)
        await self.act(interaction, caller, [KnockSense(other, card, points)])

    @bro_brawl.command(name="buy")
    @app_commands.describe(
        upgrade="An upgrade in the Battle Zone",
        use="Use a health pack at once",
        kills="What you pay with, such as: Scamp A, Trooper B; without it you are asked",
    )
    async def buy(
        self,
        interaction: discord.Interaction,
        upgrade: str,
        use: bool = False,
        kills: str | None = None,
    ) -> None:
        """Buy an upgrade with your bro's kills."""
        await defer(interaction)
        caller = await self.caller(interaction)
        bought = Purchase(upgrade_of(caller, upgrade), use)
        paid = payment(caller, kills, [bought]) if kills else [bought]
        await self.act(interaction, caller, paid)

    @bro_brawl.command(name="scout")
    @app_commands.describe(deck="The deck whose top four cards you look at")
    async def scout(
        self, interaction: discord.Interaction, deck: Literal["battle", "grunt"]
    ) -> None:
        """Look at the top cards of a deck; only you see them."""
        await self.only(interaction, Scout(deck))

    @bro_brawl.command(name="delay")
    @app_commands.describe(foe="A monster in the Battle Zone, never a special")
    async def delay(self, interaction: discord.Interaction, foe: str) -> None:
        """Send a monster to the bottom of the Battle deck."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), [Delay(foe_of(foe))])

    @bro_brawl.command(name="stun")
    @app_commands.describe(foe="A monster or special in the Battle Zone")
    async def stun(self, interaction: discord.Interaction, foe: str) -> None:
        """Lay a foe on its side: it does not count this turn."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), [Stun(foe_of(foe))])

    @bro_brawl.command(name="heal")
    @app_commands.describe(bro="A living bro, perhaps your own")
    async def heal(self, interaction: discord.Interaction, bro: str) -> None:
        """Heal a bro for one; after that you may give kills away."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), [Heal(bro_of(bro))])

    @bro_brawl.command(name="kill-heal")
    @app_commands.describe(kills="Kills of your bro, such as: Scamp A, Trooper B")
    async def kill_heal(self, interaction: discord.Interaction, kills: str) -> None:
        """Put kills back into the Battle Zone and gain their points as life."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, kills_of(caller, KillHeal, kills))

    @bro_brawl.command(name="sacrifice")
    @app_commands.describe(
        points="Life that your bro gives", target="Another bro to heal, or a foe to hurt"
    )
    async def sacrifice(
        self,
        interaction: discord.Interaction,
        points: app_commands.Range[int, 1, 5],
        target: str,
    ) -> None:
        """Take damage to heal a bro or hurt a foe by as much, undone if you die this turn."""
        await defer(interaction)
        caller = await self.caller(interaction)
        given: Option
        if _plain(target) in map(str.casefold, BROS):
            given = SacrificeHeal(points, bro_of(target))
        else:
            given = SacrificeHit(points, foe_of(target, "neither a bro nor a foe"))
        await self.act(interaction, caller, [given])

    @bro_brawl.command(name="health-pack")
    @app_commands.describe(pack="Which pack, where your bro has different ones")
    async def health_pack(self, interaction: discord.Interaction, pack: str | None = None) -> None:
        """Use a health pack bought earlier."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, [UsePack(pack_of(caller, pack))])

    @bro_brawl.command(name="no-action")
    async def no_action(self, interaction: discord.Interaction) -> None:
        """Take no action this turn."""
        await self.only(interaction, NoAction())

    # -- what an action asks besides

    @bro_brawl.command(name="pay")
    @app_commands.describe(kills="Kills of your bro, such as: Scamp A, Trooper B")
    async def pay(self, interaction: discord.Interaction, kills: str) -> None:
        """Pay for the upgrade that you are buying."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, payment(caller, kills))

    @bro_brawl.command(name="order")
    @app_commands.describe(cards="Scouted cards from the top, with commas between them")
    async def order(self, interaction: discord.Interaction, cards: str) -> None:
        """Put scouted cards back, the first one on top."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, scouted_of(caller, cards))

    @bro_brawl.command(name="show")
    async def show(self, interaction: discord.Interaction) -> None:
        """Show everybody the cards that you scout, before you put them back."""
        await self.only(interaction, Show())

    @bro_brawl.command(name="give")
    @app_commands.describe(
        bro="Who gets them, as part of a Heal", kills="Kills, such as: Scamp A, Trooper B"
    )
    async def give(self, interaction: discord.Interaction, bro: str, kills: str) -> None:
        """Give kills to one bro after a Heal."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, kills_of(caller, Give, kills, to=bro_of(bro)))

    @bro_brawl.command(name="done")
    async def done(self, interaction: discord.Interaction) -> None:
        """Give or return no more kills."""
        await self.only(interaction, Done())

    # -- grunts

    @bro_brawl.command(name="grunt")
    @app_commands.describe(card="One of the two grunts that were drawn for a dead bro")
    async def grunt(self, interaction: discord.Interaction, card: str) -> None:
        """Choose which of two grunts a dead bro plays."""
        await defer(interaction)
        caller = await self.caller(interaction)
        await self.act(interaction, caller, [PlayGrunt(grunt_of(caller, card))])

    @bro_brawl.command(name="target")
    @app_commands.describe(
        target="A foe, or the bro whose mishap is taken away",
        mishap="Which, where that bro has several",
    )
    async def target(
        self, interaction: discord.Interaction, target: str, mishap: str | None = None
    ) -> None:
        """Choose whom the grunt hits, diverts or cures."""
        await defer(interaction)
        caller = await self.caller(interaction)
        if _plain(target) in map(str.casefold, BROS):
            helped: Option = GruntCure(*bro_and_mishap(caller, target, mishap))
        else:
            kind = GruntDivert if caller.of(GruntDivert) else GruntHit
            helped = kind(foe_of(target, "neither a bro nor a foe"))
        await self.act(interaction, caller, [helped])

    # -- after a wave

    @bro_brawl.command(name="wave")
    @app_commands.describe(choice="Going on needs every player")
    async def wave(
        self, interaction: discord.Interaction, choice: Literal["go on", "stop"]
    ) -> None:
        """After a won wave: go on to the next, or stop while ahead."""
        await self.only(interaction, GoOn() if choice == "go on" else Stop())

    # -- what can be typed

    async def _words(
        self,
        interaction: discord.Interaction,
        current: str,
        field: str,
        *kinds: type[Option],
        **given: int | None,
    ) -> Choices:
        """The values of one argument in what is offered, as far as the others are given."""
        return await self.complete(interaction, current, lambda c: _values(c, field, kinds, given))

    @attack.autocomplete("foe")
    async def _attack_foe(self, interaction: discord.Interaction, current: str) -> Choices:
        points = named(interaction, "gun", gun_of)
        return await self._words(interaction, current, "foe", Attack, points=points)

    @attack.autocomplete("gun")
    async def _attack_gun(self, interaction: discord.Interaction, current: str) -> Choices:
        card = named(interaction, "foe", foe_of)
        return await self._words(interaction, current, "points", Attack, foe=card)

    @knock_sense.autocomplete("bro")
    async def _knock_bro(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._words(interaction, current, "bro", KnockSense)

    @knock_sense.autocomplete("mishap")
    async def _knock_mishap(self, interaction: discord.Interaction, current: str) -> Choices:
        bro = named(interaction, "bro", bro_of)
        return await self._words(interaction, current, "mishap", KnockSense, bro=bro)

    @knock_sense.autocomplete("gun")
    async def _knock_gun(self, interaction: discord.Interaction, current: str) -> Choices:
        bro = named(interaction, "bro", bro_of)
        return await self._words(interaction, current, "points", KnockSense, bro=bro)

    @buy.autocomplete("upgrade")
    async def _buy_upgrade(self, interaction: discord.Interaction, current: str) -> Choices:
        use = bool(getattr(interaction.namespace, "use", False))
        return await self._words(interaction, current, "upgrade", Purchase, use=use)

    @buy.autocomplete("kills")
    async def _buy_kills(self, interaction: discord.Interaction, current: str) -> Choices:
        text = getattr(interaction.namespace, "upgrade", None) or ""
        use = bool(getattr(interaction.namespace, "use", False))

        def read(caller: Caller, typed: str) -> Sequence[Option]:
            bought: list[Option] = [Purchase(upgrade_of(caller, text), use)]
            return kills_of(caller, Pay, typed, bought) if typed else bought

        return await self.complete_list(interaction, current, read, _kill)

    @pay.autocomplete("kills")
    async def _pay_kills(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._kills(interaction, current, Pay)

    @kill_heal.autocomplete("kills")
    async def _return_kills(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._kills(interaction, current, KillHeal)

    @give.autocomplete("kills")
    async def _give_kills(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._kills(interaction, current, Give, named(interaction, "bro", bro_of))

    async def _kills(
        self,
        interaction: discord.Interaction,
        current: str,
        kind: type[Option],
        to: int | None = None,
    ) -> Choices:
        return await self.complete_list(
            interaction,
            current,
            lambda c, typed: kills_of(c, kind, typed, to=to) if typed else [],
            lambda c, option: _kill(c, option) if isinstance(option, kind) else None,
        )

    @order.autocomplete("cards")
    async def _order_cards(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete_list(
            interaction,
            current,
            lambda c, typed: scouted_of(c, typed) if typed else [],
            lambda c, o: _said(c, o, "card") if isinstance(o, PutBack) else None,
        )

    @delay.autocomplete("foe")
    async def _delay_foe(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._words(interaction, current, "foe", Delay)

    @stun.autocomplete("foe")
    async def _stun_foe(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._words(interaction, current, "foe", Stun)

    @heal.autocomplete("bro")
    async def _heal_bro(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._words(interaction, current, "bro", Heal)

    @give.autocomplete("bro")
    async def _give_bro(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._words(interaction, current, "bro", Give)

    @sacrifice.autocomplete("target")
    async def _sacrifice_target(self, interaction: discord.Interaction, current: str) -> Choices:
        points: Any = getattr(interaction.namespace, "points", None)
        kinds = (SacrificeHeal, SacrificeHit)
        return await self.complete(
            interaction,
            current,
            lambda c: [
                word
                for field in ("bro", "foe")
                for word in _values(c, field, kinds, {"points": points})
            ],
        )

    @health_pack.autocomplete("pack")
    async def _pack(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._words(interaction, current, "points", UsePack)

    @grunt.autocomplete("card")
    async def _grunt_card(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._words(interaction, current, "grunt", PlayGrunt)

    @target.autocomplete("target")
    async def _target(self, interaction: discord.Interaction, current: str) -> Choices:
        kinds = (GruntHit, GruntDivert, GruntCure)
        return await self.complete(
            interaction,
            current,
            lambda c: [w for field in ("foe", "bro") for w in _values(c, field, kinds, {})],
        )

    @target.autocomplete("mishap")
    async def _target_mishap(self, interaction: discord.Interaction, current: str) -> Choices:
        bro = named(interaction, "target", bro_of)
        return await self._words(interaction, current, "mishap", GruntCure, bro=bro)


# -- words to things


def foe_of(text: str, otherwise: str = "no foe") -> int:
    """The card of a monster or special such as `Trooper B`."""
    card = FOES.get(_plain(text))
    if card is None:
        raise Unclear(
            f"“{cut(text)}” is {otherwise}: say `Trooper B` or `Frost Giant`, as the table does."
        )
    return card


def bro_of(text: str) -> int:
    """The seat of a bro."""
    for seat, name in enumerate(BROS):
        if _plain(text) == name.casefold():
            return seat
    raise Unclear(f"There is no bro called “{cut(text)}”: there are {', '.join(BROS)}.")


def bro_and_mishap(caller: Caller, bro: str, mishap: str | None) -> tuple[int, int]:
    """A bro and a mishap, which need not be named where there is only one."""
    seat = bro_of(bro)
    if mishap:
        card = SUFFERED.get(_plain(mishap))
        if card is None:
            raise Unclear(f"There is no mishap called “{cut(mishap)}”.")
        return seat, card
    bros = caller.view.bros
    suffered = [m.card for m in bros[seat].mishaps] if seat < len(bros) else []
    if len(suffered) > 1:
        names = ", ".join(MISHAP[card].name for card in suffered)
        raise Unclear(f"{BROS[seat]} has several mishaps, name one: {names}.")
    return seat, suffered[0] if suffered else -1


def gun_of(text: str) -> int:
    """The points of a gun such as `2-point gun`."""
    points = GUNS.get(_plain(text)) or GUNS.get(f"{_plain(text)}-point gun")
    if points is None:
        raise Unclear(f"“{cut(text)}” is no gun: there are {', '.join(GUNS)}.")
    return points


def upgrade_of(caller: Caller, text: str) -> int:
    """The card of an upgrade; of twins without their letter, one that can be bought."""
    wanted = _plain(text.partition(" for ")[0])
    buyable = [option.upgrade for option in caller.of(Purchase)]
    cards = [*buyable, *caller.view.shop, *UPGRADE]
    for card in cards:
        if wanted in (upgrade_name(card).casefold(), UPGRADE[card].name.casefold()):
            return int(card)
    names = dict.fromkeys(upgrade.name for upgrade in UPGRADE.values())
    raise Unclear(f"There is no upgrade called “{cut(text)}”: there are {', '.join(names)}.")


def pack_of(caller: Caller, text: str | None) -> int:
    """The points of a health pack, which need not be named where all are alike."""
    if text:
        points = PACKS.get(_plain(text)) or PACKS.get(f"{_plain(text)}-point health pack")
        if points is None:
            raise Unclear(f"“{cut(text)}” is no pack: there are {', '.join(PACKS)}.")
        return points
    owned: list[int] = [option.points for option in caller.of(UsePack)]
    if len(owned) > 1:
        raise Unclear("Your bro has different health packs: name one.")
    return owned[0] if owned else 0


def kills_of(
    caller: Caller,
    kind: type[Option],
    text: str,
    before: Sequence[Option] = (),
    to: int | None = None,
) -> list[Option]:
    """The answers that a list of kills names; of monsters of a level, any stands for any."""
    left = list(caller.view.bros[caller.asked.seat].kills)
    chosen = list(before)
    for word in names_in(text):
        card, offered = foe_of(word), caller.after(chosen)
        if not offered:
            raise Refused(RULES[kind], f"{foe_name(card)} is one too many: without it all is done.")
        wanted = _kill_option(kind, card, to)
        if card in left:
            left.remove(card)
            wanted = next((option for option in offered if _alike(option, wanted)), wanted)
        chosen.append(wanted)
    return chosen


def payment(caller: Caller, text: str, before: Sequence[Option] = ()) -> list[Option]:
    """The kills that a list names, and no more of them where they are worth the price."""
    paid = kills_of(caller, Pay, text, before)
    return [*paid, Done()] if Done() in caller.after(paid) else paid


def _kill_option(kind: type[Option], kill: int, to: int | None) -> Option:
    if kind is Give:
        return Give(kill, -1 if to is None else to)
    return Pay(kill) if kind is Pay else KillHeal(kill)


def _alike(offered: Any, wanted: Any) -> bool:
    if type(offered) is not type(wanted):
        return False
    if isinstance(offered, Give) and wanted.bro not in (-1, offered.bro):
        return False
    one, other = offered.kill, wanted.kill
    return len(different([one, other])) == 1


def scouted_of(caller: Caller, text: str) -> list[Option]:
    """The answers that a list of scouted cards names."""
    left = [option.card for option in caller.of(PutBack)]
    if not left:
        return [PutBack(-1)]  # nothing is scouted now: the referee says what is asked instead
    every = range(len(GRUNTS)) if caller.view.scouting == "grunt" else range(len(WORTH))
    chosen: list[Option] = []
    for word in names_in(text):
        wanted = word.casefold()
        for card in (*left, *every):
            said = GAME.text.field(caller.view, PutBack, "card", card).casefold()
            if wanted in (said, said.partition(" (#")[0]):
                break
        else:
            raise Unclear(f"There is no card called “{cut(word)}” in that deck.")
        if card in left:
            left.remove(card)
        chosen.append(PutBack(card))
    return chosen


def grunt_of(caller: Caller, text: str) -> int:
    """The card of a grunt: one that may be played, one that was drawn, or any of that name."""
    playable = [option.grunt for option in caller.of(PlayGrunt)]
    for card in (*playable, *caller.view.drawn, *range(len(GRUNTS))):
        if _plain(text) == GRUNTS[card].name.casefold():
            return int(card)
    names = ", ".join(dict.fromkeys(grunt.name for grunt in GRUNTS))
    raise Unclear(f"There is no grunt called “{cut(text)}”: there are {names}.")


def _plain(text: str) -> str:
    """What was typed, without what the completion adds in brackets."""
    return " ".join(text.partition(" (")[0].split()).casefold()


def _best(caller: Caller, kind: type[Option]) -> int:
    """The strongest gun that can be used for a verb."""
    points: list[int] = [option.points for option in caller.of(kind)]
    return max(points, default=1)


# -- things to words


def _values(
    caller: Caller, field: str, kinds: Sequence[type[Option]], given: dict[str, int | None]
) -> Iterable[str]:
    for option in caller.of(*kinds):
        fits = all(value in (None, getattr(option, name)) for name, value in given.items())
        if fits and hasattr(option, field):
            yield _said(caller, option, field)


def _said(caller: Caller, option: Option, field: str) -> str:
    value: Any = getattr(option, field)
    if field == "points":
        return f"{value}-point {'health pack' if isinstance(option, UsePack) else 'gun'}"
    return str(GAME.text.field(caller.view, type(option), field, value))


def _kill(caller: Caller, option: Option) -> str | None:
    return _said(caller, option, "kill") if hasattr(option, "kill") else None
