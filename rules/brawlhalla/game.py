"""Brawlhalla through the contract."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.brawlhalla.ai.guess import guess
from rules.brawlhalla.ai.priors import shortlist
from rules.brawlhalla.ai.worth import worth
from rules.brawlhalla.content.arena import drawing
from rules.brawlhalla.content.legends import deck_of
from rules.brawlhalla.play.attack import ClashPhase
from rules.brawlhalla.play.cards import DrawingPhase, DroppingPhase, ForeseeingPhase, SalvagingPhase
from rules.brawlhalla.play.damage import PushingPhase
from rules.brawlhalla.play.delay import DelayingPhase
from rules.brawlhalla.play.end import leave
from rules.brawlhalla.play.knockout import KnockoutPhase
from rules.brawlhalla.play.move import MovingPhase
from rules.brawlhalla.play.setup import OpeningPhase, format_of
from rules.brawlhalla.play.triggers import WindowPhase
from rules.brawlhalla.play.turn import MatchPhase, TurnPhase
from rules.brawlhalla.play.ways import forced, standing, ways
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import EVENTS
from rules.brawlhalla.state.fighter import OFF, RED, UNARMED, Fighter
from rules.brawlhalla.state.frames import (
    Clash,
    Delaying,
    Drawing,
    Dropping,
    Foreseeing,
    Knockout,
    Match,
    Moving,
    Opening,
    Pushing,
    Salvaging,
    Turn,
    Window,
)
from rules.brawlhalla.state.options import OPTIONS, Add, Attack, Defend, Delay, Move, Step
from rules.brawlhalla.state.shortcuts import SHORTCUTS
from rules.brawlhalla.state.variant import KO_CARDS, BrawlhallaVariant, Format
from rules.brawlhalla.text import BrawlhallaText
from rules.brawlhalla.view import View, determinize, view
from rules.engine.contract import Game, Phases, Resolver
from rules.engine.errors import BadVariant
from rules.engine.randomness import Dice
from rules.engine.state import Event, Option, Standing, Variant, Way


def _without_ways(body: dict[str, Any]) -> dict[str, Any]:
    """Edition 1 told every step at once: a move under way has nothing left to tell of them."""
    return body


class Brawlhalla(Game[BrawlhallaState]):
    """Legends knock each other out of an arena."""

    key: ClassVar[str] = "brawlhalla"
    title: ClassVar[str] = "Brawlhalla: The Card Game"
    edition: ClassVar[int] = 2
    counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    variant: ClassVar[type[Variant]] = BrawlhallaVariant
    state = BrawlhallaState
    options: ClassVar[tuple[type[Option], ...]] = OPTIONS
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    shortcuts: ClassVar[tuple[type[Option], ...]] = SHORTCUTS
    covered: ClassVar[tuple[type[Option], ...]] = (Attack, Move, Delay, Step, Add, Defend)
    bound: ClassVar[int] = 8_000
    text: ClassVar[Any] = BrawlhallaText()
    upcasters: ClassVar[dict[int, Any]] = {1: _without_ways}
    phases: ClassVar[Phases] = {
        Opening: OpeningPhase(),
        Match: MatchPhase(),
        Turn: TurnPhase(),
        Moving: MovingPhase(),
        Delaying: DelayingPhase(),
        Drawing: DrawingPhase(),
        Clash: ClashPhase(),
        Window: WindowPhase(),
        Pushing: PushingPhase(),
        Knockout: KnockoutPhase(),
        Dropping: DroppingPhase(),
        Salvaging: SalvagingPhase(),
        Foreseeing: ForeseeingPhase(),
    }

    # -- set-up

    def samples(self) -> list[tuple[Variant, int]]:
        """Every mode in every format."""
        return [
            (BrawlhallaVariant(mode=mode, format=form), players)
            for form, players in FORMATS
            for mode in KO_CARDS
        ]

    def check(self, variant: BrawlhallaVariant, players: int) -> None:
        """Teams are of two, and an arena is drawn for one format (BH4, BH6)."""
        super().check(variant, players)
        if variant.format == "2v2" and players != 4:
            raise BadVariant("A team battle is for four players.")
        form = format_of(variant.format == "2v2", players)
        if variant.arena != "random" and drawing(variant.arena).format != form:
            raise BadVariant(f"{drawing(variant.arena).name} is not drawn for this format.")

    def new(self, variant: BrawlhallaVariant, seats: list[int], seed: bytes) -> BrawlhallaState:
        """Nothing has been chosen yet."""
        return BrawlhallaState(
            variant=variant,
            seats=seats,
            seed=seed,
            frames=[Opening()],
            fighters=[Fighter() for _ in seats],
        )

    # -- answers made easy

    def ways(self, s: BrawlhallaState, seat: int) -> list[Way]:
        """A destination with its card and path, an attack with its powers, cards that block."""
        return ways(s, seat)

    def forced(self, s: BrawlhallaState, seat: int) -> Option | None:
        """The only space or card there is, where everybody sees that."""
        frame = s.frames[-1]
        return forced(s, seat, self.phases[type(frame)].offer(s, frame, seat))

    def standing(self, s: BrawlhallaState, seat: int) -> Standing | None:
        """What may be answered once and for all."""
        return standing(s, seat)

    # -- what others may see

    def view(self, s: BrawlhallaState, player: int | None) -> View:
        """The table as a player sees it."""
        return view(s, player)

    def determinize(self, s: BrawlhallaState, player: int, rng: Dice) -> None:
        """Re-deal hands and decks."""
        determinize(s, player, rng)

    # -- judging

    def worth(self, s: BrawlhallaState, player: int) -> float:
        """KO cards, damage, cards, swords and footing, against the others'."""
        return worth(s, player)

    def priors(self, s: BrawlhallaState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
        """What a sensible Legend would consider."""
        return shortlist(s, seat, options)

    def guess(
        self, s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float
    ) -> Option:
        """What a sensible Legend does at a glance."""
        return guess(s, seat, options, luck)

    def problems(self, s: BrawlhallaState) -> list[str]:
        """Every card and sword is somewhere, once, and every Legend stands alone."""
        if isinstance(s.frames[0], Opening):
            return []
        return _lost_cards(s) + _lost_swords(s) + _bad_places(s)

    def resign(self, r: Resolver[BrawlhallaState], player: int) -> None:
        """The Legend leaves; the others fight on."""
        leave(r, player)


FORMATS: tuple[tuple[Format, int], ...] = (
    ("free-for-all", 2),
    ("2v2", 4),
    ("free-for-all", 3),
    ("free-for-all", 4),
)


def _lost_cards(s: BrawlhallaState) -> list[str]:
    played: list[int] = []
    for frame in s.frames:
        if isinstance(frame, Clash):
            played += [*frame.attack, *frame.defence]
        elif isinstance(frame, Moving) and frame.card >= 0:
            played.append(frame.card)
    problems = []
    for seat in s.living():
        f = s.fighters[seat]
        own = deck_of(f.legend)
        cards = [*f.hand.cards, *f.deck.cards, *f.discards, *(c for c in played if c in own)]
        if sorted(cards) != own:
            problems.append(f"cards of seat {seat} are lost or doubled")
    return problems


def _lost_swords(s: BrawlhallaState) -> list[str]:
    held = sum(f.sword != UNARMED for f in s.fighters)
    dropped = sum(isinstance(f, Knockout) and f.sword for f in s.frames)
    most = len(s.fighters)
    found = len(s.swords) + held + dropped
    fewest = most - sum(f.out for f in s.fighters)
    if len(set(s.swords)) < len(s.swords) or not fewest <= found <= most:
        return [f"{found} swords for {most} players"]
    return []


def _bad_places(s: BrawlhallaState) -> list[str]:
    places = [f.space for f in s.fighters if f.space != OFF]
    walking = any(isinstance(f, Moving) and f.step == "walk" for f in s.frames)
    problems = [] if walking or len(set(places)) == len(places) else ["two Legends on one space"]
    problems += [
        f"seat {seat} is {f.damage} damaged with {f.kos} KO cards"
        for seat, f in enumerate(s.fighters)
        if not 0 <= f.damage <= RED or f.kos < 0 or f.bonus < 0 or (f.out and f.space != OFF)
    ]
    return problems


GAME = Brawlhalla()
