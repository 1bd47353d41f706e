"""A game of Bro Brawl as plain data."""

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bro_brawl.content.cards import LIFE, UPGRADE
from rules.engine.piles import Pile
from rules.engine.state import Event, Frame, Option, State, Variant


class BroVariant(Variant, frozen=True):
    """How the bros fight."""

    mode: Literal["co-op", "competitive"] = "co-op"
    veteran: bool = False  # BO3
    wave: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1  # the wave to begin with


# -- what lies on the table


class Foe(msgspec.Struct):
    """A monster or special in the Battle Zone."""

    card: int
    wounds: int = 0
    stunned: bool = False
    diverted: bool = False


class Suffered(msgspec.Struct):
    """A mishap beside a bro, and the points knocked into that bro so far."""

    card: int
    knocked: int = 0


class Bro(msgspec.Struct):
    """One bro: a seat."""

    life: int = LIFE
    gear: list[int] = []  # upgrades owned
    kills: list[int] = []
    mishaps: list[Suffered] = []

    @property
    def alive(self) -> bool:
        """Whether the bro still stands."""
        return self.life > 0

    def guns(self) -> list[int]:
        """The points of the different guns, best first."""
        if not self.gear:
            return [1]
        owned = {UPGRADE[c].points for c in self.gear if UPGRADE[c].kind == "gun"}
        return sorted(owned | {1}, reverse=True)

    def armor(self) -> int:
        """What armor takes off the monsters' damage."""
        return sum([UPGRADE[c].points for c in self.gear if UPGRADE[c].kind == "armor"])

    def packs(self) -> list[int]:
        """The health packs kept for later."""
        return [c for c in self.gear if UPGRADE[c].kind == "health"]


# -- frames


class Opening(Frame):
    """Nothing has been set up yet."""


class Wave(Frame):
    """A wave: turns go round until it is won, lost or too long."""

    seat: int = 0


class Turn(Frame):
    """One bro's turn: draw, action, grunt, damage."""

    seat: int
    sacrifice: int = 0  # points that a Sacrifice gave, undone if the bro dies (BO18)
    target: int = -1  # its foe card, or -2 - seat for a bro
    fallen: Foe | None = None  # the foe that it killed, as it was before


class Paying(Frame):
    """Kills chosen one by one to pay for an upgrade, as many as the bro likes."""

    seat: int
    upgrade: int
    use: bool
    paid: list[int] = []


class Scouting(Frame):
    """The top cards of a deck, put back one by one from the top."""

    seat: int
    deck: Literal["battle", "grunt"]
    count: int
    placed: int = 0


class Giving(Frame):
    """Kills given to one bro as part of a Heal."""

    seat: int
    to: int = -1


class Returning(Frame):
    """Kills put back into the Battle Zone for life."""

    seat: int


class Support(Frame):
    """One or two grunts drawn, one of them resolved."""

    seat: int
    drawn: list[int] = []
    card: int = -1


class Between(Frame):
    """A wave is won: stop, or go on to the next."""


BroFrame = Opening | Wave | Turn | Paying | Scouting | Giving | Returning | Support | Between


# -- answers


class NoAction(Option, frozen=True):
    """Take no action."""


class Attack(Option, frozen=True):
    """Attack one foe with one gun."""

    foe: int
    points: int


class KnockSense(Option, frozen=True):
    """Knock sense into another bro."""

    bro: int
    mishap: int
    points: int


class Purchase(Option, frozen=True):
    """Buy an upgrade; a health pack may be used at once."""

    upgrade: int
    use: bool


class Scout(Option, frozen=True):
    """Look at the top four cards of a deck."""

    deck: Literal["battle", "grunt"]


class Delay(Option, frozen=True):
    """Send a monster to the bottom of the Battle deck."""

    foe: int


class Stun(Option, frozen=True):
    """Lay a foe on its side for this turn."""

    foe: int


class Heal(Option, frozen=True):
    """Heal a bro for one."""

    bro: int


class KillHeal(Option, frozen=True):
    """Put a kill back and heal oneself by its points."""

    kill: int


class SacrificeHeal(Option, frozen=True):
    """Take damage to heal another bro by as much."""

    points: Annotated[int, msgspec.Meta(ge=1, le=5)]
    bro: int


class SacrificeHit(Option, frozen=True):
    """Take damage to damage a foe by as much."""

    points: Annotated[int, msgspec.Meta(ge=1, le=5)]
    foe: int


class UsePack(Option, frozen=True):
    """Use a health pack bought earlier."""

    points: int


class Pay(Option, frozen=True):
    """Pay with one kill."""

    kill: int


class PutBack(Option, frozen=True):
    """Put a scouted card back, below those put back before it."""

    card: int


class Show(Option, frozen=True):
    """Show the scouted cards to everybody."""


class Give(Option, frozen=True):
    """Give a kill to a bro."""

    kill: int
    bro: int


class Done(Option, frozen=True):
    """Give, return or pay no more."""


