"""Reminders that people control, also where no time runs out."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0025"
branch_labels = None
depends_on = None

NUDGED = timedelta(hours=24)
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Whoever is waited for now without a clock is first reminded after as long as anybody."""
    op.add_column("players", sa.Column("reach", sa.Text, nullable=False, server_default="{}"))
    op.add_column(
        "seats", sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("waits", sa.Column("nudge_at", MOMENT))
    op.add_column("waits", sa.Column("nudges", sa.Integer, nullable=False, server_default="0"))
    some = sa.text("nudge_at IS NOT NULL")
    op.create_index("waits_nudged", "waits", ["nudge_at"], sqlite_where=some, postgresql_where=some)
    waits = sa.table("waits", sa.column("nudge_at", MOMENT), sa.column("clock", sa.String))
    soon = datetime.now(UTC) + NUDGED
    op.execute(sa.update(waits).where(waits.c.clock.is_(None)).values(nudge_at=soon))
