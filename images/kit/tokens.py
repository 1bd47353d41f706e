"""Pieces on a board: a team's shape with a mark and a name."""

from PIL import Image

from images.kit.box import Box, at
from images.kit.marks import put_mark
from images.kit.pen import Pen, Point, lifted, sprite
from images.kit.text import Style, write
from images.kit.theme import DARK, GOLD, QUIET, Colour, Team, mix

NAME = Style("sans", 700, 26, 15)
RIM = 4


@sprite(keep=128)
def token(
    team: Team, mark: str, name: str, width: int, height: int, glow: bool = False
) -> Image.Image:
    """A piece that stands: mark above, name below; with a shadow, and a glow if it moved last."""
    pen = Pen(width, height)
    outline(pen, team.shape, 0, width, height, GOLD if glow else team.deep)
    if glow:
        outline(pen, team.shape, RIM, width, height, team.deep)
    outline(pen, team.shape, RIM + 3 * glow, width, height, team.fill)
    return lifted(_named(pen, mark, name, team.ink, team.fill))


@sprite(keep=128)
def spent(team: Team, mark: str, name: str, width: int, height: int) -> Image.Image:
    """A piece that has fallen: only its outline keeps the team's colour."""
    pen = Pen(width, height)
    outline(pen, team.shape, 0, width, height, mix(team.fill, DARK, 0.35))
    outline(pen, team.shape, RIM, width, height, DARK)
    return _named(pen, mark, name, QUIET, DARK)


@sprite(keep=128)
def ghost(team: Team, width: int, height: int) -> Image.Image:
    """The outline that a piece has left behind."""
    pen = Pen(width, height)
    outline(pen, team.shape, 0, width, height, team.fill)
    hole = Pen(width, height)
    outline(hole, team.shape, RIM, width, height, team.fill)
    picture = pen.done()
    picture.paste((0, 0, 0, 0), (0, 0), hole.done().getchannel("A"))
    return picture


@sprite(keep=128)
def badge(team: Team, mark: str, size: int) -> Image.Image:
    """A team's shape with a mark and no name."""
    pen = Pen(size, size)
    outline(pen, team.shape, 0, size, size, team.deep)
    outline(pen, team.shape, 3, size, size, team.fill)
    put_mark(pen, mark, size / 2, size / 2, size * 0.58, team.ink, team.fill)
    return pen.done()


def outline(pen: Pen, shape: str, inset: float, width: int, height: int, fill: Colour) -> None:
    """Fill a team's shape, so far inside its edge."""
    left, top, right, bottom = inset, inset, width - inset - 0.25, height - inset - 0.25
    short = min(width, height)
    if shape == "round":
        pen.block(left, top, right, bottom, fill, max(2.0, short * 0.3 - inset))
    elif shape == "cut":
        pen.polygon(_cut(left, top, right, bottom, short * 0.17 - inset * 0.42), fill)
    elif shape == "square":
        pen.block(left, top, right, bottom, fill, 3)
    else:
        middle, dip = (top + bottom) / 2, short * 0.18
        pen.polygon(
            [
                (left + dip, top),
                (right - dip, top),
                (right, middle),
                (right - dip, bottom),
                (left + dip, bottom),
                (left, middle),
            ],
            fill,
        )


def _cut(left: float, top: float, right: float, bottom: float, cut: float) -> list[Point]:
    return [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ]


def _named(pen: Pen, mark: str, name: str, ink: Colour, ground: Colour) -> Image.Image:
    width, height = pen.size
    line = name_box(width, height)
    size = line.top - RIM - 6
    put_mark(pen, mark, width / 2, RIM + 5 + size / 2, size, ink, ground)
    picture = pen.done()
    write(picture, line, name, NAME.sized(min(NAME.size, round(height * 0.31))), ink)
    return picture


def name_box(width: int, height: int) -> Box:
    """Where a token's name stands."""
    tall = round(height * 0.36)
    return at(RIM + 4, height - RIM - tall - 2, width - 2 * RIM - 8, tall)
