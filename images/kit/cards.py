"""Cards of any game: a colour band with letter and shape, a corner value, a title, a body."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import put_mark
from images.kit.pen import Pen, around, lifted, margin, sprite, star
from images.kit.text import BODY, HEADING, STRONG, Style, write
from images.kit.theme import DARK, EDGE, INK, PAPER, QUIET, Colour, mix, readable

VALUE = Style("serif", 800, 46, 26)


class Band(NamedTuple):
    """A card's colour, never alone: a letter and a shape go with it."""

    colour: Colour
    letter: str
    shape: str  # disc, square, diamond, triangle, hexagon or star


class Card(NamedTuple):
    """What stands on a card's face; what is empty is left out."""

    title: str
    band: Band | None = None
    corner: str = ""
    body: str = ""
    foot: str = ""
    mark: str = ""
    note: str = ""  # a short line under the title


@sprite(keep=128)
def card(face: Card, width: int, height: int) -> Image.Image:
    """A card face up, with a shadow; put it with `Canvas.put_lifted`."""
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, width * 0.07)
    pen.block(3, 3, width - 3.25, height - 3.25, PAPER, width * 0.06)
    ground = face.band.colour if face.band else mix(PAPER, INK, 0.78)
    top, rest = at(0, 0, width, height).inset(3).cut_top(band_height(width))
    pen.block(top.left, top.top, top.right - 0.25, top.bottom, ground, width * 0.06)
    pen.block(top.left, top.top + width * 0.08, top.right - 0.25, top.bottom, ground)
    if face.band:
        emblem(pen, face.band.shape, top.right - top.height / 2, top.centre[1], top.height * 0.4)
    picture_box, rest = rest.inset(round(width * 0.05), 6).cut_top(_picture_height(face, rest))
    if face.mark:
        put_mark(pen, face.mark, *picture_box.centre, picture_box.height * 0.86, ground, PAPER)
    picture = pen.done()
    _face(picture, face, top, rest, readable(ground))
    return lifted(picture)


@sprite(keep=128)
def card_back(colour: Colour, mark: str, width: int, height: int) -> Image.Image:
    """A card face down, with a shadow."""
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, width * 0.07)
    pen.block(3, 3, width - 3.25, height - 3.25, PAPER, width * 0.06)
    edge = width * 0.07
    pen.block(edge, edge, width - edge, height - edge, colour, width * 0.04)
    pale = mix(colour, PAPER, 0.3)
    for y in range(round(edge * 2), round(height - edge * 1.5), round(width * 0.16)):
        for x in range(round(edge * 2), round(width - edge * 1.5), round(width * 0.16)):
            pen.polygon(around(x, y, width * 0.04, 4), pale)
    pen.circle(width / 2, height / 2, width * 0.27, colour)
    put_mark(pen, mark, width / 2, height / 2, width * 0.36, PAPER, colour)
    return lifted(pen.done())


@sprite(keep=128)
def card_space(label: str, width: int, height: int) -> Image.Image:
    """The place where a card may lie."""
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, EDGE, width * 0.07)
    pen.block(3, 3, width - 3.25, height - 3.25, DARK, width * 0.06)
    picture = pen.done()
    if label:
        write(picture, at(8, 8, width - 16, height - 16), label, BODY, QUIET, lines=3)
    return lifted(picture, strength=0)


def sideways(picture: Image.Image) -> Image.Image:
    """A card turned on its side."""
    return picture.transpose(Image.Transpose.ROTATE_270)


def band_height(width: int) -> int:
    """How high a card's band is: so much of it must stay uncovered."""
    return round(width * 0.24)


def row(canvas: Canvas, pictures: Sequence[Image.Image], box: Box, gap: int = 10) -> list[Box]:
    """Put cards side by side in the middle of a box, overlapping only where they must."""
    return _run(canvas, pictures, box, gap, across=True)


def string(canvas: Canvas, pictures: Sequence[Image.Image], box: Box, step: int) -> list[Box]:
    """Put cards down a box so that the band of every card can be read, the last on top."""
    tall = pictures[0].height - 2 * margin() if pictures else 0
    return _run(canvas, pictures, box, step - tall, across=False)


def _run(
    canvas: Canvas, pictures: Sequence[Image.Image], box: Box, gap: int, across: bool
) -> list[Box]:
    sizes = [(p.width - 2 * margin(), p.height - 2 * margin()) for p in pictures]
    lengths = [size[0 if across else 1] for size in sizes]
    room = box.width if across else box.height
    if len(pictures) > 1:
        gap = min(gap, (room - sum(lengths)) // (len(pictures) - 1))
    spare = room - sum(lengths) - gap * (len(pictures) - 1)
    along = max(0, spare // 2) if across else 0
    spots = []
    for picture, (width, height) in zip(pictures, sizes, strict=True):
        x = box.left + (along if across else (box.width - width) // 2)
        y = box.top + ((box.height - height) // 2 if across else along)
        canvas.put_lifted(picture, x, y)
        spots.append(at(x, y, width, height))
        along += (width if across else height) + gap
    return spots


def _picture_height(face: Card, rest: Box) -> int:
    if not face.mark:
        return 0
    return round(rest.height * (0.34 if face.body or face.foot else 0.6))


def _face(picture: Image.Image, face: Card, top: Box, rest: Box, ink: Colour) -> None:
    line = top.inset(6, 3)
    if face.corner:
        value, line = line.cut_left(round(top.height * 0.9))
        write(picture, value, face.corner, VALUE.sized(round(top.height * 0.8), 14), ink)
    if face.band:
        letter = Box(top.right - top.height, top.top, top.right, top.bottom)
        style = STRONG.sized(round(top.height * 0.42), 12)
        write(picture, letter, face.band.letter, style, INK)
        line = line._replace(right=letter.left)
    title = HEADING.sized(round(top.height * 0.55), round(top.height * 0.3))
    write(picture, line, face.title, title, ink, lines=2)
    scale = top.height / 48
    if face.note:
        strip, rest = rest.cut_top(round(30 * scale))
        write(picture, strip, face.note, STRONG.sized(round(22 * scale), 12), INK)
    if face.foot:
        foot = rest._replace(top=rest.bottom - round(34 * scale))
        rest = rest._replace(bottom=foot.top)
        write(picture, foot, face.foot, STRONG.sized(round(22 * scale), 12), INK)
    if face.body:
        write(picture, rest, face.body, BODY.sized(round(22 * scale), 12), INK, lines=12)


def emblem(pen: Pen, shape: str, x: float, y: float, size: float) -> None:
    """The shape that tells a band without its colour."""
    if shape == "disc":
        pen.circle(x, y, size, PAPER)
    elif shape == "square":
        pen.block(x - size * 0.85, y - size * 0.85, x + size * 0.85, y + size * 0.85, PAPER, 2)
    elif shape == "triangle":
        pen.polygon(around(x, y + size * 0.15, size * 1.25, 3), PAPER)
    elif shape == "diamond":
        pen.polygon(around(x, y, size * 1.15, 4), PAPER)
    elif shape == "star":
        pen.polygon(star(x, y, size * 1.25, size * 0.75, 5), PAPER)
    else:
        pen.polygon(around(x, y, size * 1.1, 6), PAPER)
