"""The two sides of a brawl, each in a row, each brawler with the item it holds."""

from collections.abc import Sequence

from images.brawl_mart.cards import HEIGHT, ITEM, WIDTH, WORDS, brawler_plate, item_plate
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.screen import READ
from images.kit.text import HEADING, width_of
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET
from rules.brawl_mart.view import FighterView

STEP = WIDTH + 7
TITLE = 40
SIDE = TITLE + HEIGHT + ITEM + 10  # the height of a side


def draw_side(
    canvas: Canvas,
    box: Box,
    title: str,
    fighters: Sequence[FighterView],
    slots: int,
    golden: frozenset[int],
    *,
    over: bool = False,
) -> None:
    """One side's brawlers from the left, and the slots that are still free."""
    line = at(box.left + 14, box.top + 2, box.width - 28, TITLE - 4)
    canvas.write(line, title, HEADING.sized(30, READ), PAPER, "left")
    top = box.top + TITLE
    for slot in range(max(slots, len(fighters))):
        x = box.left + 7 + slot * STEP
        if slot < len(fighters):
            _draw_fighter(canvas, x, top, fighters[slot], fighters[slot].card in golden)
            if not over:
                _draw_tag(canvas, x, top, fighters[slot])
        else:
            space = at(x, top, WIDTH, HEIGHT)
            canvas.draw.rounded_rectangle(
                (space.left, space.top, space.right - 1, space.bottom - 1),
                13,
                outline=EDGE,
                width=3,
            )
            canvas.write(space, f"slot {slot + 1}", WORDS, QUIET)


def _draw_fighter(canvas: Canvas, x: int, y: int, fighter: FighterView, glow: bool) -> None:
    canvas.put(brawler_plate(fighter.card, fighter.state, glow), x, y)
    if fighter.item >= 0:
        canvas.put(item_plate(fighter.item), x, y + HEIGHT + 4)


def _draw_tag(canvas: Canvas, x: int, y: int, fighter: FighterView) -> None:
    """What will happen to this one's next roll."""
    said = "slips" if fighter.slipped else f"+{fighter.cheered}" * bool(fighter.cheered)
    if said:
        width = width_of(said, WORDS) + 18
        spot = at(x + WIDTH - width, y - 28, width, 36)
        canvas.panel(spot, GOLD, 12, INK)
        canvas.write(spot, said, WORDS, INK)
