"""What a position is worth, and what a sensible Legend would do in it at a glance."""

from collections.abc import Callable, Sequence
from math import exp

from rules.brawlhalla.arena import COLUMNS, ROWS, away, place
from rules.brawlhalla.attack import reach_of
from rules.brawlhalla.effects import power_of
from rules.brawlhalla.legends import CARDS, KNOCKBACK, LEGENDS, VALUE
from rules.brawlhalla.powers import Op
from rules.brawlhalla.score import sides
from rules.brawlhalla.state import (
    ARMED,
    RED,
    UNARMED,
    Add,
    Attack,
    Brawl,
    Clash,
    Defend,
    Delay,
    Discard,
    Fall,
    Fighter,
    Land,
    Move,
    PlaceSword,
    Respawn,
    Step,
    TakeBack,
    Turn,
    Use,
)
from rules.engine.state import Option

# -- worth

LIFE = 1.0
HURT = (0.0, -0.2, -0.5)
STEEL = (0.0, 0.22, 0.05)  # unarmed, armed, disarmed
CARD = 0.07
BONUS = 0.1
SHARPNESS = 1.7
CENTRE = [
    min(c, COLUMNS - 1 - c, r, ROWS - 1 - r) for r in range(ROWS) for c in range(COLUMNS)
]  # spaces to the KO line, less one


def strength(s: Brawl, fighter: Fighter) -> float:
    """A Legend by itself."""
    if fighter.out:
        return 0.0
    life = LIFE * max(1, fighter.kos)
    cards = len(fighter.hand.cards)
    value = life + HURT[fighter.damage] + STEEL[fighter.sword] + CARD * min(cards, 7)
    value += BONUS * fighter.bonus
    if len(fighter.deck.cards) < 4:
        value -= 0.04 * (4 - len(fighter.deck.cards))
    if fighter.space >= 0:
        value += 0.03 * (1 + fighter.damage) * (CENTRE[fighter.space] - 1)
        if fighter.sword == UNARMED and s.swords:
            paces = s.ground.paces[fighter.space]
            value -= 0.02 * min(paces[sword] for sword in s.swords)
    return value


def worth(s: Brawl, player: int) -> float:
    """The share of a side in the strength of all, sharpened; a draw is half a win."""
    if s.outcome is not None:
        if s.outcome.winners:
            return float(player in s.outcome.winners)
        return 0.5
    if not s.turns:
        return 1 / len(sides(s))  # Legends are still being chosen
    own, total = 0.0, 0.0
    for side in sides(s):
        living = sum(strength(s, s.fighters[seat]) for seat in side)
        weight = exp(SHARPNESS * living) if living > 0 else 0.0
        total += weight
        if player in side:
            own = weight
    return own / total if total else 0.5


# -- an action


def merit(s: Brawl, seat: int, option: Option) -> float:
    """How good an action looks."""
    match option:
        case Attack(target=target, kind="heavy", card=card):
            return _heavy(s, seat, target, card)
        case Attack(target=target, card=card):
            return _light(s, seat, target, card)
        case Move(card=card):
            return _move(s, seat, card)
        case Delay(how="draw"):
            return _draw(s.fighters[seat])
        case Delay(how="recover"):
            return 0.6
        case Delay():
            return 0.02
        case _:
            return 0.0


def _draw(fighter: Fighter) -> float:
    cards = len(fighter.hand.cards)
    if not fighter.deck.cards:
        return -1.0 if fighter.damage == RED or not fighter.discards else 0.1
    return (0.75, 0.7, 0.6, 0.5, 0.35, 0.2, 0.05)[min(cards, 6)]


def _dodged(foe: Fighter) -> float:
    """How likely somebody with so many cards holds the one value that dodges."""
    return (0.0, 0.2, 0.36, 0.49, 0.59, 0.67, 0.74)[min(len(foe.hand.cards), 6)]


def _heavy(s: Brawl, seat: int, target: int, card: int) -> float:
    me, foe = s.fighters[seat], s.fighters[target]
    power, weapon = CARDS[card], me.weapon
    count = foe.damage + KNOCKBACK[VALUE[card]]
    count += power.n if power.op == "force" else 0
    count += weapon.n if weapon.op == "force" else 0
    shield = LEGENDS[foe.legend].power
    count -= shield.n if shield.op == "brace" else 0
    gain = 0.05
    if count > 0:
        path, beyond = s.ground.push(foe.space, *away(me.space, foe.space), count)
        if beyond and foe.damage + beyond > RED:
            gain = 2.5 if foe.kos <= 1 else 2.0
        else:
            gain += 0.45 * beyond + 0.07 * (len(path) - 1) * foe.damage
    return gain * (1 - _dodged(foe)) - 0.04 * VALUE[card] + _spice(card)


def _light(s: Brawl, seat: int, target: int, card: int) -> float:
    me, foe = s.fighters[seat], s.fighters[target]
    rest = sum(VALUE[c] for c in me.hand.cards) - VALUE[card]
    ours = VALUE[card] + 0.6 * rest + (1 if me.weapon.op == "power" else 0)
    theirs = 2.4 * len(foe.hand.cards)
    chance = ours / (ours + theirs)
    level = 0.85 if foe.damage < RED else 0.15
    return level * chance - 0.05 * VALUE[card] + _spice(card)


def _spice(card: int) -> float:
    """A little for an effect that may be used in an attack."""
    power = CARDS[card]
    return 0.06 if power.of != "move" and power.only not in ("defending", "blocked") else 0.0


