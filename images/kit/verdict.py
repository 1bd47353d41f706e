"""How a game ended, as it looks to whoever sees it: golden, or red to those who lost it."""

from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import ribbon
from images.kit.theme import GOLD, RED, readable
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


def draw_verdict(
    canvas: Canvas,
    box: Box,
    words: tuple[str, str],
    outcome: Outcome,
    viewer: int | None,
    even: str,
) -> None:
    """The ribbon above a finished game, with the mark `even` where nobody has won."""
    lost = has_lost(outcome, viewer)
    ground = RED if lost else GOLD
    mark = "fallen" if lost else "crown" if outcome.winners else even
    ribbon(canvas, box, *words, mark_sprite(mark, MARK, readable(ground), ground), ground)
