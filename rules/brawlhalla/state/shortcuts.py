"""Several answers chosen as one: verbs of the panels that are never logged themselves."""

from rules.engine.state import Option


class LightAttack(Option, frozen=True):
    """Attack for damage, with every power at once that only makes it stronger."""

    target: int
    card: int
    uses: tuple[int, ...] = ()  # sources of powers


class HeavyAttack(Option, frozen=True):
    """Attack for knockback, with every power at once that only makes it stronger."""

    target: int
    card: int
    uses: tuple[int, ...] = ()


class LightRush(Option, frozen=True):
    """Go beside an opponent and attack for damage: both actions at once."""

    target: int
    card: int
    space: int
    move: int  # the card that is played to get there
    uses: tuple[int, ...] = ()  # sources of powers in the attack


class HeavyRush(Option, frozen=True):
    """Go beside an opponent and attack for knockback: both actions at once."""

    target: int
    card: int
    space: int
    move: int
    uses: tuple[int, ...] = ()


class TakeSword(Option, frozen=True):
    """Move to a space by way of a Flaming Sword."""

    space: int
    card: int = -1  # none in a few steps by an effect
    uses: tuple[int, ...] = ()


class Go(Option, frozen=True):
    """Move to a space with the lowest card that reaches it."""

    space: int
    card: int = -1
    uses: tuple[int, ...] = ()


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
    LightAttack, HeavyAttack, LightRush, HeavyRush, TakeSword, Go, Hop, Block, Dodge, Press, Drop,
)  # fmt: skip
