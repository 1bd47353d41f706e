"""The Battle Zone: foes in a row for each kind, specials with their abilities, what is for sale."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.chips import chip, flow, length, times
from images.bro_brawl.slips import known_slip, slip_of
from images.bro_brawl.words import mishaps, sale, toll
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import HEADING, STRONG, fit, width_of, write
from images.kit.theme import GOLD, INK, ORANGE, PAPER, QUIET, readable
from rules.bro_brawl.content.cards import SPECIAL, SPECIALS, UPGRADE, WORTH
from rules.bro_brawl.content.names import foe
from rules.bro_brawl.view import FoeView, View
from rules.engine.state import Option

TITLE = 50
FOOT = 62  # what is for sale
SLIPS = 112  # cards laid open there instead
SLIP = (336, 52)  # one of four
LABEL = 132  # a row's kind
WIDEST, TALLEST = 160, 210  # a foe
LEAST_ROW = 84
SLIM = 56  # a foe that is narrower has no room for two letters side by side
LOW = 108  # a foe that is lower has room for its letter and hearts alone
WORDS = STRONG.sized(READ, READ)
SOLD = {"gun": "gun", "armor": "armor", "health": "pack"}
KINDS = ((3, "Brute"), (2, "Trooper"), (1, "Scamp"))


def draw_zone(canvas: Canvas, box: Box, view: View, options: Sequence[Option]) -> None:
    """All that stands against the bros, and what can be bought or played."""
    canvas.panel(box, look.ZONE, 16)
    inner = box.inset(12, 6)
    title, inner = inner.cut_top(TITLE)
    canvas.write(title, toll(view), HEADING.sized(31, READ), PAPER, "left")
    _draw_deck(canvas, title, view)
    inner = _draw_foot(canvas, inner, view)
    aimed = {o.foe for o in options if hasattr(o, "foe")}
    rows = _kinds(view)
    strips = _strips(view, brief=False)
    if sum(_height(strip, inner.width) for strip in strips) > inner.height - LEAST_ROW * len(rows):
        strips = _strips(view, brief=True)
    for strip in strips:
        inner = _draw_strip(canvas, inner, strip, strip.special in aimed)
    if not view.zone:
        canvas.write(inner, "No foe in sight", HEADING.sized(40, READ), QUIET)
    _draw_kinds(canvas, inner, rows, aimed)


def _draw_deck(canvas: Canvas, title: Box, view: View) -> None:
    """How much of the wave is still to come, where there is room."""
    left = width_of(toll(view), HEADING.sized(31, READ)) + 24
    said = f"Deck: {len(view.battle)}"
    if view.outcome is None and width_of(said, WORDS) <= title.width - left:
        canvas.write(title, said, WORDS, QUIET, "right")


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
    band = 38
    ground = QUIET if f.stunned else face.pale
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, GOLD if aimed else INK, 10)
    pen.block(4, 4, width - 4.25, height - 4.25, ground, 8)
    pen.block(4, 4, width - 4.25, band + 4, face.colour, 8)
    pen.block(4, band - 8, width - 4.25, band + 4, face.colour)
    middle = (band + height - 34) / 2 + 2
    if width >= 60 and height >= LOW and not f.stunned:
        put_mark(pen, face.mark, width / 2, middle, min(width - 16, height - 84), INK, ground)
    tight = f.stunned and height < LOW
    if not tight or width >= SLIM:
        _hearts(pen, WORTH[f.card], f.wounds, width, height - 22)
    picture = pen.done()
    letter = at(4, 4, width - 8, band)
    ink = readable(face.colour)
    if tight and width >= SLIM:  # where hearts leave no room below
        letter, asleep = letter.columns(2, 0)
        write(picture, asleep, "Z", WORDS, ink)
    elif f.stunned:
        write(picture, at(4, band + 6, width - 8, 34), "Zz" if width >= 48 else "Z", WORDS, INK)
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
        return (56, 10) if self.special is None else (84, 66)


def _strips(view: View, *, brief: bool) -> list[Strip]:
    """A strip for each mishap and special; brief where there is little room."""
    found = [Strip(said) for said in mishaps(view, brief)]
    for f in view.zone:
        if f.card in SPECIALS:
            special = SPECIAL[f.card]
            says = "diverted, ability off." if f.diverted else special.says
            said = f"{special.name}: {'stunned. ' if f.stunned else ''}{says}"
            found.append(Strip(special.name if brief else said, f.card, f.wounds))
    return found


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
        worth = WORTH[strip.special]
        number = at(line.left + 48, line.top, 28, line.height)
        canvas.write(number, str(worth), HEADING.sized(32, READ), INK)
        canvas.centre(mark_sprite("heart", 26, INK, ground), line.right - 46, line.centre[1])
        life = Box(line.right - 32, line.top, line.right - 8, line.bottom)
        canvas.write(life, str(worth - strip.wounds), HEADING.sized(30, READ), INK)
    return rest


# -- below them


def _draw_foot(canvas: Canvas, box: Box, view: View) -> Box:
    """What is for sale, or the cards that are chosen from; returns the room above it."""
    slips = [slip_of(card, view.grunt in (-1, card)) for card in view.drawn]
    if view.scouting and view.player == view.bros[view.seat].player:
        slips = [
            known_slip(view.scouting, card, *SLIP, place=f"{place}. ")
            for place, card in enumerate(_looked_at(view), view.placed + 1)
        ]
    if slips:
        rest, foot = box.cut_top(box.height - SLIPS - 8)
        _draw_slips(canvas, foot, slips)
        return rest
    if not view.shop:
        return box
    rest, foot = box.cut_top(box.height - FOOT)
    label, row = foot.cut_left(126)
    canvas.write(label, sale(view), WORDS, QUIET, "left")
    goods = Counter((UPGRADE[card].kind, UPGRADE[card].points) for card in sorted(view.shop))
    for named in (True, False):  # with their names where there is room
        chips = [
            chip(look.GEAR[kind], f"{f'{SOLD[kind]} ' * named}{times(points, n)}", 50, PAPER)
            for (kind, points), n in goods.items()
        ]
        if length(chips, 8) <= row.width:
            break
    flow(canvas, chips, row.left, row.top + 6, 8)
    return rest


def _looked_at(view: View) -> list[int]:
    """The cards that a scout holds, from the top: what is known of the deck from there on."""
    deck = view.battle if view.scouting == "battle" else view.grunts
    return [card for card in deck[view.placed : 4] if card >= 0]


def _draw_slips(canvas: Canvas, box: Box, slips: Sequence[Image.Image]) -> None:
    for number, picture in enumerate(slips):
        row, column = divmod(number, 2)
        x, y = column * (picture.width + 8), row * (picture.height + 6)
        canvas.put(picture, box.left + x, box.top + 8 + y)
