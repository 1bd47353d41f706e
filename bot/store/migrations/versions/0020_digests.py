"""People may name their time zone, and read once a day what waits for them."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody is written to who has not asked for it."""
    op.add_column("players", sa.Column("zone", sa.Text))
    op.add_column("players", sa.Column("digest_hour", sa.Integer))
    op.add_column("players", sa.Column("digest_at", sa.DateTime(timezone=True)))
    op.create_index("digests_due", "players", ["digest_at"])
