"""Brawlers and items as plates: what one needs to know of them in a brawl, large enough to read."""

from PIL import Image

from images.brawl_mart import look
from images.kit.box import Box, at
from images.kit.marks import put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import STRONG, Style, fit, write
from images.kit.theme import DARK, GOLD, INK, PAPER, QUIET, readable
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.state import KNOCKED_OUT, STANDING

WIDTH, HEIGHT = 206, 150
BAND = 76
ITEM = 72  # what it holds, below it
WORDS = STRONG.sized(READ, READ)
FORMULA = Style("sans", 700, 31, READ)
NUMBER = Style("serif", 800, 32, READ)


@sprite(keep=128)
def brawler_plate(card: int, state: int = STANDING, glow: bool = False) -> Image.Image:
    """Name, type, dice, resistance and kind of attack; greyed with its state once it is down."""
    brawler, band = BRAWLERS[card], look.band_of(card)
    up = state == STANDING
    ground, colour = (PAPER, band.colour) if up else (DARK, DARK)
    rim = 6 if glow else 3
    pen = Pen(WIDTH, HEIGHT)
    pen.block(0, 0, WIDTH - 0.25, HEIGHT - 0.25, GOLD if glow else INK, 13)
    pen.block(rim, rim, WIDTH - rim - 0.25, HEIGHT - rim - 0.25, ground, 10)
    pen.block(rim, rim, WIDTH - rim - 0.25, BAND, colour, 10)
    pen.block(rim, BAND - 14, WIDTH - rim - 0.25, BAND, colour)
    if up:
        pen.block(8, 96, 38, 134, band.colour, 8)
        pen.block(11, 99, 35, 131, PAPER, 6)
        put_mark(pen, look.KINDS[brawler.kind], 55, 115, 28, INK, PAPER)
        put_mark(pen, "crest", WIDTH - 26, 114, 42, INK, PAPER)
    else:
        mark = "dizzy" if state == KNOCKED_OUT else "cross"
        put_mark(pen, mark, 28, HEIGHT - 34, 36, QUIET, DARK)
    picture = pen.done()
    inked = readable(colour) if up else QUIET
    write(picture, Box(9, 3, WIDTH - 7, BAND), brawler.name, WORDS, inked, "left", lines=2)
    if up:
        write(picture, at(8, 96, 30, 38), band.letter, WORDS, INK)
        write(picture, at(66, 88, 92, 54), str(brawler.formula), FORMULA, INK)
        write(picture, at(WIDTH - 46, 90, 40, 44), str(brawler.resistance), NUMBER, PAPER)
    else:
        said = "k.o." if state == KNOCKED_OUT else "slain"
        write(picture, at(52, HEIGHT - 54, WIDTH - 60, 40), said, WORDS, QUIET, "left")
    return picture


@sprite(keep=64)
def item_plate(item: int, width: int = WIDTH, height: int = ITEM) -> Image.Image:
    """An item by its mark and name."""
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, 12)
    pen.block(3, 3, width - 3.25, height - 3.25, look.SHELF, 9)
    marked = not fit(ITEMS[item].name, WORDS, width - 37, height - 4, 2).cut
    if marked:
        put_mark(pen, look.ITEM_MARKS[item], 19, height / 2, 26, INK, look.SHELF)
    picture = pen.done()
    name = Box(34 if marked else 6, 2, width - 3, height - 2)
    write(picture, name, ITEMS[item].name, WORDS, INK, "left", lines=2)
    return picture
