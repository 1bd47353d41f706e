"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
LIVE = sa.text("status IN ('lobby', 'playing')")


def _table_id(**more: Any) -> sa.Column[int]:
    return sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), **more)


def upgrade() -> None:
    """Make everything from nothing."""
    op.create_table(
        "tables",
        sa.Column("id", ID, primary_key=True),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules_version", sa.String, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("pace", sa.Integer),
        sa.Column("invited", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("logged", sa.Integer, nullable=False),
        sa.Column("posted", sa.Integer, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("started_at", MOMENT),
        sa.Column("ended_at", MOMENT),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "one_live_table",
        "tables",
        ["channel_id"],
        unique=True,
        sqlite_where=LIVE,
        postgresql_where=LIVE,
    )
    op.create_table(
        "players",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("dms_closed", sa.Boolean, nullable=False),
        sa.Column("reminders", sa.Boolean, nullable=False),
    )
    op.create_table(
        "seats",
        _table_id(primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("level", sa.String),
    )
    op.create_index("seated_once", "seats", ["table_id", "user_id"], unique=True)
    op.create_index("seats_of_user", "seats", ["user_id"])
    op.create_table(
        "log",
        _table_id(primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("request", sa.String),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_index("log_request", "log", ["table_id", "request"])
    op.create_table(
        "snapshots",
        _table_id(primary_key=True),
        sa.Column("barrier", sa.LargeBinary, nullable=False),
        sa.Column("since", sa.LargeBinary, nullable=False),
        sa.Column("logged", sa.Integer, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", ID, primary_key=True),
        _table_id(nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_order", "outbox", ["table_id", "sequence"], unique=True)
    op.create_table(
        "posts",
        sa.Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
        _table_id(nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("created_at", MOMENT, nullable=False),
    )
    op.create_index("posts_of_table", "posts", ["table_id", "kind"])
    op.create_table(
        "settings",
        sa.Column("scope", sa.String, primary_key=True),
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "clocks",
        _table_id(primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("armed_at", MOMENT, nullable=False),
        sa.Column("wake_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("warn_at", MOMENT),
    )
    op.create_index("clocks_next", "clocks", ["wake_at"])
    op.create_table(
        "results",
        _table_id(primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("level", sa.String),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("drawn", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
    )
    op.create_index("results_of_user", "results", ["user_id", "game"])
