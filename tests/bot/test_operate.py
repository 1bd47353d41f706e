"""Backups, moves, exports and repairs from the command line, on both kinds of database."""

import argparse
import sqlite3
from contextlib import redirect_stdout
from datetime import timedelta
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select, text, update
from sqlalchemy.engine import Connection

from bot.errors import BotError
from bot.leases import Leases
from bot.operate import backups, commands
from bot.operate.alone import alone
from bot.referee import Referee
from bot.settings import Settings
from bot.store import Store
from bot.store.copies import snapshot
from bot.store.engine import connect
from bot.store.migrate import newest, revision_of, upgrade
from bot.store.schema import log, outbox, tables
from bot.table import Person
from rules.engine.codec import encode

pytest_plugins = ["tests.bot.databases"]

ANNA, BERT = Person(2**60 + 1, "Anna"), Person(2**60 + 2, "Bert")


async def filled(store: Store, answers: int = 6) -> Referee:
    """A game in play with a clock, one that is over, and a lobby."""
    referee = Referee(store)
    for channel in (10, 11, 12):
        table = await referee.open(
            "beer_brawl", {}, channel_id=channel, guild_id=1, host=ANNA, pace=timedelta(days=1)
        )
        if channel == 12:
            continue
        table = await referee.start(await referee.join(table, BERT), ANNA.id)
        for _ in range(answers):
            question = table.questions(ANNA.id)[0]
            option = table.offer(question.seat)[0]
            change = await referee.act(table, ANNA.id, question.seat, question.number, [option])
            table = change.after
    await referee.resign(2, BERT.id)
    return referee


async def held(store: Store) -> list[object]:
    """All that a database holds, row by row."""
    async with store.reading() as connection:
        return [
            (await connection.execute(select(table).order_by(*table.primary_key))).all()
            for table in (tables, log, outbox)
        ]


