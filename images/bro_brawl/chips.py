"""Small plates with a mark and a number: gear and kills."""

from collections.abc import Sequence

from PIL import Image

from images.kit.box import at
from images.kit.canvas import Canvas
from images.kit.marks import put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import STRONG, width_of, write
from images.kit.theme import INK, Colour


@sprite(keep=256)
def chip(mark: str, text: str, height: int, ground: Colour) -> Image.Image:
    """A mark and a number on a plate."""
    style = STRONG.sized(max(READ, round(height * 0.6)), READ)._replace(weight=800)
    width = round(height * 0.86) + width_of(text, style) + height // 6
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, height * 0.24)
    pen.block(2, 2, width - 2.25, height - 2.25, ground, height * 0.2)
    put_mark(pen, mark, height * 0.46, height / 2, height * 0.64, INK, ground)
    picture = pen.done()
    start = round(height * 0.86)
    write(picture, at(start, 0, width - start, height), text, style, INK, "left")
    return picture


def flow(canvas: Canvas, pictures: Sequence[Image.Image], x: int, y: int, gap: int) -> None:
    """Put pictures side by side from a point."""
    for picture in pictures:
        canvas.put(picture, x, y)
        x += picture.width + gap


def length(pictures: Sequence[Image.Image], gap: int) -> int:
    """How wide pictures side by side are."""
    return sum(p.width + gap for p in pictures) - gap if pictures else 0


def times(points: int, count: int) -> str:
    """A number on a chip, and how often it is there."""
    return f"{points}" if count == 1 else f"{points} ×{count}"
