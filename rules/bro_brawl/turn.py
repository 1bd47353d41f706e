"""A wave and its turns, in the rulebook's order: draw, action, grunt, damage."""

from collections.abc import Sequence

from rules.bro_brawl.actions import act, offered, plain, take_effect, why_not
from rules.bro_brawl.cards import GRUNTS, MISHAPS, MONSTERS, SPECIAL, SPECIALS, UPGRADES, WORTH
from rules.bro_brawl.effects import (
    abilities,
    divert,
    hand_out,
    hurt,
    is_on,
    living,
    mend,
    reckon,
    sources,
    suffer,
    take_away,
    troubles,
    wound,
)
from rules.bro_brawl.score import end_competitive
from rules.bro_brawl.setup import first_cards, set_up
from rules.bro_brawl.state import (
    Between,
    Drew,
    Fight,
    Foe,
    GoOn,
    GruntCure,
    GruntDivert,
    GruntDrawn,
    GruntHit,
    GruntPlayed,
    PlayGrunt,
    Reshuffled,
    Stop,
    Support,
    Turn,
    Unheard,
    Wave,
    WaveLost,
    WaveWon,
    Withstood,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

ROUNDS = 60  # BO28


def won(s: Fight) -> bool:
    """No monster or special in the Battle Zone or the Battle deck (BO28)."""
    return not s.zone and not any(c in MONSTERS or c in SPECIALS for c in s.battle.cards)


def over(r: Resolver[Fight]) -> bool:
    """End the wave where it is won or lost; checked after every completed change (BO28)."""
    s = r.s
    if won(s):
        r.tell(WaveWon(s.wave))
        if s.competitive:
            end_competitive(r)
        else:
            s.frames = [Between()]
        return True
    if not living(s):
        _lost(r, late=False)
        return True
    return False


def _lost(r: Resolver[Fight], late: bool) -> None:
    s = r.s
    r.tell(WaveLost(s.wave, late))
    if s.competitive:
        end_competitive(r)
    else:
        r.finish((), "late" if late else "dead", (s.wave - 1,))


class WavePhase(Phase[Fight, Wave]):
    """Turns go round."""

    def begin(self, r: Resolver[Fight], f: Wave) -> None:
        """The next bro's turn."""
        r.s.turns += 1
        f.step = "next"
        r.push(Turn(seat=f.seat, step="draw"))

    def next(self, r: Resolver[Fight], f: Wave) -> None:
        """On to the next seat; a round is over when all have had their turn."""
        s = r.s
        f.seat = (f.seat + 1) % len(s.bros)
        f.step = "begin"
        if f.seat == s.first:
            s.round += 1
            if s.round > ROUNDS:
                _lost(r, late=True)


class TurnPhase(Phase[Fight, Turn]):
    """One bro's turn (BO6–BO9), alive or dead (BO21)."""

    def draw(self, r: Resolver[Fight], f: Turn) -> None:
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
                break  # who dies of a mishap draws no further card (BO9)
            self._draw_one(r, f.seat, more[at - 1] if 0 < at <= len(more) else -1)
        if over(r):
            return
        if dead:
            f.step = "grunt"
            return
        suffer(r, f.seat)
        if not over(r) and not bro.alive:
            f.step = "end"

    def _draw_one(self, r: Resolver[Fight], seat: int, extra: int) -> None:
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

    def act(self, r: Resolver[Fight], f: Turn) -> None:
        """One action, or none (BO7)."""
        if r.s.seats[f.seat] in r.s.resigned:
            f.step = "acted"
            act(r, f, plain(r.s, f.seat))
        else:
            r.ask(f.seat, "act")

    def offer(self, s: Fight, f: Turn, seat: int) -> Sequence[Option]:
        """The actions of a living bro."""
        return offered(s, seat)

    def answer(self, r: Resolver[Fight], f: Turn, seat: int, option: Option) -> None:
        """Carry the action out."""
        f.step = "acted"
        act(r, f, option)

    def default(self, s: Fight, f: Turn, seat: int) -> Option:
        """A plain shot."""
        return plain(s, seat)

    def why_not(self, s: Fight, f: Turn, seat: int, option: Option) -> Refused:
        """The rule in the way."""
        return why_not(s, seat, option)

    def acted(self, r: Resolver[Fight], f: Turn) -> None:
        """The action is done, with all its choices."""
        f.step = "grunt" if r.s.bros[f.seat].alive else "end"
        over(r)

    def grunt(self, r: Resolver[Fight], f: Turn) -> None:
        """Grunts come to help, or not (BO8)."""
        f.step = "damage"
        if any(t.no_grunt for t in troubles(r.s.bros[f.seat])):
            for cause in sources(r, f.seat, "no_grunt"):
                r.tell(Unheard(f.seat, cause))
        else:
            r.push(Support(seat=f.seat, step="draw"))

    def damage(self, r: Resolver[Fight], f: Turn) -> None:
        """The monsters strike a living bro (BO9)."""
        f.step = "end"
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
            over(r)

    def end(self, r: Resolver[Fight], f: Turn) -> None:
        """A Sacrifice works, foes stand up and close wounds, and the turn is over."""
        s = r.s
        take_effect(r, f)
        for foe in s.zone:
            foe.stunned = False
            if is_on(foe) and SPECIAL[foe.card].ability.regrows:
                mend(r, foe, foe.card)
        r.pop()
        over(r)


class SupportPhase(Phase[Fight, Support]):
    """Grunts: one is drawn and resolved; a dead bro picks one of two (BO8, BO21)."""

    def draw(self, r: Resolver[Fight], f: Support) -> None:
        """Draw one grunt, or two for the dead."""
        s = r.s
        dead = not s.bros[f.seat].alive
        for _ in range(2 if dead else 1):
            if not s.grunts.cards:
                self._refill(r)
            f.drawn.append(s.grunts.draw())
        r.seen()
        r.tell(GruntDrawn(f.seat, tuple(f.drawn)))
        if not dead:
            f.card = f.drawn[0]
        f.step = "resolve" if not dead else "choose"

    def _refill(self, r: Resolver[Fight]) -> None:
        s = r.s
        for card in s.grunt_discards:
            s.grunts.put_bottom(card)
        s.grunt_discards = []
        s.grunts.shuffle(s, "grunts")
        r.seen()
        r.tell(Reshuffled())

    def choose(self, r: Resolver[Fight], f: Support) -> None:
        """The dead pick the better of two."""
        self._ask(r, f, "grunt")

    def resolve(self, r: Resolver[Fight], f: Support) -> None:
        """Do what the grunt does; ask where there is a choice."""
        s = r.s
        grunt = GRUNTS[f.card]
        targets = self._targets(s, f)
        f.step = "target"
        dead = not s.bros[f.seat].alive
        wasted = dead if grunt.kind == "fire" else grunt.kind != "reinforcements" and not targets
        r.tell(GruntPlayed(f.seat, f.card, wasted, picked=dead))
        if grunt.kind == "fire" and not dead:
            more = sum(a.crossfire for a in abilities(s))
            more += sum(t.crossfire for t in troubles(s.bros[f.seat]))
            hurt(r, f.seat, grunt.points + more, "fire", sources(r, f.seat, "crossfire"))
        if not targets:
            self._discard(r, f)
        elif len(targets) == 1:
            self._hit(r, f, targets[0])
        # else: the next step asks

    def target(self, r: Resolver[Fight], f: Support) -> None:
        """Whom the grunt helps is the player's choice."""
        self._ask(r, f, "target")

    def _ask(self, r: Resolver[Fight], f: Support, kind: str) -> None:
        if r.s.seats[f.seat] in r.s.resigned:
            self.answer(r, f, f.seat, self.default(r.s, f, f.seat))
        else:
            r.ask(f.seat, kind)

    def _targets(self, s: Fight, f: Support) -> list[Option]:
        match GRUNTS[f.card].kind:
            case "damage":
                return [GruntHit(foe.card) for foe in s.zone]
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

    def offer(self, s: Fight, f: Support, seat: int) -> Sequence[Option]:
        """Which grunt, or whom it helps."""
        if f.step == "choose":
            return [PlayGrunt(card) for card in self._playable(s, f)]
        return self._targets(s, f)

    def _playable(self, s: Fight, f: Support) -> list[int]:
        must = [c for c in f.drawn if GRUNTS[c].kind == "sacrifice"]
        if s.competitive and must and any(bro.mishaps for bro in s.bros):  # BO30
            return must[:1]
        alike = GRUNTS[f.drawn[0]] == GRUNTS[f.drawn[1]]
        return f.drawn[:1] if alike else f.drawn

    def answer(self, r: Resolver[Fight], f: Support, seat: int, option: Option) -> None:
        """Take the grunt chosen, or its target."""
        if isinstance(option, PlayGrunt):
            f.card, f.step = option.grunt, "resolve"
        else:
            self._hit(r, f, option)

    def _hit(self, r: Resolver[Fight], f: Support, option: Option) -> None:
        s = r.s
        match option:
            case GruntHit(foe=card):
                foe = s.foe(card)
                assert foe is not None
                less = sum(a.grunts for a in abilities(s))
                points = max(0, GRUNTS[f.card].points - less)
                wound(r, f.seat, foe, points, "grunt", sources(r, f.seat, "grunts"))
            case GruntDivert(foe=card):
                foe = s.foe(card)
                assert foe is not None
                divert(r, f.seat, foe)
            case GruntCure(bro=bro, mishap=card):
                take_away(r, f.seat, bro, card)
        self._discard(r, f)

    def _discard(self, r: Resolver[Fight], f: Support) -> None:
        s = r.s
        s.grunt_discards += f.drawn
        if GRUNTS[f.card].kind == "reinforcements":
            self._refill(r)
        r.pop()

    def default(self, s: Fight, f: Support, seat: int) -> Option:
        """The largest foe that falls, else the largest; for the dead the strongest fire."""
        options = self.offer(s, f, seat)

        def merit(option: Option) -> tuple[bool, int, int]:
            if isinstance(option, GruntHit):
                foe = s.foe(option.foe)
                assert foe is not None
                falls = GRUNTS[f.card].points >= WORTH[foe.card] - foe.wounds
                return (falls, WORTH[foe.card], -foe.card)
            if isinstance(option, PlayGrunt):
                grunt = GRUNTS[option.grunt]
                return (grunt.kind == "damage", grunt.points, -option.grunt)
            return (False, 0, 0)

        return max(options, key=merit)

    def why_not(self, s: Fight, f: Support, seat: int, option: Option) -> Refused:
        """The rule about grunts."""
        if f.step == "choose":
            if s.competitive and isinstance(option, PlayGrunt) and option.grunt in f.drawn:
                return Refused("BO30", "A Sacrifice must be played while any bro has a mishap.")
            return Refused("BO21", "Pick one of the two grunts that were drawn.")
        return Refused("BO8", "This grunt cannot help there.")


class BetweenPhase(Phase[Fight, Between]):
    """A wave is won: stop, or go on (BO29)."""

    def begin(self, r: Resolver[Fight], f: Between) -> None:
        """Ask every player, unless it was the last wave."""
        s = r.s
        asked = [s.seats_of(p)[0] for p in range(s.players) if p not in s.resigned]
        if s.wave == 4 or not asked:
            self._stop(r)
        else:
            r.ask_hidden(asked, "wave")

    def offer(self, s: Fight, f: Between, seat: int) -> Sequence[Option]:
        """Stop or go on."""
        return [Stop(), GoOn()]

    def answers(self, r: Resolver[Fight], f: Between, given: dict[int, Option]) -> None:
        """Going on needs every player."""
        if all(isinstance(option, GoOn) for option in given.values()):
            set_up(r, r.s.wave + 1)
        else:
            self._stop(r)

    def _stop(self, r: Resolver[Fight]) -> None:
        s = r.s
        winners = [p for p in range(s.players) if p not in s.resigned]
        r.finish(winners, "won", (s.wave,))

    def why_not(self, s: Fight, f: Between, seat: int, option: Option) -> Refused:
        """Nothing else is asked."""
        return Refused("BO29", "The wave is won: stop here, or go on to the next.")
