"""What holds wherever a game stands: questions, offers, saves, invariants."""

from collections.abc import Sequence
from typing import Any

from rules.engine import kernel
from rules.engine.codec import clone, decode, encode, option_key
from rules.engine.conformance.case import Case
from rules.engine.state import Option

SIZE = 8 * 1024
KEY = 80  # characters of an option as text

Offers = dict[int, list[Option]]


def questions(case: Case, s: Any) -> None:
    """Each seat has one question at most, numbered by the seat's own count."""
    if s.outcome is not None:
        if s.open:
            case.fail("question", "a question is open after the end")
        return
    seats = [q.seat for q in s.open]
    if len(set(seats)) < len(seats):
        case.fail("question", f"a seat has two questions: {seats}")
    for q in s.open:
        if not 0 <= q.seat < len(s.seats) or q.number != s.asked[q.seat] or not q.kind:
            case.fail("question", f"not a question of any seat: {q}")
    if s.mode == "turn" and len(seats) > 1:
        case.fail("question", f"several seats share one turn: {seats}")
    if not kernel.waiting(s):
        case.fail("dead end", "the game waits for nobody and is not over")


def offers(case: Case, s: Any) -> Offers:
    """What every seat is offered: something where it is asked, nothing where it is not."""
    offered: Offers = {}
    for seat in range(len(s.seats)):
        found = list(kernel.offer(case.game, s, seat))
        if s.question(seat) is not None:
            _offered(case, s, seat, found)
            offered[seat] = found
        elif found:
            case.fail("not asked", f"seat {seat} is offered {found[0]} without a question")
    return offered


def _offered(case: Case, s: Any, seat: int, found: Sequence[Option]) -> None:
    if not found:
        case.fail("dead end", f"seat {seat} is asked {s.question(seat)} and offered nothing")
    try:
        unique = set(found)
    except TypeError:
        case.fail("option", f"seat {seat} is offered what cannot be hashed: {found[0]}")
    if len(unique) < len(found):
        case.fail("option", f"seat {seat} is offered the same twice: {_twice(found)}")
    strange = [o for o in found if not isinstance(o, case.game.options)]
    if strange:
        case.fail("option", f"{strange[0]} is not among the game's declared options")
    keys = [option_key(o) for o in found]
    if len(set(keys)) < len(keys):
        case.fail("option", f"two options share the key {_twice(keys)}")
    if max(map(len, keys)) > KEY:
        case.fail("option", f"the key {max(keys, key=len)!r} is longer than {KEY} characters")
    if seat not in kernel.waiting(s):
        return  # no time runs out on who is not waited for
    default = kernel.default(case.game, s, seat)
    if default not in unique:
        case.fail("default", f"seat {seat} would answer {default} by default, unoffered")


def _twice(things: Sequence[Any]) -> Any:
    return next(x for i, x in enumerate(things) if x in things[:i])


def saved(case: Case, s: Any, data: bytes) -> None:
    """A save gives the same state and the same bytes again, and stays small."""
    again = decode(case.game, data)
    if again != s:
        case.fail("save", f"the save of {s} reads as {again}")
    if encode(case.game, again) != data:
        case.fail("save", "a save read and written again has other bytes")
    if clone(case.game, s) != s:
        case.fail("save", "a clone differs from its state")
    if len(data) > SIZE:
        case.fail("size", f"the state takes {len(data)} bytes, more than {SIZE}")


def sound(case: Case, s: Any) -> None:
    """The game's own invariants hold, nothing is owned by players who do not sit here."""
    problems = case.game.problems(s)
    if problems:
        case.fail("problem", "; ".join(problems))
    if s.outcome is not None and any(not 0 <= w < case.players for w in s.outcome.winners):
        case.fail("problem", f"won by nobody at the table: {s.outcome}")


def judged(case: Case, s: Any, offered: Offers) -> None:
    """What search relies on: a worth in 0–1, priors and quick answers among what is offered."""
    for player in range(case.players):
        worth = case.game.worth(s, player)
        if not 0 <= worth <= 1:
            case.fail("worth", f"player {player}'s position is worth {worth}")
    for seat, found in offered.items():
        tried = list(case.game.priors(s, seat, found))
        if not tried or len(set(tried)) < len(tried) or not set(tried).issubset(found):
            case.fail("worth", f"the priors of seat {seat} are not among what it is offered")
        guess = case.game.guess(s, seat, found, case.probe.random())
        if guess not in found:
            case.fail("worth", f"the quick answer {guess} of seat {seat} is not offered")
