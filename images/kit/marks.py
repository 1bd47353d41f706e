"""Simple marks that tell pieces apart, drawn in a square of 100 by 100."""

from collections.abc import Callable

from PIL import Image

from images.kit.pen import Pen, Point, around, sprite, star
from images.kit.theme import Colour

Mark = Callable[[Pen, Colour, Colour], None]  # pen, ink, and the ground for what is cut out
MARKS: dict[str, Mark] = {}


def mark(draw: Mark) -> Mark:
    """Enter a mark under its function's name."""
    MARKS[draw.__name__] = draw
    return draw


def put_mark(
    pen: Pen, name: str, x: float, y: float, size: float, ink: Colour, ground: Colour
) -> None:
    """Draw a mark with its middle at a point."""
    MARKS[name](pen.frame(x - size / 2, y - size / 2, size / 100), ink, ground)


@sprite(keep=128)
def mark_sprite(name: str, size: int, ink: Colour, ground: Colour) -> Image.Image:
    """A mark alone."""
    pen = Pen(size, size)
    put_mark(pen, name, size / 2, size / 2, size, ink, ground)
    return pen.done()


# -- the tavern


@mark
def tankard(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A mug with foam and a handle."""
    pen.ring(72, 56, 17, 10, ink)
    pen.block(16, 30, 68, 94, ink, 8)
    for x, radius in ((22, 13), (42, 16), (62, 13)):
        pen.circle(x, 22, radius, ink)
    for x in (30, 42, 54):
        pen.line([(x, 48), (x, 78)], 5, ground)


@mark
def barrel(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A cask with two hoops and a bung."""
    pen.polygon([(26, 6), (74, 6), (86, 34), (86, 66), (74, 94), (26, 94), (14, 66), (14, 34)], ink)
    for y in (27, 73):
        pen.line([(8, y), (92, y)], 6, ground)
    pen.circle(50, 50, 9, ground)


@mark
def bottle(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A bottle with a label."""
    pen.block(40, 4, 60, 40, ink, 4)
    pen.polygon([(40, 30), (60, 30), (74, 50), (26, 50)], ink)
    pen.block(26, 46, 74, 96, ink, 8)
    pen.block(26, 58, 74, 80, ground)
    pen.line([(36, 69), (64, 69)], 5, ink)


@mark
def bell(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A hand bell."""
    pen.circle(50, 86, 10, ink)
    pen.pie(50, 44, 32, 180, 360, ink)
    pen.polygon([(18, 42), (82, 42), (94, 76), (6, 76)], ink)
    pen.circle(50, 10, 8, ink)
    pen.line([(20, 64), (80, 64)], 5, ground)


@mark
def key(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A key with two teeth."""
    pen.ring(28, 34, 19, 13, ink)
    pen.line([(42, 48), (86, 90)], 12, ink)
    pen.line([(64, 70), (78, 56)], 11, ink)
    pen.line([(79, 84), (92, 71)], 11, ink)


@mark
def dice(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A die that shows five."""
    pen.block(8, 8, 92, 92, ink, 18)
    for x, y in ((29, 29), (71, 29), (50, 50), (29, 71), (71, 71)):
        pen.circle(x, y, 9, ground)


@mark
def lantern(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A lantern with a flame."""
    pen.arc(50, 18, 14, 180, 360, 7, ink)
    pen.block(24, 18, 76, 30, ink, 4)
    pen.block(28, 26, 72, 84, ink, 4)
    pen.block(36, 36, 64, 78, ground, 4)
    pen.polygon([(50, 40), (60, 60), (50, 74), (40, 60)], ink)
    pen.block(20, 82, 80, 96, ink, 4)


@mark
def crumpet(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A round griddle cake full of holes."""
    pen.circle(50, 50, 45, ink)
    for x, y, radius in ((50, 50, 9), *((x, y, 7) for x, y in around(50, 50, 27, 7))):
        pen.circle(x, y, radius, ground)


@mark
def kettle(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A kettle with its spout."""
    pen.arc(46, 38, 27, 190, 350, 8, ink)
    pen.pie(46, 78, 36, 180, 360, ink)
    pen.block(10, 74, 82, 94, ink, 8)
    pen.polygon([(70, 66), (90, 40), (99, 46), (82, 84)], ink)
    pen.circle(46, 40, 7, ink)
    pen.line([(18, 76), (74, 76)], 5, ground)


# -- arms


@mark
def anchor(pen: Pen, ink: Colour, ground: Colour) -> None:
    """An anchor."""
    pen.ring(50, 15, 10, 8, ink)
    pen.line([(50, 26), (50, 90)], 10, ink)
    pen.line([(28, 38), (72, 38)], 9, ink)
    pen.arc(50, 52, 38, 10, 170, 10, ink)
    pen.polygon([(4, 66), (12, 44), (26, 62)], ink)
    pen.polygon([(96, 66), (88, 44), (74, 62)], ink)


@mark
def axe(pen: Pen, ink: Colour, ground: Colour) -> None:
    """An axe with one blade."""
    pen.line([(34, 10), (34, 94)], 11, ink)
    pen.polygon([(36, 22), (58, 24), (82, 4), (94, 34), (82, 66), (58, 46), (36, 48)], ink)


@mark
def hammer(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A heavy hammer."""
    pen.block(12, 8, 88, 44, ink, 8)
    pen.block(43, 40, 57, 96, ink, 5)
    pen.line([(30, 16), (30, 36)], 5, ground)
    pen.line([(70, 16), (70, 36)], 5, ground)


@mark
def sword(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A sword, point up."""
    pen.polygon([(50, 0), (64, 18), (62, 62), (38, 62), (36, 18)], ink)
    pen.line([(20, 68), (80, 68)], 13, ink)
    pen.line([(50, 70), (50, 88)], 14, ink)
    pen.circle(50, 91, 9, ink)


@mark
def shield(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A shield with a cross."""
    pen.polygon([(10, 8), (90, 8), (90, 46), (76, 74), (50, 96), (24, 74), (10, 46)], ink)
    pen.line([(50, 20), (50, 78)], 8, ground)
    pen.line([(24, 38), (76, 38)], 8, ground)


@mark
def broken_shield(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A shield that is cracked right through."""
    pen.polygon([(10, 8), (90, 8), (90, 46), (76, 74), (50, 96), (24, 74), (10, 46)], ink)
    pen.line([(58, 0), (40, 30), (62, 50), (38, 72), (48, 100)], 11, ground)


@mark
def helmet(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A helmet with two horns."""
    pen.pie(50, 60, 34, 180, 360, ink)
    pen.block(16, 58, 84, 80, ink, 4)
    pen.polygon([(22, 50), (2, 34), (6, 8), (16, 28), (30, 36)], ink)
    pen.polygon([(78, 50), (98, 34), (94, 8), (84, 28), (70, 36)], ink)
    pen.line([(50, 40), (50, 92)], 7, ground)
    pen.line([(28, 68), (72, 68)], 6, ground)


@mark
def bow(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A bow with an arrow."""
    pen.arc(24, 50, 46, -76, 76, 9, ink)
    pen.line([(35, 6), (35, 94)], 4, ink)
    pen.line([(8, 50), (88, 50)], 7, ink)
    pen.polygon([(98, 50), (78, 36), (78, 64)], ink)


# -- sky and weather


@mark
def sun(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A sun with eight rays."""
    pen.polygon(star(50, 50, 48, 26, 8), ink)
    pen.circle(50, 50, 28, ground)
    pen.circle(50, 50, 22, ink)


@mark
def moon(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A crescent."""
    pen.circle(46, 50, 44, ink)
    pen.circle(64, 40, 36, ground)


@mark
def bolt(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A flash of lightning."""
    pen.polygon([(58, 2), (18, 56), (44, 56), (34, 98), (82, 38), (54, 38)], ink)


@mark
def flame(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A flame."""
    pen.circle(50, 66, 30, ink)
    pen.polygon([(21, 60), (30, 38), (44, 28), (48, 2), (70, 28), (80, 60)], ink)
    pen.circle(51, 74, 14, ground)
    pen.polygon([(38, 70), (50, 44), (64, 70)], ground)


@mark
def drop(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A drop with a glint."""
    pen.circle(50, 64, 32, ink)
    pen.polygon([(50, 2), (78, 50), (22, 50)], ink)
    pen.arc(50, 64, 19, 90, 180, 7, ground)


@mark
def snowflake(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A snowflake."""
    for (x, y), (u, v), (s, t) in zip(
        around(50, 50, 45, 6), around(50, 50, 42, 6, -66), around(50, 50, 42, 6, -114), strict=True
    ):
        pen.line([(50, 50), (x, y)], 8, ink)
        middle: Point = (50 + (x - 50) * 0.55, 50 + (y - 50) * 0.55)
        pen.line([(u, v), middle, (s, t)], 6, ink)


@mark
def whirl(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A spiral."""
    pen.arc(50, 50, 42, -20, 200, 10, ink)
    pen.arc(40, 48, 31, 180, 360, 10, ink)
    pen.arc(47, 48, 24, 0, 180, 10, ink)
    pen.arc(40, 48, 17, 180, 340, 10, ink)


# -- plants and animals


@mark
def leaf(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A leaf with its ribs."""
    pen.polygon([(92, 8), (88, 52), (66, 78), (36, 82), (18, 64), (22, 34), (48, 12)], ink)
    pen.line([(8, 94), (72, 28)], 6, ground)
    pen.line([(8, 94), (24, 78)], 8, ink)
    pen.line([(46, 54), (44, 32)], 5, ground)
    pen.line([(46, 54), (68, 56)], 5, ground)


@mark
def acorn(pen: Pen, ink: Colour, ground: Colour) -> None:
    """An acorn in its cup."""
    pen.line([(50, 6), (50, 20)], 9, ink)
    pen.pie(50, 42, 40, 180, 360, ink)
    pen.polygon([(18, 50), (82, 50), (74, 76), (50, 98), (26, 76)], ink)
    pen.line([(8, 45), (92, 45)], 6, ground)


@mark
def mushroom(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A spotted mushroom."""
    pen.pie(50, 52, 46, 180, 360, ink)
    pen.block(36, 48, 64, 96, ink, 10)
    pen.line([(4, 56), (96, 56)], 5, ground)
    for x, y, radius in ((32, 34, 8), (56, 22, 7), (72, 40, 7)):
        pen.circle(x, y, radius, ground)


@mark
def fish(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A fish."""
    pen.oval(42, 50, 38, 26, ink)
    pen.polygon([(68, 50), (98, 22), (92, 50), (98, 78)], ink)
    pen.circle(24, 44, 6, ground)
    pen.arc(34, 50, 18, -50, 50, 5, ground)


@mark
def owl(pen: Pen, ink: Colour, ground: Colour) -> None:
    """An owl's face."""
    pen.polygon([(10, 4), (34, 18), (66, 18), (90, 4), (90, 60), (72, 94), (28, 94), (10, 60)], ink)
    for x in (32, 68):
        pen.circle(x, 44, 16, ground)
        pen.circle(x, 44, 8, ink)
    pen.polygon([(42, 60), (58, 60), (50, 78)], ground)


@mark
def cat(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A cat's face."""
    pen.polygon([(10, 4), (40, 26), (60, 26), (90, 4), (92, 60), (70, 92), (30, 92), (8, 60)], ink)
    for x in (32, 68):
        pen.oval(x, 50, 7, 10, ground)
    pen.polygon([(43, 66), (57, 66), (50, 74)], ground)
    pen.line([(50, 72), (50, 82)], 4, ground)


@mark
def paw(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A paw print."""
    pen.oval(50, 70, 28, 23, ink)
    for x, y in ((16, 46), (37, 22), (63, 22), (84, 46)):
        pen.oval(x, y, 11, 14, ink)


@mark
def feather(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A feather."""
    pen.polygon([(94, 4), (58, 10), (30, 34), (20, 66), (28, 78), (60, 68), (86, 40)], ink)
    pen.line([(6, 96), (70, 28)], 5, ground)
    pen.line([(6, 96), (26, 75)], 8, ink)
    pen.line([(42, 58), (66, 60)], 4, ground)


@mark
def berries(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A bunch of berries."""
    pen.line([(50, 6), (50, 30)], 7, ink)
    pen.polygon([(50, 18), (68, 2), (88, 10), (74, 24)], ink)
    for x, y in ((24, 38), (50, 38), (76, 38), (37, 62), (63, 62), (50, 85)):
        pen.circle(x, y, 14, ground)
        pen.circle(x, y, 12, ink)


@mark
def fig(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A fig cut in half."""
    pen.circle(50, 62, 35, ink)
    pen.polygon([(44, 6), (58, 6), (78, 42), (22, 42)], ink)
    pen.oval(50, 64, 20, 22, ground)
    for x, y in ((50, 54), (42, 66), (58, 66), (50, 77)):
        pen.circle(x, y, 4, ink)


@mark
def fir(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A fir tree."""
    pen.block(43, 76, 57, 98, ink, 2)
    for tip, foot, half in ((2, 34, 22), (22, 58, 32), (44, 82, 42)):
        pen.polygon([(50, tip), (50 + half, foot), (50 - half, foot)], ink)


@mark
def pumpkin(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A pumpkin."""
    pen.line([(50, 30), (54, 8)], 11, ink)
    for x, across in ((22, 20), (78, 20), (50, 24)):
        pen.oval(x, 60, across + 4, 36, ground)
        pen.oval(x, 60, across, 34, ink)


@mark
def gherkin(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A pickled gherkin."""
    pen.line([(28, 72), (44, 62), (56, 48), (68, 28)], 40, ink)
    for x, y in ((32, 66), (44, 74), (48, 54), (62, 50), (58, 34), (72, 28)):
        pen.circle(x, y, 5, ground)


@mark
def radish(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A long radish with its greens."""
    pen.polygon([(6, 96), (24, 52), (44, 34), (62, 38), (68, 56), (50, 74)], ink)
    pen.circle(51, 49, 18, ink)
    for x, y in ((58, 6), (82, 18), (94, 42)):
        pen.line([(62, 38), (x, y)], 10, ink)
    pen.line([(34, 56), (46, 66)], 5, ground)
    pen.line([(24, 70), (32, 78)], 5, ground)


@mark
def turnip(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A fat turnip with two leaves."""
    pen.oval(50, 60, 42, 25, ink)
    pen.polygon([(20, 74), (80, 74), (58, 86), (50, 100), (42, 86)], ink)
    for x, y in ((26, 10), (50, 3), (74, 10)):
        pen.line([(50, 38), (x, y + 6)], 11, ink)
        pen.circle(x, y + 6, 8, ink)
    pen.line([(20, 56), (42, 56)], 5, ground)
    pen.line([(58, 68), (78, 68)], 5, ground)


# -- signs


@mark
def smile(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A smile with dimples."""
    pen.circle(50, 50, 46, ink)
    for x in (33, 67):
        pen.oval(x, 36, 6, 9, ground)
    pen.arc(50, 52, 25, 15, 165, 8, ground)
    for x in (21, 79):
        pen.circle(x, 54, 5, ground)


@mark
def speech(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A speech bubble with an objection."""
    pen.block(4, 6, 96, 72, ink, 22)
    pen.polygon([(22, 64), (54, 64), (18, 98)], ink)
    pen.line([(50, 20), (50, 42)], 11, ground)
    pen.circle(50, 58, 6, ground)


@mark
def crown(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A crown with three points."""
    pen.polygon([(6, 24), (30, 48), (50, 10), (70, 48), (94, 24), (84, 74), (16, 74)], ink)
    pen.block(16, 78, 84, 92, ink, 4)
    for x, y in ((6, 22), (50, 10), (94, 22)):
        pen.circle(x, y, 7, ink)


@mark
def heart(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A heart."""
    pen.circle(28, 34, 25, ink)
    pen.circle(72, 34, 25, ink)
    pen.polygon([(6, 44), (22, 34), (78, 34), (94, 44), (50, 94)], ink)


@mark
def gem(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A cut stone."""
    pen.polygon([(24, 12), (76, 12), (98, 40), (50, 94), (2, 40)], ink)
    pen.line([(8, 40), (92, 40)], 5, ground)
    pen.line([(34, 40), (50, 84), (66, 40), (50, 14), (34, 40)], 5, ground)


@mark
def eye(pen: Pen, ink: Colour, ground: Colour) -> None:
    """An open eye."""
    pen.polygon(
        [(2, 50), (24, 26), (50, 18), (76, 26), (98, 50), (76, 74), (50, 82), (24, 74)], ink
    )
    pen.circle(50, 50, 22, ground)
    pen.circle(50, 50, 12, ink)


@mark
def note(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A pair of notes."""
    pen.oval(22, 80, 18, 14, ink)
    pen.oval(74, 72, 18, 14, ink)
    pen.line([(36, 78), (36, 20)], 8, ink)
    pen.line([(88, 70), (88, 12)], 8, ink)
    pen.polygon([(32, 16), (92, 4), (92, 24), (32, 36)], ink)


@mark
def wheel(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A wheel with six spokes."""
    pen.ring(50, 50, 40, 13, ink)
    for x, y in around(50, 50, 38, 6):
        pen.line([(50, 50), (x, y)], 8, ink)
    pen.circle(50, 50, 13, ink)


@mark
def knot(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A pretzel knot."""
    pen.arc(29, 44, 23, 60, 330, 11, ink)
    pen.arc(71, 44, 23, 210, 480, 11, ink)
    pen.line([(50, 34), (28, 84)], 11, ink)
    pen.line([(50, 34), (72, 84)], 11, ink)
    pen.line([(40, 64), (60, 64)], 11, ink)


@mark
def boot(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A boot."""
    pen.polygon([(24, 4), (62, 4), (62, 50), (92, 62), (96, 80), (20, 80)], ink)
    pen.block(16, 84, 96, 96, ink, 4)
    pen.line([(24, 20), (60, 20)], 6, ground)


@mark
def tower(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A tower with battlements."""
    for x in (12, 42, 72):
        pen.block(x, 4, x + 16, 30, ink, 2)
    pen.block(12, 20, 88, 40, ink, 2)
    pen.block(22, 36, 78, 96, ink, 3)
    pen.pie(50, 74, 13, 180, 360, ground)
    pen.block(37, 73, 63, 97, ground)


@mark
def tent(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A tent."""
    pen.polygon([(50, 10), (98, 92), (2, 92)], ink)
    pen.polygon([(50, 48), (70, 93), (30, 93)], ground)
    pen.line([(50, 12), (58, 4)], 6, ink)
    pen.line([(50, 12), (42, 4)], 6, ink)


# -- what happens at the table


@mark
def clash(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A burst: two have fought."""
    pen.polygon(star(50, 50, 50, 26, 9), ink)
    pen.line([(34, 34), (66, 66)], 8, ground)
    pen.line([(66, 34), (34, 66)], 8, ground)


@mark
def exchange(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Two arrows, there and back: two have re-armed."""
    pen.line([(12, 34), (70, 34)], 12, ink)
    pen.polygon([(66, 12), (96, 34), (66, 56)], ink)
    pen.line([(30, 68), (88, 68)], 12, ink)
    pen.polygon([(34, 46), (4, 68), (34, 90)], ink)


@mark
def fallen(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A cross: out cold."""
    pen.line([(18, 18), (82, 82)], 18, ink)
    pen.line([(82, 18), (18, 82)], 18, ink)


@mark
def tick(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A tick: done."""
    pen.line([(12, 54), (40, 82), (88, 22)], 18, ink)


@mark
def hand(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A hand that points down: put it there."""
    pen.block(20, 6, 84, 52, ink, 14)
    pen.line([(32, 40), (32, 88)], 16, ink)
    for x in (51, 68):
        pen.line([(x, 40), (x, 58)], 15, ink)
    for x in (42, 59):
        pen.line([(x, 48), (x, 62)], 3, ground)
    pen.line([(82, 24), (92, 44)], 13, ink)


@mark
def hourglass(pen: Pen, ink: Colour, ground: Colour) -> None:
    """An hourglass: waited for."""
    pen.block(14, 4, 86, 18, ink, 5)
    pen.block(14, 82, 86, 96, ink, 5)
    pen.polygon([(22, 16), (78, 16), (56, 50), (78, 84), (22, 84), (44, 50)], ink)
    pen.polygon([(36, 26), (64, 26), (50, 44)], ground)


@mark
def spark(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A four-pointed spark."""
    pen.polygon(star(50, 50, 50, 17, 4), ink)


@mark
def chevrons(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Three chevrons: fast."""
    for x in (12, 38, 64):
        pen.line([(x, 18), (x + 24, 50), (x, 82)], 12, ink)
