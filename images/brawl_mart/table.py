"""The board: the brawl, the café, the store or the score, and what the shopper has."""

from collections.abc import Sequence

from PIL import Image

from images.brawl_mart import look
from images.brawl_mart.cards import LINE, SAYS, WORDS
from images.brawl_mart.chart import draw_chart
from images.brawl_mart.goods import (
    columns,
    draw_belongings,
    draw_recruits,
    draw_shop,
    needed_above,
)
from images.brawl_mart.rolls import draw_rolls, words_are_cut
from images.brawl_mart.score import draw_score
from images.brawl_mart.sides import draw_enemies, draw_hand, draw_own, needed, needed_by_hand
from images.brawl_mart.words import ability, cart, headline, lined_up, names_of, rules, title_of
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.names import name_on_plate
from images.kit.pen import sprite
from images.kit.plates import header, ribbon
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import BODY, HEADING, fit, width_of
from images.kit.theme import EDGE, GOLD, INK, PAPER, PLATE, QUIET, RAISED
from rules.brawl_mart.content.brawlers import BEATS, Type
from rules.brawl_mart.state import Buy
from rules.brawl_mart.view import FighterView, View
from rules.engine.state import Option

HEADER = Box(20, 8, WIDTH - 16, 84)
RULE = Box(600, 8, WIDTH - 16, 84)
UPPER = Box(12, 90, WIDTH - 12, 338)
STRIP = Box(12, 344, WIDTH - 12, 430)
LOWER = Box(12, 436, WIDTH - 12, 656)
GAP = 6  # between them
LONE, LOWEST = 558, 206  # the width of a lone enemy's place, and its least height
FOOT = Box(16, 660, WIDTH - 16, 694)
CAFE = 338  # the most that its recruits and its shop need
NAME = BODY.sized(30, READ)
NAMED = 100  # the least room for a name


def board(view: View, options: Sequence[Option] = (), names: Sequence[str] = ()) -> bytes:
    """The table of a view as PNG bytes; whom `options` aim at has a golden rim."""
    canvas = Canvas(WIDTH, HEIGHT)
    _draw_header(canvas, view, names)
    match view.phase:
        case "store":
            draw_chart(canvas, view)
        case "over":
            draw_score(canvas, Box(12, 88, WIDTH - 12, HEIGHT - 10), view)
        case "cafe":
            _draw_cafe(canvas, view, options)
        case _:
            _draw_brawl(canvas, view, options)
    return canvas.png(look.FLATS)


# -- header


def _draw_header(canvas: Canvas, view: View, names: Sequence[str]) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        _draw_result(canvas, view, title, _with_name(line, names, HEADER.width - 110))
        return
    mark = {"cafe": "cup", "store": "pawn", "act": "clash"}.get(view.phase, "hand")
    picture = mark_sprite(mark, 58, QUIET, PLATE)
    if view.phase in ("cafe", "store"):
        room = HEADER._replace(right=_draw_purse(canvas, view))
        header(canvas, room, title, _with_name(line, names, room.width - 80), picture)
        return
    room = HEADER._replace(right=RULE.left - 10)
    header(canvas, room, title, _with_name(line, names, room.width - 80), picture)
    said = rules(view)
    fitting = [one for one in said if not fit(one, WORDS, RULE.width, RULE.height, 2).cut]
    canvas.write(RULE, (fitting or said)[0], WORDS, PAPER, "right", lines=2)


def _draw_result(canvas: Canvas, view: View, title: str, line: str) -> None:
    """Golden for whoever left by the door; dark red where the trip was lost."""
    assert view.outcome is not None
    if view.outcome.reason in ("tv", "out"):
        mark = "television" if view.outcome.winners else "trolley"
        ribbon(canvas, HEADER, title, line, mark_sprite(mark, 54, INK, GOLD))
        return
    canvas.panel(HEADER, look.FOES, 16)
    header(canvas, HEADER.inset(16, 4), title, line, mark_sprite("trolley", 54, PAPER, look.FOES))


def _with_name(line: str, names: Sequence[str], width: int) -> str:
    """A line, and after it the shopper, as much of them as there is room for."""
    room = width - width_of(f"{line} · ", NAME)
    name = name_on_plate(names, 0, "", NAME, room) if room >= NAMED else ""
    return f"{line} · {name}" if name else line


