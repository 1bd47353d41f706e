"""The marks of Brawl Mart: kinds of attacks, points, the TV and the shopper."""

from images.kit.marks import mark
from images.kit.pen import Pen, star
from images.kit.theme import Colour


@mark
def fist(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A fist: contact."""
    pen.block(12, 18, 88, 78, ink, 18)
    pen.block(28, 70, 76, 98, ink, 6)
    for x in (31, 50, 69):
        pen.line([(x, 22), (x, 46)], 5, ground)
    pen.line([(16, 56), (56, 56)], 6, ground)
    pen.line([(56, 48), (56, 62)], 6, ground)


@mark
def thrown(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Something in flight: non-contact."""
    pen.circle(68, 44, 28, ink)
    for y, x in ((26, 18), (46, 4), (66, 14)):
        pen.line([(x, y + 6), (x + 26, y + 2)], 8, ink)
    pen.arc(68, 44, 16, 190, 270, 6, ground)


@mark
def television(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A flat screen on its foot."""
    pen.block(2, 14, 98, 76, ink, 8)
    pen.block(11, 23, 89, 67, ground, 3)
    pen.polygon([(22, 60), (50, 28), (66, 28), (38, 60)], ink)
    pen.block(44, 74, 56, 88, ink)
    pen.block(26, 86, 74, 96, ink, 4)


@mark
def pawn(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A pawn: the shopper."""
    pen.circle(50, 22, 20, ink)
    pen.polygon([(40, 36), (60, 36), (74, 80), (26, 80)], ink)
    pen.block(16, 78, 84, 97, ink, 8)


@mark
def trolley(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A shopping trolley."""
    pen.line([(4, 14), (18, 14), (34, 70), (84, 70)], 8, ink)
    pen.polygon([(22, 24), (96, 24), (84, 60), (33, 60)], ink)
    for x in (42, 57, 72):
        pen.line([(x, 28), (x + 2, 56)], 4, ground)
    for x in (42, 76):
        pen.circle(x, 87, 9, ink)


@mark
def cup(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A steaming cup: the café."""
    pen.ring(76, 56, 14, 8, ink)
    pen.block(14, 38, 72, 82, ink, 16)
    pen.block(8, 86, 82, 96, ink, 4)
    for x in (30, 52):
        pen.line([(x, 28), (x + 6, 18), (x, 6)], 6, ink)


@mark
def dizzy(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Three stars: a knock-out."""
    for x, y, size in ((50, 24, 24), (22, 70, 22), (78, 70, 22)):
        pen.polygon(star(x, y, size, size * 0.45, 5), ink)


@mark
def cross(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A gravestone: slain."""
    pen.pie(50, 44, 38, 180, 360, ink)
    pen.block(12, 43, 88, 96, ink, 4)
    pen.line([(50, 30), (50, 76)], 10, ground)
    pen.line([(34, 46), (66, 46)], 10, ground)


@mark
def crest(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A bare shield, for a number: resistance."""
    pen.polygon([(6, 6), (94, 6), (94, 48), (78, 78), (50, 98), (22, 78), (6, 48)], ink)
