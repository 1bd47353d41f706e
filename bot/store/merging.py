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


def upsert_next(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> bool:
    """The same for rows with a version, which must be the next one; whether that is so for all."""
    if not rows:
        return True
    statement = _upsert(table, connection.dialect.name, next_alone=True)
    return len(connection.execute(statement, rows).all()) == len(rows)


@cache
def _upsert(table: Table, dialect: str, *, next_alone: bool = False) -> Any:
    insertion: Any = {"sqlite": sqlite, "postgresql": postgresql}[dialect].insert(table)
    keys = list(table.primary_key.columns)
    new = {column.name: insertion.excluded[column.name] for column in table.c if column not in keys}
    if not next_alone:
        return insertion.on_conflict_do_update(index_elements=keys, set_=new)
    follows = table.c.version == insertion.excluded.version - 1
    merged = insertion.on_conflict_do_update(index_elements=keys, set_=new, where=follows)
    return merged.returning(*keys)
