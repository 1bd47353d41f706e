"""The database: its tables, its rules, its queries."""

import asyncio
import subprocess
import sys
import threading
import traceback
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import delete, event, insert, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import SQLModel

from bot.errors import ChannelTaken, NoTable, Unusable
from bot.referee import Referee
from bot.store import Store, refusals
from bot.store.engine import READERS, connect
from bot.store.migrate import upgrade
from bot.store.pending import Post
from bot.store.rows import Conflict
from bot.store.schema import outbox, proofs, seats, settings, tables
from bot.store.store import Settled
from bot.table import Person, Wait
from bot.table.waits import waited_for
from tests.bot.midgame import begun, played
from tests.bot.three_more_tables import lay_out
from tests.bot.toy import Time, games

pytest_plugins = ["tests.bot.databases"]

OPEN = """
import asyncio, sys
from bot.store import Store
async def main():
    store = await Store.open(sys.argv[1])
    await store.set_setting("bot", sys.argv[2], True)
    await store.close()
print("ready", flush=True)
sys.stdin.readline()
asyncio.run(main())
"""


# -- sealed


async def test_a_database_is_its_owners_alone(tmp_path: Path) -> None:
    """Seeds and hands are in it, and in what SQLite puts beside it."""
    folder = tmp_path / "games"
    store = await Store.open(f"sqlite+aiosqlite:///{folder}/games.sqlite3")
    await store.set_setting("bot", "word", "x")
    assert folder.stat().st_mode & 0o77 == 0
    assert [file.name for file in folder.iterdir() if file.stat().st_mode & 0o77] == []
    await store.close()


async def test_a_file_that_everybody_could_read_is_sealed(tmp_path: Path) -> None:
    """One of an earlier version, with what a crash has left beside it."""
    file = tmp_path / "games.sqlite3"
    url = f"sqlite+aiosqlite:///{file}"
    first = await Store.open(url)
    beside = [tmp_path / f"games.sqlite3-{kind}" for kind in ("wal", "shm")]
    for part in (file, *beside):
        part.chmod(0o644)
    store = await Store.open(url)
    assert [part.stat().st_mode & 0o777 for part in (file, *beside)] == [0o600] * 3
    await store.close()
    await first.close()


async def test_an_error_of_the_database_tells_nothing_that_is_in_it(empty_url: str) -> None:
    """Its parameters stay out of the message, and so out of the log."""
    store = await Store.open(empty_url)
    secret = "a seed that nobody may read"
    row = insert(settings).values(scope="bot", key="word", value=secret)
    async with store.writing() as connection:
        await connection.execute(row)
        with pytest.raises(IntegrityError) as failed:
            await connection.execute(row)
    assert secret not in str(failed.value)
    await store.close()


async def test_nor_does_what_a_server_adds_to_it(server_url: str) -> None:
    """PostgreSQL shows the row that it does not want, in the error and in all that led to it."""
    store = await Store.open(server_url)
    secret = "a seed that nobody may read"
    nobodys = insert(settings).values(scope="bot", key=None, value=secret)
    with pytest.raises(IntegrityError) as failed:
        async with store.writing() as connection:
            await connection.execute(nobodys)
    told = "".join(traceback.format_exception(failed.value))
    assert "not-null" in told and secret not in told
    assert refusals.reason(failed.value)
    await store.close()


# -- coming up


async def test_migrations_lead_to_the_tables_of_the_code(empty_url: str) -> None:
    store = await Store.open(empty_url)

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), SQLModel.metadata))

    assert await store.read(differences) == []
    await store.close()


