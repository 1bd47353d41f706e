"""The picture of Cups: a die under each cup, as far as the viewer sees it."""

from collections.abc import Sequence

from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.names import name_on_plate
from images.kit.plates import header
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import STRONG, TITLE
from images.kit.theme import EDGE, GOLD, INK, PAPER, PLATE, QUIET, TEAMS
from rules.engine.state import Option
from tests.rules.example.cups.content import CUPS
from tests.rules.example.cups.view import HIDDEN, CupsView

COLOURS = (PLATE, EDGE, INK, PAPER, GOLD, QUIET, *(team.fill for team in TEAMS))
NAME = STRONG.sized(48, READ)


def board(view: CupsView, options: Sequence[Option] = (), names: Sequence[str] = ()) -> bytes:
    """The table of a view as PNG bytes; nothing in it can be pointed at."""
    canvas = Canvas(WIDTH, HEIGHT)
    title = f"“At least {view.claim}”" if view.claim else "No claim yet"
    header(canvas, Box(24, 14, WIDTH - 24, 122), title, "", None)
    places = Box(24, 140, WIDTH - 24, HEIGHT - 24).columns(len(view.dice), gap=16)
    for seat, (box, face) in enumerate(zip(places, view.dice, strict=True)):
        team = TEAMS[seat]
        canvas.panel(box, team.fill, rim=GOLD if seat == view.turn else None)
        name, die = box.cut_top(90)
        who = name_on_plate(names, seat, CUPS[seat], NAME, name.width - 24)
        canvas.write(name, who, NAME, team.ink)
        canvas.write(die, "?" if face == HIDDEN else str(face), TITLE.sized(200), team.ink)
    return canvas.png(COLOURS)


def private(view: CupsView, names: Sequence[str] = ()) -> bytes | None:
    """The board as its owner sees it: one's own die lies open."""
    return None if view.viewer is None else board(view, names=names)
