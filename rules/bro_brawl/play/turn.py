"""A wave and its turns, in the rulebook's order: draw, action, grunt, damage."""

from collections.abc import Sequence

from rules.bro_brawl.content.cards import MISHAPS, SPECIAL, SPECIALS, UPGRADES, Ability, Trouble
from rules.bro_brawl.play.actions import act, offered, plain, why_not
from rules.bro_brawl.play.effects import (
    abilities,
    all_dead,
    hand_out,
    hurt,
    mend,
    reckon,
    sources,
    suffer,
    troubles,
)
from rules.bro_brawl.play.end import ROUNDS, lost, over
from rules.bro_brawl.play.older import keep_promise
from rules.bro_brawl.play.sacrifice import undo_sacrifice
from rules.bro_brawl.play.setup import first_cards
from rules.bro_brawl.state import (
    BroBrawlState,
    Drew,
    Foe,
    Reckoning,
    Support,
    Turn,
    Unheard,
    Wave,
    Withstood,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


class WavePhase(Phase[BroBrawlState, Wave]):
    """Turns go round."""

    def begin(self, r: Resolver[BroBrawlState], f: Wave) -> None:
        """The next bro's turn."""
        r.s.turns += 1
        f.step = "next"
        r.push(Turn(seat=f.seat, step="draw"))

    def next(self, r: Resolver[BroBrawlState], f: Wave) -> None:
        """On to the next seat; a round is over when all have had their turn."""
        s = r.s
        f.seat = (f.seat + 1) % len(s.bros)
        f.step = "begin"
        if f.seat == s.first:
            s.round += 1
            if s.round > ROUNDS:
                lost(r, late=True)
                return
        self.begin(r, f)


class TurnPhase(Phase[BroBrawlState, Turn]):
    """One bro's turn (BO6–BO9), alive or dead (BO21)."""

    def draw(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """Draw Battle cards (BO6), then suffer what mishaps do."""
        s = r.s
        bro = s.bros[f.seat]
        dead = bro.life <= 0
        more = sources(r, f.seat, "extra")
        powers: list[Ability | Trouble] = [*abilities(s), *troubles(bro)]
        count = 1 + sum([power.extra for power in powers])
        if not s.opened:
            s.opened, more = True, ()
            count = first_cards(s.competitive, len(s.bros))
        for at in range(count):
            if not s.battle.cards or all_dead(s) or (not dead and bro.life <= 0):
                break  # whoever dies of a mishap draws no further card (BO9)
            self._draw_one(r, f.seat, more[at - 1] if 0 < at <= len(more) else -1)
        if over(r):
            return
        if dead:
            self.grunt(r, f)
            return
        if bro.mishaps:
            suffer(r, f.seat)
            if over(r):
                return
        f.step = "act"
        if bro.life > 0:
            self.act(r, f)
        else:
            self.end(r, f)

    def _draw_one(self, r: Resolver[BroBrawlState], seat: int, extra: int) -> None:
        s = r.s
        card = s.battle.draw()
        r.seen()
        r.tell(Drew(seat, card, extra))
        if card in MISHAPS:
            hand_out(r, seat, card)
        elif card in UPGRADES:
            s.shop.append(card)
        else:
            s.zone.append(Foe(card))

    def act(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """One action, or none (BO7)."""
        if r.s.seats[f.seat] in r.s.resigned:
            self.answer(r, f, f.seat, plain(r.s, f.seat))
        else:
            r.ask(f.seat, "act")

    def offer(self, s: BroBrawlState, f: Turn, seat: int) -> Sequence[Option]:
        """The actions of a living bro."""
        return offered(s, seat)

    def answer(self, r: Resolver[BroBrawlState], f: Turn, seat: int, option: Option) -> None:
        """Carry the action out."""
        f.step = "acted"
        act(r, f, option)
        if r.s.frames[-1] is f:  # nothing more has to be chosen
            self.acted(r, f)

    def default(self, s: BroBrawlState, f: Turn, seat: int) -> Option:
        """A plain shot."""
        return plain(s, seat)

    def why_not(self, s: BroBrawlState, f: Turn, seat: int, option: Option) -> Refused:
        """The rule in the way."""
        return why_not(s, seat, option)

    def acted(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """The action is done, with all its choices."""
        if not over(r):
            self.grunt(r, f)

    def grunt(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """Grunts come to help, or not (BO8)."""
        f.step = "damage"
        if any(t.no_grunt for t in troubles(r.s.bros[f.seat])):
            for cause in sources(r, f.seat, "no_grunt"):
                r.tell(Unheard(f.seat, cause))
        else:
            r.push(Support(seat=f.seat, step="draw"))

    def damage(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """The monsters strike a living bro (BO9)."""
        self._undo_if_dead(r, f)  # of friendly fire
        if over(r):
            return
        bro = r.s.bros[f.seat]
        if bro.life > 0:
            self._strike(r, f.seat, reckon(r.s, bro))
            if bro.life <= 0:
                self._undo_if_dead(r, f)
                if over(r):
                    return
        self.end(r, f)

    def _strike(self, r: Resolver[BroBrawlState], seat: int, reckoned: Reckoning) -> None:
        bare = ("bare",) if reckoned.bare else ()
        causes = sources(r, seat, "exposed", "every", "chill", *bare)
        hurt(r, seat, reckoned.points, "monsters", causes, reckoned)
        if reckoned.blows and not reckoned.points:
            r.tell(Withstood(seat, reckoned, causes))

    def _undo_if_dead(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        if f.sacrifice and r.s.rules >= 3 and r.s.bros[f.seat].life <= 0:
            undo_sacrifice(r, f)

    def end(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """Foes stand up and close wounds, and the turn is over."""
        s = r.s
        if f.sacrifice and s.rules < 3:
            keep_promise(r, f)
            if over(r):
                return
        for foe in s.zone:
            foe.stunned = False
            if foe.card in SPECIALS and not foe.diverted and SPECIAL[foe.card].ability.regrows:
                mend(r, foe, foe.card)
        r.pop()
