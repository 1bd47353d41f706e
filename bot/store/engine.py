"""Connections to the database, SQLite's as careful as PostgreSQL's."""

import asyncio
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

BUSY_SECONDS = 30
TRIES = 600
WRITE = {"write": True}  # an execution option: the transaction is going to write


def connect(url: str) -> AsyncEngine:
    """An engine for an address such as `sqlite+aiosqlite:///file` or `postgresql+asyncpg://…`."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return create_async_engine(address, pool_pre_ping=True, hide_parameters=True)
    memory = address.database in (None, "", ":memory:")
    if not memory:
        _seal(Path(str(address.database)))
    engine = create_async_engine(
        address,
        hide_parameters=True,  # seeds and hands are among them: an error must not print them
        poolclass=AsyncAdaptedQueuePool,
        connect_args={"timeout": BUSY_SECONDS},
        **({"pool_size": 1, "max_overflow": 0} if memory else {}),
    )
    event.listen(engine.sync_engine, "connect", _careful)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _seal(file: Path) -> None:
    """Only its owner can read a database; what SQLite puts beside it follows its mode."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600)
    with suppress(PermissionError):  # somebody else's file, which we may use
        file.chmod(0o600)


def _careful(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not by guessing
    cursor = connection.cursor()
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A reader that turns writer can be refused at once; a writer from the start only waits.
    # A read is one statement, which sees one state of the database without a transaction.
    if connection.get_execution_options().get("write"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


async def enter_wal(engine: AsyncEngine) -> None:
    """Keep SQLite's file with a write-ahead log, however many processes ask for it at once."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or file in (None, "", ":memory:"):
        return
    for _ in range(TRIES):
        if await asyncio.to_thread(_wal, str(file)):
            return
        await asyncio.sleep(0.05)
    raise TimeoutError(f"{file} is locked by another process.")


def _wal(file: str) -> bool:
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        return bool(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):  # the change of mode does not always wait its turn
            return False
        raise
    finally:
        connection.close()
