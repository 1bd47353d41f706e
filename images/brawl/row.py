"""The row of Bases: both sides' strings, and what lies in the middle of each Base."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from images.brawl import look
from images.brawl.slip import chip, faded_slip, slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import STRONG, Style, write
from images.kit.theme import GOLD, INK, PAPER, QUIET, SKY
from images.kit.tokens import outline
from rules.brawl.content.cards import COUNTS, LEFT, MIDDLE, RIGHT, ROW, WHOLE, base_name
from rules.brawl.view import BaseView

COLUMN, GAP = 340, 12
BASE = 102  # a Base's height
BADGE = 84
HITS_WIDTH, HITS_HEIGHT = 88, 40
CARDS_IN = 5  # from a Base's edges: the longest words need all of the rest
BAND = 37  # what is seen of each card
LETTER = Style("serif", 800, 44, READ)
WORD = Style("sans", 600, READ, READ)
HITS = Style("serif", 800, 36, READ)
WORDS = STRONG.sized(READ, READ)


class Scene(NamedTuple):
    """From whose eyes the row is seen: the seat whose sides lie below, and what sides are called."""

    lower: int
    sides: tuple[str, str]


def columns(count: int, box: Box) -> list[Box]:
    """Where the Bases lie, in the middle of a box."""
    left = box.left + (box.width - count * COLUMN - (count - 1) * GAP) // 2
    return [at(left + i * (COLUMN + GAP), box.top, COLUMN, box.height) for i in range(count)]


def rooms_of(box: Box, row: Box, lower: int) -> dict[int, Box]:
    """Where the strings of either side of a Base lie, by seat."""
    return {
        lower: Box(box.left, box.bottom + 2, box.right, row.bottom - 2),
        1 - lower: Box(box.left, row.top + 2, box.right, box.top - 2),
    }


def draw_base(
    canvas: Canvas, box: Box, row: Box, base: BaseView, scene: Scene, aimed: set[int]
) -> None:
    """A Base with its strings; `box` is that of the Base itself, `aimed` the spots to rim."""
    rooms = rooms_of(box, row, scene.lower)
    for seat, room in rooms.items():
        if base.sides[seat]:
            draw_string(canvas, room.inset(CARDS_IN, 7), base, seat, upward=seat != scene.lower)
        else:
            line = at(room.left, room.centre[1] - 20, room.width, 40)
            canvas.write(line.inset(8, 0), scene.sides[seat], WORDS, QUIET, lines=1)
    _draw_middle(canvas, box, base, scene.lower)
    for seat in aimed & set(rooms):
        _draw_frame(canvas, rooms[seat])
    if aimed & {MIDDLE, WHOLE}:
        _draw_frame(canvas, box.inset(-5))


def _draw_frame(canvas: Canvas, box: Box) -> None:
    """A place that can be chosen: gold, and dark between it and what lies there."""
    for inset, wide, colour in ((0, 6, GOLD), (6, 3, INK)):
        edge = box.inset(inset)
        corners = edge.left, edge.top, edge.right - 1, edge.bottom - 1
        canvas.draw.rounded_rectangle(corners, 21 - inset, outline=colour, width=wide)


def draw_ends(canvas: Canvas, boxes: Sequence[Box], aimed: set[tuple[int, int]]) -> None:
    """Where a new Base could go: a golden plus beside the row."""
    for spot, box in ((LEFT, boxes[0]), (RIGHT, boxes[-1])) if boxes else ():
        if (ROW, spot) in aimed:
            x = box.left - 50 if spot == LEFT else box.right + 50
            y = box.centre[1]
            for wide, colour in ((18, INK), (10, GOLD)):
                canvas.draw.line((x - 26, y, x + 26, y), colour, wide)
                canvas.draw.line((x, y - 26, x, y + 26), colour, wide)


# -- strings


def draw_string(
    canvas: Canvas, box: Box, base: BaseView, seat: int, *, upward: bool, why: str = "dodged"
) -> None:
    """Cards from the Base outwards, the last one outermost; the oldest of many are counted.

    What does not count is faded, and says `why`.
    """
    cards, dead = base.sides[seat], base.dodged[seat]
    room = box.height // BAND
    hidden = len(cards) - room + 1 if len(cards) > room else 0  # the count takes a place, too
    for place in range(min(len(cards), room)):
        y = box.bottom - (place + 1) * BAND if upward else box.top + place * BAND
        number = hidden + place - bool(hidden)
        if hidden and place == 0:
            canvas.write(
                at(box.left, y, box.width, BAND - 2), _older(base, seat, hidden, why), WORDS, QUIET
            )
        elif number < dead:
            canvas.put(faded_slip(cards[number], box.width, BAND - 2, why), box.left, y)
        else:
            top = number == len(cards) - 1
            canvas.put(slip(cards[number], box.width, BAND - 2, top=top), box.left, y)


def _older(base: BaseView, seat: int, hidden: int, why: str) -> str:
    """The cards of a string that are not shown: how many they are, and what they count."""
    if hidden <= base.dodged[seat]:
        return f"{hidden} more · {why}"
    counted = sum(COUNTS[card] for card in base.sides[seat][base.dodged[seat] : hidden])
    return f"{hidden} more: {counted} hit{'s' * (counted != 1)}"


# -- the Base itself


def _draw_middle(canvas: Canvas, box: Box, base: BaseView, lower: int) -> None:
    canvas.put(_ground(base.owner, base.frozen, base_name(base.id).split()[-1]), box.left, box.top)
    _draw_hits(canvas, box, base, lower)
    inner = Box(box.left + BADGE + 18, box.top + 6, box.right - HITS_WIDTH - 14, box.bottom - 6)
    said = "reversed" if base.backwards else "frozen" if base.frozen else ""
    if said:
        inner, line = inner.cut_top(inner.height - 36)
        canvas.write(line, said, WORDS, INK)
    if base.middle:
        draw_chips(canvas, inner, base.middle)


def draw_chips(canvas: Canvas, box: Box, cards: Sequence[int]) -> None:
    size = min(56, box.height)
    step = size + 6
    if len(cards) > 1:
        step = min(step, (box.width - size) // (len(cards) - 1))
    x = box.left + (box.width - size - step * (len(cards) - 1)) // 2
    for card in cards:
        canvas.put(chip(card, size), x, box.centre[1] - size // 2)
        x += step


def _draw_hits(canvas: Canvas, box: Box, base: BaseView, lower: int) -> None:
    """The hits on either side; whoever would win the Base now has a crown."""
    for seat, top in ((1 - lower, box.top + 8), (lower, box.bottom - 8 - HITS_HEIGHT)):
        picture = _hits(seat, base.hits[seat], base.holder == seat)
        canvas.put(picture, box.right - HITS_WIDTH - 8, top)


@sprite(keep=64)
def _ground(owner: int, frozen: bool, letter: str) -> Image.Image:
    team = look.TEAMS[owner]
    pen = Pen(COLUMN, BASE)
    pen.block(0, 0, COLUMN - 0.25, BASE - 0.25, SKY if frozen else team.fill, 16)
    pen.block(5, 5, COLUMN - 5.25, BASE - 5.25, look.ICE if frozen else team.pale, 12)
    shape = pen.frame(10, 10, 1)
    outline(shape, team.shape, 0, BADGE, BASE - 20, team.deep)
    outline(shape, team.shape, 4, BADGE, BASE - 20, team.fill)
    picture = pen.done()
    write(picture, at(14, 14, BADGE - 8, 30), "Base", WORD, team.ink)
    write(picture, at(14, 42, BADGE - 8, BASE - 56), letter, LETTER, team.ink)
    return picture


@sprite(keep=64)
def _hits(seat: int, hits: int, holds: bool) -> Image.Image:
    team = look.TEAMS[seat]
    width, height = HITS_WIDTH, HITS_HEIGHT
    pen = Pen(width, height)
    outline(pen, team.shape, 0, width, height, INK)
    ground, ink = (team.deep, PAPER) if holds else (team.pale, INK)
    outline(pen, team.shape, 3, width, height, ground)
    picture = pen.done()
    box = at(0, 0, width, height)
    if holds:
        crown = mark_sprite("crown", 28, ink, ground)
        picture.alpha_composite(crown, (9, (height - 28) // 2))
        box = box._replace(left=38)
    write(picture, box.inset(2), str(hits), HITS, ink)
    return picture
