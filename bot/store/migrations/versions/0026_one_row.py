"""All that changes with a table's version is in its row: snapshot, clocks, and whom it waits for."""

import json
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0019"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
MOVED = ("snapshots", "clocks", "waits")
tables = sa.table(
    "tables",
    sa.column("id"),
    sa.column("logged"),
    sa.column("clocks"),
    sa.column("wake_at", MOMENT),
    sa.column("waiting"),
    sa.column("nudge_at", MOMENT),
    sa.column("checksum"),
    sa.column("since", sa.LargeBinary),
    sa.column("barrier", sa.LargeBinary),
)
seats = sa.table("seats", sa.column("table_id"), sa.column("player"), sa.column("user_id"))
snapshots = sa.table(
    "snapshots",
    *map(sa.column, ("table_id", "barrier", "since", "logged", "checksum")),
)
clocks = sa.table(
    "clocks",
    sa.column("table_id"),
    sa.column("name"),
    *(sa.column(name, MOMENT) for name in ("armed_at", "wake_at", "due_at", "warn_at", "rests")),
    sa.column("earlier"),
)
waits = sa.table(
    "waits",
    sa.column("table_id"),
    sa.column("user_id"),
    sa.column("since", MOMENT),
    sa.column("clock"),
    sa.column("nudge_at", MOMENT),
    sa.column("nudges"),
)


def upgrade() -> None:
    """What was in rows of its own moves; a snapshot behind its log is made anew from that."""
    for name in ("clocks", "waiting"):
        empty = "[]" if name == "clocks" else "{}"
        op.add_column("tables", sa.Column(name, sa.Text, nullable=False, server_default=empty))
    for name in ("wake_at", "nudge_at"):
        op.add_column("tables", sa.Column(name, MOMENT))
    op.add_column("tables", sa.Column("checksum", sa.String))
    for name in ("since", "barrier"):
        op.add_column("tables", sa.Column(name, sa.LargeBinary))
    connection = op.get_bind()
    _move_snapshots(connection)
    _move_clocks(connection)
    _move_waits(connection)
    for name in MOVED:
        op.drop_table(name)
    for index, column in (("clocks_next", "wake_at"), ("nudges_next", "nudge_at")):
        only = sa.text(f"{column} IS NOT NULL")
        op.create_index(index, "tables", [column], sqlite_where=only, postgresql_where=only)


def _move_snapshots(connection: Any) -> None:
    same = (snapshots.c.table_id == tables.c.id) & (snapshots.c.logged == tables.c.logged)
    kept = {
        name: sa.select(snapshots.c[name]).where(same).scalar_subquery()
        for name in ("barrier", "since", "checksum")
    }
    connection.execute(sa.update(tables).values(**kept))


def _move_clocks(connection: Any) -> None:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(sa.select(clocks)):
        found[row.table_id].append(row)
    for table_id, rows in found.items():
        plain = [
            {
                "name": row.name,
                "at": _said(row.due_at),
                "warn_at": _said(row.warn_at),
                "earlier": json.loads(row.earlier),
                "rests": _said(row.rests),
                "armed": _said(row.armed_at),
            }
            for row in rows
        ]
        _put(connection, table_id, clocks=_compact(plain), wake_at=min(r.wake_at for r in rows))


def _move_waits(connection: Any) -> None:
    here = (seats.c.table_id == waits.c.table_id) & (seats.c.user_id == waits.c.user_id)
    found: dict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(sa.select(waits, seats.c.player).join(seats, here)):
        found[row.table_id].append(row)
    for table_id, rows in found.items():
        plain = {
            row.player: {
                "since": _said(row.since),
                "clock": row.clock,
                "nudge_at": _said(row.nudge_at),
                "nudges": row.nudges,
            }
            for row in rows
        }
        first = min((row.nudge_at for row in rows if row.nudge_at is not None), default=None)
        _put(connection, table_id, waiting=_compact(plain), nudge_at=first)


def _compact(plain: Any) -> str:
    return json.dumps(plain, separators=(",", ":"))


def _put(connection: Any, table_id: int, **values: Any) -> None:
    connection.execute(sa.update(tables).where(tables.c.id == table_id).values(**values))


def _said(moment: datetime | None) -> str | None:
    """A moment in words; SQLite's are UTC without saying so."""
    if moment is None:
        return None
    return (moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment).isoformat()
