"""A turn: movement, then combat or re-armament, and how it all ends."""

from collections.abc import Sequence

from rules.beer_brawl.combat import brawl
from rules.beer_brawl.content import (
    ARMOR,
    BACK,
    EMPTY,
    FALLEN,
    NAMES,
    NEAR,
    SPEED,
    SQUARES,
    WOKEN,
)
from rules.beer_brawl.refusals import why_not_rearming, why_not_turn
from rules.beer_brawl.state import (
    BARE,
    WHOLE,
    WORN,
    BeerBrawlState,
    Done,
    Fight,
    Fought,
    Give,
    Lead,
    Moved,
    Pass,
    Passed,
    Rearm,
    Rearmed,
    Rearming,
    Revive,
    Revived,
    Step,
    Stop,
    Take,
    Transferred,
    Turn,
    Victor,
    Woke,
)
from rules.beer_brawl.view import TRANSFERS
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

STEP = tuple(tuple(Step(p, square) for square in range(SQUARES)) for p in range(len(NAMES)))
REVIVE = tuple(tuple(Revive(p, square) for square in range(SQUARES)) for p in range(len(NAMES)))
LEAD = tuple(Lead(p) for p in range(len(NAMES)))
FIGHT = tuple(Fight(p) for p in range(len(NAMES)))
REARM = tuple(Rearm(p) for p in range(len(NAMES)))
STOP, PASS, GIVE, TAKE, DONE = Stop(), Pass(), Give(), Take(), Done()
QUIET, LONG = 40, 500  # turns without combat, and in all, that make a draw (BB31)


class TurnPhase(Phase[BeerBrawlState, Turn]):
    """One kind of question for the whole turn, so that being asked tells nothing (BB12)."""

    def begin(self, r: Resolver[BeerBrawlState], f: Turn) -> None:
        """A turn begins, with those who come to."""
        r.s.turn += 1
        if r.s.variant.revival:
            _wake(r, f.seat)
        r.ask(f.seat, "turn")

    def parted(self, r: Resolver[BeerBrawlState], f: Turn) -> None:
        """After a re-armament the turn goes on only under `many_actions` (BB14)."""
        _after_action(r, f)

    def offer(self, s: BeerBrawlState, f: Turn, seat: int) -> Sequence[Option]:
        """Before the first move anybody may go; then it is up to the one that moved."""
        return openings(s, seat) if f.mover < 0 else _goings_on(s, f)

    def answer(self, r: Resolver[BeerBrawlState], f: Turn, seat: int, option: Option) -> None:
        """Carry out one step, one action, or the end of the turn."""
        match option:
            case Step(adventurer=p, square=square):
                _step(r, f, p, square)
            case Stop():
                _halt(r, f)
                end_turn(r, f)
            case Fight(target=target):
                _halt(r, f)
                _fight(r, f, target)
            case Rearm(friend=friend):
                _halt(r, f)
                _attach(r, f, friend)
            case Revive(adventurer=p, square=square):
                _revive(r, f, p, square)
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
        return why_not_turn(s, f, seat, option)


# -- phase 1: movement (BB10 to BB12, BB15, BB16)


def openings(s: BeerBrawlState, seat: int) -> list[Option]:
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


def meets(s: BeerBrawlState, square: int, team: int) -> bool:
    """Whether an adventurer of a team stands next to a square."""
    for near in NEAR[square]:
        held = s.board[near]
        if held >= 0 and held & 1 == team:
            return True
    return False


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


def cost(s: BeerBrawlState, square: int) -> int:
    """The moves that entering a square takes (BB32)."""
    return 2 if square in s.rough else 1


def may_step(s: BeerBrawlState, f: Turn, square: int, left: int) -> bool:
    """Whether the moves left suffice, and a way back to the start is no dead end (BB15)."""
    left -= cost(s, square)
    if left < 0:
        return False
    if square != f.start or meets(s, square, 1 - f.seat):
        return True
    return onward(s, square, s.at[f.mover]) <= left


def onward(s: BeerBrawlState, square: int, vacated: int = -1) -> int:
    """The least that a step on from a square costs."""
    return min(
        (cost(s, near) for near in NEAR[square] if s.board[near] == EMPTY or near == vacated),
        default=9,
    )


def _step(r: Resolver[BeerBrawlState], f: Turn, p: int, square: int) -> None:
    s = r.s
    came = s.at[p]
    if f.mover < 0:
        f.mover, f.start = p, came
        s.mover, s.path = p, [came]
    f.spent += 2 if square in s.rough else 1
    s.board[came], s.board[square] = EMPTY, p
    s.at[p] = square
    s.path.append(square)
    if len(s.path) > 2:
        _note_pace(s, f, square)
    r.ask(f.seat, "turn")


def _note_pace(s: BeerBrawlState, f: Turn, square: int) -> None:
    """Keep what everybody now knows of the adventurer's speed."""
    spent = f.spent
    if square == f.start and not meets(s, square, 1 - f.seat):
        spent += onward(s, square)  # it came back to the start and so can go on
    s.pace[f.mover] = max(s.pace[f.mover], spent - 1)


def _halt(r: Resolver[BeerBrawlState], f: Turn) -> None:
    """Movement is over; the others learn the path, and not why it ended (BB12)."""
    if not f.fixed:
        f.fixed = True
        r.tell(Moved(f.mover, tuple(r.s.path)))


