"""BRAWL, as everything generic knows it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import UNSET

from rules.brawl import view as views
from rules.brawl.ai import guess, worth
from rules.brawl.content.cards import BASE, NONE
from rules.brawl.content.deck import available
from rules.brawl.play.setup import Decks, take_deck
from rules.brawl.play.tournament import AsItComes
from rules.brawl.play.training import InTurn
from rules.brawl.play.ways import forced, ways
from rules.brawl.state import (
    COVERED,
    EVENTS,
    OPTIONS,
    SHORTCUTS,
    BrawlState,
    BrawlVariant,
    Choosing,
    Fighter,
    Tournament,
    Training,
)
from rules.brawl.text.words import BrawlText
from rules.engine.contract import Game, Phases
from rules.engine.errors import BadVariant
from rules.engine.randomness import Dice
from rules.engine.state import Event, Option, Variant, Way


def _done_without_a_pause(saved: Any) -> Any:
    """Edition 1: a game goes on by the rules it began with, and nobody who was done could pause."""
    return {**saved, "done_may_pause": False}


class Brawl(Game[BrawlState]):
    """Two fighters, one deck each, in turns or in real time."""

    key: ClassVar[str] = "brawl"
    title: ClassVar[str] = "BRAWL"
    edition: ClassVar[int] = 2
    rules_version: ClassVar[str] = "2"
    counts: ClassVar[tuple[int, ...]] = (2,)
    variant: ClassVar[type[Variant]] = BrawlVariant
    state = BrawlState
    options: ClassVar[tuple[type[Option], ...]] = OPTIONS
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    shortcuts: ClassVar[tuple[type[Option], ...]] = SHORTCUTS
    covered: ClassVar[tuple[type[Option], ...]] = COVERED
    bound: ClassVar[int] = 4000
    opening: ClassVar[frozenset[str]] = frozenset({"turn", "act"})  # who is done is passed over
    phases: ClassVar[Phases] = {
        Choosing: Decks(),
        Training: InTurn(),
        Tournament: AsItComes(),
    }
    text: ClassVar[BrawlText] = BrawlText()
    upcasters: ClassVar[dict[int, Any]] = {1: _done_without_a_pause}

    def samples(self) -> list[tuple[Variant, int]]:
        """Both paces, chosen decks and settled ones, with and without the Seniors' cards."""
        return [
            (BrawlVariant(), 2),
            (BrawlVariant(pace="tournament"), 2),
            (BrawlVariant(decks=("hale", "darwin")), 2),
            (BrawlVariant(decks=("juniper", "winslow")), 2),
            (BrawlVariant(pace="tournament", mirror=True, decks=("sable", "sable")), 2),
            (BrawlVariant(pace="tournament", mirror=True, decks=("tansy", "")), 2),
        ]

    def check(self, variant: BrawlVariant, players: int) -> None:
        """Refuse unknown decks, and the same deck for both unless that is wanted."""
        super().check(variant, players)
        if len(variant.decks) not in (0, 2):
            raise BadVariant("BRAWL takes a deck for each of the two seats, or none.")
        decks = available(variant.printed)
        for key in variant.decks:
            if key and key not in decks:
                raise BadVariant(f"There is no deck {key!r}; there are {', '.join(decks)}.")
        if len(set(variant.decks)) == 1 and variant.decks[0] and not variant.mirror:
            raise BadVariant("Two players may not use the same deck, unless mirror is on.")  # BR3

    def real_time(self, variant: BrawlVariant) -> bool:
        """A tournament is."""
        return variant.pace == "tournament"

    def new(self, variant: BrawlVariant, seats: list[int], seed: bytes) -> BrawlState:
        """The state before anything has happened."""
        s = BrawlState(
            seats=seats,
            seed=seed,
            variant=variant,
            frames=[Choosing()],
            fighters=[Fighter(), Fighter()],
        )
        for seat, key in enumerate(variant.decks):
            if key:
                take_deck(s, seat, key)
        return s

    def ways(self, s: BrawlState, seat: int) -> Sequence[Way]:
        """A place for a card in one choice."""
        return ways(s, seat)

    def forced(self, s: BrawlState, seat: int) -> Option | None:
        """What there is to do in training where there is nothing else."""
        return forced(s, seat)

    def over(self, s: BrawlState) -> None:
        """Nobody is to be told of a Clear any more; the end is as it was before any were."""
        for fighter in s.fighters:
            fighter.cleared = UNSET

    def view(self, s: BrawlState, player: int | None) -> views.BrawlView:
        """The table as a player, or the spectator, sees it."""
        return views.view(s, player)

    def determinize(self, s: BrawlState, player: int, rng: Dice) -> None:
        """Re-deal in place the order of the decks, and a choice that is not shown yet."""
        views.determinize(s, player, rng)

    def worth(self, s: BrawlState, player: int) -> float:
        """The chance to win, by the Bases and the cards to come."""
        return worth.worth(s, player)

    def priors(self, s: BrawlState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
        """The acts that help most first, the harmful ones not at all."""
        return worth.priors(s, seat, options)

    def guess(self, s: BrawlState, seat: int, options: Sequence[Option], luck: float) -> Option:
        """What a sensible fighter does at a glance."""
        return guess.guess(s, seat, options, luck)

    def problems(self, s: BrawlState) -> list[str]:
        """Cards that came from nowhere or went there, and rows that cannot be."""
        found = []
        if s.row and not 1 <= len(s.row) <= 3:
            found.append(f"{len(s.row)} Bases are in play")
        if len({base.id for base in s.row}) < len(s.row):
            found.append("two Bases have the same name")
        if s.bases and _everywhere(s) != _begun_with(s):
            found.append("the cards are not those that the decks began with")
        return found


def _begun_with(s: BrawlState) -> Counter[int]:
    both: Counter[int] = Counter()
    for fighter in s.fighters:
        both.update({card: count for card, count in enumerate(fighter.counts) if count})
    return both


def _everywhere(s: BrawlState) -> Counter[int]:
    cards = Counter(s.gone)
    for fighter in s.fighters:
        held = [] if fighter.held == NONE else [fighter.held]
        cards.update([*fighter.deck, *fighter.discard, *held])
    for base in s.row:
        cards.update([BASE, *base.sides[0], *base.sides[1], *base.middle])
    return cards


GAME = Brawl()
