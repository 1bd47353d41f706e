"""A plate for each player: Legend, damage, weapon, KO cards, hand and deck."""

from PIL import Image

from images.brawlhalla import look
from images.brawlhalla.legends import damage_tag, number, portrait, put_sword
from images.brawlhalla.words import name_of
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import HEADING, STRONG, fit
from images.kit.theme import EDGE, GOLD, PAPER, QUIET, RAISED
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.state.fighter import ARMED, UNARMED
from rules.brawlhalla.state.variant import KO_CARDS
from rules.brawlhalla.text.names import SWORD
from rules.brawlhalla.view import FighterView, View

LEAST = 46  # the height of a plate that says only who it is
TALLEST = 200
FIRST, ROW = 52, 40
NAME = HEADING.sized(32, READ)
WORDS = STRONG.sized(READ, READ)


def draw_fighter(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """A player's plate; a golden rim says that the game waits for this player, or that they have won."""
    fighter = view.fighters[seat]
    ground = look.DIM if fighter.out else RAISED
    canvas.panel(box, ground, 14, GOLD if _leads(view, seat) else EDGE)
    first, rest = box.inset(10, 3).cut_top(min(FIRST, box.height - 6))
    _draw_name(canvas, first, view, seat)
    if fighter.out:
        return
    for said in _facts(view, fighter):
        if rest.height < ROW - 2:
            break
        line, rest = rest.cut_top(ROW)
        if said.startswith("/"):
            canvas.put(_weapon(fighter.sword), line.left + 4, line.centre[1] - 17)
            line, said = line._replace(left=line.left + 46), said[1:]
        canvas.write(line, said, WORDS, PAPER, "left")


def _leads(view: View, seat: int) -> bool:
    if view.outcome is not None:
        return seat in view.outcome.winners
    return view.asked == seat


def _draw_name(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    fighter, team = view.fighters[seat], look.team_of(view, seat)
    size = min(46, box.height)
    if fighter.legend < 0:
        picture = number(team, str(seat + 1), size, out=fighter.out)
    else:
        picture = portrait(fighter.legend, team, size, damage=fighter.damage, out=fighter.out)
    canvas.put(picture, box.left, box.centre[1] - size // 2)
    line = box._replace(left=box.left + size + 10)
    won = view.outcome is not None and seat in view.outcome.winners
    if won:
        canvas.centre(mark_sprite("crown", 40, GOLD, RAISED), line.right - 24, line.centre[1])
        line = line._replace(right=line.right - 50)
    elif fighter.damage and not fighter.out:
        tag = damage_tag(fighter.damage)
        canvas.put(tag, line.right - tag.width, line.centre[1] - 20)
        line = line._replace(right=line.right - tag.width - 8)
    name = name_of(view, seat)
    if view.player == seat:
        name = f"{name}, you" if not fit(f"{name}, you", NAME, line.width, 44, 1).cut else "You"
    elif fighter.out:
        name = f"{name}: out"
    colour = QUIET if fighter.out else PAPER
    canvas.write(line, name, NAME, colour, "left")


def _facts(view: View, fighter: FighterView) -> list[str]:
    """What else there is to know, the most needed first; a slash stands for the sword."""
    kos = f"KO cards {fighter.kos}" + f", {fighter.bonus} to spend" * bool(fighter.bonus)
    hand = f"hand {len(fighter.hand)}"
    if fighter.legend < 0 or view.phase == "opening":
        return []
    weapon = LEGENDS[fighter.legend].weapons[fighter.side].name
    armed = "" if fighter.sword == ARMED else f", {SWORD[fighter.sword]}"
    said = f"{weapon}{armed}"
    if fit(said, WORDS, 262, 40, 1).cut:
        said = weapon if fighter.sword == ARMED else SWORD[fighter.sword]
    facts = [f"{hand} · deck {len(fighter.deck)}", f"/{said}"]
    return [*facts, kos] if KO_CARDS[view.mode] else facts


@sprite(keep=3)
def _weapon(sword: int) -> Image.Image:
    """A carried sword, a struck one, or the empty place for one."""
    pen = Pen(36, 36)
    if sword == UNARMED:
        pen.ring(18, 18, 14, 3, QUIET)
        pen.line([(8, 28), (28, 8)], 3, QUIET)
    else:
        put_sword(pen, 18, 18, 34, sword, GOLD if sword == ARMED else QUIET, RAISED)
    return pen.done()
