"""The few words on the board's picture."""

from collections.abc import Sequence

from images.beer_brawl.look import TEAMS
from images.kit.names import name_on_plate
from images.kit.screen import READ
from images.kit.text import BODY, TITLE, width_of
from images.kit.verdict import own_title
from rules import registry
from rules.beer_brawl.content import BACK, QUIET, square_label
from rules.beer_brawl.view import View
from rules.engine.text import result

NAME = TITLE.sized(TITLE.size, TITLE.size)
NAME_WIDTH = 480
WINNER_WIDTH = 400  # beside the key to the stats
LINE = BODY.sized(READ)
LOSER_WIDTH = 300
LINE_WIDTH = 950


def headline(view: View, names: Sequence[str] = (), placed: str = "") -> tuple[str, str]:
    """What is going on, as a title and a line; a player is told when it is about them."""
    active = view.active
    mine = active is not None and active == view.viewer
    who = "Nobody" if active is None else _name(active, names)
    match view.phase:
        case "terrain":
            title = "You place a token" if mine else f"{who} places a token"
            laid, both = len(view.lakes) + len(view.rough), 2 * view.variant.tokens
            return title, f"Token {laid + 1} of {both}: a lake or rough ground · then the tiles"
        case "present":
            return "Who is at the table?", "The clock for placing tiles starts when both are"
        case "draft":
            return f"Place {placed}" if placed else "Both place their tiles", _draft(view)
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
        line = _why(view, winner, names) or line
    lines = []
    if view.fights:
        lines = [f"{moved} · {why}" for why in _whys(view, names, line) for moved in _moved(view)]
    return own_title(view.outcome, view.viewer, title), _longest([*lines, line])


def _whys(view: View, names: Sequence[str], line: str) -> list[str]:
    """Why the game is over, then in fewer words: with the loser's side instead of a long name."""
    if view.outcome is None or not view.outcome.winners:
        return [line]
    return [line, _why(view, view.outcome.winners[0], ()) or line]


def _why(view: View, winner: int, names: Sequence[str]) -> str:
    """Who stands behind whose bar, or who has nobody left, where that decided the game."""
    assert view.outcome is not None
    loser = name_on_plate(names, 1 - winner, TEAMS[1 - winner].name, LINE, LOSER_WIDTH)
    match view.outcome.reason:
        case "back_rank":
            there = [view.board[square] for square in BACK[1 - winner]]
            who = [piece.name for piece in there if piece is not None and piece.team == winner]
            return (
                f"{' and '.join(who)} {'stands' if len(who) == 1 else 'stand'} behind {loser}'s bar"
            )
        case "routed":
            return f"{loser} has nobody left on the board"
        case _:
            return ""


def _draft(view: View) -> str:
    if view.variant.draft == "counted":
        return "In secret: whoever rerolls less begins"
    if view.clock_over:
        return "The clock has run out: place what is left"
    return "The clock is running: reroll at will, place for good"


def _turn(view: View) -> str:
    turn = f"Turn {view.turn}"
    quiet = view.quiet >= QUIET // 2
    end = f" · {view.quiet} of {QUIET} turns without a fight" if quiet else ""
    return _longest([*(f"{turn} · {moved}{end}" for moved in _moved(view)), f"{turn}{end}"])


def _moved(view: View) -> list[str]:
    """Where the last mover went and how it fared, then the same in fewer words."""
    mover = view.mover
    if mover is None or not view.path:
        return []
    start, end = square_label(view.path[0]), square_label(view.path[-1])
    went = [f"went {start} to {end}" if start != end else f"came back to {end}"]
    if len(view.path) == 1:  # it was put there, or did not move
        went = []
    beaten = [fight.fallen.name for fight in view.fights if fight.fallen != mover]
    fell = [f"lost to {fight.defender.name}" for fight in view.fights if fight.fallen == mover]
    if not (went or beaten or fell):
        return [f"{mover.name} is back on {end}"]
    fought = [*([f"knocked out {' and '.join(beaten)}"] if beaten else []), *fell]
    counted = [*([f"knocked out {len(beaten)}"] if beaten else []), *fell]
    return [f"{mover.name} {_and(did)}" for did in (went + fought, fought or went, counted or went)]


def _and(did: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(did[:-1]), did[-1]) if part)


def _longest(lines: Sequence[str]) -> str:
    """The first of some lines that fits below the title, the last one if none does."""
    return next((line for line in lines if width_of(line, LINE) <= LINE_WIDTH), lines[-1])
