"""The board: the Battle Zone on the left, the bros on the right, and what is going on above."""

from collections.abc import Sequence

from images.bro_brawl import look
from images.bro_brawl.bros import draw_bros
from images.bro_brawl.words import headline
from images.bro_brawl.zone import draw_zone
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header, ribbon
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import STRONG, Style
from images.kit.theme import EDGE, INK, PAPER, PLATE, QUIET, RED, readable
from images.kit.tokens import badge
from images.kit.verdict import draw_verdict, own_title
from rules.bro_brawl.state import GruntCure
from rules.bro_brawl.view import View
from rules.engine.state import Option, Outcome

HEADER = Box(20, 10, WIDTH - 16, 92)
TOLL = Box(WIDTH - 340, 14, WIDTH - 14, 88)
ZONE = Box(12, 100, 716, HEIGHT - 10)
SIDE = Box(726, 100, WIDTH - 12, HEIGHT - 10)
DAMAGE = Style("serif", 800, 54, READ)


def board(view: View, options: Sequence[Option] = (), names: Sequence[str] = ()) -> bytes:
    """The table of a view as PNG bytes; whom `options` aim at has a golden rim."""
    canvas = Canvas(WIDTH, HEIGHT)
    _draw_header(canvas, view)
    draw_zone(canvas, ZONE, view, options)
    cured = {option.bro for option in options if isinstance(option, GruntCure)}
    draw_bros(canvas, SIDE, view, names, cured)
    return canvas.png(look.FLATS)


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        _draw_end(canvas, view.outcome, title, line, view.player)
        return
    if view.phase == "between":
        header(canvas, HEADER, title, line, mark_sprite("hourglass", 58, QUIET, PLATE))
        return
    bro = view.bros[view.seat]
    mark = look.BROS[view.seat] if bro.life > 0 else "bhrost"
    box = HEADER._replace(right=TOLL.left - 12)
    header(canvas, box, title, line, badge(look.TEAMS[bro.player], mark, 72))
    _draw_toll(canvas, view)


def _draw_end(canvas: Canvas, outcome: Outcome, title: str, line: str, viewer: int | None) -> None:
    """Where no bro wins, all have lost, unless points are even."""
    if outcome.winners or outcome.reason == "scored":
        words = own_title(outcome, viewer, title), line
        draw_verdict(canvas, HEADER, words, outcome, viewer, "hourglass")
    else:
        ribbon(canvas, HEADER, title, line, mark_sprite("bhrost", 58, readable(RED), RED), RED)


def _draw_toll(canvas: Canvas, view: View) -> None:
    """What the turn costs the bro whose turn it is, as things stand."""
    bro = view.bros[view.seat]
    canvas.panel(TOLL, PAPER, 14, RED if bro.danger else EDGE)
    if bro.life <= 0:
        canvas.write(TOLL.inset(12, 4), "Nothing hurts a ghost", STRONG.sized(32, READ), INK)
        return
    words, number = TOLL.inset(14, 4).cut_left(196)
    canvas.write(
        words, "Life lost when the turn ends", STRONG.sized(30, READ), INK, "left", lines=2
    )
    canvas.write(number, f"−{bro.danger}" if bro.danger else "0", DAMAGE, INK, "right")
