"""Brawlers and items as cards: as much of them as a card of its size has room for."""

from collections.abc import Sequence
from functools import cache
from itertools import product

from PIL import Image

from images.brawl_mart import look
from images.brawl_mart.words import does, formula, held, in_brief
from images.kit.box import Box, at
from images.kit.canvas import Canvas, slab
from images.kit.marks import mark_sprite, put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import STRONG, Style, fit, width_of, write
from images.kit.theme import DARK, GOLD, INK, PAPER, QUIET, Colour, readable
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.state import KNOCKED_OUT, SLAIN, STANDING

RIM, ROUND = 3, 12  # a card's edge and corners
LINE = 35  # from line to line of words
STATS = 44
NAME, TYPE = 33, 32  # lines of the band
HELD, EDGE = 34, 6  # lines of the item at the foot, and what stays free below them
MOST = 9  # lines
LOW, SLIM = 112, 330  # a card lower than this, and at least so wide, says all beside its dice
HALF = 30  # lines of such a card, where there are two below its name
NAMED, LETTER = 0.66, 34  # of a plate is the name, with so much for its type
CREST = 35  # the least height of what resistance stands on
LOWEST = 66  # has room for its name, and for its dice below
BRIEF = 100  # and for what it can do in brief below those
WIDE = 480  # a card of this width has its type beside its name
MEDIUM = 345  # and one of this width beside its dice
WORDS = STRONG.sized(READ, READ)
FALLEN = {KNOCKED_OUT: ("dizzy", "knocked out"), SLAIN: ("cross", "slain")}
SAYS = STRONG.sized(36, READ)  # larger where there is room
FORMULA = Style("sans", 700, 31, READ)
NUMBER = Style("serif", 800, 32, READ)


@sprite(keep=128)
def brawler_card(
    card: int,
    width: int,
    height: int,
    state: int = STANDING,
    item: int = -1,
    *,
    own: bool = True,
    glow: bool = False,
    waits: bool = False,
) -> Image.Image:
    """Name, type, dice and resistance; what it can do, and what it holds, where there is room."""
    paper = look.DIM if waits else PAPER
    whole, ground = Box(0, 0, width, height), paper if state == STANDING else DARK
    canvas = Canvas(width, height, Image.new("RGB", (width, height), INK))
    canvas.fill(whole.inset(RIM), ground)
    rest = _draw_band(canvas, whole.inset(RIM), card, state)
    low = _is_low(whole.inset(RIM))
    standing = _draw_low if low else _draw_stats
    rest = (standing if state == STANDING else _draw_fallen)(canvas, rest, card, state, own, paper)
    if item >= 0:
        rest = _draw_held(canvas, rest, item, own=own)
    if state == STANDING and not low:
        said = (does(card, own=own), in_brief(card)) if own else (does(card, own=own),)
        _draw_ability(canvas, rest, said, (10, 4) if item >= 0 else (EDGE,))
    if glow:  # over the card's edge, so that a rim takes no words away
        canvas.draw.rounded_rectangle((0, 0, width - 1, height - 1), ROUND, None, GOLD, 2 * RIM)
    return _rounded(canvas.image)


@sprite(keep=64)
def brawler_plate(card: int, width: int, height: int, *, glow: bool = False) -> Image.Image:
    """Name, type by its letter, dice and resistance in one line, where there is no room for a card."""
    canvas = Canvas(width, height, Image.new("RGB", (width, height), INK))
    band = look.band_of(card)
    name, stats = Box(0, 0, width, height).cut_left(round(width * NAMED))
    canvas.fill(name, band.colour)
    canvas.fill(stats, PAPER)
    ink = readable(band.colour)
    name, letter = name.cut_left(name.width - LETTER)
    canvas.write(name._replace(left=name.left + 7), BRAWLERS[card].name, WORDS, ink, "left")
    canvas.write(letter, band.letter, WORDS, ink)
    stats, number = stats.cut_left(stats.width - 44)
    canvas.fill(number, INK)
    canvas.write(number, str(BRAWLERS[card].resistance), NUMBER, PAPER)
    kind = mark_sprite(look.KINDS[BRAWLERS[card].kind], 28, INK, PAPER)
    canvas.centre(kind, stats.left + 19, stats.centre[1])
    dice = stats._replace(left=stats.left + 38)
    canvas.write(dice, formula(card, own=True), FORMULA, INK, "left")
    if glow:
        canvas.draw.rounded_rectangle((0, 0, width - 1, height - 1), ROUND, None, GOLD, 2 * RIM)
    return _rounded(canvas.image)


