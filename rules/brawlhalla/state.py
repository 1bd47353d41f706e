"""A match as plain data."""

from typing import ClassVar, Literal

import msgspec

from rules.brawlhalla.arena import ArenaKey, Ground, ground
from rules.brawlhalla.legends import LEGENDS, VALUE
from rules.brawlhalla.powers import Of, Power, When
from rules.engine.piles import Pile
from rules.engine.state import Event, Frame, Option, State, Variant

Mode = Literal["standard", "classic", "blitz", "discovery"]
Format = Literal["free-for-all", "2v2"]
KO_CARDS: dict[Mode, int] = {"standard": 2, "classic": 3, "blitz": 0, "discovery": 2}  # BH2
NONE, YELLOW, RED = 0, 1, 2  # damage
UNARMED, ARMED, DISARMED = 0, 1, 2  # what has become of the sword
LEGEND, WEAPON = -1, -2  # sources of powers that are no cards
OFF = -1  # the space of a Legend that is not in the arena


class HallaVariant(Variant, frozen=True):
    """How the Legends meet; a free-for-all of two is a duel."""

    mode: Mode = "standard"
    format: Format = "free-for-all"
    arena: Literal["random", ArenaKey] = "random"


# -- what lies on the table


class Fighter(msgspec.Struct):
    """A player's Legend with all its cards."""

    legend: int = -1
    side: int = 0  # of the weapon card
    space: int = OFF
    damage: int = NONE
    sword: int = UNARMED
    kos: int = 0  # KO cards face down
    bonus: int = 0  # KO cards face up and not spent
    out: bool = False
    hand: Pile = msgspec.field(default_factory=Pile)  # in the order in which cards came
    deck: Pile = msgspec.field(default_factory=Pile)
    discards: list[int] = []

    @property
    def weapon(self) -> Power:
        """The weapon on the upper side of the card."""
        return LEGENDS[self.legend].weapons[self.side]


# -- frames


class Opening(Frame):
    """Legends and weapons are chosen, in turn order."""

    picked: int = 0


class Match(Frame):
    """Turn after turn."""


class Turn(Frame):
    """One player's turn."""

    seat: int
    actions: int = 2


class Moving(Frame):
    """A Move, or a few steps by an effect (without a card)."""

    seat: int
    left: int
    card: int = -1
    run: int = 0  # Air spaces entered in a row
    fly: bool = False
    path: list[int] = []  # the spaces entered
    took: int = OFF  # where it took a sword


class Delaying(Frame):
    """A Delay: gravity, then draw, swap or recover."""

    seat: int
    how: str


class Drawing(Frame):
    """Cards that are due, drawn one by one."""

    seat: int
    left: int


class Clash(Frame):
    """An attack from its declaration to its end."""

    seat: int
    target: int
    heavy: bool
    attack: list[int] = []  # the attacker's cards
    defence: list[int] = []
    plus: list[int] = msgspec.field(
        default_factory=lambda: [0, 0]
    )  # added to the totals of attacker and defender
    used: int = 0  # effects of action cards used: before, during, after of either side
    force: int = 0  # added to the knockback
    hit: bool = False
    fallen: list[int] = []  # KO'd by this attack: effects no longer reach them
    recalled: list[int] = []  # cards that return to the hand

    def totals(self) -> tuple[int, int]:
        """What attacker and defender have played so far."""
        attack = sum(VALUE[card] for card in self.attack) + self.plus[0]
        return attack, sum(VALUE[card] for card in self.defence) + self.plus[1]


class Window(Frame):
    """A moment in which one player may use powers."""

    seat: int
    when: When
    of: Of
    left: list[int]  # sources that have not been used


class Pushing(Frame):
    """A Legend that is pushed."""

    seat: int
    by: int
    path: list[int]  # the spaces on its way, the start first
    beyond: int = 0  # how much further it would go
    short: bool = False  # a floor ends it early


class Knockout(Frame):
    """A Legend that was knocked out: the KO card, the respawn, the sword."""

    seat: int
    by: int  # who caused it, or -1
    sword: bool = False


class Dropping(Frame):
    """Cards to be discarded by choice."""

    seat: int
    left: int


class Salvaging(Frame):
    """A card to be taken back from the discards."""

    seat: int
    most: int  # its value


