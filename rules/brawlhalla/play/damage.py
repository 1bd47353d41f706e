"""Damage and pushes (BH17–BH20)."""

from collections.abc import Sequence

from rules.brawlhalla.content.arena import away, distance
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Hurt, Pushed
from rules.brawlhalla.state.fighter import RED
from rules.brawlhalla.state.frames import Knockout, Pushing
from rules.brawlhalla.state.options import Land
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


def hurt(r: Resolver[BrawlhallaState], seat: int, levels: int) -> None:
    """Damage, never beyond red (BH17)."""
    fighter = r.s.fighters[seat]
    damage = min(RED, fighter.damage + levels)
    if damage > fighter.damage:
        fighter.damage = damage
        r.s.quiet = -1
        r.tell(Hurt(seat, damage))


def heal(r: Resolver[BrawlhallaState], seat: int, levels: int) -> None:
    """Damage is removed."""
    fighter = r.s.fighters[seat]
    fighter.damage = max(0, fighter.damage - levels)
    r.tell(Hurt(seat, fighter.damage, healed=True))


# -- pushing


def push(r: Resolver[BrawlhallaState], seat: int, by: int, count: int) -> None:
    """Push a Legend away from another (BH18)."""
    s = r.s
    start = s.fighters[seat].space
    path, beyond = s.ground.push(start, *away(s.fighters[by].space, start), count)
    short = len(path) - 1 + beyond < count
    r.push(Pushing(seat=seat, by=by, path=path, beyond=beyond, short=short))


def pull(r: Resolver[BrawlhallaState], seat: int, by: int, count: int) -> None:
    """Draw a Legend nearer, at most to an adjacent space."""
    s = r.s
    path, goal = [s.fighters[seat].space], s.fighters[by].space
    while len(path) <= count and distance(path[-1], goal) > 1:
        on, _ = s.ground.push(path[-1], *away(path[-1], goal), 1)
        if len(on) == 1:
            break
        path.append(on[1])
    r.push(Pushing(seat=seat, by=by, path=path, beyond=0))


class PushingPhase(Phase[BrawlhallaState, Pushing]):
    """Only the last space matters; beyond the ring it hurts (BH18, BH19)."""

    def begin(self, r: Resolver[BrawlhallaState], f: Pushing) -> None:
        """Land, be knocked out, or choose where to land beside a Legend."""
        s = r.s
        fighter = s.fighters[f.seat]
        if fighter.out:
            r.pop()
        elif f.beyond and fighter.damage + f.beyond > RED:
            r.pop()
            r.push(Knockout(seat=f.seat, by=f.by))
        else:
            free = self._free(s, f)
            if len(free) == 1:
                self._land(r, f, free[0])
            else:
                r.ask(f.seat, "land")

    def _free(self, s: BrawlhallaState, f: Pushing) -> list[int]:
        """Where the Legend may land: the last space, else beside it, else back on its path."""
        taken = s.taken(f.seat)
        if f.path[-1] not in taken:
            return [f.path[-1]]
        beside = [space for space in s.ground.ways[f.path[-1]] if space not in taken]
        return beside or [next(space for space in reversed(f.path) if space not in taken)]

    def _land(self, r: Resolver[BrawlhallaState], f: Pushing, space: int) -> None:
        moved = space != r.s.fighters[f.seat].space
        r.s.fighters[f.seat].space = space
        r.pop()
        if moved or f.beyond or f.short:
            r.tell(Pushed(f.seat, space, f.beyond, f.short))
        hurt(r, f.seat, f.beyond)

    def offer(self, s: BrawlhallaState, f: Pushing, seat: int) -> Sequence[Option]:
        """The free spaces beside the last one."""
        return [Land(space) for space in self._free(s, f)]

    def answer(self, r: Resolver[BrawlhallaState], f: Pushing, seat: int, option: Option) -> None:
        """Land there."""
        assert isinstance(option, Land)
        self._land(r, f, option.space)

    def why_not(self, s: BrawlhallaState, f: Pushing, seat: int, option: Option) -> Refused:
        """Only free spaces beside the last one."""
        return Refused("BH18", "Land on a free, open space beside the Legend in the way.")
