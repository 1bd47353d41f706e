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
from rules.bro_brawl.text.risk import deadly
from rules.bro_brawl.view import View
from rules.engine.contract import USELESS, Family
from rules.engine.state import Option
from rules.engine.verbs import Verb

SACRIFICE = "You lose life: a foe takes as much, or a bro gains it; undone if you die this turn."
GOODS = {"gun": "gun", "armor": "armor", "health": "pack"}
LAST: tuple[type[Option], ...] = (NoAction, Done, Stop)
FAMILIES = {
    "Attack": Family("", (Shoot,)),
    "Heal or cure": Family(
        "", (Patch, OpenPack, Recover, Slap, Heal, UsePack, KillHeal, KnockSense)
    ),
    "Put on top": Family("", (ToTop,)),
    "Put below": Family("", (Bury,)),
    "Buy": Family("", (Buy, BuyAndUse)),
    "More": Family("Sacrifice, stun, delay or scout.", (Bleed, Stun, Delay, Scout)),
    "Sacrifice": Family(SACRIFICE, (SacrificeHeal, SacrificeHit)),
}
VERBS: dict[type[Option], Verb] = {
    BestShot: Verb("best-shot", "Attack what falls, the largest first, or else the largest."),
    Shoot: Verb("attack", "Your best gun hits a foe: wounds stay, a kill is yours."),
    Slap: Verb("cure", "Knock sense into another bro: your gun's points cure the mishap."),
    Buy: Verb("buy", "Kills pay; for a gun or armor they are foes again."),
    BuyAndUse: Verb("buy-and-use", "A health pack that heals you at once."),
    Patch: Verb("heal", "A hurt bro gains 1 life."),
    OpenPack: Verb("health-pack", "Heal yourself with a pack that you keep."),
    Recover: Verb("kill-heal", "Your kills are foes again, you gain their points as life."),
    Bleed: Verb("sacrifice", SACRIFICE),
    KeepOrder: Verb("keep-the-order", "Put the cards back as they lay."),
    ToTop: Verb("put-on-top", "It comes next."),
    Bury: Verb("put-below", "It comes after the others that you see."),
    Aim: Verb("hit", "The foe that the Grunt hits."),
    Send: Verb("send", "Play one of the two Grunts, on the foe that it hits."),
}


def label(view: View, option: Option) -> str:
    """A shortcut as its chooser reads it."""
    match option:
        case BestShot(foe=card):
            shot = "Shot" if deadly(view, option) else "Best shot"
            return f"{shot}: {foe(card)}, {fate(view, card, gun(view))}"
        case Shoot(foe=card):
            return f"Hit {foe(card)}: {fate(view, card, gun(view))}"
        case Slap(bro=other, mishap=card):
            return _slap(view, other, card)
        case Buy(upgrade=card):
            return f"Buy {bought(view, card)}"
        case BuyAndUse(upgrade=card):
            return f"Buy and use {bought(view, card)}"
        case Patch(bro=other):
            return f"Heal {healed(view, other, 1)}"
        case OpenPack(points=points):
            return f"Use pack {points}: {healed(view, view.seat, points)}"
        case Recover(points=points):
            return f"{_returned(view, points)} back: life {_life(view, view.seat, points)}"
        case Bleed(target=target, points=points):
            return f"Sacrifice {points} {_comes_of(view, target, points)}"
        case ToTop(card=card):
            return f"{scouted(view, card)} on top"
        case Bury(card=card):
            return f"{scouted(view, card)} below the others"
        case Aim(foe=card):
            return f"Hit {foe(card)}: {fate(view, card, grunt_points(view, view.grunt))}"
        case Send(grunt=grunt, foe=card):
            if card < 0:
                return f"{GRUNTS[grunt].name}: {sent(view, grunt)}"
            hit = fate(view, card, grunt_points(view, grunt))
            return f"{GRUNTS[grunt].name} at {foe(card)}: {hit}"
        case KeepOrder():
            return "Keep the order"
    raise AssertionError(option)


