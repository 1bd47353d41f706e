"""The private hand: cards with value, name, trigger and effect; by name on the board itself."""

from collections.abc import Sequence

from PIL import Image

from images.brawlhalla import look
from images.brawlhalla.exchange import draw_exchange, height_of
from images.brawlhalla.legends import portrait
from images.brawlhalla.words import brief, brief_case, name_of, printed
from images.kit.box import Box, at
from images.kit.canvas import Canvas, slab
from images.kit.marks import mark_sprite
from images.kit.pen import Pen, sprite
from images.kit.plates import header
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import BODY, HEADING, STRONG, Style, fit, write
from images.kit.theme import EDGE, GOLD, INK, PAPER, QUIET, RAISED, Colour, readable
from rules.brawlhalla.content.legends import CARDS, DECK, LEGENDS, VALUE
from rules.brawlhalla.content.powers import CASE, Power, says
from rules.brawlhalla.state.options import Discard, TakeBack
from rules.brawlhalla.text.names import SWORD, card_name, does
from rules.brawlhalla.view import FighterView, View, foreseen
from rules.engine.state import Option
from rules.engine.text import capital, place_in

HEADER = Box(20, 8, WIDTH - 20, 86)
TOP = 92
GAP = 8
# Cards in a row, and a card's width and height: of up to six, of up to eight, of more.
LARGE, MIDDLE, SMALL = (3, 352, 296), (4, 264, 296), (4, 264, 194)
MOST = 12  # of the small ones
NARROW, TALL = 264, 250  # a card that is no wider, and one that is high enough for all its words
LETTER = 46  # room for the letter of a trigger
LINE = BODY.sized(30, READ)
WORDS = STRONG.sized(READ, READ)
EFFECT = BODY.sized(READ, READ)
VALUE_STYLE = Style("serif", 800, 60, 40)
SLIPS = (66, 40, 36)  # the height of a card by name: with what it does, without, and tightly
BETWEEN = 2  # two of these
RIM = 3
WORD = 28  # the height of a line of them, from its capitals to what hangs below
CHOSEN = {  # questions about cards alone, and what the picture of these is called
    "discard": "Which card do you discard?",
    "salvage": "Which card do you take back?",
    "foresee": "The top card of your deck",
}


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
    first = max(len(cards), LARGE[0])  # a row of its own where that is the whole hand
    size = _draw_faces(canvas, cards, first + 2 + bool(known), plain=view.mode == "discovery")
    if not cards:
        nothing = Box(18, TOP, WIDTH - 14, TOP + LARGE[2])
        canvas.write(nothing, "Your hand is empty", WORDS, QUIET)
    _draw_beside(canvas, [place_of(n, size) for n in range(first, MOST)], mine, known)
    return canvas.png(look.CARD_FLATS)


def panel(view: View, options: Sequence[Option] = (), names: Sequence[str] = ()) -> bytes | None:
    """The cards in full where one of them is chosen; elsewhere one looks at the board."""
    if view.player is None or view.asked != view.player or view.question not in CHOSEN:
        return None
    mine = view.fighters[view.player]
    cards = sorted(mine.hand)
    if view.question == "salvage":
        cards = sorted({option.card for option in options if isinstance(option, TakeBack)})
    elif view.question == "discard":  # as the buttons stand
        cards = [option.card for option in options if isinstance(option, Discard)] or cards
    elif view.question == "foresee":
        cards = [foreseen(view)]
    canvas = Canvas(WIDTH, HEIGHT)
    picture = portrait(mine.legend, look.team_of(view, view.player), 66, damage=mine.damage)
    plain = view.mode == "discovery"
    line = f"Value{' and name' if plain else ', name, trigger and effect'} · only you see this"
    header(canvas, HEADER, CHOSEN[view.question], line, picture)
    _draw_faces(canvas, cards, len(cards), plain=plain)
    if view.question != "discard" and len(cards) <= LARGE[0]:
        _draw_held(canvas, sorted(mine.hand), plain=plain)
    elif view.question == "discard" and len(cards) < 2 * LARGE[0]:  # what they may be needed for
        beside = place_of(max(len(cards), LARGE[0]), LARGE)
        if height := height_of(view):
            draw_exchange(canvas, beside._replace(bottom=beside.top + height), view)
    return canvas.png(look.CARD_FLATS)


def _draw_held(canvas: Canvas, hand: Sequence[int], *, plain: bool) -> None:
    """What one holds besides, in a few words."""
    said = "Your hand" if hand else "Your hand is empty"
    title, rest = Box(18, TOP + LARGE[2] + GAP, WIDTH - 14, HEIGHT - 8).cut_top(38)
    canvas.write(title, said, WORDS, QUIET, "left")
    for number, card in enumerate(hand):
        row, column = divmod(number, LARGE[0])
        cell = rest._replace(left=14).columns(LARGE[0], GAP)[column]
        picture = _slip(card, cell.width, SLIPS[0] - 4, False, plain)
        canvas.put(picture, cell.left, cell.top + row * SLIPS[0])


