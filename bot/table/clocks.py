"""The clocks that run at a table: the time of whoever is waited for, and the game's own."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.table.reach import LONGEST_WARNING
from bot.table.table import Bank, Due, Seated, Table
from rules.engine import kernel
from rules.engine.state import State

LAST_MOMENT = timedelta(hours=1)  # at least, for whom the pace was made shorter
PLAN = "plan:"  # and the seat: the clock of an answer that is to be given
WARNED_FROM = timedelta(minutes=4)  # a game's own shorter clocks run out unannounced
DRAW = "draw:end"  # when whoever is silent about a draw is taken to be absent
SILENCE = timedelta(days=7)  # at least, and as long as a turn may take
ENDS = "proposal:end"  # when a proposal is no longer to be agreed to


def running(
    before: Table,
    after: Table,
    now: datetime,
    anew: set[int],
    *,
    passed: bool,
    moved: Iterable[int] = (),
) -> dict[str, Due]:
    """The clocks that run after a change; those of before go on unless they begin anew.

    Whoever takes an answer back has the time again that was left to them before it. What is left
    in a bank when its clock stops is kept in the table, with more for whoever has `moved`.
    """
    play = after.play
    if after.status != "playing" or play is None:
        return {}
    if after.pause is not None:
        return dict(before.clocks)
    clocks: dict[str, Due] = {}
    if after.proposal is not None and ENDS in before.clocks:
        clocks[ENDS] = before.clocks[ENDS]
    if (silent := _silent(before, after, now, moved)) is not None:
        clocks[DRAW] = silent
    for clock, seconds in play.state.clocks.items():
        due = before.clocks.get(f"game:{clock}")
        if due is None or clock in play.armed:
            due = _due(f"game:{clock}", now, timedelta(seconds=seconds), WARNED_FROM)
        clocks[due.name] = due
    seats = paced(after, play.state) if after.timed else []
    _put_by(before, after, now, [seat for seat in seats if seat not in anew], moved)
    for seat in seats:
        due = before.clocks.get(f"pace:{seat}")
        if due is None or seat in anew:
            due = begins(after, seat, now)
        elif not passed and _steps(after) < _steps(before):
            due = _taken_back(due, _steps(after))
        elif _next_turn(before, after, seat):
            earlier = () if passed else (*due.earlier, (_steps(before), due.at))
            _put_by(before, after, now, [one for one in seats if one != seat], moved, only=seat)
            due = replace(begins(after, seat, now), earlier=earlier)
        elif passed and due.earlier:
            due = replace(due, earlier=())
        clocks[due.name] = due
    return clocks | planned(after)


def planned(table: Table) -> dict[str, Due]:
    """The clocks of answers that people have planned, and that are to be given soon."""
    return {
        f"{PLAN}{plan.seat}": Due(f"{PLAN}{plan.seat}", plan.at)
        for one in table.players
        if (plan := one.plan) is not None and plan.at is not None and not plan.word
    }


def _silent(before: Table, after: Table, now: datetime, moved: Iterable[int]) -> Due | None:
    """The clock of those who say nothing to a draw that others have agreed on.

    It runs where two have agreed, or where those who are asked have missed their last turn: nobody
    can wait for one opponent alone to look away. Whoever moves is there, and it begins anew.
    """
    asked = after.draw_asked
    assert after.play is not None
    agreed = [one for one in after.people if one.player in after.play.barrier.draws]
    if not asked or not agreed or not (len(agreed) > 1 or all(one.missed for one in asked)):
        return None
    known, was = before.clocks.get(DRAW), {one.player for one in before.draw_asked}
    there = {after.holder(seat).player for seat in moved}
    same = was == {one.player for one in asked} and not was & there
    most = after.bank.most if after.bank is not None else after.pace or SILENCE
    return known if known is not None and same else Due(DRAW, now + max(SILENCE, most))


def begins(table: Table, seat: int, now: datetime) -> Due:
    """The clock of a seat that is waited for from now on; it rests while its player is away."""
    span = table.pace
    if table.bank is not None:
        span = banked(table, seat)
    assert span is not None
    holder = table.holder(seat)
    return warned(
        resting(_due(f"pace:{seat}", now, span), now, table.away(holder, now)), holder, now
    )


def warned(due: Due, holder: Seated, now: datetime) -> Due:
    """A clock with the moment at which whoever it is for wants to be reminded of it."""
    return replace(due, warn_at=holder.reach.first(due.from_(now), due.at))


def resting(due: Due, now: datetime, until: datetime | None) -> Due:
    """A clock that stands still until some moment, or goes on now; what is left stays the same."""
    at = max(now, until or now) + due.left(now)
    return replace(later(due, at - due.at), rests=until)


def later(due: Due, by: timedelta) -> Due:
    """A clock at which everything happens later, or earlier."""
    earlier = tuple((steps, at + by) for steps, at in due.earlier)
    return replace(due, at=due.at + by, warn_at=due.warn_at and due.warn_at + by, earlier=earlier)


# -- banks


def banked(table: Table, seat: int) -> timedelta:
    """What a seat has in the bank while its clock does not run."""
    assert table.bank is not None
    kept = table.banks.get(seat)
    return table.bank.start if kept is None else timedelta(seconds=kept)


def _put_by(
    before: Table,
    after: Table,
    now: datetime,
    waited: list[int],
    moved: Iterable[int],
    only: int | None = None,
) -> None:
    """Keep what is left to those whose clock ran before and does not now; a move earns more.

    Whoever plays although they are away earns nothing: their clock rested.
    """
    bank = after.bank
    if bank is None or before.bank is None:
        return
    banks = dict(after.banks)
    for due in before.clocks.values():
        seat = due.seat
        if seat is None or seat in waited or (only is not None and seat != only):
            continue
        left = max(due.left(now), timedelta())
        if seat in moved and not (due.rests is not None and due.rests > now):
            left = max(left, min(left + bank.more, bank.most))
        banks[seat] = left.total_seconds()
    after.banks = banks


# -- other settings


def repaced(table: Table, after: Table, now: datetime, kept: set[int]) -> dict[str, Due]:
    """The clocks under another time: time used stays used, those of `kept` seats stay as they are.

    Whoever has used more than a shorter pace allows gets a last moment, but no more than they had.
    Where a bank comes or goes, nobody has more for what they are asked now.
    """
    clocks = running(table, after, now, set(), passed=False)
    for name, due in clocks.items():
        was = table.clocks.get(name)
        if due.seat is None or due.seat in kept or was is None:
            continue
        at = _other_end(table, after, was, now)
        if at != was.at:
            span = at - was.from_(now)
            earlier = tuple((steps, min(end, at)) for steps, end in was.earlier)
            clocks[name] = resting(_due(name, now, span), now, was.rests)
            clocks[name] = warned(clocks[name], after.holder(due.seat), now)
            clocks[name] = replace(clocks[name], earlier=earlier)
    return clocks


def _other_end(table: Table, after: Table, was: Due, now: datetime) -> datetime:
    """When a clock ends under another time."""
    start = was.from_(now)
    if table.pace is not None and after.pace is not None:
        at = was.at - table.pace + after.pace
        return at if at > start else min(was.at, start + min(after.pace, LAST_MOMENT))
    most = after.pace or (_most(after.bank) if after.bank is not None else was.left(now))
    return min(was.at, start + most)


def _most(bank: Bank) -> timedelta:
    return max(bank.start, bank.most)


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
    return replace(due, at=over[0], warn_at=None, earlier=earlier)


def _due(name: str, now: datetime, span: timedelta, warned_from: timedelta = timedelta()) -> Due:
    warning = min(span / 4, LONGEST_WARNING)
    return Due(name, now + span, now + span - warning if span >= warned_from else None)
