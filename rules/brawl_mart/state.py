"""A shopping trip as plain data."""

from typing import ClassVar, Literal

import msgspec

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.engine.piles import Pile
from rules.engine.state import Event, Frame, Option, State, Variant

STANDING, KNOCKED_OUT, SLAIN = 0, 1, 2


class MartVariant(Variant, frozen=True):
    """The extra challenges (BM28), freely combined but for Pacifist with Rampage."""

    hardcore: bool = False
    pacifist: bool = False
    rampage: bool = False
    no_items: bool = False
    no_recruits: bool = False
    daily: bool = False  # the day's store: no undo


class Fighter(msgspec.Struct):
    """A brawler in a brawl."""

    card: int
    own: bool
    item: int = -1
    state: int = STANDING
    slipped: bool = False  # the next counter is 0
    cheered: int = 0  # added to the next attack
    smiled: bool = False  # Gus has shrugged a knock-out off

    @property
    def standing(self) -> bool:
        """Neither knocked out nor slain."""
        return self.state == STANDING

    @property
    def resistance(self) -> int:
        """The card's, and what the item adds while the brawler is not fallen."""
        extra = ITEMS[self.item].tough if self.item >= 0 and self.standing else 0
        return BRAWLERS[self.card].resistance + extra


# -- frames


class Store(Frame):
    """Between brawls: where to go next."""


class Brawl(Frame):
    """A brawl in a department."""

    round: int = 1
    slot: int = 0
    attacked: bool = False  # this round
    forced: bool = False  # an attack that matters must be made this round
    idle: int = 0  # rounds without a change


class Cafe(Frame):
    """After a brawl: recruit and shop."""


MartFrame = Store | Brawl | Cafe


# -- answers


class Go(Option, frozen=True):
    """Walk to a department."""

    department: int


class LineUp(Option, frozen=True):
    """Put a brawler into the next slot."""

    brawler: int


class Equip(Option, frozen=True):
    """Hand an item to a brawler."""

    item: int
    brawler: int


class Ready(Option, frozen=True):
    """Hand out no more items."""


class Attack(Option, frozen=True):
    """Attack an enemy; `choice` is the number of dice or the formula where a card asks."""

    target: int
    choice: int = 0


class Use(Option, frozen=True):
    """Use the held item on a brawler."""

    target: int


class Pass(Option, frozen=True):
    """Do nothing."""


class Recruit(Option, frozen=True):
    """Recruit a knocked-out enemy."""

    brawler: int


class Buy(Option, frozen=True):
    """Buy the item of a slot."""

    item: int


class Leave(Option, frozen=True):
    """Leave the café."""


OPTIONS: tuple[type[Option], ...] = (
    Go, LineUp, Equip, Ready, Attack, Use, Pass, Recruit, Buy, Leave,
)  # fmt: skip


# -- several answers chosen as one: never logged, only what they stand for


class BestFirst(Option, frozen=True):
    """Line up whoever does best against these enemies, the best first."""


class HandOrder(Option, frozen=True):
    """Line up in the order of the hand."""


class HandOutAll(Option, frozen=True):
    """Hand out as many items as possible, the strongest to whoever acts first, and brawl."""


class HandOutLasting(Option, frozen=True):
    """Hand out only items that are not used up, and brawl."""


class WalkOn(Option, frozen=True):
    """Leave the café for a department."""

    department: int


SHORTCUTS: tuple[type[Option], ...] = (
    BestFirst, HandOrder, HandOutAll, HandOutLasting, WalkOn,
)  # fmt: skip
COVERED: tuple[type[Option], ...] = (LineUp, Equip, Leave)


# -- the whole


