"""What rests costs nothing: a start does the same work for few tables and for many."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.computer import Computer
from bot.posting import poster
from bot.posting.ledger import Ledger, MessageMemory
from bot.referee import Referee
from bot.store import Store
from bot.table import Person
from tests.bench.tables import copy, furnish, statements
from tests.bot.hall import Hall, Here, hurry, new_bot, open_hall
from tests.bot.midgame import begun
from tests.bot.toy import Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB = Person(11, "Ann"), Person(12, "Bob")
READ_ONLY = ("GET",)


async def started(hall: Hall) -> tuple[Counter[str], list[Any]]:
    """Start the bot of a hall, which was closed: what it asked of the database and told Discord."""
    before = len(hall.env.backend.http_requests)
    hall.bot = new_bot(hall.folder, hall.drawers)
    with statements() as counted:
        await hall.bot.open()
        hurry(hall.bot)
        await hall.env.restart_bot(hall.bot)
        await hall.quiet()
        await hall.bot.absences.idle()
    return counted, hall.env.backend.http_requests[before:]


@pytest.mark.slow
async def test_a_start_asks_no_more_for_many_tables_and_tells_discord_nothing(
    tmp_path: Path, same_luck: None
) -> None:
    """Where nothing happened meanwhile there is nothing to be done, whoever rests."""
    async with open_hall(tmp_path) as hall:
        rooms = await furnish(hall, ("beer_brawl", "brawl_mart"), 8)
        await hall.env.settle()
        await hall.restart()  # the first start tidies
        await hall.quiet()
        asked, calls = [], []
        for tables in (len(rooms), 10 * len(rooms)):
            await hall.bot.close()
            await asyncio.to_thread(copy, tmp_path / "tables.db", len(rooms), tables)
            counted, told = await started(hall)
            asked.append(counted["statements"])
            calls += [call for call in told if call.method not in READ_ONLY]
            assert await hall.bot.store.count() == tables
    assert asked[0] == asked[1] < 30
    assert calls == []


async def test_what_is_due_is_found_by_an_index(file_store: Store, time: Time) -> None:
    """No question that is asked at a start, or for each action, looks at every table."""
    asked: list[tuple[str, Any]] = []

    def ran(connection: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        asked.append((statement, parameters))

    engine = file_store.engine.sync_engine
    event.listen(engine, "before_cursor_execute", ran)
    await file_store.asking_computers()
    await file_store.unsaid(time())
    await file_store.ringing(time())
    await file_store.next_ring()
    await file_store.outbox_tables()
    await file_store.requested(1, "2")
    await file_store.find(5)
    await file_store.load_here(5, games)
    event.remove(engine, "before_cursor_execute", ran)
    plans: list[str] = []
    async with file_store.reading() as connection:
        for statement, parameters in asked:
            found = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans += [row.detail for row in found]
    scans = [plan for plan in plans if plan.startswith("SCAN") and "INDEX" not in plan]
    assert [plan for plan in scans if plan != "SCAN outbox"] == []  # which holds what is due
    for index in ("computers_asked", "post_memories_unsaid", "tables_inviting", "one_live_table"):
        assert any(index in plan for plan in plans), (index, plans)


async def test_a_table_says_whether_it_waits_for_a_computer(store: Store) -> None:
    """From its question to its answer, and while it is asked for a draw; not while it rests."""
    referee = Referee(store)
    table = await referee.open("beer_brawl", {}, channel_id=5, guild_id=1, host=ANN)
    table = await referee.add_computer(table, ANN.id, "easy")
    assert await store.asking_computers() == []
    table = await referee.start(table, ANN.id)
    assert await store.asking_computers() == [table.id]  # both draft at once
    computer = Computer(referee, Here())  # type: ignore[arg-type]
    await computer.start()
    await computer.idle()
    assert await store.asking_computers() == []
    await referee.offer_draw(table.id, ANN.id)
    assert await store.asking_computers() == [table.id]
    await referee.pause(table.id, "channel")
    assert await store.asking_computers() == []
    await referee.resume(table.id)
    assert await store.asking_computers() == [table.id]
    await referee.resign(table.id, ANN.id)
    assert await store.asking_computers() == []
    await computer.close()


async def test_after_a_start_few_tables_are_worked_on_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many have something to say: all of it is said in the end."""
    monkeypatch.setattr(poster, "AT_ONCE", 3)
    await hall.env.settle()
    await hall.bot.close()
    store = await Store.open(f"sqlite+aiosqlite:///{hall.folder}/tables.db")
    host = Person(hall.alice.id, "alice")
    rooms = [hall.guild.create_text_channel(f"room-{n}") for n in range(12)]
    for room in rooms:
        await Referee(store).open(
            "brawl_mart", {}, channel_id=room.id, guild_id=hall.guild.id, host=host
        )
    await store.close()
    hall.bot = new_bot(hall.folder, hall.drawers)
    await hall.bot.open()
    hurry(hall.bot)
    busy: list[int] = []
    begin = hall.bot.poster._work

    async def work(table_id: int) -> None:
        busy.append(len(hall.bot.poster._workers))
        await begin(table_id)

    monkeypatch.setattr(hall.bot.poster, "_work", work)
    await hall.env.restart_bot(hall.bot)
    await hall.quiet()
    assert max(busy) <= 3 and len(busy) == len(rooms)
    assert all(len(room.history()) == 1 for room in rooms)


async def test_few_computers_are_woken_at_once(
    file_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.computer.AT_ONCE", 2)
    referee = Referee(file_store)
    for channel in range(6):
        table = await referee.open("beer_brawl", {}, channel_id=channel, guild_id=1, host=ANN)
        await referee.start(await referee.add_computer(table, ANN.id, "easy"), ANN.id)
    computer = Computer(referee, Here())  # type: ignore[arg-type]
    busy: list[int] = []
    serve = computer._serve

    async def served(table_id: int) -> None:
        busy.append(len(computer._tasks))
        await serve(table_id)

    monkeypatch.setattr(computer, "_serve", served)
    await computer.start()
    await computer.idle()
    assert max(busy) <= 2 and len(busy) == 6
    assert await file_store.asking_computers() == []
    await computer.close()


async def test_a_letter_that_waited_is_looked_at_again_after_a_start(
    store: Store, time: Time
) -> None:
    """Unless whoever it is for takes none; a table that has said everything is left alone."""
    referee = Referee(store, now=time)
    table = await begun(referee, "beer_brawl", [ANN, BOB], channel=5)
    quiet = await begun(referee, "beer_brawl", [ANN, BOB], channel=6)
    ledger = await Ledger.open(store, table.id)
    ledger.remember(BOB.id, MessageMemory(due=True))
    await ledger.write()
    ledger = await Ledger.open(store, quiet.id)
    ledger.remember(BOB.id, MessageMemory(digest="said"))
    await ledger.write()
    assert await store.unsaid(time()) == [table.id]
    await store.change_player(BOB.id, BOB.name, dms_closed_at=time())
    time.pass_(hours=1)
    assert await store.unsaid(time()) == [table.id]  # so long ago that it is tried again
    time.pass_(hours=-2)
    assert await store.unsaid(time()) == []
    await store.change_player(BOB.id, BOB.name, dms_closed_at=None, dms="never")
    assert await store.unsaid(time()) == []
    await store.change_player(BOB.id, BOB.name, dms="usual")
    ledger = await Ledger.open(store, table.id)
    ledger.remember(BOB.id, MessageMemory(digest="said"))
    await ledger.write()
    assert await store.unsaid(time()) == []
