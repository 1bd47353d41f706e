"""The two sides of a brawl: enemies with all that they can do, one's own row, the hand."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from PIL import Image

from images.brawl_mart import look
from images.brawl_mart.cards import (
    BRIEF,
    LOWEST,
    WORDS,
    brawler_card,
    brawler_plate,
    height_of,
)
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.pen import sprite
from images.kit.text import width_of
from images.kit.theme import INK, PAPER, QUIET, Colour
from rules.brawl_mart.state import STANDING
from rules.brawl_mart.view import FighterView

GAP = 7
MOST = 5  # cards in a row
LEAST = 2  # fewer make cards no wider
APART = 2  # rows of low cards
# Columns of low cards, and how high each must be: to say what it can do, or to do without
SPOKEN, SILENT = ((2, LOWEST), (3, BRIEF)), (3, LOWEST)
PLATES = 2  # columns of brawlers without cards, of whom there are too many for that
FALLEN = 206  # the width of one who has fallen
WIDTHS = range(206, 700, 20)  # of cards that stand, from the narrowest
HEIGHTS = range(125, 400, 12)
HIGHEST = 50  # of a plate
TITLE = 30  # of the word that says whose cards they are


class Card(NamedTuple):
    """A brawler as a card shows it."""

    card: int
    state: int = STANDING
    item: int = -1
    own: bool = True

    def height(self, width: int) -> int:
        """How high it must be to say all that there is to say."""
        return height_of(self.card, width, self.state, self.item, own=self.own)


def draw_enemies(
    canvas: Canvas, box: Box, enemies: Sequence[FighterView], golden: frozenset[int]
) -> None:
    """Enemies side by side, each with what it does and holds."""
    inner = _draw_ground(canvas, box, look.FOES, "Enemies")
    places = _places(inner, [_card(f) for f in enemies], 1)
    for (cell, _), fighter in zip(places, enemies, strict=False):
        _draw_fighter(canvas, cell, fighter, glow=fighter.card in golden)


def draw_own(
    canvas: Canvas, box: Box, fighters: Sequence[FighterView], golden: frozenset[int], acting: int
) -> None:
    """One's own brawlers in the order of their slots; while one acts, the others are dimmed."""
    inner = _draw_ground(canvas, box, look.OWN, "Yours")
    places = _fitted(inner, [_card(f) for f in fighters], acting)
    for cell, fighter in zip(places, fighters, strict=False):
        waits = acting >= 0 and fighter.card != acting
        _draw_fighter(canvas, cell, fighter, glow=fighter.card in golden, waits=waits)


def draw_hand(
    canvas: Canvas, box: Box, hand: Sequence[int], golden: frozenset[int], word: str = "Yours"
) -> None:
    """The hand as cards side by side, or as low ones where those would say too little."""
    inner = _draw_ground(canvas, box, look.OWN, word)
    if _say_enough(inner, hand):
        draw_cards(canvas, inner, hand, golden)
        return
    room = [(n, low) for n, low in (*SPOKEN, SILENT) if _tall(inner, hand, n) >= low]
    columns = room[0][0] if room else PLATES
    draw = draw_cards if room else _draw_plates
    tall = _tall(inner, hand, columns)
    for row, first in enumerate(range(0, len(hand), columns)):
        line = at(inner.left, inner.top + row * (tall + APART), inner.width, tall)
        draw(canvas, line, hand[first : first + columns], golden, line.columns(columns, GAP))


def _say_enough(box: Box, hand: Sequence[int]) -> bool:
    """Whether cards side by side have room for what each can do, at least in brief."""
    if len(hand) > MOST:
        return False
    cells = _fitted(box, [Card(card) for card in hand])
    return all(
        height_of(card, cell.width, STANDING, -1, own=True, brief=True) <= box.height
        for cell, card in zip(cells, hand, strict=False)
    )


