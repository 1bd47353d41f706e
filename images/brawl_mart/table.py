"""The board: the brawl or the café or the store or the score, and what the shopper has."""

from collections.abc import Callable

from PIL import Image

from images.brawl_mart import look
from images.brawl_mart.cards import HEIGHT as CARD
from images.brawl_mart.cards import ITEM
from images.brawl_mart.chart import LARGE, SMALL, Chart, draw_chart
from images.brawl_mart.goods import (
    SHOP,
    choice_height,
    draw_cart,
    draw_hand,
    draw_shop,
    draw_strip,
    strip_height,
)
from images.brawl_mart.rolls import draw_rolls, rolls_height
from images.brawl_mart.sides import STEP, draw_side, side_height
from images.brawl_mart.words import headline, rule
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.cards import emblem
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.plates import header, ribbon, tag
from images.kit.text import BODY, HEADING, STRONG, Style
from images.kit.theme import EDGE, GOLD, INK, PAPER, PLATE, QUIET, RAISED
from rules.brawl_mart.content.brawlers import BEATS, Type
from rules.brawl_mart.content.store import STORE, wage
from rules.brawl_mart.state import KNOCKED_OUT
from rules.brawl_mart.view import View
from rules.engine.text import capital

WIDTH = 1000
HEADER = Box(24, 14, WIDTH - 24, 102)
TOP = 116
GAP = 10
RULE = 54
TAGS = 40
TYPES = 58
ENEMIES = 2 * STEP + 14
LINE = 52  # of the score
POINTS = Style("serif", 800, 34, 24)
Part = tuple[int, Callable[[Canvas, Box, View], None]]


def board(view: View) -> bytes:
    """The table of a view as PNG bytes."""
    parts = [*[(TAGS, _draw_challenges)] * bool(view.challenges), *_parts(view)]
    height = TOP + sum(tall + GAP for tall, _ in parts) + 6
    canvas = Canvas(WIDTH, height)
    _draw_header(canvas, view)
    y = TOP
    for tall, draw in parts:
        draw(canvas, at(14, y, WIDTH - 28, tall), view)
        y += tall + GAP
    return canvas.png(look.FLATS)


def _parts(view: View) -> list[Part]:
    """What lies on the table, from top to bottom, with its height."""
    goods: Part = (strip_height(view), draw_strip)
    chart: Part = (SMALL.size[1], _draw_map)
    match view.phase:
        case "store":
            return [(LARGE.size[1], _draw_map), goods]
        case "over":
            return [(len(view.score) * LINE + 24, _draw_score), goods, chart]
        case "cafe":
            return [(_foes_height(view), _draw_foes), (SHOP, draw_shop), goods, chart]
        case _:
            return [
                (RULE, _draw_rule),
                (_foes_height(view), _draw_foes),
                (side_height([f for f in view.fighters if f.own]), _draw_own),
                *_choice(view),
                (TYPES, _draw_types),
                goods,
                chart,
            ]


def _choice(view: View) -> list[Part]:
    if view.phase == "line_up":
        return [(choice_height(view.hand, CARD), draw_hand)]
    if view.phase == "equip":
        return [(choice_height(view.cart, ITEM), draw_cart)]
    return []


# -- header


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        mark = "television" if view.outcome.winners else "trolley"
        ribbon(canvas, HEADER, title, line, mark_sprite(mark, 58, INK, GOLD))
        return
    mark = {"cafe": "cup", "store": "pawn", "act": "clash"}.get(view.phase, "hand")
    header(canvas, HEADER, title, line, mark_sprite(mark, 62, GOLD, PLATE))


def _draw_challenges(canvas: Canvas, box: Box, view: View) -> None:
    x = box.left + 10
    for challenge in view.challenges:
        picture = tag(challenge.title(), "flame", GOLD, INK, TAGS)
        canvas.put(picture, x, box.top)
        x += picture.width + 8


# -- the brawl


def _draw_rule(canvas: Canvas, box: Box, view: View) -> None:
    canvas.panel(box, PAPER, 14)
    canvas.write(box.inset(16, 4), rule(view), STRONG.sized(26, 20), INK, "left")


def _foes_height(view: View) -> int:
    enemies = [f for f in view.fighters if not f.own]
    return max(side_height(enemies), rolls_height(view) if view.last else 0)


