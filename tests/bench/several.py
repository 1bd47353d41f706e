"""Several bots on one PostgreSQL and one local Discord, of which some die and come back."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from operator import eq
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from sqlalchemy import delete, func, or_, select

from bot.errors import BotError
from bot.local.server import LocalDiscord
from bot.local.world import World
from bot.referee import Referee
from bot.store import Store
from bot.store.leases import bucket_of
from bot.store.schema import handovers, leases, log, outbox, tables
from bot.table import Person
from tests.bench.local import Served
from tests.bench.member import COUNTS, NAME
from tests.bench.takeovers import Takeovers
from tests.local.gamer import Choice, Gamer, choices
from tests.local.player import Failed, Message, Player, Refused
from tests.local.process import judged
from tests.local.told import heard, judge, lines_told

logger = logging.getLogger(__name__)
MEMBER = re.compile(r"member/(\d+\.\d+)")
CALLER: ContextVar[str] = ContextVar("caller", default="")
RUNG = ("imeout", "lapsed")  # how the log names what clocks did
SPARE = 30  # people who sit at all tables at which nobody clicks
SETTLED = 60.0  # seconds in which everything is said at the end
WAITED = timedelta(seconds=10)  # that something may wait until it is said
ENDED = timedelta(minutes=1)  # after which everything is said of a game
STOPPED = 60.0  # seconds in which whoever is told to stop has stopped
HOME = 30.0  # seconds in which everybody has what is at home again, once all are there
CALM = 10.0  # seconds for which that is looked at, in the end
PAUSE = 12.0  # seconds in which lines wait for others that could join them
SIZE = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
LONGEST = 5  # waits that are told
GAMES = ("beer_brawl", "brawl_mart", "bro_brawl", "brawlhalla")


# -- Discord


class Watched(LocalDiscord):
    """A local Discord that knows which process calls, and what only its nonce kept from doubling."""

    def __init__(self, world_file: Path) -> None:
        super().__init__(world_file)
        self.calls: Counter[str] = Counter()  # by process
        self.posts: Counter[str] = Counter()
        self.doubled: list[tuple[str, str]] = []  # lives that sent the same post
        self._sent: dict[tuple[str, str], str] = {}

    async def __aenter__(self) -> Watched:
        await super().__aenter__()
        posts: Any = self._rest.posts
        create = posts.create

        def watching(channel: Any, author: str, payload: Any, *args: Any, **more: Any) -> Any:
            message = create(channel, author, payload, *args, **more)
            life, nonce = CALLER.get(), payload.get("nonce")
            if life and nonce is not None and more.get("viewer") is None:
                first = self._sent.setdefault((channel["id"], str(nonce)), life)
                known = self._sent.get((message["id"], ""))
                if known is not None:
                    logger.warning("%s after %s: %s", life, first, message["content"])
                    self.doubled.append((first, life))
                self._sent[message["id"], ""] = life
                self.posts[life] += known is None
            return message

        posts.create = watching
        return self

    @property
    def _trouble(self) -> Middleware:
        inner = super()._trouble

        @web.middleware
        async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
            if named := MEMBER.search(request.headers.get("User-Agent", "")):
                CALLER.set(named[1])
                self.calls[named[1]] += 1
            return await inner(request, handler)

        return middleware


# -- processes


class Member:
    """One of several processes, life after life; each has shards of its own."""

    def __init__(self, number: int, folder: Path, settings: dict[str, str]) -> None:
        self.number, self.folder, self.settings = number, folder, settings
        self.lives = 0
        self.killed: set[str] = set()
        self.hung: list[str] = []  # lives that did not stop when they were told to
        self.deaths: dict[str, float] = {}  # when each life was killed, or told to stop
        self.pids: dict[int, str] = {}  # of which life
        self.seconds = 0.0  # alive
        self._began = 0.0
        self._log = folder / f"{number}.log"
        self._said = 0  # bytes of the log that are of earlier lives
        self._running: asyncio.subprocess.Process | None = None

    @property
    def life(self) -> str:
        return f"{self.number}.{self.lives}"

    @property
    def alive(self) -> bool:
        return self._running is not None

    @property
    def ready(self) -> bool:
        """Whether it has reached Discord in this life."""
        if not self.alive:
            return False
        with self._log.open("rb") as said:
            said.seek(self._said)
            return b'"said": "ready"' in said.read()

    @property
    def pid(self) -> int:
        return self._running.pid if self._running is not None else 0

    async def start(self) -> None:
        self.lives += 1
        self._began = time.monotonic()
        mine = {NAME: self.life, COUNTS: str(self.folder / f"{self.life}.json")}
        with self._log.open("ab") as said:
            self._said = said.tell()
            self._running = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.bench.member",
                env={**os.environ, **self.settings, **mine},
                stdout=subprocess.DEVNULL, stderr=said,
                start_new_session=True,  # each has its own part of the processors
            )  # fmt: skip
        self.pids[self.pid] = self.life

    async def end(self, how: signal.Signals) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        self.deaths[self.life] = time.monotonic()
        if how is signal.SIGKILL:
            self.killed.add(self.life)
        with contextlib.suppress(ProcessLookupError):
            running.send_signal(how)
        try:
            await asyncio.wait_for(running.wait(), STOPPED)
        except TimeoutError:
            self.hung.append(self.life)
            running.kill()
            await running.wait()
        self.seconds += time.monotonic() - self._began

    def counts(self) -> Counter[str]:
        """What all its lives have asked of the database."""
        files = [self.folder / f"{self.number}.{life}.json" for life in range(1, self.lives + 1)]
        return sum((Counter(json.loads(f.read_text())) for f in files if f.exists()), Counter())

    def errors(self) -> list[str]:
        lines = self._log.read_text("utf-8").splitlines() if self._log.exists() else []
        return [line for line in lines if '"level": "error"' in line]


# -- people


class Correspondent(Gamer):
    """Somebody who plays in direct messages, where every press arrives at the first shard."""

    def _asked(self) -> tuple[Message, Choice] | None:
        for message in reversed(self.player.messages()):
            offered = list(choices(message))
            if offered and self._idle.get(message.id) is not message.raw:
                return message, self._chosen(offered)
        return None

    async def _open(self) -> bool:
        return False

    def _mine(self, message: Message) -> bool:
        return True


# -- what happened


@dataclass
class Toll:
    """What came of it."""

    tables: int = 0
    seconds: float = 0.0
    kills: int = 0
    stops: int = 0
    told: dict[str, str] = field(default_factory=dict)  # answers that players saw taken: to what
    earlier: int = 0  # of them that an earlier press had given
    pressed: int = 0
    unanswered: int = 0  # presses while nobody was there to answer
    rung: int = 0  # clocks that ran out
    latest: float = 0.0  # seconds that the most overdue clock was late
    takeover: float = 0.0  # the longest that a dead one's tables were due, in seconds
    nobody: float = 0.0  # the longest that nobody looked after some bucket, for whatever reasons
    waits: list[str] = field(default_factory=list)  # the longest of them
    posts: int = 0
    doubled: int = 0  # posts that two living processes sent
    saved: int = 0  # posts that the nonce kept from doubling after a kill
    lines: int = 0  # that were told in posts
    late: int = 0  # pictures and thoughts for which a busy machine had no time
    bytes: int = 0  # that a table takes in the database, with its indexes
    work: dict[int, dict[str, float]] = field(default_factory=dict)  # by process
    wrongs: list[str] = field(default_factory=list)


class Several:
    """A Discord, a database, some processes and people."""

    def __init__(self, folder: Path, url: str, count: int, shards: int, seed: int) -> None:
        self.folder, self.url, self.shards = folder, url, shards
        self.rng = random.Random(seed)
        self.count = count
        self.members: list[Member] = []
        self.gamers: list[Gamer] = []
        self.toll = Toll()
        self.rooms: list[tuple[int, int, str]] = []  # server, channel and name, by table
        self._held: dict[int, float] = defaultdict(float)  # table-seconds, by process
        self._calm: dict[int, float] = defaultdict(float)  # the same while all are at home
        self._due: dict[int, float] = defaultdict(float)  # what is to be looked after meanwhile
        self._missing = time.monotonic()  # when somebody was last away
        self._spent: dict[int, float] = defaultdict(float)  # seconds of the processor
        self._ticks: dict[int, float] = {}  # by pid
        self.takeovers = Takeovers()

    # -- before

    async def furnish(self, tables: int, played: int) -> None:
        """A world with servers of every shard, and games in play in all of them."""
        world = World(self.folder / "world.db")
        people = [world.add_player(f"Extra {n}") for n in range(SPARE)]
        pairs = [[world.add_player(f"{who} {n}") for who in ("Ann", "Bob")] for n in range(played)]
        guilds = self._servers(world)
        for number in range(tables):
            guild = guilds[number % len(guilds)]
            room = world.new_channel(guild, f"table-{number}", position=number, topic=None)
            self.rooms.append((int(guild), int(room["id"]), f"table-{number}"))
        letters = {int(one["id"]): int(world.dm_with(one["id"])["id"]) for p in pairs for one in p}
        world.close()
        store = await Store.open(self.url)
        extras = [Person(int(one["id"]), one["global_name"]) for one in people]
        seated = [[Person(int(o["id"]), o["global_name"]) for o in pair] for pair in pairs]
        for person in (*extras, *itertools.chain(*seated)):
            known = {"dms": "never", "reminders": False}
            if person.id in letters:
                known = {"dms": "always", "dm_channel_id": letters[person.id]}
            await store.change_player(person.id, person.name, **known)
        now = datetime.now(UTC)
        async with asyncio.TaskGroup() as group:
            for part in range(8):
                group.create_task(self._sit_down(store, extras, seated, now, part, 8))
        past = delete(outbox).where(outbox.c.kind.in_(["lobby", "full"]))  # the games have begun
        await store.write(lambda connection: connection.execute(past))
        await store.set_setting("bot", "alive", datetime.now(UTC).isoformat())
        await store.close()

    def _servers(self, world: World) -> list[str]:
        """Servers until each shard has two of them; they come in the order of their shards."""
        by_shard: dict[int, list[str]] = defaultdict(list)
        while sum(min(2, len(found)) for found in by_shard.values()) < 2 * self.shards:
            guild = world.open_guild(f"Server {sum(map(len, by_shard.values()))}")
            by_shard[bucket_of(int(guild["id"]), self.shards)].append(guild["id"])
            time.sleep(0.003)  # ids tell milliseconds
        return [found[n] for n in range(2) for _, found in sorted(by_shard.items())]

    async def _sit_down(
        self,
        store: Store,
        extras: Sequence[Person],
        pairs: Sequence[Sequence[Person]],
        now: datetime,
        first: int,
        step: int,
    ) -> None:
        for number in range(first, len(self.rooms), step):
            guild, channel, _ = self.rooms[number]
            two, pace, key, alone = self.rng.sample(extras, 2), 60, GAMES[number % 4], number % 3
            if number < len(pairs):
                two, pace, key, alone = list(pairs[number]), 600, "beer_brawl", 1
            else:
                pace = self.rng.randint(60, 600)
            # So that clocks end all the time, games began at different times.
            early = timedelta(seconds=self.rng.random() * pace * (number >= len(pairs)))
            referee = Referee(store, now=lambda early=early: now - early)  # type: ignore[misc]
            with contextlib.suppress(BotError):
                table = await referee.open(
                    key, {}, channel_id=channel, guild_id=guild, host=two[0],
                    pace=timedelta(seconds=pace), kept_after=0,
                )  # fmt: skip
                if not alone:
                    table = await referee.add_computer(table, two[0].id, "easy")
                elif max(table.game.counts) > 1:
                    table = await referee.join(table, two[1])
                await referee.start(table, two[0].id)

    @contextlib.asynccontextmanager
    async def opened(self, local: Watched, played: int) -> AsyncIterator[None]:
        """The processes are started, and everything is posted; people come in."""
        settings = {
            "DISCORD_TOKEN": local.token,
            "DISCORD_API": local.api,
            "DISCORD_GATEWAY": local.gateway,
            "DATABASE_URL": self.url,
            "SHARD_COUNT": str(self.shards),
            "LOG_LEVEL": "INFO",
        }
        for number in range(self.count):
            mine = [str(s) for s in range(self.shards) if s % self.count == number]
            own = settings | {"SHARD_IDS": ",".join(mine)}
            self.members.append(Member(number, self.folder, own))
        self.local = local
        self.store = await Store.open(self.url)
        try:
            await asyncio.gather(*(member.start() for member in self.members))
            await self.settled(600.0)
            async with contextlib.AsyncExitStack() as stack:
                for number in range(played):
                    for seat, who in enumerate(("Ann", "Bob")):
                        await self._come_in(stack, number, who, by_letter=(number + seat) % 3 == 0)
                yield
        finally:
            await asyncio.gather(*(member.end(signal.SIGKILL) for member in self.members))
            await self.store.close()

    async def _come_in(
        self, stack: contextlib.AsyncExitStack, number: int, who: str, *, by_letter: bool
    ) -> None:
        room = self.rooms[number][2]
        watch = [room] if not by_letter else None
        joining = Player.join(self.local.url, f"{who} {number}", watch=watch)
        player = await stack.enter_async_context(joining)
        player.here = player.channel(room).id
        rng = random.Random(self.rng.random())
        if by_letter:
            await player.open_dm()
            self.gamers.append(Correspondent(player, rng))
        else:
            self.gamers.append(Gamer(player, rng))

    # -- meanwhile

    async def play(self, seconds: float, *, deaths: bool, pause: float = 1.0) -> None:
        """People play, clocks end, processes die and come back."""
        end = time.monotonic() + seconds
        self.toll.seconds += seconds
        async with asyncio.TaskGroup() as group:
            for gamer in self.gamers:
                group.create_task(self._click(gamer, end, pause))
            group.create_task(self._watch(end))
            if deaths:
                group.create_task(self._die(end))

    async def _click(self, gamer: Gamer, end: float, pause: float) -> None:
        while time.monotonic() < end:
            with contextlib.suppress(Failed, Refused, TimeoutError, AssertionError):
                await gamer.step()
            await asyncio.sleep(pause * (0.5 + self.rng.random()))

    async def _die(self, end: float) -> None:
        """Somebody dies or comes back every few seconds; one is always there."""
        while time.monotonic() < end:
            await asyncio.sleep(min(self.rng.uniform(4, 20), max(0.0, end - time.monotonic())))
            one = self.rng.choice(self.members)
            if not one.alive:
                await one.start()
            elif sum(member.alive for member in self.members) > 1:
                kill = self.rng.random() < 0.7
                self.toll.kills += kill
                self.toll.stops += not kill
                await one.end(signal.SIGKILL if kill else signal.SIGTERM)

    async def _watch(self, end: float) -> None:
        """How late clocks are, who looks after how much, who works how much; every second."""
        while (now := time.monotonic()) < end:
            holders, sizes, wake = await self.store.read(_seen)
            at = datetime.now(UTC)
            if wake is not None:
                self.toll.latest = max(self.toll.latest, (at - wake).total_seconds())
            pids = {member.pid: member.number for member in self.members if member.alive}
            if not all(member.ready for member in self.members):
                self._missing = now
            calm = now - self._missing > HOME
            held = {b: _pid(holder) for b, holder, until in holders if holder and until > at}
            self._look_for_dead(now, {bucket: held.get(bucket) for bucket, *_ in holders})
            for bucket, pid in held.items():
                by = pids.get(pid)
                if by is None:  # somebody who is dead
                    continue
                self._held[by] += sizes.get(bucket, 0)
                self._calm[by] += sizes.get(bucket, 0) * calm
                self._due[bucket % self.count] += sizes.get(bucket, 0) * calm
            for pid, number in pids.items():
                spent = sum(Served("", pid, self.folder).cpu())
                self._spent[number] += spent - self._ticks.get(pid, 0.0)
                self._ticks[pid] = spent
            await asyncio.sleep(max(0.0, now + 1.0 - time.monotonic()))

    def _look_for_dead(self, now: float, holders: dict[int, int | None]) -> None:
        """How long tables wait that have lost whoever looked after them."""
        lives = {pid: life for member in self.members for pid, life in member.pids.items()}
        self.takeovers.look(
            now,
            {bucket: lives.get(pid) if pid else None for bucket, pid in holders.items()},
            {member.life for member in self.members if member.alive},
            {member.life for member in self.members if member.ready},
            {life: at for member in self.members for life, at in member.deaths.items()},
        )

    # -- afterwards

    async def _watch_at_home(self) -> None:
        """Look on until all have been there for long enough to have what is theirs."""
        for _ in range(int(SETTLED)):
            if all(member.ready for member in self.members):
                break
            await asyncio.sleep(1.0)
        self._missing = time.monotonic()
        await self._watch(self._missing + HOME + CALM)

    async def settled(self, patience: float = SETTLED) -> None:
        """Wait until there is nothing left to say that waits for long; clocks go on meanwhile."""
        end = time.monotonic() + patience
        while left := await self.store.read(_left):
            if time.monotonic() > end:
                self.toll.wrongs.append(f"after {patience:.0f} s {left} rows wait to be said")
                return
            await asyncio.sleep(1.0)

    async def _said_everything(self) -> None:
        await self.settled()
        await asyncio.sleep(PAUSE)
        await self.settled()

    async def end(self) -> Toll:
        """Everybody comes back, everything is said; then it is looked whether that is right."""
        for member in self.members:
            if not member.alive:
                await member.start()
        await asyncio.gather(self._said_everything(), self._watch_at_home())
        await asyncio.gather(*(member.end(signal.SIGTERM) for member in self.members))
        size = await self.store.read(lambda c: c.exec_driver_sql(SIZE).scalar_one())
        self.toll.bytes = int(size) // max(1, self.toll.tables)
        await self._check_answers()
        await self._check_posts()
        self._count_work()
        self._count_waits()
        for member in self.members:
            self.toll.wrongs += [f"{life} did not stop in {STOPPED:g} s" for life in member.hung]
            logged, late = judged(member.errors())
            self.toll.wrongs += [f"{member.number}: {line}" for line in logged]
            self.toll.late += late
        return self.toll

    async def _check_answers(self) -> None:
        toll = self.toll
        for gamer in self.gamers:
            toll.told |= gamer.told
        toll.pressed = sum(gamer.pressed for gamer in self.gamers)
        toll.unanswered = sum(gamer.failed for gamer in self.gamers)
        rung = select(func.count()).where(or_(*(log.c.given.contains(one) for one in RUNG)))
        toll.rung = await self.store.read(lambda c: c.execute(rung).scalar_one())
        judged = await judge(self.store, toll.told)
        toll.earlier = judged.earlier
        toll.wrongs += judged.wrongs

    async def _check_posts(self) -> None:
        """Each line of every game was told once, in order."""
        killed = {life for member in self.members for life in member.killed}
        for first, second in self.local.doubled:
            same = first == second or first not in killed
            self.toll.doubled += same
            self.toll.saved += not same
            if same:
                self.toll.wrongs.append(f"{first} and {second} sent the same post")
        self.toll.posts = self.local.posts.total()
        referee = Referee(self.store)
        for number in await self.store.read(lambda c: list(c.scalars(select(tables.c.id)))):
            table = await referee.look(number)
            if table.play is None:
                continue
            if not await referee.verify(number):
                self.toll.wrongs.append(f"table {number} is not what its log says")
                continue
            history = await heard(referee, number)
            said = self._said(str(table.channel_id), history)
            ended = table.ended_at is not None and datetime.now(UTC) - table.ended_at > ENDED
            if said != history[: len(said)] or (ended and said != history):
                at = sum(1 for _ in itertools.takewhile(bool, map(eq, said, history)))
                self.toll.wrongs.append(
                    f"table {number} tells {said[at - 1 : at + 2]} instead of {history[at - 1 : at + 2]}"
                )
            self.toll.lines += len(said)

    def _said(self, channel: str, history: list[str]) -> list[str]:
        posts = self.local.world.storage.history(channel, limit=10_000, oldest_first=True)
        return lines_told([message["content"] for message in posts], history)

    def _count_waits(self) -> None:
        waits = self.takeovers.all
        self.toll.takeover = max((wait.due for wait in waits), default=0.0)
        self.toll.nobody = max((wait.whole for wait in waits), default=0.0)
        self.toll.waits = [wait.told() for wait in waits[:LONGEST]]

    def _count_work(self) -> None:
        whole = sum(self._held.values()) or 1.0
        for member in self.members:
            lives = [f"{member.number}.{n}" for n in range(1, member.lives + 1)]
            counts = member.counts()
            self.toll.work[member.number] = {
                "alive": round(member.seconds, 1),
                "lives": member.lives,
                "looked after": round(self._held[member.number] / whole, 3),
                "at home": round(self._calm[member.number] / (self._due[member.number] or 1.0), 3),
                "statements": counts["statements"],
                "transactions": counts["transactions"],
                "calls": sum(self.local.calls[life] for life in lives),
                "posts": sum(self.local.posts[life] for life in lives),
                "cpu": round(self._spent[member.number], 1),
            }


def _pid(holder: str) -> int:
    return int(holder.split(":")[-2])


def _seen(connection: Any) -> tuple[list[Any], dict[int, int], datetime | None]:
    holders = connection.execute(select(leases.c.bucket, leases.c.holder, leases.c.until)).all()
    live = tables.c.status == "playing"
    counted = connection.execute(
        select(tables.c.guild_id, func.count()).where(live).group_by(tables.c.guild_id)
    ).all()
    sizes: dict[int, int] = defaultdict(int)
    for guild, number in counted:
        sizes[bucket_of(guild, len(holders) or 1)] += number
    wake = connection.execute(select(func.min(tables.c.wake_at))).scalar()
    return list(holders), sizes, wake


def _left(connection: Any) -> int:
    long_ago = outbox.c.created_at < datetime.now(UTC) - WAITED
    unsaid = select(outbox.c.id).where(outbox.c.refused.is_(None), long_ago)
    told = select(handovers.c.table_id)
    return sum(len(connection.execute(query).all()) for query in (unsaid, told))
