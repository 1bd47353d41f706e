"""For reference: all Legends with their powers and weapons, and one with its twenty cards."""

from images.brawlhalla import look
from images.brawlhalla.choice import ENTRY, GAP, panel
from images.brawlhalla.hand import CARD_HEIGHT, COLUMNS, HEADER, TOP, WIDTH, face, place_of
from images.brawlhalla.hand import GAP as CARD_GAP
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.text import BODY
from images.kit.theme import GOLD, INK, QUIET
from images.picture import Picture, alt
from rules.brawlhalla.content.legends import LEGENDS, deck_of
from rules.brawlhalla.text.topics import HOUSE, TOPICS, cards_topic

LEFT = 14
CARDS_TOP = LEFT + ENTRY + CARD_GAP  # below the panel of their Legend


def all_legends(game_key: str, numbers: tuple[int, ...]) -> Picture:
    """Some Legends, each with its power and its two weapons."""
    canvas = Canvas(WIDTH, TOP + len(numbers) * (ENTRY + GAP) + 4)
    line = "Each with its Legend power and both sides of its weapon card"
    header(canvas, HEADER, "The Legends", line, mark_sprite("clash", 58, GOLD, INK))
    for row, number in enumerate(numbers):
        canvas.put(panel(number, WIDTH - 2 * LEFT), LEFT, TOP + row * (ENTRY + GAP))
    names = ", ".join(LEGENDS[number].name for number in numbers)
    return Picture(canvas.png(look.FLATS), alt(f"The Legends: {names}. {_said('legends')}"))


def legend(game_key: str, number: int) -> Picture:
    """A Legend with all its cards, the small values first."""
    cards = deck_of(number)
    rows = -(-len(cards) // COLUMNS)
    canvas = Canvas(WIDTH, CARDS_TOP + rows * (CARD_HEIGHT + CARD_GAP) + 4)
    canvas.put(panel(number, WIDTH - 2 * LEFT), LEFT, LEFT)
    for at, card in enumerate(cards):
        box = place_of(at, CARDS_TOP)
        canvas.put_lifted(face(card), box.left, box.top)
    rest = place_of(len(cards), CARDS_TOP).inset(14, 10)
    canvas.write(rest, HOUSE.strip("()"), BODY.sized(24, 22), QUIET, "left", lines=8)
    return Picture(canvas.png(look.CARD_FLATS), alt(_said(cards_topic(LEGENDS[number]))))


def _said(topic: str) -> str:
    """A topic of the rules as plain words."""
    return TOPICS[topic].replace("**", "")