class Foreseeing(Frame):
    """The top card of the own deck, kept or put to the bottom."""

    seat: int


HallaFrame = (
    Opening | Match | Turn | Moving | Delaying | Drawing | Clash | Window | Pushing | Knockout
    | Dropping | Salvaging | Foreseeing
)  # fmt: skip


# -- answers


class Choose(Option, frozen=True):
    """Play this Legend."""

    legend: int


class Side(Option, frozen=True):
    """Begin with this side of the weapon card."""

    side: int


class Move(Option, frozen=True):
    """Play a card to move."""

    card: int


class Step(Option, frozen=True):
    """Go one space on."""

    space: int


class Stop(Option, frozen=True):
    """Move no further."""


class Delay(Option, frozen=True):
    """Fall, then draw two, swap the weapon or recover it."""

    how: Literal["draw", "swap", "recover"]


class Fall(Option, frozen=True):
    """Fall past the Legend below."""

    space: int


class Attack(Option, frozen=True):
    """Attack an opponent with a card."""

    target: int
    kind: Literal["light", "heavy"]
    card: int


class Use(Option, frozen=True):
    """Use a power: a card's, the Legend's (-1) or the weapon's (-2), perhaps on somebody."""

    source: int
    target: int = -1


class Skip(Option, frozen=True):
    """Use no more."""


class Add(Option, frozen=True):
    """Add a card to one's attack."""

    card: int
    effect: bool = False


class Defend(Option, frozen=True):
    """Defend or dodge with a card."""

    card: int
    effect: bool = False


class Pass(Option, frozen=True):
    """Add no more."""


class Spend(Option, frozen=True):
    """Spend a KO card for its bonus."""


class Save(Option, frozen=True):
    """Keep the KO card."""


class Land(Option, frozen=True):
    """Land beside the Legend that is in the way."""

    space: int


class Respawn(Option, frozen=True):
    """Return to the arena here."""

    space: int


class PlaceSword(Option, frozen=True):
    """Put the dropped sword here."""

    space: int


class Discard(Option, frozen=True):
    """Discard a card."""

    card: int


class TakeBack(Option, frozen=True):
    """Take a card from one's discards."""

    card: int


class Keep(Option, frozen=True):
    """Leave the card on top of the deck."""


class Bury(Option, frozen=True):
    """Put the card to the bottom of the deck."""


class EndTurn(Option, frozen=True):
    """End the turn."""


OPTIONS: tuple[type[Option], ...] = (
    Choose, Side, Move, Step, Stop, Delay, Fall, Attack, Use, Skip, Add, Defend, Pass, Spend,
    Save, Land, Respawn, PlaceSword, Discard, TakeBack, Keep, Bury, EndTurn,
)  # fmt: skip


# -- the whole


class Brawl(State, kw_only=True):
    """Brawlhalla's state."""

    variant: HallaVariant
    frames: list[HallaFrame]
    fighters: list[Fighter]
    arena: str = ""
    first: int = -1
    swords: list[int] = []  # spaces with a Flaming Sword token
    turns: int = 0
    round: int = 1
    acted: list[int] = []  # who has had a turn in this round
    last: list[int] = []  # in 2v2: who played last, of either team
    quiet: int = 0  # turns in a row without damage or KO

    @property
    def ground(self) -> Ground:
        """The arena's geometry."""
        return ground(self.arena)

    @property
    def teams(self) -> bool:
        """Whether two teams of two play."""
        return self.variant.format == "2v2"

    def living(self) -> list[int]:
        """The seats that have not been eliminated."""
        return [seat for seat, f in enumerate(self.fighters) if not f.out]

    def opponents(self, seat: int) -> list[int]:
        """The living opponents of a seat, from the next one round (BH13)."""
        n = len(self.fighters)
        step = 2 if self.teams else 1  # in 2v2 every second seat is on the other side
        around = ((seat + i) % n for i in range(1, n, step))
        return [other for other in around if not self.fighters[other].out]

    def taken(self, seat: int) -> list[int]:
        """The spaces of all other Legends."""
        return [f.space for at, f in enumerate(self.fighters) if at != seat and f.space != OFF]

    def turn(self) -> Turn | None:
        """The turn that is being played."""
        for frame in self.frames:
            if type(frame) is Turn:
                return frame
        return None


# -- events


