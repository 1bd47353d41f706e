"""What lies beside the board: each side's state, its woken and its fallen."""

from collections.abc import Sequence

from images.beer_brawl import look
from images.beer_brawl.piece import STATS, own_piece, sign_sprite
from images.beer_brawl.tile import WEDGES
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.names import name_on_plate
from images.kit.screen import READ
from images.kit.text import HEADING, LEADING, STRONG, Style, fit, width_of
from images.kit.theme import EDGE, INK, PAPER, QUIET, RAISED, Colour
from images.kit.tokens import badge
from rules.beer_brawl.state import WHOLE
from rules.beer_brawl.view import Known, Piece, Side, Tile, View

TEAM = STRONG.sized(30, READ)
NAME = HEADING.sized(34, READ)
WORDS: Style = STRONG.sized(READ, READ)
LINE = round(READ * LEADING)
KEY, GAP = 38, 9  # of the key's marks
LOST = {"lost": "lost?"}  # armor of whoever fought: nobody but its owner knows
OWN_KEY = {kind: WEDGES[kind].word.lower() for kind in STATS}
SEEN_KEY = {kind: OWN_KEY[kind] for kind in ("speed", "armor")} | LOST
SIGNS = {"clash": "to attack", "exchange": "to re-arm"}  # on pieces that can be chosen
SIGN = 40  # the height of a line that explains one
UNSEEN = Known(0, WHOLE, ())


def open_tiles(view: View) -> tuple[Tile, ...]:
    """The adventurers whose stats the viewer sees: their own, and all of them at the end."""
    return view.armies or (view.private.tiles if view.private is not None else ())


def draw_side(
    canvas: Canvas,
    box: Box,
    view: View,
    seat: int,
    names: Sequence[str],
    placed: Tile | None,
    signs: Sequence[str],
) -> None:
    """One side's panel; a pale rim says that the game waits for it, or that it has won."""
    team = look.TEAMS[seat]
    canvas.panel(box, RAISED, 14, PAPER if _leads(view, seat) else EDGE)
    rest = box.inset(12, 8)
    who = "You" if view.viewer == seat else name_on_plate(names, seat, "", NAME, rest.width)
    if who:
        line, rest = rest.cut_top(42)
        canvas.write(line, who, NAME, PAPER, "left")
    line, rest = rest.cut_top(52)
    canvas.put(badge(team, "tankard", 44), line.left, line.centre[1] - 22)
    canvas.write(line._replace(left=line.left + 54), team.name, TEAM, team.pale, "left")
    if view.viewer == seat:
        rest = _draw_signs(canvas, rest, signs)
    if view.phase in ("terrain", "present", "draft"):
        _draw_draft(canvas, rest, view, seat)
        if placed is not None and view.viewer == seat:
            canvas.centre(own_piece(placed, "chosen"), box.centre[0], box.bottom - 50)
    else:
        _draw_company(canvas, rest, view, seat)


def _draw_signs(canvas: Canvas, box: Box, signs: Sequence[str]) -> Box:
    """What the signs on the pieces mean, at the lower end of a box; the rest of it."""
    for sign in signs:
        line = box._replace(top=box.bottom - SIGN)
        canvas.centre(sign_sprite(sign), line.left + 18, line.centre[1])
        canvas.write(line._replace(left=line.left + 42), SIGNS[sign], WORDS, PAPER, "left")
        box = box._replace(bottom=line.top)
    return box


def key_entries(view: View) -> dict[str, str]:
    """What has to be explained on the pieces: the stats that one sees, and what others showed."""
    others = [piece for piece in view.board if piece is not None and piece.team != view.viewer]
    seen = [view.known[piece.adventurer] for piece in others]
    if view.armies:
        return OWN_KEY
    if open_tiles(view):
        return OWN_KEY | (LOST if any(known.wear != WHOLE for known in seen) else {})
    return SEEN_KEY if any(known != UNSEEN for known in seen) else {}


def draw_key(canvas: Canvas, box: Box, entries: dict[str, str], ink: Colour) -> None:
    """Marks with what they mean, at the right end of a box; marks alone where it is too narrow."""
    words = {kind: width_of(word, WORDS) + 8 for kind, word in entries.items()}
    if len(entries) * (KEY + GAP) + sum(words.values()) > box.width:
        words = dict.fromkeys(words, 0)
    x = box.right - len(entries) * (KEY + GAP) - sum(words.values()) + GAP
    for kind, wide in words.items():
        wedge, cell = WEDGES[kind], Box(x, box.top, x + KEY, box.bottom)
        canvas.panel(cell, wedge.colour, 8, INK)  # or else yellow would be lost in gold
        canvas.centre(mark_sprite(wedge.mark, 30, wedge.ink, wedge.colour), *cell.centre)
        x = cell.right + wide + GAP
        if wide:
            line = Box(cell.right + 7, box.top, x - GAP + 4, box.bottom)
            canvas.write(line, entries[kind], WORDS, ink, "left")


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
    line, rest = box.cut_top(50)
    canvas.centre(mark_sprite(mark, 38, PAPER, RAISED), line.left + 24, line.centre[1])
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
            doing = ("hand", "placing") if view.clock_over else ("dice", "rolling")
            return ("tick", "all placed") if side.finished else doing


def _draw_company(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    side = view.sides[seat]
    if not side.woken and not side.fallen:
        line, _ = box.cut_top(42)
        canvas.write(line, f"all {view.variant.adventurers} on board", WORDS, PAPER, "left")
        return
    if side.woken:
        box = _draw_names(canvas, box, "Awake", side.woken, PAPER)
    if side.fallen:
        _draw_names(canvas, box, "Knocked out", side.fallen, QUIET)


def _draw_names(
    canvas: Canvas, box: Box, word: str, pieces: tuple[Piece, ...], colour: Colour
) -> Box:
    """Names one after another, the last ones counted if need be; returns the room below them."""
    lines = max(1, box.height // LINE)
    for count in range(len(pieces), -1, -1):
        said = _listed(word, pieces, count)
        if not fit(said, WORDS, box.width, box.height, lines).cut:
            break
    ink = canvas.write(box, said, WORDS, colour, "left", "top", lines=lines)
    return box._replace(top=min(box.bottom, ink.bottom + 10))


def _listed(word: str, pieces: tuple[Piece, ...], count: int) -> str:
    names = ", ".join(piece.name for piece in pieces[:count])
    more = len(pieces) - count
    if not more:
        return f"{word}: {names}"
    return f"{word}: {names} and {more} more" if count else f"{word}: {more}"
