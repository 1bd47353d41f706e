"""The board: the arena with its Legends, the attack that is going on, everybody's plate."""

from images.brawlhalla import look
from images.brawlhalla.arena import FLOOR, HEIGHT, arena, cell, sword, sword_spot
from images.brawlhalla.choice import draw_choice
from images.brawlhalla.choice import height_of as choice_height
from images.brawlhalla.exchange import draw_exchange
from images.brawlhalla.exchange import height_of as exchange_height
from images.brawlhalla.fighters import HEIGHT as PLATE
from images.brawlhalla.fighters import draw_fighter, draw_place
from images.brawlhalla.legends import number, portrait, token
from images.brawlhalla.words import headline
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import margin
from images.kit.plates import header, ribbon
from images.kit.theme import GOLD, INK
from rules.brawlhalla.content.arena import drawing
from rules.brawlhalla.view import View

WIDTH = 1000
HEADER = Box(24, 14, WIDTH - 24, 102)
LEFT, TOP = 12, 104  # of the arena
TOKEN_WIDTH, TOKEN_HEIGHT = 118, 92
GAP = 10


def board(view: View) -> bytes:
    """The table of a view as PNG bytes; hands are seen from behind, whoever looks."""
    attack = at(14, TOP + HEIGHT + 4, WIDTH - 28, exchange_height(view))
    plates = attack.bottom + GAP * bool(attack.height)
    bottom = plates + -(-len(view.fighters) // 2) * (PLATE + GAP)
    choice = at(14, bottom, WIDTH - 28, choice_height(view))
    canvas = Canvas(WIDTH, choice.bottom + 6)
    _draw_header(canvas, view)
    canvas.image.paste(arena(view.arena), (LEFT, TOP))
    _draw_arena(canvas, view)
    if attack.height:
        draw_exchange(canvas, attack, view)
    _draw_plates(canvas, view, plates)
    if choice.height:
        draw_choice(canvas, choice, view)
    return canvas.png(look.flats(view.arena))


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        crown = mark_sprite("crown" if view.outcome.winners else "clash", 58, INK, GOLD)
        ribbon(canvas, HEADER, title, line, crown)
        return
    legend, team = view.fighters[view.asked].legend, look.team_of(view, view.asked)
    if legend < 0:
        picture = number(team, str(view.asked + 1), 70)
    else:
        picture = portrait(legend, team, 70)
    header(canvas, HEADER, title, line, picture)


def _draw_plates(canvas: Canvas, view: View, top: int) -> None:
    columns = at(14, top, WIDTH - 28, PLATE).columns(2, GAP)
    for seat in range(len(view.fighters)):
        row, column = divmod(seat, 2)
        draw_fighter(canvas, columns[column].shift(0, row * (PLATE + GAP)), view, seat)
    if len(view.fighters) % 2:
        draw_place(canvas, columns[1].shift(0, len(view.fighters) // 2 * (PLATE + GAP)), view)


# -- in the arena


def _draw_arena(canvas: Canvas, view: View) -> None:
    stands: dict[int, list[int]] = {}
    for seat, fighter in enumerate(view.fighters):
        if fighter.space >= 0:
            stands.setdefault(fighter.space, []).append(seat)
    for space in view.swords:
        spot = sword_spot(space, beside=space in stands).shift(LEFT, TOP)
        canvas.centre(sword(spot.height), *spot.centre)
    if view.phase == "opening":
        _draw_starts(canvas, view)
    for space, seats in stands.items():
        for place, seat in enumerate(seats):
            _draw_legend(canvas, view, seat, place, len(seats), beside=space in view.swords)


def _draw_starts(canvas: Canvas, view: View) -> None:
    """Where the players will stand."""
    for seat, fighter in enumerate(view.fighters):
        if not fighter.out:
            x, y = cell(drawing(view.arena).starts[seat]).shift(LEFT, TOP).centre
            canvas.centre(number(look.team_of(view, seat), str(seat + 1), 62), x, y - FLOOR // 2)


def _draw_legend(
    canvas: Canvas, view: View, seat: int, place: int, count: int, *, beside: bool
) -> None:
    """A Legend stands alone on its space, but for one that is just passing through."""
    fighter = view.fighters[seat]
    box = cell(fighter.space).shift(LEFT, TOP)
    width = TOKEN_WIDTH if count == 1 else box.width // count - 2
    left = box.left + (box.width - width) // 2
    if count > 1:
        left = box.left + 1 + place * (width + 2)
    elif beside:
        width, left = box.width - 34, box.left + 1
    picture = token(
        fighter.legend,
        look.team_of(view, seat),
        fighter.damage,
        fighter.sword,
        width,
        TOKEN_HEIGHT,
        seat == view.asked,
    )
    canvas.put(picture, left - margin(), box.bottom - FLOOR - TOKEN_HEIGHT - 1 - margin())
