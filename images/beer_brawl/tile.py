"""One hexagonal tile with its six wedges."""

import math
from typing import NamedTuple

from PIL import Image

from images.beer_brawl import look
from images.kit.box import at
from images.kit.marks import put_mark
from images.kit.pen import Pen, around, sprite
from images.kit.plates import Entry
from images.kit.screen import READ
from images.kit.text import Style, write
from images.kit.text import width_of as text_width
from images.kit.theme import (
    DARK,
    EDGE,
    GREEN,
    INK,
    PAPER,
    PURPLE,
    QUIET,
    RED,
    YELLOW,
    Colour,
    readable,
)  # fmt: skip


class Wedge(NamedTuple):
    """How a face looks: its colour, and the mark that goes with it."""

    word: str
    mark: str
    colour: Colour
    ink: Colour


WEDGES = {
    "strength": Wedge("Strength", "sword", RED, readable(RED)),
    "magic": Wedge("Magic", "spark", PURPLE, readable(PURPLE)),
    "speed": Wedge("Speed", "chevrons", YELLOW, readable(YELLOW)),
    "armor": Wedge("Armor", "shield", GREEN, readable(GREEN)),
    "lost": Wedge("Lost armor", "broken_shield", DARK, QUIET),
}
NAME = Style("sans", 700, READ, READ)
SIDE = math.sqrt(3)  # a tile's width, in distances from its middle to a corner
RIBBON = 36  # the height of the name's
SIDES = 17  # the least way down to it: below the marks at the left and right


@sprite(keep=640)  # both armies of some fifty tables, of 150 kB each
def tile_sprite(
    faces: tuple[str, ...], team: int, mark: str, name: str, radius: int
) -> Image.Image:
    """A tile by the distance from its middle to its corners; the first face is at the upper right."""
    width, height = width_of(radius), height_of(radius)
    pen = Pen(width, height)
    x, y = width / 2, height / 2
    pen.polygon(around(x, y, radius, 6), INK)
    corners = around(x, y, radius - 3.5, 6)
    for number, face in enumerate(faces):
        wedge = WEDGES[face]
        pen.polygon([(x, y), corners[number], corners[(number + 1) % 6]], wedge.colour)
    for corner in corners:
        pen.line([(x, y), corner], radius * 0.03, INK)
    for (u, v), face in zip(around(x, y, radius * 0.735, 6, -60), faces, strict=True):
        wedge = WEDGES[face]
        put_mark(pen, wedge.mark, u, v, radius * 0.25, wedge.ink, wedge.colour)
    own = look.TEAMS[team]
    for part, colour in ((0.56, INK), (0.54, own.fill), (0.505, PAPER)):
        pen.circle(x, y, radius * part, colour)
    put_mark(pen, mark, x, y - radius * 0.2, radius * 0.42, own.deep, PAPER)
    half, top = text_width(name, NAME) / 2 + 7, y + max(radius * 0.08, SIDES)
    pen.block(x - half - 3, top - 3, x + half + 3, top + RIBBON + 3, own.deep, 10)
    pen.block(x - half, top, x + half, top + RIBBON, PAPER, 8)
    picture = pen.done()
    write(picture, at(round(x - half), round(top), round(2 * half), RIBBON), name, NAME, INK)
    return picture


def width_of(radius: int) -> int:
    """How wide a tile is, in whole pixels, so that neighbours touch."""
    return round(radius * SIDE)


def height_of(radius: int) -> int:
    """How high a tile is."""
    return 2 * radius


def legend_entries() -> list[Entry]:
    """What the wedges mean."""
    return [Entry(_swatch(kind), wedge.word) for kind, wedge in WEDGES.items()]


@sprite(keep=128)
def _swatch(kind: str) -> Image.Image:
    wedge = WEDGES[kind]
    pen = Pen(40, 40)
    pen.polygon(around(20, 20, 20, 6), EDGE)
    pen.polygon(around(20, 20, 18, 6), wedge.colour)
    put_mark(pen, wedge.mark, 20, 20, 22, wedge.ink, wedge.colour)
    return pen.done()
