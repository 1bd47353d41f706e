"""What lies before each fighter: the held card, the discard pile, the deck."""

from images.brawl import look
from images.brawl.slip import slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.cards import card_space
from images.kit.text import BODY, HEADING, STRONG, Style
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED
from images.kit.tokens import badge
from rules.brawl.content.cards import NONE
from rules.brawl.view import BrawlView

HEIGHT = 140
SLOT, BAND, REST = 218, 46, 42
LEFT = Style("serif", 800, 50, 30)


def draw_fighter(canvas: Canvas, box: Box, view: BrawlView, seat: int, name: str) -> None:
    """A fighter's panel; a golden rim says that the game waits for this one, or who has won."""
    team, fighter = look.TEAMS[seat], view.fighters[seat]
    canvas.panel(box, RAISED, 16, GOLD if _leads(view, seat) else EDGE)
    inner = box.inset(16, 12)
    canvas.put(badge(team, "tower", 64), inner.left, inner.centre[1] - 32)
    words = Box(inner.left + 80, inner.top + 6, box.right - 2 * SLOT - 160, inner.bottom - 6)
    upper, lower = words.cut_top(64)
    canvas.write(upper, name, HEADING.sized(40, 22), PAPER, "left", lines=2)
    canvas.write(lower, _state(view, seat), STRONG.sized(28, 24), QUIET, "left")
    right = box.right - 16
    deck = Box(right - 104, inner.top, right, inner.bottom)
    _draw_deck(canvas, deck, fighter.left)
    pile = Box(deck.left - 14 - SLOT, inner.top, deck.left - 14, inner.bottom)
    count = len(fighter.discard)
    top = fighter.discard[-1] if fighter.discard else NONE
    _draw_slot(canvas, pile, f"discard · {count}" if count else "discard", top)
    held = pile.shift(-SLOT - 12, 0)
    _draw_slot(canvas, held, "holds", fighter.held)


def _leads(view: BrawlView, seat: int) -> bool:
    if view.outcome is not None:
        return seat in view.outcome.winners
    if view.phase in ("ready", "pause"):
        return not view.fighters[seat].ready
    return view.turn == seat


def _state(view: BrawlView, seat: int) -> str:
    fighter = view.fighters[seat]
    if view.outcome is not None:
        won = sum(base.holder == seat for base in view.row)
        return f"{won} Base{'s' * (won != 1)}"
    if view.phase in ("ready", "pause"):
        return "ready" if fighter.ready else "not ready"
    if fighter.done:
        return "done"
    return "to act" if view.turn == seat else "waits" if view.phase == "turn" else "fights"


def _draw_slot(canvas: Canvas, box: Box, caption: str, card: int) -> None:
    line, rest = box.cut_top(28)
    canvas.write(line, caption, BODY.sized(25, 22), QUIET)
    if card == NONE:
        canvas.put_lifted(card_space("", SLOT, BAND + REST), box.left, rest.top)
    else:
        canvas.put_lifted(slip(card, SLOT, BAND, REST), box.left, rest.top)


def _draw_deck(canvas: Canvas, box: Box, left: int) -> None:
    line, rest = box.cut_top(28)
    canvas.write(line, "deck", BODY.sized(25, 22), QUIET)
    for shift in (8, 4, 0) if left > 1 else (0,):
        canvas.panel(
            at(rest.left + shift, rest.top + shift, 92, 80), PAPER if left else EDGE, 10, INK
        )
    canvas.write(at(rest.left + 6, rest.top + 6, 80, 68), str(left), LEFT, INK if left else PAPER)
