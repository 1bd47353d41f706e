"""Move: a card's worth of spaces, and the sword on the way (BH9, BH10)."""

from collections.abc import Sequence

from rules.brawlhalla.content.arena import SPACES
from rules.brawlhalla.play.triggers import open_window
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Took, Walked
from rules.brawlhalla.state.fighter import ARMED, OFF, UNARMED
from rules.brawlhalla.state.frames import Moving
from rules.brawlhalla.state.options import Step, Stop
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

STEPS = tuple(Step(space) for space in range(SPACES))
STOP = Stop()


def grab(s: BrawlhallaState, seat: int) -> bool:
    """An unarmed Legend takes the token on its space (BH10); whether there was one."""
    fighter = s.fighters[seat]
    if fighter.sword != UNARMED or fighter.space not in s.swords:
        return False
    s.swords.remove(fighter.space)
    fighter.sword = ARMED
    return True


class MovingPhase(Phase[BrawlhallaState, Moving]):
    """Space by space, with the powers before and after."""

    def begin(self, r: Resolver[BrawlhallaState], f: Moving) -> None:
        """Powers before the move."""
        f.step = "walk"
        open_window(r, f.seat, "before", "move", (f.card,))

    def walk(self, r: Resolver[BrawlhallaState], f: Moving) -> None:
        """Ask for the next step while there is one."""
        if not r.s.fighters[f.seat].out and f.left and self._steps(r.s, f):
            r.ask(f.seat, "step")
        else:
            f.step = "arrived"

    def _steps(self, s: BrawlhallaState, f: Moving) -> list[int]:
        space = s.fighters[f.seat].space
        return s.ground.steps(space, f.left, f.run, s.taken(f.seat), f.fly)

    def offer(self, s: BrawlhallaState, f: Moving, seat: int) -> Sequence[Option]:
        """Every step that leaves a legal end; stopping where no Legend stands."""
        options: list[Option] = [STEPS[space] for space in self._steps(s, f)]
        if s.fighters[seat].space not in s.taken(seat):
            options.append(STOP)
        return options

    def answer(self, r: Resolver[BrawlhallaState], f: Moving, seat: int, option: Option) -> None:
        """Go there, or stop."""
        if not isinstance(option, Step):
            f.step = "arrived"
            return
        r.s.fighters[seat].space = option.space
        f.left -= 1
        f.run = f.run + 1 if r.s.ground.air[option.space] else 0
        f.path.append(option.space)
        if grab(r.s, seat):
            f.took = option.space

    def default(self, s: BrawlhallaState, f: Moving, seat: int) -> Option:
        """Stop, where that is possible."""
        return self.offer(s, f, seat)[-1]

    def why_not(self, s: BrawlhallaState, f: Moving, seat: int, option: Option) -> Refused:
        """The rule in the way of a step."""
        if isinstance(option, Stop):
            return Refused("BH9", "A move cannot end on a Legend: go on.")
        if not isinstance(option, Step) or not 0 <= option.space < SPACES:
            return Refused("BH9", "You are moving: step on, or stop. Nobody moves beyond the ring.")
        space = s.fighters[seat].space
        if option.space not in s.ground.ways[space]:
            return Refused("BH7", "A floor is in the way, or that space is not adjacent.")
        if option.space in s.taken(seat):
            return Refused("BH9", "From there no free space could be reached.")
        return Refused("BH9", "Never more than three Air spaces in a row in one move.")

    def arrived(self, r: Resolver[BrawlhallaState], f: Moving) -> None:
        """Tell the way; then powers after a Move, while a few steps by an effect have none."""
        f.step = "done"
        if f.path:
            r.tell(Walked(f.seat, tuple(f.path)))
        if f.took != OFF:
            r.tell(Took(f.seat, f.took))
        if f.card >= 0:
            open_window(r, f.seat, "after", "move", (f.card,))

    def done(self, r: Resolver[BrawlhallaState], f: Moving) -> None:
        """The card is discarded."""
        fighter = r.s.fighters[f.seat]
        if f.card >= 0 and not fighter.out:
            fighter.discards.append(f.card)
        r.pop()
