"""Where a card may go, and why it may not."""

from collections.abc import Sequence
from typing import Protocol

from rules.brawl.content.cards import (
    BASE,
    BLOCK,
    CLEAR,
    COLOURS,
    COUNTS,
    DODGE,
    FREEZE,
    HIT2,
    KINDS,
    LEFT,
    MIDDLE,
    NAMES,
    NONE,
    ON_MIDDLE,
    ON_SIDE,
    PRESS,
    REVERSE,
    RIGHT,
    ROW,
    WHOLE,
)
from rules.engine.errors import Refused

ENDS = [(ROW, LEFT), (ROW, RIGHT)]


class Lain(Protocol):
    """A Base with what lies on it, in play or in a view of it."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def sides(self) -> Sequence[Sequence[int]]:
        """The cards on each side, from the bottom up."""

    @property
    def middle(self) -> Sequence[int]:
        """The cards in its middle, from the bottom up."""

    @property
    def frozen(self) -> bool:
        """Whether nothing more happens to it."""


def places(row: Sequence[Lain], card: int) -> list[tuple[int, int]]:
    """The places of a card, each as Base and spot, from left to right."""
    if card < PRESS or card == DODGE:
        return _on_sides(row, card)
    if card == BASE:
        return ENDS if len(row) < 3 else []  # BR10
    if card == CLEAR:
        return _clearable(row)
    found = _on_sides(row, card) if card == PRESS else []
    fits = ON_MIDDLE[card]
    for base in row:
        if not base.frozen and fits[base.middle[-1] if base.middle else NONE]:
            found.append((base.id, MIDDLE))
    return found


def _on_sides(row: Sequence[Lain], card: int) -> list[tuple[int, int]]:
    fits = ON_SIDE[card]
    found = []
    for base in row:
        if not base.frozen:
            mine, theirs = base.sides
            if fits[mine[-1] if mine else NONE]:
                found.append((base.id, 0))
            if fits[theirs[-1] if theirs else NONE]:
                found.append((base.id, 1))
    return found


def _clearable(row: Sequence[Lain]) -> list[tuple[int, int]]:
    """Never the only Base, never the middle one of three, never a frozen one."""  # BR15
    if len(row) < 2:
        return []
    return [(base.id, WHOLE) for base in (row[0], row[-1]) if not base.frozen]


# -- why not


def why_not(row: Sequence[Lain], bases: int, card: int, at: int, spot: int) -> Refused:
    """Why a card may not go to a place."""
    if not 0 <= card < KINDS:
        return Refused("BR4", "There is no such card.")
    if card == BASE:
        if spot in (LEFT, RIGHT) and at == ROW:
            return Refused("BR10", "Three Bases are in play already.")
        return Refused("BR10", "A Base goes to the left or right end of the row.")
    if at == ROW and spot in (LEFT, RIGHT):
        return Refused("BR10", f"Only a Base goes to an end of the row, no {NAMES[card]}.")
    base = next((base for base in row if base.id == at), None)
    if base is None:
        if 0 <= at < bases:
            return Refused("BR15", "That Base has been cleared away.")
        return Refused("BR11", "There is no such Base.")
    if base.frozen:
        return Refused("BR16", "That Base is frozen: nothing more happens to it.")
    if card == CLEAR:
        return _no_clear(row, spot)
    if spot == MIDDLE:
        return _not_in_the_middle(base, card)
    if spot in (0, 1):
        return _not_on_a_side(base.sides[spot], card)
    return Refused(_RULES[card], f"A {NAMES[card]} does not go there.")


def nowhere(card: int) -> str:
    """Why a card that fits nowhere does not, in a few words."""
    colour = COLOURS[card % 3]
    if card < HIT2:
        return f"there is no bare side and no open {colour} Hit, Press or Dodge"
    if card < PRESS:
        return f"there is no open {colour} Hit"
    return {
        PRESS: "there is no open Block, Dodge or Reverse",
        DODGE: "there is no open Hit",
        CLEAR: "no Base can be cleared",
        BASE: "three Bases are in play",
    }.get(card, "every Base is frozen")


def _no_clear(row: Sequence[Lain], spot: int) -> Refused:
    if spot != WHOLE:
        return Refused("BR15", "A Clear takes a whole Base.")
    if len(row) == 1:
        return Refused("BR15", "The only Base cannot be cleared.")
    return Refused("BR15", "The middle one of three Bases cannot be cleared.")


def _not_in_the_middle(base: Lain, card: int) -> Refused:
    if card == PRESS:
        return Refused("BR24", "In the middle of a Base, a Press goes on a Reverse alone.")
    if card in (FREEZE, REVERSE):
        return Refused(_RULES[card], f"A {NAMES[card]} cannot lie on what is there.")
    return Refused(_RULES[card], f"A {NAMES[card]} goes on a side of a Base, not in its middle.")


def _not_on_a_side(stack: Sequence[int], card: int) -> Refused:
    if card in (FREEZE, REVERSE):
        return Refused(_RULES[card], f"A {NAMES[card]} goes in the middle of a Base.")
    top = f"a {NAMES[stack[-1]]}" if stack else "a bare Base"
    on = stack[-1] if stack else NONE
    if on == DODGE:
        return Refused("BR19", f"On a Dodge goes a Hit of any colour or a Press, no {NAMES[card]}.")
    if on == PRESS:
        rule = "BR14" if card == PRESS else "BR20"
        return Refused(rule, f"On a Press goes a Hit of any colour, no {NAMES[card]}.")
    if BLOCK <= on < PRESS:
        return Refused("BR13", f"Nothing but a Press goes on a Block; {top} lies there.")
    if card == PRESS:
        return Refused("BR14", f"A Press goes on a Block, a Dodge or a Reverse, not on {top}.")
    if card == DODGE:
        return Refused("BR17", f"A Dodge goes on a Hit or Hit-2, not on {top}.")
    colour = COLOURS[card % 3]
    return Refused(_RULES[card], f"A {NAMES[card]} needs {colour} below it; {top} lies there.")


def _rule(card: int) -> str:
    if COUNTS[card]:
        return "BR12" if card >= HIT2 else "BR11"
    named = {PRESS: "BR14", DODGE: "BR17", REVERSE: "BR21", FREEZE: "BR16", CLEAR: "BR15"}
    return named.get(card, "BR10" if card == BASE else "BR13")


_RULES = [_rule(card) for card in range(KINDS)]
