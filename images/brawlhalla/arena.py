"""The arena: sky and floors, the ring around them, the KO line around all."""

from collections.abc import Container
from functools import cache

from PIL import Image

from images.brawlhalla import look
from images.kit.box import Box, around, at
from images.kit.canvas import Canvas
from images.kit.marks import put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import STRONG, Style, write
from images.kit.theme import GOLD, INK, PAPER, PLATE, QUIET, YELLOW
from rules.brawlhalla.content.arena import COLUMNS, ROWS, SPACES, drawing, place

CELL_WIDTH, CELL_HEIGHT = 98, 90
FLOOR = 16  # how thick a Platform is
LABELS = 34  # room for letters above and numbers beside
BAND = 12  # the KO line
WIDTH = LABELS + 2 * BAND + COLUMNS * CELL_WIDTH
HEIGHT = LABELS + 2 * BAND + ROWS * CELL_HEIGHT
RING = at(LABELS + BAND, LABELS + BAND, COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT)
STAGE = RING.inset(CELL_WIDTH, CELL_HEIGHT)
COORDINATE = Style("serif", 800, 30, READ)
FLAMES = (  # tongues around the middle, by the height of the whole
    (0, -0.5), (0.12, -0.3), (0.24, -0.42), (0.27, -0.16), (0.4, -0.1), (0.37, 0.24), (0.2, 0.46),
    (-0.2, 0.46), (-0.37, 0.24), (-0.4, -0.1), (-0.27, -0.16), (-0.24, -0.42), (-0.12, -0.3),
)  # fmt: skip
HINT = STRONG.sized(READ, READ)
COIN = 42
ARM = 17  # of the corners around a target
CLOUDS = ((110, 22, 0.8), (330, 64, 0.7), (340, 224, 0.9), (30, 196, 0.6), (200, 284, 0.7))


def cell(space: int) -> Box:
    """Where a space lies in the arena's picture: A1 is at the upper left."""
    column, row = place(space)
    return at(
        RING.left + column * CELL_WIDTH, RING.top + row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT
    )


@sprite(keep=8)
def arena(key: str) -> Image.Image:
    """An empty arena, the same for the whole match."""
    canvas = Canvas(WIDTH, HEIGHT, Image.new("RGB", (WIDTH, HEIGHT), PLATE))
    _draw_line(canvas)
    _draw_sky(canvas)
    _draw_grid(canvas)
    for space in sorted(drawing(key).platforms):
        canvas.put(_floor(key, _ends(key, space)), cell(space).left, cell(space).bottom - FLOOR)
    _draw_labels(canvas)
    return canvas.image


# -- the sky


def _draw_sky(canvas: Canvas) -> None:
    canvas.fill(RING, look.VOID)
    for row, colour in enumerate(look.SKIES):
        canvas.fill(at(STAGE.left, STAGE.top + row * CELL_HEIGHT, STAGE.width, CELL_HEIGHT), colour)
    for x, y, scale in CLOUDS:
        canvas.put(_cloud(scale), STAGE.left + x, STAGE.top + y)


@cache
def _cloud(scale: float) -> Image.Image:
    pen = Pen(round(150 * scale), round(62 * scale)).frame(0, 0, scale)
    pen.block(8, 36, 142, 60, look.CLOUD, 12)
    for x, y, radius in ((44, 38, 20), (78, 28, 27), (110, 40, 18)):
        pen.circle(x, y, radius, look.CLOUD)
    return pen.done()


def _draw_grid(canvas: Canvas) -> None:
    for space in range(SPACES):
        box = cell(space)
        colour = look.GRID if STAGE.holds(box) else look.VOID_GRID
        for x in range(box.left + 4, box.right, 13) if box.bottom < RING.bottom else ():
            canvas.fill(at(x, box.bottom - 1, 6, 2), colour)
        for y in range(box.top + 4, box.bottom, 13) if box.right < RING.right else ():
            canvas.fill(at(box.right - 1, y, 2, 6), colour)


# -- floors


def _ends(key: str, space: int) -> tuple[bool, bool]:
    """On which sides a floor ends: neighbours are one."""
    platforms = drawing(key).platforms
    return space - 1 not in platforms, space + 1 not in platforms


@sprite(keep=32)
def _floor(key: str, ends: tuple[bool, bool]) -> Image.Image:
    ground = look.GROUNDS[key]
    pen = Pen(CELL_WIDTH, FLOOR)
    left, right = (5 if end else -12 for end in ends)
    edge = CELL_WIDTH - right
    pen.block(left, 0, edge, FLOOR - 0.25, INK, 7)
    pen.block(left + 3, 3, edge - 3, FLOOR - 3, ground.body, 4)
    pen.block(left + 3, 3, edge - 3, 9, ground.top, 3)
    for x in (25, 49, 73):
        pen.line([(x, 11), (x - 4, FLOOR - 5)], 2.5, ground.mark)
    return pen.done()


