"""The store map: departments, one-way arrows, the pawn, where it may go, the TV."""

import math
from typing import NamedTuple

from PIL import Image

from images.brawl_mart.words import extras, facts
from images.kit.arrows import arrow
from images.kit.box import Box, around
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.text import BODY, STRONG
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


class Chart(NamedTuple):
    """A way to draw the map: downwards and large, or across and small."""

    down: bool
    width: int  # of a department
    height: int
    far: float  # pixels from step to step into the store
    aside: float  # and from lane to lane
    left: int
    top: int
    size: tuple[int, int]
    arrow: int

    def spot(self, into: float, lane: float) -> tuple[int, int]:
        """A point of the map in pixels."""
        along, across = into * self.far, lane * self.aside
        x, y = (across, along) if self.down else (along, across)
        return round(self.left + x), round(self.top + y)

    def box(self, at: int) -> Box:
        """Where a department lies."""
        return around(*self.spot(*SPOTS[STORE[at].name]), self.width, self.height)

    def pawn(self, at: int) -> Box:
        """Where the pawn stands in a department: at its corner, clear of its name."""
        box, size = self.box(at), 54 if self.down else 38
        return around(box.left + 2, box.top - 12, size, size)


LARGE = Chart(True, 212, 92, 138, 228, 140, 90, (972, 974), 8)
SMALL = Chart(False, 112, 44, 139, 58, 77, 54, (972, 296), 5)


def draw_chart(canvas: Canvas, x: int, y: int, chart: Chart, view: View) -> None:
    """The map with its upper left corner at a point."""
    tv = "taken" if view.tv else "lost" if view.losses else "there"
    ways = () if view.outcome else LEADS[view.at]
    canvas.image.paste(_chart(chart, view.at, ways, tv), (x, y))


@sprite(keep=16)  # a shopper stays long in one department
def _chart(chart: Chart, here: int, ways: tuple[int, ...], tv: str) -> Image.Image:
    canvas = Canvas(*chart.size, _ground(chart))
    for at in ways:
        _draw_way(canvas, chart, here, at, GOLD)
    within = reachable(here)
    for at in range(len(STORE)):
        box = chart.box(at)
        if at == here:
            canvas.panel(box.inset(-4), INK, 14)
            _draw_department(canvas, chart, box, at, GOLD, GOLD, INK)
        elif at in ways:
            _draw_department(canvas, chart, box, at, PAPER, GOLD, INK)
        elif at in within or at == RESTROOM:
            _draw_department(canvas, chart, box, at, RAISED, EDGE, PAPER)
        else:
            _draw_department(canvas, chart, box, at, DARK, DARK, QUIET)
        if STORE[at].tv and tv != "taken":
            _draw_tv(canvas, chart, box, lost=tv == "lost")
    pawn = chart.pawn(here)
    canvas.put(_disc("pawn", pawn.width), pawn.left, pawn.top)
    return canvas.image


@sprite(keep=2)
def _ground(chart: Chart) -> Image.Image:
    canvas = Canvas(*chart.size, Image.new("RGB", chart.size, PLATE))
    # Arrows out of THE RESTROOM would cross everything; they are drawn when it is left.
    ways = [
        (start, end) for start in range(len(STORE)) if start != RESTROOM for end in LEADS[start]
    ]
    for start, end in sorted(ways, key=lambda way: _names(*way) in BENDS):
        _draw_way(canvas, chart, start, end, QUIET)
    return canvas.image


def _draw_way(canvas: Canvas, chart: Chart, start: int, end: int, colour: Colour) -> None:
    names = _names(start, end)
    turns = (SPOTS[names[0]], *BENDS.get(names, ()), SPOTS[names[1]])
    path = [chart.spot(*turn) for turn in turns]
    arrow(canvas, path, colour, PLATE, chart.arrow, stop=_reach(chart, path[-2], path[-1]))


def _names(start: int, end: int) -> tuple[str, str]:
    return STORE[start].name, STORE[end].name


def _reach(chart: Chart, start: tuple[int, int], end: tuple[int, int]) -> int:
    """How far before the middle of a department an arrow must stop."""
    dx, dy = abs(end[0] - start[0]), abs(end[1] - start[1])
    length = math.hypot(dx, dy)
    sides = [
        half * length / part
        for half, part in ((chart.width / 2, dx), (chart.height / 2, dy))
        if part
    ]
    return round(min(sides)) + 3


def _draw_department(
    canvas: Canvas, chart: Chart, box: Box, at: int, ground: Colour, rim: Colour, ink: Colour
) -> None:
    canvas.panel(box, ground, 12, rim)
    if not chart.down:
        canvas.write(box.inset(5, 3), STORE[at].name, STRONG.sized(18, 14), ink, lines=2)
        return
    upper, lower = box.inset(8, 6).cut_top(34)
    canvas.write(upper, STORE[at].name, STRONG.sized(25, 19), ink)
    line, rest = lower.cut_top(24)
    canvas.write(line, facts(at), BODY.sized(20, 16), ink)
    if extras(at):
        canvas.write(rest, extras(at), BODY.sized(19, 15), ink)


def _draw_tv(canvas: Canvas, chart: Chart, box: Box, *, lost: bool) -> None:
    """The flatscreen, where it still stands; crossed out once it is out of reach."""
    x, y = (box.left - 34, box.centre[1]) if chart.down else (box.centre[0], box.top - 18)
    canvas.centre(_disc("television", 56 if chart.down else 42), x, y)
    if lost:
        canvas.centre(mark_sprite("fallen", 44 if chart.down else 34, RED, INK), x, y)


@sprite(keep=8)
def _disc(mark: str, size: int) -> Image.Image:
    pen = Pen(size, size)
    pen.circle(size / 2, size / 2, size / 2 - 0.25, GOLD)
    pen.circle(size / 2, size / 2, size / 2 - 3, INK)
    put_mark(pen, mark, size / 2, size / 2, size * 0.6, GOLD, INK)
    return pen.done()
