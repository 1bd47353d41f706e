"""The board: the brawl, the café, the store or the score, and what the shopper has."""

from collections.abc import Sequence

from PIL import Image

from images.brawl_mart import look
from images.brawl_mart.cards import WORDS
from images.brawl_mart.chart import draw_chart
from images.brawl_mart.goods import draw_belongings, draw_cart, draw_hand, draw_shop
from images.brawl_mart.rolls import draw_rolls
from images.brawl_mart.sides import SIDE, STEP, draw_side
from images.brawl_mart.words import ability, headline, rule, title_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.plates import header, ribbon
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import HEADING, STRONG, Style, fit, width_of
from images.kit.theme import EDGE, GOLD, INK, PAPER, PLATE, QUIET, RAISED
from rules.brawl_mart.content.brawlers import BEATS, Type
from rules.brawl_mart.content.store import STORE
from rules.brawl_mart.view import View
from rules.engine.state import Option
from rules.engine.text import capital

HEADER = Box(20, 8, WIDTH - 16, 86)
UPPER = at(12, 92, WIDTH - 24, SIDE)
LOWER = at(12, UPPER.bottom + 6, WIDTH - 24, SIDE)
FOOT = Box(16, LOWER.bottom + 10, WIDTH - 16, LOWER.bottom + 52)
ENEMIES = 2 * STEP + 7
POINTS = Style("serif", 800, 36, READ)


def board(view: View, options: Sequence[Option] = ()) -> bytes:
    """The table of a view as PNG bytes; whom `options` aim at has a golden rim."""
    canvas = Canvas(WIDTH, HEIGHT)
    _draw_header(canvas, view)
    match view.phase:
        case "store":
            draw_chart(canvas, view)
        case "over":
            _draw_score(canvas, Box(12, 92, WIDTH - 12, HEIGHT - 10), view)
        case "cafe":
            _draw_cafe(canvas, view, options)
        case _:
            _draw_brawl(canvas, view, options)
    return canvas.png(look.FLATS)


# -- header


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        mark = "television" if view.outcome.winners else "trolley"
        ribbon(canvas, HEADER, title, line, mark_sprite(mark, 54, INK, GOLD))
        return
    mark = {"cafe": "cup", "store": "pawn", "act": "clash"}.get(view.phase, "hand")
    purse = _purse(view)
    right = HEADER.right
    for picture in reversed(purse):
        right -= picture.width
        canvas.put(picture, right, HEADER.top + 10)
        right -= 8
    box = HEADER._replace(right=right)
    header(canvas, box, title, line, mark_sprite(mark, 58, GOLD, PLATE))


def _purse(view: View) -> list[Image.Image]:
    found = [_coin("dizzy", f"{view.kp} KP"), _coin("cross", f"{view.sp} SP")]
    return found + [_coin("television", "TV")] * view.tv


@sprite(keep=64)
def _coin(mark: str, text: str) -> Image.Image:
    style = HEADING.sized(30, READ)
    width = 54 + width_of(text, style) + 12
    canvas = Canvas(width, 50, Image.new("RGB", (width, 50), PLATE))
    canvas.panel(at(0, 0, width, 50), GOLD, 14)
    canvas.centre(mark_sprite(mark, 36, INK, GOLD), 28, 25)
    canvas.write(at(50, 0, width - 54, 50), text, style, INK, "left")
    return canvas.image.convert("RGBA")


# -- the brawl


def _draw_brawl(canvas: Canvas, view: View, options: Sequence[Option]) -> None:
    foes, side = UPPER.cut_left(ENEMIES)
    canvas.panel(foes, look.FOES, 16)
    aimed = frozenset(int(getattr(option, "target", -1)) for option in options)
    draw_side(canvas, foes, "Enemies", [f for f in view.fighters if not f.own], 0, aimed)
    _draw_brief(canvas, side._replace(left=side.left + 8), view)
    canvas.panel(LOWER, look.OWN, 16)
    own = [f for f in view.fighters if f.own]
    golden = frozenset([view.acting]) | aimed
    draw_side(canvas, LOWER, "Your side", own, _slots(view), golden)
    _draw_foot(canvas, view)


