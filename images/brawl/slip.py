"""A card that lies in a string: its band is at the edge that stays uncovered."""

from PIL import Image

from images.brawl.look import FACES
from images.kit.box import Box
from images.kit.cards import emblem
from images.kit.marks import put_mark
from images.kit.pen import Pen, lifted, sprite
from images.kit.text import STRONG, Style, write
from images.kit.theme import INK, PAPER, readable

WORD = Style("sans", 800, 32, 22)
ROUND = 12
RIM = 3
TALLEST = 46  # a band's height, from which its words are sized
LEAST_BODY = 16  # with less room there is no second mark
NARROW = 180  # where the mark leaves its room to the word


@sprite(keep=256)
def slip(card: int, width: int, band: int, body: int, *, upward: bool = False) -> Image.Image:
    """A card of any kind, with a shadow; its band below where the string grows upward."""
    height = band + body
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, ROUND)
    pen.block(RIM, RIM, width - RIM - 0.25, height - RIM - 0.25, PAPER, ROUND - RIM)
    top = body if upward else RIM
    box = Box(RIM, top, width - RIM, top + band - RIM)
    _draw_band(pen, card, box, upward=upward)
    if body > LEAST_BODY:
        middle = (RIM + top) / 2 if upward else (box.bottom + height - RIM) / 2
        put_mark(pen, FACES[card].mark, width / 2, middle, (body - 2 * RIM) * 0.82, INK, PAPER)
    picture = pen.done()
    _write_band(picture, card, box)
    return lifted(picture)


def _draw_band(pen: Pen, card: int, box: Box, *, upward: bool) -> None:
    face = FACES[card]
    ground = face.band.colour
    pen.block(box.left, box.top, box.right - 0.25, box.bottom - 0.25, ground, ROUND - RIM)
    inner = box.top if upward else box.centre[1]  # only the card's own corners are round
    pen.block(box.left, inner, box.right - 0.25, inner + box.height / 2, ground)
    size = _size(box)
    if box.width > NARROW:
        x, y = box.right - size * 0.5 - 8, box.centre[1]
        put_mark(pen, face.mark, x, y, size * 0.86, readable(ground), ground)
    if face.band.letter:
        x, y = box.left + _edge(box) + size / 2, box.centre[1]
        emblem(pen, face.band.shape, x, y, size * 0.42)


def _write_band(picture: Image.Image, card: int, box: Box) -> None:
    face, size = FACES[card], _size(box)
    left = box.left + _edge(box)
    if face.band.letter:
        letter = Box(left, box.top, left + size, box.bottom)
        write(picture, letter, face.band.letter, STRONG.sized(round(size * 0.5), 14), INK)
        left += size + _edge(box)
    right = box.right - (size + 12 if box.width > NARROW else 4)
    word = Box(left, box.top, right, box.bottom)
    style = WORD.sized(round(size * 0.84), 22)
    write(picture, word, face.word, style, readable(face.band.colour), "left")


def _size(box: Box) -> int:
    return min(box.height - 6, TALLEST)


def _edge(box: Box) -> int:
    return 8 if box.width > NARROW else 4


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
