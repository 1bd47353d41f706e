"""What threatens, as far as the viewer can know: knock-outs in reach, decks and time running out."""

from collections.abc import Iterable, Iterator

from rules.brawlhalla.content.arena import away, ground
from rules.brawlhalla.content.legends import CARDS, KNOCKBACK, LEGENDS, VALUE
from rules.brawlhalla.content.powers import Power
from rules.brawlhalla.play.attack import reach_of
from rules.brawlhalla.play.end import QUIET, ROUNDS
from rules.brawlhalla.play.triggers import listens
from rules.brawlhalla.state.fighter import ARMED, RED
from rules.brawlhalla.text.names import seat_name
from rules.brawlhalla.text.odds import known, unseen
from rules.brawlhalla.view import View

SOON = 8  # turns without damage that are left
LAST = 3  # rounds that are left


def warnings(view: View) -> list[str]:
    """What the viewer should not overlook now."""
    if view.outcome is not None or view.seat < 0:
        return []
    said = [*_time(view)]
    me = view.player
    if me is None or view.fighters[me].out:
        return said
    return [*_hit(view, me), *_threats(view, me), *_openings(view, me), *_deck(view, me), *said]


def _time(view: View) -> Iterator[str]:
    """A match that is about to be counted out (BH22)."""
    left = QUIET - max(0, view.quiet)
    if left <= SOON:
        turns = f"{left} more turns" if left > 1 else "this turn"
        yield f"Without damage or a KO in {turns}, KO cards and then damage decide the match."
    elif ROUNDS - view.round < LAST:
        yield f"Round {view.round} of {ROUNDS}: then KO cards and damage decide the match."


def _hit(view: View, me: int) -> Iterator[str]:
    """A heavy attack on its way that would knock one out."""
    clash = view.clash
    if not clash or not clash.heavy or clash.target != me or clash.defence or clash.step == "after":
        return
    count = _count(view, me, clash.attack[0], clash.force)
    if clash.step in ("guard", "exchange", "struck", "strike") and flies(
        view, clash.seat, me, count
    ):
        yield f"If this heavy attack hits, it knocks you {_over(view, me)}."


def _threats(view: View, me: int) -> Iterator[str]:
    """Armed opponents who could knock one out from where they stand."""
    for foe in opponents(view, me):
        if view.clash or not reaches(view, foe, me):
            continue
        cards = [*unseen(view, foe), *known(view.fighters[foe])] if view.fighters[foe].hand else []
        value = lowest(view, foe, me, cards)
        if value:
            yield (
                f"{seat_name(view, foe)} is armed and in reach: a heavy hit with a {value} "
                f"{_better(value)}can knock you {_over(view, me)}."
            )


def _openings(view: View, me: int) -> Iterator[str]:
    """Opponents whom one could knock out now."""
    if view.question != "act" or view.asked != me:
        return
    for foe in opponents(view, me):
        if reaches(view, me, foe):
            value = lowest(view, me, foe, view.fighters[me].hand)
            if value:
                yield (
                    f"{seat_name(view, foe)} is near the KO line: your heavy hit with a {value} "
                    f"{_better(value)}can knock it {_over(view, foe)}."
                )


def _deck(view: View, me: int) -> Iterator[str]:
    """The next draw hurts, or worse (BH12)."""
    mine = view.fighters[me]
    if view.seat == me and not mine.deck and mine.discards:
        cost = f"knocks you {_over(view, me)}" if mine.damage == RED else "costs you one damage"
        yield f"Your deck is empty: the next card you draw {cost}."


def _better(value: int) -> str:
    return "or better " if value < 5 else ""


def _over(view: View, seat: int) -> str:
    return "out of the match" if view.fighters[seat].kos <= 1 else "out"


# -- knockback, foreseen


def opponents(view: View, me: int) -> list[int]:
    """The living opponents of a seat."""
    return [
        seat
        for seat, fighter in enumerate(view.fighters)
        if seat != me and not fighter.out and not (view.format == "2v2" and seat % 2 == me % 2)
    ]


def reaches(view: View, by: int, target: int) -> bool:
    """Whether a Legend could make a heavy attack on another from its space with any card (BH13)."""
    one, other = view.fighters[by], view.fighters[target]
    if one.sword != ARMED or one.space < 0 or other.space < 0:
        return False
    here = ground(view.arena)
    reach = reach_of(LEGENDS[one.legend].weapons[one.side], heavy=True)
    near = here.adjacent(one.space, other.space)
    return near or (reach > 0 and here.in_range(one.space, other.space, reach))


def lowest(view: View, by: int, target: int, cards: Iterable[int]) -> int:
    """The lowest value of these cards whose heavy hit can knock out, or 0."""
    fighter = view.fighters[by]
    weapon = _force(LEGENDS[fighter.legend].weapons[fighter.side])
    values = [
        VALUE[card]
        for card in cards
        if flies(view, by, target, _count(view, target, card, weapon + _effect(view, card)))
    ]
    return min(values, default=0)


def _count(view: View, target: int, card: int, force: int) -> int:
    """The knockback of a card, if its target uses what braces it (BH18)."""
    fighter = view.fighters[target]
    power = LEGENDS[fighter.legend].power
    brace = power.n if power.op == "brace" else 0
    return fighter.damage + KNOCKBACK[VALUE[card]] + force - brace


def _effect(view: View, card: int) -> int:
    return 0 if view.mode == "discovery" else _force(CARDS[card])


def _force(power: Power) -> int:
    heavy = any(listens(power, when, "heavy") for when in ("before", "during"))
    return power.n if power.op == "force" and heavy else 0


def flies(view: View, by: int, target: int, count: int) -> bool:
    """Whether a knockback of so much is a KO (BH19)."""
    one, other = view.fighters[by], view.fighters[target]
    if count <= 0:
        return False
    _, beyond = ground(view.arena).push(other.space, *away(one.space, other.space), count)
    return beyond > 0 and other.damage + beyond > RED