async def test_a_game_that_ended_before_proofs_were_kept_is_still_told(
    empty_url: str, time: Time
) -> None:
    """The first tables are brought up to date with a finished game in them."""
    engine = connect(empty_url)
    await engine.write(lambda connection: upgrade(connection, "0001"))
    await engine.dispose()
    store = await Store.open(empty_url)
    referee = Referee(store, now=time, games=games)
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=Person(11, "Ann"))
    await referee.join(opened.id, Person(12, "Bob"))
    await referee.start(opened.id, 11)
    await referee.resign(opened.id, 11)
    kept = await referee.export(opened.id), await referee.history(opened.id)
    async with store.writing() as connection:
        await connection.execute(delete(proofs))  # as if it had ended in the first version
    assert await store.proof(opened.id) is None
    assert (await referee.export(opened.id), await referee.history(opened.id)) == kept
    await store.close()


async def test_the_luck_of_games_that_have_begun_stays_that_of_their_players_ids(
    empty_url: str,
) -> None:
    """What begins later is drawn for places; a lobby of before has none yet."""
    engine = connect(empty_url)
    values = {
        "guild_id": 1,
        "host_id": 11,
        "game": "toy",
        "rules_version": "1",
        "variant": "{}",
        "version": 0,
        "invited": "[]",
        "secret": bytes(32),
        "commitment": "",
        "logged": 0,
        "posted": 0,
        "created_at": datetime(2026, 1, 1, tzinfo=UTC),
    }
    async with engine.steps(write=True) as connection:
        await connection.run_sync(upgrade, "0010")
        for number, status in ((1, "playing"), (2, "lobby")):
            begun = values["created_at"] if status == "playing" else None
            known = {"id": number, "channel_id": number, "status": status, "started_at": begun}
            await connection.execute(insert(tables).values(**values, **known))
            for player, user_id in enumerate((11, None, 12)):
                seat = {"table_id": number, "player": player, "user_id": user_id, "name": "x"}
                await connection.execute(insert(seats).values(**seat, orders="[]"))
        await connection.run_sync(upgrade)
    await engine.dispose()
    store = await Store.open(empty_url)
    async with store.reading() as connection:
        query = select(tables.c.drawn_for).order_by(tables.c.id)
        kept = [row.drawn_for for row in await connection.execute(query)]
    assert kept == ['["11", "computer:1", "12"]', "[]"]
    await store.close()


async def test_what_was_remembered_of_posts_moves_to_a_table_of_its_own(
    empty_url: str, time: Time
) -> None:
    """What belongs to tables that are done with goes; other settings stay."""
    engine = connect(empty_url)
    new = {"version": 0, "logged": 0, "posted": 1}
    async with engine.steps(write=True) as connection:
        await connection.run_sync(upgrade, "0002")
        for channel, status in ((5, "playing"), (6, "over"), (7, "abandoned")):
            values = new_table(time, channel, status) | new
            await connection.execute(insert(tables).values(**values))
        due = {"table_id": 3, "sequence": 1, "kind": "abandoned", "payload": "{}"}
        await connection.execute(insert(outbox).values(created_at=time(), **due))
        for scope, key, value in [
            ("table:1", "post", '{"pings":true}'),
            ("table:1", "private:11", '{"digest":"a"}'),
            ("table:1", "speed", "4.0"),
            ("table:2", "post", '{"pings":true}'),
            ("table:3", "private:12", '{"digest":"b"}'),
            ("guild:1", "greeted", "true"),
        ]:
            row = {"scope": scope, "key": key, "value": value}
            await connection.execute(insert(settings).values(**row))
    await engine.dispose()
    store = await Store.open(empty_url)
    memories = [(await store.pending(table_id)).memories for table_id in (1, 2, 3)]
    assert memories == [{0: '{"pings":true}', 11: '{"digest":"a"}'}, {}, {12: '{"digest":"b"}'}]
    assert [await store.setting("table:1", key) for key in ("post", "speed")] == [None, 4.0]
    assert await store.setting("guild:1", "greeted") is True
    await store.close()


