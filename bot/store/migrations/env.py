"""Alembic asks here for the connection that the store has opened."""

from alembic import context
from sqlmodel import SQLModel

import bot.store.schema  # noqa: F401 - so that the metadata knows them

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
