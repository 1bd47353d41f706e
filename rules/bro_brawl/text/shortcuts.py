"""Several answers chosen as one, in words: what comes of them is said with them."""

from rules.bro_brawl.content.cards import (
    GRUNTS,
    LIFE,
    MISHAP,
    SPECIAL,
    SPECIALS,
    UPGRADE,
    WORTH,
    Ability,
    name,
)
from rules.bro_brawl.content.names import bro, foe, listed, upgrade
from rules.bro_brawl.play.ways import payment, recovery
from rules.bro_brawl.state import (
    Aim,
    BestShot,
    Bleed,
    Bury,
    Buy,
    BuyAndUse,
    Delay,
    Done,
    Heal,
    KeepOrder,
    KillHeal,
    KnockSense,
    NoAction,
    OpenPack,
    Patch,
    Recover,
    SacrificeHeal,
    SacrificeHit,
    Scout,
    Send,
    Shoot,
    Slap,
    Stop,
    Stun,
    ToTop,
    UsePack,
)
from rules.bro_brawl.view import View
from rules.engine.contract import USELESS, Family
from rules.engine.state import Option
from rules.engine.verbs import Verb

LAST: tuple[type[Option], ...] = (NoAction, Done, Stop)
FAMILIES = {
    "Heal or cure": Family(
        "Give life to a bro, or cure a mishap where there is one.",
        (Patch, OpenPack, Recover, Slap, Heal, UsePack, KillHeal, KnockSense),
    ),
    "Buy": Family(
        "Pay for an upgrade with kills: a gun, armor or a health pack.", (Buy, BuyAndUse)
    ),
    "Sacrifice, stun, delay or scout": Family(
        "Give life to hurt a foe or heal a bro; hold a foe off; or look at a deck's next cards.",
        (Bleed, Stun, Delay, Scout),
    ),
    "Sacrifice": Family("Give life to hurt a foe or to heal a bro.", (SacrificeHeal, SacrificeHit)),
}
VERBS: dict[type[Option], Verb] = {
    BestShot: Verb("best-shot", "Attack what falls, the largest first, or else the largest."),
    Shoot: Verb("attack", "Hit a foe with your best gun: wounds stay, and a kill is yours."),
    Slap: Verb("knock-sense", "Use your best gun to cure another bro of a mishap."),
    Buy: Verb("buy", "Buy an upgrade with the kills that come nearest to its price."),
    BuyAndUse: Verb("buy-and-use", "Buy a health pack in the same way and open it at once."),
    Patch: Verb("heal", "Heal a hurt bro for one; you keep your kills."),
    OpenPack: Verb("health-pack", "Open a health pack that you keep."),
    Recover: Verb("recover", "Put kills back into the Battle Zone and gain their points."),
    Bleed: Verb("sacrifice", "Give life to heal a bro or hurt a foe, undone if you die this turn."),
    KeepOrder: Verb("keep-the-order", "Put the cards back as they lay."),
    ToTop: Verb("put-on-top", "One card comes next, the others stay as they lay."),
    Bury: Verb("put-below", "One card goes below the others that you see."),
    Aim: Verb("hit", "The foe that the Grunt hits."),
    Send: Verb("send", "Play one of the two Grunts, on the foe that it hits."),
}


def label(view: View, option: Option) -> str:
    """A shortcut as its chooser reads it."""
    match option:
        case BestShot(foe=card):
            return f"Best shot: {foe(card)} {_hit(view, card, gun(view))}"
        case Shoot(foe=card):
            return f"Attack {foe(card)}: {_hit(view, card, gun(view))}"
        case Slap(bro=other, mishap=card):
            return _slap(view, other, card)
        case Buy(upgrade=card):
            return f"Buy {bought(view, card)}"
        case BuyAndUse(upgrade=card):
            return f"Buy and use {bought(view, card)}"
        case Patch(bro=other):
            return f"Heal {_healed(view, other, 1)}"
        case OpenPack(points=points):
            return f"{points}-point health pack: {_healed(view, view.seat, points)}"
        case Recover(points=points):
            return f"Recover: {_returned(view, points)} back, {_life(view, view.seat, points)}"
        case Bleed(target=target, points=points):
            return f"Sacrifice {points} {_comes_of(view, target, points)}"
        case ToTop(card=card):
            return f"{scouted(view, card)} on top"
        case Bury(card=card):
            return f"{scouted(view, card)} below the others"
        case Aim(foe=card):
            return f"Hit {foe(card)}: {_hit(view, card, _grunts(view, view.grunt))}"
        case Send(grunt=grunt, foe=card):
            if card < 0:
                return f"{GRUNTS[grunt].name}: {_sent(view, grunt)}"
            return f"{GRUNTS[grunt].name} at {foe(card)}: {_hit(view, card, _grunts(view, grunt))}"
        case KeepOrder():
            return "Keep the order"
    raise AssertionError(option)


