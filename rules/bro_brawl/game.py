"""Bro Brawl through the contract."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.bro_brawl.actions import GivingPhase, PayingPhase, ReturningPhase, ScoutingPhase
from rules.bro_brawl.cards import COMPETITIVE, GRUNTS, LIFE, MISHAPS, WORTH, upgrades_of
from rules.bro_brawl.score import scores
from rules.bro_brawl.setup import OpeningPhase, seats, specials_in
from rules.bro_brawl.state import (
    EVENTS,
    OPTIONS,
    Between,
    Bro,
    BroVariant,
    Fight,
    Giving,
    Opening,
    Paying,
    Returning,
    Scouting,
    Support,
    Turn,
    Wave,
)
from rules.bro_brawl.tactics import guess, shortlist
from rules.bro_brawl.text import BroText
from rules.bro_brawl.turn import BetweenPhase, SupportPhase, TurnPhase, WavePhase
from rules.bro_brawl.view import View, determinize, view
from rules.engine.contract import Game, Resolver
from rules.engine.errors import BadVariant
from rules.engine.randomness import Dice
from rules.engine.state import Event, Frame, Option, State, Variant


class BroBrawl(Game[Fight]):
    """Four bros against a deck of monsters."""

    key: ClassVar[str] = "bro_brawl"
    title: ClassVar[str] = "Bro Brawl"
    rules_version: ClassVar[str] = "2"
    counts: ClassVar[tuple[int, ...]] = (1, 2, 3, 4)
    variant: ClassVar[type[Variant]] = BroVariant
    state: ClassVar[type[State]] = Fight
    options: ClassVar[tuple[type[Option], ...]] = OPTIONS
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    bound: ClassVar[int] = 12_000
    draws: ClassVar[bool] = False
    lost_by: ClassVar[frozenset[str]] = frozenset({"dead", "late", "resigned"})
    opening: ClassVar[frozenset[str]] = frozenset({"act"})  # the last bro standing
    text: ClassVar[Any] = BroText()
    phases: ClassVar[dict[type[Frame], Any]] = {
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

    def seats(self, variant: BroVariant, players: int) -> list[int]:
        """The player of each bro."""
        return seats(variant.mode == "competitive", players)

    def new(self, variant: BroVariant, seats: list[int], seed: bytes) -> Fight:
        """Bros without a deck yet."""
        return Fight(
            variant=variant, seats=seats, seed=seed, frames=[Opening()], bros=[Bro() for _ in seats]
        )

    # -- what others may see

    def view(self, s: Fight, player: int | None) -> View:
        """The table as a player sees it."""
        return view(s, player)

    def determinize(self, s: Fight, player: int, rng: Dice) -> None:
        """Re-deal the decks."""
        determinize(s, player, rng)

    # -- judging

    def worth(self, s: Fight, player: int) -> float:
        """Foes gone and bros on their feet, or the own share of the points."""
        if s.outcome is not None and not s.competitive:
            return float(player in s.outcome.winners)
        left = sum(WORTH[c] for c in s.battle.cards if WORTH[c] and _is_foe(c))
        zone = sum(WORTH[f.card] - 0.5 * f.wounds for f in s.zone)
        done = 1 - (left + zone) / 64
        life = sum(b.life for b in s.bros) / (LIFE * len(s.bros))
        guns = sum(b.guns()[0] - 1 for b in s.bros if b.alive)
        team = min(0.97, max(0.02, 0.08 + 0.5 * done + 0.5 * life - 0.012 * zone + 0.02 * guns))
        if not s.competitive:
            return team
        totals = scores(s)
        best = max(n for p, n in enumerate(totals) if p != player)
        return min(0.98, max(0.02, 0.5 + (totals[player] - best) / 24))

    def priors(self, s: Fight, seat: int, options: Sequence[Option]) -> Sequence[Option]:
        """What a sensible bro would consider."""
        return shortlist(s, seat, options)

    def guess(self, s: Fight, seat: int, options: Sequence[Option], luck: float) -> Option:
        """What a sensible bro does at a glance."""
        return guess(s, seat, options, luck)

    def problems(self, s: Fight) -> list[str]:
        """Every card is somewhere, once."""
        if isinstance(s.frames[-1], Opening):
            return []
        return _lost_cards(s) + _bad_bros(s)

    def resign(self, r: Resolver[Fight], player: int) -> None:
        """The others fight on; the referee plays the bros of who left."""
        s = r.s
        rest = [p for p in range(s.players) if p not in s.resigned]
        if not rest or (s.competitive and len(rest) == 1):
            r.finish(rest, "resigned")
            return
        mine = [q.seat for q in s.open if s.seats[q.seat] == player]
        if mine:
            self._stand_in(r, mine)

    def _stand_in(self, r: Resolver[Fight], seats: list[int]) -> None:
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


def _is_foe(card: int) -> bool:
    return card < 24 or 33 <= card < 44


def _lost_cards(s: Fight) -> list[str]:
    mishaps = COMPETITIVE if s.competitive else tuple(MISHAPS)
    expected = sorted([*range(24), *upgrades_of(s.wave), *range(33, 44), *mishaps])
    found = [*s.battle.cards, *s.box, *s.shop, *s.discards, *(f.card for f in s.zone)]
    for bro in s.bros:
        found += [*bro.kills, *bro.gear, *(m.card for m in bro.mishaps)]
    problems = [] if sorted(found) == expected else ["battle cards are lost or doubled"]
    support = [c for f in s.frames if isinstance(f, Support) for c in f.drawn]
    grunts = sorted([*s.grunts.cards, *s.grunt_discards, *support])
    if grunts != list(range(len(GRUNTS))):
        problems.append("grunts are lost or doubled")
    if specials_in(s, s.wave) + sum(33 <= c < 44 for c in s.box) != 11:
        problems.append("the number of specials is wrong")
    return problems


def _bad_bros(s: Fight) -> list[str]:
    return [
        f"bro {seat} has life {bro.life} and {len(bro.mishaps)} mishaps"
        for seat, bro in enumerate(s.bros)
        if not 0 <= bro.life <= LIFE or (bro.mishaps and not bro.alive)
    ]


GAME = BroBrawl()
