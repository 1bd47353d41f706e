"""Parts that frame a picture: header, pips, legend."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.screen import READ
from images.kit.text import BODY, TITLE, Style, width_of
from images.kit.theme import GOLD, PAPER, QUIET, Colour, readable


class Entry(NamedTuple):
    """One line of a legend: a small picture and its meaning."""

    picture: Image.Image
    text: str


def header(canvas: Canvas, box: Box, title: str, line: str, picture: Image.Image | None) -> None:
    """A title with a line under it, and a small picture before them."""
    _heading(canvas, box, title, line, picture, PAPER, QUIET)


def ribbon(
    canvas: Canvas,
    box: Box,
    title: str,
    line: str,
    picture: Image.Image | None,
    ground: Colour = GOLD,
) -> None:
    """A header of gold, or of another colour where nobody has won: the game is over."""
    canvas.panel(box, ground, 16)
    ink = readable(ground)
    _heading(canvas, box.inset(16, 4), title, line, picture, ink, ink)


def _heading(
    canvas: Canvas,
    box: Box,
    title: str,
    line: str,
    picture: Image.Image | None,
    strong: Colour,
    quiet: Colour,
) -> None:
    if picture is not None:
        canvas.put(picture, box.left, box.centre[1] - picture.height // 2)
        box = box._replace(left=box.left + picture.width + 18)
    upper, lower = box.cut_top(round(box.height * (0.56 if line else 1)))
    canvas.write(upper, title, TITLE, strong, "left")
    if line:
        canvas.write(lower, line, BODY.sized(30, READ), quiet, "left")


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
