"""The few words on the board's picture."""

from images.beer_brawl.look import TEAMS
from rules import registry
from rules.beer_brawl.content import QUIET, square_label
from rules.beer_brawl.view import View
from rules.engine.text import result


def headline(view: View) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    match view.phase:
        case "terrain":
            return f"{_name(view.active)} places a token", "Terrain, then the draft"
        case "present":
            return "Who is at the table?", "The clock of the draft starts when both are"
        case "draft":
            return "The draft", _draft(view)
        case "turn":
            return f"{_name(view.active)}'s turn", _turn(view)
        case _:
            return result(registry.get("beer_brawl"), view)


def _name(seat: int | None) -> str:
    return "Nobody" if seat is None else TEAMS[seat].name


def _draft(view: View) -> str:
    if view.variant.draft == "counted":
        return "Both roll and place in secret"
    if view.clock_over:
        return "The clock has run out: place what is left"
    return "The clock is running: reroll at will, place for good"


def _turn(view: View) -> str:
    parts = [f"Turn {view.turn}"]
    if view.mover is not None and view.path:
        start, end = square_label(view.path[0]), square_label(view.path[-1])
        went = f"went {start} to {end}" if len(view.path) > 1 else f"is back on {end}"
        parts.append(f"{view.mover.name} {went}")
    if view.quiet >= QUIET // 2:
        parts.append(f"{view.quiet} of {QUIET} turns without a fight")
    return " · ".join(parts)
