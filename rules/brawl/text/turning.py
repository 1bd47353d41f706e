"""The card that put the winner of a bout ahead for good."""

from collections.abc import Sequence

from rules.brawl.play.score import holder
from rules.brawl.state import BrawlState, Played
from rules.engine.state import Moment
from rules.engine.turning import for_good


def turning(winner: int, passed: Sequence[Moment]) -> tuple[Played, int, tuple[int, int]] | None:
    """The card after which the winner always held more Bases, the cards left in both decks then,
    and the Bases that winner and loser held.
    """
    at = for_good(passed, lambda s: _bases(s, winner) > _bases(s, 1 - winner))
    s: BrawlState = passed[at].state
    left = sum(len(fighter.deck) for fighter in s.fighters)
    for event in passed[at].events:
        if at and isinstance(event, Played):
            return event, left, (_bases(s, winner), _bases(s, 1 - winner))
    return None


def _bases(s: BrawlState, seat: int) -> int:
    return sum(holder(base.owner, base.sides, base.middle) == seat for base in s.row)