class BrawlMartState(State, kw_only=True):
    """One shopping trip."""

    variant: MartVariant
    frames: list[MartFrame]
    pending: dict[int, Pass] = {}
    rules: int = 3  # the version of the rules that the game began by, and goes on by
    at: int = 0  # department
    hand: list[int] = []
    cart: list[int] = []
    kp: int = 0
    sp: int = 0
    tv: bool = False
    losses: int = 0
    enemies: Pile = msgspec.field(default_factory=Pile)  # STANDING ENEMIES
    knocked_out: list[int] = []  # KNOCKED OUT ENEMIES
    slain: list[int] = []  # SLAIN BRAWLERS that fought against you
    fallen: list[int] = []  # SLAIN BRAWLERS of your own
    items: Pile = msgspec.field(default_factory=Pile)
    items_discard: list[int] = []
    shop: list[int] = msgspec.field(
        default_factory=lambda: [-1, -1, -1]
    )  # the item in the 1, 2 and 3 SP slots
    fighters: list[Fighter] = []  # own in slot order, then enemies
    brawls: int = 0
    last: "list[Exchanged | Used]" = []  # the rolls of the last attack, to be read on the table

    def side(self, own: bool) -> list[Fighter]:
        """The brawlers of one side, in slot order."""
        return [f for f in self.fighters if f.own == own]

    def fighter(self, card: int) -> Fighter | None:
        """A brawler of this brawl."""
        for fighter in self.fighters:
            if fighter.card == card:
                return fighter
        return None


# -- events


class Entered(Event, frozen=True):
    """The pawn stands in a department."""

    department: int


class Met(Event, frozen=True):
    """Enemies and what they hold, in slot order."""

    enemies: tuple[tuple[int, int], ...]
    reveal: ClassVar[bool] = True


class LinedUp(Event, frozen=True):
    """The shopper's brawlers in slot order, with their items."""

    brawlers: tuple[tuple[int, int], ...]


class Roll(msgspec.Struct, frozen=True):
    """How one side's total came about, step by step."""

    card: int
    dice: tuple[int, ...]
    kept: tuple[int, ...]  # those that count
    type_bonus: int  # on each die kept
    times: int
    initial: int
    ability: int  # what the card's calculation added or took away: all of the next three
    plus: int  # printed behind the dice
    power: int  # by its own ability
    halved: int  # taken away by the opponent's
    items: int
    other: int  # the department, a cheer
    total: int
    note: str = ""  # why a roll counts for nothing, or was overridden
    item: int = -1  # that added something
    item_dice: tuple[int, ...] = ()
    cheered: int = 0  # of `other`


class Hit(msgspec.Struct, frozen=True):
    """What a hit did: to whom, by how much (-1: a tie), against what, and how it ended."""

    card: int
    by: int
    result: Literal["knocked out", "slain", "absorbed", "returned", "shrugged off", "got up"]
    resistance: int
    saved: int = -1  # the ally whose fatal hit was absorbed


class Exchanged(Event, frozen=True):
    """An attack and its counter, with every number explained."""

    department: int
    attack: Roll
    counter: Roll | None
    target: int
    tie: bool
    hits: tuple[Hit, ...]
    reveal: ClassVar[bool] = True


class Stolen(Event, frozen=True):
    """A Stretchy Hand at work."""

    by: int
    victim: int
    item: int


class Used(Event, frozen=True):
    """An item was used on somebody."""

    by: int
    item: int
    target: int
    dice: tuple[int, ...] = ()
    hits: tuple[Hit, ...] = ()
    reveal: ClassVar[bool] = True


class Passed(Event, frozen=True):
    """A brawler did nothing."""

    card: int


class BrawlEnded(Event, frozen=True):
    """A brawl is over."""

    result: Literal["won", "lost", "stalemate"]
    kp: int
    sp: int
    sale: int = 0  # of the SP, for the department's clearance


class GotTv(Event, frozen=True):
    """The TV is in the cart."""


class Recruited(Event, frozen=True):
    """An enemy changed sides."""

    card: int


class Bought(Event, frozen=True):
    """An item was bought."""

    item: int
    price: int


class Restocked(Event, frozen=True):
    """What the shop offers now."""

    items: tuple[int, ...]
    reveal: ClassVar[bool] = True


class Respawned(Event, frozen=True):
    """Back in THE RESTROOM."""


EVENTS: tuple[type[Event], ...] = (
    Entered, Met, LinedUp, Exchanged, Stolen, Used, Passed, BrawlEnded, GotTv, Recruited, Bought,
    Restocked, Respawned,
)  # fmt: skip
