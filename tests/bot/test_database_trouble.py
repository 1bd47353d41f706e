"""A database that refuses: one sentence at the start, one for the player later, and then it goes on."""

import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.program import main
from bot.ui.error_replies import NOT_KEPT
from tests.bot.hall import Hall, forged

NOBODY = 65534


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
            connection.execute("CREATE TABLE something (x)")
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


def no_database(folder: Path) -> Path:
    """A file that is something else."""
    file = _file(folder, 0o666, b"This is a letter, and no database at all.\n" * 100)
    folder.chmod(0o777)
    return file


def a_folder(folder: Path) -> Path:
    """A folder where the file should be."""
    (folder / "tables.db").mkdir()
    return folder / "tables.db"


def a_file_for_a_folder(folder: Path) -> Path:
    """A file where the folder should be."""
    return _file(folder, 0o644) / "tables.db"


@pytest.mark.skipif(os.name == "nt", reason="users have other rights there")
@pytest.mark.parametrize(
    "made", [somebody_elses, read_only, no_rights, no_database, a_folder, a_file_for_a_folder]
)
def test_a_start_that_cannot_be_says_one_sentence(
    made: Callable[[Path], Path], folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No trace, and an exit code; a check says the same."""
    if os.geteuid() != 0 and made in (somebody_elses, read_only, no_rights):
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


def test_a_data_folder_that_cannot_be_made_says_one_sentence(
    folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is set, everything lies in the user's own folder."""
    (folder / "data").write_text("a file")
    assert main(["--port", "0"]) == 1
    assert "cannot be opened" in capsys.readouterr().err
    monkeypatch.setenv("DATABASE_URL", "sqlite:///:memory:")
    assert main(["--port", "0"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("The folder ") and told.count("\n") == 1


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