# -- what surrounds it


def draw_hints(
    canvas: Canvas, stands: Container[int], goals: Container[int], left: int, top: int
) -> None:
    """Two corners say what the ring is, a sign what surrounds it, unless something is there."""
    for corner in (0, SPACES - 1):
        if corner not in stands and corner not in goals:
            box = cell(corner).shift(left, top).inset(4)
            canvas.write(box, "off\nstage", HINT, PAPER, lines=2)
    for middle, y in ((SPACES - 4, RING.bottom - 12), (3, RING.top + 12)):
        if not any(space in stands for space in (middle - 1, middle, middle + 1)):
            canvas.centre(_sign(), left + RING.centre[0], top + y)
            return


def _draw_line(canvas: Canvas) -> None:
    """The KO line: stripes all around the ring."""
    outer = RING.inset(-BAND)
    for y in (outer.top, RING.bottom):
        canvas.put(_stripes(outer.width, BAND), outer.left, y)
    for x in (outer.left, RING.right):
        canvas.put(_stripes(BAND, outer.height), x, outer.top)


@sprite(keep=2)
def _stripes(width: int, height: int) -> Image.Image:
    pen = Pen(width, height)
    pen.block(0, 0, width, height, INK)
    for x in range(-height // 44 * 44, width + height, 44):
        pen.polygon(
            [(x, 0), (x + 22, 0), (x + 22 - height, height), (x - height, height)], look.LINE
        )
    return pen.done()


def _draw_labels(canvas: Canvas) -> None:
    for column in range(COLUMNS):
        box = cell(column)
        line = at(box.left, 0, CELL_WIDTH, LABELS - 2)
        canvas.write(line, chr(ord("A") + column), COORDINATE, QUIET)
    for row in range(ROWS):
        box = cell(row * COLUMNS)
        canvas.write(at(0, box.top, LABELS - 4, CELL_HEIGHT), str(row + 1), COORDINATE, QUIET)


@sprite(keep=1)
def _sign() -> Image.Image:
    pen = Pen(146, 38)
    pen.block(0, 0, 145.75, 37.75, INK, 9)
    pen.block(2, 2, 143.75, 35.75, look.LINE, 8)
    put_mark(pen, "fallen", 20, 19, 18, PAPER, look.LINE)
    picture = pen.done()
    write(picture, Box(36, 0, 142, 38), "KO line", HINT, PAPER, "left")
    return picture


# -- what lies on it


@sprite(keep=8)
def sword(height: int) -> Image.Image:
    """A Flaming Sword token."""
    width = round(height * 0.84)
    pen = Pen(width, height)
    for size, colour in ((1.0, look.EMBER), (0.88, look.FLAME), (0.62, YELLOW)):
        pen.polygon(
            [(width / 2 + x * height * size, (0.52 + y * size) * height) for x, y in FLAMES], colour
        )
    for size, colour in ((0.86, INK), (0.74, PAPER)):
        put_mark(pen, "sword", width / 2, height * 0.5, height * size, colour, colour)
    return pen.done()


def sword_spot(space: int, *, beside: bool) -> Box:
    """Where a sword lies: in the middle, or at the right where a Legend stands."""
    box = cell(space)
    if beside:
        return around(box.right - 12, box.centre[1] - FLOOR // 2, 28, 34)
    return around(box.centre[0], box.centre[1] - FLOOR // 2, 48, 60)


# -- what can be chosen


@sprite(keep=8)
def coin(said: str) -> Image.Image:
    """Where one can go, with the value of the card that takes one there; floors stay in sight."""
    size = COIN if said else COIN * 3 // 5
    pen = Pen(size, size)
    pen.circle(size / 2, size / 2, size / 2 - 0.25, INK)
    pen.circle(size / 2, size / 2, size / 2 - 3, GOLD)
    picture = pen.done()
    if said:
        write(picture, at(0, 0, size, size), said, HINT, INK)
    return picture


def coin_spot(space: int, *, sword: bool) -> tuple[int, int]:
    """Where a coin lies: in the middle, or beside a sword."""
    box = cell(space)
    if sword:
        return box.left + COIN // 2 + 1, box.top + COIN // 2 + 2
    return box.centre[0], box.centre[1] - FLOOR // 2


@sprite(keep=1)
def sights() -> Image.Image:
    """Whom one can attack: golden corners around a Legend, which hide nothing of it."""
    pen = Pen(CELL_WIDTH, CELL_HEIGHT)
    for wide, colour in ((10, INK), (5, GOLD)):
        inset = 5
        for x, y in ((0, 0), (0, 1), (1, 0), (1, 1)):
            left, top = (CELL_WIDTH - inset if x else inset), (CELL_HEIGHT - inset if y else inset)
            across, down = (-ARM if x else ARM), (-ARM if y else ARM)
            pen.line([(left + across, top), (left, top), (left, top + down)], wide, colour)
    return pen.done()
