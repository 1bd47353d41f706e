"""The board: the Battle Zone, the bros, the decks, and what is going on."""

from images.bro_brawl import look
from images.bro_brawl.bros import bro_height, draw_bro
from images.bro_brawl.decks import HEIGHT as DECKS
from images.bro_brawl.decks import draw_decks
from images.bro_brawl.words import headline
from images.bro_brawl.zone import draw_zone, zone_height
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header, ribbon
from images.kit.text import HEADING
from images.kit.theme import EDGE, GOLD, INK, PAPER, PLATE, RAISED
from images.kit.tokens import badge
from rules.bro_brawl.view import View

WIDTH = 1000
HEADER = Box(24, 14, WIDTH - 24, 102)
TOP = 116
GAP = 10
SCORES = 76


def board(view: View) -> bytes:
    """The table of a view as PNG bytes."""
    scored = view.mode == "competitive"
    heights = [
        *[SCORES] * scored,
        zone_height(view),
        DECKS,
        *(bro_height(bro) for bro in view.bros),
    ]
    canvas = Canvas(WIDTH, TOP + sum(heights) + GAP * len(heights) + 6)
    boxes = []
    y = TOP
    for height in heights:
        boxes.append(at(14, y, WIDTH - 28, height))
        y += height + GAP
    _draw_header(canvas, view)
    if scored:
        _draw_scores(canvas, boxes.pop(0), view)
    draw_zone(canvas, boxes[0], view)
    draw_decks(canvas, boxes[1], view)
    for seat, box in enumerate(boxes[2:]):
        draw_bro(canvas, box, view, seat)
    return canvas.png(look.FLATS)


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        crown = mark_sprite("crown" if view.outcome.winners else "bhrost", 58, INK, GOLD)
        ribbon(canvas, HEADER, title, line, crown)
        return
    if view.phase == "between":
        picture = mark_sprite("hourglass", 58, GOLD, PLATE)
    else:
        bro = view.bros[view.seat]
        mark = look.BROS[view.seat] if bro.life > 0 else "bhrost"
        picture = badge(look.TEAMS[bro.player], mark, 72)
    header(canvas, HEADER, title, line, picture)


def _draw_scores(canvas: Canvas, box: Box, view: View) -> None:
    """Everybody's points so far; a golden rim says who is ahead."""
    best = max(view.scores)
    for player, cell in enumerate(box.columns(len(view.scores), GAP)):
        points = view.scores[player]
        canvas.panel(cell, RAISED, 14, GOLD if points == best else EDGE)
        bros = [seat for seat, bro in enumerate(view.bros) if bro.player == player]
        x = cell.left + 12
        for seat in bros:
            canvas.put(badge(look.TEAMS[player], look.BROS[seat], 52), x, cell.top + 12)
            x += 58
        words = f"{points} {'point' if points == 1 else 'points'}"
        line = Box(x + 6, cell.top, cell.right - 8, cell.bottom)
        canvas.write(line, words, HEADING.sized(32, 22), PAPER, "left")
