"""What a database refuses, in one sentence for whoever runs the bot or plays."""

import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from bot.errors import NoDatabase, Unusable

UNWRITTEN: ContextVar[bool] = ContextVar("unwritten", default=False)  # the last that a task wrote
# What a database or the way to it says, and what that means.
MEANT = {
    "readonly database": "it is read-only, or this user may not write to it",
    "unable to open": "the file or its folder cannot be opened; this user must be able to write there",
    "not a database": "the file is no database of this bot",
    "malformed": "the file is damaged",
    "is full": "the disk is full",
    "disk I/O": "the disk cannot be read or written",
    "is locked": "another process keeps it locked",
    "Connect call failed": "nothing answers there; PostgreSQL may not be running",
}

MENDED = "`brawl-referee restore --replace FILE` puts a backup in its place."


def of_database(error: BaseException) -> bool:
    """Whether an error is the database's, or of the way to it."""
    known = isinstance(error, SQLAlchemyError | sqlite3.Error | OSError)
    return known or type(error).__module__.startswith("asyncpg")


def passes(error: BaseException) -> bool:
    """Whether a database that was opened cannot do its work just now."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OperationalError | InterfaceError)


def unreadable(error: BaseException) -> bool:
    """Whether an SQLite file is damaged, or none at all; trying again will not help."""
    return type(_cause(error)) is sqlite3.DatabaseError  # its heirs say what else may be wrong


def _cause(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def reason(error: BaseException) -> str:
    """Why a database does not do what it should."""
    cause = _cause(error)
    said = str(cause)
    for mark, meant in MEANT.items():
        if mark in said:
            return meant
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return said.splitlines()[0] if said else type(cause).__name__


def cannot_open(url: str, error: BaseException) -> str:
    """That a database cannot be opened, where it is, and why; without its password."""
    address = make_url(url)
    file = address.database if address.get_backend_name() == "sqlite" else None
    plain = address.set(drivername=address.get_backend_name())
    where = file or plain.render_as_string(hide_password=True)
    return f"The database {where} cannot be opened: {reason(error)}."


def is_there(file: Path) -> bool:
    """Whether there is such a file; refused where this user may not even look."""
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise NoDatabase(f"The database {file} cannot be opened: {error.strerror}.") from None
    return True


def can_be_made(file: Path) -> None:
    """Refuse where neither the file nor its folder could be made."""
    folder = next(one for one in file.absolute().parents if one.exists())
    if not folder.is_dir():
        raise NoDatabase(f"The database {file} cannot be opened: {folder} is no folder.")
    if not os.access(
        folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids
    ):
        raise NoDatabase(
            f"The database {file} cannot be opened: this user may not write to {folder}."
        )


@contextmanager
def opening(url: str) -> Iterator[None]:
    """What is done to open a database, or to copy a whole one; its trouble is told in a sentence."""
    try:
        yield
    except Exception as error:
        if not of_database(error):
            raise
        said = cannot_open(url, error)
        raise (Unusable(f"{said} {MENDED}") if unreadable(error) else NoDatabase(said)) from error


@asynccontextmanager
async def named() -> AsyncIterator[None]:
    """An error of the way to the database is called one of the database."""
    try:
        yield
    except OSError as error:
        raise OperationalError("connect", None, error) from error


@asynccontextmanager
async def written() -> AsyncIterator[None]:
    """What a task writes; where the database does not take it, that is remembered."""
    try:
        yield
    except DBAPIError as error:
        UNWRITTEN.set(passes(error))
        raise
    UNWRITTEN.set(False)
