"""An adventurer on the board: as everybody sees it, and as its owner does."""

from PIL import Image

from images.beer_brawl import look
from images.beer_brawl.tile import WEDGES
from images.kit.box import at
from images.kit.marks import put_mark
from images.kit.pen import Pen, lifted, sprite
from images.kit.screen import READ
from images.kit.text import Style, write
from images.kit.theme import GOLD, Team
from images.kit.tokens import RIM, outline
from rules.beer_brawl.view import Piece, Tile

WIDTH, HEIGHT = 150, 66
NAME = Style("sans", 600, READ, READ)
STAT = Style("sans", 800, READ, READ)
STATS = ("strength", "magic", "speed", "armor")


def piece_of(piece: Piece, glow: bool = False) -> Image.Image:
    """A piece with its mark and name; it glows if it moved last."""
    return _marked(look.team_of(piece), look.mark_of(piece), piece.name, glow)


def own_piece(tile: Tile, glow: bool = False) -> Image.Image:
    """A piece with its stats and name: strength, magic, speed and the armor that it wears."""
    stats = tile.strength, tile.magic, tile.speed, tile.armor
    return _measured(look.team_of(tile.piece), stats, tile.piece.name, glow)


@sprite(keep=64)
def _marked(team: Team, mark: str, name: str, glow: bool) -> Image.Image:
    pen = _blank(team, glow)
    put_mark(pen, mark, WIDTH / 2, 20, 28, team.ink, team.fill)
    picture = pen.done()
    _write_name(picture, name, team)
    return lifted(picture)


@sprite(keep=256)
def _measured(team: Team, stats: tuple[int, ...], name: str, glow: bool) -> Image.Image:
    pen = _blank(team, glow)
    step = 32
    left = (WIDTH - 4 * step) // 2
    for number, kind in enumerate(STATS):
        x = left + number * step
        pen.block(x, 5, x + step - 2, 34, WEDGES[kind].colour, 7)
    picture = pen.done()
    for number, (kind, stat) in enumerate(zip(STATS, stats, strict=True)):
        box = at(left + number * step, 5, step - 2, 29)
        write(picture, box, str(stat), STAT, WEDGES[kind].ink)
    _write_name(picture, name, team)
    return lifted(picture)


def _blank(team: Team, glow: bool) -> Pen:
    pen = Pen(WIDTH, HEIGHT)
    outline(pen, team.shape, 0, WIDTH, HEIGHT, GOLD if glow else team.deep)
    if glow:
        outline(pen, team.shape, RIM, WIDTH, HEIGHT, team.deep)
    outline(pen, team.shape, RIM - 1 + 3 * glow, WIDTH, HEIGHT, team.fill)
    return pen


def _write_name(picture: Image.Image, name: str, team: Team) -> None:
    write(picture, at(3, 33, WIDTH - 6, 30), name, NAME, team.ink)