async def test_rows_of_an_earlier_version_keep_their_nonces(empty_url: str, time: Time) -> None:
    """What it has sent, but not remembered, is known again by them."""
    engine = connect(empty_url)
    async with engine.steps(write=True) as connection:
        await connection.run_sync(upgrade, "0008")
        values = new_table(time, 5, "playing") | {"version": 0, "logged": 0, "posted": 7}
        await connection.execute(insert(tables).values(**values))
    await engine.dispose()
    store = await Store.open(empty_url)
    async with store.writing() as connection:
        values = new_table(time, 6, "lobby") | {"version": 0, "logged": 0, "posted": 1}
        await connection.execute(insert(tables).values(**values))
        found = await connection.execute(select(tables.c.open_nonces).order_by(tables.c.id))
        assert list(found.scalars()) == [7, 0]
    await store.close()


async def test_snapshots_clocks_and_waits_move_into_their_tables(
    empty_url: str, time: Time
) -> None:
    """A game goes on with the time that it had; a snapshot behind its log is made anew from that."""
    store, rng = await Store.open(empty_url), Random(1)
    referee, people = Referee(store, now=time), [Person(11, "Ann"), Person(12, "Bob")]
    paced, slow, behind = [
        (await begun(referee, "beer_brawl", people, channel=channel, pace=pace)).id
        for channel, pace in ((5, timedelta(days=1)), (6, None), (7, None))
    ]
    for table_id in (paced, slow, behind):
        await played(referee, await referee.look(table_id), 9, rng)
    lobby = await referee.open("beer_brawl", {}, channel_id=8, guild_id=1, host=people[0])
    before = [await Referee(store).look(table_id) for table_id in (paced, slow, behind, lobby.id)]
    turns = [await store.turns(one.id) for one in people]
    rings = await store.next_ring(), await store.next_nudge()
    assert before[0].clocks and before[1].waiting and all(rings)
    async with store.writing() as connection:
        await connection.run_sync(lay_out)
        other = "(SELECT barrier FROM snapshots WHERE table_id = :other)"
        late = f"UPDATE snapshots SET logged = logged - 1, checksum = NULL, barrier = {other}"
        ids = {"table": behind, "other": slow}
        await connection.execute(text(f"{late} WHERE table_id = :table"), ids)
    await store.close()
    store = await Store.open(empty_url)
    after = [await Referee(store).look(table.id) for table in before]
    for was, now in zip(before, after, strict=True):
        assert (now.clocks, now.waiting) == (was.clocks, was.waiting)
        assert [d.armed for d in now.clocks.values()] == [d.armed for d in was.clocks.values()]
        assert now.play is None or (was.play and now.play.state == was.play.state)
    assert [await store.turns(one.id) for one in people] == turns
    assert (await store.next_ring(), await store.next_nudge()) == rings
    await store.close()


def test_processes_that_start_at_once_on_a_new_file_all_come_up(tmp_path: Path) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path / 'deep' / 'new.db'}"
    started = [
        subprocess.Popen(
            [sys.executable, "-W", "error::ResourceWarning", "-c", OPEN, address, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:  # all have imported everything: now they race
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in started:
        _, said = process.communicate(timeout=60)
        assert (process.returncode, said) == (0, "")


def test_threads_that_start_at_once_on_a_new_file_all_come_up(tmp_path: Path) -> None:
    for round_ in range(3):
        address = f"sqlite+aiosqlite:///{tmp_path / f'{round_}.db'}"
        line = threading.Barrier(3)
        failed: list[BaseException] = []

        async def come_up(address: str = address) -> None:
            await (await Store.open(address)).close()

        def run(line: threading.Barrier = line, failed: list[BaseException] = failed) -> None:
            line.wait()
            try:
                asyncio.run(come_up())
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []


async def test_many_come_up_at_once_on_any_database(empty_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty_url) for _ in range(4)))
    assert await stores[0].setting("bot", "nothing") is None
    for store in stores:
        await store.close()


async def test_a_database_of_a_later_version_is_refused(file_url: str) -> None:
    engine = connect(file_url)
    async with engine.steps(write=True) as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await engine.dispose()
    with pytest.raises(Unusable, match="later version"):
        await Store.open(file_url)


CAREFUL = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}


