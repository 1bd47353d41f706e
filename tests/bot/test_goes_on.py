"""When trouble is over the game goes on within twenty seconds, whatever the trouble was and for how long."""

import asyncio
import math
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from bot import clock, computer, leases
from bot.clock import Clock
from bot.interactions import live_panels
from bot.posting import absences, poster
from bot.referee import Referee, path
from bot.store import Store
from bot.table import Person, Table
from bot.ui import pictures
from bot.workers import pool
from tests.bot.hall import Hall
from tests.bot.toy import Ready, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB = Person(11, "Ann"), Person(12, "Bob")
BOUND = 20.0  # seconds
LONG = 120.0  # seconds of trouble


@contextmanager
def trouble(store: Store, *words: str, times: float = math.inf) -> Iterator[list[str]]:
    """Statements with these words fail for as long as this lasts, or so many times."""
    engine, struck = store.engine.sync_engine, list[str]()

    def fail(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        if len(struck) < times and all(word in statement for word in words):
            struck.append(statement)
            raise OperationalError(statement, None, sqlite3.OperationalError("disk I/O error"))

    event.listen(engine, "before_cursor_execute", fail)
    try:
        yield struck
    finally:
        event.remove(engine, "before_cursor_execute", fail)


def test_nobody_waits_longer_than_that_before_the_next_try() -> None:
    """What each of them waits at most; a call to Discord may take its own time beside it."""
    assert max(poster.BACK_OFF) < BOUND
    assert max(live_panels.BACK_OFF) < BOUND
    assert pool.WAIT + pool.LIMIT < BOUND, "a picture, or what a computer thinks"
    assert pictures.PATIENCE < BOUND, "a panel"
    assert pool.BIRTHS[0] + pool.WAIT < BOUND, "one process that hangs before it is ready"
    assert max(computer.RETRY, path.AGAIN, absences.SOON, leases.SWEEP) < BOUND
    assert max(clock.SOON, clock.BEAT).total_seconds() < BOUND


async def resigns(hall: Hall) -> None:
    """Bob gives up; nobody waits until that is posted."""
    hall.bot.poster.back_off = (0.01,)
    over = asyncio.Event()
    hall.bot.referee.listeners.append(
        lambda change: over.set() if change.after.status == "over" else None
    )
    resigning = asyncio.create_task(hall.resigns(hall.bob))
    await over.wait()
    resigning.cancel()
    await asyncio.gather(resigning, return_exceptions=True)
    hall.bot.poster.back_off = poster.BACK_OFF


@pytest.mark.parametrize(
    "words", [("SELECT outbox",), ("DELETE FROM outbox",), ("INSERT INTO posts",)]
)
async def test_what_is_to_be_posted_is(hall: Hall, words: tuple[str, ...]) -> None:
    await hall.begin()
    await hall.quiet()
    before = len(hall.posts)
    with trouble(hall.bot.store, *words) as struck:
        await resigns(hall)
        await hall.env.advance_time(LONG)
    assert len(struck) > LONG / BOUND, "it was tried again and again"
    assert (await hall.bot.store.pending(1)).outbox
    await hall.env.advance_time(BOUND)
    assert not (await hall.bot.store.pending(1)).outbox
    assert len(hall.posts) == before + 1


async def test_what_was_said_and_could_not_be_noted_is_not_said_again(hall: Hall) -> None:
    """Discord knows a message again for some minutes; a full disk may last longer."""
    await hall.begin()
    await hall.quiet()
    before = len(hall.posts)
    with trouble(hall.bot.store, "DELETE FROM outbox"):
        await resigns(hall)
        await hall.env.advance_time(LONG)
        assert len(hall.posts) == before + 1
    await hall.env.advance_time(BOUND)
    assert len(hall.posts) == before + 1


async def test_after_a_start_in_trouble_everything_is_posted(hall: Hall) -> None:
    await hall.begin()
    await hall.quiet()
    before = len(hall.posts)
    with trouble(hall.bot.store, "SELECT outbox"):
        await resigns(hall)
    hall.bot.poster._changed.clear()  # as if the bot had died here
    hall.bot.poster.back_off = (0.01,)
    with trouble(hall.bot.store, "DISTINCT outbox", times=3) as struck:
        await hall.bot.poster.resume()
        await hall.quiet()
    assert len(struck) == 3, "it was tried again and again"
    assert len(hall.posts) == before + 1


class Hurried(Clock):
    """A clock whose sleep is counted, not slept."""

    slept = 0.0

    async def _sleep(self, seconds: float | None) -> None:
        assert seconds is not None and seconds > 0
        self.slept += seconds
        now: Any = self.referee.now
        now.pass_(seconds=seconds)
        if self.slept > LONG:
            raise TimeoutError


@pytest.mark.parametrize(
    "words", [("tables.wake_at <=",), ("INSERT INTO log",), ("FROM tables LEFT",)], ids=str
)
async def test_time_goes_on(file_store: Store, time: Time, words: tuple[str, ...]) -> None:
    """A clock rings soon after the database is well."""
    referee = Referee(file_store, now=time, games=games)
    clock = Hurried(referee)
    await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN, pace=timedelta(days=1))
    await referee.join(1, BOB)
    await referee.start(1, ANN.id)
    await referee.act(1, ANN.id, 0, 1, [Ready()])
    await referee.act(1, BOB.id, 1, 1, [Ready()])
    await clock.tick()
    time.pass_(days=1)
    clock._looked(time())
    with trouble(file_store, *words) as struck, pytest.raises(TimeoutError):
        await clock._run()
    assert len(struck) > LONG / BOUND
    before, clock.slept = (await referee.look(1)).logged, LONG - BOUND
    with pytest.raises(TimeoutError):
        await clock._run()
    assert (await referee.look(1)).logged > before


class Fails:
    """Somebody who cannot be woken."""

    def wake(self, table: Table) -> None:
        """Fail."""
        raise RuntimeError("asleep")


class Wakes:
    """Somebody who can."""

    woken = 0

    def wake(self, table: Table) -> None:
        """Count it."""
        self.woken += 1


async def test_who_cannot_be_woken_keeps_nobody_else_asleep(file_store: Store, time: Time) -> None:
    referee, other = Referee(file_store, now=time, games=games), Wakes()

    def deaf(change: object) -> None:
        raise RuntimeError("deaf")

    referee.wakers += [Fails(), other]
    referee.listeners.append(deaf)
    await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    await referee.join(1, BOB)
    assert other.woken == 2
