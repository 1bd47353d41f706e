"""Work that may wait for an answer, each kind with what it has to remember."""

import msgspec

from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.content.powers import Of, When
from rules.brawlhalla.state.fighter import OFF
from rules.engine.state import Frame


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
    """The top card of one's own deck, kept or put at the bottom."""

    seat: int


BrawlhallaFrame = (
    Opening | Match | Turn | Moving | Delaying | Drawing | Clash | Window | Pushing | Knockout
    | Dropping | Salvaging | Foreseeing
)  # fmt: skip
