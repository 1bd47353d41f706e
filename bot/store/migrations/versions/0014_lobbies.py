"""Tables may be private, begin by themselves when they are full, and close when nobody begins."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
OPEN_FOR = timedelta(days=3)
tables = sa.table("tables", sa.column("id", sa.BigInteger), sa.column("status", sa.String))
clocks = sa.table(
    "clocks",
    sa.column("table_id", sa.BigInteger),
    sa.column("name", sa.String),
    sa.column("armed_at", MOMENT),
    sa.column("wake_at", MOMENT),
    sa.column("due_at", MOMENT),
)


def upgrade() -> None:
    """Tables that wait for their game now have as long as one that is opened now."""
    for name in ("private", "when_full"):
        column = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column("tables", column)
    now = datetime.now(UTC)
    rests = sa.select(clocks.c.table_id)
    waiting = sa.select(tables.c.id).where(tables.c.status == "lobby", tables.c.id.not_in(rests))
    for row in op.get_bind().execute(waiting).all():
        clock = {"table_id": row.id, "name": "lobby:close", "armed_at": now}
        end = {"wake_at": now + OPEN_FOR, "due_at": now + OPEN_FOR}
        op.execute(sa.insert(clocks).values(**clock, **end))
