"""What is to be done after a start is found by an index, however many tables rest."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0017"
branch_labels = None
depends_on = None

POST, LETTER = ("carried", "unpinged"), ("due", "turn")  # what tells that something is left to say
tables = sa.table(
    "tables", sa.column("id"), sa.column("status"), sa.column("computer_asked", sa.Boolean)
)
seats = sa.table("seats", sa.column("table_id"), sa.column("level"))
memories = sa.table(
    "post_memories",
    sa.column("table_id"),
    sa.column("user_id"),
    sa.column("memory"),
    sa.column("unsaid", sa.Boolean),
)


def upgrade() -> None:
    """Wherever a computer plays one may be asked; what is left to say, the memories tell."""
    for table, name in (("tables", "computer_asked"), ("post_memories", "unsaid")):
        column = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, column)
    _index("computers_asked", "tables", "id", "computer_asked")
    live = "status IN ('lobby', 'playing')"
    _index("tables_inviting", "tables", "id", f"invited <> '[]' AND {live}")
    _index("post_memories_unsaid", "post_memories", "table_id", "unsaid")
    connection = op.get_bind()
    played = sa.select(seats.c.table_id).where(seats.c.level.is_not(None))
    here = (tables.c.status == "playing") & tables.c.id.in_(played)
    op.execute(sa.update(tables).where(here).values(computer_asked=sa.true()))
    for row in connection.execute(sa.select(memories)).all():
        if any(json.loads(row.memory).get(name) for name in (LETTER if row.user_id else POST)):
            mine = (memories.c.table_id == row.table_id) & (memories.c.user_id == row.user_id)
            op.execute(sa.update(memories).where(mine).values(unsaid=sa.true()))


def _index(name: str, table: str, column: str, which: str) -> None:
    only = sa.text(which)
    op.create_index(name, table, [column], sqlite_where=only, postgresql_where=only)
