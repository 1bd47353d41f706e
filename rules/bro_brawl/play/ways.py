"""What a bro can choose in one go: the plain way to do a thing, with all that it goes on with."""

from collections.abc import Iterable, Iterator, Sequence

from rules.bro_brawl.content.cards import GRUNTS, LIFE, MONSTERS, UPGRADE, WORTH, Grunt
from rules.bro_brawl.play.actions import offered
from rules.bro_brawl.play.effects import abilities, gun_points, is_on, price
from rules.bro_brawl.play.grunts import playable
from rules.bro_brawl.state import (
    Aim,
    Attack,
    BestShot,
    Bleed,
    Bro,
    BroBrawlState,
    Bury,
    Buy,
    BuyAndUse,
    Done,
    Foe,
    GruntHit,
    Heal,
    KeepOrder,
    KillHeal,
    KnockSense,
    OpenPack,
    Patch,
    Pay,
    PlayGrunt,
    Purchase,
    PutBack,
    Recover,
    Returning,
    SacrificeHeal,
    SacrificeHit,
    Scouting,
    Send,
    Shoot,
    Slap,
    Support,
    ToTop,
    Turn,
    UsePack,
)
from rules.engine.state import Option, Standing, Way


def ways(s: BroBrawlState, seat: int) -> list[Way]:
    """What a seat that is asked can choose in one go."""
    match s.frames[-1]:
        case Turn():
            return list(_actions(s, seat, offered(s, seat)))
        case Returning():
            return list(_recoveries(s.bros[seat]))
        case Scouting() as f:
            return list(_orders(s.deck(f.deck).cards[f.placed : f.count]))
        case Support(step="target") as f if GRUNTS[f.card].kind == "damage":
            return [Way(Aim(card), (GruntHit(card),)) for card in _fire(s, f.card)]
        case Support(step="choose") as f:
            return list(_sent(s, playable(s, f)))
        case _:
            return []


AT_WILL = ("more", "give", "return")  # kills that may be paid, given or put back besides


def standing(s: BroBrawlState, seat: int) -> Standing | None:
    """Whether to part with more kills, which everybody sees, can be declined for good."""
    question = s.question(seat)
    kind = question.kind if question is not None else ""
    return Standing(kind, (Done(),)) if kind in AT_WILL else None


def _actions(s: BroBrawlState, seat: int, options: Sequence[Option]) -> Iterator[Way]:
    """The actions of a turn, those that bring the fight on first; nothing that is of no use."""
    bro = s.bros[seat]
    yield from _shots(s, bro, [o for o in options if isinstance(o, Attack)])
    for option in options:
        if isinstance(option, Heal) and s.bros[option.bro].life < LIFE:
            yield Way(Patch(option.bro), (option, Done()) if bro.kills else (option,))
    if bro.life < LIFE:
        yield from (Way(OpenPack(o.points), (o,)) for o in options if isinstance(o, UsePack))
        if any(isinstance(option, KillHeal) for option in options):
            yield from _recoveries(bro)
    yield from _slaps([o for o in options if isinstance(o, KnockSense)])
    yield from _purchases(s, bro, [o for o in options if isinstance(o, Purchase)])
    yield from _sacrifices(s, options)


# -- guns


def _shots(s: BroBrawlState, bro: Bro, attacks: Sequence[Attack]) -> Iterator[Way]:
    best = max((option.points for option in attacks), default=0)
    by_foe = {option.foe: option for option in attacks if option.points == best}
    foes = [s.foe(card) for card in by_foe]
    ranked = [foe.card for foe in _worth_hitting(foes, gun_points(bro, best))]
    yield from (Way(BestShot(card), (by_foe[card],)) for card in ranked[: len(ranked) > 1])
    yield from (Way(Shoot(card), (by_foe[card],)) for card in ranked)


def _worth_hitting(foes: Iterable[Foe], points: int) -> list[Foe]:
    """One of each that are alike: first those that fall, the largest before the others."""

    def rank(foe: Foe) -> tuple[bool, int, int]:
        left = WORTH[foe.card] - foe.wounds
        falls = left <= points
        return (not falls, -WORTH[foe.card], -left if falls else left)

    return sorted(_unlike(foes), key=rank)


def _unlike(foes: Iterable[Foe]) -> list[Foe]:
    kinds: dict[tuple[int, ...], Foe] = {}
    for foe in foes:
        kind = -WORTH[foe.card] if foe.card in MONSTERS else foe.card
        kinds.setdefault((kind, foe.wounds, foe.stunned, foe.diverted), foe)
    return list(kinds.values())


def _slaps(knocks: Sequence[KnockSense]) -> Iterator[Way]:
    best = max((option.points for option in knocks), default=0)
    for option in knocks:
        if option.points == best:
            yield Way(Slap(option.bro, option.mishap), (option,))


# -- kills that are paid or put back


