"""What a player is asked, in words: of all that there is to do, what can be done now."""

from collections.abc import Sequence

from rules.beer_brawl.content import NEAR
from rules.beer_brawl.view import View

KEEP = "Keep tiles you like, for good"
LOST = "Armor only replaces what one has lost."


def draft_question(view: View) -> str:
    """What to do with one's tiles."""
    if view.clock_over:
        return "Time is up: place the tiles you have, as they are."
    private = view.private
    left = private.rerolls_left if private else None
    if left is None:
        return (
            f"{KEEP}, reroll the others as often as you like, or place all. Whoever has placed "
            "all first begins."
        )
    if left == 0:
        return "No rerolls left: place your tiles at home."
    return f"{KEEP}, reroll the others ({left} left), or place all. Whoever rerolls less begins."


def turn_question(view: View) -> str:
    """Who is to move; of one who has moved, what is left to them."""
    private = view.private
    if private is None:
        return "It is your turn."
    can = _listed(private.can)
    if private.attached:
        mover, friend = private.attached
        return f"{mover.name} and {friend.name} are re-arming: {can}. {LOST}"
    if private.acting is None:
        woken = view.sides[private.seat].woken
        if _stuck(view, private.seat):
            return "Nobody of yours can move: choose who acts" + (
                ", or revive one." if woken else ", or pass where nobody must fight."
            )
        return "Your turn: move an adventurer" + (", or revive one." if woken else ".")
    who, left = private.acting.name, private.moves_left
    if left is None:
        return f"{who} moves no further this turn: {can}."
    moves = "no move" if left == 0 else "1 move" if left == 1 else f"{left} moves"
    return f"{who} has {moves} left: {can}."


def _listed(things: Sequence[str]) -> str:
    if len(things) < 3:
        return " or ".join(things)
    return f"{', '.join(things[:-1])}, or {things[-1]}"


def _stuck(view: View, team: int) -> bool:
    """Whether no adventurer of a team has an empty square beside it (BB16)."""
    return not any(
        view.board[near] is None and near not in view.lakes
        for square, piece in enumerate(view.board)
        if piece is not None and piece.team == team
        for near in NEAR[square]
    )


def span(seconds: int) -> str:
    """A time in words."""
    if seconds % 3600 == 0:
        return "an hour" if seconds == 3600 else f"{seconds // 3600} hours"
    if seconds % 60 == 0:
        return "a minute" if seconds == 60 else f"{seconds // 60} minutes"
    return f"{seconds} seconds"
