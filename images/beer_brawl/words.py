"""The few words on the board's picture."""

from collections.abc import Sequence

from images.beer_brawl.look import TEAMS
from images.kit.names import name_on_plate
from images.kit.text import TITLE
from images.kit.verdict import own_title
from rules import registry
from rules.beer_brawl.content import QUIET, square_label
from rules.beer_brawl.view import Piece, View
from rules.engine.text import result

NAME = TITLE.sized(TITLE.size, TITLE.size)
NAME_WIDTH = 480
WINNER_WIDTH = 400  # beside the key to the stats


def headline(view: View, names: Sequence[str] = (), placed: str = "") -> tuple[str, str]:
    """What is going on, as a title and a line; a player is told when it is about them."""
    active = view.active
    mine = active is not None and active == view.viewer
    who = "Nobody" if active is None else _name(active, names)
    match view.phase:
        case "terrain":
            title = "You place a token" if mine else f"{who} places a token"
            return title, "Terrain, then the draft"
        case "present":
            return "Who is at the table?", "The clock of the draft starts when both are"
        case "draft":
            return f"Place {placed}" if placed else "The draft", _draft(view)
        case "turn":
            return "Your turn" if mine else f"{who}'s turn", _turn(view)
        case _:
            return _result(view, names)


def _name(seat: int, names: Sequence[str]) -> str:
    return name_on_plate(names, seat, TEAMS[seat].name, NAME, NAME_WIDTH)


def _result(view: View, names: Sequence[str]) -> tuple[str, str]:
    title, line = result(registry.get("beer_brawl"), view)
    assert view.outcome is not None
    if view.outcome.winners:
        winner = view.outcome.winners[0]
        name = name_on_plate(names, winner, TEAMS[winner].name, NAME, WINNER_WIDTH)
        title = title.replace(TEAMS[winner].name, name, 1)
    return own_title(view.outcome, view.viewer, title), line


def _draft(view: View) -> str:
    if view.variant.draft == "counted":
        return "Both roll and place in secret"
    if view.clock_over:
        return "The clock has run out: place what is left"
    return "The clock is running: reroll at will, place for good"


def _turn(view: View) -> str:
    parts = [f"Turn {view.turn}"]
    if view.mover is not None and view.path:
        parts.append(_moved(view, view.mover))
    if view.quiet >= QUIET // 2:
        parts.append(f"{view.quiet} of {QUIET} turns without a fight")
    return " · ".join(parts)


def _moved(view: View, mover: Piece) -> str:
    """Where the last mover went, and how it fared."""
    start, end = square_label(view.path[0]), square_label(view.path[-1])
    did = [f"went {start} to {end}" if start != end else f"came back to {end}"]
    if len(view.path) == 1:  # it was put there, or did not move
        did = []
    beaten = [fight.fallen.name for fight in view.fights if fight.fallen != mover]
    if beaten:
        did.append(f"beat {' and '.join(beaten)}")
    did += [f"fell to {fight.defender.name}" for fight in view.fights if fight.fallen == mover]
    if not did:
        return f"{mover.name} is back on {end}"
    return f"{mover.name} {', '.join(did[:-1])}{' and ' * (len(did) > 1)}{did[-1]}"
