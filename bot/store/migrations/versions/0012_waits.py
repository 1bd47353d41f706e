"""Whom each table waits for is a row of its own, so that an inbox is one query."""

import json
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
tables = sa.table(
    "tables", sa.column("id"), sa.column("status"), sa.column("pause"), sa.column("started_at")
)
seats = sa.table("seats", sa.column("table_id"), sa.column("player"), sa.column("user_id"))
snapshots = sa.table("snapshots", sa.column("table_id"), sa.column("barrier"))
clocks = sa.table("clocks", sa.column("table_id"), sa.column("name"), sa.column("due_at", MOMENT))


def upgrade() -> None:
    """Games in play wait for the same people as before, as far as their snapshots can be read."""
    waits = op.create_table(
        "waits",
        sa.Column(
            "table_id", ROW_ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("clock", sa.String),
    )
    op.create_index("waits_of_user", "waits", ["user_id"])
    connection = op.get_bind()
    here = (tables.c.status == "playing") & tables.c.pause.is_(None)
    saved = sa.select(snapshots.c.table_id, snapshots.c.barrier).join(
        tables, tables.c.id == snapshots.c.table_id
    )
    people: dict[int, dict[int, int | None]] = defaultdict(dict)
    for row in connection.execute(sa.select(seats)):
        people[row.table_id][row.player] = row.user_id
    running: dict[int, dict[str, Any]] = defaultdict(dict)
    for row in connection.execute(sa.select(clocks)):
        running[row.table_id][row.name] = row.due_at
    now = datetime.now(UTC)
    rows = [
        {"table_id": row.table_id, "user_id": user_id, "since": now, "clock": clock}
        for row in connection.execute(saved.where(here)).all()
        for user_id, clock in _waited(
            row.barrier, people[row.table_id], running[row.table_id]
        ).items()
    ]
    if rows:
        op.bulk_insert(waits, rows)


def _waited(
    barrier: bytes, people: dict[int, int | None], running: dict[str, Any]
) -> dict[int, str | None]:
    """The users whom a saved game waits for, each with the clock that ends first for them."""
    try:
        state = json.loads(barrier)["state"]
        answered = {int(seat) for seat in state.get("pending") or {}}
        asked = [q["seat"] for q in state["open"] if not q.get("standing")]
        players = {seat: state["seats"][seat] for seat in asked if seat not in answered}
    except (ValueError, KeyError, TypeError, IndexError):  # such a table says so when it is opened
        return {}
    found: dict[int, list[str]] = {}
    for seat, player in players.items():
        user_id = people.get(player)
        if user_id is not None:
            theirs = [n for n in running if n == f"pace:{seat}" or n.startswith("game:")]
            found.setdefault(user_id, []).extend(theirs)
    return {
        user_id: min(names, key=lambda name: running[name], default=None)
        for user_id, names in found.items()
    }
