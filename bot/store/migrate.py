"""The tables are brought to this version at start, by whoever comes first."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import text
from sqlalchemy.engine import Connection

from bot.errors import Damaged
from bot.store.engine import Database, enter_wal

MIGRATIONS = Path(__file__).parent / "migrations"
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
    """The revision that a database is at; none where it is empty."""
    return await database.read(
        lambda connection: MigrationContext.configure(connection).get_current_revision()
    )


def newest() -> str:
    """The revision that this program works with."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


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
            raise Damaged("The database was written by a later version of this bot.") from None
        raise
