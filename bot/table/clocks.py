"""The clocks that run at a table: its pace for whoever is waited for, and the game's own."""

from datetime import datetime, timedelta

from bot.table.table import Due, Table
from rules.engine import kernel
from rules.engine.state import State

LONGEST_WARNING = timedelta(hours=12)
WARNED_FROM = timedelta(minutes=4)  # a game's own shorter clocks run out unannounced


def running(before: Table, after: Table, now: datetime, anew: set[int]) -> dict[str, Due]:
    """The clocks that run after a change; those of before go on unless they begin anew."""
    play = after.play
    if after.status != "playing" or play is None:
        return {}
    clocks: dict[str, Due] = {}
    for clock, seconds in play.state.clocks.items():
        due = before.clocks.get(f"game:{clock}")
        if due is None or clock in play.armed:
            due = _due(f"game:{clock}", now, timedelta(seconds=seconds), WARNED_FROM)
        clocks[due.name] = due
    if after.pace is not None:
        for seat in paced(after, play.state):
            due = before.clocks.get(f"pace:{seat}")
            if due is None or seat in anew or _next_turn(before, after, seat):
                due = _due(f"pace:{seat}", now, after.pace)
            clocks[due.name] = due
    return clocks


def paced(table: Table, s: State) -> list[int]:
    """The seats that the table's pace is for: it rests while the game's own clock runs."""
    if any(not clock.startswith("seat") for clock in s.clocks):
        return []
    seats = [seat for seat in kernel.waiting(s) if f"seat{seat}" not in s.clocks]
    return [seat for seat in seats if not table.holder(seat).computer]


def _next_turn(before: Table, after: Table, seat: int) -> bool:
    """Whether a seat has got another turn, though the last one was its, too."""
    if before.play is None or after.play is None:
        return False
    was, question = before.play.state.question(seat), after.play.state.question(seat)
    return question is not None and question != was and question.kind in after.game.opening


def _due(name: str, now: datetime, span: timedelta, warned_from: timedelta = timedelta()) -> Due:
    warning = min(span / 4, LONGEST_WARNING)
    return Due(name, now + span, now + span - warning if span >= warned_from else None)
