"""The row of Bases: both sides' strings, and what lies in the middle of each Base."""

from collections.abc import Sequence

from PIL import Image

from images.brawl import look
from images.brawl.slip import chip, slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import STRONG, Style, write
from images.kit.theme import GOLD, INK, QUIET, SKY
from images.kit.tokens import outline
from rules.brawl.content.cards import LEFT, MIDDLE, RIGHT, ROW, WHOLE, base_name
from rules.brawl.view import BaseView

COLUMN, GAP = 340, 12
BASE = 92  # a Base's height
BAND = 38  # what is seen of each card
LETTER = Style("serif", 800, 46, READ)
HITS = Style("serif", 800, 40, READ)
WORDS = STRONG.sized(READ, READ)


def columns(count: int, box: Box) -> list[Box]:
    """Where the Bases lie, in the middle of a box."""
    left = box.left + (box.width - count * COLUMN - (count - 1) * GAP) // 2
    return [at(left + i * (COLUMN + GAP), box.top, COLUMN, box.height) for i in range(count)]


def draw_base(
    canvas: Canvas, box: Box, row: Box, base: BaseView, names: Sequence[str], aimed: set[int]
) -> None:
    """A Base with its strings; `box` is that of the Base itself, `aimed` the spots to rim."""
    rooms = (
        Box(box.left, box.bottom + 4, box.right, row.bottom - 4),
        Box(box.left, row.top + 4, box.right, box.top - 4),
    )
    for seat, room in enumerate(rooms):
        if seat in aimed:
            canvas.panel(room, look.GROUNDS[seat], 12, GOLD)
        if base.sides[seat]:
            _draw_string(canvas, room.inset(5), base.sides[seat], upward=seat == 1)
        else:
            line = at(room.left, room.centre[1] - 20, room.width, 40)
            canvas.write(line.inset(8, 0), f"{names[seat]}’s side", WORDS, QUIET, lines=1)
    _draw_middle(canvas, box, base)
    if aimed & {MIDDLE, WHOLE}:
        canvas.draw.rounded_rectangle(
            (box.left, box.top, box.right - 1, box.bottom - 1), 16, outline=GOLD, width=6
        )


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


def _draw_string(canvas: Canvas, box: Box, cards: Sequence[int], *, upward: bool) -> None:
    """Cards from the Base outwards, in two lines where they are many; the oldest are counted."""
    room = box.height // BAND
    lines = 1 if len(cards) <= room else 2
    width = box.width if lines == 1 else (box.width - 6) // 2
    hidden = max(0, len(cards) - lines * room)
    if hidden:
        hidden += 1  # their place is taken by the count
    shown = list(cards[hidden:])
    for number in range(len(shown) + bool(hidden)):
        line, place = divmod(number, room)
        x = box.left + line * (width + 6)
        y = box.bottom - (place + 1) * BAND if upward else box.top + place * BAND
        if hidden and number == 0:
            spot = at(x, y, width, BAND - 2)
            canvas.write(spot, f"{hidden} below", WORDS, QUIET)
            continue
        card = shown[number - bool(hidden)]
        last = number == len(shown) + bool(hidden) - 1
        canvas.put(slip(card, width, BAND - 2, last=last), x, y)


# -- the Base itself


def _draw_middle(canvas: Canvas, box: Box, base: BaseView) -> None:
    canvas.put(_ground(base.owner, base.frozen, base_name(base.id).split()[-1]), box.left, box.top)
    _draw_hits(canvas, box, base)
    inner = Box(box.left + 86, box.top + 6, box.right - 88, box.bottom - 6)
    said = "backwards" if base.backwards else "frozen" if base.frozen else ""
    if said:
        inner, line = inner.cut_top(inner.height - 36)
        canvas.write(line, said, WORDS, INK)
    if base.middle:
        _draw_chips(canvas, inner, base.middle)


def _draw_chips(canvas: Canvas, box: Box, cards: Sequence[int]) -> None:
    size = min(56, box.height)
    step = size + 6
    if len(cards) > 1:
        step = min(step, (box.width - size) // (len(cards) - 1))
    x = box.left + (box.width - size - step * (len(cards) - 1)) // 2
    for card in cards:
        canvas.put(chip(card, size), x, box.centre[1] - size // 2)
        x += step


def _draw_hits(canvas: Canvas, box: Box, base: BaseView) -> None:
    """The hits on either side; whoever would win the Base now has a crown."""
    half = BASE // 2
    for seat, top in ((1, box.top + 4), (0, box.top + half + 1)):
        picture = _hits(seat, base.hits[seat], base.holder == seat)
        canvas.put(picture, box.right - 86, top)


@sprite(keep=64)
def _ground(owner: int, frozen: bool, letter: str) -> Image.Image:
    team = look.TEAMS[owner]
    pen = Pen(COLUMN, BASE)
    pen.block(0, 0, COLUMN - 0.25, BASE - 0.25, SKY if frozen else team.fill, 16)
    pen.block(5, 5, COLUMN - 5.25, BASE - 5.25, look.ICE if frozen else team.pale, 12)
    shape = pen.frame(12, (BASE - 68) / 2, 1)
    outline(shape, team.shape, 0, 68, 68, team.deep)
    outline(shape, team.shape, 4, 68, 68, team.fill)
    picture = pen.done()
    write(picture, at(14, (BASE - 62) // 2, 64, 62), letter, LETTER, team.ink)
    return picture


@sprite(keep=64)
def _hits(seat: int, hits: int, holds: bool) -> Image.Image:
    team = look.TEAMS[seat]
    width, height = 80, BASE // 2 - 5
    pen = Pen(width, height)
    outline(pen, team.shape, 0, width, height, INK)
    ground = GOLD if holds else team.pale
    outline(pen, team.shape, 3, width, height, ground)
    picture = pen.done()
    box = at(0, 0, width, height)
    if holds:
        crown = mark_sprite("crown", 28, INK, GOLD)
        picture.alpha_composite(crown, (8, (height - 28) // 2))
        box = box._replace(left=34)
    write(picture, box.inset(2), str(hits), HITS, INK)
    return picture
