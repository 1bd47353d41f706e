"""The row of Bases: both sides' strings fanned, and what lies in the middle of each Base."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from images.brawl import look
from images.brawl.slip import chip, slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.text import BODY, STRONG, Style, write
from images.kit.theme import GOLD, INK, QUIET, SKY
from images.kit.tokens import outline
from rules.brawl.content.cards import base_name
from rules.brawl.view import BaseView

COLUMN, GAP = 308, 16
BASE = 118  # a Base's height
BODY_HEIGHT = 42  # what is seen of the last card of a string below its band
LINE = 12  # cards that lie in one line; more make a second
STEPS = ((4, 46), (6, 46), (8, 42), (10, 38), (LINE, 36))  # cards, and pixels of each band
LETTER = Style("serif", 800, 46, 24)
HITS = Style("serif", 800, 40, 28)


class Fan(NamedTuple):
    """How the strings of a side lie: how many cards a line has room for, and a band's height."""

    room: int
    band: int

    @property
    def height(self) -> int:
        """What they need, with a little air."""
        return self.room * self.band + BODY_HEIGHT + 22


def fan(row: Sequence[BaseView], seat: int) -> Fan:
    """The fan in which every card on a side can be read."""
    longest = max((_line(base.sides[seat]) for base in row), default=0)
    for room, band in STEPS:
        if longest <= room:
            return Fan(room, band)
    return Fan(longest, STEPS[-1][1])


def _line(cards: Sequence[int]) -> int:
    """How many cards of a string lie in one line: a long string makes two."""
    return len(cards) if len(cards) <= LINE else max(LINE, -(-len(cards) // 2))


def columns(count: int, box: Box) -> list[Box]:
    """Where the Bases lie, in the middle of a box."""
    left = box.left + (box.width - count * COLUMN - (count - 1) * GAP) // 2
    return [at(left + i * (COLUMN + GAP), box.top, COLUMN, box.height) for i in range(count)]


def draw_base(
    canvas: Canvas, box: Box, base: BaseView, fans: Sequence[Fan], names: Sequence[str]
) -> None:
    """A Base in its column; its box is that of the Base itself."""
    for seat in (0, 1):
        if base.sides[seat]:
            _draw_string(canvas, box, base.sides[seat], fans[seat], upward=seat == 1)
        else:
            _draw_bare(canvas, box, names[seat], upward=seat == 1)
    _draw_middle(canvas, box, base)


# -- strings


def _draw_string(canvas: Canvas, box: Box, cards: Sequence[int], fan: Fan, *, upward: bool) -> None:
    line = _line(cards)
    width = COLUMN - 12 if line == len(cards) else COLUMN // 2 - 9
    for number, card in enumerate(cards):
        second, place = divmod(number, line)
        sprite = slip(card, width, fan.band, BODY_HEIGHT, upward=upward)
        x = box.left + 6 + second * (width + 6)
        y = box.bottom + 6 + place * fan.band
        if upward:
            y = box.top - 6 - place * fan.band - fan.band - BODY_HEIGHT
        canvas.put_lifted(sprite, x, y)


def _draw_bare(canvas: Canvas, box: Box, name: str, *, upward: bool) -> None:
    y = box.top - 52 if upward else box.bottom + 8
    canvas.write(at(box.left + 10, y, box.width - 20, 44), f"{name}’s side", BODY.sized(26), QUIET)


# -- the Base itself


def _draw_middle(canvas: Canvas, box: Box, base: BaseView) -> None:
    canvas.put(_ground(base.owner, base.frozen, base_name(base.id).split()[-1]), box.left, box.top)
    _draw_hits(canvas, box, base)
    inner = Box(box.left + 88, box.top + 10, box.right - 92, box.bottom - 10)
    said = "backwards" if base.backwards else "frozen" if base.frozen else ""
    if said:
        line = inner._replace(top=inner.bottom - 34)
        inner = inner._replace(bottom=line.top)
        canvas.write(line, said, STRONG.sized(25, 22), INK)
    if base.middle:
        _draw_chips(canvas, inner, base.middle)


def _draw_chips(canvas: Canvas, box: Box, cards: Sequence[int]) -> None:
    size = 56 if len(cards) < 3 else 46
    step = size + 6
    if len(cards) > 1:
        step = min(step, (box.width - size) // (len(cards) - 1))
    x = box.left + (box.width - size - step * (len(cards) - 1)) // 2
    for card in cards:
        canvas.put(chip(card, size), x, box.centre[1] - size // 2)
        x += step


def _draw_hits(canvas: Canvas, box: Box, base: BaseView) -> None:
    """The hits on either side; who would win the Base now has a crown."""
    for seat in (0, 1):
        plate = Box(box.right - 88, box.top + 10, box.right - 10, box.centre[1] - 3)
        if seat == 0:
            plate = plate._replace(top=box.centre[1] + 3, bottom=box.bottom - 10)
        canvas.put(_hits(seat, base.hits[seat], base.holder == seat), plate.left, plate.top)


@sprite(keep=64)
def _ground(owner: int, frozen: bool, letter: str) -> Image.Image:
    team = look.TEAMS[owner]
    pen = Pen(COLUMN, BASE)
    pen.block(0, 0, COLUMN - 0.25, BASE - 0.25, SKY if frozen else team.fill, 16)
    pen.block(5, 5, COLUMN - 5.25, BASE - 5.25, look.ICE if frozen else team.pale, 12)
    shape = pen.frame(14, (BASE - 70) / 2, 1)
    outline(shape, team.shape, 0, 70, 70, team.deep)
    outline(shape, team.shape, 4, 70, 70, team.fill)
    picture = pen.done()
    write(picture, at(18, (BASE - 62) // 2, 62, 62), letter, LETTER, team.ink)
    return picture


@sprite(keep=64)
def _hits(seat: int, hits: int, holds: bool) -> Image.Image:
    team = look.TEAMS[seat]
    width, height = 78, BASE // 2 - 13
    pen = Pen(width, height)
    outline(pen, team.shape, 0, width, height, INK)
    ground = GOLD if holds else team.pale
    outline(pen, team.shape, 3, width, height, ground)
    picture = pen.done()
    box = at(0, 0, width, height)
    if holds:
        crown = mark_sprite("crown", 26, INK, GOLD)
        picture.alpha_composite(crown, (8, (height - 26) // 2))
        box = box._replace(left=32)
    write(picture, box.inset(2), str(hits), HITS, INK)
    return picture
