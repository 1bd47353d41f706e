"""What happens to bros and foes, whatever caused it."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Literal

from rules.bro_brawl.content.cards import (
    LIFE,
    MISHAP,
    SPECIAL,
    SPECIALS,
    WORTH,
    Ability,
    Trouble,
    Verb,
)
from rules.bro_brawl.state import (
    Bro,
    BroBrawlState,
    Died,
    Diverted,
    Foe,
    GotMishap,
    Healed,
    Hurt,
    Knocked,
    Mended,
    Moved,
    Reckoning,
    Struck,
    Suffered,
    Wounded,
)
from rules.engine.contract import Resolver

_life = attrgetter("life")  # this is asked several times a turn

# -- what is in force


def abilities(s: BroBrawlState) -> list[Ability]:
    """The abilities of the specials that are on (BO22, BO23); a stun leaves them on (BO15)."""
    return [SPECIAL[f.card].ability for f in s.zone if f.card in SPECIALS and not f.diverted]


def troubles(bro: Bro) -> list[Trouble]:
    """What a bro's mishaps do."""
    return [MISHAP[m.card].trouble for m in bro.mishaps]


def sources(r: Resolver[BroBrawlState], seat: int, *effects: str) -> tuple[int, ...]:
    """The specials and the bro's mishaps with one of these effects, where somebody listens."""
    if r.told is None:
        return ()
    in_force: list[tuple[int, Ability | Trouble, Ability | Trouble]] = [
        *((f.card, SPECIAL[f.card].ability, Ability()) for f in r.s.zone if is_on(f)),
        *((m.card, MISHAP[m.card].trouble, Trouble()) for m in r.s.bros[seat].mishaps),
    ]
    return tuple(
        card
        for card, power, plain in in_force
        if any(getattr(power, e, 0) != getattr(plain, e, 0) for e in effects)
    )


def is_on(foe: Foe) -> bool:
    """Whether a foe is a special whose ability works."""
    return foe.card in SPECIALS and not foe.diverted


def forbidden(on: Sequence[Ability], own: Sequence[Trouble]) -> set[Verb]:
    """The actions that specials and a bro's mishaps cancel."""
    powers: list[Ability | Trouble] = [*on, *own]
    return {verb for power in powers for verb in power.no}


def gun_points(bro: Bro, gun: int) -> int:
    """What a gun does in these hands."""
    return max(0, gun - sum(t.weak for t in troubles(bro)))


def markup(s: BroBrawlState) -> int:
    """What specials add to the price of every upgrade."""
    return sum([a.price for a in abilities(s)])


def price(s: BroBrawlState, upgrade: int) -> int:
    """What an upgrade costs now."""
    return WORTH[upgrade] + markup(s)


def cure_cost(s: BroBrawlState, mishap: int) -> int:
    """The points that cure a mishap now."""
    return MISHAP[mishap].cost + sum(a.stubborn for a in abilities(s))


def strength(s: BroBrawlState) -> int:
    """The points of all foes that stand (BO9)."""
    return sum([WORTH[f.card] for f in s.zone if not f.stunned])


def reckon(s: BroBrawlState, bro: Bro) -> Reckoning:
    """How much the monsters would do to a bro now, and why (BO9)."""
    on, own = abilities(s), troubles(bro)
    armor = bro.armor()
    bare = armor > 0 and (any(a.bare for a in on) or any(t.bare for t in own))
    return Reckoning(
        strength=strength(s),
        added=sum([t.exposed for t in own]),
        every=min([a.every for a in on], default=4),
        more=sum([a.chill for a in on]),
        armor=0 if bare else armor,
        bare=bare,
    )


def damage_to(s: BroBrawlState, bro: Bro) -> int:
    """What the monsters would do to a bro now (BO9)."""
    return reckon(s, bro).points


# -- bros


def hurt(
    r: Resolver[BroBrawlState],
    seat: int,
    points: int,
    by: Literal["monsters", "fire", "mishap", "sacrifice"],
    causes: tuple[int, ...] = (),
    reckoning: Reckoning | None = None,
) -> None:
    """A bro takes damage and may die of it (BO20)."""
    s = r.s
    bro = s.bros[seat]
    if points <= 0 or bro.life <= 0:
        return
    bro.life = max(0, bro.life - points)
    r.tell(Hurt(seat, points, by, bro.life, causes, reckoning))
    if bro.life <= 0:
        s.deaths += 1
        s.discards += [m.card for m in bro.mishaps]
        bro.mishaps = []
        r.tell(Died(seat))


def heal(r: Resolver[BroBrawlState], seat: int, points: int) -> int:
    """A living bro gains life, never beyond the start (BO19); returns how much."""
    bro = r.s.bros[seat]
    gained = min(points, LIFE - bro.life)
    bro.life += gained
    r.tell(Healed(seat, gained, bro.life))
    return gained


# -- foes


def wound(
    r: Resolver[BroBrawlState],
    seat: int,
    foe: Foe,
    points: int,
    by: Literal["gun", "grunt", "sacrifice"],
    causes: tuple[int, ...] = (),
) -> None:
    """A foe is hit; excess is wasted, a kill goes to the bro (BO8, BO10)."""
    s = r.s
    foe.wounds += points
    left = max(0, WORTH[foe.card] - foe.wounds)
    r.tell(Wounded(seat, foe.card, points, left, by, causes))
    if not left:
        s.zone.remove(foe)
        s.bros[seat].kills.append(foe.card)
        come_round(r, seat)


def mend(r: Resolver[BroBrawlState], foe: Foe, cause: int) -> None:
    """A card closes a foe's wounds."""
    if foe.wounds:
        foe.wounds = 0
        r.tell(Mended(foe.card, cause))


