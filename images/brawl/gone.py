"""The trace of a Base that was cleared away, until whoever did not do it has seen that it is gone."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from images.brawl import look
from images.brawl.row import CARDS_IN, columns, draw_chips, draw_string, rooms_of
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.screen import READ
from images.kit.text import STRONG
from images.kit.theme import PAPER, QUIET
from rules.brawl.content.cards import LEFT, base_name
from rules.brawl.view import BrawlView, ClearedView

MOST = 3  # columns that a row has room for
NAME, WORDS = STRONG.sized(32, READ), STRONG.sized(READ, READ)
EDGE_IN = 8
CHIPS = 150  # as wide as what lay in the middle may be


class Traces(NamedTuple):
    """What is gone from the left end of the row, what from the right, and what has no room there."""

    left: Sequence[ClearedView]
    right: Sequence[ClearedView]
    told: Sequence[ClearedView]

    def columns(self, view: BrawlView, line: Box) -> tuple[list[Box], list[Box]]:
        """Where the Bases of the row lie, and what is gone from its ends, from left to right."""
        first, last = len(self.left), len(self.left) + len(view.row)
        boxes = columns(last + len(self.right), line)
        return boxes[first:last], boxes[:first] + boxes[last:]


def traces(view: BrawlView, *, ends: bool) -> Traces:
    """Where each Base is told of that is gone; where a Base can go to the ends, they are kept free.

    What the viewer has not done comes first; what they have is not told where it cannot be shown.
    """
    found = sorted(view.cleared, key=lambda gone: gone.seat == view.player)
    room = 0 if ends else MOST - len(view.row)
    shown, told = found[:room], [gone for gone in found[room:] if gone.seat != view.player]
    left = [gone for gone in shown if gone.spot == LEFT]
    return Traces(left, [gone for gone in shown if gone.spot != LEFT], told)


def draw_gone(canvas: Canvas, box: Box, row: Box, gone: ClearedView, lower: int, by: str) -> None:
    """A Base that is gone with what lay on it, faded, and who has done it."""
    every = tuple(len(side) for side in gone.base.sides)
    base = msgspec.structs.replace(gone.base, dodged=every)
    for seat, room in rooms_of(box, row, lower).items():
        inner = room.inset(CARDS_IN, 7)
        if base.sides[seat]:
            draw_string(canvas, inner, base, seat, upward=seat != lower, why="gone")
    canvas.panel(box, look.EMPTY, 16, look.TEAMS[base.owner].fill)
    upper, under = box.inset(EDGE_IN, EDGE_IN).cut_top((box.height - 2 * EDGE_IN) // 2)
    if base.middle:
        upper, chips = upper.cut_left(upper.width - CHIPS)
        draw_chips(canvas, chips, base.middle)
    canvas.write(upper, base_name(base.id), NAME, PAPER)
    canvas.write(under, by, WORDS, QUIET)
