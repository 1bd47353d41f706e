"""Connections to the database, SQLite's as careful as PostgreSQL's.

A unit of work is a plain function of a connection: all its statements, with nothing awaited in
between. On SQLite it is done in one go in the thread of its connection, on PostgreSQL statement by
statement; it is the same function.
"""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import aiosqlite
from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Connection, Engine, ExceptionContext, make_url
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import SingletonThreadPool

BUSY_SECONDS = 30
TRIES = 600
READERS = 2  # connections that read SQLite's file while another one writes
MANY = 1_000  # more than there are ever lines: the pool must close none, which only they can
ADDED = "\nDETAIL:"  # what PostgreSQL tells of a row that it refuses
SERVED = 10  # connections to PostgreSQL; whoever comes when all are taken waits for one
WRITE = {"write": True}  # an execution option: the transaction is going to write
P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[[Connection], T]


class Unsure(OperationalError):
    """The database failed while it was to keep what was written: it may have, or may not."""


class _Ending:
    """A transaction around its work: what fails after that is its end, of which nobody knows."""

    def __init__(self) -> None:
        self.worked = False

    def __enter__(self) -> "_Ending":
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        refused = isinstance(error, IntegrityError)  # that is an answer
        if self.worked and isinstance(error, Exception) and not refused:
            raise Unsure("COMMIT", None, getattr(error, "orig", None) or error) from error


class Database(Protocol):
    """Where units of work are done."""

    sync_engine: Engine  # what tells of statements and connections
    url: URL

    async def read(self, work: Work[T]) -> T:
        """Do what only reads."""

    async def write(self, work: Work[T]) -> T:
        """Do what writes, in a transaction: all of it, or nothing; `Unsure` where nobody knows."""

    def steps(self, *, write: bool) -> Any:
        """A connection to be asked step by step, as a context; slower than a unit of work."""

    async def dispose(self) -> None:
        """Close every connection."""


