"""What a player is told is taken is on disk, wherever the database fails on the way there.

Where nobody can know, they are told so; and whatever was not told is taken once or not at all.
"""

import asyncio
import sqlite3
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import OperationalError

from bot.referee import Referee
from bot.store import Store
from bot.store.engine import Unsure
from bot.store.schema import log
from bot.table import Person, Table
from bot.ui.error_replies import NOT_KEPT, PARTLY, UNSURE
from tests.bot.hall import Hall, forged
from tests.bot.postgres import Cluster
from tests.bot.toy import Ready, Step, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB = Person(11, "Ann"), Person(12, "Bob")
SOCKET = ".s.PGSQL.5432"


class Trouble:
    """A database that fails at its step `at`: statements, and each commit before it and after it."""

    def __init__(self, store: Store, at: int, *, stays: bool = False) -> None:
        """Fail there once; or from there on."""
        self.engine, self.at, self.stays = store.engine.sync_engine, at, stays
        self.steps = 0
        self.struck: list[str] = []
        self.over = False
        self._commit = self.engine.dialect.do_commit

    def __enter__(self) -> "Trouble":
        event.listen(self.engine, "before_cursor_execute", self._execute)
        vars(self.engine.dialect)["do_commit"] = self._committing
        return self

    def __exit__(self, *error: object) -> None:
        event.remove(self.engine, "before_cursor_execute", self._execute)
        del vars(self.engine.dialect)["do_commit"]

    def _step(self, what: str) -> None:
        self.steps += 1
        late = self.steps > self.at and self.stays
        if self.steps == self.at or late:
            self.struck.append(what)
            raise OperationalError(what, None, sqlite3.OperationalError("disk I/O error"))

    def _execute(self, connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        self._step(statement)

    def _committing(self, connection: Any) -> None:
        self._step("before COMMIT")
        self._commit(connection)
        self._step("after COMMIT")


class Woken:
    """Remembers with what it was woken last."""

    version = 0

    def wake(self, table: Table) -> None:
        """Note it."""
        self.version = table.version


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before looking again."""
    monkeypatch.setattr("bot.referee.path.AGAIN", 0.01)


async def begun(store: Store, time: Time) -> Referee:
    """Ann and Bob have begun, and it is Ann's turn."""
    referee = Referee(store, now=time, games=games)
    await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    await referee.join(1, BOB)
    await referee.start(1, ANN.id)
    await referee.act(1, ANN.id, 0, 1, [Ready()])
    await referee.act(1, BOB.id, 1, 1, [Ready()])
    return referee


async def requests(store: Store) -> list[str | None]:
    """The requests of the log, in order."""
    query = select(log.c.request).order_by(log.c.table_id, log.c.number)
    return [row.request for row in await store.read(lambda c: c.execute(query).all())]


async def settled(referee: Referee) -> None:
    """Wait until it is known how tables stand of which it was not."""
    while referee._unsure:
        await asyncio.wait(referee._unsure)


@pytest.mark.parametrize("stays", [False, True], ids=["once", "stays"])
async def test_taken_is_on_disk_wherever_the_database_fails(
    store: Store, time: Time, soon: None, stays: bool
) -> None:
    """Every statement fails once, every commit before and after it."""
    referee = await begun(store, time)
    woken, outcomes = Woken(), set[tuple[str, bool]]()
    referee.wakers.append(woken)
    for at in range(1, 100):
        (question,) = (await referee.look(1)).questions(ANN.id)
        asked, before = (question.seat, question.number), await requests(store)
        with Trouble(store, at, stays=stays) as trouble:
            try:
                await referee.act(1, ANN.id, *asked, [Step(1)], request=str(at))
                told = "taken"
            except Unsure:
                told = "unsure"
            except OperationalError:
                told = "not taken"
        await settled(referee)
        on_disk = str(at) in await requests(store)
        outcomes.add((told, on_disk))
        assert told != "taken" or on_disk, trouble.struck
        assert told != "not taken" or not on_disk, trouble.struck
        assert not on_disk or woken.version == (await referee.look(1)).version, "all is known"
        again = await referee.act(1, ANN.id, *asked, [Step(1)], request=str(at))
        assert again.repeated == on_disk
        assert await requests(store) == [*before, str(at)], "it is taken once"
        await referee.undo(1, ANN.id, request=f"u{at}")
        if not trouble.struck:
            break
    assert at > 4, "there was a step to fail at"
    unsure = {("unsure", True), ("unsure", False)} if stays else set()
    assert outcomes == {("taken", True), ("not taken", False)} | unsure


async def test_who_gives_up_waiting_has_taken_it_once_or_not_at_all(
    file_store: Store, time: Time
) -> None:
    """The thread of the connection goes on: a commit that has begun comes to its end."""
    referee = await begun(file_store, time)
    dialect, committing, go_on = (
        file_store.engine.sync_engine.dialect,
        asyncio.Event(),
        threading.Event(),
    )
    commit, loop = dialect.do_commit, asyncio.get_running_loop()

    def slowly(connection: Any) -> None:
        loop.call_soon_threadsafe(committing.set)
        go_on.wait(10)
        commit(connection)

    vars(dialect)["do_commit"] = slowly
    answering = asyncio.create_task(referee.act(1, ANN.id, 0, 2, [Step(1)], request="a"))
    await committing.wait()
    answering.cancel()
    with suppress(asyncio.CancelledError):
        await answering
    del vars(dialect)["do_commit"]
    again = asyncio.create_task(referee.act(1, ANN.id, 0, 2, [Step(1)], request="a"))
    await asyncio.sleep(0.05)
    go_on.set()
    assert (await again).repeated
    assert (await requests(file_store)).count("a") == 1


# -- PostgreSQL, and a way to it that is cut


class Way:
    """A way to a PostgreSQL that is cut at a commit: before it arrives, or before its answer does."""

    def __init__(self, cluster: "Cluster", folder: Path) -> None:
        """Lead there from a folder."""
        self.there, self.here = str(cluster.home / SOCKET), str(folder / SOCKET)
        self.cut = ""  # before, or after
        self.open = True
        self._ways: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Whoever comes is led there."""
        server = await asyncio.start_unix_server(self._lead, self.here)
        try:
            yield
        finally:
            server.close()
            for way in self._ways:
                way.cancel()
            await asyncio.gather(*self._ways, return_exceptions=True)

    async def _lead(self, asks: asyncio.StreamReader, hears: asyncio.StreamWriter) -> None:
        if not self.open:
            hears.close()
            return
        answers, listens = await asyncio.open_unix_connection(self.there)
        ways = [
            asyncio.create_task(one)
            for one in (self._ask(asks, listens), self._say(answers, hears))
        ]
        self._ways |= set(ways)
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for end in (hears, listens):
            end.close()

    async def _ask(self, asks: asyncio.StreamReader, listens: asyncio.StreamWriter) -> None:
        while said := await asks.read(1 << 16):
            if b"COMMIT" in said and self.cut == "before":
                return
            listens.write(said)

    async def _say(self, answers: asyncio.StreamReader, hears: asyncio.StreamWriter) -> None:
        while said := await answers.read(1 << 16):
            if b"COMMIT" in said and self.cut == "after":
                return
            hears.write(said)


@pytest.fixture
async def way(cluster: "Cluster", server_url: str) -> AsyncIterator[Way]:
    """A way that is open."""
    with tempfile.TemporaryDirectory(prefix="way", dir="/tmp") as folder:  # a short path
        made = Way(cluster, Path(folder))
        async with made.opened():
            yield made


@pytest.mark.slow
@pytest.mark.parametrize("cut", ["before", "after"])
@pytest.mark.parametrize("again", [True, False], ids=["there again", "gone for a while"])
async def test_a_server_that_is_lost_at_a_commit_is_asked_again(
    way: Way, time: Time, soon: None, cut: str, again: bool
) -> None:
    """Taken where it was kept, refused where it was not; unsure only while it cannot be asked."""
    folder = Path(way.here).parent
    store = await Store.open(f"postgresql+asyncpg://postgres@/migrated?host={folder}")
    referee, woken = await begun(store, time), Woken()
    referee.wakers.append(woken)
    way.cut, way.open = cut, again
    if not again:
        with pytest.raises(Unsure):
            await referee.act(1, ANN.id, 0, 2, [Step(1)], request="a")
    elif cut == "before":
        with pytest.raises(OperationalError) as caught:
            await referee.act(1, ANN.id, 0, 2, [Step(1)], request="a")
        assert not isinstance(caught.value, Unsure)
    else:
        await referee.act(1, ANN.id, 0, 2, [Step(1)], request="a")
    way.cut, way.open = "", True
    await settled(referee)
    kept = "a" in await requests(store)
    assert kept == (cut == "after")
    assert not kept or woken.version == (await referee.look(1)).version
    assert (await referee.act(1, ANN.id, 0, 2, [Step(1)], request="a")).repeated == kept
    assert (await requests(store)).count("a") == 1
    await store.close()


# -- in words


@contextmanager
def failing(hall: Hall, where: str, *, reading: bool = False) -> Iterator[list[str]]:
    """The database fails once: at a statement, before a commit or after; and cannot be read then."""
    engine = hall.bot.store.engine.sync_engine
    commit, struck = engine.dialect.do_commit, list[str]()
    due = [where, "SELECT"] if reading else [where]

    def fail_at(what: str) -> None:
        if due and what.startswith(due[0]):
            struck.append(due.pop(0))
            raise OperationalError(what, None, sqlite3.OperationalError("disk I/O error"))

    def committing(connection: Any) -> None:
        fail_at("before COMMIT")
        commit(connection)
        fail_at("after COMMIT")

    def executing(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        fail_at(statement)

    vars(engine.dialect)["do_commit"] = committing
    event.listen(engine, "before_cursor_execute", executing)
    try:
        yield struck
    finally:
        event.remove(engine, "before_cursor_execute", executing)
        del vars(engine.dialect)["do_commit"]


@pytest.mark.parametrize(
    ("where", "reading", "told", "kept"),
    [
        ("BEGIN", False, NOT_KEPT, False),
        ("INSERT INTO log", False, NOT_KEPT, False),
        ("before COMMIT", False, NOT_KEPT, False),
        ("before COMMIT", True, UNSURE, False),
        ("after COMMIT", True, UNSURE, True),
        ("after COMMIT", False, "left", True),
    ],
)
async def test_a_player_is_told_what_is_so(
    hall: Hall, where: str, reading: bool, told: str, kept: bool
) -> None:
    """Taken, not taken, or that nobody knows; afterwards the game goes on, and has it once."""
    hall.bot.poster.back_off = (0.01,)
    await hall.begin(rerolls=99)
    await hall.quiet()
    with failing(hall, where, reading=reading) as struck:
        said = await hall.beer(hall.alice, "reroll")
        assert struck
    assert said == told if told in (NOT_KEPT, UNSURE) else told in said
    assert (await hall.table()).logged == int(kept)
    await settled(hall.bot.referee)
    await hall.quiet()
    assert "left" in await hall.beer(hall.alice, "reroll")
    assert (await hall.table()).logged == 1 + kept
    assert await hall.bot.referee.verify(1)


async def test_of_several_steps_the_first_alone_is_no_success(hall: Hall) -> None:
    """A first game that is opened, and cannot be begun, is not called taken."""
    await forged(hall, hall.alice, "w:brawl_mart")
    number = (await hall.bot.referee.tables_of(hall.alice.id))[0]
    await hall.bot.referee.abandon(number, hall.alice.id)
    with failing(hall, "UPDATE tables SET") as struck:
        pressed = await forged(hall, hall.alice, "w:brawl_mart")
    assert struck and pressed.response.content == PARTLY
