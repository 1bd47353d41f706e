"""Beer Brawl, tied together."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.beer_brawl import ai
from rules.beer_brawl import view as views
from rules.beer_brawl.content import ARMOR, CLUSTER, EMPTY, FALLEN, SPEED, SQUARES, square_label
from rules.beer_brawl.play.rearm import RearmingPhase
from rules.beer_brawl.play.setup import DraftPhase, TerrainPhase
from rules.beer_brawl.play.turn import TURN
from rules.beer_brawl.play.ways import forced, ways
from rules.beer_brawl.state import (
    COVERED,
    EVENTS,
    OPTIONS,
    SHORTCUTS,
    BeerBrawlState,
    BeerBrawlVariant,
    Draft,
    Rearming,
    Terrain,
    Turn,
)
from rules.beer_brawl.text.words import BeerBrawlText
from rules.engine.contract import Game, Phases
from rules.engine.randomness import Dice
from rules.engine.state import Event, Option, Variant, Way


def _random_is_late(saved: Any) -> Any:
    """Edition 1: who begins is settled by the rules that the game began with (BB9)."""
    return {**saved, "random_is_late": True}


def _no_fight_seen(saved: Any) -> Any:
    """Edition 2: the last turn's fights were not kept."""
    return {**saved, "fights": []}


class BeerBrawl(Game[BeerBrawlState]):
    """Two players, a 5×8 board, six secret adventurers each."""

    key: ClassVar[str] = "beer_brawl"
    title: ClassVar[str] = "Beer Brawl"
    edition: ClassVar[int] = 3
    rules_version: ClassVar[str] = "3"
    counts: ClassVar[tuple[int, ...]] = (2,)
    variant: ClassVar[type[Variant]] = BeerBrawlVariant
    state = BeerBrawlState
    options: ClassVar[tuple[type[Option], ...]] = OPTIONS
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    shortcuts: ClassVar[tuple[type[Option], ...]] = SHORTCUTS
    covered: ClassVar[tuple[type[Option], ...]] = COVERED
    bound: ClassVar[int] = 6_000
    by_message: ClassVar[bool] = True  # tiles are looked at throughout the game
    phases: ClassVar[Phases] = {
        Terrain: TerrainPhase(),
        Draft: DraftPhase(),
        Turn: TURN,
        Rearming: RearmingPhase(),
    }
    text: ClassVar[BeerBrawlText] = BeerBrawlText()
    upcasters: ClassVar[dict[int, Any]] = {1: _random_is_late, 2: _no_fight_seen}

    def samples(self) -> list[tuple[Variant, int]]:
        """Every option at least once alone, and all of them together."""
        v = BeerBrawlVariant
        return [
            (variant, 2)
            for variant in (
                v(),
                v(draft="timed"),
                v(rerolls=2, many_actions=True),
                v(revival=True, adventurers=7),
                v(terrain=True),
                v(draft="timed", terrain=True, tokens=3, adventurers=9),
                v(many_actions=True, revival=True, terrain=True, tokens=2, adventurers=8),
                v(draft="timed", seconds=86_400, many_actions=True, revival=True),
            )
        ]

    def new(self, variant: BeerBrawlVariant, seats: list[int], seed: bytes) -> BeerBrawlState:
        """An empty board and unrolled tiles."""
        count = 2 * variant.adventurers
        return BeerBrawlState(
            seats=seats,
            seed=seed,
            variant=variant,
            frames=[Terrain() if variant.terrain else Draft()],
            board=[EMPTY] * SQUARES,
            tiles=[-1] * count,
            armor=[0] * count,
            at=[CLUSTER] * count,
            pace=[0] * count,
            wear=[0] * count,
            beat=[0] * count,
            rerolls=[0, 0],
        )

    def ways(self, s: BeerBrawlState, seat: int) -> Sequence[Way]:
        """A whole turn in one choice."""
        return ways(s, seat)

    def forced(self, s: BeerBrawlState, seat: int) -> Option | None:
        """What a turn ends with where everybody knows that nothing else is left."""
        return forced(s, seat)

    def view(self, s: BeerBrawlState, player: int | None) -> views.View:
        """The table as a player, or the spectator, sees it."""
        return views.view(s, player)

    def determinize(self, s: BeerBrawlState, player: int, rng: Dice) -> None:
        """Re-deal the other's secrets."""
        views.determinize(s, player, rng)

    def worth(self, s: BeerBrawlState, player: int) -> float:
        """How good a player's position looks."""
        return ai.worth(s, player)

    def problems(self, s: BeerBrawlState) -> list[str]:
        """What does not hold."""
        return _problems(s)

    def priors(self, s: BeerBrawlState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
        """Options in the order in which a search should try them."""
        return ai.priors(s, seat, options)


def _problems(s: BeerBrawlState) -> list[str]:
    found = []
    for p, at in enumerate(s.at):
        if at >= 0 and s.board[at] != p:
            found.append(f"adventurer {p} is not on {square_label(at)}")
        if s.tiles[p] >= 0 and not 0 <= s.armor[p] <= ARMOR[s.tiles[p]]:
            found.append(f"adventurer {p} wears {s.armor[p]} pieces of armor")
        if at == FALLEN and s.armor[p]:
            found.append(f"adventurer {p} is unconscious in armor")
        if s.tiles[p] >= 0 and SPEED[s.tiles[p]] < s.pace[p]:
            found.append(f"adventurer {p} went faster than it can")
    standing = sum(held >= 0 for held in s.board)
    if standing != sum(at >= 0 for at in s.at):
        found.append("an adventurer stands on two squares")
    turn = s.frames[0]
    if isinstance(turn, Turn) and any(at == CLUSTER for at in s.at):
        found.append("a tile was never placed")
    if isinstance(s.frames[-1], Rearming) and not isinstance(turn, Turn):
        found.append("a re-armament outside of a turn")
    return found


GAME = BeerBrawl()
