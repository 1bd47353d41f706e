"""An emblem for each Legend, in the kit's square of 100 by 100; no two share an outline."""

from images.kit.marks import mark
from images.kit.pen import Pen
from images.kit.theme import Colour


@mark
def bear(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A bear's head: Bödvar."""
    for x in (20, 80):
        pen.circle(x, 24, 18, ink)
        pen.circle(x, 24, 8, ground)
    pen.oval(50, 54, 42, 40, ink)
    for x in (33, 67):
        pen.circle(x, 46, 6, ground)
    pen.oval(50, 70, 19, 15, ground)
    pen.oval(50, 64, 9, 6, ink)
    pen.line([(50, 66), (50, 78)], 4, ink)


@mark
def hood(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A masked head with a knot that flies behind it: Hattori."""
    pen.polygon([(66, 34), (98, 12), (94, 32)], ink)
    pen.polygon([(66, 42), (99, 44), (86, 60)], ink)
    pen.pie(42, 46, 40, 180, 360, ink)
    pen.polygon([(2, 44), (82, 44), (78, 74), (60, 96), (24, 96), (6, 74)], ink)
    pen.block(10, 40, 74, 60, ground, 9)
    for inner, outer in ((35, 16), (49, 68)):
        pen.polygon([(outer, 43), (inner, 50), (inner, 55), (outer, 53)], ink)


@mark
def clawed_moon(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A full moon, clawed right through: Mordex."""
    pen.circle(50, 50, 47, ink)
    for x in (22, 48, 74):
        pen.polygon([(x + 16, 2), (x + 13, 48), (x - 12, 98), (x - 1, 48)], ground)


@mark
def reaper(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A pointed hood with nothing in it but two lights: Nix."""
    pen.polygon([(54, 0), (74, 22), (84, 52), (98, 98), (2, 98), (16, 52), (30, 22)], ink)
    pen.oval(50, 58, 22, 27, ground)
    for x in (41, 59):
        pen.polygon([(x, 46), (x + 6, 56), (x, 66), (x - 6, 56)], ink)


@mark
def fox(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A fox's face with large ears: Yumiko."""
    pen.polygon([(4, 2), (36, 30), (64, 30), (96, 2), (98, 52), (50, 98), (2, 52)], ink)
    pen.polygon([(12, 18), (28, 34), (14, 44)], ground)
    pen.polygon([(88, 18), (72, 34), (86, 44)], ground)
    pen.polygon([(20, 54), (40, 60), (32, 66)], ground)
    pen.polygon([(80, 54), (60, 60), (68, 66)], ground)
    pen.circle(50, 86, 7, ground)


@mark
def goat(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A goat's head with rolled horns and a beard: Grisk."""
    for side in (-1, 1):
        pen.arc(50 + side * 27, 32, 19, 90 - side * 90, 90 + side * 220, 12, ink)
        pen.polygon([(50 + side * x, y) for x, y in ((20, 50), (46, 62), (38, 74), (16, 64))], ink)
    pen.polygon([(30, 16), (70, 16), (72, 48), (62, 80), (38, 80), (28, 48)], ink)
    pen.polygon([(39, 78), (61, 78), (50, 100)], ink)
    for x in (40, 60):
        pen.oval(x, 44, 5, 7, ground)
    pen.line([(43, 68), (57, 68)], 5, ground)
