"""The board: the arena with its Legends, everybody's plate, the attack that is going on."""

from collections.abc import Mapping, Sequence

from images.brawlhalla import look
from images.brawlhalla.arena import (
    FLOOR,
    arena,
    cell,
    coin,
    coin_spot,
    draw_hints,
    sights,
    sword,
    sword_spot,
)
from images.brawlhalla.choice import draw_choice
from images.brawlhalla.key import draw_header
from images.brawlhalla.legends import HEIGHT as TOKEN_HEIGHT
from images.brawlhalla.legends import WIDTH as TOKEN_WIDTH
from images.brawlhalla.legends import token
from images.brawlhalla.side import SIDE, draw_side
from images.brawlhalla.words import headline
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.pen import margin
from images.kit.screen import HEIGHT, WIDTH
from images.kit.verdict import draw_verdict
from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.view import View
from rules.engine.state import Option

HEADER = Box(20, 8, WIDTH - 16, 86)
LEFT, TOP = 6, 88  # of the arena
ROOM = Box(12, 92, WIDTH - 12, HEIGHT - 8)


def board(view: View, options: Sequence[Option] = (), names: Sequence[str] = ()) -> bytes:
    """The table of a view as PNG bytes; a player sees their own hand beside the arena."""
    canvas = Canvas(WIDTH, HEIGHT)
    goals = _goals(options)
    _draw_header(canvas, view, names, goals)
    if view.phase == "opening" and view.outcome is None:
        draw_choice(canvas, ROOM, view)
        return canvas.png(look.CARD_FLATS)
    canvas.image.paste(arena(view.arena), (LEFT, TOP))
    stands = {fighter.space for fighter in view.fighters}
    draw_hints(canvas, stands, goals, LEFT, TOP)
    _draw_arena(canvas, view, {o.target for o in options if hasattr(o, "target")})
    for space, said in goals.items():
        if space in stands:  # where one may stay
            box = cell(space).shift(LEFT, TOP)
            corners = sights().crop((0, 0, box.width, box.height - FLOOR))
            canvas.put(corners, box.left, box.top)
            continue
        x, y = coin_spot(space, sword=space in view.swords)
        canvas.centre(coin(said), LEFT + x, TOP + y)
    draw_side(canvas, SIDE, view, _playable(options), names)
    return canvas.png(look.flats(view.arena))


def _playable(options: Sequence[Option]) -> set[int]:
    """The cards that options are about, one by one or together."""
    found = {o.card for o in options if hasattr(o, "card")}
    return found.union(*(o.cards for o in options if hasattr(o, "cards")))


def _goals(options: Sequence[Option]) -> dict[int, str]:
    """The spaces that can be chosen, each with the lowest value that leads there, if cards do."""
    found: dict[int, list[int]] = {}
    for option in options:
        space = getattr(option, "space", -1)
        if space >= 0:
            card = getattr(option, "move", getattr(option, "card", -1))
            found.setdefault(space, []).append(VALUE[card] if card >= 0 else 0)
    return {space: str(min(values) or "") for space, values in found.items()}


def _draw_header(
    canvas: Canvas, view: View, names: Sequence[str], goals: Mapping[int, str]
) -> None:
    if view.outcome is not None:
        draw_verdict(canvas, HEADER, headline(view, names), view.outcome, view.player, "clash")
    else:
        draw_header(canvas, HEADER, view, names, goals=bool(goals))


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
                canvas.centre(sights(), *box.centre)


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
