"""The tables are brought to this version at start, by whoever comes first."""

from contextlib import suppress
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from bot.errors import NoDatabase, Unusable
from bot.store.engine import Database, enter_wal

MIGRATIONS = Path(__file__).parent / "migrations"
LATER = (
    "The database was written by a later version of this bot: install that one, or "
    "`brawl-referee restore --replace` the file from before its upgrade."
)
FOREIGN = "The database {file} cannot be opened: it is another program's; name a file of its own."
VERSIONS = "alembic_version"
LOCK = 0x4252_4157_4C52_4546  # one number for all processes on a PostgreSQL database


async def migrate(database: Database) -> None:
    """Upgrade in one transaction under the database's own lock; others wait, then find it done."""
    await enter_wal(database)
    await database.write(_upgrade_alone)


def _upgrade_alone(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    upgrade(connection)


async def revision_of(database: Database) -> str | None:
    """The revision that a database is at; none where it is empty, an error where it is not ours."""
    revision = await database.read(
        lambda connection: MigrationContext.configure(connection).get_current_revision()
    )
    if revision is not None and revision not in _known():
        raise Unusable(LATER)
    if revision is None and database.url.get_backend_name() == "sqlite":
        names = await database.read(lambda connection: inspect(connection).get_table_names())
        if set(names) - {VERSIONS}:
            raise NoDatabase(FOREIGN.format(file=database.url.database))
    return revision


async def could_make(database: Database) -> None:
    """Make the tables in an empty database and take them back, to see whether that can be done."""
    with suppress(_Undone):
        await database.write(_made_and_undone)


class _Undone(Exception):
    """So that a transaction comes to nothing."""


def _made_and_undone(connection: Connection) -> None:
    upgrade(connection)
    raise _Undone


def newest() -> str:
    """The revision that this program works with."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


@cache
def _known() -> frozenset[str]:
    """Every revision that this program can bring up to date."""
    scripts = ScriptDirectory.from_config(_config()).walk_revisions()
    return frozenset(script.revision for script in scripts)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations on a connection whose transaction is open."""
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        if "Can't locate revision" in str(error):
            raise Unusable(LATER) from None
        raise
