"""What a sensible fighter does at a glance, so that a search plays on by sense and not by dice."""

from collections.abc import Sequence

from rules.brawl.content.cards import BASE, BLOCK, COUNTS, DODGE, FREEZE, MIDDLE, PRESS, WHOLE
from rules.brawl.play.score import hits, is_reversed
from rules.brawl.state import Base, BrawlState, Flip, FromDiscard, Pause, PlayCard, Ready
from rules.engine.state import Option

WHIM = 0.1  # how often anything is done


def guess(s: BrawlState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """The act that changes most for the better, now and then any."""
    if len(options) == 1 or luck < WHIM:
        return options[int(luck / WHIM * len(options)) % len(options)]
    best, highest = options[0], -9.0
    for option in options:
        if isinstance(option, (PlayCard, FromDiscard)):
            gain = _gain(s, seat, option)
        elif isinstance(option, (Flip, Ready)):
            gain = 0.5
        else:
            gain = -8.0 if isinstance(option, Pause) else 0.0
        if gain > highest:
            best, highest = option, gain
    return best


def _gain(s: BrawlState, seat: int, option: PlayCard | FromDiscard) -> float:
    """How much better a card makes its Base, in hits."""
    card, spot = option.card, option.spot
    if card == BASE:
        return 1.0
    base = next(base for base in s.row if base.id == option.base)
    backwards = is_reversed(base.middle)
    if spot in (MIDDLE, WHOLE):
        return _of_the_whole(base, seat, card, backwards)
    good = 1.0 if (spot == seat) != backwards else -1.0  # whether hits there are wanted
    stack = base.sides[spot]
    if card < BLOCK:
        return good * COUNTS[card]
    if card == DODGE:
        return -good * hits(stack)
    if card < PRESS:
        return -0.3 * good * len(stack)
    return good * (hits([*stack, PRESS]) if stack[-1] == DODGE else 0.6)


def _of_the_whole(base: Base, seat: int, card: int, backwards: bool) -> float:
    """What it is worth to freeze, turn or clear a Base: the opposite of what the lead is."""
    lead: float = hits(base.sides[seat]) - hits(base.sides[1 - seat])
    if backwards:
        lead = -lead
    if card == FREEZE:
        return 1.5 if (lead or (base.owner == seat) - 0.5) > 0 else -1.0
    if card == PRESS and not backwards:
        return -0.1
    return -lead + (0.3 if base.owner != seat and not lead else 0.0)
