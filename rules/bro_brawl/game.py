"""Bro Brawl through the contract."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.bro_brawl.ai import guess, shortlist, worth
from rules.bro_brawl.content.cards import (
    COMPETITIVE,
    GRUNTS,
    LIFE,
    MISHAPS,
    MONSTERS,
    SPECIALS,
    upgrades_of,
)
from rules.bro_brawl.play.choices import GivingPhase, PayingPhase, ReturningPhase, ScoutingPhase
from rules.bro_brawl.play.end import BetweenPhase
from rules.bro_brawl.play.grunts import SupportPhase
from rules.bro_brawl.play.setup import OpeningPhase, seats, specials_in
from rules.bro_brawl.play.turn import TurnPhase, WavePhase
from rules.bro_brawl.play.ways import standing, ways
from rules.bro_brawl.state import (
    COVERED,
    EVENTS,
    OPTIONS,
    SHORTCUTS,
    Between,
    Bro,
    BroBrawlState,
    BroVariant,
    Giving,
    Opening,
    Paying,
    Returning,
    Scouting,
    Support,
    Turn,
    Wave,
)
from rules.bro_brawl.text import BroText
from rules.bro_brawl.view import View, determinize, view
from rules.engine.contract import Game, Phases, Resolver
from rules.engine.errors import BadVariant
from rules.engine.randomness import Dice
from rules.engine.state import Event, Option, Standing, Variant, Way


def _by_older_rules(plain: dict[str, Any]) -> dict[str, Any]:
    """Games of the first edition began by version 2 of the rules and go on by it."""
    return {**plain, "rules": 2}


class BroBrawl(Game[BroBrawlState]):
    """Four bros against a deck of monsters."""

    key: ClassVar[str] = "bro_brawl"
    title: ClassVar[str] = "Bro Brawl"
    edition: ClassVar[int] = 2
    rules_version: ClassVar[str] = "3"
    counts: ClassVar[tuple[int, ...]] = (1, 2, 3, 4)
    variant: ClassVar[type[Variant]] = BroVariant
    state = BroBrawlState
    options: ClassVar[tuple[type[Option], ...]] = OPTIONS
    shortcuts: ClassVar[tuple[type[Option], ...]] = SHORTCUTS
    covered: ClassVar[tuple[type[Option], ...]] = COVERED
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    bound: ClassVar[int] = 12_000
    draws: ClassVar[bool] = False
    lost_by: ClassVar[frozenset[str]] = frozenset({"dead", "late", "resigned"})
    opening: ClassVar[frozenset[str]] = frozenset({"act"})  # the last bro standing
    upcasters: ClassVar[dict[int, Any]] = {1: _by_older_rules}
    text: ClassVar[Any] = BroText()
    phases: ClassVar[Phases] = {
        Opening: OpeningPhase(),
        Wave: WavePhase(),
        Turn: TurnPhase(),
        Paying: PayingPhase(),
        Scouting: ScoutingPhase(),
        Giving: GivingPhase(),
        Returning: ReturningPhase(),
        Support: SupportPhase(),
        Between: BetweenPhase(),
    }

    # -- set-up

    def samples(self) -> list[tuple[Variant, int]]:
        """Both modes with every number of players, veterans, and each wave."""
        plain: list[tuple[Variant, int]] = [(BroVariant(), n) for n in (1, 2, 3, 4)]
        rivals: list[tuple[Variant, int]] = [(BroVariant(mode="competitive"), n) for n in (2, 3, 4)]
        hard: list[tuple[Variant, int]] = [
            (BroVariant(veteran=True), 4),
            (BroVariant(veteran=True, wave=2), 2),
            (BroVariant(wave=3), 1),
            (BroVariant(wave=4), 3),
            (BroVariant(mode="competitive", veteran=True), 2),
        ]
        return plain + rivals + hard

    def check(self, variant: BroVariant, players: int) -> None:
        """Competitive play is for two to four, in wave one (BO1, BO30)."""
        super().check(variant, players)
        if variant.mode == "competitive":
            if players < 2:
                raise BadVariant("Competitive Bro Brawl is for 2 to 4 players.")
            if variant.wave != 1:
                raise BadVariant("Competitive Bro Brawl is played in wave one.")

    def together(self, variant: BroVariant) -> bool:
        """Bros are in it together, unless they compete."""
        return variant.mode == "co-op"

    def seats(self, variant: BroVariant, players: int) -> list[int]:
        """The player of each bro."""
        return seats(variant.mode == "competitive", players)

    def new(self, variant: BroVariant, seats: list[int], seed: bytes) -> BroBrawlState:
        """Bros without a deck yet."""
        return BroBrawlState(
            variant=variant, seats=seats, seed=seed, frames=[Opening()], bros=[Bro() for _ in seats]
        )

    # -- answers made easy

    def ways(self, s: BroBrawlState, seat: int) -> Sequence[Way]:
        """The plain way to do a thing, with its payment, its target or its order."""
        return ways(s, seat)

    def forced(self, s: BroBrawlState, seat: int) -> Option | None:
        """The only answer there is; but not a scouted card, which the others do not know."""
        frame = s.frames[-1]
        if isinstance(frame, Scouting):
            return None
        options = self.phases[type(frame)].offer(s, frame, seat)
        return options[0] if len(options) == 1 else None

    def standing(self, s: BroBrawlState, seat: int) -> Standing | None:
        """What may be answered once and for all."""
        return standing(s, seat)

    # -- what others may see

    def view(self, s: BroBrawlState, player: int | None) -> View:
        """The table as a player sees it."""
        return view(s, player)

    def determinize(self, s: BroBrawlState, player: int, rng: Dice) -> None:
        """Re-deal the decks."""
        determinize(s, player, rng)

    # -- judging

    def worth(self, s: BroBrawlState, player: int) -> float:
        """Foes gone and bros on their feet, or a player's lead in points."""
        return worth(s, player)

    def priors(self, s: BroBrawlState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
        """What a sensible bro would consider."""
        return shortlist(s, seat, options)

    def guess(self, s: BroBrawlState, seat: int, options: Sequence[Option], luck: float) -> Option:
        """What a sensible bro does at a glance."""
        return guess(s, seat, options, luck)

    def problems(self, s: BroBrawlState) -> list[str]:
        """Every card is somewhere, once."""
        if isinstance(s.frames[-1], Opening):
            return []
        return _lost_cards(s) + _bad_bros(s)

    def resign(self, r: Resolver[BroBrawlState], player: int) -> None:
        """The others fight on; the referee plays the bros of whoever left."""
        s = r.s
        rest = [p for p in range(s.players) if p not in s.resigned]
        if not rest or (s.competitive and len(rest) == 1):
            r.finish(rest, "resigned")
            return
        mine = [q.seat for q in s.open if s.seats[q.seat] == player]
        if mine:
            self._stand_in(r, mine)

    def _stand_in(self, r: Resolver[BroBrawlState], seats: list[int]) -> None:
        s = r.s
        frame = s.frames[-1]
        r.withdraw(*seats)
        if isinstance(frame, Between):
            for seat in seats:
                s.pending.pop(seat, None)
            if s.open and len(s.pending) == len(s.open):
                given: dict[int, Option] = dict(s.pending)
                s.pending, s.open = {}, []
                self.phases[Between].answers(r, frame, given)
        elif isinstance(frame, Paying | Scouting | Giving | Returning):
            s.frames.pop()  # what was begun is left as it is


def _lost_cards(s: BroBrawlState) -> list[str]:
    mishaps = COMPETITIVE if s.competitive else tuple(MISHAPS)
    expected = sorted([*MONSTERS, *upgrades_of(s.wave), *SPECIALS, *mishaps])
    found = [*s.battle.cards, *s.box, *s.shop, *s.discards, *(f.card for f in s.zone)]
    for bro in s.bros:
        found += [*bro.kills, *bro.gear, *(m.card for m in bro.mishaps)]
    problems = [] if sorted(found) == expected else ["battle cards are lost or doubled"]
    support = [c for f in s.frames if isinstance(f, Support) for c in f.drawn]
    grunts = sorted([*s.grunts.cards, *s.grunt_discards, *support])
    if grunts != list(range(len(GRUNTS))):
        problems.append("grunts are lost or doubled")
    if specials_in(s, s.wave) + sum(c in SPECIALS for c in s.box) != len(SPECIALS):
        problems.append("the number of specials is wrong")
    return problems


def _bad_bros(s: BroBrawlState) -> list[str]:
    return [
        f"bro {seat} has life {bro.life} and {len(bro.mishaps)} mishaps"
        for seat, bro in enumerate(s.bros)
        if not 0 <= bro.life <= LIFE or (bro.mishaps and not bro.alive)
    ]


GAME = BroBrawl()
