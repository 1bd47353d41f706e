"""The café: who can be recruited, what is for sale, what the shopper has."""

from collections.abc import Sequence

from images.brawl_mart import look
from images.brawl_mart.cards import WORDS, brawler_card, item_plate
from images.brawl_mart.sides import GAP, draw_hand
from images.brawl_mart.words import names_of, names_of_others, recruits
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.screen import READ
from images.kit.text import BODY, HEADING, fit
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.state import KNOCKED_OUT
from rules.brawl_mart.view import View

SAYS = BODY.sized(READ, READ)
TITLE = HEADING.sized(30, READ)
CART = 70
MANY = 4  # items of the cart that are shown one by one


def draw_recruits(canvas: Canvas, box: Box, view: View, golden: frozenset[int]) -> None:
    """Whoever is knocked out, as they would join; the others of the brawl by name."""
    canvas.panel(box, look.FOES, 16)
    title, rest = box.inset(GAP).cut_top(40)
    canvas.write(title.inset(6, 0), recruits(view), TITLE, PAPER, "left")
    others = names_of_others(view)
    lines = 0 if not others else 1 if not fit(others, WORDS, rest.width - 12, 40, 1).cut else 2
    rest, foot = rest.cut_top(rest.height - 38 * lines)
    if others:
        canvas.write(foot.inset(6, 0), others, WORDS, QUIET, "left", lines=lines)
    down = [f.card for f in view.fighters if not f.own and f.state == KNOCKED_OUT]
    for cell, card in zip(rest.columns(max(1, len(down)), GAP), down, strict=False):
        picture = brawler_card(card, cell.width, cell.height, glow=card in golden)
        canvas.put(picture, cell.left, cell.top)


def draw_shop(canvas: Canvas, box: Box, view: View) -> None:
    """The three slots with their prices, and what the items do; a golden price can be paid."""
    tall = (box.height - 2 * GAP) // 3
    for slot in range(3):
        cell = at(box.left, box.top + slot * (tall + GAP), box.width, tall)
        item, price = view.shop[slot], slot + 1
        pays = view.sp >= price and item >= 0
        canvas.panel(cell, RAISED, 14, GOLD if pays else EDGE)
        tag, words = cell.inset(10, 4).cut_left(92)
        tag = tag._replace(right=tag.right - 12).inset(0, (tag.height - 46) // 2)
        canvas.panel(tag, GOLD if pays else EDGE, 12)
        canvas.write(tag, f"{price} SP", WORDS, INK if pays else PAPER)
        if item < 0:
            canvas.write(words, "sold out", WORDS, QUIET, "left")
            continue
        name, says = words.cut_top(34)
        canvas.write(name, ITEMS[item].name, WORDS, PAPER, "left")
        canvas.write(says, ITEMS[item].says, SAYS, QUIET, "left", "top", lines=2)


def draw_belongings(canvas: Canvas, box: Box, view: View) -> None:
    """The hand as cards, and below it what is in the cart."""
    hand, cart = box.cut_top(box.height - (CART + GAP) * bool(view.cart))
    if view.hand:
        draw_hand(canvas, hand, view.hand, frozenset(), "")  # words need the room
    else:
        canvas.panel(hand, look.OWN, 16)
        canvas.write(hand, "Nobody is left in your hand", WORDS, PAPER)
    if view.cart:
        draw_cart(canvas, cart._replace(top=cart.top + GAP), view.cart)


def draw_cart(canvas: Canvas, box: Box, cart: Sequence[int]) -> None:
    """The cart in one line: item by item, by name, or counted."""
    if len(cart) <= MANY:
        label, row = box.cut_left(84)
        canvas.write(label, "Cart", WORDS, QUIET, "left")
        for cell, item in zip(row.columns(MANY, GAP), cart, strict=False):
            canvas.put(item_plate(item, cell.width, cell.height), cell.left, cell.top)
        return
    said = f"Cart: {names_of(cart)}"
    lines = box.height // 31
    if fit(said, WORDS, box.width, box.height, lines).cut:
        said = f"Cart: {len(cart)} items"
    canvas.write(box, said, WORDS, PAPER, "left", lines=lines)
