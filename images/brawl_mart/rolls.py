"""The last attack: every die as it fell, and how each total came about."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from images.brawl_mart import look
from images.brawl_mart.cards import WORDS
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import Style, fit, write
from images.kit.theme import DARK, INK, PAPER, QUIET, Colour
from rules.brawl_mart.content.brawlers import BRAWLERS, SAMPLE
from rules.brawl_mart.content.names import brawler, item
from rules.brawl_mart.content.store import STORE, Rule
from rules.brawl_mart.state import Exchanged, Roll, Used
from rules.brawl_mart.text.lines import NOTHING, OVERRIDDEN, added, told
from rules.brawl_mart.view import View

ROW, TALL = 82, 118  # one side's roll, at least and at most
DIE = 42
TOTAL = Style("serif", 800, 44, READ)
FACE = Style("serif", 800, 30, READ)
PIPS = {
    1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8),
}  # fmt: skip


def draw_rolls(canvas: Canvas, box: Box, view: View) -> None:
    """The dice of the last attack, and what came of it where there is room."""
    event = view.last[-1]
    rows = _rows(event)
    y = box.top
    if box.height < ROW * len(rows):  # side by side
        for row, cell in zip(rows, box.columns(2, 24), strict=False):
            _draw_row(canvas, cell, row)
        return
    tall = min(TALL, box.height // len(rows))
    for row in rows:
        _draw_row(canvas, at(box.left, y, box.width, tall - 6), row)
        y += tall
    tie = isinstance(event, Exchanged) and event.tie
    words = ("A tie. " if tie else "") + told(event.hits).strip()
    line = box._replace(top=y)
    lines = line.height // 35
    said = words or "Nobody is hit."
    if lines and not fit(said, WORDS, line.width, line.height, lines).cut:
        canvas.write(line, said, WORDS, PAPER, "left", lines=lines)


def words_are_cut(box: Box, view: View) -> bool:
    """Whether not all words of the last attack have room beside its dice."""
    cells = box.columns(2, 24)
    return any(
        fit(", ".join(row.said), WORDS, line.width, line.height, _lines(line)).cut
        for row, cell in zip(_rows(view.last[-1]), cells, strict=False)
        for line in [_parts(cell, row)[2]]
        if row.said
    )


# -- one side


class Die(NamedTuple):
    """A die as it fell; those of items are of another colour."""

    value: int
    sides: int
    ground: Colour = PAPER


class Row(NamedTuple):
    """What one side rolled, and whether that hit."""

    name: str
    title: str
    dice: list[Die]
    said: list[str]
    total: int
    best: bool


def _rows(event: Exchanged | Used) -> list[Row]:
    if isinstance(event, Used):
        title = f"{brawler(event.by)}: {item(event.item)}"
        dice = [Die(value, 6) for value in event.dice]
        return [Row(brawler(event.by), title, dice, ["no counter"], sum(event.dice), True)]
    mine, theirs = event.attack, event.counter
    rule = STORE[event.department].rule
    title = f"{brawler(mine.card)} attacks"
    if theirs is None:
        return [_row(title, mine, rule, mine.total > 0)]
    return [
        _row(title, mine, rule, 0 < mine.total >= theirs.total),
        _row(f"{brawler(theirs.card)} counters", theirs, rule, 0 < theirs.total >= mine.total),
    ]


def _row(title: str, roll: Roll, rule: Rule, best: bool) -> Row:
    return Row(brawler(roll.card), title, _dice(roll), _said(roll, rule), roll.total, best)


def _dice(roll: Roll) -> list[Die]:
    card = BRAWLERS[roll.card]
    sides = card.formula.sides
    if card.ability.samples and len(roll.dice) == SAMPLE.count:
        sides = SAMPLE.sides
    if roll.note == "overridden":
        sides = 6
    own = [Die(value, sides) for value in roll.dice]
    return own + [Die(value, 4, look.SHELF) for value in roll.item_dice]


def _said(roll: Roll, rule: Rule) -> list[str]:
    """How the total came about, beside the dice."""
    if roll.note in NOTHING:
        return [NOTHING[roll.note]]
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
    return words


def _draw_row(canvas: Canvas, box: Box, row: Row) -> None:
    plate, upper, line = _parts(box, row)
    whole = not fit(row.title, WORDS, upper.width, upper.height).cut
    canvas.write(upper, row.title if whole else row.name, WORDS, PAPER, "left")
    canvas.panel(plate, PAPER if row.best else DARK, 12, INK)
    canvas.write(plate.inset(6, 4), str(row.total), TOTAL, INK if row.best else QUIET)
    x, middle = upper.left, min(upper.bottom + 20, line.centre[1])
    for fell in row.dice:
        canvas.put(die(fell.value, fell.sides, DIE, fell.ground), x, middle - DIE // 2)
        x += DIE + 5
    lines = _lines(line)
    for said in _shorter(row.said):  # the words of the post tell it whole
        if not fit(said, WORDS, line.width, line.height, lines).cut:
            canvas.write(line, said, WORDS, QUIET, "left", lines=lines)
            break


def _parts(box: Box, row: Row) -> tuple[Box, Box, Box]:
    """Where the total stands, the title, and the words beside the dice."""
    plate = Box(box.right - 78, box.top + 2, box.right, box.bottom - 2)
    upper, lower = box._replace(right=plate.left - 10).cut_top(38)
    left = lower.left + len(row.dice) * (DIE + 5) + 6
    return plate, upper, Box(left, lower.top, lower.right, max(lower.bottom, lower.top + 40))


def _lines(box: Box) -> int:
    return max(1, box.height // 31)


def _shorter(said: Sequence[str]) -> Iterator[str]:
    """What was said, then less and less of it."""
    for count in range(len(said), 0, -1):
        yield ", ".join(said[:count]) + ", …" * (count < len(said))


@sprite(keep=64)
def die(value: int, sides: int, size: int, ground: Colour) -> Image.Image:
    """A D6 with its pips, or a D4 with its number."""
    pen = Pen(size, size)
    if sides == 4:
        pen.polygon([(size / 2, 0), (size - 0.25, size - 0.25), (0, size - 0.25)], INK)
        pen.polygon([(size / 2, 6), (size - 5, size - 3), (5, size - 3)], ground)
        picture = pen.done()
        write(picture, at(0, size // 6, size, size * 5 // 6), str(value), FACE.sized(READ), INK)
        return picture
    pen.block(0, 0, size - 0.25, size - 0.25, INK, size * 0.2)
    pen.block(3, 3, size - 3.25, size - 3.25, ground, size * 0.16)
    for place in PIPS[value]:
        x, y = (place % 3 + 1) / 4, (place // 3 + 1) / 4
        pen.circle(size * (x * 1.08 - 0.04), size * (y * 1.08 - 0.04), size * 0.09, INK)
    return pen.done()
