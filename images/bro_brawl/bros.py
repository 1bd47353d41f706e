"""The bros: life, gear, kills, mishaps."""

from collections import Counter

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.chips import chip, flow, length, times
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.text import HEADING, STRONG, Style
from images.kit.theme import DARK, EDGE, GOLD, INK, ORANGE, PAPER, QUIET, RAISED, RED, Colour
from images.kit.tokens import badge
from rules.bro_brawl.content.cards import BROS, LIFE, MISHAP, SPECIAL, SPECIALS, UPGRADE, WORTH
from rules.bro_brawl.view import BroView, MishapView, View

HEIGHT = 136
STRIP = 68  # a mishap
GAP = 10
MIDDLE = 318  # where life and gear begin
LARGE, SMALL = 48, 42  # chips
SECOND = 50  # the height of a second line of them, for bros who own nearly everything
ROOM = 636  # for gear and kills
COUNT = Style("serif", 800, 46, 30)


def bro_height(bro: BroView) -> int:
    """The height of a bro's panel."""
    return HEIGHT + SECOND * (not _fits(bro, SMALL)) + len(bro.mishaps) * STRIP


def draw_bro(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """A bro's panel; a golden rim says whose turn it is, or who has won."""
    bro = view.bros[seat]
    ground = RAISED if bro.life > 0 else DARK
    canvas.panel(box, ground, 16, GOLD if _leads(view, seat) else EDGE)
    _draw_name(canvas, box, view, seat)
    x = box.left + MIDDLE
    canvas.write(at(x, box.top + 12, 62, 50), str(bro.life), COUNT, PAPER, "left")
    canvas.put(_life(bro.life, ground), x + 66, box.top + 22)
    _draw_kill_points(canvas, box, bro)
    _draw_goods(canvas, Box(x, box.top + 72, box.right - 18, box.top + 120), bro)
    for number, mishap in enumerate(bro.mishaps):
        top = box.bottom - 6 - (len(bro.mishaps) - number) * STRIP
        _draw_mishap(canvas, at(box.left + 14, top, box.width - 28, STRIP - 8), view, mishap)


def _leads(view: View, seat: int) -> bool:
    if view.outcome is not None:
        return view.bros[seat].player in view.outcome.winners
    return view.phase != "between" and view.seat == seat


def _draw_name(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    bro = view.bros[seat]
    team = look.TEAMS[bro.player]
    mark = look.BROS[seat] if bro.life > 0 else "bhrost"
    canvas.put(badge(team, mark, 86), box.left + 16, box.top + 24)
    line = at(box.left + 116, box.top + 20, MIDDLE - 130, 48)
    canvas.write(line, BROS[seat], HEADING.sized(38), PAPER, "left")
    state, colour = _state(view, bro)
    canvas.write(line.shift(0, 50), state, STRONG.sized(25, 19), colour, "left")


def _state(view: View, bro: BroView) -> tuple[str, Colour]:
    if bro.life <= 0:
        return "dead, kills halved" if view.mode == "competitive" else "dead", QUIET
    if view.outcome is not None or view.phase == "between":
        return "standing", QUIET
    return f"would take {bro.danger}", PAPER if bro.danger else QUIET


@sprite(keep=32)
def _life(life: int, ground: Colour) -> Image.Image:
    step = 26
    pen = Pen(step * LIFE, 30)
    for number in range(LIFE):
        x = step * (number + 0.5)
        if number < life:
            put_mark(pen, "heart", x, 15, 24, RED, ground)
            continue
        put_mark(pen, "heart", x, 15, 24, EDGE, ground)
        put_mark(pen, "heart", x, 15.5, 15, ground, ground)
    return pen.done()


def _draw_kill_points(canvas: Canvas, box: Box, bro: BroView) -> None:
    points = sum(WORTH[card] for card in bro.kills)
    line = Box(box.right - 250, box.top + 12, box.right - 18, box.top + 62)
    words = f"{points} kill {'point' if points == 1 else 'points'}"
    canvas.write(line, words, STRONG.sized(28, 24), PAPER if points else QUIET, "right")


def _draw_goods(canvas: Canvas, box: Box, bro: BroView) -> None:
    """Gear from the left, kills by their worth from the right, or in a line of their own."""
    size = LARGE if _fits(bro, LARGE) else SMALL
    gear, kills = _gear(bro, size), _kills(bro, size)
    flow(canvas, gear, box.left, box.top, 8)
    top = box.top if _fits(bro, size) else box.top + SECOND
    flow(canvas, kills, box.right - length(kills, 8), top, 8)


def _fits(bro: BroView, size: int) -> bool:
    return length(_gear(bro, size), 8) + 16 + length(_kills(bro, size), 8) <= ROOM


def _gear(bro: BroView, size: int) -> list[Image.Image]:
    owned = Counter((look.gear_mark(card), UPGRADE[card].points) for card in bro.gear)
    owned[("gun", 1)] += 1  # everybody's own
    order = sorted(owned, key=lambda gear: (("gun", "vest", "pack").index(gear[0]), -gear[1]))
    ground = PAPER if bro.life > 0 else QUIET
    return [chip(mark, times(n, owned[mark, n]), size, ground) for mark, n in order]


def _kills(bro: BroView, size: int) -> list[Image.Image]:
    worth = Counter((look.face_of(card).mark, WORTH[card]) for card in bro.kills)
    order = sorted(worth, key=lambda kill: kill[1])
    ground = GOLD if bro.life > 0 else QUIET
    return [chip(mark, times(n, worth[mark, n]), size, ground) for mark, n in order]


def _draw_mishap(canvas: Canvas, box: Box, view: View, suffered: MishapView) -> None:
    mishap = MISHAP[suffered.card]
    canvas.panel(box, ORANGE, 12)
    canvas.centre(mark_sprite("mishap", 38, INK, ORANGE), box.left + 30, box.centre[1])
    on = [SPECIAL[f.card].ability for f in view.zone if f.card in SPECIALS and not f.diverted]
    cost = mishap.cost + sum(ability.stubborn for ability in on)
    title = Box(box.left + 58, box.top + 2, box.left + 330, box.bottom - 2)
    upper, lower = title.cut_top(32)
    canvas.write(upper, mishap.name, STRONG.sized(26, 20), INK, "left")
    canvas.write(lower, f"knocked {suffered.knocked} of {cost}", STRONG.sized(22), INK, "left")
    says = Box(title.right + 10, box.top + 2, box.right - 12, box.bottom - 2)
    canvas.write(says, mishap.says, STRONG.sized(24, 18), INK, "left", lines=2)
