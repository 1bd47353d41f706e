"""What happens at the table, as it is told."""

from typing import Literal

from rules.engine.state import Event


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


class Shuffled(Event, frozen=True):
    """The discards became a new deck, which hurts."""

    seat: int


class Played(Event, frozen=True):
    """A card is played."""

    seat: int
    card: int
    to: Literal["move", "attack", "add", "defend"]


class Attacked(Event, frozen=True):
    """An attack is declared, with its first card."""

    seat: int
    target: int
    heavy: bool
    card: int = -1  # unknown in what was told before it was named here


class Walked(Event, frozen=True):
    """The way that a Legend has gone."""

    seat: int
    path: tuple[int, ...]


class Fell(Event, frozen=True):
    """Gravity, or a slam, took a Legend down."""

    seat: int
    space: int


class Took(Event, frozen=True):
    """A Legend picks up a Flaming Sword."""

    seat: int
    space: int


class Used(Event, frozen=True):
    """A power is used."""

    seat: int
    legend: int
    source: int
    side: int
    target: int


class Ended(Event, frozen=True):
    """A player ends the turn with so many actions left."""

    seat: int
    left: int


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
    """A player looked at the top of their own deck."""

    seat: int


class ForesawCard(Event, frozen=True):
    """Which card lies on top; told to the one who looked."""

    seat: int
    card: int


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
    Used, Ended, Passed, Struck, Knockback, Hurt, Pushed, KnockedOut, Returned, SwordPlaced, SwordTurned, Discarded,
    TookBack, Foresaw, ForesawCard, Buried, Switched, Spent, GaveUp, Limit,
)  # fmt: skip
