"""Below the foes: what is for sale, or the cards that are chosen from."""

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.chips import chip, flow, length, times
from images.bro_brawl.slips import held_slip, known_slip, slip_of
from images.bro_brawl.words import sale
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.screen import READ
from images.kit.text import STRONG
from images.kit.theme import PAPER, QUIET
from rules.bro_brawl.content.cards import GRUNTS, UPGRADE
from rules.bro_brawl.view import View
from rules.engine.state import Option

ROW = 56  # of what is for sale
GAP = 8
LABEL = 126
SLIP = (336, 52)  # one of four by name alone
TALL = 100  # with what it does
WORDS = STRONG.sized(READ, READ)
SOLD = {"gun": "gun", "armor": "armor", "health": "pack"}


def draw_foot(canvas: Canvas, box: Box, view: View, room: int, options: Sequence[Option]) -> Box:
    """Draw it, in `room` if it can be, else as low as possible; returns what is left above it."""
    offered = {GRUNTS[option.grunt] for option in options if hasattr(option, "grunt")}
    played = [card for card in view.drawn if view.grunt in (-1, card)]
    slips = [slip_of(card, GRUNTS[card] in offered) for card in played]
    if view.scouting and view.player == view.bros[view.seat].player:
        slips = _held(view, room)
    if slips:
        return _draw_slips(canvas, box, slips)
    return _draw_sale(canvas, box, view, room) if view.shop else box


def _held(view: View, room: int) -> list[Image.Image]:
    """The cards that a scout holds, from the top: what is known of the deck from there on."""
    deck = view.battle if view.scouting == "battle" else view.grunts
    cards = [card for card in deck[view.placed : 4] if card >= 0]
    width, height = SLIP
    slip = known_slip
    if _tall(len(cards), TALL) <= room:
        slip, height = held_slip, TALL
    places = enumerate(cards, view.placed + 1)
    return [slip(view.scouting, card, width, height, place=f"{at}. ") for at, card in places]


def _tall(count: int, height: int) -> int:
    return -(-count // 2) * (height + GAP)


def _draw_slips(canvas: Canvas, box: Box, slips: Sequence[Image.Image]) -> Box:
    height = slips[0].height
    rest, foot = box.cut_top(box.height - _tall(len(slips), height))
    for number, picture in enumerate(slips):
        row, column = divmod(number, 2)
        x, y = column * (picture.width + GAP), row * (height + GAP)
        canvas.put(picture, foot.left + x, foot.top + 4 + y)
    return rest


def _draw_sale(canvas: Canvas, box: Box, view: View, room: int) -> Box:
    """What is for sale by name, in two rows if there is room; else by mark alone."""
    width = box.width - LABEL
    named = _goods(view, named=True)
    half = -(-len(named) // 2)
    rows = [named]
    if length(named, GAP) > width:
        rows = [named[:half], named[half:]] if room >= 2 * ROW else [_goods(view, named=False)]
    rest, foot = box.cut_top(box.height - ROW * len(rows))
    label = foot.cut_left(LABEL)[0]._replace(bottom=foot.top + ROW)
    canvas.write(label, sale(view), WORDS, QUIET, "left")
    for number, goods in enumerate(rows):
        flow(canvas, goods, label.right, foot.top + number * ROW + 3, GAP)
    return rest


def _goods(view: View, *, named: bool) -> list[Image.Image]:
    goods = Counter((UPGRADE[card].kind, UPGRADE[card].points) for card in sorted(view.shop))
    return [
        chip(look.GEAR[kind], f"{f'{SOLD[kind]} ' * named}{times(points, n)}", ROW - 6, PAPER)
        for (kind, points), n in goods.items()
    ]
