"""Several processes on one database share the tables among themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0021"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Nobody holds a lease yet."""
    op.create_table(
        "leases",
        sa.Column("bucket", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.Column("alive", sa.DateTime(timezone=True)),
        sa.Column("wanted", sa.String),
    )
    op.create_table(
        "handovers",
        sa.Column(
            "table_id", ROW_ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("bucket", sa.Integer, nullable=False),
    )
    op.create_index("handovers_of_bucket", "handovers", ["bucket"])