def field(view: View, option: type[Option], name_: str, value: int) -> str:
    """One argument of a shortcut in words; nothing where its name says all."""
    match name_:
        case "foe" if option in (BestShot, Shoot):
            return f"{foe(value)} ({fate(view, value, gun(view))})"
        case "foe" if option is Aim:
            return f"{foe(value)} ({fate(view, value, grunt_points(view, view.grunt))})"
        case "foe" if option is Send and value < 0:
            return "no foe"
        case "points" if option is Bleed:
            return f"{value} life"
        case "upgrade" if option in (Buy, BuyAndUse):
            return bought(view, value)
        case "bro" if option is Patch:
            return healed(view, value, 1)
        case "points" if option is OpenPack:
            return f"{value} points"
        case "points" if option is Recover:
            return f"{_returned(view, value)} (life {_life(view, view.seat, value)})"
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
    """An upgrade and the kills that pay for it; for a gun or armor they are foes again (BO12)."""
    kills = view.bros[view.seat].kills
    if cost(view, card) > sum(WORTH[kill] for kill in kills):
        return upgrade(card)
    paid = listed(map(foe, payment(kills, cost(view, card))))
    return f"{goods(card)} for {paid}" if _is_pack(card) else f"{goods(card)}, {paid} back"


def _is_pack(card: int) -> bool:
    return UPGRADE[card].kind == "health"


def goods(card: int) -> str:
    """An upgrade as the picture has it for sale."""
    return f"{GOODS[UPGRADE[card].kind]} {UPGRADE[card].points}"


def scouted(view: View, card: int) -> str:
    """A card that the scout looks at; Grunts that are alike are told apart by a number."""
    if view.scouting == "grunt":
        return f"{GRUNTS[card].name} (#{card + 1})"
    return foe(card) if card not in UPGRADE else upgrade(card)


def grunt_points(view: View, grunt: int) -> int:
    """What a grunt's fire does now."""
    less = sum(a.grunts for a in on(view))
    return max(0, GRUNTS[grunt].points - less) if grunt >= 0 else 0


def sent(view: View, grunt: int) -> str:
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
    return 1.0 if life_left(view, card, grunt_points(view, grunt)) <= 0 else 0.5


IN_VAIN = {
    "damage": "no foe to hit",
    "fire": "hurts no ghost",
    "divert": "no special to switch off",
    "sacrifice": "nobody to cure",
}


def fate(view: View, card: int, points: int) -> str:
    """What becomes of a foe that takes so many points."""
    left = life_left(view, card, points)
    return "falls" if left <= 0 else f"{left} left"


def life_left(view: View, card: int, points: int) -> int:
    """What a foe has left after so many points; nothing or less where it falls."""
    wounds = next((f.wounds for f in view.zone if f.card == card), 0)
    return WORTH[card] - wounds - points


def knocked(view: View, other: int, card: int) -> int:
    """What of a mishap's cost has been met."""
    return next((m.knocked for m in view.bros[other].mishaps if m.card == card), 0)


def _slap(view: View, other: int, card: int) -> str:
    """That it takes another knock is said before the name of the mishap, which may be long."""
    done, whole = knocked(view, other, card) + gun(view), cure_cost(view, card)
    if done >= whole:
        return f"Cure {bro(other)} of {name(card)}"
    return f"Cure {bro(other)}, {done} of {whole}: {name(card)}"


def healed(view: View, seat: int, points: int) -> str:
    """A bro and the life that they come to."""
    return f"{bro(seat)} to {_life(view, seat, points)}"


def _life(view: View, seat: int, points: int) -> int:
    return min(LIFE, view.bros[seat].life + points)


def _returned(view: View, points: int) -> str:
    me = view.bros[view.seat]
    kills = recovery(me.kills, LIFE - me.life).get(points)
    return listed(map(foe, kills)) if kills else f"{points} points"


def _whom(view: View, target: int) -> str:
    return f"for {bro(-2 - target)}" if target <= -2 else f"against {foe(target)}"


def _comes_of(view: View, target: int, points: int) -> str:
    if target <= -2:
        return f"for {healed(view, -2 - target, points)}"
    return f"{_whom(view, target)}: {fate(view, target, points)}"
