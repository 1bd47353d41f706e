"""The Battle Zone: foes with their wounds, what they cost, specials' abilities, upgrades."""

from collections import Counter
from typing import NamedTuple

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.chips import chip, flow, length, times
from images.bro_brawl.words import markup, toll
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, lifted, sprite
from images.kit.text import BODY, HEADING, STRONG, Style, write
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RED, readable
from rules.bro_brawl.content.cards import BROS, SPECIAL, SPECIALS, UPGRADE, WORTH
from rules.bro_brawl.content.names import foe
from rules.bro_brawl.view import FoeView, View

TITLE = 84
STRIP = 52  # a special's ability
SALE = 62  # a line of upgrades
VALUE = Style("serif", 800, 44, 20)
TOLL = Style("serif", 800, 50, 30)


class Grid(NamedTuple):
    """How the foes stand: how many in a row, and a card's size."""

    columns: int
    width: int
    height: int
    name: int  # the height of a name: specials' own take two lines where there is little room

    @property
    def cell(self) -> int:
        """The height of a foe with hearts and name."""
        return self.height + 38 + self.name + 10


ROOMY, DENSE = Grid(5, 112, 144, 32), Grid(7, 90, 114, 32)


def _grid(view: View) -> Grid:
    if len(view.zone) <= ROOMY.columns * 2:
        return ROOMY
    return DENSE._replace(name=52) if any(f.card in SPECIALS for f in view.zone) else DENSE


