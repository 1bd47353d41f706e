"""Why an answer is not allowed in a turn, in words."""

from rules.beer_brawl.content import (
    BACK,
    EMPTY,
    FALLEN,
    LAKE,
    NAMES,
    NEAR,
    SPEED,
    SQUARES,
    WOKEN,
    square_label,
)
from rules.beer_brawl.state import (
    BeerBrawlState,
    Done,
    Fight,
    Give,
    Lead,
    Pass,
    Rearm,
    Revive,
    Step,
    Stop,
    Take,
    Turn,
)
from rules.engine.errors import Refused
from rules.engine.state import Option

NO_SQUARE = Refused("BB1", "There is no such square: the board has A1 to E8.")


def why_not_turn(s: BeerBrawlState, f: Turn, seat: int, option: Option) -> Refused:
    """Why an answer is not possible in this turn."""
    match option:
        case Step(adventurer=p, square=square):
            return _why_not_step(s, f, seat, p, square)
        case Fight(target=p):
            return _why_not_fight(s, f, seat, p)
        case Rearm(friend=p):
            return _why_not_rearm(s, f, seat, p)
        case Stop():
            return _why_not_stop(s, f)
        case Revive(adventurer=p, square=square):
            return _why_not_revive(s, f, seat, p, square)
        case Lead(adventurer=p):
            return _why_not_lead(s, f, seat, p)
        case Pass():
            return Refused(
                "BB16", "A turn passes only where nobody can move and nobody must fight."
            )
        case Give() | Take() | Done():
            return Refused("BB23", "Armor is handed over only while two friends are re-arming.")
        case _:
            return Refused("BB5", "The draft is over.")


def _own(s: BeerBrawlState, seat: int, p: int) -> bool:
    return p in range(seat, len(s.at), 2)


def _why_not_own(s: BeerBrawlState, seat: int, p: int) -> Refused | None:
    """Why this is no own conscious adventurer on the board."""
    if not _own(s, seat, p):
        return Refused("BB10", "That is not one of your adventurers.")
    if s.at[p] == FALLEN:
        return Refused("BB10", f"{NAMES[p]} is unconscious.")
    if s.at[p] == WOKEN:
        return Refused("BB28", f"{NAMES[p]} waits beside the board and must be revived first.")
    return None


def _why_not_step(s: BeerBrawlState, f: Turn, seat: int, p: int, square: int) -> Refused:
    not_own = _why_not_own(s, seat, p)
    if not_own is not None:
        return not_own
    if square not in range(SQUARES):
        return NO_SQUARE
    name, place = NAMES[p], square_label(square)
    if f.mover >= 0 and p != f.mover:
        return Refused("BB10", f"Only one adventurer moves in a turn, and it is {NAMES[f.mover]}.")
    if f.fixed:
        return Refused("BB13", f"{name} moves no further this turn.")
    if square not in NEAR[s.at[p]]:
        return Refused(
            "BB10", f"{place} is not next to {name}: one square up, down, left or right."
        )
    if s.board[square] == LAKE:
        return Refused("BB32", f"{place} is a lake.")
    if s.board[square] != EMPTY:
        return Refused("BB10", f"{place} is taken.")
    left = SPEED[s.tiles[p]] + 1 - f.spent
    if left <= 0:
        return Refused("BB11", f"{name} has no move left.")
    if square in s.rough and left < 2:
        return Refused("BB32", f"{place} is rough and takes two moves; {name} has one left.")
    return Refused("BB15", f"Back on {place}, {name} could neither fight nor move on.")


def _why_not_act(f: Turn) -> Refused | None:
    if f.mover < 0:
        return Refused("BB13", "First move: only the adventurer that moved can fight or re-arm.")
    return None


def _why_not_fight(s: BeerBrawlState, f: Turn, seat: int, p: int) -> Refused:
    too_early = _why_not_act(f)
    if too_early is not None:
        return too_early
    if p not in range(len(s.at)):
        return Refused("BB13", "There is no such adventurer.")
    if _own(s, seat, p):
        return Refused("BB13", f"{NAMES[p]} is a friend: friends re-arm.")
    if s.at[p] < 0:
        return Refused("BB26", f"{NAMES[p]} is not on the board.")
    return Refused("BB13", f"{NAMES[p]} is not next to {NAMES[f.mover]}.")


