"""The card without which a bout would have ended otherwise."""

from collections.abc import Iterator

from rules.brawl.play.score import holder
from rules.brawl.view import BaseView, BrawlView

PLAYED_OUT = ("frozen", "done")


def turning(view: BrawlView) -> tuple[int, BaseView, tuple[int, int]] | None:
    """A card without which the winner would not have won, its Base, and the score without it.

    All else is taken as it lies; of several such cards a trick is named before a Hit.
    """
    if view.outcome is None or view.outcome.reason not in PLAYED_OUT:
        return None
    won = [sum(base.holder == seat for base in view.row) for seat in (0, 1)]
    if won[0] == won[1]:
        return None
    ahead = int(won[1] > won[0])
    found = []
    for base in view.row:
        for card, held in _without(base):
            if base.holder == ahead and held != ahead:
                score = (won[ahead] - 1, won[1 - ahead] + 1)
                if score[0] <= score[1]:
                    found.append((card, base, score))
    return max(found, key=lambda one: one[0], default=None)  # tricks have higher numbers


def _without(base: BaseView) -> Iterator[tuple[int, int]]:
    """Each card of a Base, and whom the Base would go to without it."""
    stacks = [*base.sides, base.middle]
    for at, stack in enumerate(stacks):
        for place, card in enumerate(stack):
            rest = [*stacks[:at], (*stack[:place], *stack[place + 1 :]), *stacks[at + 1 :]]
            yield card, holder(base.owner, rest[:2], rest[2])