class Steps:
    """A connection that is asked step by step."""

    def __init__(self, run: Callable[[Work[Any]], Any]) -> None:
        """`run` does a unit of work on it."""
        self._run = run

    async def execute(self, statement: Any, parameters: Any = None) -> Any:
        """Run a statement; what it finds is there at once."""
        return await self._run(lambda connection: _whole(connection.execute(statement, parameters)))

    async def exec_driver_sql(self, statement: str, parameters: Any = None) -> Any:
        """Run a statement in the database's own words."""
        return await self._run(
            lambda connection: _whole(connection.exec_driver_sql(statement, parameters))
        )

    async def run_sync(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do a unit of work as one of the steps."""
        done: T = await self._run(lambda connection: work(connection, *args, **kwargs))
        return done


def _whole(result: Any) -> Any:
    return result.freeze()() if result.returns_rows else result


def connect(url: str) -> Database:
    """The database at an address such as `sqlite+aiosqlite:///file` or `postgresql+asyncpg://…`."""
    address = make_url(url)
    return Lines(address) if address.get_backend_name() == "sqlite" else Server(address)


# -- PostgreSQL


class Server:
    """A database server, with a pool of connections; nobody is turned away while they are taken."""

    def __init__(self, address: URL) -> None:
        """Connect when there is something to do."""
        self.url = address
        self._engine = create_async_engine(
            address,
            pool_pre_ping=True,
            hide_parameters=True,  # seeds and hands are among them: an error must not print them
            pool_size=SERVED,
            max_overflow=0,
        )
        self._writing = self._engine.execution_options(**WRITE)
        self.sync_engine = self._engine.sync_engine
        event.listen(self.sync_engine, "handle_error", _discreet)
        self._free = asyncio.Semaphore(SERVED)

    async def read(self, work: Work[T]) -> T:
        """Do what only reads."""
        async with self._free, self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        """Do what writes, in a transaction."""
        with _Ending() as ending:
            async with self._free, self._writing.begin() as connection:
                result = await connection.run_sync(work)
                ending.worked = True
        return result

    @asynccontextmanager
    async def steps(self, *, write: bool) -> AsyncIterator[Steps]:
        """A connection to be asked step by step."""
        async with self._free:
            taken = self._writing.begin() if write else self._engine.connect()
            async with taken as connection:
                yield Steps(connection.run_sync)

    async def dispose(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


# -- SQLite


class Lines:
    """SQLite's file: one connection writes, so that writers queue here and none waits for the
    file's lock; others read meanwhile. Each is opened when first needed.
    """

    def __init__(self, address: URL) -> None:
        """Only the file's folder is made."""
        self.url = address
        self._memory = address.database in (None, "", ":memory:")
        self._file = ":memory:" if self._memory else str(address.database)
        if not self._memory:
            _seal(Path(self._file))
        self.sync_engine = create_engine(
            "sqlite://",
            creator=self._of_thread,
            poolclass=SingletonThreadPool,  # each line has a thread, and each thread a connection
            pool_size=MANY,
            hide_parameters=True,
        )
        event.listen(self.sync_engine, "connect", _careful)
        event.listen(self.sync_engine, "begin", _begin)
        self._writing = self.sync_engine.execution_options(**WRITE)
        self._here = threading.local()
        self._open: set[_Line] = set()
        self._writer: _Line | None = None
        self._turn = asyncio.Lock()  # of those who write
        self._readers: asyncio.LifoQueue[_Line | None] = asyncio.LifoQueue()
        for _ in range(READERS):
            self._readers.put_nowait(None)  # yet to be opened

    async def read(self, work: Work[T]) -> T:
        """Do what only reads, in one go."""

        def unit() -> T:
            with self.sync_engine.connect() as connection:
                return work(connection)

        async with self._reader() as line:
            return await line.do(unit)

    async def write(self, work: Work[T]) -> T:
        """Do what writes, in one go and in a transaction."""

        def unit() -> T:
            with _Ending() as ending, self._writing.begin() as connection:
                result = work(connection)
                ending.worked = True
            return result

        async with self._turn:
            return await (await self._line_to_write()).do(unit)

    @asynccontextmanager
    async def steps(self, *, write: bool) -> AsyncIterator[Steps]:
        """A connection to be asked step by step; whoever else writes waits until it is done."""
        if not write:
            async with self._reader() as line, _held(line, self.sync_engine) as steps:
                yield steps
            return
        async with self._turn, _held(await self._line_to_write(), self._writing) as steps:
            yield steps

    async def dispose(self) -> None:
        """Close every connection; what is under way is done first."""
        lines, self._open, self._writer = list(self._open), set(), None
        self._readers = asyncio.LifoQueue()
        for _ in range(READERS):
            self._readers.put_nowait(None)
        for line in lines:
            await line.close()

    # -- lines

    def _of_thread(self) -> sqlite3.Connection:
        """The connection whose thread asks for it."""
        line: _Line = self._here.line
        return line.connection()

    async def _line_to_write(self) -> "_Line":
        if self._writer is None:
            self._writer = await self._opened()
        return self._writer

    @asynccontextmanager
    async def _reader(self) -> "AsyncIterator[_Line]":
        if self._memory:  # there is no other connection to the same tables
            async with self._turn:
                yield await self._line_to_write()
            return
        readers = self._readers
        line = await readers.get()
        try:
            if line is None:
                line = await self._opened()
            yield line
        finally:
            readers.put_nowait(line)

    async def _opened(self) -> "_Line":
        line = await _Line.opened(self._file)
        await line.do(lambda: setattr(self._here, "line", line))
        self._open.add(line)
        return line


class _Line:
    """One connection of aiosqlite with its thread, which does one unit of work after the other."""

    def __init__(self, wire: aiosqlite.Connection) -> None:
        self._wire = wire
        self._taken = False

    @classmethod
    async def opened(cls, file: str) -> "_Line":
        wire = aiosqlite.connect(file, timeout=BUSY_SECONDS, isolation_level=None)
        wire._thread.daemon = True  # the program's end must not wait for it
        try:
            return cls(await wire)
        except BaseException:  # its thread still has a word to say, and needs a loop to say it to
            await asyncio.to_thread(wire._thread.join)
            raise

    def connection(self) -> sqlite3.Connection:
        """The connection itself; a new one where the one before was given up and closed."""
        if self._taken:
            self._wire._connection = self._wire._connector()
        self._taken = True
        return self._wire._conn

    async def do(self, unit: Callable[[], T]) -> T:
        """Call a function in the connection's thread; it is done to its end, whoever gives up."""
        done: T = await self._wire._execute(copy_context().run, unit)  # type: ignore[no-untyped-call]
        return done

    async def close(self) -> None:
        await self._wire.close()


@asynccontextmanager
async def _held(line: _Line, engine: Engine) -> AsyncIterator[Steps]:
    """A transaction that several steps are done in."""
    connection = await line.do(engine.connect)
    try:
        transaction = await line.do(connection.begin)
        try:
            yield Steps(lambda work: line.do(lambda: work(connection)))
        except BaseException:
            await asyncio.shield(line.do(transaction.rollback))
            raise
        await line.do(transaction.commit)
    finally:
        await asyncio.shield(line.do(connection.close))


def _seal(file: Path) -> None:
    """Only its owner can read a database, whoever made it and whatever a crash has left beside it."""
    if file.is_dir():
        return  # it cannot be opened, and its owner goes on needing it
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600)
    for part in (file, *(file.with_name(f"{file.name}-{kind}") for kind in ("wal", "shm"))):
        with suppress(FileNotFoundError, PermissionError):  # somebody else's, which we may use
            part.chmod(0o600)


def _discreet(context: ExceptionContext) -> None:
    """What a server adds to an error may be a whole row, so it is taken out of all that is told."""
    error: BaseException | None = context.sqlalchemy_exception or context.original_exception
    while error is not None:
        error.args = tuple(
            one.partition(ADDED)[0] if isinstance(one, str) else one for one in error.args
        )
        if hasattr(error, "detail") and error.detail:
            error.detail = None
        error = error.__cause__ or getattr(error, "orig", None)


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


async def enter_wal(database: Database) -> None:
    """Keep SQLite's file with a write-ahead log, however many processes ask for it at once."""
    file = database.url.database
    if database.url.get_backend_name() != "sqlite" or file in (None, "", ":memory:"):
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
