"""The clocks of tables and whom they wait for: kept in each table's row, found by when they are next."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, select, update
from sqlalchemy.engine import Connection

from bot.store.leases import Share, among
from bot.store.schema import posts, seats, tables
from bot.table import Due, Wait
from bot.table.clocks import later
from bot.table.waits import Turns, Waiting

RESTS = '"rests":"'  # what the clocks of a table say where one rests
UNREAD = "?"  # the clock of a table whose clocks cannot be read: whoever looks at it says so
_json = msgspec.json.Encoder()
_clocks = msgspec.json.Decoder(list[Due])
_waiting = msgspec.json.Decoder(dict[int, Wait])
# Whoever has loaded the table before loads it again.
_postpone = (
    update(tables).where(tables.c.id == bindparam("table")).values(version=tables.c.version + 1)
)


# -- columns


def columns(clocks: Iterable[Due], waiting: dict[int, Wait]) -> dict[str, Any]:
    """A table's clocks and whom it waits for, as they are kept."""
    nudges = [wait.nudge_at for wait in waiting.values() if wait.nudge_at is not None]
    return {
        **_clock_columns(list(clocks)),
        "waiting": _json.encode(waiting).decode(),
        "nudge_at": min(nudges, default=None),
    }


def _clock_columns(clocks: list[Due]) -> dict[str, Any]:
    return {
        "clocks": _json.encode(clocks).decode(),
        "wake_at": min((due.wake_at for due in clocks), default=None),
    }


def read_clocks(text: str) -> dict[str, Due]:
    """The clocks of a table, by name."""
    return {due.name: due for due in _clocks.decode(text)}


def read_waiting(text: str) -> dict[int, Wait]:
    """Whom a table waits for, by player."""
    return _waiting.decode(text)


# -- what is next


def ringing(connection: Connection, now: datetime, share: Share | None) -> list[tuple[int, str]]:
    """The clocks that want something now, the most urgent first: table and name."""
    query = select(tables.c.id, tables.c.wake_at, tables.c.clocks).where(tables.c.wake_at <= now)
    found: list[tuple[datetime, int, str]] = []
    for row in connection.execute(among(query, share, tables.c.id)):
        try:
            clocks = _clocks.decode(row.clocks)
        except msgspec.DecodeError:
            found.append((row.wake_at, row.id, UNREAD))
            continue
        found += [(due.wake_at, row.id, due.name) for due in clocks if due.wake_at <= now]
    return [(number, name) for _, number, name in sorted(found)]


def nudges(
    connection: Connection, now: datetime, share: Share | None
) -> list[tuple[int, int, int]]:
    """Whoever is to be reminded though no clock runs: table, user, and how often they were."""
    query = (
        select(tables.c.id, tables.c.waiting, seats.c.player, seats.c.user_id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.nudge_at <= now, seats.c.user_id.is_not(None))
    )
    found: list[tuple[datetime, int, int, int]] = []
    for row in connection.execute(among(query, share, tables.c.id)):
        wait = _wait(row)
        if wait is not None and wait.nudge_at is not None and wait.nudge_at <= now:
            found.append((wait.nudge_at, row.id, row.user_id, wait.nudges))
    return [(number, user_id, often) for _, number, user_id, often in sorted(found)]


def next_of(connection: Connection, moment: Any, share: Share | None) -> datetime | None:
    """When a column of tables, `wake_at` or `nudge_at`, next says that there is something to do."""
    query = among(select(moment).where(moment.is_not(None)), share, tables.c.id)
    found: datetime | None = connection.execute(query.order_by(moment).limit(1)).scalar()
    return found


def resting(connection: Connection, now: datetime) -> list[int]:
    """The tables at which the clock of somebody rests who was away."""
    some = tables.c.wake_at.is_not(None) & tables.c.clocks.contains(RESTS)
    query = select(tables.c.id, tables.c.clocks).where(some).order_by(tables.c.id)
    found = []
    for row in connection.execute(query):
        with suppress(msgspec.DecodeError):
            if any(due.rests is not None and due.rests > now for due in _clocks.decode(row.clocks)):
                found.append(row.id)
    return found


def postpone(
    connection: Connection, alive: datetime | None, now: datetime, share: Share | None
) -> int:
    """Give every clock the time back that nobody looked after it since `alive`; returns how many."""
    query = select(tables.c.id, tables.c.clocks).where(tables.c.wake_at.is_not(None))
    query = among(query, share, tables.c.id).with_for_update(of=tables)
    moved, count = [], 0
    for row in connection.execute(query).all():
        try:
            clocks = _clocks.decode(row.clocks)
        except msgspec.DecodeError:
            continue
        after = [_given_back(due, alive, now) for due in clocks]
        if changed := sum(one != due for one, due in zip(after, clocks, strict=True)):
            moved.append({"table": row.id, **_clock_columns(after)})
            count += changed
    if moved:
        connection.execute(_postpone, moved)
    return count


def _given_back(due: Due, alive: datetime | None, now: datetime) -> Due:
    """A clock with the time since `alive`, or since its start where that was later.

    Where `alive` is yet to come the system's clock was set back, and the clock is with it.
    """
    armed = due.armed or alive or now
    since = max(armed, alive or armed)
    if alive is not None and alive > now:
        since = alive
    away = now - since
    if due.rests is not None and away > timedelta():  # then it did not run anyway
        away -= max(min(now, due.rests) - since, timedelta())
    return replace(later(due, away), armed=now) if away else due


# -- what waits for somebody


def turns(connection: Connection, user_id: int, first: int, most: int) -> Turns:
    """The tables that wait for somebody, whose time ends first; `most` of them from `first` on."""
    latest = (
        select(func.max(posts.c.message_id))
        .where(posts.c.table_id == tables.c.id, posts.c.kind == "turn")
        .scalar_subquery()
    )
    query = (
        select(
            tables.c.id,
            tables.c.game,
            tables.c.guild_id,
            tables.c.channel_id,
            tables.c.clocks,
            tables.c.waiting,
            seats.c.player,
            latest.label("message_id"),
        )
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id, tables.c.status == "playing", tables.c.waiting != "{}")
    )
    found = []
    for row in connection.execute(query):
        wait = _wait(row)
        if wait is not None:
            place = (row.id, row.game, row.guild_id, row.channel_id)
            due_at = _due_at(row.clocks, wait.clock)
            found.append(Waiting(*place, wait.since, due_at, row.message_id))
    found.sort(
        key=lambda one: (one.due_at is None, one.due_at or one.since, one.since, one.table_id)
    )
    return Turns(found[first : first + most], len(found))


def _wait(row: Any) -> Wait | None:
    """The wait of the player in a row; none where there is none, or it cannot be read."""
    try:
        return _waiting.decode(row.waiting).get(row.player)
    except msgspec.DecodeError:
        return None


def _due_at(clocks: str, name: str | None) -> datetime | None:
    if name is None:
        return None
    try:
        due = read_clocks(clocks).get(name)
    except msgspec.DecodeError:
        return None
    return due.at if due is not None else None
