"""Legends as tokens: the emblem on the colour of the damage, the name on the colour of the side."""

from PIL import Image

from images.brawlhalla import look
from images.kit.box import around, at
from images.kit.marks import put_mark
from images.kit.pen import Pen, lifted, sprite, star
from images.kit.screen import READ
from images.kit.text import STRONG, Style, width_of, write
from images.kit.theme import DARK, EDGE, INK, PAPER, QUIET, Colour, Team, readable
from images.kit.tokens import outline
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.state.fighter import DISARMED, UNARMED

INITIAL = Style("sans", 800, 32, READ)
LETTER = Style("sans", 800, READ, READ)
RIM = 4
WIDTH, HEIGHT = 92, 72  # of a token
NARROW = 60  # below: the initial and the damage alone


@sprite(keep=256)
def token(
    legend: int, team: Team, damage: int, sword: int, width: int = WIDTH, glow: bool = False
) -> Image.Image:
    """A Legend that stands in the arena, with a shadow; a glow says that it is waited for."""
    hurt = look.DAMAGE[damage]
    ink = readable(hurt.ground)
    pen = Pen(width, HEIGHT)
    outline(pen, team.shape, 0, width, HEIGHT, PAPER if glow else team.deep)
    if glow:
        outline(pen, team.shape, RIM, width, HEIGHT, team.deep)
    outline(pen, team.shape, RIM + 2 * glow, width, HEIGHT, team.fill)
    outline(pen, team.shape, RIM + 5, width, HEIGHT, hurt.ground)
    wide = width > NARROW
    x = width * 0.32 if wide else width / 2
    if wide:
        put_mark(pen, look.EMBLEMS[legend], x, 22, 30, ink, hurt.ground)
        if sword != UNARMED:
            put_sword(pen, x, 52, 27, sword, ink, hurt.ground)
    chip = (width * 0.7 if wide else x), 51
    if damage:
        burst(pen, *chip, 17, INK, PAPER)
    picture = pen.done()
    name = around(round(width * 0.7) if wide else width // 2, 22, 36, 34)
    write(picture, name, LEGENDS[legend].name[0], INITIAL, ink)
    if damage:
        write(picture, around(round(chip[0]), chip[1], 30, 34), hurt.sign, LETTER, INK)
    return lifted(picture)


def burst(pen: Pen, x: float, y: float, size: float, rim: Colour, ground: Colour) -> None:
    """The burst that a sign of damage stands on."""
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
    style = Style("serif", 800, max(READ, round(size * 0.56)), READ)
    write(picture, at(6, 6, size - 12, size - 12), said, style, QUIET if out else team.ink)
    return picture


@sprite(keep=2)
def damage_sign(damage: int) -> Image.Image:
    """The sign of a damage on its colour, as on a token."""
    hurt = look.DAMAGE[damage]
    pen = Pen(38, 38)
    pen.block(0, 0, 37.75, 37.75, hurt.ground, 8)
    burst(pen, 19, 19, 17, INK, PAPER)
    picture = pen.done()
    write(picture, around(19, 19, 30, 34), hurt.sign, LETTER, INK)
    return picture


@sprite(keep=8)
def damage_tag(damage: int) -> Image.Image:
    """The damage as a word on its colour; nothing to see where there is none."""
    hurt = look.DAMAGE[damage]
    style = STRONG.sized(READ, READ)
    width = width_of(hurt.word, style) + 24 if damage else 1
    pen = Pen(width, 40)
    if damage:
        pen.block(0, 0, width - 0.25, 39.75, hurt.ground, 18)
    picture = pen.done()
    if damage:
        write(picture, at(4, 0, width - 8, 40), hurt.word, style, readable(hurt.ground))
    return picture
