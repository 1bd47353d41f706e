"""How good a position looks, and which acts are worth a try first."""

from collections.abc import Sequence
from math import exp, sqrt

from rules.brawl.content.cards import (
    BASE,
    BLOCK,
    CLEAR,
    DODGE,
    HIT2,
    MIDDLE,
    NONE,
    PRESS,
    REVERSE,
    RIGHT,
    WHOLE,
)
from rules.brawl.play.score import hits, is_reversed
from rules.brawl.state import Base, BrawlState, Discard, FromDiscard, Pause, PlayCard
from rules.engine.state import Option

STEEP = 0.55  # how surely a lead measured in likely changes wins a Base
USED = 0.4  # how much of what could still be laid on a side is laid there
OPEN = 1.1  # how much of a colour is still to be had where none has been begun
PRESSED = 0.3  # how likely each Press is to open a blocked side
DODGED = 0.6  # how likely each Dodge is to fall on one of the sides where it can
CLEARED = 0.15  # how likely each Clear is to fall on a Base at an end
SURE = 0.1  # how unsure a Base is that nothing more can happen to
LATER = 1.0  # how unsure the whole deck still to come makes it
TURNED = 2.0  # how much each Reverse makes a Base unsure


def worth(s: BrawlState, player: int) -> float:
    """The chance to win as the Bases lie and with the cards that are still to come."""
    if s.outcome is not None:
        winners = s.outcome.winners
        return 0.5 if not winners else float(player in winners)
    if not s.row:
        return 0.5  # the decks are being chosen
    seat = s.seats.index(player)
    return _chance(s.row, seat, _to_come(s))


def _to_come(s: BrawlState) -> list[list[int]]:
    """How many of each kind of card each seat can still bring."""
    to_come = []
    for fighter in s.fighters:
        counts = [0] * 15
        for card in fighter.deck:
            counts[card] += 1
        if fighter.held != NONE:
            counts[fighter.held] += 1
        if fighter.discard:
            counts[fighter.discard[-1]] += 1
        to_come.append(counts)
    return to_come


def _chance(row: list[Base], seat: int, to_come: list[list[int]]) -> float:
    """The chance that a seat wins more Bases than the other; a draw is half."""
    ahead = [1.0]  # the chance of each number of Bases won so far
    for base in row:
        p = _wins(base, seat, len(row), to_come)
        if len(row) > 1 and not base.frozen and (base is row[0] or base is row[-1]):
            p = _cleared(p, to_come[seat][CLEAR], to_come[1 - seat][CLEAR])
        ahead = [
            (ahead[n] * (1 - p) if n < len(ahead) else 0.0) + (ahead[n - 1] * p if n else 0.0)
            for n in range(len(ahead) + 1)
        ]
    most = len(row)
    chance = sum(p for n, p in enumerate(ahead) if 2 * n > most)
    if most % 2 == 0:
        chance += ahead[most // 2] / 2
    return chance


def _cleared(p: float, mine: int, theirs: int) -> float:
    """A Base that may be cleared away is less sure for whoever leads it."""
    risk = theirs if p > 0.5 else mine
    return 0.5 + (p - 0.5) * (1.0 - min(CLEARED * risk, 0.4))


def _wins(base: Base, seat: int, bases: int, to_come: list[list[int]]) -> float:
    """The chance that a Base goes to a seat."""
    sides = base.sides
    lead: float = hits(sides[seat]) - hits(sides[1 - seat])
    turned = is_reversed(base.middle)
    if turned:
        lead = -lead
    if base.frozen:
        return float(lead > 0 or (lead == 0 and base.owner == seat))
    lead += 0.5 if base.owner == seat else -0.5
    spread = SURE + LATER * (sum(to_come[0]) + sum(to_come[1])) / 68
    for side in (0, 1):
        by = 1 - side if turned else side  # who gains by hits on this side
        grows = _growth(sides[side], to_come[by], bases)
        falls = _fall(sides[side], to_come[1 - by], bases)
        lead += (grows - falls) if by == seat else (falls - grows)
        spread += grows + falls
    spread += min(2.0, TURNED * (to_come[0][REVERSE] + to_come[1][REVERSE]) / bases)
    return 1.0 / (1.0 + exp(-STEEP * lead / sqrt(spread)))


def _growth(stack: list[int], mine: list[int], bases: int) -> float:
    """The hits that a seat may still add to a side."""
    top = stack[-1] if stack else NONE
    if 0 <= top < BLOCK:
        colour = top % 3
        fitting: float = mine[colour] + 2 * mine[HIT2 + colour]
    else:
        fitting = OPEN * max(mine[0] + 2 * mine[3], mine[1] + 2 * mine[4], mine[2] + 2 * mine[5])
        if BLOCK <= top < PRESS:
            fitting *= min(0.8, PRESSED * mine[PRESS])
    return USED * fitting / (bases + 1)


def _fall(stack: list[int], theirs: list[int], bases: int) -> float:
    """The hits that the other may still take off a side by a Dodge."""
    if not theirs[DODGE] or not stack or stack[-1] >= BLOCK:
        return 0.0
    return min(0.8, DODGED * theirs[DODGE] / bases) * hits(stack)


# -- what to try first


def priors(s: BrawlState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
    """Acts by how the table looks after them; those that make it worse are left out."""
    if len(options) < 2 or not s.row:
        return options
    to_come = _to_come(s)
    now = least = _chance(s.row, seat, to_come)
    ranked: list[tuple[float, int, Option]] = []
    for at, option in enumerate(options):
        if isinstance(option, Pause):
            continue
        if isinstance(option, (PlayCard, FromDiscard)):
            after = _after(s, seat, option, to_come)
        elif isinstance(option, Discard):
            after = least = _without(s, seat, to_come)
        else:
            after = now
        ranked.append((-after, at, option))
    ranked.sort()
    return [option for value, _, option in ranked if -value >= least - SLACK] or options


SLACK = 0.02


def _without(s: BrawlState, seat: int, to_come: list[list[int]]) -> float:
    """How the table looks once the held card is discarded, and so most likely buried."""
    held = s.fighters[seat].held
    to_come[seat][held] -= 1
    chance = _chance(s.row, seat, to_come)
    to_come[seat][held] += 1
    return chance


def _after(
    s: BrawlState, seat: int, option: PlayCard | FromDiscard, to_come: list[list[int]]
) -> float:
    """How the table looks once a card lies at a place; the table itself is left as it is."""
    row, card, spot = s.row, option.card, option.spot
    mine = to_come[seat]
    mine[card] -= 1
    if card == BASE:
        new = Base(id=NONE, owner=seat, sides=[[], []])
        chance = _chance([*row, new] if spot == RIGHT else [new, *row], seat, to_come)
    elif spot == WHOLE:
        chance = _chance([base for base in row if base.id != option.base], seat, to_come)
    else:
        base = next(base for base in row if base.id == option.base)
        stack = base.middle if spot == MIDDLE else base.sides[spot]
        stack.append(card)
        frozen, base.frozen = base.frozen, spot == MIDDLE and card not in (PRESS, REVERSE)
        chance = _chance(row, seat, to_come)
        base.frozen = frozen
        stack.pop()
    mine[card] += 1
    return chance
