"""The tables are brought to this version at start, by whoever comes first."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import Damaged
from bot.store.engine import WRITE, enter_wal

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x4252_4157_4C52_4546  # one number for all processes on a PostgreSQL database


async def migrate(engine: AsyncEngine) -> None:
    """Upgrade in one transaction under the database's own lock; others wait, then find it done."""
    await enter_wal(engine)
    async with engine.connect() as plain:
        connection = await plain.execution_options(**WRITE)
        async with connection.begin():
            if engine.dialect.name == "postgresql":
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK}
                )
            await connection.run_sync(upgrade)


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations on a connection whose transaction is open."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        if "Can't locate revision" in str(error):
            raise Damaged("The database was written by a later version of this bot.") from None
        raise
