"""Rows that are written whether they are there or not, in one statement where two would do."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection


def upsert(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows whether they are there or not, known by their primary key."""
    if rows:
        connection.execute(_upsert(table, connection.dialect.name), rows)


@cache
def _upsert(table: Table, dialect: str) -> Any:
    insertion: Any = {"sqlite": sqlite, "postgresql": postgresql}[dialect].insert(table)
    keys = list(table.primary_key.columns)
    new = {column.name: insertion.excluded[column.name] for column in table.c if column not in keys}
    return insertion.on_conflict_do_update(index_elements=keys, set_=new)
