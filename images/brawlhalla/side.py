"""Beside the arena: everybody's plate, the attack that is going on, one's own hand."""

from collections.abc import Sequence
from typing import NamedTuple

from images.brawlhalla.exchange import draw_exchange, height_of
from images.brawlhalla.fighters import LINES, draw_fighter, needed, plate_height
from images.brawlhalla.hand import SLIPS, draw_hand
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.screen import HEIGHT, WIDTH
from rules.brawlhalla.view import View

SIDE = Box(758, 92, WIDTH - 10, HEIGHT - 8)
GAP = 4
TALL, PLAIN, TIGHT = SLIPS
# Lines of a plate and the height of a card by name, the best first.
CHOICES = (
    *((lines, TALL) for lines in range(LINES, 0, -1)),
    *((lines, PLAIN) for lines in range(LINES, 0, -1)),
    (1, TIGHT),
    (0, PLAIN),
    (0, TIGHT),
)


class Layout(NamedTuple):
    """Whose plates are shown, how many lines each has, and how high a card of the hand is."""

    seats: list[int]
    lines: int
    slip: int


def draw_side(
    canvas: Canvas, box: Box, view: View, golden: set[int], names: Sequence[str] = ()
) -> None:
    """Plates from the top, then the attack, then one's own hand."""
    hand = own_hand(view)
    seats, lines, slip = layout(view, box.height, names)
    y = box.top
    for seat in seats:
        plate = at(box.left, y, box.width, plate_height(lines))
        y += draw_fighter(canvas, plate, view, seat, lines, names) + GAP
    if height_of(view):
        draw_exchange(canvas, at(box.left, y, box.width, height_of(view)), view)
        y += height_of(view) + GAP
    plain = view.mode == "discovery"
    draw_hand(canvas, box._replace(top=y), hand, golden, slip, plain=plain)


def own_hand(view: View) -> Sequence[int]:
    """What the viewer holds; in the end all hands are told."""
    if view.player is None or view.outcome is not None:
        return ()
    return view.fighters[view.player].hand


def layout(view: View, room: int, names: Sequence[str] = ()) -> Layout:
    """As much as fits; beside a hand, an attack shows only the two it is between."""
    cards, seats = len(own_hand(view)), list(range(len(view.fighters)))
    if view.clash is not None and cards and view.outcome is None:
        seats = [view.clash.seat, view.clash.target]
    attack = height_of(view) + GAP if height_of(view) else 0
    for lines, slip in CHOICES:
        plates = sum(needed(view, seat, lines, names) + GAP for seat in seats)
        if plates + attack + cards * slip <= room:
            return Layout(seats, lines, slip)
    return Layout(seats, 0, (room - attack - len(seats) * (plate_height(0) + GAP)) // cards)
