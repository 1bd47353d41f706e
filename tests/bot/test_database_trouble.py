"""A database that refuses: one sentence at the start, one for the player later, and then it goes on."""

import logging
import os
import re
import shutil
import sqlite3
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.local.storage import Storage
from bot.program import main, world_file
from bot.store.engine import connect
from bot.ui.error_replies import NOT_KEPT
from tests.bot.hall import Hall, forged

NOBODY = 65534
FIRST = Path(__file__).parent / "releases" / "0.2.0.sql"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that anybody can enter, and no settings."""
    made = Path(tempfile.mkdtemp(prefix="refused"))
    made.chmod(0o755)
    monkeypatch.chdir(made)
    monkeypatch.setenv("XDG_DATA_HOME", str(made / "data"))
    for name in ("DISCORD_TOKEN", "DISCORD_API", "DISCORD_GATEWAY", "DEV_GUILD", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    yield made
    shutil.rmtree(made)


@contextmanager
def as_anybody() -> Iterator[None]:
    """Without the rights of root, whom nothing is refused."""
    mine = os.geteuid()
    if mine == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(mine)


def _file(folder: Path, mode: int, inside: bytes | None = None) -> Path:
    file = folder / "tables.db"
    if inside is None:
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.close()
    else:
        file.write_bytes(inside)
    file.chmod(mode)
    return file


def somebody_elses(folder: Path) -> Path:
    """A file that another user owns."""
    return _file(folder, 0o600)


def read_only(folder: Path) -> Path:
    """A file that may be read alone; whoever owns it cannot even make it writable."""
    return _file(folder, 0o444)


def no_rights(folder: Path) -> Path:
    """A folder in which nothing may be made."""
    return folder / "new" / "tables.db"


def a_closed_folder(folder: Path) -> Path:
    """A file in a folder that may not even be entered."""
    (folder / "closed").mkdir(mode=0o700)
    return _file(folder / "closed", 0o666)


def no_database(folder: Path) -> Path:
    """A file that is something else."""
    file = _file(folder, 0o666, b"This is a letter, and no database at all.\n" * 100)
    folder.chmod(0o777)
    return file


def another_programs(folder: Path) -> Path:
    """A database, but not of this bot."""
    folder.chmod(0o777)
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.execute("CREATE TABLE bookmarks (x)")
    connection.close()
    (folder / "tables.db").chmod(0o666)
    return folder / "tables.db"


def a_folder(folder: Path) -> Path:
    """A folder where the file should be."""
    (folder / "tables.db").mkdir()
    return folder / "tables.db"


def a_file_for_a_folder(folder: Path) -> Path:
    """A file where the folder should be."""
    return _file(folder, 0o644) / "tables.db"


@pytest.mark.skipif(os.name == "nt", reason="users have other rights there")
@pytest.mark.parametrize(
    "made",
    [
        somebody_elses,
        read_only,
        no_rights,
        a_closed_folder,
        no_database,
        another_programs,
        a_folder,
        a_file_for_a_folder,
    ],
)
def test_a_start_that_cannot_be_says_one_sentence(
    made: Callable[[Path], Path], folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No trace, and an exit code; a check says the same."""
    if os.geteuid() != 0 and made in (somebody_elses, read_only, no_rights, a_closed_folder):
        pytest.skip("a file of somebody else can only be made by root")
    file = made(folder)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    with as_anybody():
        assert main(["--port", "0"]) == 1
        told = capsys.readouterr()
        assert main(["--check"]) == 1
    assert told.out == ""
    assert told.err.startswith(f"The database {file} cannot be opened: ")
    assert told.err.count("\n") == 1 and "Traceback" not in told.err
    assert told.err.strip() in capsys.readouterr().out


