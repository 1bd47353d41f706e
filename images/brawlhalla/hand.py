"""The private hand: cards with value, name, trigger and effect; by name on the board itself."""

from collections.abc import Sequence

from PIL import Image

from images.brawlhalla import look
from images.brawlhalla.legends import portrait
from images.brawlhalla.words import name_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.plates import header
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import BODY, HEADING, STRONG, Style, fit, write
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED, readable
from rules.brawlhalla.content.legends import CARDS, DECK, LEGENDS, VALUE
from rules.brawlhalla.content.powers import CASE, Power, says
from rules.brawlhalla.text.names import SWORD, card_name, does
from rules.brawlhalla.view import FighterView, View
from rules.engine.text import capital

HEADER = Box(20, 8, WIDTH - 20, 86)
TOP = 92
GAP = 8
LARGE, SMALL = (3, 352, 296), (4, 264, 194)  # cards in a row, and a card's width and height
LINE = BODY.sized(30, READ)
WORDS = STRONG.sized(READ, READ)
VALUE_STYLE = Style("serif", 800, 60, 40)
SLIP = 40  # the height of a card by name


def private(view: View) -> bytes | None:
    """The viewer's own hand as PNG bytes; none before there is one."""
    if view.player is None:
        return None
    mine = view.fighters[view.player]
    cards = sorted(mine.hand)
    known = [(place, card) for place, card in enumerate(mine.deck) if card >= 0]
    if not cards and not known:
        return None
    canvas = Canvas(WIDTH, HEIGHT)
    _draw_header(canvas, view, mine)
    size = LARGE if len(cards) <= 2 * LARGE[0] else SMALL
    plain = view.mode == "discovery"
    for place, card in enumerate(cards):
        box = place_of(place, size)
        canvas.put(face(card, box.width, box.height, plain=plain), box.left, box.top)
    if len(cards) <= LARGE[0]:
        _draw_beside(canvas, Box(14, TOP + LARGE[2] + GAP, WIDTH - 14, HEIGHT - 10), mine, known)
    return canvas.png(look.CARD_FLATS)


def place_of(number: int, size: tuple[int, int, int], top: int = TOP) -> Box:
    """Where a card lies among others, row by row."""
    columns, width, height = size
    row, column = divmod(number, columns)
    return at(14 + column * (width + GAP), top + row * (height + GAP), width, height)


def _draw_header(canvas: Canvas, view: View, mine: FighterView) -> None:
    assert view.player is not None
    count = len(mine.hand)
    hurt = look.DAMAGE[mine.damage].word
    parts = [f"{name_of(view, view.player)}, {hurt}", f"{count} card{'s' * (count != 1)}"]
    parts.append("no effects in discovery" if view.mode == "discovery" else "only you see this")
    picture = portrait(mine.legend, look.team_of(view, view.player), 66, damage=mine.damage)
    header(canvas, HEADER, "Your hand", " · ".join(parts), picture)


# -- a card


