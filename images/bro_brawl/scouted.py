"""What a player knows of the decks, and others may not."""

from collections.abc import Sequence

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.slips import battle_slip, grunt_slip, known_slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.screen import READ, WIDTH
from images.kit.text import STRONG
from images.kit.theme import GOLD, PLATE, QUIET
from rules.bro_brawl.view import View

TOP = 106
LARGE, SMALL = (3, 350, 240), (6, 172, 100)  # cards in a row, and a card's width and height
PLACE = 44  # a card's place in its deck, above it
ROOM = 2 * 3  # large cards that fit; more are shown by name alone, and the rest in words
MOST = 3 * 6
WORDS = STRONG.sized(READ, READ)
Known = tuple[str, int, int]  # the deck, the place in it, the card


def private(view: View) -> bytes | None:
    """The known cards of both decks as PNG bytes; none where there are none."""
    if view.player is None:
        return None
    known = _known("battle", view.battle) + _known("grunt", view.grunts)
    if not known:
        return None
    columns, width, height = LARGE if len(known) <= ROOM else SMALL
    rows = -(-min(len(known), MOST) // columns)
    canvas = Canvas(WIDTH, TOP + rows * (height + PLACE + 8) + 4)
    eye = mark_sprite("eye", 62, GOLD, PLATE)
    line = "What you have seen in them; only you see this"
    if len(known) > MOST:
        line = f"The first {MOST} of {len(known)} that you know; only you see this"
    header(canvas, Box(24, 12, WIDTH - 24, 98), "What you know of the decks", line, eye)
    for number, one in enumerate(known[:MOST]):
        x = 16 + number % columns * (width + 8)
        y = TOP + number // columns * (height + PLACE + 8)
        canvas.write(at(x, y, width, PLACE), _place(one), WORDS, QUIET)
        canvas.put(_card(one, width, height), x, y + PLACE)
    return canvas.png(look.FLATS)


def _known(deck: str, cards: Sequence[int]) -> list[Known]:
    return [(deck, place, card) for place, card in enumerate(cards) if card >= 0]


def _place(one: Known) -> str:
    deck, place, _ = one
    return f"{deck.capitalize()} {place + 1 if place else 'top'}"


def _card(one: Known, width: int, height: int) -> Image.Image:
    deck, _, card = one
    if height == SMALL[2]:
        return known_slip(deck, card)
    return (battle_slip if deck == "battle" else grunt_slip)(card, width, height)
