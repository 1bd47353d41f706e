"""A clock knows when it would have ended, for whoever takes an answer back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Clocks that run now have nothing to go back to."""
    earlier = sa.Column("earlier", sa.Text, nullable=False, server_default="[]")  # JSON
    op.add_column("clocks", earlier)
