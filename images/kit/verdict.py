"""How a game ended, as it looks to whoever sees it: golden, red to those who lost it, or grey."""

from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import ribbon
from images.kit.theme import GOLD, QUIET, RED, Colour, readable
from rules.engine.state import Outcome

MARK = 54


def has_lost(outcome: Outcome, viewer: int | None) -> bool:
    """Whether others have won, and the viewer has not."""
    return viewer is not None and bool(outcome.winners) and viewer not in outcome.winners


def own_title(outcome: Outcome, viewer: int | None, title: str, won: str = "You win") -> str:
    """The title of the end, to a player with whether they won."""
    if viewer in outcome.winners:
        return won
    return f"You lose: {title}" if has_lost(outcome, viewer) else title


def ground_of(outcome: Outcome, viewer: int | None) -> Colour:
    """The colour of the end, as it looks to a viewer."""
    if not outcome.winners:
        return QUIET
    return RED if has_lost(outcome, viewer) else GOLD


def draw_verdict(
    canvas: Canvas,
    box: Box,
    words: tuple[str, str],
    outcome: Outcome,
    viewer: int | None,
    even: str,
) -> None:
    """The ribbon above a finished game, with the mark `even` where nobody has won."""
    ground = ground_of(outcome, viewer)
    mark = "fallen" if has_lost(outcome, viewer) else "crown" if outcome.winners else even
    ribbon(canvas, box, *words, mark_sprite(mark, MARK, readable(ground), ground), ground)
