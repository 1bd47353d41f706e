"""What lies beside the board: each side's state, its woken and its fallen."""

from images.beer_brawl import look
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import pips
from images.kit.text import BODY, HEADING, STRONG
from images.kit.theme import EDGE, GOLD, PAPER, QUIET, RAISED, Team
from images.kit.tokens import badge, spent, token
from rules.beer_brawl.view import Piece, Side, View

CHIP_HEIGHT = 62
GAP = 5


def draw_side(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """One side's panel; a golden rim says that the game waits for it, or that it has won."""
    team = look.TEAMS[seat]
    canvas.panel(box, RAISED, 14, GOLD if _leads(view, seat) else EDGE)
    inner = box.inset(7, 12)
    canvas.centre(badge(team, "tankard", 56), inner.centre[0], inner.top + 30)
    canvas.write(
        at(inner.left, inner.top + 62, inner.width, 34), team.name, HEADING.sized(26), PAPER
    )
    rest = inner._replace(top=inner.top + 100)
    if view.phase in ("terrain", "present", "draft"):
        _draw_draft(canvas, rest, view, seat)
    else:
        _draw_company(canvas, rest, view, seat)


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
    side, team = view.sides[seat], look.TEAMS[seat]
    mark, words = _state(view, side)
    colour = PAPER if mark == "tick" else GOLD
    canvas.centre(mark_sprite(mark, 40, colour, RAISED), box.centre[0], box.top + 24)
    line = at(box.left, box.top + 52, box.width, 58)
    canvas.write(line, words, STRONG.sized(20, 17), PAPER, lines=2)
    if view.phase == "draft" and side.unplaced is not None:
        count = view.variant.adventurers
        placed = count - side.unplaced
        canvas.centre(pips(placed, count, team.fill, 84), box.centre[0], box.top + 164)
        line = at(box.left, box.top + 214, box.width, 30)
        canvas.write(line, f"{placed} of {count}", STRONG.sized(20), QUIET)


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
    side, team = view.sides[seat], look.TEAMS[seat]
    standing = sum(piece is not None and piece.team == seat for piece in view.board)
    canvas.write(at(box.left, box.top, box.width, 26), f"{standing} stand", STRONG.sized(21), PAPER)
    top = box.top + 34
    top = _draw_chips(canvas, box._replace(top=top), "Woken", side.woken, team, False)
    _draw_chips(canvas, box._replace(top=top), "Fallen", side.fallen, team, True)


def _draw_chips(
    canvas: Canvas, box: Box, heading: str, pieces: tuple[Piece, ...], team: Team, down: bool
) -> int:
    if not pieces:
        return box.top
    canvas.write(at(box.left, box.top, box.width, 24), heading, BODY.sized(19, 17), QUIET)
    y = box.top + 27
    for piece in pieces:
        mark = look.mark_of(piece)
        if down:
            canvas.put(spent(team, mark, piece.name, box.width, CHIP_HEIGHT), box.left, y)
        else:
            canvas.put_lifted(token(team, mark, piece.name, box.width, CHIP_HEIGHT), box.left, y)
        y += CHIP_HEIGHT + GAP
    return y + 6
