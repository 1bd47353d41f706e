"""An adventurer on the board: as everybody sees it, and as its owner does."""

from typing import Literal

from PIL import Image

from images.beer_brawl import look
from images.beer_brawl.tile import WEDGES
from images.kit.box import at
from images.kit.marks import put_mark
from images.kit.pen import Pen, lifted, sprite
from images.kit.screen import READ
from images.kit.text import Style, write
from images.kit.theme import GOLD, INK, PAPER, RED, Colour, Team
from images.kit.tokens import RIM, outline
from rules.beer_brawl.state import WHOLE
from rules.beer_brawl.view import Known, Piece, Tile

WIDTH, HEIGHT = 154, 66
NAME = Style("sans", 500, READ, READ)
STAT = Style("sans", 800, READ, READ)
# What a piece is to whoever looks: gold is what can be chosen, pale what moved last, or acts.
Role = Literal["", "moved", "offered", "chosen"]
RIMS = {"moved": PAPER, "offered": GOLD}
STATS = ("strength", "magic", "speed", "armor")


def piece_of(piece: Piece, known: Known, role: Role = "", sign: str = "") -> Image.Image:
    """A piece with its mark, its name and what everybody has seen of it."""
    team, worn = look.team_of(piece), known.wear != WHOLE
    return _marked(team, look.mark_of(piece), piece.name, known.pace, worn, role, sign)


def own_piece(tile: Tile, role: Role = "", sign: str = "") -> Image.Image:
    """A piece with its stats and name: strength, magic, speed and the armor that it wears."""
    stats = tile.strength, tile.magic, tile.speed, tile.armor
    return _measured(look.team_of(tile.piece), stats, tile.piece.name, role, sign)


def fallen_piece(piece: Piece) -> Image.Image:
    """Where somebody has just fallen: a pale piece with a cross."""
    return _fallen(look.team_of(piece), piece.name)


@sprite(keep=32)
def _fallen(team: Team, name: str) -> Image.Image:
    pen = Pen(WIDTH, HEIGHT)
    outline(pen, team.shape, 0, WIDTH, HEIGHT, team.deep)
    outline(pen, team.shape, RIM - 1, WIDTH, HEIGHT, look.FALLEN[team.name])
    put_mark(pen, "fallen", WIDTH / 2, 19, 26, RED, look.FALLEN[team.name])
    picture = pen.done()
    _write_name(picture, name, INK)
    return picture


@sprite(keep=128)
def _marked(
    team: Team, mark: str, name: str, pace: int, worn: bool, role: Role, sign: str
) -> Image.Image:
    pen = _blank(team, role, sign)
    ground, ink = _colours(team, role)
    speed, lost = WEDGES["speed"], WEDGES["lost"]
    fast, broken = 46 * (pace > 0), 38 * worn
    x = (_room(sign) - 32 - fast - broken) // 2
    put_mark(pen, mark, x + 16, 20, 28, ink, ground)
    if pace:
        pen.block(x + 36, 6, x + 78, 34, speed.colour, 7)
    if worn:
        left = x + 36 + fast
        pen.block(left, 6, left + 34, 34, lost.colour, 7)
        put_mark(pen, lost.mark, left + 17, 20, 22, lost.ink, lost.colour)
    picture = pen.done()
    if pace:
        write(picture, at(x + 36, 6, 42, 28), f"{pace}+", STAT, speed.ink)
    _write_name(picture, name, ink)
    return lifted(picture)


@sprite(keep=256)
def _measured(team: Team, stats: tuple[int, ...], name: str, role: Role, sign: str) -> Image.Image:
    pen = _blank(team, role, sign)
    step = 27 if sign else 32
    left = (_room(sign) - 4 * step) // 2 + 1
    for number, kind in enumerate(STATS):
        x = left + number * step
        pen.block(x, 4, x + step - 2, 32, WEDGES[kind].colour, 7)
    picture = pen.done()
    for number, (kind, stat) in enumerate(zip(STATS, stats, strict=True)):
        box = at(left + number * step, 4, step - 2, 28)
        write(picture, box, str(stat), STAT, WEDGES[kind].ink)
    _write_name(picture, name, _colours(team, role)[1])
    return lifted(picture)


def _room(sign: str) -> int:
    """What a sign at the right leaves of a piece's width."""
    return WIDTH - 36 if sign else WIDTH


def _colours(team: Team, role: Role) -> tuple[Colour, Colour]:
    """The ground of a piece, and the ink on it."""
    return (PAPER, INK) if role == "chosen" else (team.fill, team.ink)


def _blank(team: Team, role: Role, sign: str) -> Pen:
    pen = Pen(WIDTH, HEIGHT)
    rimmed = role in RIMS
    outline(pen, team.shape, 0, WIDTH, HEIGHT, RIMS.get(role, team.deep))
    if rimmed:
        outline(pen, team.shape, RIM, WIDTH, HEIGHT, team.deep)
    outline(pen, team.shape, RIM - 1 + 3 * rimmed, WIDTH, HEIGHT, _colours(team, role)[0])
    if sign:
        _put_sign(pen, sign, WIDTH - 23, 20)
    return pen


@sprite(keep=4)
def sign_sprite(sign: str) -> Image.Image:
    """A sign by itself, as the key explains it."""
    pen = Pen(36, 36)
    _put_sign(pen, sign, 18, 18)
    return pen.done()


def _put_sign(pen: Pen, sign: str, x: int, y: int) -> None:
    """What can be done with a piece: golden, for it can be chosen."""
    pen.circle(x, y, 18, INK)
    pen.circle(x, y, 16, GOLD)
    put_mark(pen, sign, x, y, 26, INK, GOLD)


def _write_name(picture: Image.Image, name: str, ink: Colour) -> None:
    write(picture, at(3, 33, WIDTH - 6, 30), name, NAME, ink)