def _lead(r: Resolver[BeerBrawlState], f: Turn, p: int) -> None:
    s = r.s
    f.mover, f.start, f.fixed = p, s.at[p], True
    s.mover, s.path = p, [s.at[p]]
    r.ask(f.seat, "turn")


# -- phase 2: combat (BB13, BB17 to BB21)


def _fight(r: Resolver[BeerBrawlState], f: Turn, target: int) -> None:
    s, mover = r.s, f.mover
    fallen = brawl(s.tiles, s.armor, mover, target, lambda: r.coin("coins"))
    winner = mover + target - fallen
    s.board[s.at[fallen]] = EMPTY  # BB26
    s.at[fallen] = FALLEN
    s.beat[winner] |= 1 << fallen
    s.wear[fallen] = BARE
    if s.wear[winner] == WHOLE:
        s.wear[winner] = WORN
    f.fought = True
    r.tell(Fought(mover, target, fallen))
    r.tell(Victor(winner, s.armor[winner]), winner & 1)
    if not any(s.at[p] >= 0 for p in range(fallen & 1, len(s.at), 2)):
        r.finish((winner & 1,), "routed")  # BB30
    elif fallen == mover:
        end_turn(r, f)
    else:
        _after_action(r, f)


def _after_action(r: Resolver[BeerBrawlState], f: Turn) -> None:
    if r.s.variant.many_actions:
        r.ask(f.seat, "turn")
    else:
        end_turn(r, f)


# -- phase 2: re-armament (BB23 to BB25)


def _attach(r: Resolver[BeerBrawlState], f: Turn, friend: int) -> None:
    s, mover = r.s, f.mover
    if s.wear[mover] != s.wear[friend]:  # two whole or two bare ones have nothing to exchange
        s.wear[mover] = s.wear[friend] = WORN
    f.rearmed.append(friend)
    f.step = "parted"
    r.tell(Rearmed(mover, friend))
    r.push(Rearming(seat=f.seat, mover=mover, friend=friend))


class RearmingPhase(Phase[BeerBrawlState, Rearming]):
    """A private run of gives and takes; nothing of it shows."""

    def begin(self, r: Resolver[BeerBrawlState], f: Rearming) -> None:
        """Ask for the first try."""
        r.ask(f.seat, "turn")

    def offer(self, s: BeerBrawlState, f: Rearming, seat: int) -> Sequence[Option]:
        """Trying is always possible, up to the limit."""
        return (GIVE, TAKE, DONE) if f.tries < TRANSFERS else (DONE,)

    def answer(self, r: Resolver[BeerBrawlState], f: Rearming, seat: int, option: Option) -> None:
        """Try to hand one piece over, or part."""
        if isinstance(option, Done):
            r.pop()
            return
        giver, taker = (f.mover, f.friend) if isinstance(option, Give) else (f.friend, f.mover)
        f.tries += 1
        r.tell(Transferred(giver, taker, hand_over(r.s, giver, taker)), seat)
        r.ask(seat, "turn")

    def default(self, s: BeerBrawlState, f: Rearming, seat: int) -> Option:
        """Part."""
        return DONE

    def why_not(self, s: BeerBrawlState, f: Rearming, seat: int, option: Option) -> Refused:
        """Why that is not possible while two friends are attached."""
        return why_not_rearming(option)


def can_hand_over(s: BeerBrawlState, giver: int, taker: int) -> bool:
    """Whether there is a piece of armor to give and a slot to put it in (BB24)."""
    return s.armor[giver] > 0 and s.armor[taker] < ARMOR[s.tiles[taker]]


def hand_over(s: BeerBrawlState, giver: int, taker: int) -> bool:
    """One piece of armor goes over if it can."""
    if not can_hand_over(s, giver, taker):
        return False
    s.armor[giver] -= 1
    s.armor[taker] += 1
    return True


# -- reviving (BB27, BB28)


def _wake(r: Resolver[BeerBrawlState], seat: int) -> None:
    s = r.s
    fallen = [p for p in range(seat, len(s.at), 2) if s.at[p] == FALLEN]
    woken = tuple([p for p in fallen if r.die("waking") == 6])
    for p in woken:
        s.at[p] = WOKEN
    if woken:
        r.tell(Woke(seat, woken))


def _revive(r: Resolver[BeerBrawlState], f: Turn, p: int, square: int) -> None:
    s = r.s
    s.at[p], s.board[square] = square, p
    s.mover, s.path = p, [square]
    f.mover, f.fixed = p, True
    r.tell(Revived(p, square))
    r.ask(f.seat, "turn")


# -- the end of a turn, and of the game (BB29, BB31)


def end_turn(r: Resolver[BeerBrawlState], f: Turn) -> None:
    """See whether the other stands behind the bar, or go on with the other's turn."""
    s = r.s
    other = 1 - f.seat
    s.quiet = 0 if f.fought else s.quiet + 1
    for square in BACK[f.seat]:
        held = s.board[square]
        if held >= 0 and held & 1 == other:
            r.finish((other,), "back_rank")
            return
    if s.quiet >= QUIET:
        r.finish((), "quiet")
    elif s.turn >= LONG:
        r.finish((), "long")
    else:
        s.frames[-1] = Turn(seat=other)
