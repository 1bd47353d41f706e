"""Legends as tokens: the emblem on the colour of the damage, the name on the colour of the side."""

from PIL import Image

from images.brawlhalla import look
from images.kit.box import Box, around, at
from images.kit.marks import put_mark
from images.kit.pen import Pen, lifted, sprite, star
from images.kit.text import STRONG, Style, write
from images.kit.theme import DARK, EDGE, GOLD, INK, PAPER, QUIET, Colour, Team, readable
from images.kit.tokens import outline
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.state.fighter import DISARMED, UNARMED

NAME = Style("sans", 800, 24, 16)
LETTER = Style("sans", 800, 20, 15)
RIM = 4
CHIP, HILT = 30, 24  # room for the damage and for the sword beside the emblem
NARROW, ROOMY = 80, 110  # below: an initial instead of name and sword; the damage in a corner


@sprite(keep=256)
def token(
    legend: int, team: Team, damage: int, sword: int, width: int, height: int, glow: bool = False
) -> Image.Image:
    """A Legend that stands in the arena, with a shadow; a glow says that it is waited for."""
    pen = Pen(width, height)
    outline(pen, team.shape, 0, width, height, GOLD if glow else team.deep)
    if glow:
        outline(pen, team.shape, RIM, width, height, team.deep)
    inset = RIM + 2 * glow
    outline(pen, team.shape, inset, width, height, team.fill)
    picture = pen.done()
    line = _name_box(width, height, team.shape)
    body = Box(inset + 5, inset + 5, width - inset - 5, line.top)
    inside = _body(legend, team, damage, sword, (width, height), body)
    picture.alpha_composite(inside.crop((0, 0, width, body.bottom)))
    name = LEGENDS[legend].name
    write(picture, line, name if width > NARROW else name[0], NAME, team.ink)
    return lifted(picture)


def _name_box(width: int, height: int, shape: str) -> Box:
    side = RIM + (14 if shape == "pointed" else 5)
    return at(side, height - RIM - 29, width - 2 * side, 28)


def _body(
    legend: int, team: Team, damage: int, sword: int, size: tuple[int, int], body: Box
) -> Image.Image:
    """What stands above the name: the emblem, the damage's letter before it, the sword behind."""
    hurt = look.DAMAGE[damage]
    pen = Pen(*size)
    outline(pen, team.shape, body.top, *size, hurt.ground)
    side = 5 if team.shape == "pointed" else 1
    left, right = body.left + side, body.right - side
    y, wide, roomy = body.centre[1], size[0] > NARROW, size[0] > ROOMY
    chip = (left + CHIP // 2, y) if roomy else (left + 8, body.top + 8)
    left += CHIP * (roomy and bool(hurt.letter))
    right -= HILT * (wide and sword != UNARMED)
    ink = readable(hurt.ground)
    high = min(body.height - 4, right - left)
    put_mark(pen, look.EMBLEMS[legend], (left + right) / 2, y, high, ink, hurt.ground)
    if wide and sword != UNARMED:
        put_sword(pen, right + HILT / 2 - 2, y, 34, sword, ink, hurt.ground)
    if hurt.letter:
        burst(pen, *chip, 16 if roomy else 13, INK, PAPER)
    picture = pen.done()
    if hurt.letter:
        box = around(*chip, CHIP, CHIP)
        write(picture, box, hurt.letter, LETTER if roomy else LETTER.sized(16), INK)
    return picture


def burst(pen: Pen, x: float, y: float, size: float, rim: Colour, ground: Colour) -> None:
    """The burst that a damage letter stands on."""
    pen.polygon(star(x, y, size, size * 0.74, 8), rim)
    pen.polygon(star(x, y, size - 3, size * 0.74 - 2, 8), ground)


def put_sword(
    pen: Pen, x: float, y: float, size: float, sword: int, ink: Colour, ground: Colour
) -> None:
    """The sword that a Legend carries: upright, or struck through where it is disarmed."""
    put_mark(pen, "sword", x, y, size, ink, ground)
    if sword == DISARMED:
        half = size * 0.4
        for width, colour in ((size * 0.26, ground), (size * 0.12, ink)):
            pen.line([(x - half, y + half), (x + half, y - half)], width, colour)


@sprite(keep=64)
def portrait(
    legend: int, team: Team, size: int, *, damage: int = 0, out: bool = False
) -> Image.Image:
    """A Legend's emblem in the shape of its side."""
    ground = DARK if out else look.DAMAGE[damage].ground
    ink = QUIET if out else readable(ground)
    pen = Pen(size, size)
    outline(pen, team.shape, 0, size, size, EDGE if out else team.deep)
    outline(pen, team.shape, 3, size, size, DARK if out else team.fill)
    outline(pen, team.shape, 9, size, size, ground)
    put_mark(pen, look.EMBLEMS[legend], size / 2, size / 2, size * 0.6, ink, ground)
    return pen.done()


@sprite(keep=32)
def number(team: Team, said: str, size: int, *, out: bool = False) -> Image.Image:
    """A player who has no Legend yet."""
    pen = Pen(size, size)
    outline(pen, team.shape, 0, size, size, EDGE if out else team.deep)
    outline(pen, team.shape, 3, size, size, DARK if out else team.fill)
    picture = pen.done()
    style = Style("serif", 800, round(size * 0.56), 16)
    write(picture, at(6, 6, size - 12, size - 12), said, style, QUIET if out else team.ink)
    return picture


@sprite(keep=8)
def damage_tag(damage: int) -> Image.Image:
    """The damage as a word on its colour, with its letter."""
    hurt = look.DAMAGE[damage]
    width = {0: 134, 1: 112, 2: 82}[damage]
    pen = Pen(width, 36)
    ground = EDGE if not damage else hurt.ground
    pen.block(0, 0, width - 0.25, 35.75, ground, 18)
    if damage:
        burst(pen, 19, 18, 16, INK, PAPER)
    picture = pen.done()
    left = 38 if damage else 12
    if damage:
        write(picture, at(5, 4, 28, 28), hurt.letter, LETTER.sized(19), INK)
    box = Box(left, 0, width - 8, 36)
    write(picture, box, hurt.word, STRONG.sized(22, 20), readable(ground), "left")
    return picture
