"""Effects: when each word of the vocabulary would do something, and what it does (BH26–BH28)."""

from collections.abc import Callable

from rules.brawlhalla.content.arena import COLUMNS, SPACES, distance
from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.content.powers import Op
from rules.brawlhalla.play.damage import heal, hurt, pull, push
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Fell, Sided, Switched, SwordTurned
from rules.brawlhalla.state.fighter import ARMED, DISARMED, RED
from rules.brawlhalla.state.frames import Clash, Drawing, Dropping, Foreseeing, Moving, Salvaging
from rules.engine.contract import Resolver


def beside(s: BrawlhallaState, seat: int) -> list[int]:
    """The opponents on adjacent spaces."""
    near = s.ground.beside[s.fighters[seat].space]
    return [foe for foe in s.opponents(seat) if s.fighters[foe].space in near]


def below(s: BrawlhallaState, seat: int, limit: int = 1) -> int:
    """Where a Legend in Air comes to rest when it falls straight down at most so far."""
    taken = s.taken(seat)
    space = s.fighters[seat].space
    for _ in range(limit):
        if not s.ground.air[space] or space + COLUMNS >= SPACES or space + COLUMNS in taken:
            break
        space += COLUMNS
    return space


def richer(s: BrawlhallaState, seat: int) -> list[int]:
    """The opponents with more cards in hand."""
    mine = len(s.fighters[seat].hand)
    return [foe for foe in s.opponents(seat) if len(s.fighters[foe].hand) > mine]


# -- whether it would do something; all of it is public


Fits = Callable[[BrawlhallaState, int, int, int, Clash | None], bool]
FITS: dict[Op, Fits] = {
    "power": lambda s, me, foe, n, clash: clash is not None and not clash.heavy,
    "force": lambda s, me, foe, n, clash: clash is not None and clash.heavy and me == clash.seat,
    "draw": lambda s, me, foe, n, clash: bool(s.fighters[me].deck.cards or s.fighters[me].discards),
    "discard": lambda s, me, foe, n, clash: bool(s.fighters[foe].hand.cards),
    "disarm": lambda s, me, foe, n, clash: s.fighters[foe].sword == ARMED,
    "rearm": lambda s, me, foe, n, clash: s.fighters[me].sword == DISARMED,
    "heal": lambda s, me, foe, n, clash: s.fighters[me].damage > 0,
    "hurt": lambda s, me, foe, n, clash: s.fighters[foe].damage < RED,
    "pull": lambda s, me, foe, n, clash: distance(s.fighters[me].space, s.fighters[foe].space) > 1,
    "salvage": lambda s, me, foe, n, clash: any(
        VALUE[card] <= n for card in s.fighters[me].discards
    ),
    "extra": lambda s, me, foe, n, clash: (turn := s.turn()) is not None and turn.seat == me,
    "foresee": lambda s, me, foe, n, clash: bool(s.fighters[me].deck.cards),
    "gust": lambda s, me, foe, n, clash: bool(beside(s, me)),
    "slam": lambda s, me, foe, n, clash: below(s, foe) != s.fighters[foe].space,
    "tithe": lambda s, me, foe, n, clash: bool(richer(s, me)),
}


# -- what it does


Do = Callable[[Resolver[BrawlhallaState], int, int, int, int], None]


def _clash(r: Resolver[BrawlhallaState]) -> Clash:
    return next(f for f in reversed(r.s.frames) if type(f) is Clash)


def _moving(r: Resolver[BrawlhallaState]) -> Moving:
    return next(f for f in reversed(r.s.frames) if type(f) is Moving)


def _power(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    clash = _clash(r)
    clash.plus[me != clash.seat] += n


def _force(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    _clash(r).force += n


def _brace(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    _clash(r).force -= n


def _leap(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    _moving(r).left += n


def _fly(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    _moving(r).fly = True


def _draw(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    r.push(Drawing(seat=me, left=n))


def _discard(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    r.push(Dropping(seat=foe, left=n))


def _disarm(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    r.s.fighters[foe].sword = DISARMED  # BH26
    r.tell(SwordTurned(foe, False))


def _rearm(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    rearm(r, me)


def _flip(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    flip(r, me)


def _heal(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    heal(r, me, n)


def _hurt(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    hurt(r, foe, n)


def _hop(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    r.push(Moving(seat=me, left=n, step="walk"))


def _shove(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    push(r, foe, me, n)


def _pull(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    pull(r, foe, me, n)


def _recall(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    _clash(r).recalled.append(source)


def _salvage(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    r.push(Salvaging(seat=me, most=n))


def _extra(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    turn = r.s.turn()
    if turn is not None:
        turn.actions += n


def _switch(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    mine, theirs = r.s.fighters[me], r.s.fighters[foe]
    mine.space, theirs.space = theirs.space, mine.space
    r.tell(Switched(me, foe))


def _foresee(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    r.push(Foreseeing(seat=me))


def _gust(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    for one in reversed(beside(r.s, me)):  # the last one pushed onto the stack goes first
        push(r, one, me, n)


def _slam(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    space = below(r.s, foe, n)
    r.s.fighters[foe].space = space
    r.tell(Fell(foe, space))


def _tithe(r: Resolver[BrawlhallaState], me: int, foe: int, n: int, source: int) -> None:
    for one in reversed(richer(r.s, me)):
        r.push(Dropping(seat=one, left=n))


DO: dict[Op, Do] = {
    "power": _power, "force": _force, "brace": _brace, "leap": _leap, "fly": _fly,
    "draw": _draw, "discard": _discard, "disarm": _disarm, "rearm": _rearm, "flip": _flip,
    "heal": _heal, "hurt": _hurt, "hop": _hop, "shove": _shove, "pull": _pull,
    "recall": _recall, "salvage": _salvage, "extra": _extra, "switch": _switch,
    "foresee": _foresee, "gust": _gust, "slam": _slam, "tithe": _tithe,
}  # fmt: skip


def flip(r: Resolver[BrawlhallaState], seat: int) -> None:
    """Turn the weapon card over."""
    fighter = r.s.fighters[seat]
    fighter.side = 1 - fighter.side
    r.tell(Sided(seat, fighter.legend, fighter.side))


def rearm(r: Resolver[BrawlhallaState], seat: int) -> None:
    """Recover a disarmed weapon."""
    r.s.fighters[seat].sword = ARMED
    r.tell(SwordTurned(seat, True))
