"""What a player knows of the decks, and others may not."""

from collections.abc import Sequence

from images.bro_brawl import look
from images.bro_brawl.slips import battle_slip, grunt_slip, known_slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.screen import READ, WIDTH
from images.kit.text import STRONG
from images.kit.theme import PLATE, QUIET
from rules.bro_brawl.view import View
from rules.engine.text import place_in

TOP = 106
COLUMNS, WIDE, GAP = 3, 350, 8
LARGE, SMALL = 240 + 44, 84  # the height of a card with its place above it, or beside it
PLACE, BESIDE = 44, 136
ROOM = 2 * 3  # large cards that fit; more are shown by name alone, and the rest in words
MOST = 3 * 6
WORDS = STRONG.sized(READ, READ)
Known = tuple[str, int, int, int]  # the deck, the place in it, the card, how many there are


def private(view: View) -> bytes | None:
    """The known cards of both decks as PNG bytes; none where there are none."""
    if view.player is None:
        return None
    known = _known("battle", view.battle) + _known("grunt", view.grunts)
    if not known:
        return None
    draw, height = (_draw_large, LARGE) if len(known) <= ROOM else (_draw_small, SMALL)
    rows = -(-min(len(known), MOST) // COLUMNS)
    canvas = Canvas(WIDTH, TOP + rows * (height + GAP) + 4)
    eye = mark_sprite("eye", 62, QUIET, PLATE)
    header(canvas, Box(24, 12, WIDTH - 24, 98), *_headline(view, len(known)), eye)
    for number, one in enumerate(known[:MOST]):
        row, column = divmod(number, COLUMNS)
        draw(canvas, at(16 + column * (WIDE + GAP), TOP + row * (height + GAP), WIDE, height), one)
    return canvas.png(look.FLATS)


def _headline(view: View, count: int) -> tuple[str, str]:
    """What the cards are, as a title and a line; after the end nothing is secret any more."""
    first = f"The first {MOST} of {count}, as" if count > MOST else "As"
    if view.outcome is not None:
        return "What you knew of the decks", f"{first} they lay when the game ended"
    return "What you know of the decks", f"{first} you have seen them; only you see this"


def _draw_large(canvas: Canvas, box: Box, one: Known) -> None:
    """A card with what it does, below its place in the deck."""
    place, card = box.cut_top(PLACE)
    canvas.write(place, _place(one), WORDS, QUIET)
    slip = battle_slip if one[0] == "battle" else grunt_slip
    canvas.put(slip(one[2], card.width, card.height), card.left, card.top)


def _draw_small(canvas: Canvas, box: Box, one: Known) -> None:
    """A card by name, beside its place in the deck."""
    place, card = box.cut_left(BESIDE)
    canvas.write(place, f"{one[0].capitalize()} {one[1] + 1}", WORDS, QUIET, "left")
    canvas.put(known_slip(one[0], one[2], card.width, card.height), card.left, card.top)


def _known(deck: str, cards: Sequence[int]) -> list[Known]:
    return [(deck, place, card, len(cards)) for place, card in enumerate(cards) if card >= 0]


def _place(one: Known) -> str:
    deck, place, _, count = one
    return f"{deck.capitalize()} deck: {place_in(place, count)}"
