"""The bot dies at every single step of the path and starts again: nothing lost, nothing twice."""

import asyncio
import copy
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Connection

from bot.clock import Clock
from bot.errors import AlreadySeated, NotInLobby
from bot.referee import Referee
from bot.store import Store
from bot.store.engine import Work, connect
from bot.store.store import Settled
from bot.table import Person
from rules.engine.codec import input_to_plain
from rules.engine.inputs import Answer, Input, Resign, Timeout, Undo
from tests.bot.toy import Ready, Roll, Step, Time, games

pytestmark = pytest.mark.slow  # many processes that die

pytest_plugins = ["tests.bot.databases"]

T = TypeVar("T")
ANN, BOB = Person(11, "Ann"), Person(12, "Bob")


class Death(BaseException):
    """The process ends here; nothing after this happens."""


@dataclass
class Fate:
    """Counts the steps of a life, and ends it at one of them."""

    at: int = 0
    steps: int = 0

    def step(self) -> None:
        self.steps += 1
        if self.steps == self.at:
            raise Death


@dataclass
class World:
    """What is outside of the bot and survives it: Discord, the players, the time."""

    time: Time = field(default_factory=Time)
    posts: dict[str, int] = field(default_factory=dict)  # by nonce, as Discord keeps them
    shown: list[int] = field(default_factory=list)  # in the order in which they appeared
    answered: set[int] = field(default_factory=set)  # what players were told is done

    def send(self, nonce: str, sequence: int) -> None:
        if nonce not in self.posts:
            self.posts[nonce] = sequence
            self.shown.append(sequence)


class Mortal(Store):
    """A store that can die before every statement that writes, before and after every commit.

    A death while it only reads is like one after the commit before.
    """

    def __init__(self, url: str) -> None:
        super().__init__(connect(url))
        event.listen(self.engine.sync_engine, "before_cursor_execute", self._before)
        self.fate = Fate()

    def _before(self, connection: Connection, *_: Any) -> None:
        if connection.get_execution_options().get("write"):
            self.fate.step()

    async def write(self, work: Work[T]) -> T:
        def mortal(connection: Connection) -> T:
            done = work(connection)
            self.fate.step()  # all is written, nothing is committed
            return done

        done = await super().write(mortal)
        self.fate.step()  # committed, and nobody knows
        return done


async def post(store: Store, fate: Fate, world: World) -> None:
    """Work off the outbox as the poster does."""
    for table in await store.outbox_tables():
        for row in (await store.pending(table)).outbox:
            fate.step()
            world.send(str(row.id), row.sequence)
            fate.step()  # sent, and the row is still there
            await store.settle(table, Settled(done=[row.id]))


# -- what is played

Play = Callable[[Referee], Awaitable[Any]]


async def _join(referee: Referee) -> None:
    with suppress(AlreadySeated):  # what a player reads who tries again after a crash
        await referee.join(1, BOB)


async def _start(referee: Referee) -> None:
    with suppress(NotInLobby):
        await referee.start(1, ANN.id)


SCRIPT: list[Play] = [
    _join,
    _start,
    lambda r: r.act(1, ANN.id, 0, 1, [Ready()], request="a"),
    lambda r: r.act(1, BOB.id, 1, 1, [Ready()], request="b"),
    lambda r: r.act(1, ANN.id, 0, 2, [Step(1), Step(1)], request="c"),
    lambda r: r.undo(1, ANN.id, request="d"),
    lambda r: r.act(1, ANN.id, 0, 6, [Step(2), Roll()], request="e"),
    lambda r: Clock(r).tick(),  # a day later: Bob's time is up
    lambda r: r.resign(1, BOB.id, request="f"),
]
LATER = 7  # the play before which a day passes
PLAIN = (2, 3)  # plays whose path is that of others: nobody dies there
LOG: list[list[Input]] = [
    [],
    [],
    [Answer(0, 1, Ready())],
    [Answer(1, 1, Ready())],
    [Answer(0, 2, Step(1)), Answer(0, 3, Step(1))],
    [Undo(0), Undo(0)],
    [Answer(0, 6, Step(2)), Answer(0, 7, Roll())],
    [Timeout(1, 2), Timeout(1, 3)],
    [Resign(1)],
]