def _careful(connection: Connection) -> dict[str, object]:
    asked = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in CAREFUL}
    assert asked == CAREFUL
    return asked


async def test_sqlite_is_asked_to_be_careful(file_store: Store) -> None:
    """By whoever writes, by all who read at the same time, and by what comes after one that broke."""
    both = threading.Barrier(READERS)
    await asyncio.gather(
        *(file_store.read(lambda c: (both.wait(10), _careful(c))) for _ in range(READERS))
    )
    await file_store.write(_careful)
    with suppress(Exception):
        await file_store.write(lambda connection: connection.invalidate())
    await file_store.write(_careful)


async def test_memory_serves_for_a_trial() -> None:
    store = await Store.open("sqlite+aiosqlite://")
    await asyncio.gather(*(store.set_setting("bot", str(n), n) for n in range(5)))
    assert await store.setting("bot", "3") == 3
    await store.close()


# -- what the database itself holds to


def new_table(time: Time, channel: int, status: str = "lobby") -> dict[str, object]:
    return {
        "channel_id": channel,
        "guild_id": None,
        "host_id": 1,
        "game": "toy",
        "rules_version": "1",
        "variant": "{}",
        "status": status,
        "pace": None,
        "invited": "[]",
        "secret": bytes(32),
        "commitment": "",
        "created_at": time(),
    }


async def test_a_channel_holds_one_live_table(store: Store, time: Time) -> None:
    ann = Person(1, "Ann")
    await store.create(new_table(time, 5, "over"), ann)
    await store.create(new_table(time, 5, "abandoned"), ann)
    first = await store.create(new_table(time, 5), ann)
    await store.create(new_table(time, 6), ann)
    with pytest.raises(ChannelTaken):
        await store.create(new_table(time, 5, "playing"), ann)
    assert await store.find(5) == first
    async with store.reading() as connection:
        values = {**new_table(time, 5), "version": 0, "logged": 0, "posted": 0}
        with pytest.raises(IntegrityError):  # not only by asking nicely
            await connection.execute(insert(tables).values(**values))


async def test_the_same_people_sit_down_at_many_tables_at_once(store: Store, time: Time) -> None:
    """In any order: no table waits for another for ever."""
    referee = Referee(store, now=time, games=games)

    async def sit_down(channel: int) -> None:
        two = [Person(1, "Ann"), Person(2, "Bob")]
        first, second = two if channel % 2 else reversed(two)
        opened = await referee.open("toy", {}, channel_id=channel, guild_id=1, host=first)
        await referee.join(opened, second)

    await asyncio.gather(*(sit_down(channel) for channel in range(1, 25)))
    assert len(await store.live(1)) == len(await store.live(2)) == 24


async def test_of_two_who_open_at_once_one_gets_the_channel(store: Store, time: Time) -> None:
    opened = await asyncio.gather(
        *(store.create(new_table(time, 5), Person(n, "Ann")) for n in range(1, 5)),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in opened) == ["ChannelTaken"] * 3 + ["int"]


async def test_rows_need_their_table(store: Store, time: Time) -> None:
    with pytest.raises(IntegrityError):
        await store.settle(
            99,
            Settled(
                posts=[
                    Post(message_id=1, table_id=99, channel_id=5, kind="turn", created_at=time())
                ]
            ),
        )
    with pytest.raises(NoTable):
        await store.load(99, games)


async def test_moments_are_utc_wherever_they_come_from(store: Store, time: Time) -> None:
    table_id = await store.create(new_table(time, 5), Person(1, "Ann"))
    east = timezone(timedelta(hours=5))
    moment = datetime(2026, 3, 1, 2, 30, 15, 250_000, tzinfo=east)
    post = Post(message_id=7, table_id=table_id, channel_id=5, kind="turn", created_at=moment)
    await store.settle(table_id, Settled(posts=[post]))
    (found,) = (await store.pending(table_id)).posts
    assert found.created_at == moment
    assert found.created_at.utcoffset() == timedelta(0)
    post.created_at = datetime(2026, 3, 1, 2)  # noqa: DTZ001
    with pytest.raises(StatementError, match="aware"):
        await store.settle(table_id, Settled(posts=[post]))


