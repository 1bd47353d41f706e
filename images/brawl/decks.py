"""The decks: which there are to choose from, and each one with all its cards for reference."""

from images.brawl import look
from images.brawl.slip import slip
from images.brawl.words import headline
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import BODY, HEADING, STRONG, Style, fit
from images.kit.theme import EDGE, INK, PAPER, QUIET, RAISED, readable
from images.picture import Picture, alt
from rules.brawl.content.cards import NAMES
from rules.brawl.content.deck import Deck
from rules.brawl.view import BrawlView

HEADER = Box(20, 8, WIDTH - 16, 86)
TOP = 94
COLUMNS = 3
GAP = 8
NAME = 54
TITLE, ABOUT = Box(20, 8, WIDTH - 20, 66), Box(24, 68, WIDTH - 24, 146)
CARDS = 154
CELL_WIDTH, CELL_HEIGHT = 358, 98
CHIP = 46  # how many hits of a colour a deck has
LINE = BODY.sized(30, READ)
NAMED, COUNTED = HEADING.sized(34, READ), STRONG.sized(READ, READ)
WORDS = BODY.sized(READ, READ)
COUNT = Style("serif", 800, 44, READ)


# -- choosing


def draw_choice(view: BrawlView) -> bytes:
    """The decks that can be chosen, each with what it is like where there is room for it."""
    entries = list(view.names.items())
    rows = -(-len(entries) // COLUMNS)
    canvas = Canvas(WIDTH, HEIGHT)
    title, line = headline(view)
    header(canvas, HEADER, title, line, mark_sprite("hourglass", 54, PAPER, INK))
    room = Box(12, TOP, WIDTH - 12, HEIGHT - 10)
    height = (room.height + GAP) // rows - GAP
    for number, (key, name) in enumerate(entries):
        row, column = divmod(number, COLUMNS)
        cell = room.columns(COLUMNS, GAP)[column]
        box = at(cell.left, room.top + row * (height + GAP), cell.width, height)
        _draw_entry(canvas, box, view, key, name)
    return canvas.png(look.FLATS)


def _draw_entry(canvas: Canvas, box: Box, view: BrawlView, key: str, name: str) -> None:
    taken = not view.mirror and any(fighter.name == name for fighter in view.fighters)
    if not taken:
        canvas.panel(box, RAISED, 14, PAPER if view.picked == key else EDGE)
    about, inner = "taken" if taken else view.abouts.get(key, ""), box.inset(12, 2)
    upper, lower = inner.cut_top(NAME)
    lines = (lower.height + 8) // 35
    if not about or fit(about, WORDS, lower.width, lower.height, lines).cut:
        upper, lower = inner, inner._replace(top=inner.bottom)
    if lower.height:
        canvas.write(lower, about, WORDS, QUIET, "left", "top", lines=lines)
    hits = () if taken else view.hits.get(key, ())
    named, chips = upper.cut_left(upper.width - len(hits) * (CHIP + 4))
    if fit(name, NAMED, named.width, named.height, 2).cut:
        named, hits = upper, ()
    canvas.write(named, name, NAMED, QUIET if taken else PAPER, "left", lines=2)
    for colour, count, cell in zip(look.COLOURS, hits, chips.columns(3), strict=False):
        spot = at(cell.right - CHIP, cell.centre[1] - 18, CHIP, 36)
        canvas.panel(spot, colour, 8)
        canvas.write(spot.inset(2), str(count), COUNTED, readable(colour))


# -- one deck


def deck(game_key: str, shown: Deck) -> Picture:
    """A deck with all its cards, and the same in words."""
    return Picture(draw_deck(shown), alt(deck_words(shown)))


def deck_words(shown: Deck) -> str:
    """A deck in words."""
    parts = [
        f"{count} {_many(NAMES[card], count)}{' (house)' * (card in shown.house)}"
        for card, count in enumerate(shown.counts)
        if count
    ]
    return f"{shown.name}: {', '.join(parts)}."


def _many(name: str, count: int) -> str:
    if count == 1:
        return name
    return f"{name}es" if name.endswith("s") else f"{name}s"


def draw_deck(shown: Deck) -> bytes:
    """A deck's cards kind by kind, with how many of each there are."""
    canvas = Canvas(WIDTH, HEIGHT)
    header(canvas, TITLE, shown.name, "", mark_sprite("clash", 48, PAPER, INK))
    canvas.write(ABOUT, shown.about, LINE, QUIET, "left", lines=2)
    kinds = [(card, count) for card, count in enumerate(shown.counts) if count]
    for number, (card, count) in enumerate(kinds):
        row, column = divmod(number, COLUMNS)
        left, top = 14 + column * CELL_WIDTH, CARDS + row * CELL_HEIGHT
        canvas.put(slip(card, 250, 60), left, top + 20)
        own = "*" if card in shown.house else ""
        spot = at(left + 260, top + 20, CELL_WIDTH - 266, 60)
        canvas.write(spot, f"×{count}{own}", COUNT, PAPER, "left")
    if shown.house:
        foot = at(24, HEIGHT - 50, WIDTH - 48, 40)
        canvas.write(foot, "* house content", LINE, QUIET, "left")
    return canvas.png(look.FLATS)
