"""The marks of Bro Brawl: bros, foes, gear and grunts."""

from images.kit.marks import mark
from images.kit.pen import Pen, star
from images.kit.theme import Colour

# -- bros: the same head, each with something of his own


def _head(pen: Pen, ink: Colour, ground: Colour) -> None:
    pen.block(22, 22, 78, 94, ink, 26)
    for x in (14, 86):
        pen.circle(x + (8 if x < 50 else -8), 58, 9, ink)
    pen.arc(50, 66, 14, 25, 155, 6, ground)


@mark
def cap(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A head with a baseball cap."""
    _head(pen, ink, ground)
    pen.pie(50, 38, 33, 180, 360, ink)
    pen.block(12, 30, 98, 42, ink, 6)
    pen.line([(14, 46), (84, 46)], 5, ground)
    for x in (38, 62):
        pen.circle(x, 57, 5, ground)


@mark
def shades(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A head with dark glasses and a quiff."""
    _head(pen, ink, ground)
    pen.polygon([(20, 34), (30, 8), (86, 4), (80, 34)], ink)
    pen.block(24, 44, 47, 62, ground, 6)
    pen.block(53, 44, 76, 62, ground, 6)
    pen.line([(20, 48), (80, 48)], 6, ground)


@mark
def beard(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A bald head with a beard."""
    pen.circle(50, 44, 36, ink)
    pen.polygon([(14, 50), (86, 50), (76, 84), (50, 99), (24, 84)], ink)
    for x in (37, 63):
        pen.circle(x, 42, 6, ground)
    pen.line([(22, 60), (38, 58), (50, 64), (62, 58), (78, 60)], 6, ground)
    pen.line([(42, 76), (58, 76)], 6, ground)


@mark
def headband(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A head with a headband and its loose ends."""
    _head(pen, ink, ground)
    pen.pie(50, 34, 28, 180, 360, ink)
    pen.line([(20, 33), (80, 33)], 11, ground)
    pen.polygon([(78, 28), (99, 18), (94, 34)], ink)
    pen.polygon([(78, 34), (99, 44), (88, 52)], ink)
    for x in (38, 62):
        pen.circle(x, 54, 6, ground)


@mark
def bhrost(pen: Pen, ink: Colour, ground: Colour) -> None:
    """What is left of a bro: a ghost."""
    pen.pie(50, 44, 40, 180, 360, ink)
    pen.block(10, 43, 90, 78, ink)
    pen.polygon([(10, 76), (37, 76), (23, 98)], ink)
    pen.polygon([(36, 76), (64, 76), (50, 98)], ink)
    pen.polygon([(63, 76), (90, 76), (77, 98)], ink)
    for x in (36, 64):
        pen.oval(x, 44, 8, 11, ground)
    pen.circle(50, 66, 7, ground)


# -- foes


@mark
def scamp(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A little devil with big ears."""
    pen.circle(50, 58, 30, ink)
    pen.polygon([(26, 46), (0, 30), (10, 64), (28, 70)], ink)
    pen.polygon([(74, 46), (100, 30), (90, 64), (72, 70)], ink)
    pen.polygon([(34, 36), (34, 8), (50, 32)], ink)
    pen.polygon([(66, 36), (66, 8), (50, 32)], ink)
    for x in (39, 61):
        pen.circle(x, 54, 7, ground)
    pen.polygon([(36, 68), (64, 68), (50, 80)], ground)


@mark
def trooper(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A helmet with a slit to see through."""
    pen.pie(50, 50, 42, 180, 360, ink)
    pen.polygon([(8, 48), (92, 48), (86, 84), (66, 96), (34, 96), (14, 84)], ink)
    pen.block(18, 44, 82, 60, ground, 6)
    pen.circle(36, 52, 6, ink)
    pen.circle(64, 52, 6, ink)
    for x in (40, 50, 60):
        pen.line([(x, 72), (x, 86)], 5, ground)


@mark
def brute(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A broad jaw with tusks under a heavy brow."""
    pen.polygon(
        [(22, 10), (78, 10), (88, 40), (99, 58), (86, 96), (14, 96), (1, 58), (12, 40)], ink
    )
    pen.polygon([(18, 34), (46, 44), (40, 54), (20, 48)], ground)
    pen.polygon([(82, 34), (54, 44), (60, 54), (80, 48)], ground)
    pen.block(20, 72, 80, 82, ground, 4)
    pen.polygon([(24, 80), (40, 80), (31, 54)], ground)
    pen.polygon([(60, 80), (76, 80), (69, 54)], ground)


@mark
def skull(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A skull: a kill."""
    pen.circle(50, 42, 38, ink)
    pen.block(28, 64, 72, 96, ink, 6)
    for x in (34, 66):
        pen.circle(x, 46, 11, ground)
    pen.polygon([(50, 58), (43, 70), (57, 70)], ground)
    for x in (42, 58):
        pen.line([(x, 82), (x, 95)], 5, ground)


# -- gear


@mark
def gun(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A ray gun."""
    pen.block(10, 22, 70, 50, ink, 12)
    pen.block(66, 30, 90, 42, ink, 3)
    pen.circle(92, 36, 8, ink)
    pen.polygon([(18, 46), (46, 46), (36, 92), (10, 92)], ink)
    pen.arc(52, 56, 13, 0, 120, 6, ink)
    pen.line([(30, 36), (54, 36)], 6, ground)


@mark
def vest(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A padded vest: armor."""
    pen.polygon(
        [(12, 10), (34, 6), (50, 28), (66, 6), (88, 10), (78, 40), (92, 94), (8, 94), (22, 40)], ink
    )
    pen.line([(50, 30), (50, 92)], 6, ground)
    for y in (54, 74):
        pen.line([(22, y), (78, y)], 5, ground)


@mark
def pack(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A case with a cross: a health pack."""
    pen.arc(50, 26, 16, 180, 360, 9, ink)
    pen.block(6, 26, 94, 94, ink, 12)
    pen.block(42, 38, 58, 82, ground, 2)
    pen.block(28, 52, 72, 68, ground, 2)


# -- what goes wrong, and who helps


@mark
def mishap(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A warning triangle."""
    pen.line([(50, 14), (92, 86), (8, 86), (50, 14)], 12, ink)
    pen.polygon([(50, 12), (94, 88), (6, 88)], ink)
    pen.line([(50, 38), (50, 60)], 11, ground)
    pen.circle(50, 76, 6, ground)


@mark
def crosshair(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A target in sight."""
    pen.ring(50, 50, 32, 9, ink)
    for line in (
        [(50, 4), (50, 34)],
        [(50, 66), (50, 96)],
        [(4, 50), (34, 50)],
        [(66, 50), (96, 50)],
    ):
        pen.line(line, 9, ink)
    pen.circle(50, 50, 6, ink)


@mark
def detour(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A sign that points elsewhere."""
    pen.block(44, 4, 56, 98, ink, 4)
    pen.polygon([(8, 12), (74, 12), (96, 30), (74, 48), (8, 48)], ink)
    pen.polygon([(92, 54), (28, 54), (6, 70), (28, 86), (92, 86)], ink)


@mark
def plaster(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A sticking plaster: somebody is cured."""
    pen.line([(24, 76), (76, 24)], 38, ink)
    pen.polygon([(50, 30), (70, 50), (50, 70), (30, 50)], ground)
    for x, y in ((50, 42), (42, 50), (58, 50), (50, 58)):
        pen.circle(x, y, 4, ink)


@mark
def boom(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A burst: damage."""
    pen.polygon(star(50, 52, 50, 28, 8), ink)
    pen.polygon(star(50, 52, 26, 14, 8), ground)
