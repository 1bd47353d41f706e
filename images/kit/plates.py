"""Parts that frame a picture: header, pips, legend."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import put_mark
from images.kit.pen import Pen, sprite
from images.kit.text import BODY, STRONG, TITLE, Style, width_of, write
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED, Colour


class Entry(NamedTuple):
    """One line of a legend: a small picture and its meaning."""

    picture: Image.Image
    text: str


LINE = BODY.sized(26, 20)


def header(
    canvas: Canvas,
    box: Box,
    title: str,
    line: str,
    picture: Image.Image | None,
    style: Style = LINE,
) -> None:
    """A title with a line under it, and a small picture before them."""
    _heading(canvas, box, title, line, picture, style, PAPER, QUIET)


def ribbon(
    canvas: Canvas,
    box: Box,
    title: str,
    line: str,
    picture: Image.Image | None,
    style: Style = LINE,
) -> None:
    """A header of gold: the game is over."""
    canvas.panel(box, GOLD, 16)
    _heading(canvas, box.inset(16, 4), title, line, picture, style, INK, INK)


def _heading(
    canvas: Canvas,
    box: Box,
    title: str,
    line: str,
    picture: Image.Image | None,
    style: Style,
    strong: Colour,
    quiet: Colour,
) -> None:
    if picture is not None:
        canvas.put(picture, box.left, box.centre[1] - picture.height // 2)
        box = box._replace(left=box.left + picture.width + 18)
    upper, lower = box.cut_top(round(box.height * (0.56 if line else 1)))
    canvas.write(upper, title, TITLE, strong, "left")
    if line:
        canvas.write(lower, line, style, quiet, "left")


def legend(canvas: Canvas, box: Box, entries: Sequence[Entry], style: Style = BODY) -> None:
    """Entries in one line, spread over a box."""
    widths = [entry.picture.width + 10 + width_of(entry.text, style) for entry in entries]
    gap = min(44, (box.width - sum(widths)) // max(1, len(entries)))
    x = box.left + (box.width - sum(widths) - gap * (len(entries) - 1)) // 2
    for entry, width in zip(entries, widths, strict=True):
        canvas.put(entry.picture, x, box.centre[1] - entry.picture.height // 2)
        line = at(x + entry.picture.width + 10, box.top, width, box.height)
        canvas.write(line, entry.text, style, QUIET, "left")
        x += width + gap


@sprite(keep=128)
def pips(done: int, count: int, colour: Colour, width: int) -> Image.Image:
    """So many of so many: filled and empty pips, in rows of three."""
    rows = -(-count // 3)
    step = width / 3
    pen = Pen(width, round(rows * step))
    for number in range(count):
        x, y = (number % 3 + 0.5) * step, (number // 3 + 0.5) * step
        pen.circle(x, y, step * 0.36, colour if number < done else EDGE)
        pen.circle(x, y, step * 0.36 - 3, colour if number < done else RAISED)
    return pen.done()


@sprite(keep=128)
def tag(text: str, mark: str, ground: Colour, ink: Colour, height: int = 40) -> Image.Image:
    """A small label with a mark before its words."""
    style = STRONG.sized(round(height * 0.52), 14)
    width = height + width_of(text, style) + height // 3
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, ground, height / 2)
    put_mark(pen, mark, height * 0.55, height / 2, height * 0.5, ink, ground)
    picture = pen.done()
    write(picture, at(height, 0, width - height - 8, height), text, style, ink, "left")
    return picture
