"""The board: both fighters, the row of Bases between them, and what is going on."""

from collections.abc import Sequence

from images.brawl import look
from images.brawl.decks import draw_choice
from images.brawl.fighters import HEIGHT as FIGHTER
from images.brawl.fighters import draw_fighter
from images.brawl.gone import Traces, draw_gone, traces
from images.brawl.row import BASE, Scene, draw_base, draw_ends
from images.brawl.words import cleared_by, headline, side_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.screen import HEIGHT, WIDTH
from images.kit.theme import INK, PAPER
from images.kit.tokens import badge
from images.kit.verdict import draw_verdict
from rules.brawl.content.cards import ROW as NO_BASE
from rules.brawl.content.cards import base_name
from rules.brawl.state import FromDiscard, PlayCard
from rules.brawl.view import BrawlView
from rules.engine.state import Option

HEADER = Box(20, 8, WIDTH - 16, 86)
UPPER = at(12, 92, WIDTH - 24, FIGHTER)
LOWER = at(12, HEIGHT - FIGHTER - 10, WIDTH - 24, FIGHTER)
ROW = Box(12, UPPER.bottom + 6, WIDTH - 12, LOWER.top - 6)


def board(view: BrawlView, options: Sequence[Option] = (), names: Sequence[str] = ()) -> bytes:
    """The table of a view as PNG bytes; the places that `options` name have a golden frame."""
    if view.phase == "deck":
        return draw_choice(view)
    canvas = Canvas(WIDTH, HEIGHT)
    aimed = _aimed(options)
    gone = traces(view, ends=any(base == NO_BASE for base, _ in aimed))
    _draw_header(canvas, view, names, gone)
    lower = 1 if view.player == 1 else 0  # a player's own side is the nearer one
    scene = Scene(lower, (side_of(view, 0), side_of(view, 1)))
    draw_fighter(canvas, UPPER, view, 1 - lower, names)
    draw_fighter(canvas, LOWER, view, lower, names)
    middle = ROW.centre[1]
    canvas.panel(ROW._replace(bottom=middle), look.GROUNDS[1 - lower], 16)
    canvas.panel(ROW._replace(top=middle), look.GROUNDS[lower], 16)
    line = at(ROW.left, middle - BASE // 2, ROW.width, BASE)
    boxes, gaps = gone.columns(view, line)
    for box, trace in zip(gaps, (*gone.left, *gone.right), strict=True):
        draw_gone(canvas, box, ROW, trace, lower, cleared_by(view, trace.seat))
    for box, base in zip(boxes, view.row, strict=True):
        draw_base(canvas, box, ROW, base, scene, {spot for at_, spot in aimed if at_ == base.id})
    draw_ends(canvas, boxes, aimed)
    return canvas.png(look.FLATS)


def _aimed(options: Sequence[Option]) -> set[tuple[int, int]]:
    """Where the held card can go, or else the discarded one: frames for both would be misread."""
    held = {(o.base, o.spot) for o in options if isinstance(o, PlayCard)}
    return held or {(o.base, o.spot) for o in options if isinstance(o, FromDiscard)}


def _draw_header(canvas: Canvas, view: BrawlView, names: Sequence[str], gone: Traces) -> None:
    title, line = headline(view, names)
    if gone.told and view.outcome is None:
        line = " · ".join(
            f"{base_name(one.base.id)} {cleared_by(view, one.seat)}" for one in gone.told
        )
    if view.outcome is not None:
        draw_verdict(canvas, HEADER, (title, line), view.outcome, view.player, "clash")
        return
    if view.turn >= 0:
        picture = badge(look.TEAMS[view.turn], "tower", 62)
    else:
        mark = "clash" if view.phase == "bout" else "hourglass"
        picture = mark_sprite(mark, 54, PAPER, INK)
    header(canvas, HEADER, title, line, picture)
