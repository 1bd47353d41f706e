"""How a database is and what a start would do to it, found out without changing anything."""

import shutil
import sqlite3

from sqlalchemy.engine import Connection

from bot.errors import NoDatabase
from bot.operate.backups import connected
from bot.store import Store
from bot.store.copies import file_of
from bot.store.migrate import could_make, newest, revision_of
from bot.store.refusals import can_be_made, is_there
from bot.ui.words import counted

ROOM = 10_000_000  # bytes that must be left on the disk of SQLite's file


async def looked_at(url: str) -> str:
    """What can be said of a database that the bot could work with; an error in words where not."""
    file = file_of(url)
    if file is not None and not is_there(file):
        can_be_made(file)
        return f"fine; {file} is made at the first start"
    if full := no_room(url):
        raise NoDatabase(full)
    async with connected(url) as database:
        revision = await revision_of(database)
        if revision is None:
            await could_make(database)
            return "fine; its tables are made at the first start"
        await database.write(lambda connection: None)  # where it is read-only, this is refused
        await database.read(_sound)
        if revision != newest():
            return f"fine; a start brings its tables from version {revision} to {newest()}"
        return f"fine, with {counted(await Store(database).count(), 'table')}"


def _sound(connection: Connection) -> None:
    """Look through the whole of SQLite's file, which says of itself what it is asked for alone."""
    if connection.dialect.name != "sqlite":
        return
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise sqlite3.DatabaseError("malformed")


def no_room(url: str) -> str | None:
    """That the disk of SQLite's file is full, or nearly; a server looks after its own."""
    file = file_of(url)
    if file is None or not file.exists():
        return None
    free = shutil.disk_usage(file.parent).free
    return f"only {free / 1e6:.1f} MB are left on the disk of {file}" if free < ROOM else None
