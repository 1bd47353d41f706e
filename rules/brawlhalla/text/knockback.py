"""Knockback before it happens: who reaches whom, how far, and whether that is a KO."""

from collections.abc import Iterable

from rules.brawlhalla.content.arena import away, ground
from rules.brawlhalla.content.legends import CARDS, KNOCKBACK, LEGENDS, VALUE
from rules.brawlhalla.content.powers import Power
from rules.brawlhalla.play.attack import reach_of
from rules.brawlhalla.play.triggers import listens
from rules.brawlhalla.state.fighter import ARMED, OFF, RED
from rules.brawlhalla.text.names import space_name
from rules.brawlhalla.view import View


def opponents(view: View, me: int) -> list[int]:
    """The living opponents of a seat."""
    return [
        seat
        for seat, fighter in enumerate(view.fighters)
        if seat != me and not fighter.out and not (view.format == "2v2" and seat % 2 == me % 2)
    ]


def reaches(view: View, by: int, target: int, space: int = OFF) -> bool:
    """Whether a Legend could make a heavy attack on another with any card (BH13).

    It comes from a space that is named, or from where the attacker stands.
    """
    one, other = view.fighters[by], view.fighters[target]
    start = one.space if space == OFF else space
    if one.sword != ARMED or start < 0 or other.space < 0:
        return False
    here = ground(view.arena)
    reach = reach_of(LEGENDS[one.legend].weapons[one.side], heavy=True)
    return here.adjacent(start, other.space) or (
        reach > 0 and here.in_range(start, other.space, reach)
    )


def lowest(view: View, by: int, target: int, cards: Iterable[int]) -> int:
    """The lowest value of these cards whose heavy hit can knock out, or 0."""
    return min((VALUE[card] for card in cards if knocks_out(view, by, target, card)), default=0)


def knocks_out(view: View, by: int, target: int, card: int, space: int = OFF) -> bool:
    """Whether a heavy hit with this card, its effect and the weapon's power is a KO.

    It comes from a space that is named, or from where the attacker stands.
    """
    here = view.fighters[by].space if space == OFF else space
    return flies(view, here, target, heavy_hit(view, by, target, card))


def heavy_hit(view: View, by: int, target: int, card: int) -> int:
    """The knockback of a heavy hit with this card, its effect and the weapon's power."""
    fighter = view.fighters[by]
    force = _force(LEGENDS[fighter.legend].weapons[fighter.side]) + _effect(view, card)
    return knockback(view, target, card, force)


def knockback(view: View, target: int, card: int, force: int) -> int:
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


def flies(view: View, space: int, target: int, count: int) -> bool:
    """Whether a knockback of so much, away from a space, is a KO (BH19)."""
    other = view.fighters[target]
    if count <= 0:
        return False
    _, beyond = ground(view.arena).push(other.space, *away(space, other.space), count)
    return beyond > 0 and other.damage + beyond > RED


def stays(view: View, by: int, target: int, count: int, space: int = OFF) -> bool:
    """Whether a knockback moves and hurts nobody, for a floor is in the way (BH18)."""
    path, beyond = _path(view, by, target, count, space)
    return len(path) == 1 and not beyond


def landing(view: View, by: int, target: int, count: int, space: int = OFF) -> str:
    """Where a knockback ends, away from a space or from where the attacker stands (BH18, BH19)."""
    here = view.fighters[by].space if space == OFF else space
    path, beyond = _path(view, by, target, count, space)
    others = [f for seat, f in enumerate(view.fighters) if seat not in (by, target)]
    taken = path[-1] == here or any(f.space == path[-1] for f in others)
    hurt = f" and {beyond} damage" if beyond else ""
    if len(path) == 1:
        return (
            f"{hurt}, staying on {space_name(path[0])}{'' if beyond else ': a floor is in the way'}"
        )
    return f" to {'beside ' * taken}{space_name(path[-1])}{hurt}"


def _path(view: View, by: int, target: int, count: int, space: int) -> tuple[list[int], int]:
    """Over which spaces a knockback goes, and how many more there would be beyond the ring."""
    here, there = view.fighters[by].space if space == OFF else space, view.fighters[target].space
    return ground(view.arena).push(there, *away(here, there), count)