def _draw_ability(canvas: Canvas, box: Box, texts: Sequence[str], free: Sequence[int]) -> None:
    """What a brawler can do, in full or in brief, with the most of what is to stay free below."""
    for said, below in product(texts, free):
        body = Box(box.left + 8, box.top + 1, box.right - 8, box.bottom - below)
        lines = (body.height + 6) // LINE
        if lines > 0 and not fit(said, WORDS, body.width, body.height, lines).cut:
            canvas.write(body, said, SAYS, INK, "left", "top", lines=lines)
            return


def _draw_band(canvas: Canvas, box: Box, card: int, state: int) -> Box:
    """The name on the colour of the type, and the type's word unless it stands lower down."""
    brawler, band = BRAWLERS[card], look.band_of(card)
    colour = band.colour if state == STANDING else DARK
    ink = readable(colour) if state == STANDING else QUIET
    lines, below = (1, False) if _is_low(box) else _band_lines(card, box.width)
    tall = HALF if _is_low(box) else NAME * lines + 6
    strip, rest = box.cut_top(tall + TYPE * below)
    canvas.fill(strip, colour)
    name, foot = strip.cut_top(tall)
    canvas.write(name.inset(7, 0), brawler.name, WORDS, ink, "left", lines=lines)
    if box.width >= WIDE:
        canvas.write(name.inset(8, 0), brawler.type, WORDS, ink, "right")
    elif below:
        canvas.write(foot.inset(7, 0), brawler.type, WORDS, ink, "left")
    return rest


def _band_lines(card: int, width: int) -> tuple[int, bool]:
    """In how many lines a name is written, and whether the type stands below it."""
    brawler = BRAWLERS[card]
    room = width - 14 - (width_of(brawler.type, WORDS) + 16) * (width >= WIDE)
    return 1 if not fit(brawler.name, WORDS, room, 40, 1).cut else 2, width < MEDIUM


def _draw_stats(canvas: Canvas, box: Box, card: int, state: int, own: bool, paper: Colour) -> Box:
    """How it attacks, with which dice, what it resists; in words where there is room."""
    brawler = BRAWLERS[card]
    line, rest = box.cut_top(min(STATS, box.height))
    middle = line.centre[1]
    kind = mark_sprite(look.KINDS[brawler.kind], 28, INK, paper)
    canvas.centre(kind, line.left + 22, middle)
    crest = mark_sprite("crest", min(42, line.height), INK, paper)
    canvas.centre(crest, line.right - 27, middle)
    number = at(line.right - 47, middle - 22, 40, 42)
    canvas.write(number, str(brawler.resistance), NUMBER, PAPER)
    words = line._replace(left=line.left + 42, right=line.right - 56)
    if line.width >= WIDE:
        canvas.write(words, f"{formula(card, own=own)} {brawler.kind}", FORMULA, INK, "left")
        canvas.write(words, "resists", WORDS, INK, "right")
        return rest
    canvas.write(words, formula(card, own=own), FORMULA, INK, "left")
    if line.width >= MEDIUM:
        canvas.write(words, brawler.type, WORDS, INK, "right")
    return rest


def _is_low(box: Box) -> bool:
    return box.height < LOW and box.width >= SLIM


