"""A turn from its beginning to its end: what can be done in it, and why something cannot."""

from collections.abc import Sequence

from rules.beer_brawl.content import BACK, EMPTY, NAMES, NEAR, SPEED, WOKEN
from rules.beer_brawl.play.board import cost, goes_from, meets
from rules.beer_brawl.play.combat import FIGHT, fight, why_not_fight
from rules.beer_brawl.play.end import after_action, end_turn
from rules.beer_brawl.play.movement import (
    STEP,
    halt,
    may_step,
    step,
    why_not_own,
    why_not_step,
    why_not_stop,
)
from rules.beer_brawl.play.rearm import REARM, attach, why_not_rearm
from rules.beer_brawl.play.revive import REVIVE, revive, wake, why_not_revive
from rules.beer_brawl.state import (
    BeerBrawlState,
    Done,
    Fight,
    Give,
    Lead,
    Pass,
    Passed,
    Rearm,
    Revive,
    Step,
    Stop,
    Take,
    Turn,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

LEAD = tuple(Lead(p) for p in range(len(NAMES)))
STOP, PASS = Stop(), Pass()


class TurnPhase(Phase[BeerBrawlState, Turn]):
    """One kind of question for the whole turn, so that being asked tells nothing (BB12)."""

    def begin(self, r: Resolver[BeerBrawlState], f: Turn) -> None:
        """A turn begins, with those who come to."""
        r.s.turn += 1
        if r.s.variant.revival:
            wake(r, f.seat)
        r.ask(f.seat, "turn")

    def parted(self, r: Resolver[BeerBrawlState], f: Turn) -> None:
        """After a re-armament the turn goes on only under `many_actions` (BB14)."""
        after_action(r, f)

    def offer(self, s: BeerBrawlState, f: Turn, seat: int) -> Sequence[Option]:
        """Before the first move anybody may go; then it is up to the one that moved."""
        return _openings(s, seat) if f.mover < 0 else _goings_on(s, f)

    def answer(self, r: Resolver[BeerBrawlState], f: Turn, seat: int, option: Option) -> None:
        """Carry out one step, one action, or the end of the turn."""
        match option:
            case Step(adventurer=p, square=square):
                step(r, f, p, square)
            case Stop():
                halt(r, f)
                end_turn(r, f)
            case Fight(target=target):
                halt(r, f)
                fight(r, f, target)
            case Rearm(friend=friend):
                halt(r, f)
                attach(r, f, friend)
            case Revive(adventurer=p, square=square):
                revive(r, f, p, square)
            case Lead(adventurer=p):
                _lead(r, f, p)
            case _:
                r.tell(Passed(seat))
                end_turn(r, f)

    def default(self, s: BeerBrawlState, f: Turn, seat: int) -> Option:
        """Stop where that is allowed; on the start square fight, else step on (BB15)."""
        options = self.offer(s, f, seat)
        if f.mover < 0:
            return options[0]
        for wanted in (Stop, Pass, Fight):
            for option in options:
                if isinstance(option, wanted):
                    return option
        # Everybody knows that the cheapest step can be afforded; a dearer one would tell SPEED.
        return min(options, key=lambda o: cost(s, o.square) if isinstance(o, Step) else 0)

    def why_not(self, s: BeerBrawlState, f: Turn, seat: int, option: Option) -> Refused:
        """Why that is not possible in this turn."""
        return _why_not(s, f, seat, option)


TURN = TurnPhase()


# -- what can be done (BB10, BB13 to BB16)


def _openings(s: BeerBrawlState, seat: int) -> list[Option]:
    """Everything that a turn can begin with."""
    board, at = s.board, s.at
    options: list[Option] = []
    for p in range(seat, len(at), 2):
        square = at[p]
        if square >= 0:
            steps = STEP[p]
            for near in NEAR[square]:
                if board[near] == EMPTY:
                    options.append(steps[near])
    stuck = not options
    if s.variant.revival:
        woken = [p for p in range(seat, len(at), 2) if at[p] == WOKEN]
        free = [square for square in BACK[seat] if board[square] == EMPTY]
        options += [REVIVE[p][square] for p in woken for square in free]
    return options + _leads(s, seat) if stuck else options


def _leads(s: BeerBrawlState, seat: int) -> list[Option]:
    """Nobody can move: somebody must fight, or else two friends may re-arm (BB16)."""
    own = [p for p in range(seat, len(s.at), 2) if s.at[p] >= 0]
    fighters: list[Option] = [LEAD[p] for p in own if meets(s, s.at[p], 1 - seat)]
    if fighters:
        return fighters
    return [*[LEAD[p] for p in own if meets(s, s.at[p], seat)], PASS]


def _goings_on(s: BeerBrawlState, f: Turn) -> list[Option]:
    """What the adventurer that moved, was revived or leads can do next."""
    mover = f.mover
    square, board = s.at[mover], s.board
    steps: list[Option] = []
    fights: list[Option] = []
    friends: list[Option] = []
    left = 0 if f.fixed else SPEED[s.tiles[mover]] + 1 - f.spent
    for near in NEAR[square]:
        held = board[near]
        if held == EMPTY:
            if left > 0 and may_step(s, f, near, left):
                steps.append(STEP[mover][near])
        elif held >= 0:
            if (held ^ mover) & 1:
                fights.append(FIGHT[held])
            elif held not in f.rearmed:
                friends.append(REARM[held])
    if square != f.start or f.fought:
        return [*steps, *fights, *friends, STOP]
    if fights:  # BB15: on the start square there must be a fight, sooner or later
        return [*steps, *fights, *friends] if s.variant.many_actions else steps + fights
    if f.fixed:  # BB16: nobody can move or fight
        return [*friends, STOP if f.rearmed else PASS]
    return steps


def _lead(r: Resolver[BeerBrawlState], f: Turn, p: int) -> None:
    """Where nobody can move, one is chosen to act from where it stands (BB16)."""
    s = r.s
    f.mover, f.start, f.fixed = p, s.at[p], True
    goes_from(s, p, s.at[p])
    r.ask(f.seat, "turn")


# -- why not


def _why_not(s: BeerBrawlState, f: Turn, seat: int, option: Option) -> Refused:
    match option:
        case Step(adventurer=p, square=square):
            return why_not_step(s, f, seat, p, square)
        case Fight() | Rearm() if f.mover < 0:
            return Refused("BB13", "Move somebody first: only who moved can fight or re-arm.")
        case Fight(target=p):
            return why_not_fight(s, f, seat, p)
        case Rearm(friend=p):
            return why_not_rearm(s, f, seat, p)
        case Stop():
            return why_not_stop(s, f)
        case Revive(adventurer=p, square=square):
            return why_not_revive(s, f, seat, p, square)
        case Lead(adventurer=p):
            return _why_not_lead(s, f, seat, p)
        case Pass() if f.rearmed:
            return Refused("BB16", f"{NAMES[f.mover]} has acted: stop, do not pass.")
        case Pass():
            return Refused(
                "BB16", "A turn passes only where nobody can move and nobody must fight."
            )
        case Give() | Take() | Done():
            return Refused("BB23", "Armor is handed over only while two friends are re-arming.")
        case _:
            return Refused("BB5", "The draft is over.")


def _why_not_lead(s: BeerBrawlState, f: Turn, seat: int, p: int) -> Refused:
    not_own = why_not_own(s, seat, p)
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
    if any(s.at[q] >= 0 and meets(s, s.at[q], 1 - seat) for q in range(seat, len(s.at), 2)):
        return Refused("BB16", f"Somebody must fight, and {NAMES[p]} has no enemy beside it.")
    return Refused("BB16", f"{NAMES[p]} has nobody beside it to act with.")
