"""The board: squares, terrain, adventurers, the last move, and both sides."""

from PIL import Image

from images.beer_brawl import look
from images.beer_brawl.sides import draw_side
from images.beer_brawl.words import headline
from images.kit.arrows import arrow
from images.kit.box import Box, around, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.plates import header, ribbon
from images.kit.text import STRONG, Style, write
from images.kit.theme import GOLD, INK, QUIET, Colour, Team
from images.kit.tokens import badge, ghost, outline, token
from rules.beer_brawl.content import BACK, FILES, RANKS
from rules.beer_brawl.view import Piece, View

WIDTH, HEIGHT = 1000, 998
CELL_WIDTH, CELL_HEIGHT = 140, 104
TOKEN_WIDTH, TOKEN_HEIGHT = 132, 92
BOARD = at(160, 118, FILES * CELL_WIDTH, RANKS * CELL_HEIGHT)
HEADER = Box(24, 14, WIDTH - 24, 102)
SIDES = (
    Box(14, BOARD.top - 6, 130, BOARD.bottom + 6),
    Box(WIDTH - 130, BOARD.top - 6, WIDTH - 14, BOARD.bottom + 6),
)
COORDINATE = Style("serif", 800, 28, 24)
HINT = STRONG.sized(20, 16)


def board(view: View) -> bytes:
    """The table of a view as PNG bytes."""
    canvas = Canvas(WIDTH, HEIGHT, _ground(view.lakes, view.rough))
    _draw_header(canvas, view)
    for seat in (0, 1):
        draw_side(canvas, SIDES[seat], view, seat)
    _draw_move(canvas, view)
    for square, piece in enumerate(view.board):
        if piece is not None:
            _draw_piece(canvas, view, square, piece)
    return canvas.png(look.BOARD_COLOURS)


def _draw_piece(canvas: Canvas, view: View, square: int, piece: Piece) -> None:
    glow = piece == view.mover
    if view.outcome is not None and view.outcome.reason == "back_rank":
        glow = piece.team in view.outcome.winners and square in BACK[1 - piece.team]
    team, mark = look.team_of(piece), look.mark_of(piece)
    picture = token(team, mark, piece.name, TOKEN_WIDTH, TOKEN_HEIGHT, glow)
    canvas.centre(picture, *cell(square).centre)


def cell(square: int) -> Box:
    """Where a square lies: A1 is at the lower left."""
    rank, file = divmod(square, FILES)
    x = BOARD.left + file * CELL_WIDTH
    y = BOARD.bottom - (rank + 1) * CELL_HEIGHT
    return at(x, y, CELL_WIDTH, CELL_HEIGHT)


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        crown = mark_sprite("crown" if view.outcome.winners else "tankard", 58, INK, GOLD)
        ribbon(canvas, HEADER, title, line, crown)
        return
    if view.active is None:
        picture = mark_sprite("hourglass", 58, GOLD, INK)
    else:
        picture = badge(look.TEAMS[view.active], "tankard", 66)
    header(canvas, HEADER, title, line, picture)


def _draw_move(canvas: Canvas, view: View) -> None:
    if view.mover is None or not view.path:
        return
    team = look.team_of(view.mover)
    spots = [cell(square).centre for square in view.path]
    canvas.centre(ghost(team, TOKEN_WIDTH, TOKEN_HEIGHT), *spots[0])
    stands = view.board[view.path[-1]] is not None
    if len(spots) > 1:
        level = spots[-1][1] == spots[-2][1]
        short = (TOKEN_WIDTH if level else TOKEN_HEIGHT) // 2 + 7 if stands else 26
        arrow(canvas, spots, GOLD, INK, stop=short)
    if not stands:
        canvas.centre(mark_sprite("fallen", 44, team.deep, GOLD), *spots[-1])


# -- the ground, the same for the whole game


@sprite(keep=4)
def _ground(lakes: tuple[int, ...], rough: tuple[int, ...]) -> Image.Image:
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.panel(BOARD.inset(-6), INK, 10)
    for square in range(FILES * RANKS):
        box = cell(square)
        if square in lakes:
            canvas.put(_lake(), box.left, box.top)
        elif square in rough:
            canvas.put(_rough(), box.left, box.top)
        else:
            _draw_square(canvas, square, box)
    for file in range(FILES):
        box = cell(file)
        canvas.write(at(box.left, box.bottom + 8, CELL_WIDTH, 34), "ABCDE"[file], COORDINATE, QUIET)
    for rank in range(RANKS):
        box = cell(rank * FILES)
        canvas.write(at(box.left - 30, box.top, 24, CELL_HEIGHT), str(rank + 1), COORDINATE, QUIET)
    return canvas.image


def _draw_square(canvas: Canvas, square: int, box: Box) -> None:
    rank, file = divmod(square, FILES)
    shade = (rank + file) % 2
    home = 0 if rank < 3 else 1 if rank >= RANKS - 3 else None
    if home is None:
        canvas.fill(box, look.FIELD[shade])
        return
    colours = (look.BACKS if rank in (0, RANKS - 1) else look.HOMES)[home]
    canvas.fill(box, colours[shade])
    # The team's shape tells whose home it is without its colour.
    canvas.centre(_shape(look.TEAMS[home], look.HINTS[colours[shade]]), *box.centre)


@sprite(keep=128)
def _shape(team: Team, colour: Colour) -> Image.Image:
    pen = Pen(44, 34)
    outline(pen, team.shape, 0, 44, 34, colour)
    return pen.done()


@sprite(keep=128)
def _lake() -> Image.Image:
    pen = Pen(CELL_WIDTH, CELL_HEIGHT)
    pen.block(0, 0, CELL_WIDTH, CELL_HEIGHT, look.WATER)
    for row, y in enumerate((20, 44, 92)):
        for x in range(-20 + 14 * (row % 2), CELL_WIDTH + 20, 36):
            pen.arc(x, y - 9, 13, 30, 150, 4, look.WAVE)
    picture = pen.done()
    write(picture, around(CELL_WIDTH // 2, 68, 80, 24), "lake", HINT, INK)
    return picture


@sprite(keep=128)
def _rough() -> Image.Image:
    pen = Pen(CELL_WIDTH, CELL_HEIGHT)
    pen.block(0, 0, CELL_WIDTH, CELL_HEIGHT, look.ROUGH)
    for row, y in enumerate((14, 42, 100)):
        for x in range(-8 + 17 * (row % 2), CELL_WIDTH + 10, 34):
            pen.polygon([(x - 11, y), (x, y - 16), (x + 11, y)], look.TUFT)
    picture = pen.done()
    write(picture, around(CELL_WIDTH // 2, 64, 90, 26), "rough", HINT, INK)
    return picture
