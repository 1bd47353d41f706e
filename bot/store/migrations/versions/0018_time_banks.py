"""Time that fits lives: banks, days off, and pauses that all agree on."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables go on by their pace, and allow to be away and to pause."""
    op.add_column("tables", sa.Column("bank", sa.Text))
    op.add_column("tables", sa.Column("banks", sa.Text, nullable=False, server_default="{}"))
    for name in ("allows_away", "allows_pause"):
        column = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.true())
        op.add_column("tables", column)
    op.add_column("tables", sa.Column("proposal", sa.Text))
    op.add_column("players", sa.Column("away_until", sa.DateTime(timezone=True)))
    op.create_index("players_away", "players", ["away_until"])
    op.add_column("clocks", sa.Column("rests", sa.DateTime(timezone=True)))