async def test_ids_of_discord_fit(store: Store, time: Time) -> None:
    big = (1 << 63) - 1
    table_id = await store.create(new_table(time, big), Person(big, "Ann"))
    assert (await store.load(table_id, games)).players[0].user_id == big
    assert await store.find(big) == table_id


# -- what is asked of it


async def test_posts_are_remembered_and_forgotten(store: Store, time: Time) -> None:
    table_id = await store.create(new_table(time, 5), Person(1, "Ann"))

    def post(message: int, kind: str) -> Post:
        return Post(
            message_id=message, table_id=table_id, channel_id=5, kind=kind, created_at=time()
        )

    for message, kind in [(11, "turn"), (10, "lobby"), (12, "turn"), (12, "turn")]:
        await store.settle(table_id, Settled(posts=[post(message, kind)]))
    assert [one.message_id for one in (await store.pending(table_id)).posts] == [10, 11, 12]
    assert [
        one.message_id for one in (await store.pending(table_id)).posts if one.kind == "turn"
    ] == [
        11,
        12,
    ]
    await store.settle(table_id, Settled(forgotten=[11]))
    assert [
        one.message_id for one in (await store.pending(table_id)).posts if one.kind == "turn"
    ] == [12]


async def test_a_post_takes_the_row_of_one_that_is_of_no_more_use(store: Store, time: Time) -> None:
    """Or one of its own, where somebody has taken that out."""
    table_id = await store.create(new_table(time, 5), Person(1, "Ann"))
    for before, message in ((10, 11), (11, 12), (99, 13)):
        post = Post(
            message_id=message, table_id=table_id, channel_id=5, kind="turn", created_at=time()
        )
        await store.settle(table_id, Settled(renewed={before: post}))
    assert [one.message_id for one in (await store.pending(table_id)).posts] == [12, 13]
    gone = replace(post, message_id=14)
    await store.settle(table_id, Settled(renewed={12: gone}, forgotten=[14]))
    assert [one.message_id for one in (await store.pending(table_id)).posts] == [13]


