"""Luck is drawn for places at the table, not for ids: who sits there may change, or be forgotten."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

tables = sa.table(
    "tables",
    sa.column("id", sa.BigInteger),
    sa.column("started_at", sa.DateTime(timezone=True)),
    sa.column("drawn_for", sa.Text),
)
seats = sa.table(
    "seats",
    sa.column("table_id", sa.BigInteger),
    sa.column("player", sa.Integer),
    sa.column("user_id", sa.BigInteger),
)


def upgrade() -> None:
    """The seeds of games that have begun were made of ids: they are written down as they were."""
    drawn_for = sa.Column("drawn_for", sa.Text, nullable=False, server_default="[]")
    op.add_column("tables", drawn_for)
    op.add_column("tables", sa.Column("sown", sa.LargeBinary))
    begun = sa.select(tables.c.id).where(tables.c.started_at.is_not(None))
    query = sa.select(seats).where(seats.c.table_id.in_(begun))
    ids: dict[int, list[str]] = {}
    for row in op.get_bind().execute(query.order_by(seats.c.table_id, seats.c.player)):
        named = f"computer:{row.player}" if row.user_id is None else str(row.user_id)
        ids.setdefault(row.table_id, []).append(named)
    for table_id, players in ids.items():
        mine = tables.c.id == table_id
        op.execute(sa.update(tables).where(mine).values(drawn_for=json.dumps(players)))
