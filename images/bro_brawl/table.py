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
from images.kit.theme import EDGE, GOLD, INK, PAPER, PLATE, RED
from images.kit.tokens import badge
from rules.bro_brawl.view import View
from rules.engine.state import Option

HEADER = Box(20, 10, WIDTH - 16, 92)
TOLL = Box(WIDTH - 340, 14, WIDTH - 14, 88)
ZONE = Box(12, 100, 716, HEIGHT - 10)
SIDE = Box(726, 100, WIDTH - 12, HEIGHT - 10)
DAMAGE = Style("serif", 800, 54, READ)


def board(view: View, options: Sequence[Option] = ()) -> bytes:
    """The table of a view as PNG bytes; the foes that `options` aim at have a golden rim."""
    canvas = Canvas(WIDTH, HEIGHT)
    _draw_header(canvas, view)
    draw_zone(canvas, ZONE, view, options)
    draw_bros(canvas, SIDE, view)
    return canvas.png(look.FLATS)


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        crown = mark_sprite("crown" if view.outcome.winners else "bhrost", 58, INK, GOLD)
        ribbon(canvas, HEADER, title, line, crown)
        return
    if view.phase == "between":
        header(canvas, HEADER, title, line, mark_sprite("hourglass", 58, GOLD, PLATE))
        return
    bro = view.bros[view.seat]
    mark = look.BROS[view.seat] if bro.life > 0 else "bhrost"
    box = HEADER._replace(right=TOLL.left - 12)
    header(canvas, box, title, line, badge(look.TEAMS[bro.player], mark, 72))
    _draw_toll(canvas, view)


def _draw_toll(canvas: Canvas, view: View) -> None:
    """What the turn costs the bro whose turn it is, as things stand."""
    bro = view.bros[view.seat]
    canvas.panel(TOLL, PAPER, 14, RED if bro.danger else EDGE)
    if bro.life <= 0:
        canvas.write(TOLL.inset(12, 4), "A ghost takes none", STRONG.sized(32, READ), INK)
        return
    canvas.centre(mark_sprite("boom", 50, RED, PAPER), TOLL.left + 40, TOLL.centre[1])
    words, number = TOLL._replace(left=TOLL.left + 72, right=TOLL.right - 10).cut_left(130)
    canvas.write(words, "takes", STRONG.sized(38, READ), INK)
    canvas.write(number, str(bro.danger), DAMAGE, INK)
