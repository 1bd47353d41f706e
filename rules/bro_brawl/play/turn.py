"""A wave and its turns, in the rulebook's order: draw, action, grunt, damage."""

from collections.abc import Sequence

from rules.bro_brawl.content.cards import MISHAPS, SPECIAL, UPGRADES
from rules.bro_brawl.play.actions import act, offered, plain, why_not
from rules.bro_brawl.play.effects import (
    abilities,
    hand_out,
    hurt,
    is_on,
    living,
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
from rules.bro_brawl.state import BroBrawlState, Drew, Foe, Support, Turn, Unheard, Wave, Withstood
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


class TurnPhase(Phase[BroBrawlState, Turn]):
    """One bro's turn (BO6–BO9), alive or dead (BO21)."""

    def draw(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """Draw Battle cards (BO6), then suffer what mishaps do."""
        s = r.s
        bro = s.bros[f.seat]
        dead = not bro.alive
        more = sources(r, f.seat, "extra")
        count = 1 + sum(a.extra for a in abilities(s))
        count += sum(t.extra for t in troubles(bro))
        if not s.opened:
            s.opened, more = True, ()
            count = first_cards(s.competitive, len(s.bros))
        f.step = "act"
        for at in range(count):
            if not s.battle.cards or not living(s) or (not dead and not bro.alive):
                break  # whoever dies of a mishap draws no further card (BO9)
            self._draw_one(r, f.seat, more[at - 1] if 0 < at <= len(more) else -1)
        if over(r):
            return
        if dead:
            f.step = "grunt"
            return
        suffer(r, f.seat)
        if not over(r) and not bro.alive:
            f.step = "end"

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
            f.step = "acted"
            act(r, f, plain(r.s, f.seat))
        else:
            r.ask(f.seat, "act")

    def offer(self, s: BroBrawlState, f: Turn, seat: int) -> Sequence[Option]:
        """The actions of a living bro."""
        return offered(s, seat)

    def answer(self, r: Resolver[BroBrawlState], f: Turn, seat: int, option: Option) -> None:
        """Carry the action out."""
        f.step = "acted"
        act(r, f, option)

    def default(self, s: BroBrawlState, f: Turn, seat: int) -> Option:
        """A plain shot."""
        return plain(s, seat)

    def why_not(self, s: BroBrawlState, f: Turn, seat: int, option: Option) -> Refused:
        """The rule in the way."""
        return why_not(s, seat, option)

    def acted(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """The action is done, with all its choices."""
        f.step = "grunt" if r.s.bros[f.seat].alive else "end"
        over(r)

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
        f.step = "end"
        self._undo_if_dead(r, f)  # of friendly fire
        if over(r):
            return
        bro = r.s.bros[f.seat]
        if bro.alive:
            reckoned = reckon(r.s, bro)
            bare = ("bare",) if reckoned.bare else ()
            causes = sources(r, f.seat, "exposed", "every", "chill", *bare)
            hurt(r, f.seat, reckoned.points, "monsters", causes, reckoned)
            if reckoned.blows and not reckoned.points:
                r.tell(Withstood(f.seat, reckoned, causes))
            self._undo_if_dead(r, f)
            over(r)

    def _undo_if_dead(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        if f.sacrifice and r.s.rules >= 3 and not r.s.bros[f.seat].alive:
            undo_sacrifice(r, f)

    def end(self, r: Resolver[BroBrawlState], f: Turn) -> None:
        """Foes stand up and close wounds, and the turn is over."""
        s = r.s
        if f.sacrifice and s.rules < 3:
            keep_promise(r, f)
        for foe in s.zone:
            foe.stunned = False
            if is_on(foe) and SPECIAL[foe.card].ability.regrows:
                mend(r, foe, foe.card)
        r.pop()
        over(r)