def _slots(view: View) -> int:
    """Slots that are filled or can still be filled."""
    own = sum(f.own for f in view.fighters)
    free = len(view.hand) if view.phase == "line_up" else 0
    return min(STORE[view.at].slots, own + free)


def _draw_brief(canvas: Canvas, box: Box, view: View) -> None:
    """The department's rule; then hand, cart, the last roll, or what the acting brawler can do."""
    canvas.panel(box, RAISED, 14, EDGE)
    inner = box.inset(14, 8)
    said = rule(view)
    lines = 1 if not fit(said, WORDS, inner.width, 40, 1).cut else 2
    line, rest = inner.cut_top(6 + 36 * lines)
    canvas.write(line, said, WORDS, GOLD, "left", lines=lines)
    title = title_of(view)
    if title:
        head, rest = rest.cut_top(38)
        canvas.write(head, title, WORDS, QUIET, "left")
    if view.phase == "line_up":
        draw_hand(canvas, rest, view)
    elif view.phase == "equip":
        draw_cart(canvas, rest, view)
    elif view.last:
        draw_rolls(canvas, rest, view)
    else:
        canvas.write(rest, ability(view), WORDS, PAPER, "left", "top", lines=6)


def _draw_foot(canvas: Canvas, view: View) -> None:
    """The types, each of which gives +1 on each die against the next; and challenges."""
    canvas.put(_types(), FOOT.left, FOOT.top)
    words = ", ".join(view.challenges)
    room = FOOT._replace(left=FOOT.left + _types().width + 16)
    if words and not fit(words, WORDS, room.width, room.height, 1).cut:
        canvas.write(room, words, WORDS, QUIET, "right")


@sprite(keep=1)
def _types() -> Image.Image:
    names: list[Type] = ["Mysterious"]
    while len(names) <= len(BEATS):
        names.append(BEATS[names[-1]])
    step, height = 70, FOOT.height
    said = "+1 a die"
    width = len(names) * step + width_of(said, WORDS)
    canvas = Canvas(width, height, Image.new("RGB", (width, height), PLATE))
    for number, name in enumerate(names):
        band, x = look.TYPES[name], number * step
        pen = Pen(40, height)
        pen.block(0, 0, 39.75, height - 0.25, band.colour, 9)
        pen.block(4, 4, 35.75, height - 4.25, PAPER, 7)
        canvas.put(pen.done(), x, 0)
        canvas.write(at(x, 0, 40, height), band.letter, STRONG.sized(READ, READ), INK)
        if number < len(BEATS):
            canvas.put(mark_sprite("chevrons", 22, GOLD, PLATE), x + 44, height // 2 - 11)
    canvas.write(Box(len(names) * step - 20, 0, width, height), said, WORDS, QUIET, "left")
    return canvas.image.convert("RGBA")


# -- the café and the end


def _draw_cafe(canvas: Canvas, view: View, options: Sequence[Option]) -> None:
    foes, side = UPPER.cut_left(ENEMIES)
    canvas.panel(foes, look.FOES, 16)
    can = frozenset(int(getattr(option, "card", -1)) for option in options)
    enemies = [f for f in view.fighters if not f.own]
    draw_side(canvas, foes, title_of(view), enemies, 0, can, over=True)
    draw_shop(canvas, side._replace(left=side.left + 8), view)
    box = Box(LOWER.left, LOWER.top, LOWER.right, HEIGHT - 10)
    canvas.panel(box, RAISED, 16, EDGE)
    draw_belongings(canvas, box.inset(16, 10), view)


def _draw_score(canvas: Canvas, box: Box, view: View) -> None:
    """The score, line by line."""
    canvas.panel(box, RAISED, 16, EDGE)
    tall = min(64, (box.height - 16) // max(1, len(view.score)))
    for number, line in enumerate(view.score):
        row = at(box.left + 20, box.top + 8 + number * tall, box.width - 40, tall)
        points, words = row.cut_left(110)
        canvas.write(points, f"+{line.points}", POINTS, GOLD, "right")
        words = words._replace(left=words.left + 20)
        canvas.write(words, capital(line.what), HEADING.sized(32, READ), PAPER, "left")
