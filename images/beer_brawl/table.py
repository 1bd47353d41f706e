"""The board: squares, terrain, adventurers, the last move; both sides beside it."""

from collections.abc import Collection, Sequence

from PIL import Image

from images.beer_brawl import look
from images.beer_brawl.piece import HEIGHT as PIECE_HEIGHT
from images.beer_brawl.piece import WIDTH as PIECE_WIDTH
from images.beer_brawl.piece import Role, fallen_piece, own_piece, piece_of
from images.beer_brawl.sides import draw_key, draw_side, key_entries, open_tiles
from images.beer_brawl.words import headline
from images.kit.arrows import arrow
from images.kit.box import Box, around, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.plates import header
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import STRONG, TITLE, Style, width_of, write
from images.kit.theme import GOLD, INK, PAPER, QUIET, Colour, Team, readable
from images.kit.tokens import badge, ghost, outline
from images.kit.verdict import draw_verdict, ground_of
from rules.beer_brawl.content import BACK, FILES, RANKS
from rules.beer_brawl.view import Piece, Tile, View
from rules.engine.state import Option

CELL_WIDTH, CELL_HEIGHT = 156, 71
BOARD = at(44, 92, FILES * CELL_WIDTH, RANKS * CELL_HEIGHT)
HEADER = Box(20, 8, WIDTH - 16, 86)
SIDES = (
    Box(BOARD.right + 14, 386, WIDTH - 12, HEIGHT - 10),  # each beside its home
    Box(BOARD.right + 14, 90, WIDTH - 12, 378),
)
WAY = 8  # how wide the arrow of the last move is
MANY = 24  # squares from which on dots say better than frames where one can go
KEY = Box(100, 8, WIDTH - 16, 48)  # after the picture and the title
COORDINATE = Style("serif", 800, 30, READ)
HINT = STRONG.sized(READ, READ)


def board(view: View, options: Sequence[Option] = (), names: Sequence[str] = ()) -> bytes:
    """The table of a view as PNG bytes; its owner's pieces show what they are made of."""
    canvas = Canvas(WIDTH, HEIGHT, _ground(view.lakes, view.rough))
    placed = _placed(view, options)
    _draw_header(canvas, view, placed, names)
    acting, leaders = chosen(view, options), _named(options, "adventurer")
    signed = {sign for piece in view.board if piece and (sign := _sign(view, piece, options))}
    for seat in (0, 1):
        draw_side(canvas, SIDES[seat], view, seat, names, placed, sorted(signed))
    _draw_move(canvas, view, _goals(options))
    _draw_fallen(canvas, view)
    _draw_goals(canvas, view, options)
    tiles = {tile.piece: tile for tile in open_tiles(view)}
    for square, piece in enumerate(view.board):
        if piece is not None:
            role, sign = _role(view, square, piece, acting, leaders), _sign(view, piece, options)
            tile, known = tiles.get(piece), view.known[piece.adventurer]
            picture = own_piece(tile, role, sign) if tile else piece_of(piece, known, role, sign)
            canvas.centre(picture, *cell(square).centre)
    return canvas.png(look.BOARD_COLOURS)


# -- what can be chosen


def _named(options: Sequence[Option], field: str) -> set[int]:
    """All that options name in a field."""
    return {getattr(option, field) for option in options if hasattr(option, field)}


def _goals(options: Sequence[Option]) -> set[int]:
    """The squares that one can go to, or lay something on."""
    meets = ("target", "friend")  # where one fights or re-arms from, its button says
    return _named([o for o in options if not any(hasattr(o, name) for name in meets)], "square")


def chosen(view: View, options: Sequence[Option]) -> int | None:
    """The adventurer that acts, or that all there is to choose is about."""
    if view.private is not None and view.private.acting is not None:
        return view.private.acting.adventurer
    named = _named(options, "adventurer")
    return named.pop() if len(named) == 1 else None


