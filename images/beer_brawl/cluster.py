"""The private cluster: touching hexagonal tiles, and those that have left it."""

from collections.abc import Sequence

from images.beer_brawl import look
from images.beer_brawl.tile import SIDE, height_of, legend_entries, tile_sprite, width_of
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
GAP = 10  # between tiles that do not touch
CAPTION = 42
LARGEST = 150  # from a tile's middle to its corners
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
    if apart:
        _draw_rows(canvas, room, [*cluster, *apart])
    else:
        _draw_cluster(canvas, room, cluster)
    legend(canvas, Box(24, HEIGHT - LEGEND, WIDTH - 24, HEIGHT - 8), legend_entries(), WORDS)
    return canvas.png(look.TILE_COLOURS)


# -- words


def _draw_header(canvas: Canvas, view: View, own: Private) -> None:
    title, line = _headline(view, own)
    box = Box(20, 8, WIDTH - 20, 90)
    header(canvas, box, title, line, badge(look.TEAMS[own.seat], "tankard", 62))


def _headline(view: View, own: Private) -> tuple[str, str]:
    if view.phase == "draft":
        used = f"{own.rerolls} {'reroll' if own.rerolls == 1 else 'rerolls'} used"
        if view.clock_over:
            return "Your tiles", f"The clock has run out: place what is left · {used}"
        left = "" if own.rerolls_left is None else f" · {own.rerolls_left} left"
        return "Your cluster", f"{used}{left} · only you see this"
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
    return {"ready": "to place", "fallen": "fallen", "woken": "woken"}[tile.place]


# -- tiles


def _draw_cluster(canvas: Canvas, box: Box, tiles: Sequence[Tile]) -> None:
    """Two rows of tiles that touch, the second between those of the first."""
    first = -(-len(tiles) // 2)
    across = first + (0.5 if len(tiles) == 2 * first and first > 1 else 0)
    radius = min(LARGEST, int(box.width / across / SIDE), int(box.height / 3.5))
    step = width_of(radius)
    top = box.top + (box.height - radius * 7 // 2) // 2
    left = box.left + round(box.width - across * step) // 2
    for number, tile in enumerate(tiles):
        row, column = divmod(number, first)
        x = left + column * step + row * step // 2
        canvas.put(tile_sprite(*_facts(tile), radius), x, top + row * radius * 3 // 2)


def _draw_rows(canvas: Canvas, box: Box, tiles: Sequence[Tile]) -> None:
    """Tiles with what became of them; those that are still in the cluster touch."""
    first = -(-len(tiles) // 2) if len(tiles) > 3 else len(tiles)
    rows = [tiles[:first], tiles[first:]] if tiles[first:] else [tiles]
    height = box.height // len(rows)
    wide = (box.width - GAP * (first - 1)) / first
    radius = min(LARGEST, int(wide / SIDE), (height - CAPTION) // 2)
    step = width_of(radius) + GAP
    for number, row in enumerate(rows):
        x = box.left + (box.width - len(row) * step + GAP) // 2
        y = box.top + number * height
        for tile in row:
            canvas.put(tile_sprite(*_facts(tile), radius), x, y)
            if tile.place != "cluster":
                spot = at(x + 14, y + height_of(radius) + 1, width_of(radius) - 28, CAPTION - 4)
                _draw_caption(canvas, spot, tile)
            x += step


def _draw_caption(canvas: Canvas, box: Box, tile: Tile) -> None:
    gone = tile.place == "fallen"
    waits = tile.place in ("woken", "ready")
    canvas.panel(box, DARK if gone else GOLD if waits else RAISED, 16, EDGE)
    ink = INK if waits else QUIET if gone else PAPER
    canvas.write(box.inset(6, 1), _caption(tile), WORDS, ink)


def _facts(tile: Tile) -> tuple[tuple[str, ...], int, str, str]:
    piece = tile.piece
    return tile.faces, piece.team, look.mark_of(piece), piece.name
