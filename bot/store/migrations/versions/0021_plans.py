"""What somebody has planned to answer is kept with their seat."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has planned anything so far."""
    op.add_column("seats", sa.Column("plan", sa.Text))
