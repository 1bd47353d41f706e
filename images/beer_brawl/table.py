"""The board: squares, terrain, adventurers, the last move; both sides beside it."""

from collections.abc import Sequence

from PIL import Image

from images.beer_brawl import look
from images.beer_brawl.piece import HEIGHT as PIECE_HEIGHT
from images.beer_brawl.piece import WIDTH as PIECE_WIDTH
from images.beer_brawl.piece import own_piece, piece_of
from images.beer_brawl.sides import draw_side
from images.beer_brawl.words import headline
from images.kit.arrows import arrow
from images.kit.box import Box, around, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.plates import header, ribbon
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import STRONG, Style, write
from images.kit.theme import GOLD, INK, QUIET, Colour, Team
from images.kit.tokens import badge, ghost, outline
from rules.beer_brawl.content import BACK, FILES, RANKS
from rules.beer_brawl.view import Piece, View
from rules.engine.state import Option

CELL_WIDTH, CELL_HEIGHT = 156, 71
BOARD = at(44, 92, FILES * CELL_WIDTH, RANKS * CELL_HEIGHT)
HEADER = Box(20, 8, WIDTH - 16, 86)
SIDES = (
    Box(BOARD.right + 14, 386, WIDTH - 12, HEIGHT - 10),  # each beside its home
    Box(BOARD.right + 14, 90, WIDTH - 12, 378),
)
COORDINATE = Style("serif", 800, 30, READ)
HINT = STRONG.sized(READ, READ)


def board(view: View, options: Sequence[Option] = ()) -> bytes:
    """The table of a view as PNG bytes; its owner's pieces show what they are made of."""
    canvas = Canvas(WIDTH, HEIGHT, _ground(view.lakes, view.rough))
    _draw_header(canvas, view)
    for seat in (0, 1):
        draw_side(canvas, SIDES[seat], view, seat)
    for square in {o.square for o in options if hasattr(o, "square")}:
        canvas.centre(_goal(), *cell(square).centre)
    _draw_move(canvas, view)
    for square, piece in enumerate(view.board):
        if piece is not None:
            _draw_piece(canvas, view, square, piece, options)
    return canvas.png(look.BOARD_COLOURS)


def _draw_piece(
    canvas: Canvas, view: View, square: int, piece: Piece, options: Sequence[Option]
) -> None:
    glow = piece == view.mover
    if view.outcome is not None and view.outcome.reason == "back_rank":
        glow = piece.team in view.outcome.winners and square in BACK[1 - piece.team]
    known = {t.piece: t for t in view.private.tiles} if view.private is not None else {}
    picture = own_piece(known[piece], glow) if piece in known else piece_of(piece, glow)
    canvas.centre(picture, *cell(square).centre)
    if any(getattr(o, "target", None) == piece.adventurer for o in options):
        box = cell(square)
        clash = mark_sprite("clash", 40, GOLD, INK)
        canvas.centre(clash, box.right - 26, box.top + 24)


def cell(square: int) -> Box:
    """Where a square lies: A1 is at the lower left."""
    rank, file = divmod(square, FILES)
    x = BOARD.left + file * CELL_WIDTH
    y = BOARD.bottom - (rank + 1) * CELL_HEIGHT
    return at(x, y, CELL_WIDTH, CELL_HEIGHT)


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        crown = mark_sprite("crown" if view.outcome.winners else "tankard", 54, INK, GOLD)
        ribbon(canvas, HEADER, title, line, crown)
        return
    if view.active is None:
        picture = mark_sprite("hourglass", 54, GOLD, INK)
    else:
        picture = badge(look.TEAMS[view.active], "tankard", 62)
    header(canvas, HEADER, title, line, picture)


def _draw_move(canvas: Canvas, view: View) -> None:
    if view.mover is None or not view.path:
        return
    team = look.team_of(view.mover)
    spots = [cell(square).centre for square in view.path]
    canvas.centre(ghost(team, PIECE_WIDTH, PIECE_HEIGHT), *spots[0])
    stands = view.board[view.path[-1]] is not None
    if len(spots) > 1:
        level = spots[-1][1] == spots[-2][1]
        short = (PIECE_WIDTH if level else PIECE_HEIGHT) // 2 + 5 if stands else 24
        arrow(canvas, spots, GOLD, INK, stop=short)
    if not stands:
        canvas.centre(mark_sprite("fallen", 42, team.deep, GOLD), *spots[-1])


@sprite(keep=1)
def _goal() -> Image.Image:
    """Where one can go: a golden frame in its square."""
    pen = Pen(CELL_WIDTH, CELL_HEIGHT)
    pen.block(3, 3, CELL_WIDTH - 3, CELL_HEIGHT - 3, INK, 12)
    pen.block(5, 5, CELL_WIDTH - 5, CELL_HEIGHT - 5, GOLD, 10)
    picture = pen.done()
    hole = Pen(CELL_WIDTH, CELL_HEIGHT)
    hole.block(11, 11, CELL_WIDTH - 11, CELL_HEIGHT - 11, INK, 6)
    picture.paste((0, 0, 0, 0), (0, 0), hole.done().getchannel("A"))
    return picture


# -- the ground, the same for the whole game


@sprite(keep=4)
def _ground(lakes: tuple[int, ...], rough: tuple[int, ...]) -> Image.Image:
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.panel(BOARD.inset(-5), INK, 10)
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
        canvas.write(at(box.left, box.bottom + 3, CELL_WIDTH, 34), "ABCDE"[file], COORDINATE, QUIET)
    for rank in range(RANKS):
        box = cell(rank * FILES)
        canvas.write(at(10, box.top, 28, CELL_HEIGHT), str(rank + 1), COORDINATE, QUIET)
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
    for row, y in enumerate((18, 72)):
        for x in range(-20 + 14 * row, CELL_WIDTH + 20, 36):
            pen.arc(x, y - 9, 13, 30, 150, 4, look.WAVE)
    picture = pen.done()
    write(picture, around(CELL_WIDTH // 2, 42, 110, 34), "lake", HINT, INK)
    return picture


@sprite(keep=128)
def _rough() -> Image.Image:
    pen = Pen(CELL_WIDTH, CELL_HEIGHT)
    pen.block(0, 0, CELL_WIDTH, CELL_HEIGHT, look.ROUGH)
    for row, y in enumerate((17, 70)):
        for x in range(-8 + 17 * row, CELL_WIDTH + 10, 34):
            pen.polygon([(x - 10, y), (x, y - 14), (x + 10, y)], look.TUFT)
    picture = pen.done()
    write(picture, around(CELL_WIDTH // 2, 35, 110, 34), "rough", HINT, INK)
    return picture
