"""What lies before each fighter: the held card, the discard pile, the deck."""

from collections.abc import Sequence

from images.brawl import look
from images.brawl.slip import slip
from images.brawl.words import fighter_name
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.names import name_on_plate
from images.kit.screen import READ
from images.kit.text import STRONG, width_of
from images.kit.theme import EDGE, PAPER, QUIET, RAISED
from images.kit.tokens import badge
from rules.brawl.content.cards import NONE
from rules.brawl.view import BrawlView

HEIGHT = 76
SLIP_WIDTH, SLIP_HEIGHT = 190, 46
NAME = STRONG.sized(32, READ)
WORDS = STRONG.sized(READ, READ)


def draw_fighter(
    canvas: Canvas, box: Box, view: BrawlView, seat: int, names: Sequence[str]
) -> None:
    """A fighter's line; a pale rim says that the game waits for this player, or that they have won."""
    team, fighter = look.TEAMS[seat], view.fighters[seat]
    canvas.panel(box, RAISED, 14, PAPER if _leads(view, seat) else EDGE)
    inner = box.inset(12, 3)
    canvas.put(badge(team, "tower", 48), inner.left, inner.centre[1] - 24)
    named, rest = inner._replace(left=inner.left + 58).cut_left(280)
    _draw_name(canvas, named, view, seat, names)
    held, rest = rest.cut_left(SLIP_WIDTH + 96)
    canvas.write(held._replace(right=held.left + 88), "holds", WORDS, QUIET, "right")
    nothing = "done" if fighter.done and view.outcome is None else "nothing"
    _draw_card(canvas, held._replace(left=held.left + 96), fighter.held, nothing)
    pile, deck = rest.cut_left(SLIP_WIDTH + 104)
    count = len(fighter.discard)
    canvas.write(pile._replace(right=pile.left + 98), f"pile {count}", WORDS, QUIET, "right")
    top = fighter.discard[-1] if fighter.discard else NONE
    _draw_card(canvas, pile._replace(left=pile.left + 106), top, "empty")
    last = fighter.held != NONE and not fighter.left
    canvas.write(deck, "last card" if last else f"deck {fighter.left}", WORDS, PAPER, "right")


def _draw_name(canvas: Canvas, box: Box, view: BrawlView, seat: int, names: Sequence[str]) -> None:
    """The player above their fighter and how they stand."""
    who = "You" if seat == view.player else name_on_plate(names, seat, "", NAME, box.width)
    state, fighter = _state(view, seat), fighter_name(view, seat)
    if not who:
        who, said = name_on_plate((fighter,), 0, fighter, NAME, box.width), state
    else:
        room = box.width - width_of(f" · {state}", WORDS) if state else box.width
        short = name_on_plate((fighter,), 0, fighter, WORDS, room)
        said = f"{short} · {state}" if state else short
    upper, lower = box.cut_top(box.height // 2 + 1 if said else box.height)
    canvas.write(upper, who, NAME, PAPER, "left")
    if said:
        canvas.write(lower, said, WORDS, QUIET, "left")


def _leads(view: BrawlView, seat: int) -> bool:
    if view.outcome is not None:
        return seat in view.outcome.winners
    if view.phase in ("ready", "pause"):
        return not view.fighters[seat].ready
    return view.turn == seat


def _state(view: BrawlView, seat: int) -> str:
    """How a fighter stands: ready, or with so many Bases as they lie."""
    if view.phase in ("ready", "pause"):
        return "ready" if view.fighters[seat].ready else "not yet"
    won = sum(base.holder == seat for base in view.row)
    return f"{won} Base{'s' * (won != 1)}"


def _draw_card(canvas: Canvas, box: Box, card: int, nothing: str) -> None:
    spot = at(box.left, box.centre[1] - SLIP_HEIGHT // 2, SLIP_WIDTH, SLIP_HEIGHT)
    if card == NONE:
        canvas.panel(spot, look.EMPTY, 10, EDGE)
        canvas.write(spot, nothing, WORDS, QUIET)
    else:
        canvas.put(slip(card, SLIP_WIDTH, SLIP_HEIGHT), spot.left, spot.top)
