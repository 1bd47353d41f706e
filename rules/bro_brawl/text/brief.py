"""What an option does in as few words as a button has: what to whom, and what comes of it."""

from rules.bro_brawl.content.cards import GRUNTS, LIFE, SPECIALS, UPGRADE
from rules.bro_brawl.content.names import foe
from rules.bro_brawl.play.ways import payment, recovery
from rules.bro_brawl.state import (
    Aim,
    BestShot,
    Bleed,
    Bury,
    Buy,
    BuyAndUse,
    OpenPack,
    Patch,
    Recover,
    Scout,
    Send,
    Shoot,
    Slap,
    ToTop,
)
from rules.bro_brawl.text.risk import deadly
from rules.bro_brawl.text.shortcuts import (
    cost,
    fate,
    goods,
    grunt_points,
    gun,
    healed,
    label,
    scouted,
    sent,
)
from rules.bro_brawl.view import View
from rules.engine.state import Option
from rules.engine.text import capital


def brief(view: View, option: Option) -> tuple[str, str]:
    """The words of a button, and what stands beside it."""
    match option:
        case BestShot(foe=card):
            return f"{'Shot' if deadly(view, option) else 'Best'}: {_best(view, card)}", ""
        case Shoot() | Aim() | Slap() | Patch() | OpenPack():
            return label(view, option), ""
        case Send(grunt=grunt, foe=card) if card >= 0:
            points = grunt_points(view, grunt)
            return f"Fire {GRUNTS[grunt].points} at {_hit(view, card, points)}", ""
        case Send(grunt=grunt):
            return f"{GRUNTS[grunt].name}: {sent(view, grunt)}", ""
        case Scout(deck=deck):
            return f"Scout {deck.capitalize()} deck", ""
        case ToTop(card=card):
            return f"{_scouted(view, card)} on top", ""
        case Bury(card=card):
            return f"{_scouted(view, card)} below", ""
        case Recover(points=points):
            return _recovered(view, points), ""
        case Buy(upgrade=card) | BuyAndUse(upgrade=card):
            return _bought(view, card, used=isinstance(option, BuyAndUse)), ""
        case Bleed(target=target, points=points) if target <= -2:
            return f"Give {points}, {healed(view, -2 - target, points)}", ""
        case Bleed(target=target, points=points):
            return f"Give {points}, {_hit(view, target, points)}", ""
    return "", ""


def _hit(view: View, card: int, points: int) -> str:
    return f"{foe(card)}: {fate(view, card, points)}"


def _best(view: View, card: int) -> str:
    """Beside odds there is no room for what a special, whose name is long, has left."""
    comes = fate(view, card, gun(view))
    return foe(card) if card in SPECIALS and comes != "falls" else f"{foe(card)}, {comes}"


def _scouted(view: View, card: int) -> str:
    if view.scouting == "grunt":
        return GRUNTS[card].name
    return capital(goods(card)) if card in UPGRADE else scouted(view, card)


def _recovered(view: View, points: int) -> str:
    me = view.bros[view.seat]
    kills = recovery(me.kills, LIFE - me.life).get(points, ())
    return f"{_kills(kills)} back: life {min(LIFE, me.life + points)}"


def _bought(view: View, card: int, *, used: bool) -> str:
    one = UPGRADE[card]
    what = _kills(payment(view.bros[view.seat].kills, cost(view, card)))
    name = capital(goods(card))
    if used:
        return f"{name} at once: life {min(LIFE, view.bros[view.seat].life + one.points)}"
    return f"{name} for {what}" if one.kind == "health" else f"{name}, {what} back"


def _kills(cards: tuple[int, ...]) -> str:
    """A kill by name; of several their number is enough, as their points are known."""
    return foe(cards[0]) if len(cards) == 1 else f"{len(cards)} kills"
