"""What a sensible Legend does at a glance."""

from collections.abc import Callable, Sequence

from rules.brawlhalla.ai.merit import footing, merit
from rules.brawlhalla.content.arena import away
from rules.brawlhalla.content.legends import CARDS, KNOCKBACK, VALUE
from rules.brawlhalla.content.powers import Op
from rules.brawlhalla.play.triggers import power_of
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import RED, UNARMED, Fighter
from rules.brawlhalla.state.frames import Clash
from rules.brawlhalla.state.options import (
    Add,
    Defend,
    Discard,
    Fall,
    Land,
    PlaceSword,
    Respawn,
    Step,
    TakeBack,
    Use,
)
from rules.engine.state import Option


def guess(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """Mostly the best at a glance, now and then anything."""
    if len(options) == 1:
        return options[0]
    if luck > 0.94:
        return options[int((luck - 0.94) / 0.06001 * len(options))]
    quick = GLANCE.get(s.open[0].kind)
    return quick(s, seat, options, luck) if quick else options[int(luck * len(options))]


Glance = Callable[[BrawlhallaState, int, Sequence[Option], float], Option]


def _act(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    return max(options, key=lambda option: merit(s, seat, option))


def _step(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    here = s.fighters[seat].space

    def rank(option: Option) -> float:
        space = option.space if isinstance(option, Step) else here
        taken = isinstance(option, Step) and space in s.taken(seat)
        return footing(s, seat, space) - (1.5 if taken else 0)

    return max(options, key=rank)


LIKED: dict[Op, float] = {"flip": -0.5, "switch": 0.1, "pull": 0.2, "hop": 0.3, "fly": 0.2}


def _window(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    def rank(option: Option) -> float:
        if not isinstance(option, Use):
            return 0.0
        return LIKED.get(power_of(s.fighters[seat], option.source).op, 1.0)

    return max(options, key=rank)


def _clash(s: BrawlhallaState) -> Clash:
    frame = s.frames[-1]
    assert isinstance(frame, Clash)
    return frame


def _defend(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """The smallest card that is enough, if being hit would hurt; else save the cards."""
    attack, defence = _clash(s).totals()
    fighter = s.fighters[seat]
    if fighter.damage == RED:
        return options[0]
    return _enough(options, attack - defence, luck > 0.3, fighter)


def _add(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    clash = _clash(s)
    attack, defence = clash.totals()
    if s.fighters[clash.target].damage == RED:
        return options[0]
    return _enough(options, defence - attack + 1, luck > 0.3, s.fighters[seat])


def _enough(options: Sequence[Option], need: int, keen: bool, fighter: Fighter) -> Option:
    best, least = options[0], 99
    for option in options[1:]:
        if not isinstance(option, Add | Defend):
            continue
        card, effect = option.card, option.effect
        power = CARDS[card]
        adds = VALUE[card] + (power.n if effect and power.op == "power" else 0)
        cost = 2 * VALUE[card] - effect
        if adds >= need and cost < least:
            best, least = option, cost
    if least == 99 and keen and sum(VALUE[c] for c in fighter.hand.cards) >= need:
        return max(options[1:], key=lambda o: VALUE[_card(o)])
    return best


def _dodge(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """Dodge what would push, with an effect where there is one."""
    clash = _clash(s)
    count = s.fighters[seat].damage + KNOCKBACK[VALUE[clash.attack[0]]] + clash.force
    if count <= 0:
        return options[0]
    return next(
        (o for o in options if isinstance(o, Defend) and o.effect), options[1 % len(options)]
    )


def _bonus(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """Spend where it tips the scales."""
    clash = _clash(s)
    foe, me = s.fighters[clash.target], s.fighters[seat]
    if not clash.heavy:
        return options[1] if foe.damage == 0 and luck > 0.4 else options[0]
    count = foe.damage + KNOCKBACK[VALUE[clash.attack[0]]] + clash.force
    direction = away(me.space, foe.space)
    _, without = s.ground.push(foe.space, *direction, max(0, count))
    _, beyond = s.ground.push(foe.space, *direction, max(0, count + 1))
    tips = beyond and foe.damage + beyond > RED and not (without and foe.damage + without > RED)
    return options[1] if tips else options[0]


def _more(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    return options[1] if len(s.fighters[seat].hand.cards) > 2 and luck > 0.5 else options[0]


def _space(option: Option) -> int:
    if isinstance(option, Step | Fall | Land | Respawn | PlaceSword):
        return option.space
    return -1


def _card(option: Option) -> int:
    if isinstance(option, Add | Defend | Discard | TakeBack):
        return option.card
    return -1


def _stand(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    return max(options, key=lambda o: footing(s, seat, _space(o)))


def _put_sword(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """Near oneself when unarmed, else far from the others."""
    me = s.fighters[seat]
    if me.space < 0:
        return options[0]
    if me.sword == UNARMED:
        return min(options, key=lambda o: s.ground.paces[me.space][_space(o)])
    foes = [s.fighters[foe].space for foe in s.opponents(seat) if s.fighters[foe].space >= 0]

    def far(option: Option) -> int:
        return sum(s.ground.paces[foe][_space(option)] for foe in foes)

    return max(options, key=far)


def _discard(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """The lowest card, doubles first."""
    values = [VALUE[card] for card in s.fighters[seat].hand.cards]
    return min(
        options,
        key=lambda o: VALUE[_card(o)] - 0.6 * values.count(VALUE[_card(o)]),
    )


def _salvage(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    return max(options, key=lambda o: VALUE[_card(o)])


def _foresee(s: BrawlhallaState, seat: int, options: Sequence[Option], luck: float) -> Option:
    return options[VALUE[s.fighters[seat].deck.cards[0]] < 3]


GLANCE: dict[str, Glance] = {
    "act": _act,
    "more": _more,
    "step": _step,
    "before": _window,
    "during": _window,
    "after": _window,
    "struck": _window,
    "defend": _defend,
    "add": _add,
    "dodge": _dodge,
    "bonus": _bonus,
    "land": _stand,
    "fall": _stand,
    "respawn": _stand,
    "sword": _put_sword,
    "discard": _discard,
    "salvage": _salvage,
    "foresee": _foresee,
}
