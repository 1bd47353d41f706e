"""A snapshot says by itself whether it is as it was written."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What is there gets its checksum when it is next written."""
    op.add_column("snapshots", sa.Column("checksum", sa.String, nullable=True))
