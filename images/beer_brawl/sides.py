"""What lies beside the board: each side's state, its woken and its fallen."""

from images.beer_brawl import look
from images.beer_brawl.piece import STATS
from images.beer_brawl.tile import WEDGES
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.screen import READ
from images.kit.text import HEADING, STRONG, Style
from images.kit.theme import EDGE, GOLD, PAPER, QUIET, RAISED, Colour
from images.kit.tokens import badge
from rules.beer_brawl.view import Piece, Side, View

NAME = HEADING.sized(36, READ)
WORDS: Style = STRONG.sized(READ, READ)


def draw_side(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """One side's panel; a golden rim says that the game waits for it, or that it has won."""
    team = look.TEAMS[seat]
    canvas.panel(box, RAISED, 14, GOLD if _leads(view, seat) else EDGE)
    top, rest = box.inset(12, 8).cut_top(58)
    canvas.put(badge(team, "tankard", 50), top.left, top.centre[1] - 25)
    name = top._replace(left=top.left + 60)
    canvas.write(name, "You" if view.viewer == seat else team.name, NAME, PAPER, "left")
    if view.viewer == seat and view.private is not None and view.private.tiles:
        rest, key = rest.cut_top(rest.height - 44)
        _draw_key(canvas, key)
    if view.phase in ("terrain", "present", "draft"):
        _draw_draft(canvas, rest, view, seat)
    else:
        _draw_company(canvas, rest, view, seat)


def _draw_key(canvas: Canvas, box: Box) -> None:
    """What the numbers on the viewer's pieces are, in their order."""
    for kind, cell in zip(STATS, box.columns(len(STATS), 6), strict=True):
        wedge = WEDGES[kind]
        canvas.panel(cell, wedge.colour, 8)
        canvas.centre(mark_sprite(wedge.mark, 34, wedge.ink, wedge.colour), *cell.centre)


def _leads(view: View, seat: int) -> bool:
    side = view.sides[seat]
    if view.outcome is not None:
        return seat in view.outcome.winners
    match view.phase:
        case "present":
            return not side.present
        case "draft":
            return not side.finished
        case _:
            return view.active == seat


def _draw_draft(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    side = view.sides[seat]
    mark, words = _state(view, side)
    colour = PAPER if mark == "tick" else GOLD
    line, rest = box.cut_top(50)
    canvas.centre(mark_sprite(mark, 38, colour, RAISED), line.left + 24, line.centre[1])
    canvas.write(line._replace(left=line.left + 60), words, WORDS, PAPER, "left")
    if view.phase == "draft" and side.unplaced is not None:
        count = view.variant.adventurers
        line, _ = rest.cut_top(44)
        canvas.write(line, f"{count - side.unplaced} of {count} placed", WORDS, QUIET, "left")


def _state(view: View, side: Side) -> tuple[str, str]:
    match view.phase:
        case "terrain" if view.active == side.team:
            return "hand", "placing"
        case "terrain":
            return "hourglass", "waiting"
        case "present":
            return ("tick", "at the table") if side.present else ("hourglass", "not here yet")
        case _:
            return ("tick", "all placed") if side.finished else ("dice", "rolling")


def _draw_company(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    side = view.sides[seat]
    standing = sum(piece is not None and piece.team == seat for piece in view.board)
    line, rest = box.cut_top(38)
    canvas.write(line, f"{standing} {'stands' if standing == 1 else 'stand'}", WORDS, PAPER, "left")
    if side.woken:
        rest = _draw_names(canvas, rest, "Woken", side.woken, GOLD)
    if side.fallen:
        _draw_names(canvas, rest, "Fallen", side.fallen, QUIET)


def _draw_names(
    canvas: Canvas, box: Box, word: str, pieces: tuple[Piece, ...], colour: Colour
) -> Box:
    """Names one after another; returns the room below them."""
    said = f"{word}: {', '.join(piece.name for piece in pieces)}"
    ink = canvas.write(box, said, WORDS, colour, "left", "top", lines=6)
    return box._replace(top=min(box.bottom, ink.bottom + 10))
