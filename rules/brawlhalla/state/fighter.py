"""What one player has on the table."""

import msgspec

from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.content.powers import Power
from rules.engine.piles import Pile

NONE, YELLOW, RED = 0, 1, 2  # damage
UNARMED, ARMED, DISARMED = 0, 1, 2  # what has become of the sword
LEGEND, WEAPON = -1, -2  # sources of powers that are no cards
OFF = -1  # the space of a Legend that is not in the arena


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
