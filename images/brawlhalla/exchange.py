"""An attack that is going on: both sides' cards face up, and their totals."""

from collections.abc import Sequence

from PIL import Image

from images.brawlhalla import look
from images.brawlhalla.legends import portrait
from images.brawlhalla.words import name_of
from images.kit.box import Box, around, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, lifted, sprite
from images.kit.text import BODY, STRONG, Style, write
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED, Team
from rules.brawlhalla.content.legends import CARDS, VALUE
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.view import ClashView, View

HEIGHT = 246  # where no side has played more than three cards
FEW = 3
SLIP = 54  # the height of a card among many
MIDDLE = 168
GAP = 8
OPEN = ("before", "during", "guard", "exchange", "resolve")  # steps before it is decided
TOTAL = Style("serif", 800, 64, 40)
VALUE_STYLE = Style("serif", 800, 60, 30)
NAME = Style("sans", 700, 23, 16)


def height_of(view: View) -> int:
    """How much room an attack needs."""
    clash = view.clash
    if clash is None or view.outcome is not None:
        return 0
    rows = -(-max(len(clash.attack), len(clash.defence)) // 2)
    return max(HEIGHT, HEIGHT + (rows - 3) * (SLIP + GAP) + 24)


def draw_exchange(canvas: Canvas, box: Box, view: View) -> None:
    """The attacker at the left, the defender at the right, the totals between them."""
    clash = view.clash
    assert clash is not None
    canvas.panel(box, RAISED, 16, EDGE)
    half = (box.width - MIDDLE) // 2
    left = at(box.left, box.top, half, box.height).inset(16, 14)
    right = at(box.right - half, box.top, half, box.height).inset(16, 14)
    _draw_side(canvas, left, view, clash.seat, "attacks", clash.attack)
    _draw_side(canvas, right, view, clash.target, "defends", clash.defence)
    _draw_middle(canvas, around(*box.centre, MIDDLE, box.height - 24), clash)


def _draw_side(
    canvas: Canvas, box: Box, view: View, seat: int, does: str, cards: Sequence[int]
) -> None:
    clash = view.clash
    assert clash is not None
    team, legend = look.team_of(view, seat), view.fighters[seat].legend
    line, rest = box.cut_top(46)
    canvas.put(portrait(legend, team, 46), line.left, line.top)
    words = line._replace(left=line.left + 58)
    canvas.write(words, f"{name_of(view, seat)} {does}", STRONG.sized(27, 22), PAPER, "left")
    rest = rest._replace(top=rest.top + 10)
    if len(cards) == 1 and view.mode != "discovery":
        words = rest._replace(left=rest.left + (rest.width + GAP) // 3 + 12)
        canvas.write(words, says(CARDS[cards[0]]), BODY.sized(23, 20), QUIET, "left", lines=6)
    if not cards:
        said = "no card yet" if clash.step in OPEN else "no card"
        canvas.write(rest, said, BODY.sized(24), QUIET)
        return
    columns, height = (3, rest.height) if len(cards) <= FEW else (2, SLIP)
    width = (rest.width - (columns - 1) * GAP) // columns
    for place, card in enumerate(cards):
        row, column = divmod(place, columns)
        x, y = rest.left + column * (width + GAP), rest.top + row * (height + GAP)
        canvas.put_lifted(played(card, team, width, height), x, y)


def _draw_middle(canvas: Canvas, box: Box, clash: ClashView) -> None:
    upper, rest = box.cut_top(36)
    kind = "Heavy attack" if clash.heavy else "Light attack"
    canvas.write(upper, kind, STRONG.sized(26, 22), GOLD)
    totals, rest = rest.cut_top(88)
    if clash.heavy:
        canvas.centre(mark_sprite("hammer", 76, GOLD, RAISED), *totals.centre)
    else:
        attack, defence = clash.totals
        canvas.write(totals, f"{attack} : {defence}", TOTAL, PAPER)
    for said in _added(clash):
        line, rest = rest.cut_top(27)
        canvas.write(line, said, BODY.sized(22, 20), QUIET)
    if clash.step in OPEN:
        canvas.write(rest, _hint(clash), BODY.sized(23, 20), QUIET, lines=2)
    else:
        said = "It hits!" if clash.hit else "Dodged" if clash.heavy else "Blocked"
        canvas.write(rest, said, STRONG.sized(28, 24), GOLD)


def _added(clash: ClashView) -> list[str]:
    """What powers have added to the cards."""
    if clash.heavy:
        return [f"{clash.force:+d} knockback"] if clash.force else []
    sides = zip(clash.plus, ("attack", "defence"), strict=True)
    return [f"{more:+d} {side}" for more, side in sides if more]


def _hint(clash: ClashView) -> str:
    """What the numbers mean while the attack is not decided."""
    if clash.heavy:
        return f"Only a {VALUE[clash.attack[0]]} dodges"
    return "Hits so far" if clash.totals[0] > clash.totals[1] else "Blocked so far"


@sprite(keep=128)
def played(card: int, team: Team, width: int, height: int) -> Image.Image:
    """A card that was played: its value on the colour of its side, its name below or beside."""
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, 10)
    pen.block(3, 3, width - 3.25, height - 3.25, PAPER, 8)
    inner = at(0, 0, width, height).inset(3)
    if height > SLIP:
        value, name = inner.cut_top(inner.height // 2)
        pen.block(value.left, value.top, value.right - 0.25, value.bottom, team.fill, 8)
        pen.block(value.left, value.top + 20, value.right - 0.25, value.bottom, team.fill)
    else:
        value, name = inner.cut_left(42)
        pen.block(value.left, value.top, value.right, value.bottom - 0.25, team.fill, 8)
        pen.block(value.right - 12, value.top, value.right, value.bottom - 0.25, team.fill)
    picture = pen.done()
    style = VALUE_STYLE.sized(min(60, value.height - 10), 20)
    write(picture, value.inset(2), str(VALUE[card]), style, team.ink)
    write(picture, name.inset(4, 3), CARDS[card].name, NAME, INK, lines=2)
    return lifted(picture)