def _draw_purse(canvas: Canvas, view: View) -> int:
    """The points, each with what it buys; where they begin."""
    coins = [_coin("dizzy", f"{view.kp} KP", "recruit"), _coin("cross", f"{view.sp} SP", "buy")]
    coins += [_coin("television", "TV", "is yours")] * view.tv
    right = HEADER.right
    for picture in reversed(coins):
        right -= picture.width
        canvas.put(picture, right, HEADER.top)
        right -= 8
    return right


@sprite(keep=64)
def _coin(mark: str, text: str, use: str) -> Image.Image:
    """What the shopper has, and what it is good for."""
    style = HEADING.sized(30, READ)
    width = max(54 + width_of(text, style) + 12, width_of(use, WORDS) + 16)
    canvas = Canvas(width, 78, Image.new("RGB", (width, 78), PLATE))
    canvas.panel(at(0, 0, width, 46), PAPER, 14)
    canvas.centre(mark_sprite(mark, 34, INK, PAPER), 28, 23)
    canvas.write(at(50, 0, width - 54, 46), text, style, INK, "left")
    canvas.write(at(0, 46, width, 32), use, WORDS, QUIET)
    return canvas.image.convert("RGBA")


# -- the brawl


def _draw_brawl(canvas: Canvas, view: View, options: Sequence[Option]) -> None:
    """The enemies above, one's own below; what is going on beside a lone enemy, or between."""
    aimed = frozenset(int(getattr(option, "target", -1)) for option in options)
    enemies = [f for f in view.fighters if not f.own]
    upper, brief, lower = _rooms(view)
    draw_enemies(canvas, upper, enemies, aimed)
    if brief.height:
        _draw_brief(canvas, brief, view)
    offered = frozenset(int(getattr(option, "brawler", -1)) for option in options)
    if view.phase == "line_up":
        draw_hand(canvas, lower, view.hand, offered)
    else:
        own = [f for f in view.fighters if f.own]
        draw_own(canvas, lower, own, aimed | offered, view.acting)
    canvas.put(_types(), FOOT.left, FOOT.top)


def _rooms(view: View) -> tuple[Box, Box, Box]:
    """The room of the enemies, of what is going on, and of one's own: as high as each must be.

    What is left over goes to both sides; where there is too little, one's own get all but what
    the others need.
    """
    enemies = [f for f in view.fighters if not f.own]
    own = [f for f in view.fighters if f.own]
    if view.phase == "line_up":
        below = needed_by_hand(LOWER, view.hand)
    else:
        below = needed(LOWER, own, own=True)
    if len(enemies) == 1:
        return _lone_rooms(enemies, below)
    wanted = needed(UPPER, enemies, own=False)
    between = _brief_height(view)
    room = LOWER.bottom - UPPER.top - between - GAP - GAP * bool(between)
    height = min(UPPER.height, wanted)
    height += max(0, room - height - below) // 2
    upper, rest = UPPER._replace(bottom=LOWER.bottom).cut_top(height)
    brief, lower = rest._replace(top=rest.top + GAP).cut_top(between)
    return upper, brief, lower._replace(top=lower.top + GAP * bool(between))


def _lone_rooms(enemies: Sequence[FighterView], below: int) -> tuple[Box, Box, Box]:
    """A lone enemy with what is going on beside it; lower where one's own need the room."""
    upper, brief = UPPER.cut_left(LONE)
    lower = LOWER._replace(top=STRIP.top)
    spare = UPPER.height - max(LOWEST, needed(upper, enemies, own=False))
    up = max(0, min(spare, below - lower.height))
    upper, brief = (box._replace(bottom=box.bottom - up) for box in (upper, brief))
    return upper, brief._replace(left=brief.left + 8), lower._replace(top=lower.top - up)


def _brief_height(view: View) -> int:
    """The last roll in two lines, or with its words in three; all else in as many as it needs."""
    inner = STRIP.inset(14, 4)
    if view.phase == "act" and view.last:
        return STRIP.height + LINE * words_are_cut(inner, view)
    if view.phase == "line_up" and not any(f.own for f in view.fighters):
        return 0  # nothing to be said yet: cards need the room
    width = inner.width - width_of(title_of(view), WORDS) - 16
    texts = [_run(_said(view)), names_of(view.cart)]
    fitting = (n for text in texts for n in (1, 2, 3) if _fits(text, width, n))
    return STRIP.height + LINE * (next(fitting, 2) - 2)


