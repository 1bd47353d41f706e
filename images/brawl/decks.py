"""The decks: which there are to choose from, and each one with all its cards for reference."""

from collections.abc import Sequence

from images.brawl import look
from images.brawl.slip import slip
from images.brawl.words import headline
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.text import BODY, HEADING, Style
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED
from images.picture import Picture, alt
from rules.brawl.content.cards import NAMES, PRESS
from rules.brawl.content.deck import Deck
from rules.brawl.view import BrawlView

WIDTH = 1000
HEADER = Box(24, 14, WIDTH - 24, 102)
TOP = 122
TITLE, ABOUT = Box(24, 12, WIDTH - 24, 68), Box(24, 70, WIDTH - 24, 132)
CARDS = 144
COUNT = Style("serif", 800, 44, 28)


# -- choosing


def draw_choice(view: BrawlView) -> bytes:
    """The decks that can be chosen, each with what it is like."""
    entries = list(view.names.items())
    rows = -(-len(entries) // 2)
    canvas = Canvas(WIDTH, TOP + rows * 116 + 10)
    title, line = headline(view, ("", ""))
    header(canvas, HEADER, title, line, mark_sprite("hourglass", 58, GOLD, INK))
    for number, (key, name) in enumerate(entries):
        column, row = divmod(number, rows)
        box = at(14 + column * 490, TOP + row * 116, 482, 108)
        canvas.panel(box, RAISED, 14, EDGE)
        about = view.abouts.get(key, "")
        upper, lower = box.inset(18, 8).cut_top(40 if about else 92)
        canvas.write(upper, name, HEADING.sized(34, 22), PAPER, "left")
        if about:
            canvas.write(lower, about, BODY.sized(23, 18), QUIET, "left", lines=2)
    return canvas.png(look.FLATS)


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
    """A deck's cards kind by kind, three columns of colours and then the rest."""
    coloured = [(card, shown.counts[card]) for card in range(PRESS)]
    rest = [(card, shown.counts[card]) for card in range(PRESS, len(NAMES)) if shown.counts[card]]
    rows = [coloured[at : at + 3] for at in range(0, PRESS, 3)]
    rows = [row for row in rows if any(count for _, count in row)]
    rows += [rest[at : at + 3] for at in range(0, len(rest), 3)]
    canvas = Canvas(WIDTH, CARDS + len(rows) * 116 + (44 if shown.house else 8))
    header(canvas, TITLE, shown.name, "", mark_sprite("clash", 52, GOLD, INK))
    canvas.write(ABOUT, shown.about, BODY.sized(26, 22), QUIET, "left", lines=2)
    for number, row in enumerate(rows):
        _draw_row(canvas, CARDS + number * 116, row, shown.house)
    if shown.house:
        foot = at(24, CARDS + len(rows) * 116, WIDTH - 48, 32)
        canvas.write(foot, "* house content", BODY.sized(24), QUIET, "left")
    return canvas.png(look.FLATS)


def _draw_row(
    canvas: Canvas, top: int, row: Sequence[tuple[int, int]], house: Sequence[int]
) -> None:
    for column, (card, count) in enumerate(row):
        if not count:
            continue
        left = 20 + column * 324
        canvas.put_lifted(slip(card, 226, 50, 48), left, top)
        own = "*" if card in house else ""
        canvas.write(at(left + 236, top + 14, 76, 70), f"×{count}{own}", COUNT, PAPER, "left")
