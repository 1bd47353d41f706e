"""How good an action looks, and how good a space is to stand on."""

from rules.brawlhalla.ai.worth import CENTRE
from rules.brawlhalla.content.arena import COLUMNS, ROWS, away, place
from rules.brawlhalla.content.legends import CARDS, KNOCKBACK, LEGENDS, VALUE
from rules.brawlhalla.play.attack import reach_of
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import ARMED, RED, UNARMED, Fighter
from rules.brawlhalla.state.options import Attack, Delay, Move
from rules.engine.state import Option


def merit(s: BrawlhallaState, seat: int, option: Option) -> float:
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


def _heavy(s: BrawlhallaState, seat: int, target: int, card: int) -> float:
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


def _light(s: BrawlhallaState, seat: int, target: int, card: int) -> float:
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


def _move(s: BrawlhallaState, seat: int, card: int) -> float:
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


def footing(s: BrawlhallaState, seat: int, space: int) -> float:
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
