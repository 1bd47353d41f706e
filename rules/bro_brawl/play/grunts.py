"""Grunts come to help, or not (BO8, BO21)."""

from collections.abc import Sequence

from rules.bro_brawl.content.cards import GRUNTS, SPECIALS, WORTH
from rules.bro_brawl.play.effects import (
    abilities,
    divert,
    hurt,
    sources,
    take_away,
    troubles,
    wound,
)
from rules.bro_brawl.state import (
    BroBrawlState,
    GruntCure,
    GruntDivert,
    GruntDrawn,
    GruntHit,
    GruntPlayed,
    PlayGrunt,
    Reshuffled,
    Support,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

HITS = tuple(GruntHit(card) for card in range(SPECIALS.stop))


def playable(s: BroBrawlState, f: Support) -> list[int]:
    """Which of two grunts the dead may play; of two that are alike there is one."""
    must = [c for c in f.drawn if GRUNTS[c].kind == "sacrifice"]
    if s.competitive and must and any(bro.mishaps for bro in s.bros):  # BO30
        return must[:1]
    alike = GRUNTS[f.drawn[0]] == GRUNTS[f.drawn[1]]
    return f.drawn[:1] if alike else f.drawn


class SupportPhase(Phase[BroBrawlState, Support]):
    """Grunts: one is drawn and resolved; a dead bro picks one of two (BO8, BO21)."""

    def draw(self, r: Resolver[BroBrawlState], f: Support) -> None:
        """Draw one grunt, or two for the dead."""
        s = r.s
        dead = not s.bros[f.seat].alive
        for _ in range(2 if dead else 1):
            if not s.grunts.cards:
                self._refill(r)
            f.drawn.append(s.grunts.draw())
        r.seen()
        r.tell(GruntDrawn(f.seat, tuple(f.drawn)))
        if dead:
            f.step = "choose"
            self.choose(r, f)
        else:
            f.card = f.drawn[0]
            self.resolve(r, f)

    def _refill(self, r: Resolver[BroBrawlState]) -> None:
        s = r.s
        for card in s.grunt_discards:
            s.grunts.put_bottom(card)
        s.grunt_discards = []
        s.grunts.shuffle(s, "grunts")
        r.seen()
        r.tell(Reshuffled())

    def choose(self, r: Resolver[BroBrawlState], f: Support) -> None:
        """The dead pick the better of two."""
        self._ask(r, f, "grunt")

    def resolve(self, r: Resolver[BroBrawlState], f: Support) -> None:
        """Do what the grunt does; ask where there is a choice."""
        s = r.s
        grunt = GRUNTS[f.card]
        targets = self._targets(s, f)
        dead = not s.bros[f.seat].alive
        wasted = dead if grunt.kind == "fire" else grunt.kind != "reinforcements" and not targets
        r.tell(GruntPlayed(f.seat, f.card, wasted, picked=dead))
        if grunt.kind == "fire" and not dead:
            more = sum([a.crossfire for a in abilities(s)])
            more += sum([t.crossfire for t in troubles(s.bros[f.seat])])
            hurt(r, f.seat, grunt.points + more, "fire", sources(r, f.seat, "crossfire"))
        if not targets:
            self._discard(r, f)
        elif len(targets) == 1:
            self._hit(r, f, targets[0])
        else:
            f.step = "target"
            self.target(r, f)

    def target(self, r: Resolver[BroBrawlState], f: Support) -> None:
        """Whom the grunt helps is the player's choice."""
        self._ask(r, f, "target")

    def _ask(self, r: Resolver[BroBrawlState], f: Support, kind: str) -> None:
        if r.s.seats[f.seat] in r.s.resigned:
            self.answer(r, f, f.seat, self.default(r.s, f, f.seat))
        else:
            r.ask(f.seat, kind)

    def _targets(self, s: BroBrawlState, f: Support) -> list[Option]:
        match GRUNTS[f.card].kind:
            case "damage":
                return [HITS[foe.card] for foe in s.zone]
            case "divert":
                return [
                    GruntDivert(foe.card)
                    for foe in s.zone
                    if foe.card in SPECIALS and not foe.diverted
                ]
            case "sacrifice":
                return [GruntCure(b, m.card) for b, bro in enumerate(s.bros) for m in bro.mishaps]
            case _:
                return []

    def offer(self, s: BroBrawlState, f: Support, seat: int) -> Sequence[Option]:
        """Which grunt, or whom it helps."""
        if f.step == "choose":
            return [PlayGrunt(card) for card in playable(s, f)]
        return self._targets(s, f)

    def answer(self, r: Resolver[BroBrawlState], f: Support, seat: int, option: Option) -> None:
        """Take the grunt chosen, or its target."""
        if isinstance(option, PlayGrunt):
            f.card = option.grunt
            self.resolve(r, f)
        else:
            self._hit(r, f, option)

    def _hit(self, r: Resolver[BroBrawlState], f: Support, option: Option) -> None:
        s = r.s
        match option:
            case GruntHit(foe=card):
                foe = s.foe(card)
                less = sum([a.grunts for a in abilities(s)])
                points = max(0, GRUNTS[f.card].points - less)
                wound(r, f.seat, foe, points, "grunt", sources(r, f.seat, "grunts"))
            case GruntDivert(foe=card):
                foe = s.foe(card)
                divert(r, f.seat, foe)
            case GruntCure(bro=bro, mishap=card):
                take_away(r, f.seat, bro, card)
        self._discard(r, f)

    def _discard(self, r: Resolver[BroBrawlState], f: Support) -> None:
        s = r.s
        s.grunt_discards += f.drawn
        heard = [f.card] if s.rules < 3 else f.drawn  # BO21: also the one not played
        if any(GRUNTS[card].kind == "reinforcements" for card in heard):
            self._refill(r)
        r.pop()

    def default(self, s: BroBrawlState, f: Support, seat: int) -> Option:
        """The largest foe that falls, else the largest; for the dead the strongest fire."""
        options = self.offer(s, f, seat)

        def merit(option: Option) -> tuple[bool, int, int]:
            if isinstance(option, GruntHit):
                foe = s.foe(option.foe)
                falls = GRUNTS[f.card].points >= WORTH[foe.card] - foe.wounds
                return (falls, WORTH[foe.card], -foe.card)
            if isinstance(option, PlayGrunt):
                grunt = GRUNTS[option.grunt]
                return (grunt.kind == "damage", grunt.points, -option.grunt)
            return (False, 0, 0)

        return max(options, key=merit)

    def why_not(self, s: BroBrawlState, f: Support, seat: int, option: Option) -> Refused:
        """The rule about grunts."""
        if f.step == "choose":
            if s.competitive and isinstance(option, PlayGrunt) and option.grunt in f.drawn:
                return Refused("BO30", "A Sacrifice must be played while any bro has a mishap.")
            return Refused("BO21", "Pick one of the two grunts that were drawn.")
        return Refused("BO8", "This grunt cannot help there.")
