"""A table knows the channel that its thread is in, and whether it rests."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables from before are found by their own channel alone, and none of them rests."""
    op.add_column("tables", sa.Column("parent_id", sa.BigInteger, nullable=True))
    op.add_column("tables", sa.Column("pause", sa.Text, nullable=True))
    op.create_index("tables_in_channel", "tables", ["parent_id"])
    op.create_index("tables_in_server", "tables", ["guild_id"])
