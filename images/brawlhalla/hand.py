"""The private hand: cards with value, name, trigger and effect, and what else its owner knows."""

from collections.abc import Sequence

from PIL import Image

from images.brawlhalla import look
from images.brawlhalla.legends import portrait
from images.brawlhalla.words import name_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.cards import emblem
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, lifted, sprite
from images.kit.plates import header
from images.kit.text import BODY, HEADING, STRONG, Style, write
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED, readable
from rules.brawlhalla.content.legends import CARDS, DECK, LEGENDS, VALUE
from rules.brawlhalla.content.powers import CASE, Power, says
from rules.brawlhalla.text.names import SWORD, card_name, does
from rules.brawlhalla.view import FighterView, View
from rules.engine.text import capital

WIDTH = 1000
HEADER = Box(24, 14, WIDTH - 24, 102)
TOP = 118
COLUMNS, GAP = 3, 14
CARD_WIDTH, CARD_HEIGHT = 312, 290
POWER = 92
KNOWN = 78
BAND = 78
VALUE_STYLE = Style("serif", 800, 62, 40)


def private(view: View) -> bytes | None:
    """The viewer's own hand as PNG bytes; none before there is one."""
    if view.player is None:
        return None
    mine = view.fighters[view.player]
    cards = sorted(mine.hand)
    known = [(place, card) for place, card in enumerate(mine.deck) if card >= 0]
    if not cards and not known:
        return None
    powers = TOP + -(-len(cards) // COLUMNS) * (CARD_HEIGHT + GAP)
    fits = len(cards) % COLUMNS == 1  # two places are free beside the last card
    decks = powers + (0 if fits else 2 * (POWER + GAP))
    plain = view.mode == "discovery"
    canvas = Canvas(WIDTH, decks + (KNOWN * len(known) + 46) * bool(known) + 4)
    _draw_header(canvas, view, mine)
    for place, card in enumerate(cards):
        box = place_of(place)
        canvas.put_lifted(face(card, plain=plain), box.left, box.top)
    for number, (mark, said, power) in enumerate(_powers(mine)):
        if fits:
            _draw_tall(canvas, place_of(len(cards) + number), mark, said, power)
        else:
            strip = at(14, powers + number * (POWER + GAP), WIDTH - 28, POWER)
            _draw_strip(canvas, strip, mark, said, power)
    if known:
        box = Box(14, decks, WIDTH - 14, canvas.image.height)
        _draw_deck(canvas, box, known, len(mine.deck), plain=plain)
    return canvas.png(look.CARD_FLATS)


def place_of(number: int, top: int = TOP) -> Box:
    """Where a card lies among others, row by row."""
    row, column = divmod(number, COLUMNS)
    x, y = 18 + column * (CARD_WIDTH + GAP), top + row * (CARD_HEIGHT + GAP)
    return at(x, y, CARD_WIDTH, CARD_HEIGHT)


def _draw_header(canvas: Canvas, view: View, mine: FighterView) -> None:
    assert view.player is not None
    count = len(mine.hand)
    hurt = look.DAMAGE[mine.damage].word
    parts = [f"{name_of(view, view.player)}, {hurt}", f"{count} card{'s' * (count != 1)}"]
    if view.mode == "discovery":
        parts.append("discovery mode: cards have no effects")
    else:
        parts.append("only you see this")
    picture = portrait(mine.legend, look.team_of(view, view.player), 70, damage=mine.damage)
    header(canvas, HEADER, "Your hand", " · ".join(parts), picture)


# -- a card


@sprite(keep=128)  # every card, of 400 kB each
def face(card: int, *, plain: bool = False) -> Image.Image:
    """A card of the hand: value and name on the colour of its trigger, below what it does."""
    power = CARDS[card]
    band = look.BANDS[power.when]
    pen = Pen(CARD_WIDTH, CARD_HEIGHT)
    whole = at(0, 0, CARD_WIDTH, CARD_HEIGHT)
    pen.block(*whole.inset(0), INK, 18)
    pen.block(3, 3, CARD_WIDTH - 3.25, CARD_HEIGHT - 3.25, PAPER, 15)
    top, rest = whole.inset(3).cut_top(BAND)
    ground = look.SLATE if plain else band.colour
    pen.block(top.left, top.top, top.right - 0.25, top.bottom, ground, 15)
    pen.block(top.left, top.centre[1], top.right - 0.25, top.bottom, ground)
    ink = readable(ground)
    value, name = top.cut_left(66)
    trigger, words = rest.inset(14, 10).cut_top(44)
    words = words._replace(top=words.top + 10)
    if plain:
        put_mark(pen, look.EMBLEMS[card // DECK], *rest.centre, 130, look.FAINT, PAPER)
    else:
        pen.circle(trigger.left + 20, trigger.centre[1], 20, band.colour)
        emblem(pen, band.shape, trigger.left + 20, trigger.centre[1], 13)
        put_mark(pen, look.KINDS[power.of], trigger.right - 18, trigger.centre[1], 36, INK, PAPER)
    picture = pen.done()
    write(picture, value.inset(4, 2), str(VALUE[card]), VALUE_STYLE, ink)
    write(picture, name.inset(6, 5), power.name, HEADING.sized(30, 24), ink, "left", lines=2)
    if plain:
        return lifted(picture)
    letter = at(trigger.left, trigger.top, 40, trigger.height)
    write(picture, letter, band.letter, STRONG.sized(17, 15), INK)
    line = trigger._replace(left=trigger.left + 50, right=trigger.right - 40)
    write(picture, line, capital(power.trigger), STRONG.sized(28, 24), INK, "left")
    case, effect = CASE[power.only], does(power)
    if case:
        upper, words = words.cut_top(36)
        write(picture, upper, capital(case), STRONG.sized(24, 22), look.SLATE, "left")
    write(picture, words, capital(effect) + ".", BODY.sized(29, 24), INK, "left", "top", lines=5)
    return lifted(picture)


# -- what lies beside it


def _powers(mine: FighterView) -> list[tuple[str, str, Power]]:
    """The Legend's power and the weapon that is up."""
    legend = LEGENDS[mine.legend]
    return [
        ("spark", "your Legend", legend.power),
        ("sword", f"weapon, {SWORD[mine.sword]}", legend.weapons[mine.side]),
    ]


def _draw_strip(canvas: Canvas, box: Box, mark: str, said: str, power: Power) -> None:
    canvas.panel(box, RAISED, 14, EDGE)
    inner = box.inset(18, 8)
    canvas.put(mark_sprite(mark, 46, GOLD, RAISED), inner.left, inner.centre[1] - 23)
    left, right = inner._replace(left=inner.left + 62).cut_left(250)
    upper, lower = left.cut_top(left.height // 2 + 2)
    canvas.write(upper, power.name, HEADING.sized(29, 22), PAPER, "left")
    canvas.write(lower, said, BODY.sized(23, 20), QUIET, "left")
    canvas.write(right, says(power), BODY.sized(26, 22), PAPER, "left", lines=2)


def _draw_tall(canvas: Canvas, box: Box, mark: str, said: str, power: Power) -> None:
    canvas.panel(box, RAISED, 18, EDGE)
    top, rest = box.inset(16, 12).cut_top(BAND - 8)
    canvas.put(mark_sprite(mark, 48, GOLD, RAISED), top.left, top.centre[1] - 24)
    upper, lower = top._replace(left=top.left + 62).cut_top(40)
    canvas.write(upper, power.name, HEADING.sized(30, 22), PAPER, "left")
    canvas.write(lower, said, BODY.sized(23, 20), QUIET, "left")
    words = rest._replace(top=rest.top + 10)
    canvas.write(words, says(power), BODY.sized(27, 24), PAPER, "left", "top", lines=5)


# -- the deck


def _draw_deck(
    canvas: Canvas, box: Box, known: Sequence[tuple[int, int]], count: int, *, plain: bool
) -> None:
    """The cards of the viewer's deck whose places are known."""
    line, rest = box.cut_top(44)
    words = line._replace(left=line.left + 10)
    canvas.write(words, "What you know of your deck", STRONG.sized(26, 22), QUIET, "left")
    for row, (place, card) in enumerate(known):
        entry = at(rest.left, rest.top + row * KNOWN, rest.width, KNOWN - 10)
        canvas.panel(entry, RAISED, 12, EDGE)
        left, right = entry.inset(16, 4).cut_left(102)
        canvas.write(left, _ordinal(place, count), STRONG.sized(25, 20), GOLD, "left")
        name, effect = right.cut_left(right.width if plain else 250)
        canvas.write(name, card_name(card), STRONG.sized(26, 20), PAPER, "left")
        if not plain:
            canvas.write(effect, says(CARDS[card]), BODY.sized(23, 20), PAPER, "left", lines=2)


def _ordinal(place: int, count: int) -> str:
    if place == 0:
        return "top"
    if place == count - 1:
        return "bottom"
    ending = {2: "nd", 3: "rd"}.get(place + 1, "th")
    return f"{place + 1}{ending}"
