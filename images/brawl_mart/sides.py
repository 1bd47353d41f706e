"""The two sides of a brawl: enemies with all that they can do, one's own row, the hand."""

from collections.abc import Sequence

from PIL import Image

from images.brawl_mart import look
from images.brawl_mart.cards import WORDS, brawler_card
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.pen import sprite
from images.kit.text import width_of
from images.kit.theme import GOLD, INK, PAPER, QUIET, Colour
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.state import STANDING
from rules.brawl_mart.view import FighterView

GAP = 7
MOST = 5  # cards in a row
LEAST = 2  # fewer make cards no wider
ROOM = 150  # a card without its ability
FALLEN = 206  # the width of one who has fallen
TITLE = 30  # of the word that says whose cards they are


def draw_enemies(
    canvas: Canvas, box: Box, enemies: Sequence[FighterView], golden: frozenset[int]
) -> None:
    """Enemies side by side, each with what it does and holds."""
    inner = _draw_ground(canvas, box, look.FOES, "Enemies")
    for cell, fighter in zip(_places(inner, enemies, 1), enemies, strict=False):
        _draw_fighter(canvas, cell, fighter, glow=fighter.card in golden)


def draw_own(
    canvas: Canvas, box: Box, fighters: Sequence[FighterView], golden: frozenset[int]
) -> None:
    """One's own brawlers in the order of their slots."""
    inner = _draw_ground(canvas, box, look.OWN, "Yours")
    for cell, fighter in zip(_places(inner, fighters, LEAST), fighters, strict=False):
        _draw_fighter(canvas, cell, fighter, glow=fighter.card in golden)


def draw_hand(
    canvas: Canvas, box: Box, hand: Sequence[int], golden: frozenset[int], word: str = "Yours"
) -> None:
    """The hand as cards, in two rows if it must be; where there are too many, as a list."""
    inner = _draw_ground(canvas, box, look.OWN, word)
    rows = -(-len(hand) // MOST)
    tall = (inner.height - GAP * (rows - 1)) // max(1, rows)
    if tall < ROOM:
        _draw_list(canvas, inner.inset(8, 2), hand)
        return
    for row in range(rows):
        cards = hand[row * MOST : (row + 1) * MOST]
        line = at(inner.left, inner.top + row * (tall + GAP), inner.width, tall)
        for cell, card in zip(_cells(line, len(hand)), cards, strict=False):
            picture = brawler_card(card, cell.width, cell.height, glow=card in golden)
            canvas.put(picture, cell.left, cell.top)


def _draw_ground(canvas: Canvas, box: Box, colour: Colour, word: str) -> Box:
    """Whose cards these are, along the left edge; the room that is left for them."""
    canvas.panel(box, colour, 16)
    if not word:
        return box.inset(GAP)
    title = _upright(word, colour)
    canvas.put(title, box.left + 2, box.centre[1] - title.height // 2)
    return box.inset(GAP)._replace(left=box.left + GAP + TITLE)


@sprite(keep=8)
def _upright(word: str, ground: Colour) -> Image.Image:
    """A word that is read upwards."""
    width = width_of(word, WORDS) + 2
    canvas = Canvas(width, TITLE + 4, Image.new("RGB", (width, TITLE + 4), ground))
    canvas.write(Box(0, 0, width, TITLE + 4), word, WORDS, QUIET)
    return canvas.image.transpose(Image.Transpose.ROTATE_90).convert("RGBA")


def _places(box: Box, fighters: Sequence[FighterView], least: int) -> list[Box]:
    """A place for each, the wider ones for those who stand."""
    equal = box.columns(min(MOST, max(least, len(fighters))), GAP)
    standing = sum(f.state == STANDING for f in fighters)
    fallen = len(fighters) - standing
    narrow = min(FALLEN, equal[0].width)
    if len(fighters) < 2 or len(fighters) > MOST or not standing or not fallen:
        return equal
    wide = (box.width + GAP - fallen * (narrow + GAP)) // standing - GAP
    places, x = [], box.left
    for fighter in fighters:
        width = wide if fighter.state == STANDING else narrow
        places.append(at(x, box.top, width, box.height))
        x += width + GAP
    return places


def _cells(box: Box, count: int) -> list[Box]:
    return box.columns(min(MOST, max(LEAST, count)), GAP)


def _draw_list(canvas: Canvas, box: Box, hand: Sequence[int]) -> None:
    columns = box.columns(3, 12)
    rows = -(-len(hand) // len(columns))
    tall = min(40, box.height // rows)
    for number, card in enumerate(hand):
        column, row = divmod(number, rows)
        cell = columns[column]
        spot = at(cell.left, cell.top + row * tall, cell.width, tall)
        canvas.write(spot, BRAWLERS[card].name, WORDS, PAPER, "left")


def _draw_fighter(canvas: Canvas, box: Box, fighter: FighterView, *, glow: bool) -> None:
    picture = brawler_card(
        fighter.card, box.width, box.height, fighter.state, fighter.item, own=fighter.own, glow=glow
    )
    canvas.put(picture, box.left, box.top)
    said = "slips" if fighter.slipped else f"+{fighter.cheered}" * bool(fighter.cheered)
    if said:  # what will happen to its next roll
        width = width_of(said, WORDS) + 18
        spot = at(box.right - width, box.top - 3, width, 36)
        canvas.panel(spot, GOLD, 12, INK)
        canvas.write(spot, said, WORDS, INK)