@sprite(keep=128)  # every card, of 400 kB each
def face(card: int, width: int, height: int, *, plain: bool = False) -> Image.Image:
    """A card of the hand: value and name on the colour of its trigger, below what it does."""
    power = CARDS[card]
    band = look.BANDS[power.when]
    ground = look.SLATE if plain else band.colour
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, 16)
    pen.block(3, 3, width - 3.25, height - 3.25, PAPER, 13)
    top, rest = at(0, 0, width, height).inset(3).cut_top(78)
    pen.block(top.left, top.top, top.right - 0.25, top.bottom, ground, 13)
    pen.block(top.left, top.centre[1], top.right - 0.25, top.bottom, ground)
    tall = min(44, rest.height - 2)
    trigger, words = rest.inset(10, 1).cut_top(tall)
    if plain:
        size = min(130, rest.height - 16)
        put_mark(pen, look.EMBLEMS[card // DECK], *rest.centre, size, look.FAINT, PAPER)
    else:
        pen.circle(trigger.left + 20, trigger.centre[1], tall / 2 - 2, band.colour)
        put_mark(
            pen, look.KINDS[power.of], trigger.right - 18, trigger.centre[1], tall - 8, INK, PAPER
        )
    picture = pen.done()
    value, name = top.cut_left(62)
    ink = readable(ground)
    write(picture, value.inset(4, 2), str(VALUE[card]), VALUE_STYLE, ink)
    title = HEADING.sized(31, READ) if width > 270 else WORDS  # the narrower letters
    write(picture, name.inset(2, 3), power.name, title, ink, "left", lines=2)
    if not plain:
        _write_power(picture, power, trigger, words)
    return picture


def _write_power(picture: Image.Image, power: Power, trigger: Box, words: Box) -> None:
    """When and what a card does; where there is little room, only when."""
    band = look.BANDS[power.when]
    letter = at(trigger.left, trigger.top, 40, trigger.height)
    write(picture, letter, band.letter, WORDS, readable(band.colour))
    line = trigger._replace(left=trigger.left + 48, right=trigger.right - 40)
    if not fit(capital(power.trigger), WORDS, line.width, line.height, 1).cut:
        write(picture, line, capital(power.trigger), WORDS, INK, "left")
    case = CASE[power.only]
    said = capital(f"{case}: {does(power)}." if case else f"{does(power)}.")
    style, lines = BODY.sized(30, READ), words.height // 35
    if lines and not fit(said, style, words.width, words.height, lines).cut:
        write(picture, words, said, style, INK, "left", "top", lines=lines)


# -- what lies beside it


def _draw_beside(
    canvas: Canvas, box: Box, mine: FighterView, known: Sequence[tuple[int, int]]
) -> None:
    """The Legend's power, the weapon that is up, and the top of the deck where it is known."""
    legend = LEGENDS[mine.legend]
    cells = box.columns(3, GAP)
    weapon = legend.weapons[mine.side]
    _draw_power(canvas, cells[0], "spark", "your Legend", legend.power)
    _draw_power(canvas, cells[1], "sword", f"weapon, {SWORD[mine.sword]}", weapon)
    if known:
        _draw_deck(canvas, cells[2], known, len(mine.deck))


def _draw_power(canvas: Canvas, box: Box, mark: str, said: str, power: Power) -> None:
    canvas.panel(box, RAISED, 14, EDGE)
    top, rest = box.inset(14, 8).cut_top(80)
    canvas.put(mark_sprite(mark, 48, GOLD, RAISED), top.left, top.centre[1] - 24)
    upper, lower = top._replace(left=top.left + 60).cut_top(40)
    canvas.write(upper, power.name, HEADING.sized(31, READ), PAPER, "left")
    canvas.write(lower, said, WORDS, QUIET, "left")
    lines = rest.height // 35
    canvas.write(rest, says(power), LINE, PAPER, "left", "top", lines=lines)


def _draw_deck(canvas: Canvas, box: Box, known: Sequence[tuple[int, int]], count: int) -> None:
    """The cards of one's own deck whose place is known, as many as there is room for."""
    canvas.panel(box, RAISED, 14, EDGE)
    title, rest = box.inset(14, 8).cut_top(40)
    canvas.write(title, "Known of your deck", WORDS, QUIET, "left")
    for row, (place, card) in enumerate(known[: rest.height // 76]):
        entry = at(rest.left, rest.top + row * 76, rest.width, 76)
        upper, lower = entry.cut_top(36)
        canvas.write(upper, _ordinal(place, count), WORDS, GOLD, "left")
        canvas.write(lower, card_name(card), WORDS, PAPER, "left")


def _ordinal(place: int, count: int) -> str:
    if place == 0:
        return "top"
    if place == count - 1:
        return "bottom"
    ending = {2: "nd", 3: "rd"}.get(place + 1, "th")
    return f"{place + 1}{ending}"


# -- on the board


def hand_height(cards: Sequence[int]) -> int:
    """How high the hand is, a line for each card."""
    return len(cards) * SLIP + 12 if cards else 0


def draw_hand(canvas: Canvas, box: Box, cards: Sequence[int], golden: set[int]) -> None:
    """The hand by value and name; the cards that can be played now have a golden rim."""
    for place, card in enumerate(sorted(cards)):
        spot = at(box.left, box.top + 6 + place * SLIP, box.width, SLIP - 3)
        canvas.put(_slip(card, spot.width, spot.height, card in golden), spot.left, spot.top)


@sprite(keep=256)
def _slip(card: int, width: int, height: int, golden: bool) -> Image.Image:
    power = CARDS[card]
    band = look.BANDS[power.when]
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, GOLD if golden else INK, 10)
    pen.block(3, 3, width - 3.25, height - 3.25, PAPER, 8)
    pen.block(3, 3, 42, height - 3.25, band.colour, 8)
    pen.block(30, 3, 42, height - 3.25, band.colour)
    picture = pen.done()
    write(picture, at(3, 0, 38, height), str(VALUE[card]), WORDS, readable(band.colour))
    write(picture, Box(48, 0, width - 6, height), power.name, WORDS, INK, "left")
    return picture
