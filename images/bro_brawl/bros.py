"""The bros: life, danger, gear, kills and mishaps; and the decks below them."""

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from images.bro_brawl import look
from images.bro_brawl.chips import chip, flow, length
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.screen import READ
from images.kit.text import HEADING, STRONG, width_of
from images.kit.theme import DARK, EDGE, GOLD, INK, ORANGE, PAPER, QUIET, RAISED, RED
from images.kit.tokens import badge
from rules.bro_brawl.content.cards import BROS, UPGRADE, WORTH
from rules.bro_brawl.view import BroView, View

GAP = 8
DECKS = 52
SCORES = 54
CHIP = 50
WORDS = STRONG.sized(READ, READ)


def draw_bros(canvas: Canvas, box: Box, view: View) -> None:
    """A plate for each bro, and a line for the decks."""
    foot = DECKS + SCORES * (view.mode == "competitive")
    plates, decks = box.cut_top(box.height - foot)
    height = plates.height // len(view.bros)
    for seat in range(len(view.bros)):
        plate = at(plates.left, plates.top + seat * height, plates.width, height - GAP)
        _draw_bro(canvas, plate, view, seat)
    _draw_decks(canvas, decks, view)


def _draw_bro(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """A bro's plate; a golden rim says whose turn it is, or who has won."""
    bro = view.bros[seat]
    ground = RAISED if bro.life > 0 else DARK
    canvas.panel(box, ground, 14, GOLD if _leads(view, seat) else EDGE)
    upper, lower = box.inset(10, 6).cut_top((box.height - 12) // 2)
    mark = look.BROS[seat] if bro.life > 0 else "bhrost"
    canvas.put(badge(look.TEAMS[bro.player], mark, 50), upper.left, upper.centre[1] - 25)
    name, life = upper._replace(left=upper.left + 58).cut_left(134)
    canvas.write(name, BROS[seat], HEADING.sized(33, READ), PAPER, "left")
    if bro.player == view.player:
        _underline(canvas, name)
    _draw_life(canvas, life, view, bro)
    chips = _chips(bro, lower.width)
    flow(canvas, chips, lower.left, lower.centre[1] - CHIP // 2, 6)


def _leads(view: View, seat: int) -> bool:
    if view.outcome is not None:
        return view.bros[seat].player in view.outcome.winners
    return view.phase != "between" and view.seat == seat


def _underline(canvas: Canvas, name: Box) -> None:
    """The reader's own bros are underlined."""
    canvas.fill(at(name.left, name.bottom - 3, name.width - 8, 4), GOLD)


def _draw_life(canvas: Canvas, box: Box, view: View, bro: BroView) -> None:
    """Hearts as a number, and what the foes would take away now."""
    if bro.life <= 0:
        canvas.write(box, "dead", WORDS, QUIET, "right")
        return
    canvas.centre(mark_sprite("heart", 34, RED, RAISED), box.left + 18, box.centre[1])
    number = Box(box.left + 38, box.top, box.left + 84, box.bottom)
    canvas.write(number, str(bro.life), HEADING.sized(38, READ), PAPER, "left")
    if bro.danger and view.outcome is None and view.phase != "between":
        words = f"−{bro.danger}"
        colour = ORANGE if bro.danger < bro.life else RED
        width = width_of(words, HEADING.sized(34)) + 20
        pill = Box(box.right - width, box.top + 2, box.right, box.bottom - 2)
        canvas.panel(pill, colour, 12)
        ink = INK if colour == ORANGE else PAPER
        canvas.write(pill, words, HEADING.sized(34, READ), ink)


def _chips(bro: BroView, room: int) -> list[Image.Image]:
    """Guns, armor, packs, kill points and mishaps; long lists are summed up."""
    gear = Counter((UPGRADE[card].kind, UPGRADE[card].points) for card in bro.gear)
    gear["gun", 1] += 1  # everybody has one
    ground = PAPER if bro.life > 0 else QUIET
    kinds = ("gun", "armor", "health")
    for shown, brief in ((kinds, False), (kinds, True), (kinds[:2], True)):
        row = [
            chip(look.GEAR[kind], _points(found, brief), CHIP, ground)
            for kind in shown
            if (found := [p for (k, p), n in gear.items() for _ in range(n) if k == kind])
        ]
        if bro.kills:
            points = str(sum(WORTH[card] for card in bro.kills))
            row.append(chip("skull", points, CHIP, GOLD if bro.life > 0 else QUIET))
        if bro.mishaps:
            row.append(chip("mishap", str(len(bro.mishaps)), CHIP, ORANGE))
        if length(row, 6) <= room:
            break
    return row


def _points(found: Sequence[int], brief: bool) -> str:
    best = sorted(found, reverse=True)
    if brief and len(best) > 1:
        return f"{best[0]}+"
    return "/".join(map(str, best))


def _draw_decks(canvas: Canvas, box: Box, view: View) -> None:
    """Cards left in the decks, and in a competitive game everybody's points."""
    line, rest = box.cut_top(DECKS)
    words = f"Decks: {len(view.battle)} Battle · {len(view.grunts)} Grunt"
    canvas.write(line, words, WORDS, QUIET)
    if view.mode != "competitive":
        return
    best = max(view.scores)
    for player, cell in enumerate(rest.columns(len(view.scores), GAP)):
        points = view.scores[player]
        canvas.panel(cell, RAISED, 12, GOLD if points == best else EDGE)
        seat = next(seat for seat, bro in enumerate(view.bros) if bro.player == player)
        mark = look.BROS[seat]
        canvas.put(badge(look.TEAMS[player], mark, 38), cell.left + 6, cell.centre[1] - 19)
        number = cell._replace(left=cell.left + 44)
        canvas.write(number, str(points), HEADING.sized(31, READ), PAPER)