def _draw_faces(
    canvas: Canvas, cards: Sequence[int], count: int, *, plain: bool
) -> tuple[int, int, int]:
    """Cards as large as there is room for, beside others of so many in all; their size."""
    size = next((s for s in (LARGE, MIDDLE) if count <= 2 * s[0]), SMALL)
    for place, card in enumerate(cards):
        box = place_of(place, size)
        canvas.put(face(card, box.width, box.height, plain=plain), box.left, box.top)
    return size


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
    if view.mode == "discovery":
        parts.append("no effects in discovery")
    else:  # in the end all hands are told
        parts.append("only you see this" if view.outcome is None else "as the match ended")
    picture = portrait(mine.legend, look.team_of(view, view.player), 66, damage=mine.damage)
    header(canvas, HEADER, "Your hand", " · ".join(parts), picture)


# -- a card


@sprite(keep=128)  # every card, of 400 kB each
def face(card: int, width: int, height: int, *, plain: bool = False) -> Image.Image:
    """A card of the hand: value and name on the colour of its trigger, below what it does."""
    power = CARDS[card]
    ground = look.SLATE if plain else look.BANDS[power.when].colour
    top, rest = at(0, 0, width, height).inset(3).cut_top(78 if width > NARROW else 76)
    picture = _sheet(width, height, top, ground).copy()
    if plain:
        size = min(130, rest.height - 16)
        _stamp(picture, mark_sprite(look.EMBLEMS[card // DECK], size, look.FAINT, PAPER), rest)
    elif height >= TALL:
        if width > NARROW:
            top, corner = top.cut_left(top.width - 40)
            kind = mark_sprite(look.KINDS[power.of], 32, readable(ground), ground)
            _stamp(picture, kind, corner._replace(right=corner.right - 6))
        _write_tall(picture, power, rest.inset(10, 3))
    else:
        _write_low(picture, power, rest.inset(10, 1))
    value, name = top.cut_left(62)
    ink = readable(ground)
    write(picture, value.inset(4, 2), str(VALUE[card]), VALUE_STYLE, ink)
    title = HEADING.sized(31, READ) if width > NARROW else WORDS  # the narrower letters
    write(picture, name.inset(2, 3), power.name, title, ink, "left", lines=2)
    return picture


@sprite(keep=20)  # a few colours in each size
def _sheet(width: int, height: int, top: Box, ground: Colour) -> Image.Image:
    """A card with nothing on it but the colour at its top."""
    # Only round corners need smoothing: to draw all of it large and reduce it takes most of the time.
    picture = slab(width, height, INK, 16)
    picture.alpha_composite(slab(width - 6, height - 6, PAPER, 13), (3, 3))
    band = slab(top.width, top.height + 13, ground, 13).crop((0, 0, top.width, top.height))
    picture.alpha_composite(band, (top.left, top.top))
    return picture


def _stamp(picture: Image.Image, mark: Image.Image, box: Box) -> None:
    """Put a mark into the middle of a box."""
    x, y = box.centre
    picture.alpha_composite(mark, (x - mark.width // 2, y - mark.height // 2))


def _write_tall(picture: Image.Image, power: Power, box: Box) -> None:
    """When a card may be used, beside its letter, and what it does."""
    said = printed(power)
    rows = 1 if not fit(said, WORDS, box.width - LETTER, 40, 1).cut else 2
    trigger, words = box.cut_top(8 + rows * 35)
    _stamp(picture, trigger_dot(power.when, 40), trigger._replace(right=trigger.left + 40))
    line = trigger._replace(left=trigger.left + LETTER)
    write(picture, line, said, WORDS, INK, "left", lines=rows)
    _write_effect(picture, power, words)


def _write_low(picture: Image.Image, power: Power, box: Box) -> None:
    """The trigger as a letter, a word and a mark, and what the card does where there is room."""
    tall = min(38, box.height)
    trigger, words = box.cut_top(tall)
    _stamp(picture, trigger_dot(power.when, tall), trigger._replace(right=trigger.left + 40))
    kind = mark_sprite(look.KINDS[power.of], tall - 8, INK, PAPER)
    _stamp(picture, kind, trigger._replace(left=trigger.right - 36))
    line = trigger._replace(left=trigger.left + LETTER, right=trigger.right - 38)
    write(picture, line, power.of, WORDS, INK, "left")
    _write_effect(picture, power, words)


def _write_effect(picture: Image.Image, power: Power, words: Box) -> None:
    """What a card does, in few words where there is little room."""
    case = CASE[power.only]
    said = capital(f"{case}: {does(power)}." if case else f"{does(power)}.")
    style, lines = BODY.sized(30, READ), words.height // 35
    for text in (said, capital(brief_case(power))):
        if lines and not fit(text, style, words.width, words.height, lines).cut:
            write(picture, words, text, style, INK, "left", "top", lines=lines)
            return


@sprite(keep=16)
def trigger_dot(when: str, size: int) -> Image.Image:
    """The letter of a trigger on its colour."""
    band = look.BANDS[when]
    pen = Pen(40, size)
    pen.circle(20, size / 2, size / 2 - 2, band.colour)
    picture = pen.done()
    write(picture, at(0, 0, 40, size), band.letter, WORDS, readable(band.colour))
    return picture


# -- what lies beside it


def _draw_beside(
    canvas: Canvas, cells: Sequence[Box], mine: FighterView, known: Sequence[tuple[int, int]]
) -> None:
    """The Legend's power, the weapon that is up, and the top of the deck where it is known."""
    legend = LEGENDS[mine.legend]
    weapon = legend.weapons[mine.side]
    powers = (
        ("spark", "your Legend", legend.power),
        ("sword", f"weapon, {SWORD[mine.sword]}", weapon),
    )
    for cell, (mark, said, power) in zip(cells, powers, strict=False):
        _draw_power(canvas, cell, mark, said, power)
    if known and len(cells) > len(powers):
        _draw_deck(canvas, cells[len(powers)], known, len(mine.deck))


def _draw_power(canvas: Canvas, box: Box, mark: str, said: str, power: Power) -> None:
    """What it is called, whose it is, and what it does, in few words where there is little room."""
    canvas.panel(box, RAISED, 14, EDGE)
    name, rest = box.inset(14, 8).cut_top(40)
    canvas.write(name, power.name, HEADING.sized(31, READ), PAPER, "left")
    whose, rest = rest.cut_top(36)
    canvas.put(mark_sprite(mark, 34, PAPER, RAISED), whose.left, whose.top + 1)
    lower = whose._replace(left=whose.left + 42)
    short = fit(said, WORDS, lower.width, lower.height, 1).cut
    canvas.write(lower, said.split()[-1] if short else said, WORDS, QUIET, "left")
    _, rest = rest.cut_top(4)
    lines = rest.height // (WORD + 4)
    few = f"{printed(power)}: {brief_case(power)}"
    whole = not fit(says(power), LINE, rest.width, rest.height, lines).cut
    canvas.write(rest, says(power) if whole else few, LINE, PAPER, "left", "top", lines=lines)


def _draw_deck(canvas: Canvas, box: Box, known: Sequence[tuple[int, int]], count: int) -> None:
    """The cards of one's own deck whose place is known, as many as there is room for."""
    canvas.panel(box, RAISED, 14, EDGE)
    title, rest = box.inset(14, 8).cut_top(40)
    canvas.write(title, "Of your deck", WORDS, QUIET, "left")
    for row, (place, card) in enumerate(known[: rest.height // 76]):
        entry = at(rest.left, rest.top + row * 76, rest.width, 76)
        upper, lower = entry.cut_top(36)
        canvas.write(upper, place_in(place, count), WORDS, PAPER, "left")
        canvas.write(lower, card_name(card), WORDS, PAPER, "left")


# -- on the board


def draw_hand(
    canvas: Canvas, box: Box, cards: Sequence[int], golden: set[int], slip: int, *, plain: bool
) -> None:
    """The hand by value and name, with effects where there is room; a golden rim: to be played."""
    for place, card in enumerate(sorted(cards)):
        spot = at(box.left, box.top + place * slip, box.width, slip - BETWEEN)
        picture = _slip(card, spot.width, spot.height, card in golden, plain)
        canvas.put(picture, spot.left, spot.top)


@sprite(keep=256)
def _slip(card: int, width: int, height: int, golden: bool, plain: bool) -> Image.Image:
    power = CARDS[card]
    band = look.BANDS[power.when]
    ground = look.SLATE if plain else band.colour
    tall = height > SLIPS[1] and not plain
    inner = at(0, 0, width, height).inset(0, max(0, min(RIM, (height - WORD) // 2)))
    chip, words = inner._replace(left=3, right=41), inner._replace(left=50, right=width - 6)
    lower = words.cut_top(words.height // 2)[1] if tall else words
    beside = lower._replace(right=width - 40)  # the mark of what triggers it
    marked = not plain and (tall or not fit(power.name, WORDS, beside.width, height).cut)
    picture = slab(width, height, GOLD if golden else INK, 10)
    picture.alpha_composite(slab(width - 6, height - 6, PAPER, 8), (3, 3))
    edge = slab(47, height - 6, ground, 8).crop((0, 0, 39, height - 6))
    picture.alpha_composite(edge, (3, 3))
    if marked:
        kind = mark_sprite(look.KINDS[power.of], 24, INK, PAPER)
        _stamp(picture, kind, lower._replace(left=width - 36, right=width - 8).shift(0, -2 * tall))
    if tall:
        words, chip = (box.cut_top(box.height // 2)[0] for box in (words, chip))
        write(picture, beside, brief(power), EFFECT, look.SLATE, "left")
        write(picture, lower._replace(left=3, right=41), band.letter, WORDS, readable(ground))
    write(picture, words, power.name, WORDS, INK, "left")
    write(picture, chip, str(VALUE[card]), WORDS, readable(ground))
    return picture
