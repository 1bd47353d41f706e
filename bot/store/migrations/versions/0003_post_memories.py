"""What is remembered of a table's messages has a place of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
CHANNEL = 0  # whose message it is: everybody's
settings = sa.table("settings", sa.column("scope"), sa.column("key"), sa.column("value"))
tables = sa.table("tables", sa.column("id"), sa.column("status"))
outbox = sa.table("outbox", sa.column("table_id"))


def upgrade() -> None:
    """Move what was remembered; what belongs to tables that are done with goes."""
    table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    memories = op.create_table(
        "post_memories",
        sa.Column("table_id", ID, table, primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("memory", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    due = sa.select(tables.c.id).where(
        tables.c.status.in_(("lobby", "playing")) | tables.c.id.in_(sa.select(outbox.c.table_id))
    )
    needed = set(connection.execute(due).scalars())
    mine = settings.c.scope.like("table:%") & (
        (settings.c.key == "post") | settings.c.key.like("private:%")
    )
    rows = []
    for row in connection.execute(sa.select(settings).where(mine)):
        table_id = int(row.scope.removeprefix("table:"))
        user_id = CHANNEL if row.key == "post" else int(row.key.removeprefix("private:"))
        if table_id in needed:
            rows.append({"table_id": table_id, "user_id": user_id, "memory": row.value})
    if rows:
        connection.execute(memories.insert(), rows)
    connection.execute(settings.delete().where(mine))
