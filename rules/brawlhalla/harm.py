"""Damage, pushes and knock-outs (BH12, BH17–BH21)."""

from collections.abc import Sequence

from rules.brawlhalla.arena import TOP_ROW, away, distance
from rules.brawlhalla.score import eliminate
from rules.brawlhalla.setup import draw_one
from rules.brawlhalla.state import (
    OFF,
    RED,
    UNARMED,
    Brawl,
    Clash,
    Drawing,
    Drew,
    DrewCard,
    Fighter,
    Hurt,
    KnockedOut,
    Knockout,
    Land,
    PlaceSword,
    Pushed,
    Pushing,
    Respawn,
    Returned,
    Shuffled,
    SwordPlaced,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.piles import Pile
from rules.engine.state import Option


def hurt(r: Resolver[Brawl], seat: int, levels: int) -> None:
    """Damage, never beyond red (BH17)."""
    fighter = r.s.fighters[seat]
    damage = min(RED, fighter.damage + levels)
    if damage > fighter.damage:
        fighter.damage = damage
        r.s.quiet = -1
        r.tell(Hurt(seat, damage))


def heal(r: Resolver[Brawl], seat: int, levels: int) -> None:
    """Damage is removed."""
    fighter = r.s.fighters[seat]
    fighter.damage = max(0, fighter.damage - levels)
    r.tell(Hurt(seat, fighter.damage, healed=True))


# -- drawing


class DrawingPhase(Phase[Brawl, Drawing]):
    """Cards are drawn singly; an empty deck is made anew and hurts (BH12)."""

    def begin(self, r: Resolver[Brawl], f: Drawing) -> None:
        """Draw on until nothing is due."""
        fighter = r.s.fighters[f.seat]
        while f.left and not fighter.out:
            if fighter.deck.cards:
                self._draw(r, f, fighter)
            elif fighter.discards:
                self._mix(r, f, fighter)
                if r.s.frames[-1] is not f:
                    return
            else:
                break
        r.pop()

    def _draw(self, r: Resolver[Brawl], f: Drawing, fighter: Fighter) -> None:
        count = min(f.left, len(fighter.deck.cards))
        f.left -= count
        for _ in range(count):
            r.tell(DrewCard(f.seat, draw_one(r.s, f.seat)), f.seat)
        r.tell(Drew(f.seat, count))
        r.seen()

    def _mix(self, r: Resolver[Brawl], f: Drawing, fighter: Fighter) -> None:
        fighter.deck = Pile.of(fighter.discards)
        fighter.discards = []
        fighter.deck.shuffle(r.s, f"deck {f.seat}")
        r.seen()
        r.tell(Shuffled(f.seat))
        if fighter.damage == RED:
            r.push(Knockout(seat=f.seat, by=-1))
        else:
            hurt(r, f.seat, 1)


# -- pushing


def push(r: Resolver[Brawl], seat: int, by: int, count: int) -> None:
    """Push a Legend away from another (BH18)."""
    s = r.s
    start = s.fighters[seat].space
    path, beyond = s.ground.push(start, *away(s.fighters[by].space, start), count)
    short = len(path) - 1 + beyond < count
    r.push(Pushing(seat=seat, by=by, path=path, beyond=beyond, short=short))


def pull(r: Resolver[Brawl], seat: int, by: int, count: int) -> None:
    """Draw a Legend nearer, at most to an adjacent space."""
    s = r.s
    path, goal = [s.fighters[seat].space], s.fighters[by].space
    while len(path) <= count and distance(path[-1], goal) > 1:
        on, _ = s.ground.push(path[-1], *away(path[-1], goal), 1)
        if len(on) == 1:
            break
        path.append(on[1])
    r.push(Pushing(seat=seat, by=by, path=path, beyond=0))


class PushingPhase(Phase[Brawl, Pushing]):
    """Only the last space matters; beyond the ring it hurts (BH18, BH19)."""

    def begin(self, r: Resolver[Brawl], f: Pushing) -> None:
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

    def _free(self, s: Brawl, f: Pushing) -> list[int]:
        """Where the Legend may land: the last space, else beside it, else back on its path."""
        taken = s.taken(f.seat)
        if f.path[-1] not in taken:
            return [f.path[-1]]
        beside = [space for space in s.ground.ways[f.path[-1]] if space not in taken]
        return beside or [next(space for space in reversed(f.path) if space not in taken)]

    def _land(self, r: Resolver[Brawl], f: Pushing, space: int) -> None:
        moved = space != r.s.fighters[f.seat].space
        r.s.fighters[f.seat].space = space
        r.pop()
        if moved or f.beyond or f.short:
            r.tell(Pushed(f.seat, space, f.beyond, f.short))
        hurt(r, f.seat, f.beyond)

    def offer(self, s: Brawl, f: Pushing, seat: int) -> Sequence[Option]:
        """The free spaces beside the last one."""
        return [Land(space) for space in self._free(s, f)]

    def answer(self, r: Resolver[Brawl], f: Pushing, seat: int, option: Option) -> None:
        """Land there."""
        assert isinstance(option, Land)
        self._land(r, f, option.space)

    def why_not(self, s: Brawl, f: Pushing, seat: int, option: Option) -> Refused:
        """Only free spaces beside the last one."""
        return Refused("BH18", "Land on a free, open space beside the Legend in the way.")


# -- KO


class KnockoutPhase(Phase[Brawl, Knockout]):
    """The KO card, the respawn, the dropped sword (BH21)."""

    def begin(self, r: Resolver[Brawl], f: Knockout) -> None:
        """Turn the top KO card face up; #1, or none at all, eliminates."""
        s = r.s
        fighter = s.fighters[f.seat]
        s.quiet = -1
        for frame in s.frames:
            if type(frame) is Clash and f.seat not in frame.fallen:
                frame.fallen.append(f.seat)
        out = fighter.kos <= 1
        fighter.kos = max(0, fighter.kos - 1)
        r.tell(KnockedOut(f.seat, f.by, fighter.kos, out))
        if out:
            r.pop()
            eliminate(r, f.seat)
            return
        fighter.bonus += 1
        f.sword = fighter.sword != UNARMED
        fighter.damage, fighter.sword, fighter.space = 0, UNARMED, OFF
        f.step = "respawn"

    def respawn(self, r: Resolver[Brawl], f: Knockout) -> None:
        """Ask where the Legend returns."""
        if r.s.fighters[f.seat].out:
            r.pop()
        else:
            r.ask(f.seat, "respawn")

    def sword(self, r: Resolver[Brawl], f: Knockout) -> None:
        """Ask where the sword is put."""
        if f.sword:
            r.ask(self._placer(r.s, f), "sword")
        else:
            r.pop()

    def _placer(self, s: Brawl, f: Knockout) -> int:
        """The opponent who caused it, else the next living one."""
        opponents = s.opponents(f.seat)
        return f.by if f.by in opponents else opponents[0]

    def offer(self, s: Brawl, f: Knockout, seat: int) -> Sequence[Option]:
        """Free spaces of the top row, or of all Platforms."""
        taken = s.taken(-1)
        if f.step == "respawn":
            return [Respawn(space) for space in TOP_ROW if space not in taken]
        return [
            PlaceSword(space)
            for space in sorted(s.ground.drawing.platforms)
            if space not in taken and space not in s.swords
        ]

    def answer(self, r: Resolver[Brawl], f: Knockout, seat: int, option: Option) -> None:
        """Put the Legend, then the sword."""
        s = r.s
        if isinstance(option, Respawn):
            s.fighters[f.seat].space = option.space
            r.tell(Returned(f.seat, option.space))
            f.step = "sword"
        elif isinstance(option, PlaceSword):
            s.swords = sorted([*s.swords, option.space])
            r.tell(SwordPlaced(seat, option.space))
            r.pop()

    def why_not(self, s: Brawl, f: Knockout, seat: int, option: Option) -> Refused:
        """Where Legends and swords may be put."""
        if f.step == "respawn":
            return Refused("BH21", "Return on a free space of the arena's top row.")
        return Refused("BH21", "Put the sword on a Platform without a Legend or a token.")
