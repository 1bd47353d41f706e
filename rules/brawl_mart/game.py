"""Brawl Mart through the contract."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.brawl_mart.ai import guess, shortlist, worth
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.play.brawl import BrawlPhase
from rules.brawl_mart.play.cafe import CafePhase
from rules.brawl_mart.play.end import clear_table
from rules.brawl_mart.play.score import finish
from rules.brawl_mart.play.store import StorePhase
from rules.brawl_mart.play.ways import standing, ways
from rules.brawl_mart.state import (
    COVERED,
    EVENTS,
    OPTIONS,
    SHORTCUTS,
    Brawl,
    BrawlMartState,
    Cafe,
    MartVariant,
    Store,
)
from rules.brawl_mart.text.labels import ENDINGS, MartText
from rules.brawl_mart.view import View, determinize, view
from rules.engine.contract import Game, Phases, Resolver
from rules.engine.errors import BadVariant
from rules.engine.randomness import Dice
from rules.engine.state import Event, Option, Standing, Variant, Way

FLAGS = ("hardcore", "pacifist", "rampage", "no_items", "no_recruits")


def _without_rolls(body: dict[str, Any]) -> dict[str, Any]:
    """Edition 1 did not keep the last rolls: there are none to read until the next attack."""
    return body


def _by_older_rules(body: dict[str, Any]) -> dict[str, Any]:
    """Games of edition 2 began by version 2 of the rules and go on by it."""
    return {**body, "rules": 2}


class BrawlMart(Game[BrawlMartState]):
    """One shopper against everybody."""

    key: ClassVar[str] = "brawl_mart"
    title: ClassVar[str] = "Brawl Mart"
    edition: ClassVar[int] = 3
    rules_version: ClassVar[str] = "3"
    counts: ClassVar[tuple[int, ...]] = (1,)
    variant: ClassVar[type[Variant]] = MartVariant
    state = BrawlMartState
    options: ClassVar[tuple[type[Option], ...]] = OPTIONS
    shortcuts: ClassVar[tuple[type[Option], ...]] = SHORTCUTS
    covered: ClassVar[tuple[type[Option], ...]] = COVERED
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    bound: ClassVar[int] = 8_000
    draws: ClassVar[bool] = False
    lost_by: ClassVar[frozenset[str]] = frozenset(ENDINGS) - {"tv"}
    scored_by: ClassVar[frozenset[str]] = frozenset({"out"})
    opening: ClassVar[frozenset[str]] = frozenset({"go", "line_up", "act", "cafe"})
    text: ClassVar[Any] = MartText()
    upcasters: ClassVar[dict[int, Any]] = {1: _without_rolls, 2: _by_older_rules}
    phases: ClassVar[Phases] = {
        Store: StorePhase(),
        Brawl: BrawlPhase(),
        Cafe: CafePhase(),
    }

    # -- set-up

    def samples(self) -> list[tuple[Variant, int]]:
        """Every combination of challenges that is allowed, and the daily store."""
        variants = []
        for bits in range(1 << len(FLAGS)):
            chosen = {flag: bool(bits >> at & 1) for at, flag in enumerate(FLAGS)}
            if not (chosen["pacifist"] and chosen["rampage"]):
                variants.append(MartVariant(**chosen))
        return [(variant, 1) for variant in [*variants, MartVariant(daily=True)]]

    def check(self, variant: MartVariant, players: int) -> None:
        """Pacifist with Rampage is refused (BM28)."""
        super().check(variant, players)
        if variant.pacifist and variant.rampage:
            raise BadVariant("Pacifist and Rampage cannot both be kept.")

    def new(self, variant: MartVariant, seats: list[int], seed: bytes) -> BrawlMartState:
        """Outside the store."""
        return BrawlMartState(
            variant=variant, seats=seats, seed=seed, frames=[Store(step="set_up")]
        )

    # -- answers made easy

    def ways(self, s: BrawlMartState, seat: int) -> Sequence[Way]:
        """A whole line-up, all items, the way out of the café."""
        return ways(s)

    def forced(self, s: BrawlMartState, seat: int) -> Option | None:
        """The only answer there is: the shopper knows all that decides about it."""
        frame = s.frames[-1]
        options = self.phases[type(frame)].offer(s, frame, seat)
        return options[0] if len(options) == 1 else None

    def standing(self, s: BrawlMartState, seat: int) -> Standing | None:
        """What may be answered once and for all."""
        return standing(s)

    # -- what others may see

    def view(self, s: BrawlMartState, player: int | None) -> View:
        """The trip as anybody sees it."""
        return view(s, player)

    def determinize(self, s: BrawlMartState, player: int, rng: Dice) -> None:
        """Shuffle the piles anew."""
        determinize(s, player, rng)

    # -- judging

    def worth(self, s: BrawlMartState, player: int) -> float:
        """How near the TV is to home, and how strong the team."""
        return worth(s)

    def resign(self, r: Resolver[BrawlMartState], player: int) -> None:
        """Going home early is scored like any other end."""
        clear_table(r)
        finish(r, "resigned")

    def priors(self, s: BrawlMartState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
        """What a sensible shopper would consider."""
        return shortlist(s, options)

    def guess(self, s: BrawlMartState, seat: int, options: Sequence[Option], luck: float) -> Option:
        """What a sensible shopper does at a glance."""
        return guess(s, options, luck)

    def problems(self, s: BrawlMartState) -> list[str]:
        """Every card is somewhere, once."""
        cards = [*s.hand, *s.enemies.cards, *s.knocked_out, *s.slain, *s.fallen]
        cards += [f.card for f in s.fighters]
        items = [*s.cart, *s.items.cards, *s.items_discard, *(i for i in s.shop if i >= 0)]
        items += [f.item for f in s.fighters if f.item >= 0]
        found = []
        if s.frames[-1].step != "set_up":
            if sorted(cards) != list(range(len(BRAWLERS))):
                found.append("brawlers are lost or doubled")
            if sorted(items) != list(range(len(ITEMS))):
                found.append("items are lost or doubled")
        if min(s.kp, s.sp) < 0:
            found.append("points below nothing")
        return found


GAME = BrawlMart()
