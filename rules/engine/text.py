"""Words that are the same in every game."""

from collections.abc import Sequence
from typing import Any

from rules.engine.contract import AnyGame, Text
from rules.engine.kernel import (
    KERNEL_EVENTS,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Ordered,
    Resigned,
    Retracted,
    TimedOut,
)
from rules.engine.state import Event, Told


def capital(words: str) -> str:
    """Words as they begin a sentence; other capitals stay as they are.

    >>> capital("the KO card")
    'The KO card'
    """
    return words[:1].upper() + words[1:]


def unnamed(player: int) -> str:
    """Whoever plays nobody yet; where their own name is known, it stands for this.

    >>> unnamed(1)
    'Player 2'
    """
    return f"Player {player + 1}"


def person(player: int, plays: str) -> str:
    """Somebody who acts as a person, with what they play beside.

    >>> person(1, "Orange"), person(1, "Player 2")
    ('Player 2 (Orange)', 'Player 2')
    """
    return unnamed(player) if plays == unnamed(player) else f"{unnamed(player)} ({plays})"


def percent(chance: float) -> str:
    """A chance as one says it; only what is certain is called 0 or 100.

    >>> percent(0.584), percent(0.001), percent(0.999), percent(1)
    ('58 %', '1 %', '99 %', '100 %')
    """
    whole = round(100 * chance)
    return f"{whole if chance in (0, 1) else min(99, max(1, whole))} %"


def place_in(place: int, count: int) -> str:
    """Where a card lies in a pile of so many, as one says it.

    >>> place_in(0, 30), place_in(1, 30), place_in(11, 30), place_in(20, 30), place_in(29, 30)
    ('top', '2nd', '12th', '21st', 'bottom')
    """
    if place in (0, count - 1):
        return "bottom" if place else "top"
    teens = 10 <= place % 100 < 20
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get((place + 1) % 10, "th")
    return f"{place + 1}{ending}"


def result(game: AnyGame, view: Any) -> tuple[str, str]:
    """How a game ended, as a title and the reason, for a picture."""
    title, _, why = game.text.outcome(view, view.outcome).rstrip(".").partition(": ")
    return title, capital(why)


def line(game: AnyGame, view: Any, event: Event) -> str:
    """An event in words; empty where it needs none."""
    text = game.text
    match event:
        case Resigned(player=player):
            return f"{person(player, text.player(view, player))} resigns."
        case DrawOffered(player=player):
            return f"{person(player, text.player(view, player))} offers a draw."
        case DrawDeclined(player=player):
            return f"{person(player, text.player(view, player))} plays on: no draw."
        case DrawAgreed():
            return "All agree on a draw."
        case Retracted(player=player):
            return f"{person(player, text.player(view, player))} takes a move back: all have agreed to it."
        case TimedOut(seat=seat):
            return f"{_holder(text, view, seat)} ran out of time; the referee moves on."
        case Ordered(seat=seat):
            return f"{_holder(text, view, seat)} keeps to a standing order."
        case _:
            said: str = text.line(view, event)
            return said


def _holder(text: Text[Any], view: Any, seat: int) -> str:
    """Whoever plays a seat; of those who play several, the seat itself."""
    plays = text.seat(view, seat)
    return person(seat, plays) if plays == text.player(view, seat) else plays


class Line(str):
    """A line that tells of what may change who is ahead: it stays where there is no room for all."""

    __slots__ = ()


def lines(
    game: AnyGame, view: Any, told: Sequence[Told], player: int | None, *, over: bool = False
) -> list[str]:
    """What a player, or the spectator, is told, in words; with what was sealed, if it is `over`."""
    heard = (line(game, view, t.event) for t in told if t.heard_by(player, over=over))
    return [said for said in heard if said]


def weighed(game: AnyGame, view: Any, told: Sequence[Told], player: int | None) -> list[str]:
    """The same, and which of it matters; to be shown, for no file takes a `Line`."""
    heard = [t.event for t in told if t.heard_by(player)]
    said = ((line(game, view, event), event) for event in heard)
    return [Line(words) if _matters(game, view, event) else words for words, event in said if words]


def _matters(game: AnyGame, view: Any, event: Event) -> bool:
    if isinstance(event, KERNEL_EVENTS):
        return not isinstance(event, Ordered)
    return bool(game.text.matters(view, event))
