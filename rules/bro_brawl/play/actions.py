"""The actions of a living bro, one a turn (BO10–BO19)."""

from collections.abc import Iterator, Sequence

from rules.bro_brawl.content.cards import (
    BROS,
    MISHAP,
    MONSTERS,
    SPECIAL,
    SPECIALS,
    UPGRADE,
    WORTH,
    Ability,
    Trouble,
    kinds,
)
from rules.bro_brawl.play.effects import (
    abilities,
    forbidden,
    gun_points,
    heal,
    is_on,
    knock,
    markup,
    price,
    return_kill,
    sources,
    troubles,
    wound,
)
from rules.bro_brawl.play.older import promise
from rules.bro_brawl.play.sacrifice import sacrifice_heal, sacrifice_hit
from rules.bro_brawl.state import (
    Acted,
    Attack,
    Bro,
    BroBrawlState,
    Delay,
    Foe,
    Giving,
    Heal,
    KillHeal,
    KnockSense,
    NoAction,
    Paying,
    Purchase,
    Returning,
    SacrificeHeal,
    SacrificeHit,
    Scout,
    Scouting,
    Stun,
    Turn,
    UsePack,
)
from rules.engine.contract import Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

# -- what may be done

# Every option there can be, made once: a turn offers dozens of them.
FOES, SEATS, MOST = range(SPECIALS.stop), range(len(BROS)), 5  # points of a Sacrifice
NOTHING, SCOUT_BATTLE, SCOUT_GRUNTS = NoAction(), Scout("battle"), Scout("grunt")
ATTACK = tuple(tuple(Attack(card, gun) for gun in range(4)) for card in FOES)
DELAY = tuple(Delay(card) for card in FOES)
STUN = tuple(Stun(card) for card in FOES)
HEAL = tuple(Heal(bro) for bro in SEATS)
SACRIFICE_HEAL = tuple(tuple(SacrificeHeal(n, bro) for bro in SEATS) for n in range(MOST + 1))
SACRIFICE_HIT = tuple(tuple(SacrificeHit(n, card) for card in FOES) for n in range(MOST + 1))


def offered(s: BroBrawlState, seat: int) -> list[Option]:
    """Every action that a bro may take now."""
    bro = s.bros[seat]
    options: list[Option] = [NOTHING]
    on, own = abilities(s), troubles(bro)
    if own and any(t.idle for t in own):
        return options
    no = forbidden(on, own)
    weak = sum([t.weak for t in own])
    guns = [gun for gun in bro.guns() if gun > weak]
    if "attack" not in no:
        options += attacks(s.zone, guns, on, own)
    if "knocksense" not in no:
        options += knocks(s, seat, guns)
    if "purchase" not in no and bro.kills and s.shop:
        options += purchases(s, bro)
    if "scout" not in no:
        options += [SCOUT_BATTLE] if s.battle.cards else []
        options += [SCOUT_GRUNTS] if s.grunts.cards else []
    if "delay" not in no:
        options += [DELAY[f.card] for f in s.zone if f.card in MONSTERS]
    if "stun" not in no:
        options += [STUN[f.card] for f in s.zone if not f.stunned]
    if "heal" not in no:
        options += [HEAL[other] for other, b in enumerate(s.bros) if b.life > 0]
    if "killheal" not in no and bro.kills:
        options += [KillHeal(kill) for kill in kinds(bro.kills)]
    if "usepack" not in no and bro.gear:
        options += [UsePack(p) for p in sorted({WORTH[c] for c in bro.packs()})]
    if "sacrifice" not in no:
        options += sacrifices(s, seat, bro)
    return options


def attacks(
    zone: Sequence[Foe], guns: Sequence[int], on: Sequence[Ability], own: Sequence[Trouble]
) -> list[Attack]:
    """Every foe within reach of every gun (BO10)."""
    targets = zone
    if on and any(a.guard for a in on):
        targets = [f for f in zone if is_guard(f)] or zone
    if own and any(t.big_only for t in own):
        targets = [f for f in targets if WORTH[f.card] >= 3]
    return [ATTACK[foe.card][gun] for foe in targets for gun in guns]


