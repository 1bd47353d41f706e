"""A card that lies in a string or before a fighter: its letter, its word and its mark."""

from PIL import Image

from images.brawl.look import FACES
from images.kit.box import Box
from images.kit.marks import put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import STRONG, Style, write
from images.kit.theme import GOLD, INK, PAPER, readable

WORD = Style("sans", 800, 32, READ)
LETTER = STRONG.sized(READ, READ)
ROUND = 10
RIM = 3
WIDE = 190  # where there is room for the mark, too


@sprite(keep=256)
def slip(card: int, width: int, height: int, *, last: bool = False) -> Image.Image:
    """A card of any kind; the last of a string has a golden rim."""
    face = FACES[card]
    ground = face.band.colour
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, GOLD if last else INK, ROUND)
    pen.block(RIM, RIM, width - RIM - 0.25, height - RIM - 0.25, ground, ROUND - RIM)
    size = min(height - 2, 38)
    left = RIM + 3
    if face.band.letter:
        pen.block(left, (height - size) / 2 + 3, left + size - 4, (height + size) / 2 - 3, PAPER, 7)
    if width >= WIDE:
        x = width - RIM - size / 2 - 4
        put_mark(pen, face.mark, x, height / 2, size * 0.8, readable(ground), ground)
    picture = pen.done()
    if face.band.letter:
        write(picture, Box(left, 0, left + size - 4, height), face.band.letter, LETTER, INK)
        left += size + 4
    right = width - RIM - (size + 6 if width >= WIDE else 2)
    write(picture, Box(left, 0, right, height), face.word, WORD, readable(ground), "left")
    return picture


@sprite(keep=64)
def chip(card: int, size: int) -> Image.Image:
    """A card in the middle of a Base: only its mark."""
    face = FACES[card]
    pen = Pen(size, size)
    pen.block(0, 0, size - 0.25, size - 0.25, INK, 10)
    pen.block(RIM, RIM, size - RIM - 0.25, size - RIM - 0.25, face.band.colour, 7)
    ink = readable(face.band.colour)
    put_mark(pen, face.mark, size / 2, size / 2, size * 0.68, ink, face.band.colour)
    return pen.done()
