"""For reference: all Legends with their powers, and one with its twenty cards."""

from images.brawlhalla import look
from images.brawlhalla.choice import draw_legends
from images.brawlhalla.hand import HEADER, TOP, face
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.screen import HEIGHT, WIDTH
from images.kit.theme import GOLD, INK, PAPER, PLATE
from images.picture import Picture, alt
from rules.brawlhalla.content.legends import LEGENDS, deck_of
from rules.brawlhalla.text.topics import TOPICS, cards_topic

ROOM = Box(12, TOP, WIDTH - 12, HEIGHT - 8)
COLUMNS, ROWS, GAP = 4, 5, 4


def all_legends(game_key: str, numbers: tuple[int, ...]) -> Picture:
    """Some Legends, each with its power."""
    canvas = Canvas(WIDTH, HEIGHT)
    line = "Each with its power; the words tell of their weapons, too"
    header(canvas, HEADER, "The Legends", line, mark_sprite("clash", 54, GOLD, INK))
    draw_legends(canvas, ROOM, numbers)
    names = ", ".join(LEGENDS[number].name for number in numbers)
    return Picture(canvas.png(look.CARD_FLATS), alt(f"The Legends: {names}. {_said('legends')}"))


def legend(game_key: str, number: int) -> Picture:
    """A Legend's twenty cards by value, name and trigger, and in words what they do."""
    canvas = Canvas(WIDTH, HEIGHT)
    shown = LEGENDS[number]
    emblem = mark_sprite(look.EMBLEMS[number], 60, PAPER, PLATE)
    line = "B before, D during, A after; the words tell what each card does"
    header(canvas, HEADER, shown.name, line, emblem)
    width = (ROOM.width - (COLUMNS - 1) * GAP) // COLUMNS
    height = (ROOM.height - (ROWS - 1) * GAP) // ROWS
    for place, card in enumerate(deck_of(number)):
        row, column = divmod(place, COLUMNS)
        x, y = ROOM.left + column * (width + GAP), ROOM.top + row * (height + GAP)
        canvas.put(face(card, width, height), x, y)
    return Picture(canvas.png(look.CARD_FLATS), alt(_said(cards_topic(LEGENDS[number]))))


def _said(topic: str) -> str:
    """A topic of the rules as plain words."""
    return TOPICS[topic].replace("**", "")
