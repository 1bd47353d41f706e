"""A database that this program cannot read: it says what helps, and a backup takes its place."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.errors import BotError
from bot.operate import backups
from bot.program import main
from bot.store import Store
from tests.bot.test_operate import filled, held, names, run

pytest_plugins = ["tests.bot.databases"]


def damaged(file: Path) -> None:
    """As a bad disk leaves it: the page of the tables' rows is rubbish."""
    with sqlite3.connect(file) as connection:
        found = "SELECT rootpage FROM sqlite_master WHERE name = 'tables'"
        (page,) = connection.execute(found).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"rubbish!" * (size // 8)
    file.write_bytes(content)


def headless(file: Path) -> None:
    """As a crash of the machine may leave it: nothing says that it is a database."""
    file.write_bytes(b"\0" * 4096 + file.read_bytes()[4096:])


def later(file: Path) -> None:
    """As a later version left it, before somebody went back to this one."""
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


@pytest.mark.parametrize("spoilt", [damaged, headless, later])
async def test_a_backup_takes_its_place(spoilt: Any, file_url: str, tmp_path: Path) -> None:
    """Only where that is asked for; what was there is kept as it was, whatever it was."""
    store = await Store.open(file_url)
    await filled(store)
    before = await held(store)
    await store.close()
    backup, file = tmp_path / "one.db", tmp_path / "tables.db"
    await backups.backup(file_url, backup)
    spoilt(file)
    content = file.read_bytes()
    with pytest.raises(BotError, match="--replace"):
        await backups.restore(backup, file_url)
    assert file.read_bytes() == content
    said = await backups.restore(backup, file_url, replace=True)
    aside = tmp_path / said.removesuffix(".").rpartition("/")[2]
    assert said.startswith("3 tables are back.") and aside.read_bytes() == content
    again = await Store.open(file_url)
    assert await held(again) == before
    await again.close()
    assert names(tmp_path) == ["one.db", "tables.db", aside.name, "tables.db.lock"]


async def test_another_programs_database_is_left_alone(file_url: str, tmp_path: Path) -> None:
    await backups.backup(file_url, tmp_path / "one.db")
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE bookmarks (x)")
    connection.close()
    with pytest.raises(BotError, match="another program's"):
        await backups.restore(
            tmp_path / "one.db", f"sqlite+aiosqlite:///{tmp_path}/other.db", replace=True
        )


@pytest.mark.slow  # a database server
async def test_on_a_server_a_later_versions_tables_stay(server_url: str, tmp_path: Path) -> None:
    """They cannot be written down, and are not thrown away: another database is asked for."""
    store = await Store.open(server_url)
    file = tmp_path / "one.db"
    await backups.backup(server_url, file)
    async with store.writing() as connection:
        row = await connection.execute(text("SELECT version_num FROM alembic_version"))
        right = row.scalar_one()
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    try:
        with pytest.raises(BotError, match="restore into an empty one"):
            await backups.restore(file, server_url, replace=True)
    finally:
        async with store.writing() as connection:
            await connection.execute(
                text("UPDATE alembic_version SET version_num = :right"), {"right": right}
            )
        await store.close()


@pytest.mark.parametrize("spoilt", [False, True])
async def test_a_row_that_is_none_is_refused_with_a_sentence(
    spoilt: bool, file_url: str, tmp_path: Path
) -> None:
    """What was there stays in its place, also where that is damaged itself.

    SQLite holds a file for sound whatever stands in its rows.
    """
    store = await Store.open(file_url)
    await filled(store)
    await store.close()
    file = tmp_path / "one.db"
    await backups.backup(file_url, file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET created_at = 'yesterday' WHERE id = 2")
    connection.close()
    if spoilt:
        damaged(tmp_path / "tables.db")
    before = (tmp_path / "tables.db").read_bytes()
    with pytest.raises(BotError, match="a row of it cannot be read"):
        await backups.restore(file, file_url, replace=True)
    if spoilt:
        assert (tmp_path / "tables.db").read_bytes() == before
        assert names(tmp_path) == ["one.db", "tables.db", "tables.db.lock"]


# what is left of a table, once this has come over it or its log
TABLES = "UPDATE tables SET {} WHERE id = 1"
FORGED = (
    """UPDATE log SET given = '{"type":"answer","seat":0,"number":1,"option":{"type":"none"}}'"""
)


@pytest.mark.parametrize(
    ("harm", "left"),
    [
        ("UPDATE log SET given = '{}' WHERE number = 4", "--rewind 3 or --close"),
        ("DELETE FROM log WHERE number = 4", "--rewind 3 or --close"),
        (f"{FORGED} WHERE number = 1", "--rewind 0 or --close"),
        ("DELETE FROM seats WHERE table_id = 1 AND player = 1", "--close"),
        (TABLES.format("variant = 'rubbish'"), "--close"),
        (TABLES.format("waiting = '{'"), "--close"),
        (TABLES.format("created_at = 'yesterday'"), "--close"),
    ],
)
async def test_a_repair_says_what_is_left(
    harm: str, left: str, file_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And that works; whatever else is tried says the same, in a sentence."""
    monkeypatch.chdir(tmp_path)
    url = file_store.engine.url.render_as_string(hide_password=False)
    await filled(file_store)
    async with file_store.writing() as connection:
        await connection.execute(text("UPDATE tables SET barrier = NULL WHERE id = 1"))
        await connection.exec_driver_sql(harm)
    assert f" {left} is what is left." in await run(url, "repair", "1")
    for more in (["--replay"], ["--rewind", "5"]):
        with pytest.raises(BotError, match=f" {left} is what is left."):
            await run(url, "repair", "1", *more)
    if left.startswith("--rewind"):
        number = left.split()[1]
        said = await run(url, "repair", "1", "--rewind", number)
        assert said.startswith(f"Table 1 is as its first {number} inputs tell.")
    else:
        assert await run(url, "repair", "1", "--close") == "Table 1 is closed."


async def test_a_table_that_cannot_be_read_is_not_written(
    file_store: Store, tmp_path: Path
) -> None:
    url = file_store.engine.url.render_as_string(hide_password=False)
    await filled(file_store)
    async with file_store.writing() as connection:
        await connection.execute(text(TABLES.format("created_at = 'yesterday'")))
    with pytest.raises(BotError, match="it is not written"):
        await run(url, "export", "1", str(tmp_path / "one.json"))
    assert names(tmp_path) == ["tables.db", "tables.db-shm", "tables.db-wal"]


def test_a_damaged_file_is_told_by_check_and_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Each says what helps, in one sentence; a check looks at all of it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/tables.db")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    asyncio.run(_made(f"sqlite+aiosqlite:///{tmp_path}/tables.db"))
    damaged(tmp_path / "tables.db")
    sentence = "the file is damaged. `brawl-referee restore --replace FILE` puts a backup"
    assert main(["--check"]) == 1
    assert sentence in capsys.readouterr().out
    run = [sys.executable, "-m", "bot", "--port", "0"]
    ended = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert sentence in ended.stderr and "Traceback" not in ended.stderr


async def _made(url: str) -> None:
    store = await Store.open(url)
    await filled(store)
    await store.close()
