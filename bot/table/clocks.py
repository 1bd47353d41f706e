"""The clocks that run at a table: its pace for whoever is waited for, and the game's own."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.table.table import Due, Table
from rules.engine import kernel
from rules.engine.state import State

LONGEST_WARNING = timedelta(hours=12)
LAST_MOMENT = timedelta(hours=1)  # at least, for whom the pace was made shorter
WARNED_FROM = timedelta(minutes=4)  # a game's own shorter clocks run out unannounced


def running(
    before: Table, after: Table, now: datetime, anew: set[int], *, passed: bool
) -> dict[str, Due]:
    """The clocks that run after a change; those of before go on unless they begin anew.

    Whoever takes an answer back has the time again that was left to them before it.
    """
    play = after.play
    if after.status != "playing" or play is None:
        return {}
    if after.pause is not None:
        return dict(before.clocks)
    clocks: dict[str, Due] = {}
    for clock, seconds in play.state.clocks.items():
        due = before.clocks.get(f"game:{clock}")
        if due is None or clock in play.armed:
            due = _due(f"game:{clock}", now, timedelta(seconds=seconds), WARNED_FROM)
        clocks[due.name] = due
    if after.pace is not None:
        for seat in paced(after, play.state):
            due = before.clocks.get(f"pace:{seat}")
            if due is None or seat in anew:
                due = _due(f"pace:{seat}", now, after.pace)
            elif not passed and _steps(after) < _steps(before):
                due = _taken_back(due, _steps(after))
            elif _next_turn(before, after, seat):
                earlier = () if passed else (*due.earlier, (_steps(before), due.at))
                due = replace(_due(due.name, now, after.pace), earlier=earlier)
            elif passed and due.earlier:
                due = replace(due, earlier=())
            clocks[due.name] = due
    return clocks


def repaced(table: Table, after: Table, now: datetime, kept: set[int]) -> dict[str, Due]:
    """The clocks under another pace: time used stays used, those of `kept` seats stay as they are.

    Whoever has used more than a shorter pace allows gets a last moment, but no more than they had.
    """
    clocks = running(table, after, now, set(), passed=False)
    if table.pace is None or after.pace is None:
        return clocks
    for name, due in clocks.items():
        was = table.clocks.get(name)
        if due.seat is None or due.seat in kept or was is None:
            continue
        at = was.at - table.pace + after.pace
        if at <= now:
            at = min(was.at, now + min(after.pace, LAST_MOMENT))
        if at != was.at:
            clocks[name] = _due(name, now, at - now)
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


def _steps(table: Table) -> int:
    """How many answers could be taken back."""
    return 0 if table.play is None else table.play.steps


def _taken_back(due: Due, steps: int) -> Due:
    """The clock as it ran when so many answers had been given; it was not warned of anew."""
    over = [at for given, at in due.earlier if given >= steps]
    if not over:
        return due
    earlier = tuple(one for one in due.earlier if one[0] < steps)
    return Due(due.name, over[0], None, earlier)


def _due(name: str, now: datetime, span: timedelta, warned_from: timedelta = timedelta()) -> Due:
    warning = min(span / 4, LONGEST_WARNING)
    return Due(name, now + span, now + span - warning if span >= warned_from else None)