async def test_a_post_costs_three_statements(store: Store, time: Time) -> None:
    """However many messages are remembered with it."""
    table_id = await store.create(new_table(time, 5), Person(1, "Ann"))
    [row] = (await store.pending(table_id)).outbox
    post = Post(message_id=8, table_id=table_id, channel_id=5, kind="turn", created_at=time())
    await store.settle(table_id, Settled(posts=[post]))
    statements: list[str] = []

    def ran(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        if not statement.startswith("BEGIN"):
            statements.append(statement)

    event.listen(store.engine.sync_engine, "before_cursor_execute", ran)
    memories = {0: "everybody's", 11: "hers", 12: "his"}
    settled = Settled(done=[row.id], renewed={8: replace(post, message_id=9)}, memories=memories)
    await store.settle(table_id, settled)
    event.remove(store.engine.sync_engine, "before_cursor_execute", ran)
    assert [one.split()[0] for one in statements] == ["DELETE", "UPDATE", "INSERT"]


async def test_what_another_has_noted_is_not_written_over(store: Store, time: Time) -> None:
    """Who has read before writes nothing at all, also where it would be the last word."""
    table_id = await store.create(new_table(time, 5), Person(1, "Ann"))
    [row] = (await store.pending(table_id)).outbox
    await store.settle(table_id, Settled(memories={0: "first", 11: "hers"}))
    read = (await store.pending(table_id)).versions
    await store.settle(table_id, Settled(memories={0: "second"}, versions=read))
    late = Settled(done=[row.id], memories={11: "late", 0: "late"}, versions=read)
    for stale in (late, Settled(done=[row.id], versions=read, over=True)):
        with pytest.raises(Conflict):
            await store.settle(table_id, stale)
    found = await store.pending(table_id)
    assert found.memories == {0: "second", 11: "hers"} and found.outbox == [row]
    await store.settle(table_id, Settled(memories={11: "next"}, versions=found.versions))
    found = await store.pending(table_id)
    known = found.versions | {12: 1}  # of whom nothing is kept any more
    await store.settle(table_id, Settled(versions=known, over=True))
    assert (await store.pending(table_id)).memories == {}


async def test_the_outbox_is_worked_off_in_order(store: Store, time: Time) -> None:
    referee = Referee(store, now=time, games=games)
    tables = [
        await referee.open("toy", {}, channel_id=n, guild_id=1, host=Person(1, "Ann"))
        for n in (5, 6)
    ]
    for n in (2, 3):
        await referee.join(tables[0].id, Person(n, f"P{n}"))
    assert await store.outbox_tables() == [tables[0].id, tables[1].id]
    rows = (await store.pending(tables[0].id)).outbox
    kinds = ["lobby", "lobby", "lobby", "full"]
    assert [(row.sequence, row.kind) for row in rows] == list(enumerate(kinds, start=1))
    post = Post(message_id=9, table_id=tables[0].id, channel_id=5, kind="lobby", created_at=time())
    for row in rows:
        assert row.id is not None
        settled = Settled(done=[row.id], posts=[post])
        await store.settle(tables[0].id, settled)
        await store.settle(tables[0].id, settled)  # once more changes nothing
    assert await store.outbox_tables() == [tables[1].id]
    assert [one.message_id for one in (await store.pending(tables[0].id)).posts] == [9]


async def test_the_id_of_an_outbox_row_never_comes_again(store: Store, time: Time) -> None:
    referee = Referee(store, now=time, games=games)
    table_id = await referee.open("toy", {}, channel_id=5, guild_id=1, host=Person(1, "Ann"))
    seen: list[int] = []
    for n in (2, 3):
        rows = (await store.pending(table_id.id)).outbox
        for row in rows:
            seen.append(row.id)
            await store.settle(table_id.id, Settled(done=[row.id]))
        await referee.join(table_id.id, Person(n, f"P{n}"))
    seen += [row.id for row in (await store.pending(table_id.id)).outbox]
    assert len(set(seen)) == 4  # or a nonce made from it would silence a later post


async def test_players_and_settings_are_remembered(store: Store) -> None:
    assert await store.player(1) is None
    await store.change_player(1, "Ann", dms="always")
    await store.change_player(1, "Anna", reminders=False)
    known = await store.player(1)
    assert known is not None
    assert (known.name, known.dms, known.reminders) == ("Anna", "always", False)
    await asyncio.gather(*(store.set_setting("guild:1", "hash", {"n": n}) for n in range(4)))
    assert (await store.setting("guild:1", "hash"))["n"] in range(4)
    assert await store.setting("guild:2", "hash", "none") == "none"


# -- whom a table waits for


async def test_whoever_was_said_to_be_waited_for_by_mistake_keeps_no_turn_from_ending(
    store: Store, time: Time
) -> None:
    """Rows of another version may be wrong: they are set right with the next change."""
    referee, rng = Referee(store, now=time), Random(1)
    people = [Person(11, "Ann"), Person(12, "Bob")]
    table = await begun(referee, "beer_brawl", people, channel=5)
    while len(turn := waited_for(table)) != 1:
        table = await played(referee, table, 1, rng)
    [other] = {11, 12} - set(turn)
    wrong = table.waiting | {table.player_of(other): Wait(time())}
    text = msgspec.json.encode(wrong).decode()
    await store.write(lambda connection: connection.execute(update(tables).values(waiting=text)))
    assert (await store.turns(other)).total == 1
    referee.forget()
    while waited_for(table) == turn:
        table = await played(referee, await referee.look(table.id), 1, rng)
    for user_id in (11, 12):
        assert (await store.turns(user_id)).total == (user_id in waited_for(table))