def _move(s: Brawl, seat: int, card: int) -> float:
    me = s.fighters[seat]
    value = VALUE[card]
    paces = s.ground.paces[me.space]
    gain = 0.0
    if me.sword == UNARMED and s.swords:
        nearest = min(paces[sword] for sword in s.swords)
        gain = 0.95 if nearest <= value else 0.3 * value / nearest
    foes = [s.fighters[foe].space for foe in s.opponents(seat)]
    near = min((paces[space] for space in foes if space >= 0), default=9)
    reach = max(1, reach_of(me.weapon, False) if me.sword == ARMED else 1)
    if near > reach and len(me.hand.cards) > 2:
        gain = max(gain, 0.6 if near - reach <= value else 0.25)
    if CENTRE[me.space] == 0:
        gain += 0.15 * (1 + me.damage)
    bonus = 0.08 if CARDS[card].of == "move" else 0.0
    return gain - 0.06 * value + bonus if gain else -0.05 * value


# -- where to stand


def footing(s: Brawl, seat: int, space: int) -> float:
    """How good a space is for a Legend to stand on."""
    me = s.fighters[seat]
    paces = s.ground.paces[space]
    score = 0.05 * (1 + me.damage) * min(CENTRE[space], 2)
    if me.sword == UNARMED and s.swords:
        return score - min(paces[sword] for sword in s.swords)
    reach = max(1, reach_of(me.weapon, False) if me.sword == ARMED else 1)
    best = -9.0
    for foe in s.opponents(seat):
        other = s.fighters[foe]
        if other.space < 0:
            continue
        score_here = -0.5 * max(0, paces[other.space] - reach)
        dc, dr = away(space, other.space)
        column, row = place(other.space)
        edge = min(
            column if dc < 0 else COLUMNS - 1 - column if dc else 9,
            row if dr < 0 else ROWS - 1 - row if dr else 9,
        )
        best = max(best, score_here - 0.08 * edge * (1 + other.damage))
    return score + best


# -- at a glance


def guess(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    """Mostly the best at a glance, now and then anything."""
    if len(options) == 1:
        return options[0]
    if luck > 0.94:
        return options[int((luck - 0.94) / 0.06001 * len(options))]
    quick = GLANCE.get(s.open[0].kind)
    return quick(s, seat, options, luck) if quick else options[int(luck * len(options))]


Glance = Callable[[Brawl, int, Sequence[Option], float], Option]


def _act(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    return max(options, key=lambda option: merit(s, seat, option))


def _step(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    here = s.fighters[seat].space

    def rank(option: Option) -> float:
        space = option.space if isinstance(option, Step) else here
        taken = isinstance(option, Step) and space in s.taken(seat)
        return footing(s, seat, space) - (1.5 if taken else 0)

    return max(options, key=rank)


LIKED: dict[Op, float] = {"flip": -0.5, "switch": 0.1, "pull": 0.2, "hop": 0.3, "fly": 0.2}


def _window(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    def rank(option: Option) -> float:
        if not isinstance(option, Use):
            return 0.0
        return LIKED.get(power_of(s.fighters[seat], option.source).op, 1.0)

    return max(options, key=rank)


def _clash(s: Brawl) -> Clash:
    frame = s.frames[-1]
    assert isinstance(frame, Clash)
    return frame


def _defend(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    """The smallest card that is enough, if being hit would hurt; else save the cards."""
    attack, defence = _clash(s).totals()
    fighter = s.fighters[seat]
    if fighter.damage == RED:
        return options[0]
    return _enough(options, attack - defence, luck > 0.3, fighter)


def _add(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
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


def _dodge(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    """Dodge what would push, with an effect where there is one."""
    clash = _clash(s)
    count = s.fighters[seat].damage + KNOCKBACK[VALUE[clash.attack[0]]] + clash.force
    if count <= 0:
        return options[0]
    return next(
        (o for o in options if isinstance(o, Defend) and o.effect), options[1 % len(options)]
    )


def _bonus(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
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


def _more(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    return options[1] if len(s.fighters[seat].hand.cards) > 2 and luck > 0.5 else options[0]


def _space(option: Option) -> int:
    if isinstance(option, Step | Fall | Land | Respawn | PlaceSword):
        return option.space
    return -1


def _card(option: Option) -> int:
    if isinstance(option, Add | Defend | Discard | TakeBack):
        return option.card
    return -1


def _stand(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    return max(options, key=lambda o: footing(s, seat, _space(o)))


def _put_sword(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
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


def _discard(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    """The lowest card, doubles first."""
    values = [VALUE[card] for card in s.fighters[seat].hand.cards]
    return min(
        options,
        key=lambda o: VALUE[_card(o)] - 0.6 * values.count(VALUE[_card(o)]),
    )


def _salvage(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
    return max(options, key=lambda o: VALUE[_card(o)])


def _foresee(s: Brawl, seat: int, options: Sequence[Option], luck: float) -> Option:
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


# -- for a search

ACTIONS, STEPS, OTHERS = 8, 4, 6


def shortlist(s: Brawl, seat: int, options: Sequence[Option]) -> Sequence[Option]:
    """The options worth a look, best first."""
    if len(options) <= 2:
        return options
    kind = s.open[0].kind
    if isinstance(s.frames[-1], Turn):
        return sorted(options, key=lambda option: -merit(s, seat, option))[:ACTIONS]
    if kind in ("step", "land", "fall", "respawn"):
        here = s.fighters[seat].space

        def rank(option: Option) -> float:
            return -footing(s, seat, getattr(option, "space", here))

        return sorted(options, key=rank)[:STEPS]
    first = guess(s, seat, options, 0.5)
    rest = [option for option in options if option != first]
    if isinstance(first, Discard | TakeBack):
        return [first, *rest[:3]]
    return [first, *rest][:OTHERS]
