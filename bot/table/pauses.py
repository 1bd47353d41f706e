"""A table that nobody can play at rests: its clocks stop, and after two weeks it is closed; pure."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from bot.table.change import Change
from bot.table.guard import PATIENCE, resting
from bot.table.lobby import closed, news_of
from bot.table.news import News
from bot.table.table import LIVE, Due, Pause, Table

CLOSES = "pause:close"  # the one clock that runs meanwhile
NOTICED = timedelta(hours=1)  # shorter outages are not worth a word


def pause(
    table: Table,
    now: datetime,
    why: Literal["server", "channel", "player", "moderators"],
    *who: int,
) -> Change | None:
    """Let a table rest; nothing where it does already, or has come to its end."""
    if table.status not in LIVE or table.pause is not None:
        return None
    rest = Pause(why, now, who, tuple(table.clocks.values()))
    after = replace(table, pause=rest, clocks={CLOSES: Due(CLOSES, now + PATIENCE)})
    change = Change(table, after, now)
    if why in ("player", "moderators"):  # else there is nowhere to say it
        change.news = [_said(table, "paused", resting(after))]
    return change


def resume(table: Table, now: datetime) -> Change | None:
    """Let a table go on where it stopped."""
    if table.status not in LIVE or table.pause is None:
        return None
    away = now - table.pause.since
    clocks = {due.name: _later(due, away) for due in table.pause.clocks}
    change = Change(table, replace(table, pause=None, clocks=clocks), now)
    if away >= NOTICED or table.pause.why != "server":
        change.news = [_said(table, "resumed", "The table goes on.")]
    return change


def close(table: Table, now: datetime) -> Change | None:
    """Close a table that has rested for too long."""
    due = table.clocks.get(CLOSES)
    if table.pause is None or due is None or due.at > now or table.status not in LIVE:
        return None
    return closed(table, now, "Nobody could play here for two weeks.", None)


def _later(due: Due, away: timedelta) -> Due:
    earlier = tuple((steps, at + away) for steps, at in due.earlier)
    return Due(due.name, due.at + away, due.warn_at and due.warn_at + away, earlier)


def _said(table: Table, kind: str, words: str) -> tuple[str, News]:
    news = news_of(table)
    news.lines = [words]
    return kind, news