async def live(store: Mortal, fate: Fate, world: World, play: int) -> None:
    """One life of the bot: post what is left, take one play, answer, post; then all is well."""
    store.fate = fate
    referee = Referee(store, now=world.time, games=games)  # remembers nothing of the life before
    await post(store, fate, world)
    if play not in world.answered:
        await SCRIPT[play](referee)
        fate.step()  # done, and the player was not told
        world.answered.add(play)
    await post(store, fate, world)
    await check(referee, world, play)


async def ended(life: Awaitable[None]) -> bool:
    """Whether a life was ended; nothing of it is held on to, as a dead process holds nothing."""
    try:
        await life
    except Death:
        return True
    return False


async def check(referee: Referee, world: World, play: int) -> None:
    """Everything up to this play happened, each thing once."""
    store = referee.store
    table = await referee.look(1)
    log = [input_to_plain(given) for given in await store.log(table)]
    assert log == [input_to_plain(given) for part in LOG[: play + 1] for given in part]
    assert table.logged == len(log)
    if table.play is not None:
        assert (await store.replayed(table)).state == table.play.state
    assert world.shown == list(range(1, table.posted + 1))
    assert await store.outbox_tables() == []
    over = play == len(SCRIPT) - 1
    assert (table.status == "over") == over
    assert [r.won for r in await store.results(ANN.id)] == ([True] if over else [])
    turn = [question.seat for question in table.waits]
    waiting = ["lobby:close"] if table.status == "lobby" else []
    assert sorted(table.clocks) == waiting + [f"pace:{seat}" for seat in turn]


def copied(source: Path, target: Path) -> None:
    """Make a database what another one is."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


async def test_death_at_any_step_loses_and_doubles_nothing(file_url: str, tmp_path: Path) -> None:
    file, before = tmp_path / "tables.db", tmp_path / "before.db"
    world, store, deaths = World(), Mortal(file_url), 0
    referee = Referee(store, now=world.time, games=games)
    await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN, pace=timedelta(days=1))
    await post(store, Fate(), world)
    for play in range(len(SCRIPT)):
        if play == LATER:
            world.time.pass_(days=1)
        copied(file, before)
        for at in (0,) if play in PLAIN else range(1, 1000):
            survivors = copy.deepcopy(world)
            if not await ended(live(store, Fate(at), survivors, play)):
                break  # it outlived its last step
            deaths += 1
            await live(store, Fate(), survivors, play)
            copied(before, file)
        world = survivors
    assert deaths > 80
    await store.close()


KILLED = """
import asyncio, os, signal, sys
from bot.referee import Referee
from bot.store import Store
from tests.bot.toy import Ready, games

async def main():
    store = await Store.open(sys.argv[1])
    referee = Referee(store, games=games)
    await referee.act(1, 11, 0, 1, [Ready()], request="a")
    async with store.writing() as connection:  # in the middle of the next transaction
        await connection.exec_driver_sql("UPDATE tables SET version = 99")
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_what_was_taken_outlives_a_killed_process(file_url: str) -> None:
    store = await Store.open(file_url)
    referee = Referee(store, games=games)
    await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    await referee.join(1, BOB)
    await referee.start(1, ANN.id)
    await store.close()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED, file_url, env=environment, stderr=subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == -signal.SIGKILL, said.decode()
    store = await Store.open(file_url)
    referee = Referee(store, games=games)
    table = await referee.look(1)
    assert (table.version, table.logged) == (3, 1)
    assert (await referee.act(1, ANN.id, 0, 1, [Ready()], request="a")).repeated
    assert [question.seat for question in table.waits] == [1]
    await store.close()