def is_guard(foe: Foe) -> bool:
    """Whether a special stands in front of the others."""
    return is_on(foe) and not foe.stunned and SPECIAL[foe.card].ability.guard


def knocks(s: BroBrawlState, seat: int, guns: Sequence[int]) -> list[KnockSense]:
    """Every mishap of every other bro, for each gun (BO11); the dead have none."""
    others = [(o, b.mishaps) for o, b in enumerate(s.bros) if b.mishaps and o != seat]
    return [KnockSense(o, m.card, gun) for o, mishaps in others for m in mishaps for gun in guns]


def purchases(s: BroBrawlState, bro: Bro) -> Iterator[Purchase]:
    """Every upgrade that the kills can pay for (BO12)."""
    wealth = sum([WORTH[k] for k in bro.kills]) - markup(s)
    for card in s.shop:
        if WORTH[card] <= wealth:
            yield Purchase(card, False)
            if UPGRADE[card].kind == "health":
                yield Purchase(card, True)


def sacrifices(s: BroBrawlState, seat: int, bro: Bro) -> list[Option]:
    """One to five points, less than the bro's own life (BO18)."""
    others = [o for o, b in enumerate(s.bros) if b.life > 0 and o != seat]
    foes = [f.card for f in s.zone]
    options: list[Option] = []
    for points in range(1, min(MOST, bro.life - 1) + 1):
        heals, hits = SACRIFICE_HEAL[points], SACRIFICE_HIT[points]
        options += [heals[other] for other in others]
        options += [hits[card] for card in foes]
    return options


# -- what they do


def act(r: Resolver[BroBrawlState], f: Turn, option: Option) -> None:
    """Carry out a bro's action."""
    s, seat = r.s, f.seat
    bro = s.bros[seat]
    match option:
        case NoAction():
            r.tell(Acted(seat, "none"))
        case Attack(foe=card, points=gun):
            hit = gun_points(bro, gun)
            wound(r, seat, s.foe(card), hit, "gun", sources(r, seat, "weak"))
        case KnockSense(bro=other, mishap=card, points=gun):
            knock(r, seat, other, card, gun_points(bro, gun))
        case Purchase(upgrade=card, use=use):
            r.push(Paying(seat=seat, upgrade=card, use=use))
        case Scout(deck=deck):
            count = min(4, len(s.deck(deck)))
            r.push(Scouting(seat=seat, deck=deck, count=count, step="look"))
        case Delay(foe=card):  # BO14
            s.zone.remove(s.foe(card))
            s.battle.put_bottom(card, known=(1 << s.players) - 1)
            r.tell(Acted(seat, "delay", card))
        case Stun(foe=card):  # BO15
            s.foe(card).stunned = True
            r.tell(Acted(seat, "stun", card))
        case Heal(bro=other):  # BO16
            r.tell(Acted(seat, "heal", bro=other))
            heal(r, other, 1)
            if bro.kills:
                r.push(Giving(seat=seat))
        case KillHeal(kill=kill):  # BO17
            return_kill(r, seat, kill)
            if bro.kills:
                r.push(Returning(seat=seat))
        case UsePack(points=points):  # BO19
            pack = next(c for c in bro.packs() if WORTH[c] == points)
            bro.gear.remove(pack)
            s.discards.append(pack)
            r.tell(Acted(seat, "pack", pack))
            heal(r, seat, points)
        case SacrificeHeal(points=points, bro=other):  # BO18
            if s.rules < 3:
                promise(r, f, points, -2 - other)
            else:
                sacrifice_heal(r, f, points, other)
        case SacrificeHit(points=points, foe=card):
            if s.rules < 3:
                promise(r, f, points, card)
            else:
                sacrifice_hit(r, f, points, card)


# -- why an action is not possible


