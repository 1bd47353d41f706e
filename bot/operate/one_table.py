"""One table as a file: to look into, to bring elsewhere, to keep before it is repaired."""

import base64
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Table as Rows
from sqlalchemy import func, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from bot.errors import BotError, ChannelTaken, NoTable
from bot.store import Store, times
from bot.store.migrate import newest
from bot.store.rows import checksum
from bot.store.schema import Instant, players, tables
from bot.table.clocks import later

# What was said is said: elsewhere nobody waits for it, and its messages are of another bot.
LEFT = ("outbox", "posts", "post_memories")


class Exported(msgspec.Struct, kw_only=True):
    """Everything that is kept of one table."""

    revision: str
    at: datetime
    rows: dict[str, list[dict[str, Any]]]


def _parts() -> list[Rows]:
    """The database's tables that speak of one table each, those first that others refer to."""
    return [one for one in SQLModel.metadata.sorted_tables if "table_id" in one.c]


async def export(store: Store, table_id: int, file: Path) -> None:
    """Write down everything that is kept of a table, secrets included; for its owner alone."""
    if file.exists():
        raise BotError(f"{file} is there already, and nothing is written over.")
    try:
        rows = await store.read(lambda connection: _whole(connection, table_id))
    except ValueError:  # no moment, no number
        raise BotError(
            f"Something of table {table_id} cannot be read, so it is not written."
        ) from None
    if not rows["tables"]:
        raise NoTable
    exported = Exported(revision=newest(), at=datetime.now(UTC), rows=rows)
    file.touch(mode=0o600)
    file.write_bytes(msgspec.json.encode(exported))


def _whole(connection: Connection, table_id: int) -> dict[str, list[dict[str, Any]]]:
    rows = {"tables": _rows(connection, tables, tables.c.id == table_id)}
    for part in _parts():
        rows[part.name] = _rows(connection, part, part.c.table_id == table_id)
    seated = [row["user_id"] for row in rows["seats"] if row["user_id"] is not None]
    rows["players"] = _rows(connection, players, players.c.user_id.in_(seated))
    return rows


def _rows(connection: Connection, table: Rows, mine: Any) -> list[dict[str, Any]]:
    found = connection.execute(select(table).where(mine)).mappings()
    return [{name: _plain(value) for name, value in row.items()} for row in found]


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    return value.isoformat() if isinstance(value, datetime) else value


async def bring_in(store: Store, file: Path, *, channel: int | None, server: int | None) -> int:
    """Bring a table in that `export` wrote, under a new number; time on the way does not count."""
    try:
        read = msgspec.json.decode(file.read_bytes(), type=Exported)
        (own,) = read.rows["tables"]
    except OSError as error:
        raise BotError(f"{file} cannot be read: {error.strerror}.") from None
    except (msgspec.MsgspecError, KeyError, ValueError):
        raise BotError(f"{file} is no table that was exported by this bot.") from None
    if read.revision != newest():
        raise BotError(
            f"{file} is of version {read.revision} of the tables, and here it is {newest()}: "
            "bring the bot that it comes from to the same version first."
        )
    if channel is not None:
        own |= {"channel_id": channel, "parent_id": None, "guild_id": server}
    try:
        return await store.write(lambda connection: _bring_in(connection, read, own))
    except IntegrityError:
        raise ChannelTaken(
            "A game is on in that channel already: --channel and --server name another one."
        ) from None


def _bring_in(connection: Connection, read: Exported, own: dict[str, Any]) -> int:
    away = datetime.now(UTC) - read.at
    largest = connection.execute(select(func.max(tables.c.id))).scalar() or 0
    own["id"] = number = largest + 1
    connection.execute(insert(tables), [_moved(_typed(tables, own), away)])
    for row in read.rows["players"]:
        known = select(players.c.user_id).where(players.c.user_id == row["user_id"])
        if connection.execute(known).first() is None:
            connection.execute(insert(players), [_typed(players, row)])
    for part in _parts():
        if part.name in LEFT:
            continue
        rows = [_typed(part, {**row, "table_id": number}) for row in read.rows.get(part.name, [])]
        if rows:
            connection.execute(insert(part), rows)
    return number


def _moved(row: dict[str, Any], away: timedelta) -> dict[str, Any]:
    """The row of a table under its new number, with the time on its clocks that it had."""
    clocks = [
        replace(later(due, away), rests=due.rests and due.rests + away, armed=datetime.now(UTC))
        for due in times.read_clocks(row["clocks"]).values()
    ]
    row |= times.columns(clocks, times.read_waiting(row["waiting"]))
    if row["barrier"] is not None:
        row["checksum"] = checksum(row["id"], row["barrier"], row["since"], row["logged"])
    return row


def _typed(table: Rows, row: dict[str, Any]) -> dict[str, Any]:
    typed = {}
    for name, value in row.items():
        if isinstance(value, dict):
            value = base64.b64decode(value["bytes"])
        elif value is not None and isinstance(table.c[name].type, Instant):
            value = datetime.fromisoformat(value)
        typed[name] = value
    return typed