def _draw_foes(canvas: Canvas, box: Box, view: View) -> None:
    """Enemies, and beside them the last roll or, before the first, what there is to know."""
    left, right = box.cut_left(ENEMIES)
    canvas.panel(left, look.FOES, 16)
    enemies = [f for f in view.fighters if not f.own]
    title = _recruits(view) if view.phase == "cafe" else "Enemies"
    draw_side(canvas, left, title, enemies, 0, -1)
    right = right._replace(left=right.left + GAP)
    if view.last:
        draw_rolls(canvas, right, view)
    else:
        _draw_brief(canvas, right, view)


def _recruits(view: View) -> str:
    if "no recruits" in view.challenges:
        return "No recruits"
    some = any(f.state == KNOCKED_OUT for f in view.fighters)
    return f"Knocked out: recruit for {wage(view.at)} KP" if some else "Nobody to recruit"


def _draw_brief(canvas: Canvas, box: Box, view: View) -> None:
    canvas.panel(box, RAISED, 14, EDGE)
    inner = box.inset(20, 12)
    for number, (mark, words) in enumerate(
        (
            ("fist", "Higher total hits; a tie knocks both out"),
            ("crest", "Up to the resistance: knocked out"),
            ("cross", "More than that, or hit again: slain"),
            ("dizzy", "After a win +1 KP for each knocked out,\n+1 SP for each slain"),
        )
    ):
        y = inner.top + number * 74
        canvas.put(mark_sprite(mark, 44, GOLD, RAISED), inner.left, y + 6)
        line = Box(inner.left + 62, y, inner.right, y + 56)
        canvas.write(line, words, BODY.sized(26, 20), PAPER, "left", lines=2)


def _draw_own(canvas: Canvas, box: Box, view: View) -> None:
    canvas.panel(box, look.OWN, 16)
    own = [f for f in view.fighters if f.own]
    draw_side(
        canvas, box, "Your side, in the order in which it acts", own, _slots(view), view.acting
    )


def _slots(view: View) -> int:
    """Slots that are filled or can still be."""
    own = sum(f.own for f in view.fighters)
    free = len(view.hand) if view.phase == "line_up" else 0
    return min(STORE[view.at].slots, own + free)


def _draw_types(canvas: Canvas, box: Box, view: View) -> None:
    canvas.put(_types(box.width, box.height), box.left, box.top)


@sprite(keep=4)
def _types(width: int, height: int) -> Image.Image:
    """The type chart: each gives +1 on each die against the next."""
    names: list[Type] = ["Mysterious"]
    while len(names) <= len(BEATS):
        names.append(BEATS[names[-1]])
    canvas = Canvas(width, height, Image.new("RGB", (width, height), PLATE))
    step = 176
    for number, name in enumerate(names):
        band = look.TYPES[name]
        x = number * step
        pen = Pen(44, 44)
        pen.block(0, 0, 43.75, 43.75, band.colour, 12)
        emblem(pen, band.shape, 22, 22, 17)
        canvas.put(pen.done(), x, 7)
        canvas.write(at(x + 4, 9, 36, 40), band.letter, STRONG.sized(20), INK)
        if number < len(BEATS):
            canvas.write(at(x + 50, 7, 98, 44), name, BODY.sized(19, 15), QUIET, "left")
            canvas.put(mark_sprite("chevrons", 20, GOLD, PLATE), x + step - 24, 19)
    words = Box(len(BEATS) * step + 54, 0, width, height)
    canvas.write(
        words, "+1 on each die against the next", BODY.sized(20, 16), QUIET, "left", lines=2
    )
    return canvas.image.convert("RGBA")


# -- the store and the end


def _draw_map(canvas: Canvas, box: Box, view: View) -> None:
    chart: Chart = LARGE if view.phase == "store" else SMALL
    draw_chart(canvas, box.left, box.top, chart, view)


def _draw_score(canvas: Canvas, box: Box, view: View) -> None:
    """The score, line by line."""
    canvas.panel(box, RAISED, 16, EDGE)
    for number, line in enumerate(view.score):
        row = at(box.left + 24, box.top + 12 + number * LINE, box.width - 48, LINE)
        points, words = row.cut_left(130)
        canvas.write(points, f"+{line.points}", POINTS, GOLD, "right")
        words = words._replace(left=words.left + 24)
        said = capital(line.what)
        canvas.write(words, said, HEADING.sized(28, 22), PAPER, "left")
