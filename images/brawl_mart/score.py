"""The end of a trip: the score line by line, what was missed, and how good that is."""

from collections.abc import Sequence

from images.brawl_mart.cards import LINE, WORDS
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.screen import READ
from images.kit.text import STRONG, Style, fit
from images.kit.theme import EDGE, INK, PAPER, QUIET, RAISED, Colour
from rules.brawl_mart.content.ranks import RANKS, rank
from rules.brawl_mart.play.score import Line
from rules.brawl_mart.text.story import compared, missed
from rules.brawl_mart.view import View
from rules.engine.text import capital

POINTS = Style("serif", 800, 40, READ)
WHAT = STRONG.sized(32, READ)
SCALE = 150
MADE = 590  # the width of the points that were made


def draw_score(canvas: Canvas, box: Box, view: View) -> None:
    """The points that were made and those that were missed, and below them the scale of ranks."""
    lines, scale = box.cut_top(box.height - SCALE - 8)
    lost = missed(view)
    made, not_made = lines.cut_left(MADE) if lost else (lines, lines)
    _draw_lines(canvas, made, "Points", view.score, PAPER)
    if lost:
        _draw_lines(canvas, not_made._replace(left=made.right + 8), "Missed", lost, QUIET)
    _draw_scale(canvas, scale._replace(top=scale.top + 8), view)


def _draw_lines(
    canvas: Canvas, box: Box, title: str, lines: Sequence[Line], colour: Colour
) -> None:
    canvas.panel(box, RAISED, 16, EDGE)
    head, rest = box.inset(16, 8).cut_top(44)
    canvas.write(head, title, WORDS, QUIET, "left")
    tall = min(84, rest.height // max(1, len(lines)))
    for number, line in enumerate(lines):
        row = at(rest.left, rest.top + number * tall, rest.width, tall)
        points, words = row.cut_left(88)
        canvas.write(points, f"+{line.points}", POINTS, colour, "left")
        said = capital(line.what)
        rows = 1 if fit(said, WORDS, words.width, tall, 1).cut is False else 2
        canvas.write(words, said, WHAT, PAPER, "left", lines=rows)


def _draw_scale(canvas: Canvas, box: Box, view: View) -> None:
    """The ranks side by side, from the first on; the one that was reached is bright."""
    assert view.outcome is not None
    reached = rank(view.outcome.scores[0] if view.outcome.scores else 0)
    words, steps = box.cut_top(box.height - 90)
    canvas.write(words, compared(view), WORDS, PAPER)
    for (least, name), cell in zip(RANKS, steps.columns(len(RANKS), 8), strict=True):
        here = name == reached
        canvas.panel(cell, PAPER if here else RAISED, 14, EDGE)
        upper, lower = cell.inset(4, 4).cut_top(cell.height - LINE - 8)
        canvas.write(upper, name, WORDS, INK if here else PAPER)
        canvas.write(lower, f"from {least}", WORDS, INK if here else QUIET)
