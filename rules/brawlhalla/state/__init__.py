"""A match as plain data."""

from rules.brawlhalla.content.arena import Ground, ground
from rules.brawlhalla.state.fighter import OFF, Fighter
from rules.brawlhalla.state.frames import BrawlhallaFrame, Turn
from rules.brawlhalla.state.variant import BrawlhallaVariant
from rules.engine.state import State


class BrawlhallaState(State, kw_only=True):
    """Brawlhalla's state."""

    variant: BrawlhallaVariant
    frames: list[BrawlhallaFrame]
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
