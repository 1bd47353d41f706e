"""Before the match: the Legends to choose from with their powers, then the two weapons."""

from collections.abc import Sequence

from PIL import Image

from images.brawlhalla import look
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import sprite
from images.kit.screen import READ
from images.kit.text import BODY, HEADING, STRONG
from images.kit.theme import EDGE, GOLD, PAPER, PLATE, QUIET, RAISED, Colour
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.content.powers import Power, says
from rules.brawlhalla.state.variant import KO_CARDS
from rules.brawlhalla.view import View

GAP = 8
FIGHTING = 70  # two lines
NAME = 46
WORDS = BODY.sized(READ, READ)
FIGHT = (
    "Light attacks hurt: yellow, then red. Heavy attacks push, farther the more hurt one is. "
    "Whoever is red and pushed over the KO line is knocked out."
)
BEGINNING = (
    "Everybody begins unarmed: a weapon serves, for heavy attacks too, once its Legend has picked "
    "up a Flaming Sword. Later a Delay swaps its sides."
)
KOS = (
    " Each KO turns up one of your KO cards: the last eliminates you, any other buys one more action, "
    "damage or space of knockback, once."
)


def choices(view: View) -> list[int]:
    """The Legends that can be chosen; first the one whose weapon is being chosen."""
    taken = [fighter.legend for fighter in view.fighters]
    free = [number for number in range(len(LEGENDS)) if number not in taken]
    return [view.fighters[view.asked].legend, *free] if view.question == "side" else free


def draw_choice(canvas: Canvas, box: Box, view: View) -> None:
    """The Legends that are free, or the weapons of the one that was chosen."""
    rim = GOLD if view.player == view.asked else EDGE  # only who chooses can choose
    if view.question == "side":
        kos = KOS if KO_CARDS[view.mode] else ""
        _draw_weapons(canvas, box, choices(view)[0], f"{BEGINNING}{kos}", rim)
        return
    upper, lower = box.cut_top(box.height - FIGHTING)
    draw_legends(canvas, upper._replace(bottom=upper.bottom - GAP), choices(view), rim)
    canvas.write(lower.inset(8, 0), FIGHT, WORDS, PAPER, "left", lines=2)


def draw_legends(canvas: Canvas, box: Box, numbers: Sequence[int], rim: Colour = EDGE) -> None:
    """A panel for each Legend, two in a row."""
    rows = 3
    height = (box.height - GAP * (rows - 1)) // rows
    for place, number in enumerate(numbers):
        row, column = divmod(place, 2)
        cell = box.columns(2, GAP)[column]
        canvas.put(
            panel(number, cell.width, height, rim), cell.left, box.top + row * (height + GAP)
        )


@sprite(keep=24)
def panel(number: int, width: int, height: int, rim: Colour) -> Image.Image:
    """A Legend with its power."""
    canvas = Canvas(width, height, Image.new("RGBA", (width, height), PLATE))
    canvas.panel(at(0, 0, width, height), RAISED, 14, rim)
    legend = LEGENDS[number]
    upper, lower = at(0, 0, width, height).inset(14, 6).cut_top(NAME)
    canvas.put(mark_sprite(look.EMBLEMS[number], NAME, PAPER, RAISED), upper.left, upper.top + 2)
    name = upper._replace(left=upper.left + NAME + 14)
    canvas.write(name, legend.name, HEADING.sized(38, READ), PAPER, "left")
    said = f"{legend.power.name}. {says(legend.power)}"
    canvas.write(lower, said, WORDS, QUIET, "left", lines=lower.height // 35)
    return canvas.image


def _draw_weapons(canvas: Canvas, box: Box, number: int, said: str, rim: Colour) -> None:
    """Both sides of the weapon card, and what else one should know now."""
    legend = LEGENDS[number]
    upper, lower = box.cut_top(330)
    for weapon, cell in zip(legend.weapons, upper.columns(2, GAP), strict=True):
        canvas.panel(cell, RAISED, 14, rim)
        _draw_power(canvas, cell.inset(24, 16), weapon)
    _, lower = lower.cut_top(GAP)
    canvas.panel(lower, RAISED, 14, EDGE)
    first, rest = lower.inset(24, 14).cut_top(84)
    power = f"{legend.name} can always use {legend.power.name}: {_lowered(says(legend.power))}"
    canvas.write(first, power, WORDS, PAPER, "left", lines=2)
    canvas.write(rest, said, WORDS, QUIET, "left", lines=4)


def _lowered(said: str) -> str:
    return said[:1].lower() + said[1:]


def _draw_power(canvas: Canvas, box: Box, power: Power) -> None:
    upper, lower = box.cut_top(90)
    canvas.put(mark_sprite("sword", 72, PAPER, RAISED), upper.left, upper.top + 8)
    name = upper._replace(left=upper.left + 92)
    canvas.write(name, power.name, HEADING.sized(44, READ), PAPER, "left", lines=2)
    canvas.write(lower, says(power), STRONG.sized(38, READ), PAPER, "left", "top", lines=6)
