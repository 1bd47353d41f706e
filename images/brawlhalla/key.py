"""The header of a board: whose turn it is, and what the signs mean.

The key is the same from turn to turn, whatever lies in the arena and whatever anybody holds: to
everybody it names what lies there, to a player what is on cards.
"""

from collections.abc import Sequence

from PIL import Image

from images.brawlhalla import look
from images.brawlhalla.arena import coin, sword
from images.brawlhalla.hand import trigger_dot
from images.brawlhalla.legends import damage_sign, number, portrait
from images.brawlhalla.words import headline
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import Entry, header
from images.kit.screen import READ
from images.kit.text import BODY, TITLE, width_of
from images.kit.theme import PAPER, PLATE, QUIET
from rules.brawlhalla.view import View

WORDS = BODY.sized(READ, READ)
LINE = BODY.sized(30, READ)  # as a header writes it
PICTURE = 66
WITHIN, BETWEEN = 6, 20  # a sign and its word, and two entries
WHEN = {"before": "before", "during": "during", "after": "after"}  # no card waits for a hit
KINDS = {"attack": "any attack", "light": "light", "heavy": "heavy", "move": "move"}
COINS = {
    "act": "lowest card to go there",
    "fall": "where you can fall",
    "land": "where you can land",
    "respawn": "where you can return",
    "sword": "where it can lie",
}


def draw_header(canvas: Canvas, box: Box, view: View, names: Sequence[str], *, goals: bool) -> None:
    """Whose turn it is, and the key; `goals`: coins lie in the arena."""
    title, line = headline(view, names)
    picture = _picture(view)
    room = box._replace(left=box.left + picture.width + 18)
    upper, lower = room.cut_top(round(box.height * 0.56))
    right = _draw_at_right(canvas, upper, [_coin(view)]) if goals else upper.right
    if view.phase == "opening":
        pass
    elif view.player is None:
        _draw_at_right(canvas, upper, _damage())
        line = _fitting(line, _draw_at_right(canvas, lower, _sword()) - BETWEEN - lower.left)
    elif view.mode != "discovery":  # there cards have no signs
        canvas.put(picture, box.left, box.centre[1] - picture.height // 2)
        drawn = canvas.write(upper, title, TITLE, PAPER, "left")
        beside = upper._replace(left=drawn.right + BETWEEN, right=right - BETWEEN)
        canvas.write(beside, _fitting(line, beside.width), LINE, QUIET, "left")
        _draw_row(canvas, lower.left, lower, _cards())
        return
    header(canvas, box, title, line, picture)


def _picture(view: View) -> Image.Image:
    """Whoever is waited for."""
    legend, team = view.fighters[view.asked].legend, look.team_of(view, view.asked)
    if legend < 0:
        return number(team, str(view.asked + 1), PICTURE)
    return portrait(legend, team, PICTURE)


def _fitting(line: str, room: int) -> str:
    """As many parts of a line as there is room for."""
    while line and width_of(line, LINE) > room:
        line, _, _ = line.rpartition(" · ")
    return line


# -- signs


def _coin(view: View) -> Entry:
    """What leads to a space, where cards do: any number stands for all."""
    said = COINS.get(view.question, "where you can go")
    return Entry(coin("3" if view.question == "act" else ""), said)


def _damage() -> list[Entry]:
    return [Entry(damage_sign(1), "yellow damage"), Entry(damage_sign(2), "red")]


def _sword() -> list[Entry]:
    return [Entry(sword(38), "sword: arms whoever takes it")]


def _cards() -> list[Entry]:
    """When a card works, and on what."""
    return [
        *(Entry(trigger_dot(when, 36), said) for when, said in WHEN.items()),
        *(Entry(mark_sprite(look.KINDS[of], 30, PAPER, PLATE), said) for of, said in KINDS.items()),
    ]


# -- in a row


def _draw_at_right(canvas: Canvas, box: Box, row: Sequence[Entry]) -> int:
    """A row that ends where its box does; where it begins."""
    left = box.right - sum(map(_width, row)) - BETWEEN * (len(row) - 1)
    _draw_row(canvas, left, box, row)
    return left


def _draw_row(canvas: Canvas, x: int, box: Box, row: Sequence[Entry]) -> None:
    for entry in row:
        canvas.put(entry.picture, x, box.centre[1] - entry.picture.height // 2)
        words = at(
            x + entry.picture.width + WITHIN, box.top, width_of(entry.text, WORDS), box.height
        )
        canvas.write(words, entry.text, WORDS, QUIET, "left")
        x += _width(entry) + BETWEEN


def _width(entry: Entry) -> int:
    return entry.picture.width + WITHIN + width_of(entry.text, WORDS)
