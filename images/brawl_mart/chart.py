"""The store map: departments, one-way arrows, the pawn, where it may go, the TV."""

import math

from PIL import Image

from images.kit.arrows import arrow
from images.kit.box import Box, around
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import STRONG
from images.kit.theme import DARK, EDGE, GOLD, INK, PAPER, PLATE, QUIET, RAISED, RED, Colour
from rules.brawl_mart.ai import reachable
from rules.brawl_mart.content.store import LEADS, RESTROOM, STORE
from rules.brawl_mart.view import View

# Where departments lie: how far into the store, and how far aside.
SPOTS: dict[str, tuple[float, float]] = {
    "ENTRANCE": (0, 1.5), "GARDEN": (1, 0.5), "PRODUCE": (1, 1.5), "TOYS": (1, 2.5),
    "BAKERY": (2, 0.5), "CLOTHING": (2, 1.5), "BOOKS": (2, 2.5),
    "PHARMACY": (3, 0), "HARDWARE": (3, 1), "SEASONAL": (3, 2), "FURNITURE": (3, 3),
    "ELECTRONICS": (4, 1), "LAYAWAY": (5, 2), "CHECKOUT": (6, 1.5), "THE RESTROOM": (0, 3),
}  # fmt: skip
BENDS: dict[tuple[str, str], tuple[tuple[float, float], ...]] = {  # arrows around others
    ("BOOKS", "CHECKOUT"): ((2.5, 3.6), (5.3, 3.6)),
    ("PHARMACY", "LAYAWAY"): ((4.4, -0.12),),
    ("GARDEN", "BOOKS"): ((1.5, 0.85), (1.5, 2.15)),
    ("THE RESTROOM", "PHARMACY"): ((0.5, 2.9), (0.5, -0.15), (2.55, -0.15)),
    ("THE RESTROOM", "FURNITURE"): ((0.45, 3.1), (2.55, 3.1)),
}


WIDE, TALL = 238, 58  # a department
FAR, ASIDE = 84, 256  # pixels from step to step into the store, and from lane to lane
LEFT, TOP = 140, 128
ARROW = 6


def spot(into: float, lane: float) -> tuple[int, int]:
    """A point of the map in pixels."""
    return round(LEFT + lane * ASIDE), round(TOP + into * FAR)


def department_box(at: int) -> Box:
    """Where a department lies."""
    return around(*spot(*SPOTS[STORE[at].name]), WIDE, TALL)


def pawn_box(at: int) -> Box:
    """Where the pawn stands in a department: at its corner, clear of its name."""
    box = department_box(at)
    return around(box.left + 6, box.top + 10, 46, 46)


def draw_chart(canvas: Canvas, view: View) -> None:
    """The map, filling the picture below its header."""
    tv = "taken" if view.tv else "lost" if view.losses else "there"
    ways = () if view.outcome else LEADS[view.at]
    chart = _chart(view.at, ways, tv)
    box = Box(6, 88, WIDTH - 6, HEIGHT - 6)
    canvas.image.paste(chart.crop(box), (box.left, box.top))


@sprite(keep=16)  # a shopper stays long in one department
def _chart(here: int, ways: tuple[int, ...], tv: str) -> Image.Image:
    canvas = Canvas(WIDTH, HEIGHT, _ground())
    for at in ways:
        _draw_way(canvas, here, at, GOLD)
    within = reachable(here)
    for at in range(len(STORE)):
        box = department_box(at)
        if at == here:
            canvas.panel(box.inset(-4), INK, 14)
            _draw_department(canvas, box, at, GOLD, GOLD, INK)
        elif at in ways:
            _draw_department(canvas, box, at, PAPER, GOLD, INK)
        elif at in within or at == RESTROOM:
            _draw_department(canvas, box, at, RAISED, EDGE, PAPER)
        else:
            _draw_department(canvas, box, at, DARK, DARK, QUIET)
        if STORE[at].tv and tv != "taken":
            _draw_tv(canvas, box, lost=tv == "lost")
    pawn = pawn_box(here)
    canvas.put(_disc("pawn", pawn.width), pawn.left, pawn.top)
    return canvas.image


@sprite(keep=1)
def _ground() -> Image.Image:
    canvas = Canvas(WIDTH, HEIGHT, Image.new("RGB", (WIDTH, HEIGHT), PLATE))
    # Arrows out of THE RESTROOM would cross everything; they are drawn when it is left.
    ways = [
        (start, end) for start in range(len(STORE)) if start != RESTROOM for end in LEADS[start]
    ]
    for start, end in sorted(ways, key=lambda way: _names(*way) in BENDS):
        _draw_way(canvas, start, end, QUIET)
    return canvas.image


def _draw_way(canvas: Canvas, start: int, end: int, colour: Colour) -> None:
    names = _names(start, end)
    turns = (SPOTS[names[0]], *BENDS.get(names, ()), SPOTS[names[1]])
    path = [spot(*turn) for turn in turns]
    arrow(canvas, path, colour, PLATE, ARROW, stop=_reach(path[-2], path[-1]))


def _names(start: int, end: int) -> tuple[str, str]:
    return STORE[start].name, STORE[end].name


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
    canvas.write(box.inset(4, 2), STORE[at].name, STRONG.sized(30, READ), ink)


def _draw_tv(canvas: Canvas, box: Box, *, lost: bool) -> None:
    """The flatscreen, where it still stands; crossed out once it is out of reach."""
    x, y = box.right - 2, box.top
    canvas.centre(_disc("television", 50), x, y)
    if lost:
        canvas.centre(mark_sprite("fallen", 40, RED, INK), x, y)


@sprite(keep=8)
def _disc(mark: str, size: int) -> Image.Image:
    pen = Pen(size, size)
    pen.circle(size / 2, size / 2, size / 2 - 0.25, GOLD)
    pen.circle(size / 2, size / 2, size / 2 - 3, INK)
    put_mark(pen, mark, size / 2, size / 2, size * 0.6, GOLD, INK)
    return pen.done()