def sums(kills: Iterable[int], enough: int) -> dict[int, tuple[int, ...]]:
    """By the points they are worth, the fewest kills with which one comes to `enough` or less.

    Beyond it, a sum is there only where its last kill is still needed. Of kills that are alike
    those that came first are taken, as they are in what is offered.
    """
    found: dict[int, tuple[int, ...]] = {0: ()}
    for card in kills:
        for total, cards in list(found.items()):
            more = total + WORTH[card]
            if total < enough and (more not in found or len(found[more]) > len(cards) + 1):
                found[more] = (*cards, card)
    return found


def payment(kills: Iterable[int], cost: int) -> tuple[int, ...]:
    """The kills that come nearest to a price, and of those the fewest."""
    found = sums(kills, cost)
    return found[min(total for total in found if total >= cost)]


def _purchases(s: BroBrawlState, bro: Bro, options: Sequence[Purchase]) -> Iterator[Way]:
    seen = set()
    for option in options:
        upgrade = UPGRADE[option.upgrade]
        if (upgrade, option.use) in seen or (option.use and bro.life >= LIFE):
            continue
        seen.add((upgrade, option.use))
        paid = payment(bro.kills, price(s, option.upgrade))
        asked = s.rules >= 3 and len(paid) < len(bro.kills)  # whether more is to be paid
        done = (Done(),) if asked else ()
        answers = (option, *(Pay(card) for card in paid), *done)
        yield Way((BuyAndUse if option.use else Buy)(option.upgrade), answers)


def recovery(kills: Iterable[int], missing: int) -> dict[int, tuple[int, ...]]:
    """By their points, the kills that can go back for life without one too many."""
    found = sums(kills, missing)
    beyond = [total for total in found if total > missing]
    spare = set(beyond if missing in found else sorted(beyond)[1:])
    return {total: found[total] for total in sorted(found) if total and total not in spare}


def _recoveries(bro: Bro) -> Iterator[Way]:
    for points, kills in recovery(bro.kills, LIFE - bro.life).items():
        done = (Done(),) if len(kills) < len(bro.kills) else ()
        yield Way(Recover(points), (*(KillHeal(card) for card in kills), *done))


# -- sacrifices


def _sacrifices(s: BroBrawlState, options: Sequence[Option]) -> Iterator[Way]:
    """As much as fells the foe or heals the bro, as far as one may."""
    life = {foe.card: WORTH[foe.card] - foe.wounds for foe in _unlike(s.zone)}
    most: dict[int, Way] = {}  # points rise from option to option
    for option in options:
        match option:
            case SacrificeHit(points=points, foe=card):
                if points <= life.get(card, 0):
                    most[card] = Way(Bleed(card, points), (option,))
            case SacrificeHeal(points=points, bro=other):
                if points <= LIFE - s.bros[other].life:
                    most[-2 - other] = Way(Bleed(-2 - other, points), (option,))
    yield from most.values()


# -- grunts


def _fire(s: BroBrawlState, grunt: int) -> list[int]:
    """The foes that a grunt may hit; none where it hits nobody."""
    if GRUNTS[grunt].kind != "damage":
        return []
    less = sum(a.grunts for a in abilities(s))
    return [foe.card for foe in _worth_hitting(s.zone, max(0, GRUNTS[grunt].points - less))]


def _sent(s: BroBrawlState, grunts: Iterable[int]) -> Iterator[Way]:
    """One of two grunts with its target; a lone foe is hit without being named.

    What would be wasted is played only where both would be.
    """
    every = list(grunts)
    for grunt in [one for one in every if not _in_vain(s, GRUNTS[one])] or every:
        for card in _fire(s, grunt):
            hit = (GruntHit(card),) if len(s.zone) > 1 else ()
            yield Way(Send(grunt, card), (PlayGrunt(grunt), *hit))
        if not _fire(s, grunt):
            yield Way(Send(grunt, -1), (PlayGrunt(grunt),))


def _in_vain(s: BroBrawlState, grunt: Grunt) -> bool:
    """Whether a grunt does nothing where a ghost plays it (BO8, BO21)."""
    match grunt.kind:
        case "damage":
            return not s.zone
        case "divert":
            return not any(map(is_on, s.zone))
        case "sacrifice":
            return not any(bro.mishaps for bro in s.bros)
        case kind:
            return kind == "fire"


# -- scouted cards


def _orders(cards: Sequence[int]) -> Iterator[Way]:
    """As they lie, one of them first, or one of them last; with two cards left that is all."""

    def back(order: Iterable[int]) -> tuple[Option, ...]:
        return tuple(PutBack(card) for card in order)

    yield Way(KeepOrder(), back(cards))
    for card in cards[1:]:
        yield Way(ToTop(card), back([card, *(c for c in cards if c != card)]))
    for card in cards[:-1] if len(cards) > 2 else ():
        yield Way(Bury(card), back([*(c for c in cards if c != card), card]))
