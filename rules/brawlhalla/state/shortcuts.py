"""Several answers chosen as one: verbs of the panels that are never logged themselves."""

from rules.engine.state import Option


class LightAttack(Option, frozen=True):
    """Attack for damage with every power that only helps; going there first takes both actions."""

    target: int
    card: int
    space: int = -1  # where one goes for it
    move: int = -1  # the card that is played to get there
    uses: tuple[int, ...] = ()  # sources of powers in the attack


class HeavyAttack(Option, frozen=True):
    """Attack for knockback with every power that only helps; going there takes both actions."""

    target: int
    card: int
    space: int = -1
    move: int = -1
    uses: tuple[int, ...] = ()


class Go(Option, frozen=True):
    """Move to a space with the lowest card that reaches it, over a Flaming Sword or not."""

    space: int
    sword: bool = False  # whether it is picked up on the way
    card: int = -1  # none in a few steps by an effect
    uses: tuple[int, ...] = ()


class GoAndDraw(Option, frozen=True):
    """Move to a Platform, then delay and draw: both actions at once."""

    space: int
    sword: bool = False
    card: int = -1
    uses: tuple[int, ...] = ()


class DrawTwo(Option, frozen=True):
    """Delay and draw."""


class DrawFour(Option, frozen=True):
    """Delay twice and draw: both actions at once."""


class SwapWeapon(Option, frozen=True):
    """Delay and turn one's weapon card."""


class RecoverWeapon(Option, frozen=True):
    """Delay and recover a disarmed weapon."""


class Hop(Option, frozen=True):
    """Use a power that lets one move a little, and go there."""

    space: int
    source: int


class Block(Option, frozen=True):
    """Defend with cards that are enough together."""

    cards: tuple[int, ...]
    using: int = -1  # the one whose effect is used


class Dodge(Option, frozen=True):
    """Dodge a heavy attack with a card of exactly its value."""

    card: int
    effect: bool = False


class Press(Option, frozen=True):
    """Add cards to one's attack that are enough together."""

    cards: tuple[int, ...]
    using: int = -1  # the one whose effect is used


class Drop(Option, frozen=True):
    """Discard as many cards as are due."""

    cards: tuple[int, ...]


SHORTCUTS: tuple[type[Option], ...] = (
    LightAttack, HeavyAttack, Go, GoAndDraw, DrawTwo, DrawFour, SwapWeapon, RecoverWeapon, Hop,
    Block, Dodge, Press, Drop,
)  # fmt: skip
