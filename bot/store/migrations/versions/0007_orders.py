"""What a player answers once and for all is kept with the seat."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has said anything for good so far."""
    op.add_column("seats", sa.Column("orders", sa.Text, nullable=False, server_default="[]"))
