"""Rows that take the place of others, in one statement where two would do."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Table, bindparam, delete, insert, update
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


def exchange(
    connection: Connection,
    table: Table,
    table_id: int,
    key: str,
    gone: Sequence[Any],
    fresh: Sequence[dict[str, Any]],
) -> None:
    """Of the rows of one table in play, known by a key, some go and others come.

    A row that goes becomes one that comes: often there is one of each.
    """
    known = set(gone)
    same = [row for row in fresh if row[key] in known]
    others = [row for row in fresh if row[key] not in known]
    left = sorted(known - {row[key] for row in same})
    becoming = [(row[key], row) for row in same] + list(zip(left, others, strict=False))
    if becoming:
        rows = [{"its_table": table_id, "its_key": old, **row} for old, row in becoming]
        connection.execute(_becomes(table, key), rows)
    if unused := left[len(others) :]:
        mine = (table.c.table_id == table_id) & table.c[key].in_(unused)
        connection.execute(delete(table).where(mine))
    if new := others[len(left) :]:
        connection.execute(insert(table), new)


@cache
def _becomes(table: Table, key: str) -> Any:
    return update(table).where(
        table.c.table_id == bindparam("its_table"), table.c[key] == bindparam("its_key")
    )
