"""An attack that is going on: both sides' cards by their values, and their totals."""

from collections.abc import Sequence

from images.brawlhalla import look
from images.brawlhalla.legends import portrait
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.screen import READ
from images.kit.text import STRONG, Style, fit
from images.kit.theme import EDGE, PAPER, QUIET, RAISED
from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.view import ClashView, View

HEIGHT = 140
OPEN = ("before", "during", "guard", "exchange", "resolve")  # steps before it is decided
TOTAL = Style("serif", 800, 50, READ)
WORDS = STRONG.sized(READ, READ)


def height_of(view: View) -> int:
    """How much room an attack needs."""
    return HEIGHT if view.clash is not None and view.outcome is None else 0


def draw_exchange(canvas: Canvas, box: Box, view: View) -> None:
    """The attacker at the left, the defender at the right, the totals between them."""
    clash = view.clash
    assert clash is not None
    canvas.panel(box, RAISED, 14, EDGE)
    middle, rest = box.inset(10, 4).cut_top(60)
    _draw_totals(canvas, middle, view, clash)
    cards, said = rest.cut_top(38)
    left, right = cards.columns(2, 8)
    for side, cell, played in ((0, left, clash.attack), (1, right, clash.defence)):
        canvas.write(cell, _values(played, clash, clash.plus[side], cell.width), WORDS, PAPER)
    canvas.write(said, _said(clash), WORDS, QUIET if clash.step in OPEN else PAPER)


def _draw_totals(canvas: Canvas, box: Box, view: View, clash: ClashView) -> None:
    for seat, x in ((clash.seat, box.left + 30), (clash.target, box.right - 30)):
        legend, team = view.fighters[seat].legend, look.team_of(view, seat)
        canvas.centre(portrait(legend, team, 54), x, box.centre[1])
    inner = box.inset(66, 0)
    if clash.knocked_out:
        canvas.write(inner, "KO!", TOTAL, PAPER)
    elif clash.heavy:
        canvas.centre(mark_sprite("hammer", 54, PAPER, RAISED), *inner.centre)
    else:
        attack, defence = clash.totals
        canvas.write(inner, f"{attack} : {defence}", TOTAL, PAPER)


def _values(cards: Sequence[int], clash: ClashView, plus: int, width: int) -> str:
    """The values of the cards that a side has played, and in brackets what powers add to them."""
    more = f" ({plus:+})".replace("-", "−") if plus and not clash.heavy else ""
    if not cards:
        return f"none{more}" if more else "no card yet" if clash.step in OPEN else "no card"
    values = [VALUE[card] for card in cards]
    said = f"{'+'.join(map(str, values))}{more}"
    if not fit(said, WORDS, width, 38).cut:
        return said
    return f"{sum(values)}{more}" if more else f"{len(cards)} cards"


def _said(clash: ClashView) -> str:
    """How it stands, or how it ended."""
    kind = "Heavy attack" if clash.heavy else "Light attack"
    if clash.knocked_out:
        return f"{kind}: KO!"
    if clash.step not in OPEN or (clash.heavy and clash.defence):
        return f"{kind}: {'hits!' if clash.hit else 'dodged' if clash.heavy else 'blocked'}"
    if clash.heavy:
        return f"Only a {VALUE[clash.attack[0]]} dodges it"
    return f"Light: {'hits' if clash.totals[0] > clash.totals[1] else 'blocked'} so far"
