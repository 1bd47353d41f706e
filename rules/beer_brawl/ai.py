"""How good a position looks, and what a search should try first."""

from collections.abc import Sequence
from math import exp

from rules.beer_brawl.content import (
    BACK,
    CLUSTER,
    EMPTY,
    FILES,
    HOME,
    MAGIC,
    RANKS,
    SPEED,
    STRENGTH,
    TILES,
    WOKEN,
)
from rules.beer_brawl.play.rearm import can_hand_over
from rules.beer_brawl.state import (
    BeerBrawlState,
    Done,
    Draft,
    Fight,
    Give,
    Ready,
    Rearming,
    Scatter,
    Step,
    Turn,
)
from rules.engine.state import Option

# What an adventurer is worth beside being there: by tile, without the armor it wears.
SKILL = tuple(
    0.5
    + 0.12 * max(STRENGTH[tile], MAGIC[tile])
    + 0.08 * min(STRENGTH[tile], MAGIC[tile])
    + 0.07 * SPEED[tile]
    for tile in range(TILES)
)
PLATE = 0.14  # one piece of armor
ADVANCE = tuple(  # for each team and square: a step nearer to the other's bar is worth more late
    tuple(
        0.3 * ((rank if team == 0 else RANKS - 1 - rank) / (RANKS - 1)) ** 2
        for rank in (square // FILES for square in range(FILES * RANKS))
    )
    for team in (0, 1)
)
BEHIND_THE_BAR = 2.5  # on the other's back rank, with somebody near enough to fight it
SAFE_BEHIND = 6.0  # there, and nobody can come


def worth(s: BeerBrawlState, player: int) -> float:
    """How good a player's position looks: armies, armor, and who comes near the other's bar."""
    if s.outcome is not None:
        winners = s.outcome.winners
        return 0.5 if not winners else float(player in winners)
    if s.tiles[0] < 0:
        return 0.5
    lead = _army(s, player) - _army(s, 1 - player)
    return 1 / (1 + exp(-1.4 * lead))


def _army(s: BeerBrawlState, team: int) -> float:
    total = 0.0
    tiles, armor, ahead, goal = s.tiles, s.armor, ADVANCE[team], BACK[1 - team]
    for p in range(team, len(s.at), 2):
        at = s.at[p]
        if at >= 0:
            total += SKILL[tiles[p]] + PLATE * armor[p] + ahead[at]
            if at in goal:
                total += BEHIND_THE_BAR if _reachable(s, at, 1 - team) else SAFE_BEHIND
        elif at == CLUSTER:
            total += SKILL[tiles[p]] + PLATE * armor[p]
        elif at == WOKEN:
            total += 0.5 * SKILL[tiles[p]]
    return total


def _reachable(s: BeerBrawlState, square: int, team: int) -> bool:
    """Whether an adventurer of a team could come beside a square in one turn, as the crow flies."""
    rank, file = divmod(square, FILES)
    for p in range(team, len(s.at), 2):
        at = s.at[p]
        if at >= 0:
            away = abs(at // FILES - rank) + abs(at % FILES - file)
            if away <= SPEED[s.tiles[p]] + 2:
                return True
    return False


def priors(s: BeerBrawlState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
    """Steps towards the other's bar first; in the draft only a few ways to place each tile."""
    frame = s.frames[-1]
    if isinstance(frame, Draft):
        return _draft_priors(s, seat, options)
    if isinstance(frame, Turn):
        ahead = ADVANCE[seat]
        return sorted(
            options,
            key=lambda option: (
                -1.0
                if isinstance(option, Fight)
                else -ahead[option.square]
                if isinstance(option, Step)
                else -0.2
            ),
        )
    if isinstance(frame, Rearming):
        return _rearming_priors(s, frame, options)
    return options


def _rearming_priors(s: BeerBrawlState, f: Rearming, options: Sequence[Option]) -> Sequence[Option]:
    """Only what changes something: a failing try is for bluffing, and nobody could tell."""
    gives = can_hand_over(s, f.mover, f.friend)
    takes = can_hand_over(s, f.friend, f.mover)
    return [
        option
        for option in options
        if isinstance(option, Done) or (gives if isinstance(option, Give) else takes)
    ]


def _draft_priors(s: BeerBrawlState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
    """A reroll, and each tile on the squares nearest to the front; nothing left to chance."""
    free = [square for square in HOME[seat] if s.board[square] == EMPTY]
    front = set(sorted(free, reverse=seat == 0)[:2])
    return [
        option
        for option in options
        if (
            option.square in front if isinstance(option, Ready) else not isinstance(option, Scatter)
        )
    ]