def _fits(text: str, width: int, lines: int) -> bool:
    return not fit(text, WORDS, width, LINE * lines, lines).cut


def _said(view: View) -> list[str]:
    """What the acting brawler can do, who is lined up, or what can be handed out."""
    if view.phase == "act":
        return [ability(view)]
    return lined_up(view) if view.phase == "line_up" else cart(view)


def _draw_brief(canvas: Canvas, box: Box, view: View) -> None:
    """The last roll, what the acting brawler can do, who is lined up, or the cart."""
    canvas.panel(box, RAISED, 14, EDGE)
    inner = box.inset(14, 4)
    if view.phase == "act" and view.last:
        draw_rolls(canvas, inner.inset(0, 3) if inner.height > 100 else inner, view)
    else:
        brief = names_of(view.cart) if view.phase == "equip" else ""
        _draw_said(canvas, inner, title_of(view), _said(view), brief)


def _draw_said(canvas: Canvas, box: Box, title: str, said: Sequence[str], brief: str = "") -> None:
    """A title and lines below it; as running text where there are too many, or in brief."""
    lines, strip = box.height // LINE, box.width > WIDTH // 2
    head = canvas.write(box._replace(bottom=box.top + LINE), title, WORDS, QUIET, "left")
    rest = box._replace(top=box.top + LINE + 6)
    texts = ["\n".join(said) if not strip and len(said) < lines else _run(said)]
    if strip:  # the title stands before the words
        rest = box._replace(left=head.right + 16)
    room = rest.height // LINE
    for text in (*texts, brief, f"{len(said)} of them"):
        if text and not fit(text, WORDS, rest.width, rest.height, room).cut:
            one = not fit(text, WORDS, rest.width, rest.height, 1).cut
            if one and strip:  # on the title's own line
                canvas.write(rest._replace(bottom=box.top + LINE), text, WORDS, PAPER, "left")
            else:
                canvas.write(rest, text, SAYS, PAPER, "left", "top", lines=1 if one else room)
            return


def _run(said: Sequence[str]) -> str:
    """Sentences in one line."""
    return " · ".join(part.rstrip(".") for part in said)


@sprite(keep=1)
def _types() -> Image.Image:
    """The types, each of which gets +1 on each die against the next."""
    names: list[Type] = ["Mysterious"]
    while len(names) <= len(BEATS):
        names.append(BEATS[names[-1]])
    canvas = Canvas(FOOT.width, FOOT.height, Image.new("RGB", (FOOT.width, FOOT.height), PLATE))
    x, middle = 0, FOOT.height // 2
    for number, name in enumerate(names):
        width = width_of(name, WORDS)
        canvas.fill(at(x, FOOT.height - 4, width, 4), look.TYPES[name].colour)
        canvas.write(at(x, 0, width + 2, FOOT.height - 4), name, WORDS, PAPER, "left")
        x += width + 8
        if number < len(BEATS):
            canvas.put(mark_sprite("chevrons", 22, QUIET, PLATE), x, middle - 13)
            x += 30
    said = at(x + 6, 0, FOOT.width - x - 6, FOOT.height - 4)
    canvas.write(said, "+1 a die", WORDS, QUIET, "left")
    return canvas.image.convert("RGBA")


# -- the café


def _draw_cafe(canvas: Canvas, view: View, options: Sequence[Option]) -> None:
    can = frozenset(int(getattr(option, "brawler", -1)) for option in options)
    whole = Box(12, 90, WIDTH - 12, HEIGHT - 8)
    below = needed_by_hand(whole, view.hand) + GAP
    upper, lower = whole.cut_top(max(needed_above(whole, view), min(CAFE, whole.height - below)))
    left, right = columns(upper, view)
    draw_recruits(canvas, left, view, can)
    draw_shop(canvas, right, view, frozenset(o.item for o in options if isinstance(o, Buy)))
    draw_belongings(canvas, lower._replace(top=lower.top + GAP), view)
