"""Whom a table waits for, and which clock runs for them: what an inbox is made of."""

from datetime import datetime
from typing import NamedTuple

from bot.table.table import Due, Table
from rules.engine import kernel


class Waiting(NamedTuple):
    """A table that waits for somebody, as far as rows tell: it need not be loaded."""

    table_id: int
    game: str
    guild_id: int | None
    channel_id: int
    since: datetime
    due_at: datetime | None
    message_id: int | None  # its latest post


class Turns(NamedTuple):
    """Some of the tables that wait for somebody, and how many do in all."""

    shown: list[Waiting]
    total: int


def asks_computer(table: Table) -> bool:
    """Whether a table waits for a computer: for its answer, or for what it says to a draw."""
    if table.status != "playing" or table.play is None or table.pause is not None:
        return False
    s = table.play.state
    if any(table.holder(seat).computer for seat in kernel.waiting(s)):
        return True
    return computer_offered_draw(table) is not None


def computer_offered_draw(table: Table) -> int | None:
    """A computer that has yet to answer a person's offer of a draw, by its player."""
    assert table.play is not None
    s = table.play.state
    if not any(not table.players[player].computer for player in s.draws):
        return None
    for one in table.players:
        if one.computer and one.player not in s.draws and one.player not in s.resigned:
            return one.player
    return None


def nudged(table: Table) -> set[int]:
    """The people who are asked about although no time runs out: another one waits for them, or they
    are the last of several. A game with computers alone may rest for ever.
    """
    if table.timed or table.alone or not (len(table.people) > 1 or table.vacant):
        return set()
    waiting = waited_for(table)
    asked = {user for user in waiting if table.questions(user)}
    return {user for user in asked if waiting[user] is None}


def waited_for(table: Table) -> dict[int, str | None]:
    """The people who should do something, each with the clock that ends first for them, if one runs.

    Whoever is asked for a draw is waited for, too; at a table that rests nobody is.
    """
    if table.status != "playing" or table.play is None or table.pause is not None:
        return {}
    running: dict[int, list[Due]] = {}
    for seat in kernel.waiting(table.play.state):
        user_id = table.holder(seat).user_id
        if user_id is not None:
            theirs = [due for due in table.clocks.values() if due.clock or due.seat == seat]
            running.setdefault(user_id, []).extend(theirs)
    for seated in table.draw_asked:
        if seated.user_id is not None:
            running.setdefault(seated.user_id, [])
    return {
        user_id: min(clocks, key=lambda due: (due.at, due.name)).name if clocks else None
        for user_id, clocks in running.items()
    }
