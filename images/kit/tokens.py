"""Pieces on a board: a team's shape with a mark and a name."""

from PIL import Image

from images.kit.marks import put_mark
from images.kit.pen import Pen, Point, sprite
from images.kit.theme import Colour, Team

RIM = 4


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
    """Fill a team's shape, this far inside its edge."""
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