def names(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(file.name for file in folder.iterdir())


async def run(url: str, *arguments: str) -> str:
    """What a command says."""
    parser = argparse.ArgumentParser()
    commands.add_to(parser)
    with redirect_stdout(StringIO()) as said:
        await commands.do(Settings(database_url=url), parser.parse_args(arguments))
    return said.getvalue().removesuffix("\n")


# -- backups


async def test_a_backup_is_written_while_the_bot_writes(store: Store, tmp_path: Path) -> None:
    """All of one moment, tried at once, and for its owner alone; nothing is written over."""
    url = store.engine.url.render_as_string(hide_password=False)
    await filled(store)
    before = await held(store)
    file = tmp_path / "backups" / "one.db"
    async with store.writing() as connection:  # somebody is in the middle of something
        await connection.execute(update(tables).values(host_id=7))
        said = await run(url, "backup", str(file))
    assert "3 tables, 2 of the latest 2 games replayed" in said
    assert file.stat().st_mode & 0o77 == 0 and file.parent.stat().st_mode & 0o77 == 0
    copy = await Store.open(f"sqlite+aiosqlite:///{file}")
    assert await held(copy) == before
    await copy.close()
    with pytest.raises(BotError, match="already"):
        await backups.backup(url, file)


async def test_a_backup_comes_back_into_both_kinds(store: Store, tmp_path: Path) -> None:
    """What was there is put aside and can come back itself; ids are not given twice."""
    url = store.engine.url.render_as_string(hide_password=False)
    referee = await filled(store)
    before = await held(store)
    file = tmp_path / "one.db"
    await backups.backup(url, file)
    await referee.abandon(3, ANNA.id)
    with pytest.raises(BotError, match="--replace"):
        await backups.restore(file, url)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("platformdirs.user_data_dir", lambda app: str(tmp_path))
        said = await backups.restore(file, url, replace=True)
    assert await held(store) == before
    aside = Path(said.removesuffix(".").rpartition(" ")[2])
    assert "3 tables" in await backups.tried_out(aside)
    opened = await Referee(store).open("brawl_mart", {}, channel_id=13, guild_id=1, host=ANNA)
    assert opened.id == 4
    assert await Referee(store).verify(1)


async def test_a_backup_goes_into_a_bot_that_was_started_and_never_played_at(
    store: Store, tmp_path: Path
) -> None:
    """As a new operator does it: install, start, stop, restore; what it remembers is no table."""
    other = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/other.db")
    await filled(other)
    before = await held(other)
    await other.close()
    await backups.backup(f"sqlite+aiosqlite:///{tmp_path}/other.db", tmp_path / "one.db")
    await store.set_setting("bot", "alive", "since today")
    url = store.engine.url.render_as_string(hide_password=False)
    assert await backups.restore(tmp_path / "one.db", url) == "3 tables are back."
    assert await held(store) == before
    assert await store.setting("bot", "alive") is None


@pytest.mark.slow
async def test_everything_moves_from_one_kind_to_the_other(
    file_store: Store, empty_url: str, tmp_path: Path
) -> None:
    """From SQLite into what is empty, and from there back into a file."""
    url = file_store.engine.url.render_as_string(hide_password=False)
    if empty_url == url:
        empty_url = f"sqlite+aiosqlite:///{tmp_path}/other.db"
    await filled(file_store)
    before = await held(file_store)
    assert "3 tables" in await run(url, "move", empty_url)
    other = await Store.open(empty_url)
    assert await held(other) == before
    await Referee(other).open("brawl_mart", {}, channel_id=13, guild_id=1, host=ANNA)
    await other.close()
    back = f"sqlite+aiosqlite:///{tmp_path}/back.db"
    await backups.move(empty_url, back)
    again = await Store.open(back)
    assert await again.count() == 4 and (await held(again))[1] == before[1]
    await again.close()
    with pytest.raises(BotError, match="Name an empty one"):
        await backups.move(url, back)


async def test_what_is_no_backup_is_refused_with_a_sentence(file_url: str, tmp_path: Path) -> None:
    with pytest.raises(BotError, match="no file"):
        await backups.restore(tmp_path / "none.db", file_url)
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_text("I am no database")
    with pytest.raises(BotError, match="no backup of this bot"):
        await backups.restore(rubbish, file_url)
    sqlite3.connect(tmp_path / "foreign.db").execute("CREATE TABLE x (y)").connection.close()
    with pytest.raises(BotError, match="no backup of this bot"):
        await backups.restore(tmp_path / "foreign.db", file_url)


def earlier(connection: Connection) -> None:
    """A database as an earlier version left it."""
    upgrade(connection, "0003")
    connection.execute(
        text(
            "INSERT INTO tables (id, channel_id, host_id, game, rules_version, variant, status,"
            " version, invited, secret, commitment, logged, posted, created_at) VALUES"
            " (7, 5, 5, 'x', '1', '{}', 'over', 0, '[]', 'x', 'y', 0, 0, CURRENT_TIMESTAMP)"
        )
    )


async def test_tables_of_a_later_version_are_left_as_they_are(
    file_url: str, tmp_path: Path
) -> None:
    """Nothing is upgraded, so nothing is kept, and nothing else is said."""
    later = sqlite3.connect(tmp_path / "tables.db")
    with later:
        later.execute("UPDATE alembic_version SET version_num = '9999'")
    later.close()
    with pytest.raises(BotError, match="later version"):
        await backups.before_upgrade(file_url)
    assert names(tmp_path) == ["tables.db"]


async def test_tables_are_kept_before_they_are_upgraded(empty_url: str, tmp_path: Path) -> None:
    """Once for each upgrade; an empty database and one that is up to date need none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("platformdirs.user_data_dir", lambda app: str(tmp_path / "data"))
        assert await backups.before_upgrade(empty_url) is None
        database = connect(empty_url)
        await database.write(earlier)
        await database.dispose()
        kept = await backups.before_upgrade(empty_url)
        assert kept is not None and kept.name.endswith(f".before-{newest()}")
        assert await backups.before_upgrade(empty_url) is None
    await (await Store.open(empty_url)).close()
    found = sqlite3.connect(kept)
    assert found.execute("SELECT id, game FROM tables").fetchall() == [(7, "x")]
    assert found.execute("SELECT version_num FROM alembic_version").fetchone() == ("0003",)
    found.close()
    assert "not replayed" in await backups.tried_out(kept)


def test_sqlite_is_for_one_process(file_url: str) -> None:
    refused = pytest.raises(BotError, match="Another brawl-referee runs on")
    with alone(file_url), refused, alone(file_url):
        pass
    with alone(file_url), alone("postgresql+asyncpg://x@y/z"), alone("postgresql+asyncpg://x@y/z"):
        pass


def test_whoever_comes_first_makes_a_folder_for_its_owner_alone(tmp_path: Path) -> None:
    """That is who holds the file, before there is one."""
    folder = tmp_path / "games"
    with alone(f"sqlite+aiosqlite:///{folder}/games.sqlite3"):
        assert folder.stat().st_mode & 0o77 == 0


# -- one table


async def test_a_table_goes_on_in_another_database(store: Store, tmp_path: Path) -> None:
    """Under a new number, with the time on its clocks that it had; its secrets stay its own."""
    url = store.engine.url.render_as_string(hide_password=False)
    referee = await filled(store)
    there = f"sqlite+aiosqlite:///{tmp_path}/there.db"
    elsewhere = await Store.open(there)
    await Referee(elsewhere).open("brawl_mart", {}, channel_id=10, guild_id=1, host=ANNA)
    file = tmp_path / "table.json"
    await run(url, "export", "1", str(file))
    assert file.stat().st_mode & 0o77 == 0
    with pytest.raises(BotError, match="--channel"):
        await run(there, "import", str(file))
    with pytest.raises(BotError, match="go together"):
        await run(there, "import", str(file), "--channel", "9")
    said = await run(there, "import", str(file), "--channel", "9", "--server", "3")
    assert said.startswith("It is table 2 here")
    was, now = await referee.look(1), await Referee(elsewhere).look(2)
    assert now.play is not None and was.play is not None
    assert encode(now.game, now.play.state) == encode(was.game, was.play.state)
    assert (now.channel_id, now.guild_id, now.players) == (9, 3, was.players)
    late = now.clocks["pace:0"].at - was.clocks["pace:0"].at
    assert timedelta() <= late < timedelta(seconds=30)
    assert await Referee(elsewhere).verify(2)
    await elsewhere.close()


async def test_bad_exports_are_refused(file_url: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    with pytest.raises(BotError, match="cannot be read"):
        await run(file_url, "import", str(bad))
    bad.write_text('{"revision": 7}')
    with pytest.raises(BotError, match="no table that was exported"):
        await run(file_url, "import", str(bad))
    bad.write_bytes(
        msgspec.json.encode(
            {"revision": "0001", "at": "2026-01-01T00:00:00Z", "rows": {"tables": [{}]}}
        )
    )
    with pytest.raises(BotError, match="version 0001"):
        await run(file_url, "import", str(bad))
    with pytest.raises(BotError, match="no such table"):
        await run(file_url, "export", "1", str(tmp_path / "new.json"))


# -- repairs


async def test_a_wrong_snapshot_is_made_anew_from_the_log(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    url = store.engine.url.render_as_string(hide_password=False)
    referee = await filled(store)
    right = (await referee.look(1)).play
    assert right is not None
    assert "as its log tells." in await run(url, "repair", "1")
    async with store.writing() as connection:
        row = (await connection.execute(select(tables).where(tables.c.id == 2))).one()
        wrong = {"barrier": row.barrier, "since": row.since, "checksum": None}
        await connection.execute(update(tables).where(tables.c.id == 1).values(**wrong))
    assert "--replay makes it anew" in await run(url, "repair", "1")
    with pytest.raises(BotError, match=r"one\.db is written, but table 1 is not as its log tells"):
        await run(url, "backup", "one.db")
    assert "one.db" in names(tmp_path)
    said = await run(url, "repair", "1", "--replay")
    assert said.endswith(".json.") and "As it was before: table-1-" in said
    table = await Referee(store).look(1)
    assert table.play is not None
    assert encode(table.game, table.play.state) == encode(table.game, right.state)


async def test_a_game_is_set_back(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players are told, clocks begin anew, and play goes on from there; also after its end."""
    monkeypatch.chdir(tmp_path)
    url = store.engine.url.render_as_string(hide_password=False)
    await filled(store)
    referee = Referee(store)
    with pytest.raises(BotError, match="inputs only"):
        await run(url, "repair", "2", "--rewind", "99")
    await run(url, "repair", "2", "--rewind", "3")
    table = await referee.look(2)
    assert (table.status, table.logged, table.outcome) == ("playing", 3, None)
    assert table.clocks and await referee.verify(2)
    pending = (await store.pending(2)).outbox[-1]
    assert "set the game back" in pending.payload
    question = table.questions(ANNA.id)[0]
    option = table.offer(question.seat)[-1]
    await referee.act(2, ANNA.id, question.seat, question.number, [option])
    assert await referee.verify(2)
    with pytest.raises(BotError, match="lobby"):
        await run(url, "repair", "3", "--replay")
    assert await run(url, "repair", "1", "--close") == "Table 1 is closed."
    with pytest.raises(BotError, match="no such table"):
        await run(url, "repair", "77", "--close")


async def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    """Whoever has written a wrong address is told, and finds no empty database there later."""
    url = f"sqlite+aiosqlite:///{tmp_path}/new/tables.db"
    there = f"sqlite+aiosqlite:///{tmp_path}/there.db"
    asked = (
        ["backup", "b.db"],
        ["repair", "1"],
        ["export", "1", "t"],
        ["import", "t"],
        ["move", there],
    )
    for arguments in asked:
        with pytest.raises(BotError, match=r"There is no database .*new/tables\.db"):
            await run(url, *arguments)
    assert names(tmp_path) == []


async def test_commands_do_not_upgrade_the_tables(empty_url: str, tmp_path: Path) -> None:
    """A start does, and keeps what was there; a bot of the earlier version may still be at work."""
    with pytest.raises(BotError, match=r"no (tables yet|database)"):
        await run(empty_url, "repair", "7")
    database = connect(empty_url)
    await database.write(earlier)
    for arguments in (["repair", "7"], ["export", "7", str(tmp_path / "t")], ["import", "t"]):
        with pytest.raises(BotError, match=r"of version 0003, .* start the bot once"):
            await run(empty_url, *arguments)
    assert await revision_of(database) == "0003"
    await database.dispose()


@pytest.mark.slow  # a database server
async def test_nothing_is_put_back_under_a_bot_at_work(server_url: str, tmp_path: Path) -> None:
    store = await Store.open(server_url)
    await filled(store)
    leases = Leases(Referee(store), shared=True)
    await leases.start()
    file = tmp_path / "one.db"
    assert "3 tables" in await run(server_url, "backup", str(file))
    elsewhere = f"sqlite+aiosqlite:///{tmp_path}/elsewhere.db"
    for arguments in (
        ["restore", str(file)],
        ["restore", str(file), "--replace"],
        ["move", elsewhere],
    ):
        with pytest.raises(BotError, match=r"is at work on this database .* stop it first"):
            await run(server_url, *arguments)
    await leases.close()
    await store.close()
    assert "3 tables are in the new database" in await run(server_url, "move", elsewhere)


async def test_a_snapshot_is_written_over_nothing(tmp_path: Path) -> None:
    engine = connect(f"sqlite+aiosqlite:///{tmp_path}/new.db")
    (tmp_path / "there.db").touch()
    with pytest.raises(BotError, match="already"):
        await snapshot(engine, tmp_path / "there.db")
    await engine.dispose()
