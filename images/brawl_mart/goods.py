"""What the shopper has, by name; and what the café sells."""

from collections.abc import Sequence

from images.brawl_mart import look
from images.brawl_mart.cards import ITEM, WORDS, item_plate
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.screen import READ
from images.kit.text import BODY, fit
from images.kit.theme import EDGE, GOLD, PAPER, QUIET, RAISED
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.view import View

LINE = 38
SAYS = BODY.sized(READ, READ)


def draw_hand(canvas: Canvas, box: Box, view: View) -> None:
    """The hand, a line for each brawler where they are few: type, dice and resistance."""
    brief = len(view.hand) * LINE > box.height
    lines = [_brawler(card, brief=brief) for card in view.hand]
    _draw_lines(canvas, box, lines, 2 if brief else 1)


def _brawler(card: int, *, brief: bool) -> str:
    brawler = BRAWLERS[card]
    name = f"{brawler.name} · {look.band_of(card).letter}"
    return name if brief else f"{name} · {brawler.formula} · resists {brawler.resistance}"


def draw_cart(canvas: Canvas, box: Box, view: View) -> None:
    """The cart, in two columns."""
    _draw_lines(canvas, box, [ITEMS[card].name for card in view.cart], 2)


def _draw_lines(canvas: Canvas, box: Box, lines: Sequence[str], columns: int) -> None:
    rows = -(-len(lines) // columns)
    for number, said in enumerate(lines):
        column, row = divmod(number, max(1, rows))
        cell = box.columns(columns, 10)[column]
        spot = at(cell.left, cell.top + row * LINE, cell.width, LINE)
        canvas.write(spot, said, WORDS, PAPER, "left")


# -- the café


def draw_shop(canvas: Canvas, box: Box, view: View) -> None:
    """The three slots with their prices, and what the items do; a golden price can be paid."""
    for slot, cell in enumerate(box.columns(3, 10)):
        item, price = view.shop[slot], slot + 1
        pays = view.sp >= price and item >= 0
        canvas.panel(cell, RAISED, 14, GOLD if pays else EDGE)
        line, rest = cell.inset(10, 6).cut_top(44)
        mark = mark_sprite("cross", 34, GOLD if pays else QUIET, RAISED)
        canvas.put(mark, line.left, line.top + 4)
        words = f"{price} SP" if item >= 0 else "sold out"
        canvas.write(line._replace(left=line.left + 44), words, WORDS, PAPER, "left")
        if item >= 0:
            canvas.put(item_plate(item, rest.width, ITEM), rest.left, rest.top)
            says = rest._replace(top=rest.top + ITEM + 4)
            lines = says.height // 35
            if not fit(ITEMS[item].says, SAYS, says.width, says.height, lines).cut:
                canvas.write(says, ITEMS[item].says, SAYS, QUIET, "left", "top", lines=lines)


def draw_belongings(canvas: Canvas, box: Box, view: View) -> None:
    """Hand and cart as running text; counted where there is too much of them."""
    hand = [BRAWLERS[card].name for card in view.hand]
    cart = [ITEMS[card].name for card in view.cart]
    for title, names, row in zip(("Hand", "Cart"), (hand, cart), _halves(box), strict=True):
        said = f"{title}: {', '.join(names) or 'empty'}"
        lines = row.height // 35
        if fit(said, WORDS, row.width, row.height, lines).cut:
            said = f"{title}: {len(names)} cards"
        canvas.write(row, said, WORDS, PAPER, "left", "top", lines=lines)


def _halves(box: Box) -> tuple[Box, Box]:
    return box.cut_top(box.height // 2)
