"""What players may answer: the type is the verb."""

from typing import Literal

from rules.engine.state import Option


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
    """Fall, then draw two, swap the weapon or recover it; or do the first twice: both actions."""

    how: Literal["draw", "twice", "swap", "recover"]


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
    """Put the card at the bottom of the deck."""


class EndTurn(Option, frozen=True):
    """End the turn."""


OPTIONS: tuple[type[Option], ...] = (
    Choose, Side, Move, Step, Stop, Delay, Fall, Attack, Use, Skip, Add, Defend, Pass, Spend,
    Save, Land, Respawn, PlaceSword, Discard, TakeBack, Keep, Bury, EndTurn,
)  # fmt: skip
