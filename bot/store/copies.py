"""A whole database as one file, and such a file as a whole database, whatever kind it is of."""

import asyncio
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic.runtime.migration import MigrationContext
from sqlalchemy import MetaData, create_engine, func, insert, select, text
from sqlalchemy.engine import Connection, Engine, make_url
from sqlmodel import SQLModel

from bot.errors import BotError
from bot.store.engine import BUSY_SECONDS, Database, connect
from bot.store.migrate import VERSIONS, migrate, revision_of, upgrade
from bot.store.schema import outbox, tables

BATCH = 500
COUNTED = (tables, outbox)  # their ids are never given twice


async def snapshot(database: Database, file: Path) -> None:
    """Write all that a database holds at this moment into a new SQLite file, readable by its owner.

    The bot may go on meanwhile. A copy of SQLite's file would not do: what was written last may
    still be in the log beside it.
    """
    if file.exists():
        raise BotError(f"{file} is there already, and nothing is written over.")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        if database.sync_engine.dialect.name == "sqlite":
            await asyncio.to_thread(_vacuum, str(database.url.database), part)
        else:
            await _drawn(database, part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _vacuum(source: str, file: Path) -> None:
    connection = sqlite3.connect(source, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("VACUUM INTO ?", (str(file),))
    finally:
        connection.close()


async def _drawn(database: Database, file: Path) -> None:
    """The rows of another kind of database, all as of one moment, in a file of its revision."""
    into = create_engine(f"sqlite:///{file}")
    try:
        with into.begin() as target:
            await database.read(lambda source: _draw(source, target))
    finally:
        into.dispose()


def _draw(source: Connection, target: Connection) -> None:
    source.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    revision = MigrationContext.configure(source).get_current_revision()
    if revision is None:
        raise BotError("This database has no tables of this bot, so there is nothing to copy.")
    upgrade(target, revision)
    here, there = MetaData(), MetaData()  # as they are, for they may be of an earlier version
    here.reflect(source)
    there.reflect(target)
    for table in here.sorted_tables:
        if table.name == VERSIONS:
            continue
        rows = source.execution_options(yield_per=BATCH).execute(select(table)).mappings()
        for some in rows.partitions(BATCH):
            target.execute(insert(there.tables[table.name]), [_naive(row) for row in some])
    for table in COUNTED:
        last = source.scalar(text(f"SELECT last_value FROM {table.name}_id_seq"))
        _count_from(target, table.name, last)


def _naive(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Moments as SQLite keeps them: UTC, without saying so."""
    return {
        name: value.astimezone(UTC).replace(tzinfo=None) if isinstance(value, datetime) else value
        for name, value in row.items()
    }


async def fill(file: Path, url: str, *, replace: bool = False) -> None:
    """Put what a file of this revision holds into a database of any kind, in one transaction."""
    database = connect(url)
    out_of = create_engine(f"sqlite:///{file}")
    try:
        await migrate(database)
        await database.write(lambda target: _filled(out_of, target, replace))
    finally:
        out_of.dispose()
        await database.dispose()


def _filled(out_of: Engine, target: Connection, replace: bool) -> None:
    with out_of.connect() as source:
        try:
            _pour(target, source, replace)
        except ValueError:  # no moment, no number; what stands there instead may be a secret
            raise BotError("The backup is damaged: a row of it cannot be read.") from None


def _pour(target: Connection, source: Connection, replace: bool) -> None:
    known = SQLModel.metadata.sorted_tables
    for table in reversed(known):
        if replace:
            target.execute(table.delete())
        elif target.scalar(select(func.count()).select_from(table)):
            raise BotError("The database that it is to go into is not empty.")
    for table in known:
        rows = source.execution_options(yield_per=BATCH).execute(select(table)).mappings()
        for some in rows.partitions(BATCH):
            target.execute(insert(table), [dict(row) for row in some])
    for table in COUNTED:
        counted = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        last = source.scalar(counted, {"name": table.name})
        if last and target.dialect.name == "postgresql":
            moved = text(f"SELECT setval('{table.name}_id_seq', :last)")
            target.execute(moved, {"last": last})
        elif last:
            _count_from(target, table.name, last)


def _count_from(target: Connection, table: str, last: int | None) -> None:
    """Ids that were given before are not given again, also where their rows are gone."""
    changed = text("UPDATE sqlite_sequence SET seq = max(seq, :last) WHERE name = :name")
    values = {"name": table, "last": last or 0}
    if not target.execute(changed, values).rowcount:
        target.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), values)


def read_revision(file: Path) -> str:
    """The revision of a file that `snapshot` wrote; an error in words where it is none."""
    if not file.is_file():
        raise BotError(f"There is no file {file}.")
    try:
        connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
        try:
            sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
            row = connection.execute(f"SELECT version_num FROM {VERSIONS}").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise BotError(f"{file} is no backup of this bot: {error}.") from None
    if sound != "ok" or row is None:
        raise BotError(f"{file} is damaged: {sound}.")
    return str(row[0])


async def is_empty(database: Database) -> bool:
    """Whether a database holds no table that people sit at or sat at."""
    if await revision_of(database) is None:
        return True
    found = text("SELECT 1 FROM tables LIMIT 1")
    return await database.read(lambda connection: connection.execute(found).first()) is None


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; none for any other."""
    address = make_url(url)
    return Path(str(address.database)) if address.get_backend_name() == "sqlite" else None
