"""Databases for tests: a new file each, and PostgreSQL where this machine has it."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
import pytest_asyncio

from bot.store import Store
from tests.bot.toy import Time


@pytest.fixture
def time() -> Time:
    """A clock of the test's own."""
    return Time()


# -- PostgreSQL


def _bin() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def _can_step_down() -> bool:
    return shutil.which("runuser") is not None and any(
        user.pw_name == "postgres" for user in pwd.getpwall()
    )


class Cluster:
    """A PostgreSQL of the tests' own, on a socket in its own directory."""

    def __init__(self, binaries: Path, home: Path) -> None:
        self.binaries, self.home = binaries, home

    def run(self, *command: str) -> None:
        given = [str(self.binaries / command[0]), *command[1:]]
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            given = ["runuser", "-u", "postgres", "--", *given]
        subprocess.run(given, check=True, capture_output=True, cwd=self.home, timeout=120)

    def start(self) -> None:
        data = str(self.home / "data")
        self.run(
            "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "--no-sync",
            "--locale=C",
            "-E",
            "UTF8",
        )
        settings = f"-k {self.home} -c listen_addresses= -c fsync=off -c shared_buffers=16MB"
        log = str(self.home / "log")
        self.run("pg_ctl", "-D", data, "-o", settings, "-l", log, "-w", "-t", "60", "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.home / "data"), "-m", "immediate", "-w", "stop")

    def url(self, name: str) -> str:
        return f"postgresql+asyncpg://postgres@/{name}?host={self.home}"

    async def sql(self, name: str, *statements: str) -> None:
        connection = await asyncpg.connect(user="postgres", host=str(self.home), database=name)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()


def lacking() -> str:
    """Why no PostgreSQL can be run here; nothing where it can."""
    if _bin() is None:
        return "no initdb on this machine: PostgreSQL is not tested"
    if os.geteuid() == 0 and not _can_step_down():
        return "PostgreSQL does not run as root, and there is nobody to run it as"
    return ""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A running PostgreSQL; skips where there is none to run."""
    if why := lacking():
        pytest.skip(why)
    with running() as made:
        yield made


@contextmanager
def running() -> Iterator[Cluster]:
    """A PostgreSQL that is thrown away afterwards."""
    binaries = _bin()
    assert binaries is not None
    home = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))  # a socket's path must be short
    if os.geteuid() == 0:
        shutil.chown(home, "postgres")
    made = Cluster(binaries, home)
    made.start()
    try:
        yield made
    finally:
        made.stop()
        shutil.rmtree(home, ignore_errors=True)


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
