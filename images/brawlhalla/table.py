"""The board: the arena with its Legends, everybody's plate, the attack that is going on."""

from collections.abc import Sequence

from images.brawlhalla import look
from images.brawlhalla.arena import FLOOR, arena, cell, goal, sword, sword_spot
from images.brawlhalla.choice import draw_choice
from images.brawlhalla.exchange import draw_exchange
from images.brawlhalla.exchange import height_of as exchange_height
from images.brawlhalla.fighters import LEAST, TALLEST, draw_fighter
from images.brawlhalla.hand import draw_hand, hand_height
from images.brawlhalla.legends import HEIGHT as TOKEN_HEIGHT
from images.brawlhalla.legends import WIDTH as TOKEN_WIDTH
from images.brawlhalla.legends import number, portrait, token
from images.brawlhalla.words import headline
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.pen import margin
from images.kit.plates import header, ribbon
from images.kit.screen import HEIGHT, WIDTH
from images.kit.theme import GOLD, INK
from rules.brawlhalla.view import View
from rules.engine.state import Option

HEADER = Box(20, 8, WIDTH - 16, 86)
LEFT, TOP = 6, 88  # of the arena
SIDE = Box(758, 92, WIDTH - 10, HEIGHT - 10)
ROOM = Box(12, 92, WIDTH - 12, HEIGHT - 8)
GAP = 6


def board(view: View, options: Sequence[Option] = ()) -> bytes:
    """The table of a view as PNG bytes; a player sees their own hand beside the arena."""
    canvas = Canvas(WIDTH, HEIGHT)
    _draw_header(canvas, view)
    if view.phase == "opening" and view.outcome is None:
        draw_choice(canvas, ROOM, view)
        return canvas.png(look.CARD_FLATS)
    canvas.image.paste(arena(view.arena), (LEFT, TOP))
    for space in {o.space for o in options if hasattr(o, "space")}:
        canvas.centre(goal(), *cell(space).shift(LEFT, TOP).centre)
    _draw_arena(canvas, view, {o.target for o in options if hasattr(o, "target")})
    _draw_side(canvas, view, {o.card for o in options if hasattr(o, "card")})
    return canvas.png(look.flats(view.arena))


def _draw_header(canvas: Canvas, view: View) -> None:
    title, line = headline(view)
    if view.outcome is not None:
        crown = mark_sprite("crown" if view.outcome.winners else "clash", 54, INK, GOLD)
        ribbon(canvas, HEADER, title, line, crown)
        return
    legend, team = view.fighters[view.asked].legend, look.team_of(view, view.asked)
    if legend < 0:
        picture = number(team, str(view.asked + 1), 66)
    else:
        picture = portrait(legend, team, 66)
    header(canvas, HEADER, title, line, picture)


def _draw_side(canvas: Canvas, view: View, golden: set[int]) -> None:
    """Plates from the top, as high as there is room; then the attack, then one's own hand."""
    mine = view.fighters[view.player].hand if view.player is not None else ()
    hand = () if view.outcome is not None else mine
    below = hand_height(hand) + exchange_height(view)
    count = len(view.fighters)
    height = max(LEAST, min(TALLEST, (SIDE.height - below) // count - GAP))
    y = SIDE.top
    for seat in range(count):
        draw_fighter(canvas, at(SIDE.left, y, SIDE.width, height), view, seat)
        y += height + GAP
    if exchange_height(view):
        draw_exchange(canvas, at(SIDE.left, y, SIDE.width, exchange_height(view) - GAP), view)
        y += exchange_height(view)
    draw_hand(canvas, SIDE._replace(top=y), hand, golden)


# -- in the arena


def _draw_arena(canvas: Canvas, view: View, targets: set[int]) -> None:
    stands: dict[int, list[int]] = {}
    for seat, fighter in enumerate(view.fighters):
        if fighter.space >= 0:
            stands.setdefault(fighter.space, []).append(seat)
    for space in view.swords:
        spot = sword_spot(space, beside=space in stands).shift(LEFT, TOP)
        canvas.centre(sword(spot.height), *spot.centre)
    for space, seats in stands.items():
        for place, seat in enumerate(seats):
            _draw_legend(canvas, view, seat, place, len(seats), beside=space in view.swords)
            if seat in targets:
                box = cell(space).shift(LEFT, TOP)
                canvas.centre(mark_sprite("clash", 36, GOLD, INK), box.right - 16, box.top + 14)


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
        width, left = box.width - 24, box.left + 1
    team = look.team_of(view, seat)
    glow = seat == view.asked
    picture = token(fighter.legend, team, fighter.damage, fighter.sword, width, glow)
    canvas.put(picture, left - margin(), box.bottom - FLOOR - TOKEN_HEIGHT - 1 - margin())
