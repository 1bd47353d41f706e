"""Delay: gravity, then draw, swap or recover (BH11, BH12)."""

from collections.abc import Sequence

from rules.brawlhalla.play.effects import flip, rearm
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Fell
from rules.brawlhalla.state.frames import Delaying, Drawing
from rules.brawlhalla.state.options import Fall
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

CARDS_OF_DELAY = 2


class DelayingPhase(Phase[BrawlhallaState, Delaying]):
    """Gravity first, then what was chosen."""

    def begin(self, r: Resolver[BrawlhallaState], f: Delaying) -> None:
        """Fall straight down, else past the Legend below, else not at all (BH11)."""
        s = r.s
        f.step = "then"
        if s.fighters[f.seat].out:  # by the first of two
            return
        spaces = self._below(s, f.seat)
        if len(spaces) == 1:
            self._fall(r, f.seat, spaces[0])
        elif spaces:
            f.step = "fall"

    def _below(self, s: BrawlhallaState, seat: int) -> list[int]:
        return s.ground.below(s.fighters[seat].space, s.taken(seat))

    def _fall(self, r: Resolver[BrawlhallaState], seat: int, space: int) -> None:
        r.s.fighters[seat].space = space
        r.tell(Fell(seat, space))

    def fall(self, r: Resolver[BrawlhallaState], f: Delaying) -> None:
        """Ask on which side of the Legend below."""
        if r.s.fighters[f.seat].out:
            f.step = "then"
        elif len(self._below(r.s, f.seat)) == 1:  # who stood below has left the game
            f.step = "begin"
        else:
            r.ask(f.seat, "fall")

    def offer(self, s: BrawlhallaState, f: Delaying, seat: int) -> Sequence[Option]:
        """Left or right."""
        return [Fall(space) for space in self._below(s, seat)]

    def answer(self, r: Resolver[BrawlhallaState], f: Delaying, seat: int, option: Option) -> None:
        """Fall there."""
        assert isinstance(option, Fall)
        f.step = "then"
        self._fall(r, seat, option.space)

    def why_not(self, s: BrawlhallaState, f: Delaying, seat: int, option: Option) -> Refused:
        """Gravity leaves two spaces."""
        return Refused("BH11", "You fall to the left or to the right of the Legend below you.")

    def then(self, r: Resolver[BrawlhallaState], f: Delaying) -> None:
        """Draw two, swap or recover (BH12)."""
        r.pop()
        if r.s.fighters[f.seat].out:
            return
        if f.how == "draw":
            r.push(Drawing(seat=f.seat, left=CARDS_OF_DELAY))
        elif f.how == "swap":
            flip(r, f.seat)
        else:
            rearm(r, f.seat)