def _why_not_rearm(s: BeerBrawlState, f: Turn, seat: int, p: int) -> Refused:
    too_early = _why_not_act(f)
    if too_early is not None:
        return too_early
    if p not in range(len(s.at)):
        return Refused("BB13", "There is no such adventurer.")
    if not _own(s, seat, p):
        return Refused("BB13", f"{NAMES[p]} is an enemy: enemies fight.")
    if p == f.mover:
        return Refused("BB13", "A re-armament takes two.")
    if s.at[p] < 0:
        return Refused("BB26", f"{NAMES[p]} is not on the board.")
    if p in f.rearmed:
        return Refused("BB14", f"{NAMES[p]} has re-armed this turn already.")
    if s.at[p] not in NEAR[s.at[f.mover]]:
        return Refused("BB13", f"{NAMES[p]} is not next to {NAMES[f.mover]}.")
    return Refused("BB15", f"{NAMES[f.mover]} is back where it started and must fight or move on.")


def _why_not_stop(s: BeerBrawlState, f: Turn) -> Refused:
    if f.mover < 0:
        return Refused("BB11", "The first move is a must.")
    name = NAMES[f.mover]
    if not f.fixed:
        return Refused("BB15", f"{name} is back where it started and must fight or move on.")
    if f.spent:
        return Refused("BB15", f"{name} is back where it started and must fight.")
    if _meets_an_enemy(s, f.mover):
        return Refused("BB16", f"{name} has an enemy beside it and must fight.")
    return Refused("BB16", f"{name} has not acted: let it re-arm, or pass.")


def _meets_an_enemy(s: BeerBrawlState, p: int) -> bool:
    around = [s.board[near] for near in NEAR[s.at[p]]]
    return any(held >= 0 and (held ^ p) & 1 for held in around)


def _why_not_revive(s: BeerBrawlState, f: Turn, seat: int, p: int, square: int) -> Refused:
    if not s.variant.revival:
        return Refused("BB28", "This game is played without revival.")
    if f.mover >= 0:
        return Refused("BB28", "Reviving takes the place of moving, at the start of a turn.")
    if not _own(s, seat, p):
        return Refused("BB28", "That is not one of your adventurers.")
    if s.at[p] == FALLEN:
        return Refused("BB27", f"{NAMES[p]} is still unconscious.")
    if s.at[p] != WOKEN:
        return Refused("BB28", f"{NAMES[p]} is on the board.")
    if square not in range(SQUARES):
        return NO_SQUARE
    if square not in BACK[seat]:
        return Refused("BB28", f"{square_label(square)} is not on your back rank.")
    if s.board[square] == LAKE:
        return Refused("BB32", f"{square_label(square)} is a lake.")
    return Refused("BB28", f"{square_label(square)} is taken.")


def _why_not_lead(s: BeerBrawlState, f: Turn, seat: int, p: int) -> Refused:
    not_own = _why_not_own(s, seat, p)
    if not_own is not None:
        return not_own
    if f.mover >= 0:
        return Refused("BB16", f"{NAMES[f.mover]} acts this turn.")
    if any(
        s.board[near] == EMPTY
        for q in range(seat, len(s.at), 2)
        if s.at[q] >= 0
        for near in NEAR[s.at[q]]
    ):
        return Refused("BB16", "Somebody can move, and so somebody must.")
    if any(s.at[q] >= 0 and _meets_an_enemy(s, q) for q in range(seat, len(s.at), 2)):
        return Refused("BB16", f"Somebody must fight, and {NAMES[p]} has no enemy beside it.")
    return Refused("BB16", f"{NAMES[p]} has nobody beside it to act with.")


def why_not_rearming(option: Option) -> Refused:
    """Why an answer is not possible while two friends are attached."""
    if isinstance(option, Give | Take):
        return Refused("BB23", "Twelve times to and fro is enough: the two part.")
    return Refused("BB23", "Two friends are re-arming: give, take, or be done.")