def _draw_low(canvas: Canvas, box: Box, card: int, state: int, own: bool, paper: Colour) -> Box:
    """Dice, what it can do in brief, and what it resists; its type unless that is above."""
    brawler, middle = BRAWLERS[card], box.centre[1]
    number = at(box.right - 44, middle - 22, 40, 42)
    if box.height < CREST:  # a number would not lie on it
        canvas.fill(box._replace(left=number.left), INK)
    else:
        crest = mark_sprite("crest", min(42, box.height), INK, paper)
        canvas.centre(crest, box.right - 24, middle)
    canvas.write(number, str(brawler.resistance), NUMBER, PAPER)
    line, below = box.cut_top(HALF if box.width < WIDE and box.height >= 2 * HALF else box.height)
    kind = mark_sprite(look.KINDS[brawler.kind], 28, INK, paper)
    canvas.centre(kind, line.left + 19, line.centre[1])
    words = line._replace(left=line.left + 36, right=line.right - 48)
    dice = canvas.write(words, formula(card, own=own), FORMULA, INK, "left")
    if box.width >= WIDE:
        canvas.write(words._replace(left=dice.right + 14), in_brief(card), WORDS, INK, "left")
        return below
    canvas.write(words, brawler.type, WORDS, INK, "right")
    if below.height >= HALF:
        foot = below._replace(left=below.left + 7, right=words.right)
        canvas.write(foot, in_brief(card), WORDS, INK, "left")
    return below


def _draw_fallen(canvas: Canvas, box: Box, card: int, state: int, own: bool, paper: Colour) -> Box:
    mark, said = FALLEN[state]
    lines = _fallen_lines(state, box.width)
    line, rest = box.cut_top(min(STATS + LINE * (lines - 1), box.height))
    canvas.centre(mark_sprite(mark, 34, QUIET, DARK), line.left + 26, line.centre[1])
    canvas.write(line._replace(left=line.left + 50), said, WORDS, QUIET, "left", lines=lines)
    return rest


def _fallen_lines(state: int, width: int) -> int:
    """In how many lines it is said how a brawler has fallen."""
    return 1 if not fit(FALLEN[state][1], WORDS, width - 50, STATS, 1).cut else 2


def _draw_held(canvas: Canvas, box: Box, item: int, *, own: bool) -> Box:
    """The item at the foot of the card: with what it does, or by its name alone."""
    room = box.inset(8, 1)
    for said in (_item_words(item, own=own), ITEMS[item].name):
        for lines in (1, 2):
            tall = 2 + HELD * lines
            if tall <= box.height and not fit(said, WORDS, room.width, tall - 2, lines).cut:
                rest, foot = box.cut_top(max(0, box.height - tall - EDGE))
                canvas.fill(foot, look.SHELF)
                canvas.write(foot.inset(8, 1), said, WORDS, INK, "left", "top", lines=lines)
                return rest
    return box


def _item_words(item: int, *, own: bool) -> str:
    return f"{ITEMS[item].name}: {held(item, own=own)}"


@cache
def height_of(
    card: int, width: int, state: int, item: int, *, own: bool, brief: bool = False
) -> int:
    """How high a card of some width must be to say all that there is to say, or that in brief."""
    inner = width - 2 * RIM
    lines, below = _band_lines(card, inner)
    height = 2 * RIM + NAME * lines + 6 + TYPE * below + STATS
    if state != STANDING:
        height += LINE * (_fallen_lines(state, inner) - 1)
    if state == STANDING:
        height += LINE * _lines(in_brief(card) if brief else does(card, own=own), inner - 16) + EDGE
        if item >= 0:
            height += HELD * _lines(_item_words(item, own=own), inner - 16) + 2
    return height


def _lines(said: str, width: int) -> int:
    """In how many lines words can be read."""
    some = (n for n in range(1, MOST) if not fit(said, WORDS, width, LINE * n, n).cut)
    return next(some, MOST)


def _rounded(image: Image.Image) -> Image.Image:
    """A card with round corners."""
    card = image.convert("RGBA")
    card.putalpha(_corners(image.width, image.height, ROUND))
    return card


@sprite(keep=16)
def _corners(width: int, height: int, radius: int) -> Image.Image:
    return slab(width, height, INK, radius).getchannel("A")


@sprite(keep=64)
def item_plate(item: int, width: int, height: int) -> Image.Image:
    """An item by its mark and name."""
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, 12)
    pen.block(3, 3, width - 3.25, height - 3.25, look.SHELF, 9)
    marked = not fit(ITEMS[item].name, WORDS, width - 37, height - 4, 2).cut
    if marked:
        put_mark(pen, look.ITEM_MARKS[item], 19, height / 2, 26, INK, look.SHELF)
    picture = pen.done()
    name = Box(34 if marked else 6, 2, width - 3, height - 2)
    write(picture, name, ITEMS[item].name, WORDS, INK, "left", lines=2)
    return picture
