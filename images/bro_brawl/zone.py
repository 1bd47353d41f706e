"""The Battle Zone: foes in a row for each kind, specials with their abilities, what is for sale."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.foot import draw_foot
from images.bro_brawl.words import mishaps, next_wave, toll
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import HEADING, STRONG, fit, width_of, write
from images.kit.theme import GOLD, INK, ORANGE, PAPER, QUIET, readable
from rules.bro_brawl.content.cards import SPECIAL, SPECIALS, WORTH
from rules.bro_brawl.content.names import foe
from rules.bro_brawl.view import FoeView, View
from rules.engine.state import Option

TITLE = 50
LABEL = 132  # a row's kind
WIDEST, TALLEST = 160, 210  # a foe
LEAST_ROW, EASY_ROW = 84, 130  # of foes: the lowest, and one with room for their marks
SLIM = 56  # a foe that is narrower has no room for two letters side by side
LOW = 118  # a foe that is lower has room for its letter and hearts alone
BAND = 38  # with a foe's letter
WORDS = STRONG.sized(READ, READ)
KINDS = ((3, "Brute"), (2, "Trooper"), (1, "Scamp"))


def draw_zone(canvas: Canvas, box: Box, view: View, options: Sequence[Option]) -> None:
    """All that stands against the bros, and what can be bought or played."""
    canvas.panel(box, look.ZONE, 16)
    inner = box.inset(12, 6)
    title, inner = inner.cut_top(TITLE)
    canvas.write(title, toll(view), HEADING.sized(31, READ), PAPER, "left")
    _draw_deck(canvas, title, view)
    aimed = _aimed(view, {o.foe for o in options if hasattr(o, "foe")})
    rows = _kinds(view)
    strips = _strips(view, brief=False)
    tall = sum(_height(strip, inner.width) for strip in strips)
    room = inner.height - tall - EASY_ROW * len(rows)
    inner = draw_foot(canvas, inner, view, room, options)
    if tall > inner.height - LEAST_ROW * len(rows):
        strips = _strips(view, brief=True)
    for strip in strips:
        inner = _draw_strip(canvas, inner, strip, strip.special in aimed)
    if view.phase == "between":
        canvas.write(inner.inset(20, 0), next_wave(view), HEADING.sized(36, READ), PAPER, lines=6)
    elif not view.zone:
        canvas.write(inner, "No foe in sight", HEADING.sized(40, READ), QUIET)
    _draw_kinds(canvas, inner, rows, aimed)


def _draw_deck(canvas: Canvas, title: Box, view: View) -> None:
    """How much of the wave is still to come, where there is room."""
    left = width_of(toll(view), HEADING.sized(31, READ)) + 24
    said = f"Deck: {len(view.battle)}"
    if view.outcome is None and width_of(said, WORDS) <= title.width - left:
        canvas.write(title, said, WORDS, QUIET, "right")


def _aimed(view: View, named: set[int]) -> set[int]:
    """The foes that may be aimed at: of those that are alike, one is named for all."""
    kinds = {_kind(f) for f in view.zone if f.card in named}
    return {f.card for f in view.zone if _kind(f) in kinds}


def _kind(f: FoeView) -> tuple[object, ...]:
    who = f.card if f.card in SPECIALS else look.face_of(f.card)
    return who, f.wounds, f.stunned, f.diverted


# -- monsters


def _kinds(view: View) -> list[tuple[int, str, list[FoeView]]]:
    """The monsters of each kind that is there, the strongest first."""
    monsters = sorted((f for f in view.zone if f.card not in SPECIALS), key=lambda f: f.card)
    rows = ((worth, word, [f for f in monsters if WORTH[f.card] == worth]) for worth, word in KINDS)
    return [row for row in rows if row[2]]


def _draw_kinds(
    canvas: Canvas, box: Box, rows: Sequence[tuple[int, str, list[FoeView]]], aimed: set[int]
) -> None:
    height = min(TALLEST, box.height // max(1, len(rows)))
    top = box.top + (box.height - height * len(rows)) // 2
    for number, (worth, word, found) in enumerate(rows):
        line = at(box.left, top + number * height, box.width, height).inset(0, 4)
        label, row = line.cut_left(LABEL)
        label = label.inset(0, max(0, (label.height - 80) // 2))
        upper, lower = label.cut_top(label.height // 2)
        canvas.write(upper, word, HEADING.sized(32, READ), PAPER, "left")
        canvas.write(lower, f"worth {worth}", WORDS, QUIET, "left")
        _draw_row(canvas, row, found, aimed)


def _draw_row(canvas: Canvas, box: Box, found: Sequence[FoeView], aimed: set[int]) -> None:
    step = min(WIDEST, box.width // len(found))
    for number, f in enumerate(found):
        picture = foe_tile(f, step - 4, box.height, f.card in aimed)
        canvas.put(picture, box.left + number * step, box.top)


@sprite(keep=256)
def foe_tile(f: FoeView, width: int, height: int, aimed: bool) -> Image.Image:
    """A monster: its letter, its mark where there is room, its hearts; asleep when stunned."""
    face = look.face_of(f.card)
    ground = QUIET if f.stunned else face.pale
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, GOLD if aimed else INK, 10)
    pen.block(4, 4, width - 4.25, height - 4.25, ground, 8)
    pen.block(4, 4, width - 4.25, BAND + 4, face.colour, 8)
    pen.block(4, BAND - 8, width - 4.25, BAND + 4, face.colour)
    middle = (BAND + height - 34) / 2 + 2
    if width >= 60 and height >= LOW and not f.stunned:
        put_mark(pen, face.mark, width / 2, middle, min(width - 16, height - 84), INK, ground)
    tight = f.stunned and height < LOW
    if not tight or width >= SLIM:
        alone = height < LOW and not f.stunned
        _hearts(pen, WORTH[f.card], f.wounds, width, (BAND + height) / 2 if alone else height - 22)
    picture = pen.done()
    letter = at(4, 4, width - 8, BAND)
    ink = readable(face.colour)
    if tight and width >= SLIM:  # where hearts leave no room below
        letter, asleep = letter.columns(2, 0)
        write(picture, asleep, "Z", WORDS, ink)
    elif f.stunned:
        write(picture, at(4, BAND + 6, width - 8, 34), "Zz" if width >= 48 else "Z", WORDS, INK)
    write(picture, letter, foe(f.card)[-1], HEADING.sized(34, READ), ink)
    return picture


def _hearts(pen: Pen, count: int, wounds: int, width: int, y: float) -> None:
    step = min(34, (width - 10) / count)
    for number in range(count):
        x = width / 2 + (number - (count - 1) / 2) * step
        if number < count - wounds:
            put_mark(pen, "heart", x, y, step - 2, INK, PAPER)
        else:
            put_mark(pen, "fallen", x, y, step - 4, look.LOST, PAPER)


# -- strips: specials, and what troubles the bro whose turn it is


class Strip(NamedTuple):
    """Words on a strip, and the special that it is about."""

    said: str
    special: int | None = None
    wounds: int = 0

    @property
    def margins(self) -> tuple[int, int]:
        """The room for marks and numbers before and after the words."""
        return (56, 10) if self.special is None else (56, 66)


def _strips(view: View, *, brief: bool) -> list[Strip]:
    """A strip for each mishap and special; brief where there is little room."""
    found = [Strip(said) for said in mishaps(view, brief)]
    for f in view.zone:
        if f.card in SPECIALS:
            special = SPECIAL[f.card]
            title = f"{special.name}, worth {special.strength}"
            found.append(Strip(title if brief else f"{title}: {_says(f)}", f.card, f.wounds))
    return found


def _says(f: FoeView) -> str:
    if f.diverted:
        return f"{'stunned, ' * f.stunned}diverted, ability off."
    return f"{'stunned. ' * f.stunned}{SPECIAL[f.card].says}"


def _lines(strip: Strip, width: int) -> int:
    room = width - sum(strip.margins)
    return next(n for n in range(1, 9) if not fit(strip.said, WORDS, room, n * 40, n).cut)


def _height(strip: Strip, width: int) -> int:
    return 18 + 35 * _lines(strip, width)


def _draw_strip(canvas: Canvas, box: Box, strip: Strip, aimed: bool) -> Box:
    """Draw a strip; returns the room below it."""
    line, rest = box.cut_top(_height(strip, box.width))
    line = line._replace(bottom=line.bottom - 6)
    ground = ORANGE if strip.special is None else look.ICE
    canvas.panel(line, ground, 12, GOLD if aimed else INK)
    left, right = strip.margins
    words = Box(line.left + left, line.top + 2, line.right - right, line.bottom - 2)
    canvas.write(words, strip.said, WORDS, INK, "left", lines=_lines(strip, box.width))
    mark = mark_sprite("mishap" if strip.special is None else "snowflake", 32, INK, ground)
    canvas.centre(mark, line.left + 28, line.centre[1])
    if strip.special is not None:
        canvas.centre(mark_sprite("heart", 26, INK, ground), line.right - 46, line.centre[1])
        life = Box(line.right - 32, line.top, line.right - 8, line.bottom)
        left = WORTH[strip.special] - strip.wounds
        canvas.write(life, str(left), HEADING.sized(30, READ), INK)
    return rest
