"""A plate for each player: Legend, damage, weapon, KO cards, hand and deck."""

from PIL import Image

from images.brawlhalla import look
from images.brawlhalla.legends import damage_tag, number, portrait, put_sword
from images.brawlhalla.words import name_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.text import BODY, HEADING, STRONG, Style, write
from images.kit.theme import DARK, EDGE, GOLD, INK, PAPER, QUIET, RAISED, Colour
from rules.brawlhalla.content.arena import drawing
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.state.fighter import ARMED, UNARMED
from rules.brawlhalla.state.variant import KO_CARDS
from rules.brawlhalla.text.names import SWORD, space_name
from rules.brawlhalla.view import FighterView, View

HEIGHT = 184
PORTRAIT = 92
CARD_WIDTH, CARD_HEIGHT = 34, 46
COUNT = Style("serif", 800, 28, 20)
CAPTION = BODY.sized(22, 18)


def draw_fighter(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """A player's plate; a golden rim says that the game waits for this one, or who has won."""
    fighter = view.fighters[seat]
    ground = look.DIM if fighter.out else RAISED
    canvas.panel(box, ground, 16, GOLD if _leads(view, seat) else EDGE)
    inner = box.inset(14, 12)
    left, words = inner.cut_left(PORTRAIT + 18)
    _draw_portrait(canvas, left, view, seat)
    upper, rest = words.cut_top(44)
    middle, lower = rest.cut_top(38)
    _draw_name(canvas, upper, view, seat)
    if fighter.out:
        canvas.write(middle, "out of the match", STRONG.sized(26, 22), QUIET, "left")
    elif view.phase == "opening":
        _draw_waiting(canvas, middle, view, seat)
    else:
        _draw_weapon(canvas, middle, fighter)
    if not fighter.out:
        _draw_cards(canvas, lower._replace(top=lower.bottom - 74), view, fighter)


def _leads(view: View, seat: int) -> bool:
    if view.outcome is not None:
        return seat in view.outcome.winners
    return view.asked == seat


def draw_place(canvas: Canvas, box: Box, view: View) -> None:
    """The arena and how it is played, where the plates leave room."""
    here = drawing(view.arena)
    upper, lower = box.inset(22, 16).cut_top(44)
    canvas.write(upper, here.name, HEADING.sized(30, 24), QUIET, "left")
    said = f"{here.about} {view.mode.capitalize()} mode, everybody alone."
    canvas.write(lower, said, BODY.sized(24, 20), QUIET, "left", "top", lines=4)


# -- who it is


def _draw_portrait(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    fighter, team = view.fighters[seat], look.team_of(view, seat)
    if fighter.legend < 0:
        picture = number(team, str(seat + 1), PORTRAIT, out=fighter.out)
    else:
        picture = portrait(fighter.legend, team, PORTRAIT, damage=fighter.damage, out=fighter.out)
    canvas.put(picture, box.left, box.top + 4)
    caption = at(box.left - 4, box.top + PORTRAIT + 8, PORTRAIT + 8, 28)
    if view.outcome is not None and seat in view.outcome.winners:
        canvas.centre(
            mark_sprite("crown", 44, GOLD, RAISED), box.left + PORTRAIT // 2, caption.top + 28
        )
        return
    canvas.write(caption, f"Player {seat + 1}", CAPTION, QUIET)
    if view.format == "2v2":
        canvas.write(caption.shift(0, 27), look.name_of_team(seat), STRONG.sized(22, 20), PAPER)


def _draw_name(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    fighter = view.fighters[seat]
    if fighter.legend >= 0 and not fighter.out and view.phase != "opening":
        tag = damage_tag(fighter.damage)
        canvas.put(tag, box.right - tag.width, box.top + 4)
        box = box._replace(right=box.right - tag.width - 10)
    colour = QUIET if fighter.out else PAPER
    canvas.write(box, name_of(view, seat), HEADING.sized(36, 24), colour, "left")


def _draw_waiting(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """Before the match: what a player chooses, or where the Legend will start."""
    fighter = view.fighters[seat]
    said = f"starts on {space_name(drawing(view.arena).starts[seat])}"
    if fighter.legend >= 0 and view.asked != seat:
        said = f"{LEGENDS[fighter.legend].weapons[fighter.side].name} · {said}"
    canvas.write(box, said, STRONG.sized(25, 20), QUIET, "left")


def _draw_weapon(canvas: Canvas, box: Box, fighter: FighterView) -> None:
    canvas.put(_weapon(fighter.sword), box.left, box.top)
    line = box._replace(left=box.left + 44)
    name = LEGENDS[fighter.legend].weapons[fighter.side].name
    armed = fighter.sword == ARMED
    style = STRONG.sized(25, 20)
    ink = canvas.write(line, name, style, PAPER if armed else QUIET, "left")
    line = line._replace(left=ink.right + 8)
    canvas.write(line, f"· {SWORD[fighter.sword]}", style, GOLD if armed else QUIET, "left")


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


# -- cards


def _draw_cards(canvas: Canvas, box: Box, view: View, fighter: FighterView) -> None:
    """KO cards, hand and deck as small cards, each with its caption below."""
    kos, rest = box.cut_left(126)
    _draw_kos(canvas, kos, view, fighter)
    if fighter.deck or fighter.hand or fighter.discards:
        hand, deck = rest.cut_left(rest.width - 96)
        _draw_hand(canvas, hand, len(fighter.hand))
        _draw_deck(canvas, deck, len(fighter.deck))


def _draw_kos(canvas: Canvas, box: Box, view: View, fighter: FighterView) -> None:
    count = KO_CARDS[view.mode]
    states = [f"#{number}" for number in range(fighter.kos, 0, -1)]
    states += ["+1"] * fighter.bonus
    states += [""] * (count - len(states))
    for place, said in enumerate(states):
        canvas.put(_ko_card(said), box.left + place * (CARD_WIDTH + 4), box.top)
    caption = at(box.left, box.bottom - 27, box.width - 8, 27)
    said = "KO cards" if count else "no KO cards"
    canvas.write(caption, said, CAPTION, QUIET, "left")


@sprite(keep=8)
def _ko_card(said: str) -> Image.Image:
    """A KO card face down with its number, one to spend, or the place of one that is spent."""
    pen = Pen(CARD_WIDTH, CARD_HEIGHT)
    ground, ink = (GOLD, INK) if said == "+1" else (DARK, PAPER)
    pen.block(0, 0, CARD_WIDTH - 0.25, CARD_HEIGHT - 0.25, INK if said == "+1" else EDGE, 7)
    pen.block(2.5, 2.5, CARD_WIDTH - 2.75, CARD_HEIGHT - 2.75, ground, 5)
    if not said:
        put_mark(pen, "fallen", CARD_WIDTH / 2, CARD_HEIGHT / 2, 16, EDGE, ground)
    picture = pen.done()
    if said:
        box = at(2, 2, CARD_WIDTH - 4, CARD_HEIGHT - 4)
        write(picture, box, said, STRONG.sized(21, 16), ink)
    return picture


def _draw_hand(canvas: Canvas, box: Box, count: int) -> None:
    step = min(CARD_WIDTH - 8, (box.width - 12 - CARD_WIDTH) // max(1, count - 1))
    for place in range(count):
        canvas.put(_back(PAPER), box.left + place * step, box.top)
    caption = at(box.left, box.bottom - 27, box.width - 6, 27)
    canvas.write(caption, f"{count} in hand", CAPTION, QUIET, "left")


def _draw_deck(canvas: Canvas, box: Box, count: int) -> None:
    layers = min(3, -(-count // 7))
    for layer in range(layers):
        canvas.put(_back(PAPER), box.left + 5 * layer, box.top)
    if not count:
        canvas.put(_ko_card(""), box.left, box.top)
    caption = at(box.left, box.bottom - 27, box.width, 27)
    canvas.write(caption, f"deck {count}", CAPTION, QUIET, "left")


@sprite(keep=4)
def _back(colour: Colour) -> Image.Image:
    pen = Pen(CARD_WIDTH, CARD_HEIGHT)
    pen.block(0, 0, CARD_WIDTH - 0.25, CARD_HEIGHT - 0.25, INK, 7)
    pen.block(2, 2, CARD_WIDTH - 2.25, CARD_HEIGHT - 2.25, colour, 5)
    pen.block(6, 6, CARD_WIDTH - 6.25, CARD_HEIGHT - 6.25, EDGE, 3)
    put_mark(pen, "spark", CARD_WIDTH / 2, CARD_HEIGHT / 2, 16, colour, EDGE)
    return pen.done()
