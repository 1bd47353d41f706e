"""How likely the bro whose turn it is dies in it, as far as the viewer can know."""

from collections.abc import Iterator

from rules.bro_brawl.content.cards import GRUNTS, LIFE, UPGRADE, WORTH, Grunt
from rules.bro_brawl.play.effects import abilities, damage_to, gun_points, is_on, price, troubles
from rules.bro_brawl.play.ways import payment, recovery
from rules.bro_brawl.state import (
    Aim,
    Attack,
    BestShot,
    Bleed,
    Bro,
    BroBrawlState,
    BroVariant,
    Buy,
    BuyAndUse,
    Delay,
    Foe,
    GruntHit,
    Heal,
    NoAction,
    OpenPack,
    Patch,
    Recover,
    Scout,
    Shoot,
    Slap,
    Stun,
    Suffered,
    UsePack,
)
from rules.bro_brawl.view import View
from rules.engine.state import Option

JUDGED = (
    Aim, Attack, BestShot, Bleed, Buy, BuyAndUse, Delay, GruntHit, Heal, NoAction, OpenPack,
    Patch, Recover, Scout, Shoot, Slap, Stun, UsePack,
)  # fmt: skip
MOSTLY = 0.5


def risk(view: View, option: Option | None = None) -> float:
    """The share of the Grunts that may come next with which the bro dies, whatever they are used
    for: after an option, or if nothing is done.
    """
    if view.outcome is not None or view.phase == "between" or view.bros[view.seat].life <= 0:
        return 0.0
    s, me = _table(view)
    _do(s, me, option, view)
    if me.life <= 0:
        return 1.0
    if not s.zone and not view.battle:
        return 0.0  # the wave is won at once
    coming = list(_coming(view)) if view.phase != "support" else []
    if not coming or any(t.no_grunt for t in troubles(me)):
        return float(damage_to(s, me) >= me.life)
    dies = {grunt: _dies(s, me, grunt) for grunt in set(coming)}
    return sum(dies[grunt] for grunt in coming) / len(coming)


def deadly(view: View, option: Option) -> bool:
    """Whether the bro dies at least as likely as not."""
    return isinstance(option, JUDGED) and risk(view, option) >= MOSTLY


def spares(view: View, option: Option) -> bool:
    """Whether the foes hurt the bro less after an option."""
    s, me = _table(view)
    before = damage_to(s, me)
    _do(s, me, option, view)
    return damage_to(s, me) < before


def _table(view: View) -> tuple[BroBrawlState, Bro]:
    """What decides about the damage of this turn, to try things on."""
    me = view.bros[view.seat]
    bro = Bro(
        me.life,
        list(me.gear),
        list(me.kills),
        [Suffered(mishap.card, mishap.knocked) for mishap in me.mishaps],
    )
    zone = [Foe(f.card, f.wounds, f.stunned, f.diverted) for f in view.zone]
    s = BroBrawlState(variant=BroVariant(), seats=[0], seed=b"", frames=[], bros=[bro], zone=zone)
    return s, bro


# -- what an option changes


def _do(s: BroBrawlState, me: Bro, option: Option | None, view: View) -> None:
    match option:
        case BestShot(foe=card) | Shoot(foe=card):
            _hit(s, card, gun_points(me, me.guns()[0]))
        case Attack(foe=card, points=points):
            _hit(s, card, gun_points(me, points))
        case Aim(foe=card) | GruntHit(foe=card):
            _hit(s, card, _fire(s, GRUNTS[view.grunt]))
        case Stun(foe=card):
            s.foe(card).stunned = True
        case Delay(foe=card):
            s.zone.remove(s.foe(card))
        case Patch(bro=bro) | Heal(bro=bro):
            _heal(me, int(bro == view.seat))
        case OpenPack(points=points) | UsePack(points=points):
            _heal(me, points)
        case Recover(points=points):
            s.zone += [Foe(kill) for kill in recovery(me.kills, LIFE - me.life).get(points, ())]
            _heal(me, points)
        case Buy(upgrade=card) if UPGRADE[card].kind != "health":
            s.zone += [Foe(kill) for kill in payment(me.kills, price(s, card))]
            me.gear.append(card)
        case BuyAndUse(upgrade=card):
            _heal(me, WORTH[card])
        case Bleed(target=target, points=points):
            me.life -= points
            if target >= 0:
                _hit(s, target, points)


def _hit(s: BroBrawlState, card: int, points: int) -> None:
    foe = s.foe(card)
    foe.wounds += points
    if foe.wounds >= WORTH[card]:
        s.zone.remove(foe)


def _heal(me: Bro, points: int) -> None:
    me.life = min(LIFE, me.life + points)


# -- the Grunt that comes after it


def _coming(view: View) -> Iterator[Grunt]:
    """Every Grunt that may lie on top, as often as it is there."""
    if view.grunts and view.grunts[0] >= 0:
        yield GRUNTS[view.grunts[0]]
        return
    if not view.grunts:
        yield from (GRUNTS[card] for card in view.grunt_discards)
        return
    gone = {*view.grunt_discards, *view.drawn, *view.grunts}
    yield from (grunt for card, grunt in enumerate(GRUNTS) if card not in gone)


def _fire(s: BroBrawlState, grunt: Grunt) -> int:
    return max(0, grunt.points - sum(a.grunts for a in abilities(s)))


def _dies(s: BroBrawlState, me: Bro, grunt: Grunt) -> bool:
    """Whether no use of this Grunt saves the bro."""
    if grunt.kind == "fire":
        powers = [*(a.crossfire for a in abilities(s)), *(t.crossfire for t in troubles(me))]
        return damage_to(s, me) >= me.life - grunt.points - sum(powers)
    return min(_damages(s, me, grunt)) >= me.life


def _damages(s: BroBrawlState, me: Bro, grunt: Grunt) -> Iterator[int]:
    """What the monsters do to the bro after each use of a Grunt."""
    yield damage_to(s, me)
    zone, mishaps = list(s.zone), list(me.mishaps)
    if grunt.kind == "damage":
        falling = [f for f in zone if WORTH[f.card] - f.wounds <= _fire(s, grunt)]
        for foe in falling:
            s.zone = [f for f in zone if f is not foe]
            yield damage_to(s, me)
            s.zone = zone
    if grunt.kind == "divert":
        for foe in filter(is_on, zone):
            foe.diverted = True
            yield damage_to(s, me)
            foe.diverted = False
    if grunt.kind == "sacrifice":
        for mishap in mishaps:
            me.mishaps = [m for m in mishaps if m is not mishap]
            yield damage_to(s, me)
            me.mishaps = mishaps