class PlayGrunt(Option, frozen=True):
    """Of two grunts, play this one."""

    grunt: int


class GruntHit(Option, frozen=True):
    """The grunt damages this foe."""

    foe: int


class GruntDivert(Option, frozen=True):
    """The grunt switches this special's ability off."""

    foe: int


class GruntCure(Option, frozen=True):
    """The grunt takes a mishap off a bro."""

    bro: int
    mishap: int


class GoOn(Option, frozen=True):
    """On to the next wave."""


class Stop(Option, frozen=True):
    """Stop while ahead."""


OPTIONS: tuple[type[Option], ...] = (
    NoAction, Attack, KnockSense, Purchase, Scout, Delay, Stun, Heal, KillHeal, SacrificeHeal,
    SacrificeHit, UsePack, Pay, PutBack, Show, Give, Done, PlayGrunt, GruntHit, GruntDivert,
    GruntCure, GoOn, Stop,
)  # fmt: skip


# -- several answers chosen as one: never logged, only what they stand for


class BestShot(Option, frozen=True):
    """Attack the foe that is best attacked, at a glance, with the best gun."""

    foe: int


class Shoot(Option, frozen=True):
    """Attack a foe with the best gun."""

    foe: int


class Slap(Option, frozen=True):
    """Knock sense into another bro with the best gun."""

    bro: int
    mishap: int


class Buy(Option, frozen=True):
    """Buy an upgrade with the kills that come nearest to its price, and keep it."""

    upgrade: int


class BuyAndUse(Option, frozen=True):
    """Buy a health pack in the same way and use it at once."""

    upgrade: int


class Patch(Option, frozen=True):
    """Heal a hurt bro and keep the kills."""

    bro: int


class OpenPack(Option, frozen=True):
    """Use a health pack while it heals something."""

    points: int


class Recover(Option, frozen=True):
    """Put back kills worth so many points, and no more."""

    points: int


class Bleed(Option, frozen=True):
    """Sacrifice for a foe's card, or for a bro as -2 - seat, as much as does any good."""

    target: int
    points: int


class KeepOrder(Option, frozen=True):
    """Put the scouted cards back as they lay."""


class ToTop(Option, frozen=True):
    """Put one scouted card on top and the others below it as they lay."""

    card: int


class Bury(Option, frozen=True):
    """Put one scouted card below the others."""

    card: int


class Aim(Option, frozen=True):
    """The grunt damages this foe, or one just like it."""

    foe: int


class Send(Option, frozen=True):
    """Of two grunts, this one is played, and damages this foe if it damages any (-1: none)."""

    grunt: int
    foe: int


SHORTCUTS: tuple[type[Option], ...] = (
    BestShot, Shoot, Slap, Buy, BuyAndUse, Patch, OpenPack, Recover, Bleed, KeepOrder, ToTop,
    Bury, Aim, Send,
)  # fmt: skip
COVERED: tuple[type[Option], ...] = (
    Attack, KnockSense, Purchase, Heal, UsePack, KillHeal, SacrificeHeal, SacrificeHit, PutBack,
    GruntHit, PlayGrunt,
)  # fmt: skip


# -- the whole


class BroBrawlState(State, kw_only=True):
    """Bro Brawl's state."""

    variant: BroVariant
    rules: int = 3  # the version of the rules that the game began by, and goes on by
    frames: list[BroFrame]
    pending: dict[int, GoOn | Stop] = {}
    wave: int = 1
    round: int = 1
    first: int = 0
    opened: bool = False  # the first bro of the wave has drawn
    bros: list[Bro]
    battle: Pile = msgspec.field(default_factory=Pile)
    grunts: Pile = msgspec.field(default_factory=Pile)
    grunt_discards: list[int] = []
    discards: list[int] = []
    box: list[int] = []  # specials and mishaps not in this wave
    zone: list[Foe] = []
    shop: list[int] = []  # upgrades in the Battle Zone
    turns: int = 0
    deaths: int = 0

    @property
    def competitive(self) -> bool:
        """Whether everybody fights for their own score."""
        return self.variant.mode == "competitive"

    def foe(self, card: int) -> Foe:
        """The foe of a card that lies in the Battle Zone."""
        for foe in self.zone:
            if foe.card == card:
                return foe
        raise LookupError(card)

    def find_foe(self, card: int) -> Foe | None:
        """The foe of a card, if it lies in the Battle Zone."""
        return next((foe for foe in self.zone if foe.card == card), None)

    def deck(self, name: Literal["battle", "grunt"]) -> Pile:
        """The Battle deck or the Grunt deck."""
        return self.battle if name == "battle" else self.grunts


# -- events


class WaveBegan(Event, frozen=True):
    """A wave begins."""

    wave: int
    seat: int


class Drew(Event, frozen=True):
    """A Battle card was drawn."""

    seat: int
    card: int
    extra: int = -1  # the card that makes the bro draw one more
    reveal: ClassVar[bool] = True