def _draw_goals(canvas: Canvas, view: View, options: Sequence[Option]) -> None:
    """Where the chosen one can go, as frames; where anybody can, as dots."""
    squares = _goals(options)
    framed = len(_named(options, "adventurer")) < 2 and len(squares) < MANY
    worded = {*view.rough, *(fight.square for fight in view.fights)}
    for square in squares:
        x, y = cell(square).centre
        aside = 56 if not framed and square in worded else 0
        canvas.centre(_goal() if framed else _spot(), x + aside, y)


def _role(
    view: View, square: int, piece: Piece, acting: int | None, leaders: Collection[int]
) -> Role:
    if view.outcome is not None and view.outcome.reason == "back_rank":
        won = piece.team in view.outcome.winners and square in BACK[1 - piece.team]
        return "chosen" if won else ""
    if piece.adventurer == acting:
        return "chosen"
    if piece.adventurer in leaders:
        return "offered"
    return "moved" if piece == view.mover else ""


def _sign(view: View, piece: Piece, options: Sequence[Option]) -> str:
    """The mark of an enemy that can be fought, and of a friend that can be re-armed with."""
    if piece.adventurer in _named(options, "target"):
        return "clash"
    attached = view.private.attached if view.private is not None else None
    friend = attached is not None and piece == attached[1]
    if len(_named(options, "adventurer")) < 2:  # before one is chosen, all of them could help
        friend = friend or piece.adventurer in _named(options, "friend")
    return "exchange" if friend else ""


def cell(square: int) -> Box:
    """Where a square lies: A1 is at the lower left."""
    rank, file = divmod(square, FILES)
    x = BOARD.left + file * CELL_WIDTH
    y = BOARD.bottom - (rank + 1) * CELL_HEIGHT
    return at(x, y, CELL_WIDTH, CELL_HEIGHT)


def _placed(view: View, options: Sequence[Option]) -> Tile | None:
    """The viewer's tile that all there is to choose is about."""
    named = _named(options, "tile")
    if len(named) != 1 or view.private is None:
        return None
    return next(tile for tile in view.private.tiles if tile.piece.adventurer in named)


def _draw_header(canvas: Canvas, view: View, placed: Tile | None, names: Sequence[str]) -> None:
    title, line = headline(view, names, placed.piece.name if placed else "")
    _draw_heading(canvas, view, title, line)
    room, ink = KEY, QUIET
    if view.outcome is not None:  # on the ribbon
        room, ink = KEY.shift(-14, 4), readable(ground_of(view.outcome, view.viewer))
    room = room._replace(left=KEY.left + width_of(title, TITLE) + 30)
    draw_key(canvas, room, key_entries(view), ink)


def _draw_heading(canvas: Canvas, view: View, title: str, line: str) -> None:
    if view.outcome is not None:
        draw_verdict(canvas, HEADER, (title, line), view.outcome, view.viewer, "tankard")
        return
    if view.active is None:
        picture = mark_sprite("hourglass", 54, PAPER, INK)
    else:
        picture = badge(look.TEAMS[view.active], "tankard", 62)
    header(canvas, HEADER, title, line, picture)


def _draw_move(canvas: Canvas, view: View, goals: Collection[int]) -> None:
    """The last move, pale and slim: squares that lie on its way may be chosen now."""
    if view.mover is None or not view.path:
        return
    team = look.team_of(view.mover)
    spots = [cell(square).centre for square in view.path]
    if view.path[0] not in goals:
        canvas.centre(ghost(team, PIECE_WIDTH, PIECE_HEIGHT), *spots[0])
    if len(spots) > 1:
        level = spots[-1][1] == spots[-2][1]
        short = (PIECE_WIDTH if level else PIECE_HEIGHT) // 2 + 5
        arrow(canvas, spots, PAPER, INK, width=WAY, stop=short)


def _draw_fallen(canvas: Canvas, view: View) -> None:
    """Who was knocked out in the last turn, and where; that square may be chosen now."""
    for fight in view.fights:
        canvas.centre(fallen_piece(fight.fallen), *cell(fight.square).centre)


@sprite(keep=1)
def _spot() -> Image.Image:
    """Where somebody can go: a golden dot."""
    pen = Pen(26, 26)
    pen.circle(13, 13, 13, INK)
    pen.circle(13, 13, 10, GOLD)
    return pen.done()


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
