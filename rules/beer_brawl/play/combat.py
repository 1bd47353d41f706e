"""Phase 2, combat: knockout battles that run without anybody's help (BB17 to BB21, BB26, BB30)."""

from collections.abc import Callable, Sequence

from rules.beer_brawl.content import EMPTY, FALLEN, MAGIC, NAMES, STRENGTH
from rules.beer_brawl.play.board import is_own
from rules.beer_brawl.play.end import after_action, end_turn
from rules.beer_brawl.state import (
    BARE,
    WHOLE,
    WORN,
    Beaten,
    BeerBrawlState,
    Blows,
    Clash,
    Fight,
    Fought,
    Turn,
    Victor,
)
from rules.engine.contract import Resolver
from rules.engine.errors import Refused

FIGHT = tuple(Fight(p) for p in range(len(NAMES)))


def brawl(
    tiles: Sequence[int],
    armor: list[int],
    attacker: int,
    defender: int,
    coin: Callable[[], bool],
    blows: list[tuple[bool, int]],
) -> int:
    """Fight until one falls, who is named; armor is lost, and blows noted, in place (BB17 to BB20)."""
    while True:
        strength = coin()
        stat = STRENGTH if strength else MAGIC
        countered = stat[tiles[defender]] > stat[tiles[attacker]]
        hit = attacker if countered else defender
        blows.append((strength, hit))
        if armor[hit] == 0:
            return hit
        armor[hit] -= 1
        attacker, defender = defender, attacker


def fight(r: Resolver[BeerBrawlState], f: Turn, target: int) -> None:
    """The one that acts attacks; who fell is told to all, the rest to its owner or after the end."""
    s, mover = r.s, f.mover
    stats = _stats(s, mover), _stats(s, target)
    blows: list[tuple[bool, int]] = []
    fallen = brawl(s.tiles, s.armor, mover, target, lambda: r.coin("coins"), blows)
    winner = mover + target - fallen
    s.fights.append(Clash(target, fallen, s.at[fallen]))
    s.board[s.at[fallen]] = EMPTY  # BB26
    s.at[fallen] = FALLEN
    s.beat[winner] |= 1 << fallen
    s.wear[fallen] = BARE
    if s.wear[winner] == WHOLE:
        s.wear[winner] = WORN
    f.fought = True
    r.tell(Fought(mover, target, fallen))
    hits = sum(hit == winner for _, hit in blows)
    r.tell(Victor(winner, s.armor[winner], fallen, hits), winner & 1)
    r.tell(Beaten(fallen, winner, len(blows) - hits - 1), fallen & 1)
    if not any(s.at[p] >= 0 for p in range(fallen & 1, len(s.at), 2)):
        r.finish((winner & 1,), "routed")  # BB30
    elif fallen == mover:
        end_turn(r, f)
    else:
        after_action(r, f)
    (r.seal if s.outcome is None else r.tell)(Blows(mover, target, stats, tuple(blows)))


def _stats(s: BeerBrawlState, p: int) -> tuple[int, int, int]:
    """What counts in a fight."""
    return STRENGTH[s.tiles[p]], MAGIC[s.tiles[p]], s.armor[p]


# -- why not


def why_not_fight(s: BeerBrawlState, f: Turn, seat: int, p: int) -> Refused:
    """Why there is nobody to fight there."""
    if p not in range(len(s.at)):
        return Refused("BB13", "There is no such adventurer.")
    if is_own(s, seat, p):
        return Refused("BB13", f"{NAMES[p]} is a friend: friends re-arm.")
    if s.at[p] < 0:
        return Refused("BB26", f"{NAMES[p]} is not on the board.")
    return Refused("BB13", f"{NAMES[p]} is not next to {NAMES[f.mover]}.")
