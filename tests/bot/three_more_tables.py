"""A database as it was when snapshots, clocks and waits had tables of their own."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.store import times
from bot.store.schema import Instant, seats, tables

REVISION = "0019"
KEPT = ("barrier", "since", "logged", "checksum")
MOVED = ("clocks", "wake_at", "waiting", "nudge_at", "checksum", "since", "barrier")


def lay_out(connection: Connection) -> None:
    """Move the columns back into rows, so that the database can be brought up to date again."""
    rows, people = connection.execute(sa.select(tables)).all(), connection.execute(sa.select(seats))
    users = {(seat.table_id, seat.player): seat.user_id for seat in people}
    before = sa.MetaData()
    snapshots = sa.Table(
        "snapshots",
        before,
        sa.Column("table_id", sa.BigInteger, primary_key=True),
        sa.Column("barrier", sa.LargeBinary),
        sa.Column("since", sa.LargeBinary),
        sa.Column("logged", sa.Integer),
        sa.Column("checksum", sa.String),
    )
    moments: list[sa.Column[Any]] = [
        sa.Column(name, Instant()) for name in ("armed_at", "wake_at", "due_at", "warn_at", "rests")
    ]
    clocks = sa.Table(
        "clocks",
        before,
        sa.Column("table_id", sa.BigInteger),
        sa.Column("name", sa.String),
        sa.Column("earlier", sa.Text),
        *moments,
    )
    waits = sa.Table(
        "waits",
        before,
        sa.Column("table_id", sa.BigInteger),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("since", Instant()),
        sa.Column("clock", sa.String),
        sa.Column("nudge_at", Instant()),
        sa.Column("nudges", sa.Integer),
    )
    for index in ("clocks_next", "nudges_next"):
        connection.execute(sa.text(f"DROP INDEX {index}"))
    before.create_all(connection)
    for row in rows:
        here = {"table_id": row.id}
        if row.barrier is not None:
            kept = {name: getattr(row, name) for name in KEPT}
            connection.execute(sa.insert(snapshots).values(**here, **kept))
        for due in times.read_clocks(row.clocks).values():
            words = [f'[{steps}, "{at.isoformat()}"]' for steps, at in due.earlier]
            values = {
                "name": due.name,
                "earlier": f"[{', '.join(words)}]",
                "armed_at": due.armed,
                "wake_at": due.wake_at,
                "due_at": due.at,
                "warn_at": due.warn_at,
                "rests": due.rests,
            }
            connection.execute(sa.insert(clocks).values(**here, **values))
        for player, wait in times.read_waiting(row.waiting).items():
            waited = {
                "user_id": users[row.id, player],
                "since": wait.since,
                "clock": wait.clock,
                "nudge_at": wait.nudge_at,
                "nudges": wait.nudges,
            }
            connection.execute(sa.insert(waits).values(**here, **waited))
    for name in MOVED:
        connection.execute(sa.text(f"ALTER TABLE tables DROP COLUMN {name}"))
    connection.execute(sa.text("ALTER TABLE post_memories DROP COLUMN version"))
    connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{REVISION}'"))
