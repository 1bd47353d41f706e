"""The private cluster: touching hexagonal tiles, and those that have left it."""

from collections.abc import Sequence

from images.beer_brawl import look
from images.beer_brawl.tile import SIDE, legend_entries, tile_sprite, width_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.plates import header, legend
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import STRONG
from images.kit.theme import DARK, EDGE, GOLD, INK, PAPER, QUIET, RAISED
from images.kit.tokens import badge
from rules.beer_brawl.content import square_label
from rules.beer_brawl.view import Private, Tile, View

TOP = 94
LEGEND = 60
GAP, WIDEST = 10, 60  # between tiles that do not touch
CAPTION, CAPTION_WIDTH = 36, 184
LOW = 9 / 5  # how far down a tile its caption begins, below the marks of its faces
LARGEST, SMALLEST = 150, 108  # from a tile's middle to its corners
WORDS = STRONG.sized(READ, READ)


def private(view: View) -> bytes | None:
    """The viewer's own tiles as PNG bytes; none before they are rolled."""
    if view.private is None or not view.private.tiles:
        return None
    canvas = Canvas(WIDTH, HEIGHT)
    _draw_header(canvas, view, view.private)
    cluster = [tile for tile in view.private.tiles if tile.place == "cluster"]
    apart = [tile for tile in view.private.tiles if tile.place != "cluster"]
    room = Box(16, TOP, WIDTH - 16, HEIGHT - LEGEND - 6)
    if not cluster:
        _draw_rows(canvas, room, apart)
    else:
        beside = -(-len(apart) // 2) * (width_of(SMALLEST) + GAP)
        left, right = room.cut_left(room.width - beside)
        _draw_cluster(canvas, left, cluster)
        _draw_rows(canvas, right, apart, SMALLEST)
    legend(canvas, Box(24, HEIGHT - LEGEND, WIDTH - 24, HEIGHT - 8), legend_entries(), WORDS)
    return canvas.png(look.TILE_COLOURS)


# -- words


def _draw_header(canvas: Canvas, view: View, own: Private) -> None:
    title, line = _headline(view, own)
    box = Box(20, 8, WIDTH - 20, 90)
    header(canvas, box, title, line, badge(look.TEAMS[own.seat], "tankard", 62))


def _headline(view: View, own: Private) -> tuple[str, str]:
    if view.outcome is not None:
        return "Your adventurers", "The game is over: nothing is secret any more"
    if view.phase == "draft":
        used = f"{own.rerolls} {'reroll' if own.rerolls == 1 else 'rerolls'} used"
        if view.sides[own.seat].finished:
            return "Your adventurers", f"All are placed · {used} · only you see this"
        if view.clock_over:
            return "Your tiles", f"The clock has run out: place what is left · {used}"
        left = "" if own.rerolls_left is None else f" · {own.rerolls_left} left"
        return "Your tiles", f"{used}{left} · only you see this"
    if own.attached is not None:
        one, other = own.attached
        return (
            "Your adventurers",
            f"{one.name} and {other.name} re-arm · {own.transfers_left} tries left",
        )
    if own.moves_left is not None and view.mover is not None:
        moves = "move" if own.moves_left == 1 else "moves"
        return "Your adventurers", f"{view.mover.name} has {own.moves_left} {moves} left"
    return "Your adventurers", "Only you see this"


def _caption(tile: Tile) -> str:
    if tile.square is not None:
        return f"on {square_label(tile.square)}"
    return {"ready": "to place", "fallen": "knocked out", "woken": "awake"}[tile.place]


# -- tiles


def _draw_cluster(canvas: Canvas, box: Box, tiles: Sequence[Tile]) -> None:
    """Two rows of tiles that touch, the second between those of the first."""
    first = -(-len(tiles) // 2)
    across = first + (0.5 if len(tiles) == 2 * first else 0)
    down = 3.5 if len(tiles) > 1 else 2
    radius = min(LARGEST, int(box.width / across / SIDE), int(box.height / down))
    step = width_of(radius)
    top = box.top + round(box.height - down * radius) // 2
    left = box.left + round(box.width - across * step) // 2
    for number, tile in enumerate(tiles):
        row, column = divmod(number, first)
        x = left + column * step + row * step // 2
        canvas.put(tile_sprite(*_facts(tile), radius), x, top + row * radius * 3 // 2)


def _draw_rows(canvas: Canvas, box: Box, tiles: Sequence[Tile], largest: int = LARGEST) -> None:
    """Tiles that have left the cluster, each with what became of it."""
    first = -(-len(tiles) // 2)
    rows = [row for row in (tiles[:first], tiles[first:]) if row]
    height = box.height // 2
    wide = box.width // max(1, first)
    radius = min(largest, int((wide - GAP) / SIDE), int((height - CAPTION) / LOW))
    step = min(wide, width_of(radius) + WIDEST)
    for number, row in enumerate(rows):
        x = box.left + (box.width - len(row) * step + step - width_of(radius)) // 2
        y = box.top + number * height + (height - CAPTION - round(radius * LOW)) // 2
        for tile in row:
            canvas.put(tile_sprite(*_facts(tile), radius), x, y)
            _draw_caption(canvas, x + width_of(radius) // 2, y + round(radius * LOW), tile)
            x += step


def _draw_caption(canvas: Canvas, x: int, y: int, tile: Tile) -> None:
    """What became of a tile, on its lowest corner."""
    box = at(x - CAPTION_WIDTH // 2, y, CAPTION_WIDTH, CAPTION)
    gone = tile.place == "fallen"
    waits = tile.place in ("woken", "ready")
    canvas.panel(box, DARK if gone else GOLD if waits else RAISED, 16, EDGE)
    ink = INK if waits else QUIET if gone else PAPER
    canvas.write(box.inset(6, 1), _caption(tile), WORDS, ink)


def _facts(tile: Tile) -> tuple[tuple[str, ...], int, str, str]:
    piece = tile.piece
    return tile.faces, piece.team, look.mark_of(piece), piece.name
