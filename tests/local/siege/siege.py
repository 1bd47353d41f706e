"""A hall under siege: people play on while hostile ones, faults and deaths hit the bot."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from sqlalchemy import select

from bot.local.server import LocalDiscord
from bot.referee import Referee
from bot.store import Store
from bot.store.schema import outbox
from bot.table import LIVE, Table
from rules.engine.inputs import Answer, Input
from rules.engine.play import Play
from tests.local.brawler import is_over
from tests.local.player import Message, Player
from tests.local.process import PATIENCE
from tests.local.siege.besieged import Besieged
from tests.local.siege.faults import EVERY, Faults
from tests.local.siege.hostile import ACTS, NAMES, Hostile
from tests.local.siege.leaks import Leaks
from tests.local.siege.rooms import KINDS, Room
from tests.local.siege.toll import Toll
from tests.local.siege.wire import TABLE, Wire
from tests.local.told import again, count_told, heard, judge

UNHEARD = ("never retrieved", "never awaited", "Ignoring exception", "Unhandled exception")
# What the log may call an error: a picture of a worker that was killed, a database that failed.
EXPECTED = (
    "Died",
    "GivenUp",
    "MemoryError",
    "quantization error",  # Pillow's word for the same
    "unknown file format",  # FreeType's
    "database is locked",
    "disk is full",
    "disk I/O error",
    "the database: ",
)
# What a worker says that dies while it is being started, or has no memory left to say more.
LAST_WORDS = re.compile(  # one without memory has none left to say where
    r"^Traceback .*\n(?:(?: .*\n)*.*(?:spawn_main|_bootstrap).*\n(?: .*\n)*\S.*|MemoryError)\n",
    re.MULTILINE,
)
TRACE = re.compile(r"^Traceback .*\n(?: .*\n)*\S.*", re.MULTILINE)
UNSAID = (
    "SELECT (SELECT count(*) FROM outbox WHERE refused IS NULL) + (SELECT count(*) FROM post_memories"
    " JOIN tables ON tables.id = table_id WHERE unsaid AND user_id = 0 AND ended_at IS NOT NULL)"
)
PATIENT = 90  # such looks until nothing is left to be said
MOMENT = 1.0  # seconds between two looks at how things stand
LONG = 120.0  # seconds in which everything that can happen does


class Siege:
    """The hall, those who play there, and those who do not want them to."""

    def __init__(self, local: LocalDiscord, bot: Besieged, seed: int) -> None:
        self.local, self.bot, self.toll = local, bot, Toll(seed)
        self.wire = Wire(local)
        self.rng = random.Random(seed)
        self.over = False
        self.rooms: list[str] = []  # the channels' ids
        self.tables: dict[int, set[str]] = {}  # who sits where
        self.in_turns: set[int] = set()  # tables of two: every line of theirs stays posted
        self.finished: list[tuple[str, int]] = []  # rooms and their tables
        self.posts: dict[int, list[Message]] = {}  # as they stand when everything is said
        self.a_post = Message({})

    @contextlib.asynccontextmanager
    async def joined(self, name: str, room: str | None = None) -> AsyncIterator[Player]:
        """Somebody comes, and looks at one room or at all."""
        watch = None if room is None else [room]
        async with Player.join(self.local.url, name, watch=watch) as player:
            if room is not None:
                await player.go(room)
            yield player

    def name(self, player: Player) -> None:
        """Somebody takes a name that is meant to do harm."""
        name = NAMES[self.toll.names.total() % len(NAMES)]
        self.local.world.users[player.id]["global_name"] = name
        self.toll.names[name] += 1

    async def run(self, seconds: float, rooms: int, hostiles: int) -> Toll:
        """Lay siege for a while, then look at what is left."""
        async with contextlib.AsyncExitStack() as stack:
            owner = await stack.enter_async_context(self.joined("Owner"))
            await owner.bot_ready(PATIENCE)
            await owner.go("welcome")
            self.a_post = await owner.wait(lambda m: m.buttons, timeout=PATIENCE)
            for number in range(rooms):
                # A server of its own for each: only so many tables are opened in one.
                opened = await owner.open_server(f"Server {number}")
                self.rooms.append(opened["channels"][0]["id"])
            mob = [
                await stack.enter_async_context(self.joined(f"Mob {n}")) for n in range(hostiles)
            ]
            for one in mob:
                self.name(one)
            played = [Room(self, number) for number in range(rooms)]
            async with asyncio.TaskGroup() as group:
                for room in played:
                    group.create_task(room.play())
                for one in mob:
                    group.create_task(Hostile(self, one).rage())
                striking = group.create_task(Faults(self, owner).strike())
                await asyncio.sleep(seconds)
                self.over = True
                await asyncio.wait([striking])
                await owner.no_faults()
            await self._posted()
            self._read_posts()
        if seconds >= LONG and rooms >= len(KINDS):
            self._check_all_happened()
        await self._look_after()
        return self.toll

    def _check_all_happened(self) -> None:
        toll = self.toll
        missing = {*EVERY, *ACTS, *NAMES} - {*+toll.faults, *+toll.hostile, *+toll.names}
        toll.wrongs += [f"{what} never happened" for what in sorted(missing)]

    async def _posted(self) -> None:
        """Nothing is left to be said, nor any post of a game that is over to be changed."""
        for _ in range(PATIENT):
            with contextlib.suppress(sqlite3.OperationalError):
                if not await asyncio.to_thread(self._due):
                    return
            await asyncio.sleep(MOMENT)
        self.toll.wrongs.append("the outbox is not empty")

    def _due(self) -> int:
        connection = sqlite3.connect(self.bot.database)
        try:
            found = connection.execute(UNSAID)
            return int(found.fetchone()[0])
        finally:
            connection.close()

    def _read_posts(self) -> None:
        """What stands in the rooms in the end: an edit may come after the last post of a game."""
        storage = self.local.world.storage
        for room, table in self.finished:
            sent = map(Message, storage.history(room, limit=-1, oldest_first=True))
            own = [m for m in sent if (of := TABLE.search(m.text)) and int(of[1]) == table]
            self.posts[table] = own

    async def _look_after(self) -> None:
        began = time.monotonic()
        await self.bot.stop()
        if time.monotonic() - began > 10:
            self.toll.wrongs.append("to stop took more than 10 s")
        self._check_log_lines()
        store = await Store.open(f"sqlite+aiosqlite:///{self.bot.database}")
        try:
            await self._check_tables(Referee(store))
            await self._check_told(store)
            leaks = Leaks(self.wire, self.toll.seed)
            self.toll.wrongs += await leaks.found(Referee(store), self.tables)
            self.toll.read = leaks.read
        finally:
            await store.close()

    def _check_log_lines(self) -> None:
        words, ends = LAST_WORDS.subn("", self.bot.words())
        self.toll.logged += Counter({"a worker's last words": ends})
        for trace in TRACE.findall(words):
            self.toll.wrongs.append(f"nobody heard of it: {trace[-2000:]}")
        for line in words.splitlines():
            fault = next((word for word in EXPECTED if word in line), None)
            if any(word in line for word in UNHEARD):
                self.toll.wrongs.append(f"nobody heard of it: {line[:2000]}")
            elif '"level": "error"' in line and fault is None:
                self.toll.wrongs.append(f"an error was logged: {line[:1000]} … {line[-1000:]}")
            elif '"level": "error"' in line:
                self.toll.logged[str(fault)] += 1

    async def _check_tables(self, referee: Referee) -> None:
        wrongs = self.toll.wrongs
        for table_id in self.tables:
            table = await referee.look(table_id)
            if table.status in LIVE or not await referee.verify(table_id):
                wrongs.append(f"table {table_id} is {table.status}, or not what its log says")
            given = answered(table, await referee.store.log(table))
            twice = [question for question, times in given.items() if times > 1]
            if twice:
                wrongs.append(f"{twice} at table {table_id} were answered twice")
            if table_id in self.posts:
                self._check_posts(table_id, await heard(referee, table_id))

    def _check_posts(self, table_id: int, history: list[str]) -> None:
        """No line is told twice or out of order, and the end once.

        A post that is edited while one person plays on keeps the latest lines alone.
        """
        texts = [post.text for post in self.posts[table_id]]
        if (found := again(texts, history)) is not None:
            at, line = found
            said = f"table {table_id} was told again or too late: {line}"
            near = texts[max(0, at - 1) : at + 1]
            self.toll.wrongs.append(f"{said}; the post, and the one before it: {near}")
            return
        count = count_told(texts)
        if count != len(history) and table_id in self.in_turns:
            self.toll.wrongs.append(f"table {table_id}: {count} of {len(history)} lines were told")
        if len([m for m in self.posts[table_id] if is_over(m)]) != 1:
            self.toll.wrongs.append(f"the end of table {table_id} was not posted once")

    async def _check_told(self, store: Store) -> None:
        judged = await judge(store, self.toll.told)
        self.toll.logged["told of an earlier press"] += judged.earlier
        self.toll.wrongs += judged.wrongs
        kept = await store.read(lambda c: c.execute(select(outbox.c.refused)).all())
        self.toll.wrongs += [f"a post was set aside: {row.refused}" for row in kept]


def answered(table: Table, inputs: Sequence[Input]) -> Counter[tuple[int, int]]:
    """How often each question of a seat was answered; who still may change their mind may do so."""
    play, _ = Play.start(table.game, table.variant, len(table.players), table.seed)
    found: Counter[tuple[int, int]] = Counter()
    for given in inputs:
        if isinstance(given, Answer) and given.seat not in getattr(play.state, "pending", {}):
            found[given.seat, given.number] += 1
        play.do(given)
    return found


async def lay(folder: Path, seconds: float, seed: int, rooms: int, hostiles: int) -> Toll:
    """A siege of a new hall."""
    async with LocalDiscord(None) as local:
        addresses = {
            "DISCORD_TOKEN": local.token,
            "DISCORD_API": local.api,
            "DISCORD_GATEWAY": local.gateway,
        }
        local.faults.change({"buckets": False})
        bot = Besieged(folder, addresses)
        try:
            await bot.start()
            return await Siege(local, bot, seed).run(seconds, rooms, hostiles)
        finally:
            await bot.close()