def field(view: View, option: type[Option], name_: str, value: int) -> str:
    """One argument of a shortcut in words; nothing where its name says all."""
    match name_:
        case "foe" if option in (BestShot, Shoot):
            return f"{foe(value)} ({_hit(view, value, gun(view))})"
        case "foe" if option is Aim:
            return f"{foe(value)} ({_hit(view, value, _grunts(view, view.grunt))})"
        case "foe" if option is Send and value < 0:
            return "no foe"
        case "points" if option is Bleed:
            return f"{value} life"
        case "upgrade" if option in (Buy, BuyAndUse):
            return bought(view, value)
        case "bro" if option is Patch:
            return _healed(view, value, 1)
        case "points" if option is OpenPack:
            return f"{value} points"
        case "points" if option is Recover:
            return f"{_returned(view, value)} ({_life(view, view.seat, value)})"
        case "target" if option is Bleed:
            return _whom(view, value)
        case "card" if option in (ToTop, Bury):
            return scouted(view, value)
    return ""


# -- what comes of it


def weak(view: View) -> int:
    """What mishaps take off the guns of the bro whose turn it is."""
    return sum(MISHAP[m.card].trouble.weak for m in view.bros[view.seat].mishaps)


def gun(view: View) -> int:
    """What the best gun of the bro whose turn it is does."""
    guns = [UPGRADE[c].points for c in view.bros[view.seat].gear if UPGRADE[c].kind == "gun"]
    return max(0, max([1, *guns]) - weak(view))


def on(view: View) -> list[Ability]:
    """The abilities of the specials that are on."""
    found = [f.card for f in view.zone if f.card in SPECIALS and not f.diverted]
    return [SPECIAL[card].ability for card in found]


def cost(view: View, card: int) -> int:
    """What an upgrade costs now."""
    return WORTH[card] + sum(a.price for a in on(view))


def cure_cost(view: View, mishap: int) -> int:
    """The points that cure a mishap now."""
    return MISHAP[mishap].cost + sum(a.stubborn for a in on(view))


def bought(view: View, card: int) -> str:
    """An upgrade and the kills that pay for it, which are foes again."""
    kills = view.bros[view.seat].kills
    if cost(view, card) > sum(WORTH[kill] for kill in kills):
        return upgrade(card)
    paid = payment(kills, cost(view, card))
    return f"{upgrade(card)}, {listed(map(foe, paid))} come{'s' * (len(paid) == 1)} back"


def scouted(view: View, card: int) -> str:
    """A card that the scout looks at; Grunts that are alike are told apart by a number."""
    if view.scouting == "grunt":
        return f"{GRUNTS[card].name} (#{card + 1})"
    return foe(card) if card not in UPGRADE else upgrade(card)


def _grunts(view: View, grunt: int) -> int:
    less = sum(a.grunts for a in on(view))
    return max(0, GRUNTS[grunt].points - less) if grunt >= 0 else 0


def _sent(view: View, grunt: int) -> str:
    """What a grunt does that hits no foe."""
    return GRUNTS[grunt].does if useful(view, grunt) else IN_VAIN[GRUNTS[grunt].kind]


def useful(view: View, grunt: int) -> bool:
    """Whether a grunt that a ghost plays has anything to do."""
    match GRUNTS[grunt].kind:
        case "damage":
            return bool(view.zone)
        case "divert":
            return any(f.card in SPECIALS and not f.diverted for f in view.zone)
        case "sacrifice":
            return any(b.mishaps for b in view.bros)
        case kind:
            return kind != "fire"


def likely(view: View, grunt: int, card: int) -> float:
    """How soon a ghost may want to play a grunt: what fells a foe, what helps, what hits one."""
    if not useful(view, grunt):
        return USELESS
    if card < 0:
        return 0.0 if GRUNTS[grunt].kind == "reinforcements" else 0.75
    return 1.0 if _left(view, card, _grunts(view, grunt)) <= 0 else 0.5


IN_VAIN = {
    "damage": "no foe to hit",
    "fire": "hurts no ghost",
    "divert": "no special to switch off",
    "sacrifice": "nobody to cure",
}


def _hit(view: View, card: int, points: int) -> str:
    left = _left(view, card, points)
    return "falls" if left <= 0 else f"keeps {left} life"


def _left(view: View, card: int, points: int) -> int:
    wounds = next((f.wounds for f in view.zone if f.card == card), 0)
    return WORTH[card] - wounds - points


def _slap(view: View, other: int, card: int) -> str:
    """Whole on a button where it cures, however long the mishap's name is."""
    knocked = next((m.knocked for m in view.bros[other].mishaps if m.card == card), 0)
    left = cure_cost(view, card) - knocked - gun(view)
    if left <= 0:
        return f"Cure {bro(other)} of {name(card)}"
    return f"Knock sense: {bro(other)}, {name(card)}, {left} left"


def _healed(view: View, seat: int, points: int) -> str:
    return f"{bro(seat)}, {_life(view, seat, points)}"


def _life(view: View, seat: int, points: int) -> str:
    life = view.bros[seat].life
    return f"life {life} to {min(LIFE, life + points)}"


def _returned(view: View, points: int) -> str:
    me = view.bros[view.seat]
    kills = recovery(me.kills, LIFE - me.life).get(points)
    return listed(map(foe, kills)) if kills else f"{points} points"


def _whom(view: View, target: int) -> str:
    return f"for {bro(-2 - target)}" if target <= -2 else f"against {foe(target)}"


def _comes_of(view: View, target: int, points: int) -> str:
    if target <= -2:
        return f"for {_healed(view, -2 - target, points)}"
    return f"{_whom(view, target)}: {_hit(view, target, points)}"
