"""What is remembered of a message has a version, so that nobody writes over what another has noted."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What is there has been written once."""
    version = sa.Column("version", sa.Integer, nullable=False, server_default="1")
    op.add_column("post_memories", version)