def zone_height(view: View) -> int:
    """The height that the Battle Zone needs."""
    grid = _grid(view)
    rows = -(-len(view.zone) // grid.columns)
    specials = sum(f.card in SPECIALS for f in view.zone)
    sale = 40 + SALE if view.shop else 0
    return TITLE + (rows * grid.cell or 110) + specials * STRIP + sale + 12


def draw_zone(canvas: Canvas, box: Box, view: View) -> None:
    """All that stands against the bros, and what can be bought."""
    canvas.panel(box, look.ZONE, 16)
    _draw_toll(canvas, box, view)
    y = _draw_foes(canvas, box._replace(top=box.top + TITLE), view)
    for f in view.zone:
        if f.card in SPECIALS:
            _draw_ability(canvas, at(box.left + 16, y, box.width - 32, STRIP - 8), f)
            y += STRIP
    if view.shop:
        _draw_sale(canvas, Box(box.left + 20, y, box.right - 20, box.bottom), view)


# -- what they cost


def _draw_toll(canvas: Canvas, box: Box, view: View) -> None:
    line = Box(box.left + 20, box.top + 10, box.right - 20, box.top + TITLE - 6)
    upper, lower = line.cut_top(36)
    canvas.write(upper, f"Battle Zone · strength {view.strength}", HEADING.sized(30), PAPER, "left")
    canvas.write(lower, toll(view), BODY.sized(24, 20), QUIET, "left")
    if view.outcome is not None or view.phase == "between":
        return
    bro = view.bros[view.seat]
    plate = Box(line.right - 320, line.top, line.right, line.bottom)
    canvas.panel(plate, PAPER, 14, RED if bro.danger else EDGE)
    if bro.life <= 0:
        canvas.write(plate.inset(12, 4), "A ghost takes no damage", STRONG.sized(24), INK)
        return
    words = f"{BROS[view.seat]} takes"
    canvas.centre(mark_sprite("boom", 46, RED, PAPER), plate.left + 36, plate.centre[1])
    canvas.write(
        Box(plate.left + 66, plate.top, plate.right - 76, plate.bottom),
        words,
        STRONG.sized(26),
        INK,
    )
    canvas.write(
        Box(plate.right - 76, plate.top, plate.right - 12, plate.bottom), str(bro.danger), TOLL, INK
    )


# -- foes


def _draw_foes(canvas: Canvas, box: Box, view: View) -> int:
    if not view.zone:
        line = at(box.left, box.top, box.width, 90)
        canvas.write(line, "No foe in sight", HEADING.sized(34), QUIET)
        return box.top + 110
    grid = _grid(view)
    for first in range(0, len(view.zone), grid.columns):
        row = view.zone[first : first + grid.columns]
        top = box.top + first // grid.columns * grid.cell
        width = (box.width - 20) // grid.columns
        line = at(box.left + (box.width - width * len(row)) // 2, top, width * len(row), grid.cell)
        for f, cell in zip(row, line.columns(len(row)), strict=True):
            _draw_foe(canvas, cell, grid, f)
    return box.top + -(-len(view.zone) // grid.columns) * grid.cell


def _draw_foe(canvas: Canvas, box: Box, grid: Grid, f: FoeView) -> None:
    picture = foe_card(f.card, grid.width, grid.height)
    if f.stunned:
        picture = picture.transpose(Image.Transpose.ROTATE_270)
    x, y = box.centre[0], box.top + grid.height // 2 + 2
    canvas.centre(picture, x, y)
    state = "stunned" if f.stunned else "diverted" if f.diverted else ""
    if state:
        word = _state(state)
        canvas.centre(word, x, box.top + grid.height - word.height // 2)
    canvas.centre(_hearts(WORTH[f.card], f.wounds), x, box.top + grid.height + 22)
    line = at(box.left + 4, box.top + grid.height + 37, box.width - 8, grid.name)
    canvas.write(line, foe(f.card), STRONG.sized(25, 17), PAPER, valign="top", lines=2)


@sprite(keep=128)
def foe_card(card: int, width: int, height: int) -> Image.Image:
    """A foe's card: its strength above its mark; put its middle where it stands."""
    face = look.face_of(card)
    pen = Pen(width, height)
    band = round(height * 0.3)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, 12)
    pen.block(4, 4, width - 4.25, height - 4.25, face.pale, 9)
    pen.block(4, 4, width - 4.25, band, face.colour, 9)
    pen.block(4, band - 12, width - 4.25, band, face.colour)
    size = min(width, height - band) * 0.8
    put_mark(pen, face.mark, width / 2, (band + height - 4) / 2, size, INK, face.pale)
    picture = pen.done()
    value = at(4, 4, width - 8, band - 4)
    write(picture, value, str(WORTH[card]), VALUE.sized(round(band * 0.86)), readable(face.colour))
    return lifted(picture)


@sprite(keep=64)
def _hearts(count: int, wounds: int) -> Image.Image:
    pen = Pen(25 * count, 26)
    for number in range(count):
        x = 25 * number + 12.5
        if number < count - wounds:
            put_mark(pen, "heart", x, 13, 22, PAPER, look.ZONE)
        else:
            put_mark(pen, "fallen", x, 13, 18, look.LOST, look.ZONE)
    return pen.done()


@sprite(keep=8)
def _state(word: str) -> Image.Image:
    pen = Pen(110, 30)
    pen.block(0, 0, 109.75, 29.75, INK, 10)
    pen.block(2, 2, 107.75, 27.75, GOLD, 8)
    picture = pen.done()
    write(picture, at(4, 2, 102, 26), word, STRONG.sized(21), INK)
    return picture


# -- specials and upgrades


def _draw_ability(canvas: Canvas, box: Box, f: FoeView) -> None:
    canvas.panel(box, look.ICE, 12)
    canvas.centre(mark_sprite("snowflake", 30, INK, look.ICE), box.left + 26, box.centre[1])
    special = SPECIAL[f.card]
    said = f"{special.name}: {special.says}"
    if f.diverted:
        said = f"{special.name} is diverted: its ability is off."
    line = Box(box.left + 52, box.top + 2, box.right - 12, box.bottom - 2)
    canvas.write(line, said, STRONG.sized(25, 19), INK, "left")


def _draw_sale(canvas: Canvas, box: Box, view: View) -> None:
    line = at(box.left, box.top + 2, box.width, 34)
    canvas.write(line, f"For sale: {markup(view)}", BODY.sized(25, 20), QUIET, "left")
    goods = Counter((UPGRADE[card].kind, UPGRADE[card].points) for card in sorted(view.shop))
    for size in (48, 42, 36):
        row = [
            chip(look.GEAR[kind], f"{kind} {times(points, n)}", size, PAPER)
            for (kind, points), n in goods.items()
        ]
        if length(row, 10) <= box.width:
            break
    flow(canvas, row, box.left, box.top + 40, 10)
