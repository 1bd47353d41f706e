"""Seats change hands in a running game: turns that were missed, seats that a computer keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0014"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Games in play go on as they are; nobody is invited to them any more, as far as is known."""
    op.add_column("tables", sa.Column("kept_after", sa.Integer, nullable=False, server_default="3"))
    op.add_column("seats", sa.Column("missed", sa.Integer, nullable=False, server_default="0"))
    op.add_column(
        "seats", sa.Column("vacant", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("seats", sa.Column("owner_id", sa.BigInteger))
    op.add_column("seats", sa.Column("time_left", sa.Text, nullable=False, server_default="[]"))
    op.create_index("seats_of_owner", "seats", ["owner_id"])
    op.create_table(
        "tenures",
        sa.Column(
            "table_id", ROW_ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.String),
        sa.Column("why", sa.String, nullable=False),
        sa.Column("logged", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("tenures_of_user", "tenures", ["user_id"])
    op.execute("UPDATE tables SET invited = '[]' WHERE status = 'playing'")
