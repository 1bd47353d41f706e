"""The last attack: every die as it fell, and how each total came about."""

from typing import NamedTuple

from PIL import Image

from images.brawl_mart import look
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.pen import Pen, sprite
from images.kit.text import BODY, HEADING, STRONG, Style, write
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED, Colour
from rules.brawl_mart.content.brawlers import BRAWLERS, SAMPLE
from rules.brawl_mart.content.names import brawler, item
from rules.brawl_mart.content.store import STORE, Rule
from rules.brawl_mart.state import Exchanged, Roll, Used
from rules.brawl_mart.text.lines import NOTHING, OVERRIDDEN, added, told
from rules.brawl_mart.view import View

TITLE = 42
ROW = 106  # one side's roll
RESULT = 86
TOTAL = Style("serif", 800, 44, 30)
FACE = Style("serif", 800, 30, 20)
PIPS = {
    1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8),
}  # fmt: skip


def rolls_height(view: View) -> int:
    """The height that the last attack needs."""
    height = TITLE
    for event in view.last:
        both = isinstance(event, Exchanged) and event.counter is not None
        height += ROW * (2 if both else 1) + (RESULT if event.hits or len(view.last) == 1 else 0)
    return height + 12


def draw_rolls(canvas: Canvas, box: Box, view: View) -> None:
    """The dice of the last attack, line by line, and what came of it."""
    canvas.panel(box, RAISED, 14, EDGE)
    line = at(box.left + 16, box.top + 4, box.width - 32, TITLE - 6)
    canvas.write(line, "The last roll", HEADING.sized(27), PAPER, "left")
    y = box.top + TITLE
    for event in view.last:
        y = _draw_event(canvas, box._replace(top=y), event, alone=len(view.last) == 1)


def _draw_event(canvas: Canvas, box: Box, event: Exchanged | Used, *, alone: bool) -> int:
    y = box.top
    for row in _rows(event):
        _draw_row(canvas, at(box.left + 14, y, box.width - 28, ROW - 6), row)
        y += ROW
    if event.hits or alone:
        tie = isinstance(event, Exchanged) and event.tie
        words = ("A tie. " if tie else "") + told(event.hits).strip()
        line = at(box.left + 16, y, box.width - 32, RESULT - 8)
        canvas.write(line, words or "Nobody is hit.", STRONG.sized(24, 17), GOLD, "left", lines=3)
        y += RESULT
    return y


# -- one side


class Die(NamedTuple):
    """A die as it fell; those of items are of another colour."""

    value: int
    sides: int
    ground: Colour = PAPER


class Row(NamedTuple):
    """What one side rolled, and whether that hit."""

    title: str
    dice: list[Die]
    said: str
    total: int
    best: bool


def _rows(event: Exchanged | Used) -> list[Row]:
    if isinstance(event, Used):
        title = f"{brawler(event.by)}: {item(event.item)} on {brawler(event.target)}"
        dice = [Die(value, 6) for value in event.dice]
        return [Row(title, dice, "no counter", sum(event.dice), True)]
    mine, theirs = event.attack, event.counter
    rule = STORE[event.department].rule
    title = f"{brawler(mine.card)} attacks {brawler(event.target)}"
    if theirs is None:
        return [_row(title, mine, rule, mine.total > 0)]
    counters = f"{brawler(theirs.card)} counters"
    return [
        _row(title, mine, rule, 0 < mine.total >= theirs.total),
        _row(counters, theirs, rule, 0 < theirs.total >= mine.total),
    ]


def _row(title: str, roll: Roll, rule: Rule, best: bool) -> Row:
    return Row(title, _dice(roll), _said(roll, rule), roll.total, best)


def _dice(roll: Roll) -> list[Die]:
    card = BRAWLERS[roll.card]
    sides = card.formula.sides
    if card.ability.samples and len(roll.dice) == SAMPLE.count:
        sides = SAMPLE.sides
    if roll.note == "overridden":
        sides = 6
    own = [Die(value, sides) for value in roll.dice]
    return own + [Die(value, 4, look.SHELF) for value in roll.item_dice]


def _said(roll: Roll, rule: Rule) -> str:
    """How the total came about, beside the dice."""
    if roll.note in NOTHING:
        return NOTHING[roll.note]
    words = []
    if len(roll.kept) < len(roll.dice):
        words.append(f"only {' and '.join(map(str, roll.kept))}")
    if roll.type_bonus and roll.kept:
        words.append(f"+{roll.type_bonus * len(roll.kept)} type")
    if roll.times > 1:
        words.append(f"times {roll.times}")
    words += added(roll, rule)
    if roll.note:
        words.append(OVERRIDDEN)
    return ", ".join(words) or "as rolled"


def _draw_row(canvas: Canvas, box: Box, row: Row) -> None:
    upper, lower = box.cut_top(36)
    plate = Box(box.right - 84, lower.top - 8, box.right, lower.bottom)
    title = upper._replace(right=plate.left - 8)
    canvas.write(title, row.title, STRONG.sized(24, 16), PAPER, "left")
    canvas.panel(plate, GOLD if row.best else PAPER, 12, INK)
    canvas.write(plate.inset(6, 4), str(row.total), TOTAL, INK)
    size = 54 if len(row.dice) <= 3 else 40 if len(row.dice) <= 5 else 30
    x = lower.left
    for fell in row.dice:
        canvas.put(die(fell.value, fell.sides, size, fell.ground), x, lower.top + 30 - size // 2)
        x += size + 6
    line = Box(x + 6, lower.top - 4, plate.left - 34, lower.bottom)
    canvas.write(line, row.said, BODY.sized(23, 15), QUIET, "left", lines=3)
    equals = Box(plate.left - 32, lower.top, plate.left - 4, lower.bottom)
    canvas.write(equals, "=", STRONG.sized(30), QUIET)


@sprite(keep=64)
def die(value: int, sides: int, size: int, ground: Colour) -> Image.Image:
    """A D6 with its pips, or a D4 with its number."""
    pen = Pen(size, size)
    if sides == 4:
        pen.polygon([(size / 2, 0), (size - 0.25, size - 0.25), (0, size - 0.25)], INK)
        pen.polygon([(size / 2, 6), (size - 5, size - 3), (5, size - 3)], ground)
        picture = pen.done()
        write(
            picture,
            at(0, size // 3, size, size * 2 // 3),
            str(value),
            FACE.sized(size // 2, 14),
            INK,
        )
        return picture
    pen.block(0, 0, size - 0.25, size - 0.25, INK, size * 0.2)
    pen.block(3, 3, size - 3.25, size - 3.25, ground, size * 0.16)
    for place in PIPS[value]:
        x, y = (place % 3 + 1) / 4, (place // 3 + 1) / 4
        pen.circle(size * (x * 1.08 - 0.04), size * (y * 1.08 - 0.04), size * 0.09, INK)
    return pen.done()
