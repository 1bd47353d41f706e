"""What a player knows of the decks, and others may not."""

from collections.abc import Callable, Sequence

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.slips import battle_slip, grunt_slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.text import HEADING, STRONG
from images.kit.theme import GOLD, PAPER, PLATE, QUIET
from rules.bro_brawl.view import View

WIDTH = 1000
TOP = 112
COLUMNS = 4
CARD_WIDTH, CARD_HEIGHT = 226, 164
ROW = CARD_HEIGHT + 48  # with the card's place above it
HEADING_HEIGHT = 48


def private(view: View) -> bytes | None:
    """The known cards of both decks as PNG bytes; none where there are none."""
    if view.player is None:
        return None
    battle, grunts = _known(view.battle), _known(view.grunts)
    if not battle and not grunts:
        return None
    canvas = Canvas(WIDTH, TOP + _height(battle) + _height(grunts) + 12)
    line = "All cards that you have seen in them, or that lie there openly"
    eye = mark_sprite("eye", 62, GOLD, PLATE)
    header(canvas, Box(24, 14, WIDTH - 24, 100), "What you know of the decks", line, eye)
    _draw_deck(canvas, TOP, "Battle deck", battle, battle_slip)
    _draw_deck(canvas, TOP + _height(battle), "Grunt deck", grunts, grunt_slip)
    return canvas.png(look.FLATS)


def _known(cards: Sequence[int]) -> list[tuple[int, int]]:
    return [(place, card) for place, card in enumerate(cards) if card >= 0]


def _height(known: Sequence[tuple[int, int]]) -> int:
    return HEADING_HEIGHT + -(-len(known) // COLUMNS) * ROW if known else 0


def _draw_deck(
    canvas: Canvas,
    top: int,
    title: str,
    known: Sequence[tuple[int, int]],
    slip: Callable[[int, int, int], Image.Image],
) -> None:
    if not known:
        return
    canvas.write(at(28, top, WIDTH - 56, 40), title, HEADING.sized(30), PAPER, "left")
    for number, (place, card) in enumerate(known):
        x = 24 + number % COLUMNS * (CARD_WIDTH + 16)
        y = top + HEADING_HEIGHT + number // COLUMNS * ROW
        words = "on top" if place == 0 else f"{place + 1} from the top"
        canvas.write(at(x, y, CARD_WIDTH, 32), words, STRONG.sized(25), QUIET)
        canvas.put_lifted(slip(card, CARD_WIDTH, CARD_HEIGHT), x, y + 36)
