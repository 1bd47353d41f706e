"""The decks with their counts, and the grunts that have just come."""

from collections import Counter

from images.bro_brawl import look
from images.bro_brawl.chips import chip, flow, length
from images.bro_brawl.slips import grunt_slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.text import BODY, STRONG, Style
from images.kit.theme import EDGE, INK, PAPER, QUIET, RAISED
from rules.bro_brawl.content.cards import GRUNTS
from rules.bro_brawl.view import View

HEIGHT = 132
LEFT = Style("serif", 800, 48, 30)


def draw_decks(canvas: Canvas, box: Box, view: View) -> None:
    """Both decks and what lies beside them."""
    canvas.panel(box, RAISED, 16, EDGE)
    inner = box.inset(16, 10)
    _draw_deck(canvas, inner, "Battle deck", len(view.battle), len(view.discards))
    second = inner._replace(left=inner.left + 232)
    _draw_deck(canvas, second, "Grunt deck", len(view.grunts), len(view.grunt_discards))
    right = inner._replace(left=inner.left + 470)
    if view.drawn:
        _draw_grunts(canvas, right, view)
    else:
        _draw_left(canvas, right, view)


def _draw_grunts(canvas: Canvas, box: Box, view: View) -> None:
    """The grunts that have come; a golden rim for those that can still be, or are, played."""
    x = box.right - len(view.drawn) * 236 + 10
    for grunt in view.drawn:
        glow = view.grunt in (-1, grunt)
        canvas.put_lifted(grunt_slip(grunt, 226, 100, glow), x, box.top + 6)
        x += 236


def _draw_left(canvas: Canvas, box: Box, view: View) -> None:
    """Which grunts can still come: what is not discarded."""
    line, rest = box.cut_top(44)
    canvas.write(line, "still in the Grunt deck", BODY.sized(24), QUIET, "right")
    left = Counter(grunt.kind for grunt in GRUNTS)
    left.subtract(GRUNTS[card].kind for card in view.grunt_discards)
    row = [chip(look.GRUNTS[kind][0], str(n), 48, PAPER) for kind, n in left.items()]
    flow(canvas, row, box.right - length(row, 8), rest.top + 4, 8)


def _draw_deck(canvas: Canvas, box: Box, word: str, left: int, gone: int) -> None:
    for shift in (8, 4, 0) if left > 1 else (0,):
        plate = at(box.left + shift, box.top + 10 + shift, 82, 88)
        canvas.panel(plate, PAPER if left else EDGE, 10, INK)
    number = at(box.left + 5, box.top + 14, 72, 80)
    canvas.write(number, str(left), LEFT, INK if left else PAPER)
    words = at(box.left + 100, box.top + 8, 128, 66)
    canvas.write(words, word, STRONG.sized(27, 22), PAPER, "left", lines=2)
    canvas.write(
        at(words.left, words.bottom + 2, 128, 34),
        f"{gone} discarded",
        BODY.sized(22),
        QUIET,
        "left",
    )