def why_not(s: BroBrawlState, seat: int, option: Option) -> Refused:
    """The rule that stands in the way of an action, and the card where one does it."""
    bro = s.bros[seat]
    verb = str(option.__struct_config__.tag)
    verb = "sacrifice" if verb.startswith("sacrifice") else verb
    for mishap in (MISHAP[m.card] for m in bro.mishaps):
        if mishap.trouble.idle:
            return Refused("BO25", f"{mishap.name} cancels this bro's action until it is cured.")
    for special in (SPECIAL[f.card] for f in s.zone if is_on(f)):
        if verb in special.ability.no:
            return Refused("BO22", f"{special.name} is in the Battle Zone: {special.says}")
    for mishap in (MISHAP[m.card] for m in bro.mishaps):
        if verb in mishap.trouble.no:
            return Refused("BO25", f"This bro suffers {mishap.name}: {mishap.says}")
    return (
        _no_aim(s, bro, option) or _no_means(s, bro, option) or Refused(*WHY.get(verb, NO_ACTION))
    )


def _no_aim(s: BroBrawlState, bro: Bro, option: Option) -> Refused | None:
    """Why a gun that is owned cannot be used like that."""
    if not isinstance(option, Attack | KnockSense) or option.points not in bro.guns():
        return None
    for mishap in (MISHAP[m.card] for m in bro.mishaps):
        if mishap.trouble.weak and not gun_points(bro, option.points):
            return Refused("BO25", f"This bro suffers {mishap.name}: that gun does nothing.")
    foe = s.find_foe(option.foe) if isinstance(option, Attack) else None
    guard = next((f for f in s.zone if is_guard(f)), None)
    if foe is None:
        return None
    if guard is not None and not is_guard(foe):
        special = SPECIAL[guard.card]
        return Refused("BO22", f"{special.name} is in the Battle Zone: {special.says}")
    for mishap in (MISHAP[m.card] for m in bro.mishaps):
        if mishap.trouble.big_only:
            return Refused("BO25", f"This bro suffers {mishap.name}: {mishap.says}")
    return None


def _no_means(s: BroBrawlState, bro: Bro, option: Option) -> Refused | None:
    """Why an upgrade on offer cannot be bought."""
    if isinstance(option, Purchase) and option.upgrade in s.shop:
        cost, wealth = price(s, option.upgrade), sum(WORTH[k] for k in bro.kills)
        if cost > wealth:
            return Refused("BO12", f"That costs {cost}, and this bro's kills are worth {wealth}.")
        return Refused("BO12", "Only a health pack can be used at once.")
    return None


NO_ACTION = ("BO7", "That is not one of the actions of a turn.")
WHY: dict[str, tuple[str, str]] = {
    "attack": ("BO10", "Attack a foe in the Battle Zone with a gun you own that can reach it."),
    "knocksense": ("BO11", "Knock sense into another living bro who has that mishap."),
    "purchase": ("BO12", "Buy an upgrade in the Battle Zone that your kills can pay for."),
    "scout": ("BO13", "There is nothing to scout in that deck."),
    "delay": ("BO14", "Only a monster in the Battle Zone can be delayed, never a special."),
    "stun": ("BO15", "Stun a foe that stands in the Battle Zone."),
    "heal": ("BO16", "Heal a living bro."),
    "killheal": ("BO17", "Only kills of your own can go back for life."),
    "sacrifice": (
        "BO18",
        "Sacrifice one to five points, fewer than your life, for another living bro or a foe.",
    ),
    "usepack": ("BO19", "You have no such health pack."),
}


def plain(s: BroBrawlState, seat: int) -> Option:
    """What the referee does for an absent bro: shoot what falls, else the largest."""
    bro = s.bros[seat]
    options = [o for o in offered(s, seat) if isinstance(o, Attack)]
    if not options:
        return NoAction()

    def merit(option: Attack) -> tuple[bool, int, int, int]:
        foe = s.foe(option.foe)
        left = WORTH[foe.card] - foe.wounds
        falls = gun_points(bro, option.points) >= left
        return (falls, WORTH[foe.card], option.points, -foe.card)

    return max(options, key=merit)
