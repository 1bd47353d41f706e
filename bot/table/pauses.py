"""A table that nobody can play at rests: its clocks stop, and after two weeks it is closed; pure.

All players together can let it rest, too: then it goes on by itself.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from bot.table.change import Change
from bot.table.clocks import ENDS as PROPOSAL
from bot.table.clocks import later
from bot.table.clocks import resting as resting_clock
from bot.table.guard import PATIENCE, resting
from bot.table.lobby import closed, news_of
from bot.table.news import News
from bot.table.table import LIVE, Due, Pause, Table

CLOSES = "pause:close"  # the one clock that runs meanwhile
ENDS = "pause:end"  # or this one, where a pause was agreed on
NOTICED = timedelta(hours=1)  # shorter outages are not worth a word


def pause(
    table: Table,
    now: datetime,
    why: Literal["server", "channel", "player", "moderators", "agreed"],
    *who: int,
    until: datetime | None = None,
) -> Change | None:
    """Let a table rest; nothing where it does already, or has come to its end."""
    if table.status not in LIVE or table.pause is not None:
        return None
    stopped = [
        resting_clock(due, now, None) for due in table.clocks.values() if due.name != PROPOSAL
    ]
    rest = Pause(why, now, who, tuple(stopped), until)
    ends = Due(CLOSES, now + PATIENCE) if until is None else Due(ENDS, until)
    after = replace(table, pause=rest, proposal=None, clocks={ends.name: ends})
    change = Change(table, after, now)
    if why in ("player", "moderators", "agreed"):  # else there is nowhere to say it
        change.news = [_said(table, "paused", resting(after))]
    return change


def resume(table: Table, now: datetime) -> Change | None:
    """Let a table go on where it stopped."""
    if table.status not in LIVE or table.pause is None:
        return None
    away = now - table.pause.since
    clocks = {due.name: _again(table, later(due, away), now) for due in table.pause.clocks}
    change = Change(table, replace(table, pause=None, proposal=None, clocks=clocks), now)
    if away >= NOTICED or table.pause.why != "server":
        change.news = [_said(table, "resumed", "The table goes on.")]
    return change


def close(table: Table, now: datetime) -> Change | None:
    """Close a table that has rested for too long."""
    due = table.clocks.get(CLOSES)
    if table.pause is None or due is None or due.at > now or table.status not in LIVE:
        return None
    return closed(table, now, "Nobody could play here for two weeks.", None)


def end(table: Table, now: datetime) -> Change | None:
    """Let a table go on when the time is over that its players agreed on."""
    due = table.clocks.get(ENDS)
    return resume(table, now) if due is not None and due.at <= now else None


def _again(table: Table, due: Due, now: datetime) -> Due:
    """A clock that goes on; not yet, where whoever it is for is away by now."""
    if due.seat is None or table.play is None:
        return due
    return resting_clock(due, now, table.away(table.holder(due.seat), now))


def _said(table: Table, kind: str, words: str) -> tuple[str, News]:
    news = news_of(table)
    news.lines = [words]
    return kind, news
