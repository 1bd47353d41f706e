"""Backups: written while the bot runs, tried before they count, put back, moved elsewhere."""

import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from pathlib import Path

import platformdirs

from bot.errors import BotError, Damaged, OtherRules, Unusable
from bot.operate.alone import alone
from bot.referee import Referee
from bot.settings import APP
from bot.store import Store
from bot.store.copies import file_of, fill, is_empty, read_revision, snapshot
from bot.store.engine import Database, connect
from bot.store.leases import living
from bot.store.migrate import newest, revision_of
from bot.store.refusals import can_be_made, is_there, opening
from bot.ui.words import counted

SIDES = ("", "-wal", "-shm")  # what SQLite's file consists of
SAMPLE = 20  # games of a backup that are replayed
ASIDE = "%Y%m%d-%H%M%S"
TAKEN_BY_TABLES = (
    "There are tables in the database already. --replace puts them aside into a file of their own, "
    "and this backup in their place."
)
NOT_EMPTY = "There are tables in the database that it is to go into. Name an empty one."
ONLY_LATER = (
    "Only the later version of this bot can keep what is in this database: restore into an empty one, "
    "and set DATABASE_URL to its address."
)
RUNNING = (
    "{app} is at work on this database ({running}): stop it first. One that was killed counts as at "
    "work for 20 seconds."
)


async def backup(url: str, file: Path) -> str:
    """Write a backup and try it; what can be said of it."""
    async with existing(url) as database:
        await snapshot(database, file)
    try:
        tried = await tried_out(file)
    except BotError as error:
        raise BotError(f"{file} is written, but {error}") from None
    return f"{file}: {file.stat().st_size / 1e6:.1f} MB, {tried}"


async def tried_out(file: Path) -> str:
    """Open a backup and replay a sample of its games; what came of it, or an error in words."""
    revision = read_revision(file)
    if revision != newest():
        return f"intact; of version {revision} of the tables, so its games were not replayed"
    with _copied(file) as copy:
        store = await Store.open(f"sqlite+aiosqlite:///{copy}")
        try:
            numbers = await store.latest(SAMPLE)
            replayed = [number for number in numbers if await _replays(Referee(store), number)]
            count = await store.count()
        finally:
            await store.close()
    tried = f"{len(replayed)} of the latest {counted(len(numbers), 'game')} replayed"
    return f"intact, {counted(count, 'table')}, {tried}"


async def _replays(referee: Referee, table_id: int) -> bool:
    """Whether a game comes out again as it is kept; one of other rules cannot be tried."""
    try:
        if await referee.verify(table_id):
            return True
    except (OtherRules, Damaged):
        return False
    raise BotError(f"table {table_id} is not as its log tells: `{APP} repair {table_id}`.")


async def restore(file: Path, url: str, *, replace: bool = False) -> str:
    """Make a database what a backup holds; what it held before is kept in a file beside."""
    count, kept = await _put(file, url, TAKEN_BY_TABLES, replace=replace)
    aside = f" What was there before is in {kept}." if kept else ""
    return f"{counted(count, 'table')} {'is' if count == 1 else 'are'} back.{aside}"


async def move(url: str, to: str) -> str:
    """Bring everything into another, empty database, such as from SQLite into PostgreSQL."""
    if url == to:
        raise BotError("That is the database that everything is in already.")
    _is_there(url)
    with tempfile.TemporaryDirectory(prefix=APP) as folder, alone(url):
        file = Path(folder) / "moved.db"
        async with existing(url) as database:
            await _stopped(database)
            await snapshot(database, file)
        count, _ = await _put(file, to, NOT_EMPTY)
    moved = f"{counted(count, 'table')} {'is' if count == 1 else 'are'} in the new database."
    return f"{moved} Set DATABASE_URL to its address; the old one is as it was."


