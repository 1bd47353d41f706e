"""The store map: departments, one-way arrows, the pawn, where it may go, the TV."""

import math

from PIL import Image

from images.brawl_mart import look
from images.kit.arrows import arrow
from images.kit.box import Box, around
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import STRONG
from images.kit.theme import DARK, EDGE, GOLD, INK, PAPER, PLATE, QUIET, RAISED, RED, Colour
from rules.brawl_mart.content.store import LEADS, RESTROOM, STORE, reachable
from rules.brawl_mart.view import View

# Where departments lie: how far into the store, and how far aside.
SPOTS: dict[str, tuple[float, float]] = {
    "ENTRANCE": (0, 1.5), "PRODUCE": (1, 0.5), "GARDEN": (1, 1.5), "TOYS": (1, 2.5),
    "BAKERY": (2, 0.5), "CLOTHING": (2, 1.5), "BOOKS": (2, 2.5),
    "PHARMACY": (3, 0), "HARDWARE": (3, 1), "SEASONAL": (3, 2), "FURNITURE": (3, 3),
    "ELECTRONICS": (4, 1), "LAYAWAY": (5, 2), "CHECKOUT": (6, 1), "THE RESTROOM": (0, 3),
}  # fmt: skip
BENDS: dict[tuple[str, str], tuple[tuple[float, float], ...]] = {  # arrows around others
    ("BOOKS", "CHECKOUT"): ((2.0, 3.56), (6.0, 3.56)),
    ("PHARMACY", "LAYAWAY"): ((5.0, 0.0),),
    ("SEASONAL", "LAYAWAY"): ((3.0, 2.2), (5.0, 2.2)),
    ("THE RESTROOM", "PHARMACY"): ((0.5, 3.0), (0.5, -0.3), (3.0, -0.3)),
    ("THE RESTROOM", "FURNITURE"): ((0.0, 3.3), (3.0, 3.3)),
}
WIDE, TALL = 236, 54  # a department
FAR, ASIDE = 86, 256  # pixels from step to step into the store, and from lane to lane
LEFT, TOP = 140, 140
KEY = Box(790, 590, WIDTH - 60, 634)  # what the TV's mark says
NAME = STRONG.sized(30, READ)
DISC = 40  # the pawn, the TV
NARROW, BROAD = 4, 8  # arrows: those further on, and those from here


def spot(into: float, lane: float) -> tuple[int, int]:
    """A point of the map in pixels."""
    return round(LEFT + lane * ASIDE), round(TOP + into * FAR)


def department_box(at: int) -> Box:
    """Where a department lies."""
    return around(*spot(*SPOTS[STORE[at].name]), WIDE, TALL)


def pawn_box(at: int) -> Box:
    """Where the pawn stands in a department: above its name, clear of every letter."""
    box = department_box(at)
    return around(box.left + DISC, box.top - 6, DISC, DISC)


def draw_chart(canvas: Canvas, view: View) -> None:
    """The map, filling the picture below its header."""
    tv = "taken" if view.tv else "lost" if view.losses else "there"
    ways = () if view.outcome else LEADS[view.at]
    chart = _chart(view.at, ways, tv)
    box = Box(6, 86, WIDTH - 6, HEIGHT - 6)
    canvas.image.paste(chart.crop(box), (box.left, box.top))


@sprite(keep=16)  # a shopper stays long in one department
def _chart(here: int, ways: tuple[int, ...], tv: str) -> Image.Image:
    canvas = Canvas(WIDTH, HEIGHT, Image.new("RGB", (WIDTH, HEIGHT), PLATE))
    within = reachable(here)
    for start in within - {here, RESTROOM}:
        for end in LEADS[start]:
            _draw_way(canvas, start, end, QUIET, NARROW)
    for at in ways:
        _draw_way(canvas, here, at, GOLD, BROAD)
    for at in range(len(STORE)):
        box = department_box(at)
        if at == here:
            _draw_department(canvas, box, at, look.OWN, QUIET, PAPER)
        elif at in ways:
            _draw_department(canvas, box, at, PAPER, GOLD, INK)
        elif at in within or at == RESTROOM:
            _draw_department(canvas, box, at, RAISED, EDGE, PAPER)
        else:
            _draw_department(canvas, box, at, DARK, DARK, QUIET)
        if STORE[at].tv and tv != "taken":
            _draw_tv(canvas, box.right - DISC, box.top - 6, lost=tv == "lost")
    pawn = pawn_box(here)
    canvas.put(_disc("pawn", pawn.width), pawn.left, pawn.top)
    if tv != "taken":
        _draw_tv(canvas, KEY.left, KEY.centre[1], lost=tv == "lost")
        word = "the TV" if tv == "there" else "out of reach"
        canvas.write(KEY._replace(left=KEY.left + 30), word, NAME, QUIET, "left")
    return canvas.image


def _draw_way(canvas: Canvas, start: int, end: int, colour: Colour, width: int) -> None:
    names = STORE[start].name, STORE[end].name
    turns = (SPOTS[names[0]], *BENDS.get(names, ()), SPOTS[names[1]])
    path = [spot(*turn) for turn in turns]
    if path[-2][1] == path[-1][1] and abs(path[-2][0] - path[-1][0]) < WIDE / 2:
        path.pop()  # it enters from above, beside the middle
    arrow(canvas, path, colour, PLATE, width, stop=_reach(path[-2], path[-1]))


def _reach(start: tuple[int, int], end: tuple[int, int]) -> int:
    """How far before the middle of a department an arrow must stop."""
    dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
    length = math.hypot(dx, dy)
    sides = [half * length / part for half, part in ((WIDE / 2, dx), (TALL / 2, dy)) if part]
    return round(min(sides)) + 3


def _draw_department(
    canvas: Canvas, box: Box, at: int, ground: Colour, rim: Colour, ink: Colour
) -> None:
    canvas.panel(box, ground, 12, rim)
    canvas.write(box.inset(4, 2), STORE[at].name, NAME, ink)


def _draw_tv(canvas: Canvas, x: int, y: int, *, lost: bool) -> None:
    """The flatscreen, where it still stands; crossed out once it is out of reach."""
    canvas.centre(_disc("television", DISC), x, y)
    if lost:
        canvas.centre(mark_sprite("fallen", 36, RED, INK), x, y)


@sprite(keep=8)
def _disc(mark: str, size: int) -> Image.Image:
    pen = Pen(size, size)
    pen.circle(size / 2, size / 2, size / 2 - 0.25, PAPER)
    pen.circle(size / 2, size / 2, size / 2 - 3, INK)
    put_mark(pen, mark, size / 2, size / 2, size * 0.6, PAPER, INK)
    return pen.done()
