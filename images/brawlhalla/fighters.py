"""A plate for each player: Legend and name, damage, KO cards, hand, weapon and deck."""

from collections.abc import Sequence

from PIL import Image

from images.brawlhalla import look
from images.brawlhalla.legends import damage_tag, number, portrait, put_sword
from images.brawlhalla.words import name_of
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.names import name_on_plate
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import HEADING, STRONG, fit, width_of
from images.kit.theme import EDGE, GOLD, PAPER, QUIET, RAISED, Colour
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.state.fighter import ARMED, UNARMED
from rules.brawlhalla.state.variant import KO_CARDS
from rules.brawlhalla.text.names import SWORD
from rules.brawlhalla.view import FighterView, View

LINES = 4  # that a plate has at most below its name
FIRST, LINE = 46, 36
ROOM = 308  # the width of a line
BESIDE = 84  # the least room for a name beside a Legend's
NAME = HEADING.sized(32, READ)
WORDS = STRONG.sized(READ, READ)


def plate_height(lines: int) -> int:
    """How high a plate with so many lines is."""
    return FIRST + (10 if lines else 6) + lines * LINE


def needed(view: View, seat: int, lines: int, names: Sequence[str]) -> int:
    """How high a player's plate is that may have so many lines; whoever is out has little to tell."""
    return plate_height(len(_facts(view, seat, lines, names)))


def draw_fighter(
    canvas: Canvas, box: Box, view: View, seat: int, lines: int, names: Sequence[str]
) -> int:
    """A player's plate, as high as it need be; a bright rim: waited for; a golden one: a winner.

    Returns its height.
    """
    fighter = view.fighters[seat]
    who, facts = _who(view, seat, names), _facts(view, seat, lines, names)
    box = box._replace(bottom=box.top + plate_height(len(facts)))
    ground = look.DIM if fighter.out else RAISED
    canvas.panel(box, ground, 14, _rim(view, seat))
    first, rest = box.inset(10, 3).cut_top(FIRST)
    beside = () if who in facts else names
    _draw_name(canvas, first, view, seat, "" if lines else _kos(view, fighter), beside)
    for said in facts:
        line, rest = rest.cut_top(LINE)
        if said.startswith("/"):
            canvas.put(_weapon(fighter.sword), line.left + 4, line.centre[1] - 17)
            line, said = line._replace(left=line.left + 46), said[1:]
        canvas.write(line, said, WORDS, QUIET if fighter.out else PAPER, "left")
    return box.height


def _rim(view: View, seat: int) -> Colour:
    """Gold is for what can be chosen, and for winners."""
    if view.outcome is not None:
        return GOLD if seat in view.outcome.winners else EDGE
    return PAPER if view.asked == seat else EDGE


def _draw_name(
    canvas: Canvas, box: Box, view: View, seat: int, kos: str, names: Sequence[str]
) -> None:
    """The Legend's name, and beside it what there is no room for elsewhere."""
    fighter, team = view.fighters[seat], look.team_of(view, seat)
    size = min(46, box.height)
    if fighter.legend < 0:
        picture = number(team, str(seat + 1), size, out=fighter.out)
    else:
        picture = portrait(fighter.legend, team, size, damage=fighter.damage, out=fighter.out)
    canvas.put(picture, box.left, box.centre[1] - size // 2)
    line = box._replace(left=box.left + size + 10)
    if view.outcome is not None and seat in view.outcome.winners:
        canvas.centre(mark_sprite("crown", 40, GOLD, RAISED), line.right - 24, line.centre[1])
        line = line._replace(right=line.right - 50)
    elif fighter.out:
        pass
    elif kos:
        canvas.write(line, kos, WORDS, PAPER, "right")
        line = line._replace(right=line.right - width_of(kos, WORDS) - 8)
    elif fighter.damage:
        tag = damage_tag(fighter.damage)
        canvas.put(tag, line.right - tag.width, line.centre[1] - 20)
        line = line._replace(right=line.right - tag.width - 8)
    out = ": out" * fighter.out
    name = f"{name_of(view, seat)}{out}"
    if view.player == seat:
        name = f"{name_of(view, seat)}, you{out}"
        name = f"You{out}" if fit(name, NAME, line.width, 44, 1).cut else name
    drawn = canvas.write(line, name, NAME, QUIET if fighter.out else PAPER, "left")
    line = line._replace(left=drawn.right + 12)
    if view.player != seat and line.width >= BESIDE:
        who = name_on_plate(names, seat, "", WORDS, line.width)
        if who:
            canvas.write(line, who, WORDS, QUIET, "left")


def _kos(view: View, fighter: FighterView) -> str:
    return f"KO {fighter.kos}" if KO_CARDS[view.mode] and view.phase != "opening" else ""


def _facts(view: View, seat: int, lines: int, names: Sequence[str]) -> list[str]:
    """What else there is to know, as far as there is room; a slash stands for the sword."""
    fighter = view.fighters[seat]
    who = _who(view, seat, names)
    facts = {1: who} if who else {}
    if not fighter.out and fighter.legend >= 0 and view.phase != "opening":
        deck = f"deck {len(fighter.deck)}"
        spend = f" · {fighter.bonus} KO to spend" if fighter.bonus else ""
        kos = f"KO cards {fighter.kos} · " if KO_CARDS[view.mode] else ""
        facts |= {0: f"{kos}hand {len(fighter.hand)}", 2: _armed(fighter), 3: deck + spend}
    shown = sorted(facts)[:lines]  # the most needed first
    order = [1, 0, 2, 3]
    return [facts[number] for number in order if number in shown]


def _who(view: View, seat: int, names: Sequence[str]) -> str:
    """Who plays a Legend, and on which side."""
    team = look.name_of_team(seat) if view.format == "2v2" else ""
    if view.player == seat:
        return team
    width = ROOM - (width_of(f" · {team}", WORDS) if team else 0)
    name = name_on_plate(names, seat, "", WORDS, width)
    return " · ".join(part for part in (name, team) if part)


def _armed(fighter: FighterView) -> str:
    weapon = LEGENDS[fighter.legend].weapons[fighter.side].name
    if fighter.sword == ARMED:
        return f"/{weapon}"
    said = f"{weapon}, {SWORD[fighter.sword]}"
    return f"/{SWORD[fighter.sword] if fit(said, WORDS, ROOM - 46, 40, 1).cut else said}"


@sprite(keep=3)
def _weapon(sword: int) -> Image.Image:
    """A carried sword, a struck one, or the empty place for one."""
    pen = Pen(36, 36)
    if sword == UNARMED:
        pen.ring(18, 18, 14, 3, QUIET)
        pen.line([(8, 28), (28, 8)], 3, QUIET)
    else:
        put_sword(pen, 18, 18, 34, sword, PAPER if sword == ARMED else QUIET, RAISED)
    return pen.done()