async def _put(
    file: Path, url: str, taken: str, *, replace: bool = False
) -> tuple[int, Path | None]:
    """Put what a backup holds into a database: how many tables, and where those before are now."""
    read_revision(file)
    with _copied(file) as copy, alone(url):
        brought = await Store.open(f"sqlite+aiosqlite:///{copy}")  # an earlier one's, up to date
        count = await brought.count()
        await brought.close()
        kept = _beside(url, f"before-restore-{datetime.now():{ASIDE}}")  # noqa: DTZ005 - a name
        try:
            empty = await _kept(url, kept, taken, replace=replace)
        except Unusable:
            if not replace:
                raise
            await _take_place(copy, url, kept)
            return count, kept
        await fill(copy, url, replace=replace or empty)  # a bot that only was started has settings
    return count, None if empty else kept


async def _kept(url: str, file: Path, taken: str, *, replace: bool) -> bool:
    """Write down what a database holds that is to be replaced; whether it was empty."""
    async with connected(url) as database:
        await _stopped(database)
        if await is_empty(database):
            return True
        if not replace:
            raise BotError(taken)
        await snapshot(database, file)
    return False


async def _take_place(copy: Path, url: str, aside: Path) -> None:
    """Put what a file holds where a database is that this program cannot read; that one is kept as
    it lies there, and stays where it is until all is written.
    """
    file = file_of(url)
    if file is None:
        raise BotError(ONLY_LATER)
    part = Path(f"{file}.part")
    part.unlink(missing_ok=True)
    try:
        await fill(copy, f"sqlite+aiosqlite:///{part}")
        _rename(file, aside)
        _rename(part, file)
    finally:
        part.unlink(missing_ok=True)


def _rename(file: Path, to: Path) -> None:
    for side in SIDES:
        with suppress(FileNotFoundError):
            Path(f"{file}{side}").rename(f"{to}{side}")


async def _stopped(database: Database) -> None:
    """Refuse while a bot is at work on a PostgreSQL; whoever works on a file is alone with it."""
    if database.url.get_backend_name() == "sqlite":
        return
    if running := await database.read(living):
        raise BotError(RUNNING.format(app=APP, running=", ".join(running)))


async def before_upgrade(url: str) -> Path | None:
    """Keep a database as it is before the tables are changed by a newer version of the bot."""
    async with connected(url) as database:
        revision = await revision_of(database)
        file = _beside(url, f"before-{newest()}")
        if revision is None or revision == newest():
            return None
        if file.exists():  # another process was quicker, or the upgrade did not come about
            return None
        await snapshot(database, file)
    return file


def _beside(url: str, name: str) -> Path:
    """A file for what a database held: beside it, or in the user's data directory."""
    own = file_of(url)
    if own is not None:
        return own.with_name(f"{own.name}.{name}")
    return Path(platformdirs.user_data_dir(APP)) / f"tables.db.{name}"


@asynccontextmanager
async def existing(url: str) -> AsyncIterator[Database]:
    """A database with tables of this bot, as it is; where there is none, none is made."""
    _is_there(url)
    async with connected(url) as database:
        if await revision_of(database) is None:
            raise BotError("This database has no tables yet; the bot's first start makes them.")
        yield database


def _is_there(url: str) -> None:
    file = file_of(url)
    if file is not None and not is_there(file):
        raise BotError(f"There is no database {file}. DATABASE_URL says where it is.")


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Database]:
    """A database as it is, not upgraded."""
    file = file_of(url)
    if file is not None and not is_there(file):
        can_be_made(file)
    with opening(url):
        database = connect(url)
        try:
            yield database
        finally:
            await database.dispose()


@contextmanager
def _copied(file: Path) -> Iterator[Path]:
    """A copy to work on, so that a backup stays as it was written."""
    with tempfile.TemporaryDirectory(prefix=APP) as folder:
        copy = Path(folder) / "copy.db"
        source, target = sqlite3.connect(file), sqlite3.connect(copy)
        try:
            source.backup(target)
        finally:
            source.close()
            target.close()
        yield copy
