"""The private cluster: touching hexagonal tiles, and those that have left it."""

from collections.abc import Sequence

from images.beer_brawl import look
from images.beer_brawl.tile import height_of, legend_entries, tile_sprite, width_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.plates import header, legend
from images.kit.text import HEADING, STRONG
from images.kit.theme import DARK, EDGE, GOLD, INK, PAPER, QUIET, RAISED
from images.kit.tokens import badge
from rules.beer_brawl.content import square_label
from rules.beer_brawl.view import Private, Tile, View

WIDTH = 1000
TOP = 116
LARGE, SMALL = 150, 128  # from a tile's middle to its corners
GAP = 14
CAPTION = 46
LEGEND = 64
ROWS = {  # how many tiles touch in each row of a cluster
    1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (2, 3, 2), 8: (3, 2, 3),
    9: (3, 3, 3),
}  # fmt: skip


def private(view: View) -> bytes | None:
    """The viewer's own tiles as PNG bytes; none before they are rolled."""
    if view.private is None or not view.private.tiles:
        return None
    cluster = [tile for tile in view.private.tiles if tile.place == "cluster"]
    apart = [tile for tile in view.private.tiles if tile.place != "cluster"]
    rows = _rows(apart, 4 if cluster or len(apart) in (4, 7, 8) else 3)
    radius = SMALL if cluster else _radius(rows)
    tall = _cluster_height(len(cluster)) + (56 if cluster and apart else 0)
    height = TOP + tall + len(rows) * (height_of(radius) + CAPTION) + LEGEND + 10
    canvas = Canvas(WIDTH, height)
    _draw_header(canvas, view, view.private)
    y = _draw_cluster(canvas, cluster, TOP)
    if cluster and apart:
        line = at(40, y + 14, WIDTH - 80, 34)
        canvas.write(line, "Ready, and placed for good", HEADING.sized(26), QUIET)
        y += 56
    for row in rows:
        _draw_row(canvas, row, radius, y)
        y += height_of(radius) + CAPTION
    legend(canvas, Box(24, height - LEGEND, WIDTH - 24, height - 10), legend_entries())
    return canvas.png(look.TILE_COLOURS)


# -- words


def _draw_header(canvas: Canvas, view: View, own: Private) -> None:
    title, line = _headline(view, own)
    box = Box(24, 14, WIDTH - 24, 102)
    header(canvas, box, title, line, badge(look.TEAMS[own.seat], "tankard", 66))


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
    return {"ready": "to be placed", "fallen": "fallen", "woken": "woken"}[tile.place]


# -- tiles


def _cluster_height(count: int) -> int:
    if not count:
        return 0
    return height_of(LARGE) + (len(ROWS[count]) - 1) * LARGE * 3 // 2


def _draw_cluster(canvas: Canvas, tiles: Sequence[Tile], top: int) -> int:
    if not tiles:
        return top
    counts = ROWS[len(tiles)]
    step = width_of(LARGE)
    waiting = iter(tiles)
    for row, count in enumerate(counts):
        even = len(set(counts)) == 1 and len(counts) > 1
        shift = (step // 4 if row % 2 else -step // 4) if even else 0
        left = (WIDTH - count * step) // 2 + shift
        for column in range(count):
            sprite = tile_sprite(*_facts(next(waiting)), LARGE)
            canvas.put(sprite, left + column * step, top + row * LARGE * 3 // 2)
    return top + _cluster_height(len(tiles))


def _rows(tiles: Sequence[Tile], most: int) -> list[Sequence[Tile]]:
    count = -(-len(tiles) // most)
    each = -(-len(tiles) // count) if count else 1
    return [tiles[i : i + each] for i in range(0, len(tiles), each)]


def _radius(rows: Sequence[Sequence[Tile]]) -> int:
    columns = max(map(len, rows))
    widest = (WIDTH - 40 - (columns - 1) * GAP) / columns
    return min(LARGE if len(rows) < 3 else 138, int(widest / width_of(1000) * 1000))


def _draw_row(canvas: Canvas, tiles: Sequence[Tile], radius: int, top: int) -> None:
    step = width_of(radius) + GAP
    left = (WIDTH - len(tiles) * step + GAP) // 2
    for column, tile in enumerate(tiles):
        x = left + column * step
        canvas.put(tile_sprite(*_facts(tile), radius), x, top)
        box = at(x, top + height_of(radius) + 2, width_of(radius), CAPTION - 8)
        _draw_caption(canvas, box, tile)


def _draw_caption(canvas: Canvas, box: Box, tile: Tile) -> None:
    gone = tile.place == "fallen"
    waits = tile.place in ("woken", "ready")
    ground = DARK if gone else GOLD if waits else RAISED
    canvas.panel(box.inset(36, 2), ground, 16, EDGE)
    ink = INK if waits else QUIET if gone else PAPER
    canvas.write(box.inset(44, 4), _caption(tile), STRONG.sized(22), ink)


def _facts(tile: Tile) -> tuple[tuple[str, ...], int, str, str, str]:
    piece = tile.piece
    return tile.faces, piece.team, look.mark_of(piece), piece.name, tile.archetype
