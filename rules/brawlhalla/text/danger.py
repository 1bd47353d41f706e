"""What threatens, as far as the viewer can know: knock-outs in reach, decks and time running out."""

from collections.abc import Iterator

from rules.brawlhalla.content.arena import ground
from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.play.end import QUIET, ROUNDS
from rules.brawlhalla.play.routes import between
from rules.brawlhalla.state.fighter import OFF, RED
from rules.brawlhalla.text.knockback import (
    flies,
    knockback,
    knocks_out,
    lowest,
    opponents,
    reaches,
)
from rules.brawlhalla.text.names import card_name, seat_name, space_name
from rules.brawlhalla.text.odds import DRAWN, dodging, known, unseen
from rules.brawlhalla.view import View
from rules.engine.text import percent

Knock = tuple[float, int, int, int]  # how likely it is, the card, from where, the card to get there
SOON = 8  # turns without damage that are left
LAST = 3  # rounds that are left


def warnings(view: View) -> list[str]:
    """What the viewer should not overlook now."""
    if view.outcome is not None or view.seat < 0:
        return []
    said = [*_time(view)]
    me = view.player
    if me is None or view.fighters[me].out:
        return [*_on_the_brink(view), *said]
    return [*_hit(view, me), *_threats(view, me), *_openings(view, me), *_deck(view, me), *said]


def _on_the_brink(view: View) -> Iterator[str]:
    """Whom a single KO eliminates, and who is hurt so much that any may be one."""
    for seat, fighter in enumerate(view.fighters):
        if not fighter.out and fighter.damage == RED and fighter.kos <= 1:
            yield f"{seat_name(view, seat)} is red: the next KO eliminates it."


def _time(view: View) -> Iterator[str]:
    """A match that is about to be counted out (BH22)."""
    left = QUIET - max(0, view.quiet)
    if left <= SOON:
        turns = f"{left} more turns" if left > 1 else "this turn"
        yield f"Without damage or a KO in {turns}, KO cards and then damage decide the match."
    elif ROUNDS - view.round < LAST:
        yield f"Round {view.round} of {ROUNDS}: then KO cards and damage decide the match."


def _hit(view: View, me: int) -> Iterator[str]:
    """A heavy attack that would knock one out, or does: once it has hit, that is no question."""
    clash = view.clash
    if not clash or not clash.heavy or clash.target != me or clash.defence or clash.step == "after":
        return
    count = knockback(view, me, clash.attack[0], clash.force)
    if clash.step in ("guard", "exchange", "struck", "strike") and flies(
        view, view.fighters[clash.seat].space, me, count
    ):
        if clash.hit:
            yield f"This heavy hit knocks you {_over(view, me)}."
        else:
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
    """Opponents whom one could knock out now, and the likeliest way to do it."""
    if view.question != "act" or view.asked != me:
        return
    for foe in opponents(view, me):
        found = [*_knocking(view, me, foe)] or [*_rushing(view, me, foe)]
        chance, card, space, walk = max(found, default=(0.0, -1, OFF, -1), key=_soonest)
        if not chance:
            continue
        there = f"Go to {space_name(space)} with {card_name(walk)}, then heavy" if walk >= 0 else ""
        yield (
            f"{there or 'Heavy'} {card_name(card)} can knock {seat_name(view, foe)} "
            f"{_over(view, foe)}: {'sure KO' if chance == 1 else f'KO {percent(chance)}'}."
        )


def _knocking(view: View, me: int, foe: int, space: int = OFF, walk: int = -1) -> Iterator[Knock]:
    """Heavy attacks that can be a KO, and how likely they are, perhaps from elsewhere."""
    for card in view.fighters[me].hand if reaches(view, me, foe, space) else ():
        if card != walk and knocks_out(view, me, foe, card, space):
            yield 1 - dodging(view, foe, card), card, space, walk


def _rushing(view: View, me: int, foe: int) -> Iterator[Knock]:
    """The same with a move before it, which takes both actions."""
    taken = [fighter.space for fighter in view.fighters]
    start = view.fighters[me].space
    for walk in view.fighters[me].hand if view.actions > 1 and start >= 0 else ():
        for space, _ in between(ground(view.arena), start, taken, (), VALUE[walk]):
            yield from _knocking(view, me, foe, space, walk)


def _soonest(knock: Knock) -> tuple[float, int, int]:
    """The likeliest first, then what takes the lowest cards."""
    chance, card, _, walk = knock
    return chance, -VALUE[walk] if walk >= 0 else 0, -VALUE[card] if card >= 0 else 0


def _deck(view: View, me: int) -> Iterator[str]:
    """A draw that hurts, or worse, is the next one, or the one after that (BH12)."""
    mine = view.fighters[me]
    left = len(mine.deck)
    if view.seat != me or left > DRAWN or not mine.discards:
        return
    cost = f"knocks you {_over(view, me)}" if mine.damage == RED else "costs you one damage"
    if not left:
        yield f"Your deck is empty: the next card you draw {cost}."
    else:
        last = f"the next {left} cards" if left > 1 else "the next card"
        yield f"Your deck runs out with {last} you draw: one more {cost}."


def _better(value: int) -> str:
    return "or better " if value < 5 else ""


def _over(view: View, seat: int) -> str:
    return "out of the match" if view.fighters[seat].kos <= 1 else "out"
