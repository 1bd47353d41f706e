"""The café: who can be recruited, what is for sale, what the shopper has."""

from images.brawl_mart import look
from images.brawl_mart.cards import LINE, WORDS
from images.brawl_mart.sides import GAP, draw_cards, draw_hand, needed_by_cards
from images.brawl_mart.words import cart, names_of, names_of_others, recruits
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.screen import READ
from images.kit.text import BODY, HEADING, Style, fit
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.state import KNOCKED_OUT
from rules.brawl_mart.view import View

SAYS = BODY.sized(READ, READ)
TITLE = HEADING.sized(30, READ)
HEAD = 40  # above the recruits
TAG = 92  # of a price


def draw_recruits(canvas: Canvas, box: Box, view: View, golden: frozenset[int]) -> None:
    """Whoever is knocked out, as they would join; the others of the brawl and the cart in words."""
    canvas.panel(box, look.FOES, 16)
    title, rest = box.inset(GAP).cut_top(HEAD)
    canvas.write(title.inset(6, 0), recruits(view), TITLE, PAPER, "left")
    for said, colour in ((_cart(view, rest.width - 12), PAPER), (names_of_others(view), QUIET)):
        if said:
            lines = _lines(said, rest.width - 12)
            rest, foot = rest.cut_top(rest.height - LINE * lines - 3)
            canvas.write(foot.inset(6, 0), said, WORDS, colour, "left", lines=lines)
    draw_cards(canvas, rest, _down(view), golden, least=1)


def columns(box: Box, view: View) -> tuple[Box, Box]:
    """The room of the recruits, less where there are none, and of the shop."""
    left, right = box.cut_left(round(box.width * (0.5 if _down(view) else 0.42)))
    return left, right._replace(left=right.left + GAP)


def needed_above(box: Box, view: View) -> int:
    """How high recruits and shop must be for all that they say."""
    left, right = columns(box, view)
    inner = left.inset(GAP)
    said = (_cart(view, inner.width - 12), names_of_others(view))
    words = sum(LINE * _lines(one, inner.width - 12) + 3 for one in said if one)
    cards = needed_by_cards(inner, _down(view)) if _down(view) else 0
    recruiting = HEAD + cards + words + 2 * GAP
    return max(recruiting, sum(_slot_heights(right.width, view)) + 2 * GAP)


def _cart(view: View, width: int) -> str:
    """What is in the cart: with what the items do, by name, or counted."""
    if not view.cart:
        return ""
    count = f"{len(view.cart)} item{'s' * (len(view.cart) > 1)}"
    room = 1 if _down(view) else 3
    for said in (" ".join(cart(view)), names_of(view.cart)):
        if not fit(f"Cart: {said}", WORDS, width, LINE * room, room).cut:
            return f"Cart: {said}"
    return f"Cart: {count}"


def _down(view: View) -> list[int]:
    return [f.card for f in view.fighters if not f.own and f.state == KNOCKED_OUT]


def _lines(said: str, width: int, style: Style = WORDS) -> int:
    return next(n for n in range(1, 9) if not fit(said, style, width, LINE * n, n).cut)


def draw_shop(canvas: Canvas, box: Box, view: View, offered: frozenset[int]) -> None:
    """The three slots with their prices, and what the items do; what is offered is golden."""
    heights = _slot_heights(box.width, view)
    spare, top = (box.height - 2 * GAP - sum(heights)) // len(heights), box.top
    for slot, height in enumerate(heights):
        cell = at(box.left, top, box.width, height + spare)
        top = cell.bottom + GAP
        item, price = view.shop[slot], slot + 1
        pays = item in offered
        canvas.panel(cell, RAISED, 14, GOLD if pays else EDGE)
        tag, words = cell.inset(10, 4).cut_left(TAG)
        tag = tag._replace(right=tag.right - 12).inset(0, (tag.height - 46) // 2)
        canvas.panel(tag, GOLD if pays else EDGE, 12)
        canvas.write(tag, f"{price} SP", WORDS, INK if pays else PAPER)
        if item < 0:
            canvas.write(words, "sold out", WORDS, QUIET, "left")
            continue
        words = words.inset(0, max(0, spare // 2 - 4))
        name, says = words.cut_top(LINE)
        canvas.write(name, ITEMS[item].name, WORDS, PAPER, "left")
        canvas.write(says, ITEMS[item].says, SAYS, QUIET, "left", "top", lines=2)


def _slot_heights(width: int, view: View) -> list[int]:
    """What each slot of the shop needs for the name of its item and what that does."""
    room = width - 20 - TAG
    lines = [_lines(ITEMS[item].says, room, SAYS) if item >= 0 else 0 for item in view.shop]
    return [14 + LINE * (1 + count) for count in lines]


def draw_belongings(canvas: Canvas, box: Box, view: View) -> None:
    """The hand as cards."""
    if view.hand:
        draw_hand(canvas, box, view.hand, frozenset(), "")  # words need the room
    else:
        canvas.panel(box, look.OWN, 16)
        canvas.write(box, "Nobody is left in your hand", WORDS, PAPER)
