"""Luck is mixed from a word of each player, too; what has begun goes on without."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No word means that the seed of a table is made of its secret and ids alone."""
    op.add_column("seats", sa.Column("word", sa.Text))
    op.add_column("proofs", sa.Column("digest", sa.String))
