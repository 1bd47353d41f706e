"""Nonces are made with a table's secret; rows of the outbox from before keep the ones they had."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

tables = sa.table("tables", sa.column("posted", sa.Integer), sa.column("open_nonces", sa.Integer))


def upgrade() -> None:
    """What was sent before, but not remembered, must be known again."""
    column = sa.Column("open_nonces", sa.Integer, nullable=False, server_default="0")
    op.add_column("tables", column)
    op.execute(sa.update(tables).values(open_nonces=tables.c.posted))
