"""How somebody is reached is their wish and what Discord says; refused posts are set aside."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
players = sa.table(
    "players", sa.column("dms_closed", sa.Boolean), sa.column("dms_closed_at", MOMENT)
)


def upgrade() -> None:
    """Who was taken for closed may only have been written to too fast: they are tried again."""
    usual = sa.Column("dms", sa.String, nullable=False, server_default="usual")
    op.add_column("players", usual)
    op.add_column("players", sa.Column("dms_closed_at", MOMENT))
    op.add_column("players", sa.Column("dm_channel_id", sa.BigInteger))
    now = datetime.now(UTC)
    op.execute(sa.update(players).where(players.c.dms_closed).values(dms_closed_at=now))
    op.drop_column("players", "dms_closed")
    op.add_column("outbox", sa.Column("refused", sa.Text))