def into_zone(r: Resolver[BroBrawlState], seat: int, kill: int) -> None:
    """A kill goes back to the Battle Zone, unwounded."""
    r.s.bros[seat].kills.remove(kill)
    r.s.zone.append(Foe(kill))
    r.tell(Moved(seat, kill, -1))


def return_kill(r: Resolver[BroBrawlState], seat: int, kill: int) -> None:
    """A kill goes back, and its points heal the bro (BO17)."""
    into_zone(r, seat, kill)
    heal(r, seat, WORTH[kill])


def drop_smallest(r: Resolver[BroBrawlState], seat: int) -> None:
    """A bro's smallest kill goes back to the Battle Zone."""
    kills = r.s.bros[seat].kills
    if kills:
        into_zone(r, seat, min(kills, key=lambda card: (WORTH[card], card)))


# -- mishaps


def living(s: BroBrawlState) -> list[int]:
    """The bros that stand."""
    return [seat for seat, bro in enumerate(s.bros) if bro.life > 0]


def all_dead(s: BroBrawlState) -> bool:
    """Whether no bro stands."""
    return not any(map(_life, s.bros))


def to_the_left(s: BroBrawlState, seat: int) -> list[int]:
    """The living bros from the next one round to the one before."""
    n = len(s.bros)
    return [(seat + i) % n for i in range(1, n) if s.bros[(seat + i) % n].alive]


def hand_out(r: Resolver[BroBrawlState], drawer: int, card: int) -> None:
    """A drawn mishap finds its bro (BO21, BO26, BO27)."""
    s = r.s
    seat = drawer
    passed: Literal["", "dead", "busy"] = ""
    if not s.bros[drawer].alive or s.bros[drawer].mishaps:
        passed = "busy" if s.bros[drawer].alive else "dead"
        left = to_the_left(s, drawer)
        free = [other for other in left if not s.bros[other].mishaps]
        if free:
            seat = free[0]
        elif passed == "dead":
            seat = left[0]
    s.bros[seat].mishaps.append(Suffered(card))
    r.tell(GotMishap(seat, card, drawer, passed))
    if MISHAP[card].strike is not None:
        strike_all(r, card)


def strike_all(r: Resolver[BroBrawlState], card: int) -> None:
    """An all-players mishap happens once to every living bro (BO27)."""
    strike = MISHAP[card].strike
    assert strike is not None
    r.tell(Struck(card))
    if strike.mend:
        for foe in r.s.zone:
            mend(r, foe, card)
    for seat in living(r.s):
        hurt(r, seat, strike.hurt, "mishap", (card,))
        if strike.drop:
            drop_smallest(r, seat)


def suffer(r: Resolver[BroBrawlState], seat: int) -> None:
    """What a bro's mishaps do at the start of the turn."""
    s = r.s
    bro = s.bros[seat]
    for card in [m.card for m in bro.mishaps]:
        trouble = MISHAP[card].trouble
        hurt(r, seat, trouble.hurt, "mishap", (card,))
        if not bro.alive:
            return  # the mishaps of the dead are gone (BO20)
        if trouble.mend and s.zone:
            mend(r, max(s.zone, key=lambda f: f.wounds), card)
        if trouble.share:
            share_smallest(r, seat, card)


def share_smallest(r: Resolver[BroBrawlState], seat: int, cause: int) -> None:
    """A bro's smallest kill goes to the living bro with the fewest points."""
    s = r.s
    kills = s.bros[seat].kills
    others = to_the_left(s, seat)
    if kills and others:
        kill = min(kills, key=lambda card: (WORTH[card], card))
        poorest = min(others, key=lambda o: sum(WORTH[k] for k in s.bros[o].kills))
        kills.remove(kill)
        s.bros[poorest].kills.append(kill)
        r.tell(Moved(seat, kill, poorest, cause))


def knock(r: Resolver[BroBrawlState], seat: int, bro: int, card: int, points: int) -> None:
    """Points count toward a mishap's cost; enough of them cure it (BO11)."""
    suffered = next(m for m in r.s.bros[bro].mishaps if m.card == card)
    suffered.knocked += points
    cost = cure_cost(r.s, card)
    causes = sources(r, seat, "weak") + sources(r, bro, "stubborn")
    r.tell(Knocked(seat, bro, card, points, suffered.knocked, cost, "gun", causes))
    if suffered.knocked >= cost:
        _cure(r.s, bro, suffered)


def take_away(r: Resolver[BroBrawlState], seat: int, bro: int, card: int) -> None:
    """A grunt takes a mishap away, whatever it costs (BO8)."""
    suffered = next(m for m in r.s.bros[bro].mishaps if m.card == card)
    r.tell(Knocked(seat, bro, card, 0, suffered.knocked, cure_cost(r.s, card), "grunt"))
    _cure(r.s, bro, suffered)


def come_round(r: Resolver[BroBrawlState], seat: int) -> None:
    """Sense knocked in before is enough where a special no longer asks for more (BO11)."""
    for bro, suffering in enumerate(r.s.bros):
        for mishap in [m for m in suffering.mishaps if m.knocked]:
            cost = cure_cost(r.s, mishap.card)
            if mishap.knocked >= cost:
                r.tell(Knocked(seat, bro, mishap.card, 0, mishap.knocked, cost, "gone"))
                _cure(r.s, bro, mishap)


def _cure(s: BroBrawlState, bro: int, suffered: Suffered) -> None:
    s.bros[bro].mishaps.remove(suffered)
    s.discards.append(suffered.card)


def divert(r: Resolver[BroBrawlState], seat: int, foe: Foe) -> None:
    """A special's ability is off until it leaves the Battle Zone (BO23)."""
    foe.diverted = True
    r.tell(Diverted(foe.card))
    come_round(r, seat)
