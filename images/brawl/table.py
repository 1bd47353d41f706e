"""The board: both fighters, the row of Bases between them, and what is going on."""

from images.brawl import look
from images.brawl.decks import draw_choice
from images.brawl.fighters import HEIGHT as FIGHTER
from images.brawl.fighters import draw_fighter
from images.brawl.row import BASE, columns, draw_base, fan
from images.brawl.words import headline, names_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header, ribbon
from images.kit.theme import GOLD, INK
from images.kit.tokens import badge
from rules.brawl.view import BrawlView

WIDTH = 1000
HEADER = Box(24, 14, WIDTH - 24, 102)
TOP = 116


def board(view: BrawlView) -> bytes:
    """The table of a view as PNG bytes."""
    if view.phase == "deck":
        return draw_choice(view)
    names = names_of(view)
    fans = [fan(view.row, seat) for seat in (0, 1)]
    upper = at(14, TOP + FIGHTER + 10, WIDTH - 28, fans[1].height + BASE // 2)
    lower = at(14, upper.bottom, WIDTH - 28, fans[0].height + BASE // 2)
    canvas = Canvas(WIDTH, lower.bottom + 10 + FIGHTER + 16)
    _draw_header(canvas, view, names)
    draw_fighter(canvas, at(14, TOP, WIDTH - 28, FIGHTER), view, 1, names[1])
    draw_fighter(canvas, at(14, lower.bottom + 10, WIDTH - 28, FIGHTER), view, 0, names[0])
    canvas.panel(upper, look.GROUNDS[1], 16)
    canvas.panel(lower, look.GROUNDS[0], 16)
    middle = at(14, upper.bottom - BASE // 2, WIDTH - 28, BASE)
    for box, base in zip(columns(len(view.row), middle), view.row, strict=True):
        draw_base(canvas, box, base, fans, names)
    return canvas.png(look.FLATS)


def _draw_header(canvas: Canvas, view: BrawlView, names: tuple[str, str]) -> None:
    title, line = headline(view, names)
    if view.outcome is not None:
        crown = mark_sprite("crown" if view.outcome.winners else "clash", 58, INK, GOLD)
        ribbon(canvas, HEADER, title, line, crown)
        return
    if view.turn >= 0:
        picture = badge(look.TEAMS[view.turn], "tower", 66)
    else:
        mark = {"bout": "clash", "pause": "hand"}.get(view.phase, "hourglass")
        picture = mark_sprite(mark, 58, GOLD, INK)
    header(canvas, HEADER, title, line, picture)