class GotMishap(Event, frozen=True):
    """A mishap ends up with a bro, perhaps because its drawer is dead or has one already."""

    seat: int
    card: int
    drawer: int
    passed: Literal["", "dead", "busy"] = ""


class Struck(Event, frozen=True):
    """An all-players mishap happens to everybody."""

    card: int


class Reckoning(msgspec.Struct, frozen=True):
    """How the monsters' damage to a bro comes about (BO9)."""

    strength: int
    added: int  # strength that the bro's mishaps add
    every: int  # strength that costs one damage
    more: int  # damage beside the monsters' own
    armor: int
    bare: bool = False  # there is armor, and it does not help

    @property
    def blows(self) -> int:
        """The damage before armor."""
        return (self.strength + self.added) // self.every + self.more

    @property
    def points(self) -> int:
        """The damage that is left."""
        return max(0, self.blows - self.armor)


class Hurt(Event, frozen=True):
    """A bro takes damage; `causes` are the cards that did it or made it worse."""

    seat: int
    points: int
    by: Literal["monsters", "fire", "mishap", "sacrifice"]
    life: int  # that is left
    causes: tuple[int, ...] = ()
    reckoning: Reckoning | None = None


class Withstood(Event, frozen=True):
    """Armor took all that the monsters did."""

    seat: int
    reckoning: Reckoning
    causes: tuple[int, ...] = ()


class Died(Event, frozen=True):
    """A bro is dead for the wave."""

    seat: int


class Acted(Event, frozen=True):
    """A bro's action, where nothing else tells it."""

    seat: int
    verb: str
    card: int = -1
    bro: int = -1
    points: int = 0


class Wounded(Event, frozen=True):
    """A foe is hit; `causes` are the cards that made the hit weaker."""

    seat: int
    card: int
    points: int
    left: int  # that would still kill it
    by: Literal["gun", "grunt", "sacrifice"]
    causes: tuple[int, ...] = ()


class Undone(Event, frozen=True):
    """A Sacrifice is undone because the bro who made it died in the same turn (BO18)."""

    seat: int
    card: int  # the foe, or -2 - seat for a bro
    points: int  # of wounds or life taken back
    left: int  # life that the bro has, or points that would still kill the foe
    back: bool = False  # the foe had fallen and is in the Battle Zone again


class InVain(Event, frozen=True):
    """By the rules before version 3: a Sacrifice is lost, its bro dead or its target gone."""

    seat: int
    died: bool
    card: int  # the foe, or -2 - seat for a bro


class Mended(Event, frozen=True):
    """A foe's wounds close because of a card."""

    card: int
    cause: int


class Knocked(Event, frozen=True):
    """Sense is knocked into a bro, a grunt takes the mishap away, or what was knocked is enough."""

    seat: int
    bro: int
    card: int
    points: int
    knocked: int  # in all, of what it costs
    cost: int
    by: Literal["gun", "grunt", "gone"]
    causes: tuple[int, ...] = ()


class Bought(Event, frozen=True):
    """An upgrade was paid for."""

    seat: int
    card: int
    paid: tuple[int, ...]
    used: bool


class Looked(Event, frozen=True):
    """A bro scouted a deck."""

    seat: int
    deck: str
    count: int


class Saw(Event, frozen=True):
    """What a scout saw, from the top; told to the looker."""

    seat: int
    deck: str
    cards: tuple[int, ...]


class Shown(Saw, frozen=True):
    """The same, shown to all."""

    reveal: ClassVar[bool] = True


class Moved(Event, frozen=True):
    """A kill changes hands or goes back to the Battle Zone (bro -1), perhaps through a mishap."""

    seat: int
    card: int
    bro: int
    cause: int = -1


class Healed(Event, frozen=True):
    """A bro gains life."""

    seat: int
    points: int
    life: int


class GruntDrawn(Event, frozen=True):
    """Grunts were drawn."""

    seat: int
    grunts: tuple[int, ...]
    reveal: ClassVar[bool] = True


class GruntPlayed(Event, frozen=True):
    """A grunt is played, picked of two by the dead, perhaps for nothing."""

    seat: int
    grunt: int
    wasted: bool
    picked: bool


class Unheard(Event, frozen=True):
    """A mishap keeps the grunts away."""

    seat: int
    cause: int


class Reshuffled(Event, frozen=True):
    """The Grunt deck is shuffled with its discards."""


class Diverted(Event, frozen=True):
    """A special's ability is off."""

    card: int


class WaveWon(Event, frozen=True):
    """No monster is left."""

    wave: int


class WaveLost(Event, frozen=True):
    """All bros are dead, or the wave took too long."""

    wave: int
    late: bool


EVENTS: tuple[type[Event], ...] = (
    WaveBegan, Drew, GotMishap, Struck, Hurt, Withstood, Died, Acted, Wounded, Undone, InVain,
    Mended, Knocked, Bought, Looked, Saw, Shown, Moved, Healed, GruntDrawn, GruntPlayed, Unheard,
    Reshuffled, Diverted, WaveWon, WaveLost,
)  # fmt: skip
