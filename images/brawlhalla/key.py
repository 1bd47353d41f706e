"""What the signs on a board mean, beside its header: those that matter to whoever looks at it."""

from collections.abc import Iterator, Sequence

from images.brawlhalla import look
from images.brawlhalla.arena import coin, sword
from images.brawlhalla.hand import trigger_dot
from images.brawlhalla.legends import damage_sign
from images.brawlhalla.side import letters, own_hand
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import Entry, legend
from images.kit.screen import READ
from images.kit.text import BODY, TITLE, width_of
from images.kit.theme import PAPER, PLATE
from rules.brawlhalla.content.legends import CARDS
from rules.brawlhalla.view import View

WORDS = BODY.sized(READ, READ)
LINE = BODY.sized(30, READ)  # as a header writes it
BETWEEN = 26  # the entries of a row
WHEN = {"before": "before", "during": "during", "after": "after", "struck": "when hit"}


def draw_key(
    canvas: Canvas, box: Box, words: tuple[str, str], view: View, goals: Sequence[str]
) -> None:
    """A row beside the title of a header and one beside its line: as many signs as have room."""
    title, line = words
    upper, lower = box.cut_top(round(box.height * 0.56))
    rows: list[tuple[Box, list[Entry]]] = [
        (upper._replace(left=box.left + width_of(title, TITLE) + BETWEEN), []),
        (lower._replace(left=box.left + width_of(line, LINE) + BETWEEN), []),
    ]
    for group in _groups(view, goals):
        for room, row in rows:
            if _width([*row, *group]) <= room.width:
                row += group
                break
    for room, row in rows:
        legend(canvas, room._replace(left=room.right - _width(row)), row, WORDS)


def _width(row: Sequence[Entry]) -> int:
    return sum(entry.picture.width + 10 + width_of(entry.text, WORDS) + BETWEEN for entry in row)


def _groups(view: View, goals: Sequence[str]) -> Iterator[list[Entry]]:
    """What one's own choice is about first; then what lies in the arena, and how hurt one can be."""
    hand = own_hand(view)
    if goals:
        shown = max(goals)  # a number, if there is one
        place = "where it can lie" if view.question == "sword" else "where you can go"
        said = "the lowest card that leads there" if shown else place
        yield [Entry(coin(shown), said)]
    if hand and letters(view):
        found = {CARDS[card].when for card in hand}
        yield [Entry(trigger_dot(when, 36), WHEN[when]) for when in WHEN if when in found]
    if hand and view.mode != "discovery":
        kinds = {CARDS[card].of for card in hand}
        signs = {of: mark_sprite(mark, 30, PAPER, PLATE) for of, mark in look.KINDS.items()}
        yield [Entry(sign, of) for of, sign in signs.items() if of in kinds]
    if not goals and view.swords:
        yield [Entry(sword(38), "Flaming Sword: arms whoever takes it")]
    if not hand or any(fighter.damage for fighter in view.fighters):
        yield [Entry(damage_sign(1), "yellow damage"), Entry(damage_sign(2), "red")]
