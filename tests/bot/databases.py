"""Databases for tests: a new file each, and PostgreSQL where this machine has it."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Store
from tests.bot.postgres import Cluster, lacking, running
from tests.bot.toy import Time


@pytest.fixture
def time() -> Time:
    """A clock of the test's own."""
    return Time()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A running PostgreSQL; skips where there is none to run."""
    if why := lacking():
        pytest.skip(why)
    with running() as made:
        yield made


# -- addresses

KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]


@pytest_asyncio.fixture(params=KINDS)
async def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new and empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    await cluster.sql("postgres", "DROP DATABASE IF EXISTS empty", "CREATE DATABASE empty")
    return cluster.url("empty")


_migrated: dict[str, str] = {}  # by kind: what a test's database is copied from


@pytest_asyncio.fixture(params=KINDS)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database whose tables are up to date, of each kind."""
    if request.param == "sqlite":
        return await _file(request, tmp_path)
    return await _served(request.getfixturevalue("cluster"))


@pytest_asyncio.fixture
async def server_url(cluster: Cluster) -> str:
    """The address of a PostgreSQL database whose tables are up to date."""
    return await _served(cluster)


async def _served(cluster: Cluster) -> str:
    if "postgresql" not in _migrated:
        await cluster.sql("postgres", "CREATE DATABASE migrated")
        await (await Store.open(cluster.url("migrated"))).close()
        _migrated["postgresql"] = "migrated"
    await cluster.sql(
        "migrated", "TRUNCATE tables, players, settings, leases RESTART IDENTITY CASCADE"
    )
    return cluster.url("migrated")


@pytest_asyncio.fixture
async def file_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an SQLite file whose tables are up to date."""
    return await _file(request, tmp_path)


async def _file(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if "sqlite" not in _migrated:
        factory: pytest.TempPathFactory = request.getfixturevalue("tmp_path_factory")
        made = factory.mktemp("migrated") / "tables.db"
        await (await Store.open(f"sqlite+aiosqlite:///{made}")).close()
        _migrated["sqlite"] = str(made)
    file = tmp_path / "tables.db"
    shutil.copy(_migrated["sqlite"], file)
    return f"sqlite+aiosqlite:///{file}"


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """A store of each kind."""
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def file_store(file_url: str) -> AsyncIterator[Store]:
    """A store in an SQLite file."""
    opened = await Store.open(file_url)
    yield opened
    await opened.close()
