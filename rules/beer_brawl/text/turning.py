"""The turning point of a game: what raised the winner's chances most, and for good."""

from collections.abc import Sequence

from rules.beer_brawl.content import BACK, NAMES, TEAMS, square_label
from rules.beer_brawl.state import Fought, Moved, Revived
from rules.engine.state import Event, Moment, Outcome
from rules.engine.text import percent

LITTLE = 0.05  # chances that rose by less have not turned


def turning(outcome: Outcome, passed: Sequence[Moment]) -> str:
    """A fight, a return or a way behind the bar, and what it did for the winner's chances."""
    if len(outcome.winners) != 1:
        return ""
    team = outcome.winners[0]
    chances = [moment.worth[team] for moment in passed]
    best, found = LITTLE, 0
    least = chances[-1]  # from a moment on
    for at in range(len(passed) - 1, 0, -1):
        least = min(least, chances[at])
        if least - chances[at - 1] > best and _what(passed[at].events, team):
            best, found = least - chances[at - 1], at
    if not found:
        return ""
    what, after = _what(passed[found].events, team), min(chances[found:])
    return (
        f"turn {passed[found - 1].state.turn}, {what}: as a computer judges it, "
        f"{TEAMS[team]}'s chances had been {percent(chances[found - 1])} before, and were never "
        f"less than {percent(after)} from then on."
    )


def _what(events: Sequence[Event], team: int) -> str:
    """What somebody of a team achieved in a moment, a fight before a way."""
    said = [_achieved(event) for event in events if _by(event) == team]
    return next((words for words in reversed(said) if words), "")


def _by(event: Event) -> int:
    match event:
        case Fought(attacker=attacker, defender=defender, fallen=fallen):
            return (attacker + defender - fallen) & 1
        case Moved(adventurer=p) | Revived(adventurer=p):
            return p & 1
    return -1


def _achieved(event: Event) -> str:
    match event:
        case Fought(attacker=attacker, defender=defender, fallen=fallen):
            if fallen == defender:
                return f"{_named(attacker)} knocked {_named(defender)} out"
            return f"{_named(defender)} held out against {_named(attacker)}, who was knocked out"
        case Revived(adventurer=p, square=square):
            return f"{_named(p)} came back on {square_label(square)}"
        case Moved(adventurer=p, path=path) if path[-1] in BACK[1 - (p & 1)]:
            return f"{_named(p)} went behind {TEAMS[1 - (p & 1)]}'s bar"
    return ""


def _named(p: int) -> str:
    return f"{NAMES[p]} ({TEAMS[p & 1]})"