def _tall(box: Box, hand: Sequence[int], columns: int) -> int:
    """How high cards are in so many columns."""
    rows = max(1, -(-len(hand) // columns))
    return (box.height - APART * (rows - 1)) // rows


def draw_cards(
    canvas: Canvas,
    box: Box,
    cards: Sequence[int],
    golden: frozenset[int],
    cells: Sequence[Box] | None = None,
    least: int = LEAST,
) -> None:
    """Cards side by side in cells that are given, or as wide as each must be."""
    places = cells or _fitted(box, [Card(card) for card in cards], least=least)
    for cell, card in zip(places, cards, strict=False):
        picture = brawler_card(card, cell.width, cell.height, glow=card in golden)
        canvas.put(picture, cell.left, cell.top)


def _draw_ground(canvas: Canvas, box: Box, colour: Colour, word: str) -> Box:
    """Whose cards these are, along the left edge; the room that is left for them."""
    canvas.panel(box, colour, 16)
    if not word:
        return box.inset(GAP)
    title = _upright(word, colour)
    canvas.put(title, box.left + 2, box.centre[1] - title.height // 2)
    return _cards_in(box)


def _cards_in(box: Box) -> Box:
    """Where the cards of a side lie, beside its title."""
    return box.inset(GAP)._replace(left=box.left + GAP + TITLE)


@sprite(keep=8)
def _upright(word: str, ground: Colour) -> Image.Image:
    """A word that is read upwards."""
    width = width_of(word, WORDS) + 2
    canvas = Canvas(width, TITLE + 4, Image.new("RGB", (width, TITLE + 4), ground))
    canvas.write(Box(0, 0, width, TITLE + 4), word, WORDS, QUIET)
    return canvas.image.transpose(Image.Transpose.ROTATE_90).convert("RGBA")


def needed(box: Box, fighters: Sequence[FighterView], *, own: bool) -> int:
    """How high a side must be for all that its fighters can do and hold."""
    return _needed(_places(_cards_in(box), [_card(f) for f in fighters], LEAST if own else 1))


def needed_by_hand(box: Box, hand: Sequence[int]) -> int:
    """How high the hand must be for all that its cards can do; of many, for that in brief."""
    if len(hand) > MOST:
        return min(-(-len(hand) // n) * (low + APART) for n, low in SPOKEN) + 2 * GAP
    return needed_by_cards(_cards_in(box), hand, LEAST) + 2 * GAP


def needed_by_cards(box: Box, cards: Sequence[int], least: int = 1) -> int:
    """How high cards side by side must be for all that they can do, if each may be wider."""
    shown = [Card(card) for card in cards]
    for height in HEIGHTS:
        places = _fitted(at(box.left, 0, box.width, height), shown, least=least)
        if all(c.height(cell.width) <= height for cell, c in zip(places, shown, strict=False)):
            return height
    return HEIGHTS[-1]


def _needed(places: Sequence[tuple[Box, Card]]) -> int:
    return max((card.height(cell.width) for cell, card in places), default=0) + 2 * GAP


def _card(fighter: FighterView) -> Card:
    return Card(fighter.card, fighter.state, fighter.item, fighter.own)


def _places(box: Box, cards: Sequence[Card], least: int) -> list[tuple[Box, Card]]:
    """A place for each, as wide as the others; narrow for those who have fallen."""
    return list(zip(_side_by_side(box, _equal(box, cards, least)), cards, strict=False))


def _fitted(box: Box, cards: Sequence[Card], acting: int = -1, *, least: int = LEAST) -> list[Box]:
    """Places of a height that is given: wider for those who need it to say what they can do."""
    widths = _equal(box, cards, least)
    if any(card.height(width) > box.height for card, width in zip(cards, widths, strict=False)):
        widths = _shared(box, cards, widths, acting) or widths
    return _side_by_side(box, widths)


def _shared(
    box: Box, cards: Sequence[Card], widths: Sequence[int], acting: int
) -> list[int] | None:
    """What each must have; where not all can, whoever acts, and then whoever needs the least.

    Nothing where cards would be too narrow.
    """
    standing = [at for at, card in enumerate(cards) if card.state == STANDING]
    found = [WIDTHS[0] if at in standing else widths[at] for at in range(len(cards))]
    room = box.width + GAP - sum(width + GAP for width in found)
    if room < 0 or len(cards) > MOST:
        return None
    wanted = {one: _narrowest(cards[one], box.height) for one in standing}
    for one in sorted(standing, key=lambda one: (cards[one].card != acting, wanted[one])):
        if wanted[one] - found[one] <= room:
            room -= wanted[one] - found[one]
            found[one] = wanted[one]
    for left, one in zip(range(len(standing), 0, -1), standing, strict=True):
        wider = found[one] + room // left
        if cards[one].height(wider) <= box.height or found[one] < wanted[one]:
            found[one], room = wider, room - room // left
    return found


def _narrowest(card: Card, height: int) -> int:
    """How wide a card must be to say all in some height."""
    return next((width for width in WIDTHS if card.height(width) <= height), WIDTHS[-1])


def _equal(box: Box, cards: Sequence[Card], least: int) -> list[int]:
    count = min(MOST, max(least, len(cards)))
    equal = box.columns(count, GAP)[0].width
    fallen = sum(card.state != STANDING for card in cards)
    if len(cards) < 2 or len(cards) > MOST or fallen in (0, len(cards)):
        return [equal] * count
    narrow = min(FALLEN, equal)
    wide = (box.width + GAP - fallen * (narrow + GAP)) // (len(cards) - fallen) - GAP
    return [wide if card.state == STANDING else narrow for card in cards]


def _side_by_side(box: Box, widths: Sequence[int]) -> list[Box]:
    lefts = accumulate((width + GAP for width in widths), initial=box.left)
    return [at(x, box.top, width, box.height) for x, width in zip(lefts, widths, strict=False)]


def _draw_plates(
    canvas: Canvas,
    box: Box,
    cards: Sequence[int],
    golden: frozenset[int],
    cells: Sequence[Box],
) -> None:
    """Brawlers in a line each: name, dice and what they resist."""
    for cell, card in zip(cells, cards, strict=False):
        picture = brawler_plate(card, cell.width, min(HIGHEST, cell.height), glow=card in golden)
        canvas.put(picture, cell.left, cell.top)


def _draw_fighter(
    canvas: Canvas, box: Box, fighter: FighterView, *, glow: bool, waits: bool = False
) -> None:
    shown = fighter.card, box.width, box.height, fighter.state, fighter.item
    picture = brawler_card(*shown, own=fighter.own, glow=glow, waits=waits)
    canvas.put(picture, box.left, box.top)
    said = "slips" if fighter.slipped else f"+{fighter.cheered}" * bool(fighter.cheered)
    if said:  # what will happen to its next roll
        width = width_of(said, WORDS) + 18
        spot = at(box.right - width, box.top - 3, width, 36)
        canvas.panel(spot, PAPER, 12, INK)
        canvas.write(spot, said, WORDS, INK)
