"""What lies before each fighter: the held card, the discard pile, the deck."""

from images.brawl import look
from images.brawl.slip import slip
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.screen import READ
from images.kit.text import HEADING, STRONG
from images.kit.theme import EDGE, GOLD, PAPER, QUIET, RAISED
from images.kit.tokens import badge
from rules.brawl.content.cards import NONE
from rules.brawl.view import BrawlView

HEIGHT = 76
SLIP_WIDTH, SLIP_HEIGHT = 156, 46
WORDS = STRONG.sized(READ, READ)


def draw_fighter(canvas: Canvas, box: Box, view: BrawlView, seat: int, name: str) -> None:
    """A fighter's line; a golden rim says that the game waits for this player, or that they have won."""
    team, fighter = look.TEAMS[seat], view.fighters[seat]
    canvas.panel(box, RAISED, 14, GOLD if _leads(view, seat) else EDGE)
    inner = box.inset(12, 3)
    canvas.put(badge(team, "tower", 48), inner.left, inner.centre[1] - 24)
    named, rest = inner._replace(left=inner.left + 58).cut_left(268)
    canvas.write(named, name, HEADING.sized(32, READ), PAPER, "left", lines=2)
    state, rest = rest.cut_left(116)
    canvas.write(state, _state(view, seat), WORDS, QUIET)
    held, rest = rest.cut_left(SLIP_WIDTH + 66)
    canvas.centre(mark_sprite("hand", 40, GOLD, RAISED), held.left + 34, held.centre[1])
    _draw_card(canvas, held._replace(left=held.left + 60), fighter.held, "empty")
    pile, deck = rest.cut_left(SLIP_WIDTH + 104)
    count = len(fighter.discard)
    canvas.write(pile._replace(right=pile.left + 100), f"pile {count}", WORDS, QUIET, "right")
    top = fighter.discard[-1] if fighter.discard else NONE
    _draw_card(canvas, pile._replace(left=pile.left + 106), top, "none")
    canvas.write(deck, f"deck {fighter.left}", WORDS, PAPER, "right")


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
        return "ready" if fighter.ready else "not yet"
    if fighter.done:
        return "done"
    return "to act" if view.turn == seat else "waits" if view.phase == "turn" else "fights"


def _draw_card(canvas: Canvas, box: Box, card: int, nothing: str) -> None:
    spot = at(box.left, box.centre[1] - SLIP_HEIGHT // 2, SLIP_WIDTH, SLIP_HEIGHT)
    if card == NONE:
        canvas.panel(spot, look.EMPTY, 10, EDGE)
        canvas.write(spot, nothing, WORDS, QUIET)
    else:
        canvas.put(slip(card, SLIP_WIDTH, SLIP_HEIGHT), spot.left, spot.top)
