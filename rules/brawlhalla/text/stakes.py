"""What is to be had from an attack or a defence, and what surely comes to nothing."""

from collections.abc import Iterable

from rules.brawlhalla.content.legends import CARDS, LEGENDS, VALUE
from rules.brawlhalla.content.powers import Of, Only, Op, Power
from rules.brawlhalla.play.triggers import listens
from rules.brawlhalla.state.fighter import ARMED, RED
from rules.brawlhalla.state.options import Add, Defend, Discard, Spend, TakeBack
from rules.brawlhalla.state.shortcuts import Block, HeavyAttack, LightAttack, Press
from rules.brawlhalla.text.knockback import heavy_hit, knocks_out, stays
from rules.brawlhalla.text.odds import (
    answered,
    can_catch_up,
    dodging,
    first_total,
    hurt_to,
    left_for,
    runs_out,
)
from rules.brawlhalla.view import View
from rules.engine.contract import USELESS
from rules.engine.state import Option

COUNTED: tuple[Op, ...] = ("power", "force", "range")  # what the odds and the knockback reckon with
HIGHEST = 5  # value of a card
IF_HIT: tuple[Only, ...] = ("hit", "won")
IF_NOT: tuple[Only, ...] = ("lost",)


def likely(view: View, option: Option) -> float:
    """How likely an attack or a defence holds; what may be a KO comes first, what is vain last.

    Of what is in vain, an attack with which a power could do something else comes before the others.
    """
    if useless(view, option):
        idle = isinstance(option, LightAttack | HeavyAttack) and not _gains(view, option)
        return USELESS - idle
    holding = 1 - _stopped(view, option)
    if isinstance(option, HeavyAttack) and _ko(view, option):
        return 1 + holding  # more than whatever is no KO
    if isinstance(option, LightAttack | HeavyAttack):
        return holding * _worth(view, option)
    if isinstance(option, Discard | TakeBack):
        low = 1 - VALUE[option.card] / HIGHEST
        return low if isinstance(option, Discard) else 1 - low
    return holding if isinstance(option, Block | Press) else 0.0


def useless(view: View, option: Option) -> bool:
    """Whether an attack, a defence or a KO card surely changes nothing, or a draw is one's KO.

    Where a power could do something else, a defence is of use, and a heavy attack that hits.
    """
    match option:
        case LightAttack():
            return _surely_stopped(view, option) or not _worth(view, option)
        case HeavyAttack():
            vain = not _worth(view, option) and not _gains(view, option)
            return _surely_stopped(view, option) or vain
        case Press(cards=cards) | Block(cards=cards):
            after = any(listens(CARDS[card], "after", "light") for card in cards)
            return _stopped(view, option) == 1 and option.using < 0 and not after
        case Defend(card=card, effect=effect) | Add(card=card, effect=effect):
            return not can_catch_up(view) and not _helps_anyway(view, CARDS[card], effect)
        case Spend() if view.clash and not view.clash.heavy:
            other = view.fighters[view.clash.target]
            return hurt_to(other, True) == hurt_to(other, False)
    mine = view.fighters[view.player or 0]
    return mine.damage == RED and runs_out(mine, option)


def _stopped(view: View, option: Option) -> float:
    """How likely the other side has an answer."""
    match option:
        case HeavyAttack(target=target, card=card):
            return dodging(view, target, card)
        case LightAttack(target=target, card=card, uses=uses):
            return _any(answered(view, target, first_total(view, card, uses), attacking=False))
        case Press(cards=cards, using=using) | Block(cards=cards, using=using):
            return _against(view, cards, using)
    return 0.0


def _surely_stopped(view: View, option: LightAttack | HeavyAttack) -> bool:
    """Whether the other side has an answer for sure, of however many cards."""
    if isinstance(option, HeavyAttack):
        return _stopped(view, option) == 1
    total = first_total(view, option.card, option.uses)
    return answered(view, option.target, total, attacking=False)[1] == 1


def _against(view: View, cards: Iterable[int], using: int) -> float:
    clash, need = view.clash, left_for(view, cards, using)
    assert clash is not None
    if need <= 0:
        return 1.0
    attacking = view.player == clash.seat
    other = clash.target if attacking else clash.seat
    return _any(answered(view, other, need, attacking=not attacking))


def _any(one_or_several: tuple[float, float]) -> float:
    """Several cards for an answer cost so much that it is half as likely to be given."""
    one, several = one_or_several
    return one or several / 2


def _ko(view: View, option: HeavyAttack) -> bool:
    return knocks_out(view, view.player or 0, option.target, option.card, option.space)


def _worth(view: View, option: LightAttack | HeavyAttack) -> bool:
    """Whether a hit by itself does anything."""
    if isinstance(option, LightAttack):
        return view.fighters[option.target].damage < RED
    me, count = view.player or 0, heavy_hit(view, view.player or 0, option.target, option.card)
    return count > 0 and not stays(view, me, option.target, count, option.space)


def _gains(view: View, option: LightAttack | HeavyAttack) -> bool:
    """Whether a power of the attacker could do something else, as the attack will go."""
    cases = IF_NOT if _surely_stopped(view, option) else (*IF_HIT, *IF_NOT)
    mine = view.fighters[view.player or 0]
    legend = LEGENDS[mine.legend]
    powers = [legend.power, *[legend.weapons[mine.side]] * (mine.sword == ARMED)]
    powers += [CARDS[option.card]] * (view.mode != "discovery")
    heavy = isinstance(option, HeavyAttack)
    return any(_works(power, heavy, cases) for power in powers)


def _helps_anyway(view: View, power: Power, using: bool) -> bool:
    """Whether a card in a light attack that is lost for sure does something else."""
    clash = view.clash
    side: Only = "attacking" if clash and view.player == clash.seat else "defending"
    then = listens(power, "after", "light") or (using and listens(power, "during", "light"))
    return then and power.op not in COUNTED and power.only in ("", side, *IF_NOT)


def _works(power: Power, heavy: bool, cases: tuple[Only, ...]) -> bool:
    of: Of = "heavy" if heavy else "light"
    fits = any(listens(power, when, of) for when in ("before", "during", "after"))
    return fits and power.op not in COUNTED and power.only in ("", "attacking", *cases)
