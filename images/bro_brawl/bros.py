"""The bros: life, danger, gear, kills and mishaps, and who plays them."""

from collections.abc import Sequence, Set

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.chips import chip, flow, length
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.names import name_on_plate
from images.kit.plates import Entry, legend
from images.kit.screen import READ
from images.kit.text import BODY, HEADING, STRONG, width_of
from images.kit.theme import DARK, EDGE, GOLD, INK, ORANGE, PAPER, PLATE, QUIET, RAISED, RED
from images.kit.tokens import badge
from rules.bro_brawl.content.cards import BROS, MISHAP, UPGRADE, WORTH
from rules.bro_brawl.view import BroView, View

GAP = 8
LEGEND = 38
SCORES = 42
CHIP = 42
PILL = 44
WORDS = STRONG.sized(READ, READ)
NAME = HEADING.sized(33, READ)


def draw_bros(canvas: Canvas, box: Box, view: View, names: Sequence[str], golden: Set[int]) -> None:
    """A plate for each bro, and what the signs on them mean."""
    foot = LEGEND + SCORES * (view.mode == "competitive")
    plates, rest = box.cut_top(box.height - foot)
    height = plates.height // len(view.bros)
    shared = len({bro.player for bro in view.bros}) > 1  # else everybody knows whose they are
    for seat in range(len(view.bros)):
        plate = at(plates.left, plates.top + seat * height, plates.width, height - GAP)
        holder = _holder(view, seat, names, plate.width - 90) if shared else ""
        _draw_bro(canvas, plate, view, seat, holder, glow=seat in golden)
        if shared and not holder and view.bros[seat].player == view.player:
            _underline(canvas, plate)
    line, scores = rest.cut_top(LEGEND)
    _draw_legend(canvas, line, view)
    if view.mode == "competitive":
        _draw_scores(canvas, scores, view)


def _holder(view: View, seat: int, names: Sequence[str], width: int) -> str:
    """Who plays a bro; nothing where no names are known."""
    if not names:
        return ""
    if view.bros[seat].player == view.player:
        return "You"
    return name_on_plate(names, seat, "", WORDS, width)


def _draw_bro(canvas: Canvas, box: Box, view: View, seat: int, holder: str, *, glow: bool) -> None:
    """A bro's plate; a white rim says whose turn it is, or who has won, a golden one whom to cure."""
    bro = view.bros[seat]
    ground = RAISED if bro.life > 0 else DARK
    rim = GOLD if glow else PAPER if _leads(view, seat) else EDGE
    canvas.panel(box, ground, 14, rim)
    inner = box.inset(10, 4)
    upper, lower = inner.cut_top(inner.height - CHIP)
    mark = look.BROS[seat] if bro.life > 0 else "bhrost"
    canvas.put(badge(look.TEAMS[bro.player], mark, 50), upper.left, upper.centre[1] - 25)
    name, life = upper._replace(left=upper.left + 58).cut_left(140)
    if holder:
        name, below = name.cut_top(upper.height - 31)
        below = below._replace(right=life.right)
        canvas.write(below, holder, WORDS, PAPER if holder == "You" else QUIET, "left")
        life = life._replace(bottom=name.bottom)
    canvas.write(name, BROS[seat], NAME, PAPER, "left")
    _draw_life(canvas, life, bro, pays=view.outcome is None and _leads(view, seat))
    flow(canvas, _chips(bro, lower.width), lower.left, lower.top, 6)


def _leads(view: View, seat: int) -> bool:
    if view.outcome is not None:
        return view.bros[seat].player in view.outcome.winners
    return view.phase != "between" and view.seat == seat


def _underline(canvas: Canvas, plate: Box) -> None:
    """The reader's own bros are marked where nobody's name is known."""
    canvas.fill(at(plate.left + 68, plate.bottom - CHIP - 8, 126, 4), PAPER)


def _draw_life(canvas: Canvas, box: Box, bro: BroView, *, pays: bool) -> None:
    """Hearts as a number, and what the foes take away as the turn ends of whoever then pays."""
    if bro.life <= 0:
        canvas.write(box, "dead", WORDS, QUIET, "right")
        return
    canvas.centre(mark_sprite("heart", 34, RED, RAISED), box.left + 18, box.centre[1])
    number = Box(box.left + 38, box.top, box.left + 84, box.bottom)
    canvas.write(number, str(bro.life), HEADING.sized(38, READ), PAPER, "left")
    if bro.danger and pays:
        words = f"−{bro.danger}"
        colour = ORANGE if bro.danger < bro.life else RED
        width = width_of(words, HEADING.sized(34)) + 20
        tall = min(PILL, box.height)
        pill = at(box.right - width, box.centre[1] - tall // 2, width, tall)
        canvas.panel(pill, colour, 12)
        ink = INK if colour == ORANGE else PAPER
        canvas.write(pill, words, HEADING.sized(34, READ), ink)


def _chips(bro: BroView, room: int) -> list[Image.Image]:
    """The best gun, armor, packs, kill points and mishaps; by name where there is room."""
    gear = [UPGRADE[card] for card in bro.gear]
    ground = PAPER if bro.life > 0 else QUIET
    best = max([1, *(one.points for one in gear if one.kind == "gun")])
    row = [chip(look.GEAR["gun"], str(best), CHIP, ground)]
    for kind in ("armor", "health"):
        points = [one.points for one in gear if one.kind == kind]
        if points:
            said = "+".join(map(str, points)) if len(points) <= 2 else f"{sum(points)}"
            row.append(chip(look.GEAR[kind], said, CHIP, ground))
    if bro.kills:
        worth = str(sum(WORTH[card] for card in bro.kills))
        row.append(chip("skull", worth, CHIP, ground))
    if bro.mishaps:
        named = ", ".join(MISHAP[one.card].name for one in bro.mishaps)
        count = len(bro.mishaps)
        for said in (named, f"mishap{'s' * (count > 1)}", str(count)):
            warned = chip("mishap", said, CHIP, ORANGE)
            if length([*row, warned], 6) <= room:
                break
        row.append(warned)
    return row


def _draw_legend(canvas: Canvas, box: Box, view: View) -> None:
    """What the signs on the plates mean, and the numbers below them."""
    signs = [("gun", "gun"), (look.GEAR["armor"], "armor"), ("skull", "kills")]
    entries = [Entry(mark_sprite(mark, 32, PAPER, PLATE), said) for mark, said in signs]
    if view.mode == "competitive":
        entries[1:2] = []
        entries.append(Entry(badge(look.TEAMS[0], look.BROS[0], 32), "score"))
    legend(canvas, box, entries, BODY.sized(READ, READ))


def _draw_scores(canvas: Canvas, box: Box, view: View) -> None:
    """In a competitive game everybody's points, the most in white."""
    best = max(view.scores)
    for player, cell in enumerate(box.columns(len(view.scores), GAP)):
        points = view.scores[player]
        canvas.panel(cell, RAISED, 12, EDGE)
        seat = next(seat for seat, bro in enumerate(view.bros) if bro.player == player)
        mark = look.BROS[seat]
        canvas.put(badge(look.TEAMS[player], mark, 34), cell.left + 6, cell.centre[1] - 17)
        number = cell._replace(left=cell.left + 44)
        ink = PAPER if points == best else QUIET
        canvas.write(number, str(points), HEADING.sized(31, READ), ink)
