"""Move and Delay (BH9–BH12)."""

from collections.abc import Sequence

from rules.brawlhalla.arena import COLUMNS, SPACES, inside, place
from rules.brawlhalla.effects import flip, open_window, rearm
from rules.brawlhalla.state import (
    ARMED,
    OFF,
    UNARMED,
    Brawl,
    Delaying,
    Drawing,
    Fall,
    Fell,
    Moving,
    Step,
    Stop,
    Took,
    Walked,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

STEPS = tuple(Step(space) for space in range(SPACES))
STOP = Stop()
CARDS_OF_DELAY = 2


def grab(s: Brawl, seat: int) -> bool:
    """An unarmed Legend takes the token on its space (BH10); whether there was one."""
    fighter = s.fighters[seat]
    if fighter.sword != UNARMED or fighter.space not in s.swords:
        return False
    s.swords.remove(fighter.space)
    fighter.sword = ARMED
    return True


class MovingPhase(Phase[Brawl, Moving]):
    """Space by space, with the powers before and after."""

    def begin(self, r: Resolver[Brawl], f: Moving) -> None:
        """Powers before the move."""
        f.step = "walk"
        open_window(r, f.seat, "before", "move", (f.card,))

    def walk(self, r: Resolver[Brawl], f: Moving) -> None:
        """Ask for the next step while there is one."""
        if not r.s.fighters[f.seat].out and f.left and self._steps(r.s, f):
            r.ask(f.seat, "step")
        else:
            f.step = "arrived"

    def _steps(self, s: Brawl, f: Moving) -> list[int]:
        space = s.fighters[f.seat].space
        return s.ground.steps(space, f.left, f.run, s.taken(f.seat), f.fly)

    def offer(self, s: Brawl, f: Moving, seat: int) -> Sequence[Option]:
        """Every step that leaves a legal end; stopping where no Legend stands."""
        options: list[Option] = [STEPS[space] for space in self._steps(s, f)]
        if s.fighters[seat].space not in s.taken(seat):
            options.append(STOP)
        return options

    def answer(self, r: Resolver[Brawl], f: Moving, seat: int, option: Option) -> None:
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

    def default(self, s: Brawl, f: Moving, seat: int) -> Option:
        """Stop, where that is possible."""
        return self.offer(s, f, seat)[-1]

    def why_not(self, s: Brawl, f: Moving, seat: int, option: Option) -> Refused:
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

    def arrived(self, r: Resolver[Brawl], f: Moving) -> None:
        """Tell the way; then powers after a Move, while a few steps by an effect have none."""
        f.step = "done"
        if f.path:
            r.tell(Walked(f.seat, tuple(f.path)))
        if f.took != OFF:
            r.tell(Took(f.seat, f.took))
        if f.card >= 0:
            open_window(r, f.seat, "after", "move", (f.card,))

    def done(self, r: Resolver[Brawl], f: Moving) -> None:
        """The card is discarded."""
        fighter = r.s.fighters[f.seat]
        if f.card >= 0 and not fighter.out:
            fighter.discards.append(f.card)
        r.pop()


class DelayingPhase(Phase[Brawl, Delaying]):
    """Gravity first, then what was chosen."""

    def begin(self, r: Resolver[Brawl], f: Delaying) -> None:
        """Fall straight down, else past the Legend below, else not at all (BH11)."""
        s = r.s
        f.step = "then"
        space = s.fighters[f.seat].space
        if not s.ground.air[space] or space + COLUMNS >= SPACES:
            return
        spaces = self._below(s, f.seat)
        if len(spaces) == 1:
            self._fall(r, f.seat, spaces[0])
        elif spaces:
            f.step = "fall"

    def _below(self, s: Brawl, seat: int) -> list[int]:
        taken = s.taken(seat)
        column, row = place(s.fighters[seat].space)
        down = s.fighters[seat].space + COLUMNS
        if down not in taken:
            return [down]
        sides = [down + d for d in (-1, 1) if inside(column + d, row + 1)]
        return [space for space in sides if space not in taken]

    def _fall(self, r: Resolver[Brawl], seat: int, space: int) -> None:
        r.s.fighters[seat].space = space
        r.tell(Fell(seat, space))

    def fall(self, r: Resolver[Brawl], f: Delaying) -> None:
        """Ask on which side of the Legend below."""
        if r.s.fighters[f.seat].out:
            f.step = "then"
        elif len(self._below(r.s, f.seat)) == 1:  # who stood below has left the game
            f.step = "begin"
        else:
            r.ask(f.seat, "fall")

    def offer(self, s: Brawl, f: Delaying, seat: int) -> Sequence[Option]:
        """Left or right."""
        return [Fall(space) for space in self._below(s, seat)]

    def answer(self, r: Resolver[Brawl], f: Delaying, seat: int, option: Option) -> None:
        """Fall there."""
        assert isinstance(option, Fall)
        f.step = "then"
        self._fall(r, seat, option.space)

    def why_not(self, s: Brawl, f: Delaying, seat: int, option: Option) -> Refused:
        """Gravity leaves two spaces."""
        return Refused("BH11", "You fall to the left or to the right of the Legend below you.")

    def then(self, r: Resolver[Brawl], f: Delaying) -> None:
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
