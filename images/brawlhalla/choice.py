"""Before the match: the Legends to choose from, each with its power and its two weapons."""

from PIL import Image

from images.brawlhalla import look
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import sprite
from images.kit.text import BODY, HEADING, STRONG
from images.kit.theme import EDGE, GOLD, PAPER, PLATE, QUIET, RAISED
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.content.powers import Power, says
from rules.brawlhalla.view import View

ENTRY = 206
GAP = 10
EMBLEM = 84
MARKS = ("spark", "sword", "sword")  # of the Legend's power and the weapons'


def choices(view: View) -> list[int]:
    """The Legends that can be chosen; first the one whose weapon is being chosen."""
    taken = [fighter.legend for fighter in view.fighters]
    free = [number for number in range(len(LEGENDS)) if number not in taken]
    return [view.fighters[view.asked].legend, *free] if view.question == "side" else free


def height_of(view: View) -> int:
    """How much room the choice needs."""
    return len(choices(view)) * (ENTRY + GAP) if view.phase == "opening" else 0


def draw_choice(canvas: Canvas, box: Box, view: View) -> None:
    """A panel for each Legend; a golden rim for the one whose weapon is being chosen."""
    for row, number in enumerate(choices(view)):
        chosen = view.question == "side" and row == 0
        canvas.put(panel(number, box.width, chosen=chosen), box.left, box.top + row * (ENTRY + GAP))


@sprite(keep=12)
def panel(number: int, width: int, *, chosen: bool = False) -> Image.Image:
    """A Legend with what it is like, its power and its two weapons."""
    canvas = Canvas(width, ENTRY, Image.new("RGBA", (width, ENTRY), PLATE))
    canvas.panel(at(0, 0, width, ENTRY), RAISED, 16, GOLD if chosen else EDGE)
    legend = LEGENDS[number]
    left, right = at(0, 0, width, ENTRY).inset(18, 10).cut_left(276)
    canvas.put(mark_sprite(look.EMBLEMS[number], EMBLEM, PAPER, RAISED), left.left, left.top + 4)
    name = at(left.left + EMBLEM + 16, left.top, left.width - EMBLEM - 24, EMBLEM + 8)
    canvas.write(name, legend.name, HEADING.sized(36, 26), PAPER, "left")
    about = Box(left.left, name.bottom, left.right - 20, left.bottom)
    canvas.write(about, legend.about, BODY.sized(21, 19), QUIET, "left", lines=3)
    powers = (legend.power, *legend.weapons)
    for place, (mark, power) in enumerate(zip(MARKS, powers, strict=True)):
        tall = right.height // len(powers)
        line = at(right.left, right.top + place * tall, right.width, tall)
        _draw_power(canvas, line, mark, power)
    return canvas.image


def _draw_power(canvas: Canvas, box: Box, mark: str, power: Power) -> None:
    icon = mark_sprite(mark, 28, GOLD, RAISED)
    canvas.put(icon, box.left, box.centre[1] - 14)
    name, words = box._replace(left=box.left + 38).cut_left(150)
    canvas.write(name, power.name, STRONG.sized(22, 18), PAPER, "left", lines=2)
    words = words._replace(left=words.left + 14)
    canvas.write(words, says(power), BODY.sized(22, 20), QUIET, "left", lines=2)
