"""What the shopper has: points, the TV, hand and cart; and the piles of the café."""

from collections.abc import Sequence

from PIL import Image

from images.brawl_mart import look
from images.brawl_mart.cards import HEIGHT as CARD
from images.brawl_mart.cards import ITEM, WIDTH, brawler_card, item_card
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.text import BODY, HEADING, STRONG, Style, width_of, write
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.view import View

GAP = 8
LINE = 54  # of chips
POINTS = 74
PILES = 38
PER_ROW = 5
COUNT = Style("serif", 800, 42, 28)


# -- in one strip


def strip_height(view: View) -> int:
    """The height of the strip that shows all that the shopper has."""
    lines = sum(len(_lines(chips)) for _, chips in _groups(view))
    return POINTS + LINE * (lines + bool(_empty(view))) + PILES + 8


def draw_strip(canvas: Canvas, box: Box, view: View) -> None:
    """Points and piles in one line, then hand and cart by name."""
    canvas.panel(box, RAISED, 16, EDGE)
    x = box.left + 16
    for mark, text in (("dizzy", f"{view.kp} KP"), ("cross", f"{view.sp} SP"), *_state(view)):
        canvas.put(_plate(mark, text), x, box.top + 14)
        x += _plate(mark, text).width + 10
    y = box.top + POINTS
    for title, chips in _groups(view):
        canvas.write(at(box.left + 18, y, 84, 44), title, STRONG.sized(25), QUIET, "left")
        for line in _lines(chips):
            x = box.left + 106
            for chip in line:
                canvas.put(chip, x, y)
                x += chip.width + GAP
            y += LINE
    if _empty(view):
        canvas.write(at(box.left + 18, y, 500, 44), _empty(view), BODY.sized(25), QUIET, "left")
    piles = Box(box.left + 18, box.bottom - PILES - 6, box.right - 18, box.bottom - 6)
    canvas.write(piles, _piles(view), BODY.sized(23, 19), QUIET, "left")


def _state(view: View) -> list[tuple[str, str]]:
    tv = [("television", "the TV")] * view.tv
    return tv + [("fallen", f"{view.losses} lost")] * bool(view.losses)


def _piles(view: View) -> str:
    slain = len(view.slain) + len(view.fallen)
    return (
        f"Piles: {view.enemies} enemies standing, {len(view.knocked_out)} knocked out, {slain} slain"
        f" · {view.items} items left, {len(view.items_discard)} discarded"
    )


def _groups(view: View) -> list[tuple[str, list[Image.Image]]]:
    hand = [
        _chip(look.BRAWLER_MARKS[c], BRAWLERS[c].name, look.band_of(c).letter) for c in view.hand
    ]
    cart = [_chip(look.ITEM_MARKS[c], ITEMS[c].name, "") for c in view.cart]
    groups = [("Hand", hand)] * (view.phase != "line_up") + [("Cart", cart)] * (
        view.phase != "equip"
    )
    return [(title, chips) for title, chips in groups if chips]


def _empty(view: View) -> str:
    nothing = [word for word, cards in (("hand", view.hand), ("cart", view.cart)) if not cards]
    return f"Your {' and '.join(nothing)} {'are' if nothing[1:] else 'is'} empty" if nothing else ""


def _lines(chips: Sequence[Image.Image]) -> list[list[Image.Image]]:
    lines: list[list[Image.Image]] = [[]]
    used = 0
    for chip in chips:
        if lines[-1] and used + chip.width > 850:
            lines.append([])
            used = 0
        lines[-1].append(chip)
        used += chip.width + GAP
    return lines


@sprite(keep=128)
def _chip(mark: str, text: str, letter: str) -> Image.Image:
    style = STRONG.sized(23)
    said = f"{text} · {letter}" if letter else text
    width = 50 + width_of(said, style) + 14
    pen = Pen(width, 46)
    ground = PAPER if letter else look.SHELF
    pen.block(0, 0, width - 0.25, 45.75, INK, 12)
    pen.block(2, 2, width - 2.25, 43.75, ground, 10)
    put_mark(pen, mark, 26, 23, 30, INK, ground)
    picture = pen.done()
    write(picture, at(48, 0, width - 54, 46), said, style, INK, "left")
    return picture


@sprite(keep=64)
def _plate(mark: str, text: str) -> Image.Image:
    style = HEADING.sized(30)
    width = 62 + width_of(text, style) + 16
    pen = Pen(width, 52)
    pen.block(0, 0, width - 0.25, 51.75, GOLD, 14)
    put_mark(pen, mark, 32, 26, 36, INK, GOLD)
    picture = pen.done()
    write(picture, at(60, 0, width - 66, 52), text, style, INK, "left")
    return picture


# -- as cards, where one must choose among them


def choice_height(cards: Sequence[int], tall: int) -> int:
    """The height of cards laid out to choose from."""
    return 42 + -(-len(cards) // PER_ROW) * (tall + 12) + 8


def draw_hand(canvas: Canvas, box: Box, view: View) -> None:
    """The hand as cards."""
    _draw_cards(canvas, box, "Your hand", [brawler_card(card) for card in view.hand], CARD)


def draw_cart(canvas: Canvas, box: Box, view: View) -> None:
    """The cart as cards."""
    _draw_cards(canvas, box, "Your cart", [item_card(c, WIDTH, ITEM) for c in view.cart], ITEM)


def _draw_cards(
    canvas: Canvas, box: Box, title: str, cards: Sequence[Image.Image], tall: int
) -> None:
    canvas.panel(box, RAISED, 16, EDGE)
    line = at(box.left + 16, box.top + 4, box.width - 32, 36)
    canvas.write(line, title, HEADING.sized(27), PAPER, "left")
    for number, card in enumerate(cards):
        row, column = divmod(number, PER_ROW)
        x = box.left + 10 + column * (WIDTH + 8)
        canvas.put_lifted(card, x, box.top + 42 + row * (tall + 12))


# -- the shop


SHOP = 170


def draw_shop(canvas: Canvas, box: Box, view: View) -> None:
    """The three slots with their prices; a golden price can be paid."""
    canvas.panel(box, RAISED, 16, EDGE)
    for slot, cell in enumerate(box.inset(14, 10).columns(3, 12)):
        item = view.shop[slot]
        price = slot + 1
        line = at(cell.left, cell.top, cell.width, 40)
        pays = view.sp >= price and item >= 0
        canvas.put(
            mark_sprite("cross", 32, GOLD if pays else QUIET, RAISED), line.left + 4, line.top + 3
        )
        words = f"{price} SP" + ("" if pays else " · sold out" if item < 0 else " · too dear")
        canvas.write(
            line._replace(left=line.left + 46),
            words,
            STRONG.sized(26),
            GOLD if pays else QUIET,
            "left",
        )
        if item >= 0:
            canvas.put_lifted(item_card(item, cell.width, 100), cell.left, cell.top + 44)
