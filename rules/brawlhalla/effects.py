"""Powers: when they may be used, and what each word of the vocabulary does (BH24–BH28)."""

from collections.abc import Callable, Sequence

from rules.brawlhalla.arena import COLUMNS, SPACES, distance
from rules.brawlhalla.harm import heal, hurt, pull, push
from rules.brawlhalla.legends import CARDS, LEGENDS, VALUE
from rules.brawlhalla.powers import AT_FOE, Of, Only, Op, Power, When
from rules.brawlhalla.state import (
    ARMED,
    DISARMED,
    LEGEND,
    OFF,
    RED,
    WEAPON,
    Brawl,
    Clash,
    Drawing,
    Dropping,
    Fell,
    Fighter,
    Foreseeing,
    Moving,
    Salvaging,
    Sided,
    Skip,
    Switched,
    SwordTurned,
    Use,
    Used,
    Window,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

SLOT: dict[When, int] = {"before": 0, "during": 1, "after": 2, "struck": 2}
SKIP = Skip()


def power_of(fighter: Fighter, source: int) -> Power:
    """The power of a card, of the Legend or of the weapon in use."""
    if source >= 0:
        return CARDS[source]
    return LEGENDS[fighter.legend].power if source == LEGEND else fighter.weapon


def listens(power: Power, when: When, of: Of) -> bool:
    """Whether a power has this trigger."""
    return (
        power.when == when
        and (power.of == of or (power.of == "attack" and of != "move"))
        and power.op != "range"
    )


def slot(clash: Clash, seat: int, when: When) -> int:
    """The bit that one effect of action cards takes up (BH25)."""
    return 1 << SLOT[when] + 3 * (seat != clash.seat)


def in_case(clash: Clash | None, seat: int, only: Only) -> bool:
    """Whether the case that a power is limited to is given."""
    if not only:
        return True
    if clash is None:
        return False
    attacking = seat == clash.seat
    match only:
        case "attacking":
            return attacking
        case "defending":
            return not attacking
        case "hit":
            return attacking and clash.hit
        case "blocked":
            return not attacking and not clash.hit
        case "won":
            return attacking == clash.hit
        case "lost":
            return attacking != clash.hit
    raise AssertionError(only)


# -- windows


def sources(s: Brawl, seat: int, when: When, of: Of, cards: Sequence[int]) -> list[int]:
    """What a player could use at this moment: cards played, Legend, weapon."""
    found = []
    if s.variant.mode != "discovery":  # BH5
        found = [card for card in cards if listens(CARDS[card], when, of)]
    fighter = s.fighters[seat]
    if listens(LEGENDS[fighter.legend].power, when, of):
        found.append(LEGEND)
    if fighter.sword == ARMED and listens(fighter.weapon, when, of):
        found.append(WEAPON)
    return found


def open_window(r: Resolver[Brawl], seat: int, when: When, of: Of, cards: Sequence[int]) -> None:
    """Let a player use powers, if there are any for this moment."""
    if r.s.fighters[seat].out:
        return
    found = sources(r.s, seat, when, of, cards)
    if found:
        r.push(Window(seat=seat, when=when, of=of, left=found))


class WindowPhase(Phase[Brawl, Window]):
    """Powers are used one by one, or not at all."""

    def begin(self, r: Resolver[Brawl], f: Window) -> None:
        """Ask while something can be used."""
        if not r.s.fighters[f.seat].out and len(self.offer(r.s, f, f.seat)) > 1:
            r.ask(f.seat, f.when)
        else:
            r.pop()

    def offer(self, s: Brawl, f: Window, seat: int) -> Sequence[Option]:
        """Each power that would do something now, on each opponent it could be used on."""
        below = s.frames[-2]
        clash = below if type(below) is Clash else None
        fighter = s.fighters[seat]
        options: list[Option] = [SKIP]
        for source in f.left:
            power = power_of(fighter, source)
            if source == WEAPON and fighter.sword != ARMED:
                continue
            if source >= 0 and clash and clash.used & slot(clash, seat, f.when):
                continue
            if clash is None and power.op in AT_FOE:
                for foe in beside(s, seat):
                    if fits(s, seat, foe, power, None):
                        options.append(Use(source, foe))
            elif fits(s, seat, other(clash, seat), power, clash):
                options.append(Use(source))
        return options

    def answer(self, r: Resolver[Brawl], f: Window, seat: int, option: Option) -> None:
        """Use the power, or close the window."""
        if not isinstance(option, Use):
            r.pop()
            return
        below = r.s.frames[-2]
        clash = below if type(below) is Clash else None
        f.left.remove(option.source)
        use(r, seat, option.target, option.source, clash, f.when)

    def default(self, s: Brawl, f: Window, seat: int) -> Option:
        """Nothing is used."""
        return SKIP

    def why_not(self, s: Brawl, f: Window, seat: int, option: Option) -> Refused:
        """One effect for each trigger, of cards that were played."""
        if isinstance(option, Use) and option.source in f.left:
            return Refused("BH25", "That has no effect now, or you have used one at this moment.")
        return Refused("BH24", "Use a power that fits this moment, or skip.")


def other(clash: Clash | None, seat: int) -> int:
    """The opponent in an attack."""
    if clash is None:
        return -1
    return clash.target if seat == clash.seat else clash.seat


def beside(s: Brawl, seat: int) -> list[int]:
    """The opponents on adjacent spaces."""
    near = s.ground.beside[s.fighters[seat].space]
    return [foe for foe in s.opponents(seat) if s.fighters[foe].space in near]


# -- whether a power would do something; all of it is public


def fits(s: Brawl, seat: int, foe: int, power: Power, clash: Clash | None) -> bool:
    """Whether a power has something to work on."""
    if not in_case(clash, seat, power.only):
        return False
    op = power.op
    if op in AT_FOE:
        if foe < 0 or s.fighters[foe].out or s.fighters[foe].space == OFF:
            return False
        if clash and foe in clash.fallen:
            return False
    works = FITS.get(op)
    return works is None or works(s, seat, foe, power.n, clash)


Fits = Callable[[Brawl, int, int, int, Clash | None], bool]
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


def below(s: Brawl, seat: int, limit: int = 1) -> int:
    """Where a Legend in Air comes to rest when it falls straight down at most so far."""
    taken = s.taken(seat)
    space = s.fighters[seat].space
    for _ in range(limit):
        if not s.ground.air[space] or space + COLUMNS >= SPACES or space + COLUMNS in taken:
            break
        space += COLUMNS
    return space


def richer(s: Brawl, seat: int) -> list[int]:
    """The opponents with more cards in hand."""
    mine = len(s.fighters[seat].hand)
    return [foe for foe in s.opponents(seat) if len(s.fighters[foe].hand) > mine]


# -- what a power does


def use(
    r: Resolver[Brawl], seat: int, target: int, source: int, clash: Clash | None, when: When
) -> None:
    """Use a power; an action card's takes up its player's effect for this trigger (BH25)."""
    fighter = r.s.fighters[seat]
    foe = target if clash is None else other(clash, seat)
    if clash is not None and source >= 0:
        clash.used |= slot(clash, seat, when)
    power = power_of(fighter, source)
    aimed = foe if power.op in AT_FOE else -1
    r.tell(Used(seat, fighter.legend, source, fighter.side, aimed))
    DO[power.op](r, seat, foe, power.n, source)


Do = Callable[[Resolver[Brawl], int, int, int, int], None]


def _clash(r: Resolver[Brawl]) -> Clash:
    return next(f for f in reversed(r.s.frames) if type(f) is Clash)


def _moving(r: Resolver[Brawl]) -> Moving:
    return next(f for f in reversed(r.s.frames) if type(f) is Moving)


def _power(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    clash = _clash(r)
    clash.plus[me != clash.seat] += n


def _force(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    _clash(r).force += n


def _brace(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    _clash(r).force -= n


def _leap(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    _moving(r).left += n


def _fly(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    _moving(r).fly = True


def _draw(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    r.push(Drawing(seat=me, left=n))


def _discard(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    r.push(Dropping(seat=foe, left=n))


def _disarm(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    r.s.fighters[foe].sword = DISARMED  # BH26
    r.tell(SwordTurned(foe, False))


def _rearm(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    rearm(r, me)


def _flip(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    flip(r, me)


def _heal(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    heal(r, me, n)


def _hurt(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    hurt(r, foe, n)


def _hop(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    r.push(Moving(seat=me, left=n, step="walk"))


def _shove(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    push(r, foe, me, n)


def _pull(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    pull(r, foe, me, n)


def _recall(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    _clash(r).recalled.append(source)


def _salvage(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    r.push(Salvaging(seat=me, most=n))


def _extra(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    turn = r.s.turn()
    if turn is not None:
        turn.actions += n


def _switch(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    mine, theirs = r.s.fighters[me], r.s.fighters[foe]
    mine.space, theirs.space = theirs.space, mine.space
    r.tell(Switched(me, foe))


def _foresee(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    r.push(Foreseeing(seat=me))


def _gust(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    for one in reversed(beside(r.s, me)):  # the last one pushed onto the stack goes first
        push(r, one, me, n)


def _slam(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    space = below(r.s, foe, n)
    r.s.fighters[foe].space = space
    r.tell(Fell(foe, space))


def _tithe(r: Resolver[Brawl], me: int, foe: int, n: int, source: int) -> None:
    for one in reversed(richer(r.s, me)):
        r.push(Dropping(seat=one, left=n))


DO: dict[Op, Do] = {
    "power": _power, "force": _force, "brace": _brace, "leap": _leap, "fly": _fly,
    "draw": _draw, "discard": _discard, "disarm": _disarm, "rearm": _rearm, "flip": _flip,
    "heal": _heal, "hurt": _hurt, "hop": _hop, "shove": _shove, "pull": _pull,
    "recall": _recall, "salvage": _salvage, "extra": _extra, "switch": _switch,
    "foresee": _foresee, "gust": _gust, "slam": _slam, "tithe": _tithe,
}  # fmt: skip


def flip(r: Resolver[Brawl], seat: int) -> None:
    """Turn the weapon card over."""
    fighter = r.s.fighters[seat]
    fighter.side = 1 - fighter.side
    r.tell(Sided(seat, fighter.legend, fighter.side))


def rearm(r: Resolver[Brawl], seat: int) -> None:
    """Recover a disarmed weapon."""
    r.s.fighters[seat].sword = ARMED
    r.tell(SwordTurned(seat, True))
