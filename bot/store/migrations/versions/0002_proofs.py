"""Finished games keep their proof."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Lead from the version before to this one."""
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "proofs",
        sa.Column("table_id", ID, table, primary_key=True),
        sa.Column("proof", sa.Text, nullable=False),
    )
