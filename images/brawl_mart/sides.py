"""The brawl: a row of enemies, a row of your brawlers, each with the item it holds."""

from collections.abc import Sequence

from images.brawl_mart.cards import (
    HEIGHT,
    ITEM,
    WIDTH,
    brawler_card,
    fallen_card,
    item_card,
    slain_card,
)
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.cards import card_space
from images.kit.pen import margin
from images.kit.plates import tag
from images.kit.text import HEADING, STRONG
from images.kit.theme import GOLD, INK, PAPER, QUIET
from rules.brawl_mart.content.names import brawler
from rules.brawl_mart.state import KNOCKED_OUT, STANDING
from rules.brawl_mart.view import FighterView

STEP = WIDTH + 8
TITLE = 42
BELOW = 16  # from a card to its item
SLOT = 64  # a free slot, before the first is filled


def side_height(fighters: Sequence[FighterView]) -> int:
    """The height of a row with its title; items make it higher."""
    if not fighters:
        return TITLE + SLOT + 12
    return TITLE + HEIGHT + (ITEM + BELOW if any(f.item >= 0 for f in fighters) else 0) + 12


def draw_side(
    canvas: Canvas, box: Box, title: str, fighters: Sequence[FighterView], slots: int, acting: int
) -> None:
    """One side's brawlers from the left, and the slots that are still free."""
    line = at(box.left + 14, box.top + 4, box.width - 28, TITLE - 6)
    canvas.write(line, title, HEADING.sized(27, 20), PAPER, "left")
    top = box.top + TITLE
    for slot in range(max(slots, len(fighters))):
        x = box.left + 10 + slot * STEP
        if slot < len(fighters):
            _draw_fighter(canvas, x, top, fighters[slot], fighters[slot].card == acting)
        else:
            tall = HEIGHT if fighters else SLOT
            canvas.put_lifted(card_space(f"slot {slot + 1}", WIDTH, tall), x, top)


def _draw_fighter(canvas: Canvas, x: int, y: int, fighter: FighterView, acts: bool) -> None:
    if fighter.state == STANDING:
        canvas.put_lifted(brawler_card(fighter.card, fighter.own, acts), x, y)
        _draw_tags(canvas, x, y, fighter)
    else:
        _draw_fallen(canvas, x, y, fighter)
    if fighter.item >= 0:
        canvas.put_lifted(item_card(fighter.item, WIDTH, ITEM, fighter.own), x, y + HEIGHT + BELOW)


def _draw_tags(canvas: Canvas, x: int, y: int, fighter: FighterView) -> None:
    words = ["slipped: counter 0"] * fighter.slipped
    words += [f"cheered +{fighter.cheered}"] * bool(fighter.cheered)
    for number, word in enumerate(words):
        picture = tag(word, "spark", GOLD, INK, 32)
        canvas.put(picture, x + (WIDTH - picture.width) // 2, y + HEIGHT - 14 - 34 * number)


def _draw_fallen(canvas: Canvas, x: int, y: int, fighter: FighterView) -> None:
    if fighter.state == KNOCKED_OUT:
        picture, state = fallen_card(fighter.card, fighter.own), "knocked out"
    else:
        picture, state = slain_card(), "slain"
    canvas.put(picture, x + (WIDTH - picture.width) // 2, y + 16 - margin())
    line = at(x + 4, y + 156, WIDTH - 8, 54)
    canvas.write(line, brawler(fighter.card), STRONG.sized(24, 18), PAPER, lines=2)
    canvas.write(line.shift(0, 52)._replace(bottom=y + 244), state, STRONG.sized(23), QUIET)