class Began(Event, frozen=True):
    """The arena is laid out, and somebody begins."""

    arena: str
    seat: int


class Chose(Event, frozen=True):
    """A player has chosen a Legend."""

    seat: int
    legend: int


class Sided(Event, frozen=True):
    """A weapon card lies with this side up."""

    seat: int
    legend: int
    side: int


class TurnBegan(Event, frozen=True):
    """A turn begins."""

    seat: int
    round: int


class Drew(Event, frozen=True):
    """A player drew cards."""

    seat: int
    count: int


class DrewCard(Event, frozen=True):
    """Which card was drawn; told to the one who drew."""

    seat: int
    card: int
    reveal: ClassVar[bool] = True


class Shuffled(Event, frozen=True):
    """The discards became a new deck, which hurts."""

    seat: int


class Played(Event, frozen=True):
    """A card is played."""

    seat: int
    card: int
    to: Literal["move", "attack", "add", "defend"]


class Attacked(Event, frozen=True):
    """An attack is declared."""

    seat: int
    target: int
    heavy: bool


class Walked(Event, frozen=True):
    """A Legend has gone its way."""

    seat: int
    path: tuple[int, ...]


class Fell(Event, frozen=True):
    """Gravity, or a slam, took a Legend down."""

    seat: int
    space: int


class Took(Event, frozen=True):
    """A Legend picks a Flaming Sword up."""

    seat: int
    space: int


class Used(Event, frozen=True):
    """A power is used."""

    seat: int
    legend: int
    source: int
    side: int
    target: int


class Passed(Event, frozen=True):
    """A player adds no more."""

    seat: int


class Struck(Event, frozen=True):
    """How an attack went."""

    seat: int
    target: int
    heavy: bool
    hit: bool
    attack: int  # the totals
    defence: int


class Knockback(Event, frozen=True):
    """How far a heavy attack knocks back, and why."""

    seat: int
    damage: int
    value: int  # of the card
    more: int  # by powers and KO cards
    count: int


class Hurt(Event, frozen=True):
    """A Legend's damage has changed."""

    seat: int
    damage: int
    healed: bool = False


class Pushed(Event, frozen=True):
    """A Legend was pushed."""

    seat: int
    space: int
    beyond: int
    short: bool = False  # a floor has ended it


class KnockedOut(Event, frozen=True):
    """A Legend is knocked out."""

    seat: int
    by: int
    kos: int
    out: bool


class Returned(Event, frozen=True):
    """A Legend is back in the arena."""

    seat: int
    space: int


class SwordPlaced(Event, frozen=True):
    """A dropped sword lies in the arena again."""

    seat: int
    space: int


class SwordTurned(Event, frozen=True):
    """A sword was turned to its disarmed or its equipped side."""

    seat: int
    armed: bool


class Discarded(Event, frozen=True):
    """A player discards a card."""

    seat: int
    card: int


class TookBack(Event, frozen=True):
    """A card returns to its player's hand."""

    seat: int
    card: int


class Foresaw(Event, frozen=True):
    """A player looked at the top of the own deck."""

    seat: int


class ForesawCard(Event, frozen=True):
    """Which card lies on top; told to the one who looked."""

    seat: int
    card: int
    reveal: ClassVar[bool] = True


class Buried(Event, frozen=True):
    """The card that was looked at is kept on top, or not."""

    seat: int
    buried: bool


class Switched(Event, frozen=True):
    """Two Legends have changed places."""

    seat: int
    other: int


class Spent(Event, frozen=True):
    """A KO card was spent."""

    seat: int
    bonus: Literal["knockback", "damage", "action"]


class GaveUp(Event, frozen=True):
    """A Legend leaves the arena because its player has."""

    seat: int


class Limit(Event, frozen=True):
    """The match went on for too long and is counted out."""

    quiet: bool


EVENTS: tuple[type[Event], ...] = (
    Began, Chose, Sided, TurnBegan, Drew, DrewCard, Shuffled, Played, Attacked, Walked, Fell, Took,
    Used, Passed, Struck, Knockback, Hurt, Pushed, KnockedOut, Returned, SwordPlaced, SwordTurned, Discarded,
    TookBack, Foresaw, ForesawCard, Buried, Switched, Spent, GaveUp, Limit,
)  # fmt: skip