def test_a_folder_in_the_place_of_the_file_keeps_its_rights(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database is for its owner alone, and a folder without the right to enter it is useless."""
    file = a_folder(folder)
    file.chmod(0o755)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    assert main(["--check"]) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o755


async def test_a_line_that_cannot_be_opened_leaves_no_thread(tmp_path: Path) -> None:
    """It would tell a loop of its end that may be closed by then."""
    for _ in range(20):
        lines, before = connect(f"sqlite+aiosqlite:///{tmp_path}"), threading.active_count()
        with pytest.raises(sqlite3.OperationalError):
            await lines.read(lambda connection: None)
        assert [one for one in threading.enumerate() if "_connection_worker" in one.name] == []
        assert threading.active_count() <= before + 1  # that of the executor
        await lines.dispose()


def test_a_server_that_is_not_there_is_told_without_a_password(
    folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the address as it was written, and in words of what to look at."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann:hidden@127.0.0.1:1/tables")
    assert main(["--port", "0"]) == 1
    said = capsys.readouterr().err
    assert said == (
        "The database postgresql://ann:***@127.0.0.1:1/tables cannot be opened: "
        "nothing answers there; PostgreSQL may not be running.\n"
    )


def test_a_check_changes_nothing(
    folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells what a start would do: make a file, make the tables, bring them up to date."""
    file = folder / "new" / "tables.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    assert main(["--check"]) == 0
    assert f"database: fine; {file} is made at the first start" in capsys.readouterr().out
    assert not file.parent.exists()
    file.parent.mkdir()
    file.touch()
    assert main(["--check"]) == 0
    assert "database: fine; its tables are made at the first start" in capsys.readouterr().out
    assert tables_of(file) == []
    with sqlite3.connect(file) as connection:
        connection.executescript(FIRST.read_text())
    connection.close()
    before = tables_of(file)
    assert main(["--check"]) == 0
    assert re.search(
        r"database: fine; a start brings .* from version 0014 to", capsys.readouterr().out
    )
    assert tables_of(file) == before and not list(folder.rglob("*.before-*"))


def tables_of(file: Path) -> list[Any]:
    """How the tables of a file are made."""
    connection = sqlite3.connect(file)
    made = connection.execute("SELECT sql FROM sqlite_master").fetchall()
    connection.close()
    return made


def test_a_disk_that_is_nearly_full_is_told(
    folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder}/tables.db")
    (folder / "tables.db").touch()
    assert main(["--check"]) == 0
    monkeypatch.setattr("bot.operate.looking.ROOM", 1 << 62)
    assert main(["--check"]) == 1
    assert "MB are left on the disk of" in capsys.readouterr().out


def test_a_data_folder_that_cannot_be_made_says_one_sentence(
    folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is set, everything lies in the user's own folder."""
    (folder / "data").write_text("a file")
    assert main(["--port", "0"]) == 1
    assert "cannot be opened" in capsys.readouterr().err
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder}/tables.db")
    assert main(["--port", "0"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("The folder ") and told.count("\n") == 1


def test_a_second_local_discord_says_what_to_stop(
    folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a database of its own, but with the same channels and posts."""
    monkeypatch.setattr("bot.local.storage._PATIENCE", 0.0)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder}/tables.db")
    with closing(Storage(world_file())):
        assert main(["--port", "0"]) == 1
    told = capsys.readouterr().err
    assert told.endswith(f"is open with {world_file()}; stop it first.\n")


def _each(hall: Hall, *pragmas: str) -> Callable[..., None]:
    """Every connection that is used from now on is told this."""

    def tell(connection: Any, record: object, proxy: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(hall.bot.store.engine.sync_engine, "checkout", tell)
    return tell


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trouble", "cure"),
    [("query_only = ON", "query_only = OFF"), ("max_page_count = 1", "max_page_count = 1000000")],
    ids=["read-only", "full"],
)
async def test_what_cannot_be_written_is_not_taken_and_the_bot_goes_on(
    hall: Hall, trouble: str, cure: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The player is told that nothing was taken; when the disk is well again, so is everything."""
    await hall.begin(rerolls=99)
    await hall.quiet()
    engine = hall.bot.store.engine.sync_engine
    with closing(sqlite3.connect(hall.folder / "tables.db", isolation_level=None)) as file:
        file.execute("VACUUM")  # else there is room in it for more than can be answered
    # A limit below the file's size is its size: what there is stays, and nothing more fits.
    tell = _each(hall, trouble)
    answers = [await hall.beer(hall.alice, "reroll")]
    while answers[-1] != NOT_KEPT and len(answers) < 100:
        answers.append(await hall.beer(hall.alice, "reroll"))
    assert answers[-1] == NOT_KEPT
    before = await hall.table()
    assert before.logged == len(answers) - 1, "what was told is taken, and nothing else"
    pressed = await forged(hall, hall.bob, "t:1:1.1:=reroll")
    assert pressed.response.content == NOT_KEPT or "left" in pressed.response.content
    assert "table 1" in await hall.says(hall.alice, "table show"), "it can still be read"
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR and r.exc_info]
    event.remove(engine, "checkout", tell)
    _each(hall, cure)
    assert "left" in await hall.beer(hall.alice, "reroll")
    await hall.env.advance_time(60)
    await hall.quiet()
    assert not (await hall.bot.store.pending(1)).outbox
    assert await hall.bot.referee.verify(1)
