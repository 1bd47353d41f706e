"""A knock-out: the KO card, the respawn, the dropped sword (BH21)."""

from collections.abc import Sequence

from rules.brawlhalla.content.arena import TOP_ROW
from rules.brawlhalla.play.end import eliminate
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import KnockedOut, Returned, SwordPlaced
from rules.brawlhalla.state.fighter import OFF, UNARMED
from rules.brawlhalla.state.frames import Clash, Knockout
from rules.brawlhalla.state.options import PlaceSword, Respawn
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


class KnockoutPhase(Phase[BrawlhallaState, Knockout]):
    """The KO card, the respawn, the dropped sword (BH21)."""

    def begin(self, r: Resolver[BrawlhallaState], f: Knockout) -> None:
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

    def respawn(self, r: Resolver[BrawlhallaState], f: Knockout) -> None:
        """Ask where the Legend returns."""
        if r.s.fighters[f.seat].out:
            r.pop()
        else:
            r.ask(f.seat, "respawn")

    def sword(self, r: Resolver[BrawlhallaState], f: Knockout) -> None:
        """Ask where the sword is put."""
        if f.sword:
            r.ask(self._placer(r.s, f), "sword")
        else:
            r.pop()

    def _placer(self, s: BrawlhallaState, f: Knockout) -> int:
        """The opponent who caused it, else the next living one."""
        opponents = s.opponents(f.seat)
        return f.by if f.by in opponents else opponents[0]

    def offer(self, s: BrawlhallaState, f: Knockout, seat: int) -> Sequence[Option]:
        """Free spaces of the top row, or of all Platforms."""
        taken = s.taken(-1)
        if f.step == "respawn":
            return [Respawn(space) for space in TOP_ROW if space not in taken]
        return [
            PlaceSword(space)
            for space in sorted(s.ground.drawing.platforms)
            if space not in taken and space not in s.swords
        ]

    def answer(self, r: Resolver[BrawlhallaState], f: Knockout, seat: int, option: Option) -> None:
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

    def why_not(self, s: BrawlhallaState, f: Knockout, seat: int, option: Option) -> Refused:
        """Where Legends and swords may be put."""
        if f.step == "respawn":
            return Refused("BH21", "Return on a free space of the arena's top row.")
        return Refused("BH21", "Put the sword on a Platform without a Legend or a token.")
