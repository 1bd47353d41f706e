"""A card that lies in a string or before a fighter: its name and its mark."""

from PIL import Image

from images.brawl.look import EMPTY, FACES
from images.kit.box import Box
from images.kit.marks import put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import Style, write
from images.kit.theme import EDGE, INK, PAPER, QUIET, readable

WORD = Style("sans", 800, 32, READ)
SMALL = Style("sans", 500, READ, READ)
ROUND = 10
RIM = 3
WIDE = 240  # where there is room for the mark, too
TOP = 60  # of the word that says so
STRIPE = 18  # of its colour, on a card that does not count


@sprite(keep=256)
def slip(card: int, width: int, height: int, *, top: bool = False) -> Image.Image:
    """A card of any kind; the top of a string has a pale rim, and says so."""
    face = FACES[card]
    ground = face.colour
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, PAPER if top else INK, ROUND)
    pen.block(RIM, RIM, width - RIM - 0.25, height - RIM - 0.25, ground, ROUND - RIM)
    size = min(height - 2, 38)
    marked = width >= WIDE
    if marked:
        x = width - RIM - size / 2 - 4
        put_mark(pen, face.mark, x, height / 2, size * 0.8, readable(ground), ground)
    picture = pen.done()
    right = width - RIM - (size + 6 if marked else 4)
    if top:
        write(picture, Box(right - TOP, 0, right, height), "top", SMALL, readable(ground))
        right -= TOP
    align = "left" if marked else "centre"
    box = Box(RIM + (10 if marked else 4), 0, right, height)
    write(picture, box, face.word, WORD, readable(ground), align)
    return picture


@sprite(keep=128)
def faded_slip(card: int, width: int, height: int, why: str) -> Image.Image:
    """A card that does not count, under a Dodge or gone: only a stripe is left of its colour."""
    face = FACES[card]
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, EDGE, ROUND)
    pen.block(RIM, RIM, width - RIM - 0.25, height - RIM - 0.25, EMPTY, ROUND - RIM)
    pen.block(RIM, RIM, STRIPE, height - RIM - 0.25, face.colour, ROUND - RIM)
    picture = pen.done()
    box = Box(STRIPE + 7, 0, width - RIM - 2, height)
    write(picture, box, f"{face.word} · {why}", WORD.sized(READ), QUIET, "left")
    return picture


@sprite(keep=64)
def chip(card: int, size: int) -> Image.Image:
    """A card in the middle of a Base: only its mark."""
    face = FACES[card]
    pen = Pen(size, size)
    pen.block(0, 0, size - 0.25, size - 0.25, INK, 10)
    pen.block(RIM, RIM, size - RIM - 0.25, size - RIM - 0.25, face.colour, 7)
    put_mark(pen, face.mark, size / 2, size / 2, size * 0.68, readable(face.colour), face.colour)
    return pen.done()
