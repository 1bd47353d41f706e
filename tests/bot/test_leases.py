"""Several processes on one database: each table is looked after by one of them at a time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from discord.ext import commands
from sqlalchemy import insert, select

from bot.clock import Clock
from bot.errors import BotError
from bot.leases import BEAT, Leases
from bot.referee import Referee
from bot.store import Store
from bot.store.engine import connect
from bot.store.leases import LEASE, Lease, Process, Share, bucket_of, decide
from bot.store.schema import leases as rows
from bot.table import Person, Table
from tests.bot.hall import Hall, labels
from tests.bot.toy import Ready, Stop, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB = Person(11, "Ann"), Person(12, "Bob")
DAY = timedelta(days=1)
AT = datetime(2026, 1, 1, tzinfo=UTC)
NOW = AT + timedelta(minutes=5)  # a process whose clock is wrong


def process(name: str, *home: int, count: int = 4, spare: bool = True) -> Process:
    """A process that serves some shards."""
    return Process(name, frozenset(home), count, spare)


def held(name: str, *buckets: int, left: float = 5.0) -> list[Lease]:
    """Buckets that somebody holds for so many seconds."""
    return [Lease(bucket, name, AT + timedelta(seconds=left), AT) for bucket in buckets]


def mine(changed: list[Lease], name: str) -> list[int]:
    """What somebody holds by a decision."""
    return sorted(lease.bucket for lease in changed if lease.holder == name)


# -- who looks after what


def test_whoever_comes_first_takes_what_is_at_home_and_no_more() -> None:
    free = [Lease(bucket) for bucket in range(4)]
    changed = decide(free, process("a", 0, 1, spare=False), AT, NOW)
    assert mine(changed, "a") == [0, 1]
    assert {lease.until for lease in changed} == {AT + LEASE}, "by the database's time"
    assert {lease.alive for lease in changed} == {NOW}, "by its own"


def test_what_nobody_looks_after_is_shared_out() -> None:
    known = held("a", 0) + held("b", 1) + held("dead", 2, 3, left=-1)
    taken = decide(known, process("a", 0), AT, NOW)
    assert mine(taken, "a") == [0, 2], "half of four"
    known = held("a", 0, 2) + held("b", 1) + held("dead", 3, left=-1)
    assert mine(decide(known, process("b", 1), AT, NOW), "b") == [1, 3]
    assert mine(decide(known, process("a", 0), AT, NOW), "a") == [0, 2]


def test_what_those_leave_whose_part_it_is_is_anybodys() -> None:
    """They may be dead, too, and only not known to be."""
    known = held("a", 0, 1) + held("dead since then", 3)
    me = process("a", 0, 1)
    assert mine(decide([*known, *held("dead", 2, left=-1)], me, AT, NOW), "a") == [0, 1]
    assert mine(decide([*known, *held("dead", 2, left=-6)], me, AT, NOW), "a") == [0, 1, 2]
    new = process("a", 0, 1, spare=False)
    assert mine(decide([*known, *held("dead", 2, left=-6)], new, AT, NOW), "a") == [0, 1]


def test_what_another_holds_at_home_is_asked_back() -> None:
    known = held("a", 0) + held("a", 1)
    changed = decide(known, process("b", 1, count=2), AT, NOW)
    assert [(lease.bucket, lease.holder, lease.wanted) for lease in changed] == [(1, "a", "b")]
    assert decide(known[:1] + changed, process("b", 1, count=2), AT, NOW) == [], "once"
    kept = decide(known[:1] + changed, process("a", 0, count=2), AT, NOW)
    assert [lease.wanted for lease in kept] == [None, "b"], "until it is given back"


def test_a_sign_of_life_after_all_keeps_what_nobody_has_taken() -> None:
    late = held("a", 0, 1, left=-60)
    assert mine(decide(late, process("a", 0, 1, count=2), AT, NOW), "a") == [0, 1]


def test_buckets_are_discords_shards() -> None:
    guild = 175928847299117063  # as in Discord's own documentation
    assert [bucket_of(guild, count) for count in (1, 2, 16)] == [0, 0, 4]
    assert bucket_of(None, 16) == 0, "where direct messages arrive"


# -- one process


async def test_sqlite_is_for_one_process_which_looks_after_everything(file_store: Store) -> None:
    leases = Leases(Referee(file_store, games=games))
    await leases.start()
    assert leases.share is None and leases.serves(None) and leases.serves(5 << 22)
    await leases.close()


# -- several, on a database server


class One:
    """A process, as far as leases and clocks go."""

    def __init__(self, store: Store, time: Time, *home: int, of: int = 2) -> None:
        self.seconds = 0.0
        self.referee = Referee(store, now=time, games=games)
        self.leases = Leases(self.referee, home, of, shared=True, elapsed=lambda: self.seconds)
        self.clock = Clock(self.referee, self.leases)
        self.leases.returned = self.clock.returned
        self.leases.takers.append(self._taken)
        self.leases.leavers.append(self._left)
        self.referee.wakers += [self, self.leases]
        self.woken: list[int] = []
        self.did: list[tuple[str, list[int]]] = []

    def wake(self, table: Table) -> None:
        self.woken.append(table.version)

    async def _taken(self, share: Share) -> None:
        self.did.append(("taken", sorted(share.buckets)))

    async def _left(self, share: Share) -> None:
        assert not any(self.leases.serves(bucket << 22) for bucket in share.buckets)
        self.did.append(("left", sorted(share.buckets)))

    @property
    def serves(self) -> list[int]:
        share = self.leases.share
        assert share is not None
        return sorted(share.buckets)

    async def settled(self) -> None:
        """What it does on the side is done."""
        while self.leases._tasks:
            await asyncio.wait(self.leases._tasks)


class Pair:
    """Two processes, one shard each, and the time that passes for both."""

    def __init__(self, store: Store, time: Time, start: Callable[..., Any]) -> None:
        self.store, self.time, self._start = store, time, start
        self.alive: list[One] = []

    async def start(self, *home: int, of: int = 2) -> One:
        one: One = await self._start(*home, of=of)
        self.alive.append(one)
        await one.leases.beat()
        await one.settled()
        return one

    async def kill(self, one: One) -> None:
        self.alive.remove(one)

    async def run_out(self, seconds: float) -> None:
        """So much of every lease has run out."""
        past = f"UPDATE leases SET until = until - interval '{seconds} seconds'"
        await self.store.write(lambda connection: connection.exec_driver_sql(past))

    async def pass_(self, **span: float) -> None:
        """Time passes; whoever is alive gives its signs of life, the dead ones' run out."""
        seconds = timedelta(**span).total_seconds()
        while seconds > 0:
            step = min(BEAT, seconds)
            seconds -= step
            self.time.pass_(seconds=step)
            await self.run_out(step)
            for one in self.alive:
                one.seconds += step
                await one.leases.beat()
                await one.settled()


@asynccontextmanager
async def paired(url: str, time: Time) -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:

        async def opened() -> Store:
            store = await Store.open(url)
            stack.push_async_callback(store.close)
            return store

        async def start(*home: int, of: int) -> One:
            one = One(await opened(), time, *home, of=of)
            stack.push_async_callback(one.leases.close)
            return one

        yield Pair(await opened(), time, start)


@pytest.fixture
async def pair(server_url: str, time: Time) -> AsyncIterator[Pair]:
    """Two processes that are yet to be started."""
    async with paired(server_url, time) as made:
        yield made


async def turns(referee: Referee, bucket: int, channel: int = 5) -> int:
    """It is Ann's turn, for a day, in a server of a bucket."""
    opened = await referee.open(
        "toy", {}, channel_id=channel, guild_id=bucket << 22, host=ANN, pace=DAY
    )
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, ANN.id)
    await referee.act(opened.id, ANN.id, 0, 1, [Ready()])
    await referee.act(opened.id, BOB.id, 1, 1, [Ready()])
    return opened.id


on_a_server = pytest.mark.slow  # a database server is started


@on_a_server
async def test_each_looks_after_its_own_shards(pair: Pair) -> None:
    a, b = await pair.start(0), await pair.start(1)
    await pair.pass_(seconds=24)
    assert (a.serves, b.serves) == ([0], [1])
    assert a.did == [("taken", [0])] and b.did == [("taken", [1])]


@on_a_server
async def test_a_dead_ones_tables_are_taken_soon_and_given_back(pair: Pair) -> None:
    a, b = await pair.start(0), await pair.start(1)
    await pair.pass_(seconds=24)
    await pair.kill(b)
    await pair.pass_(seconds=8)
    assert a.serves == [0], "it may only be slow"
    await pair.pass_(seconds=8)
    assert a.serves == [0, 1]
    again = await pair.start(1)
    assert again.serves == [], "it waits until what is being posted is posted"
    await pair.pass_(seconds=2 * BEAT)
    assert (a.serves, again.serves) == ([0], [1])
    assert a.did == [("taken", [0]), ("taken", [1]), ("left", [1])]


@on_a_server
async def test_tables_whose_holder_dies_as_soon_as_it_has_them_wait_for_half_a_minute_at_most(
    pair: Pair,
) -> None:
    """Two die one after the other: all in all nobody is there for no longer than that."""
    a, b, c = [await pair.start(home, of=3) for home in range(3)]
    await pair.pass_(seconds=24)
    await pair.kill(c)
    waited = 0.0
    while 2 not in a.serves + b.serves:
        await pair.pass_(seconds=BEAT)
        waited += BEAT
    await pair.kill(first := a if 2 in a.serves else b)
    other = b if first is a else a
    while other.serves != [0, 1, 2]:
        await pair.pass_(seconds=BEAT)
        waited += BEAT
    assert waited <= 30


@on_a_server
async def test_two_who_die_one_after_the_other_do_not_keep_their_tables_from_a_third(
    pair: Pair,
) -> None:
    """Its part would be less while the second one may still live."""
    a, b, c = await pair.start(0, 1, of=4), await pair.start(2, of=4), await pair.start(3, of=4)
    await pair.pass_(seconds=24)
    await pair.kill(b)
    await pair.pass_(seconds=10)
    await pair.kill(c)
    await pair.pass_(seconds=10)
    assert a.serves == [0, 1, 2], "20 s after the first death"
    await pair.pass_(seconds=6)
    assert a.serves == [0, 1, 2, 3]


@on_a_server
async def test_who_dies_before_it_has_its_tables_back_has_them_when_it_returns_again(
    pair: Pair,
) -> None:
    """What was given back to nobody and taken once more is given back once more."""
    a, b = await pair.start(0), await pair.start(1)
    await pair.pass_(seconds=24)
    await pair.kill(b)
    await pair.pass_(seconds=27)
    await pair.kill(await pair.start(1))  # it has asked, and does not live to have it
    await pair.pass_(seconds=2 * BEAT)
    assert a.did[-2:] == [("left", [1]), ("taken", [1])]
    again = await pair.start(1)
    await pair.pass_(seconds=2 * BEAT)
    assert (a.serves, again.serves) == ([0], [1])


@on_a_server
async def test_two_with_the_same_shards_are_told_and_take_nothing_from_each_other(
    pair: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever was first keeps them until it stops; the other one follows at once."""
    a, b = await pair.start(0), await pair.start(0)
    await pair.pass_(seconds=24)
    assert a.did[0] == ("taken", [0]) and 0 not in b.serves
    assert ("left", [0]) not in a.did
    said = [r for r in caplog.records if "the same shards: SHARD_IDS must differ" in r.message]
    assert [record.__dict__["shards"] for record in said] == [[0]], "once"
    await pair.kill(a)
    await pair.pass_(seconds=LEASE.total_seconds() + BEAT)
    assert 0 in b.serves


@on_a_server
async def test_whoever_stops_lets_others_go_on_at_once(pair: Pair) -> None:
    a, b = await pair.start(0), await pair.start(1)
    await pair.pass_(seconds=24)
    await pair.kill(b)
    b.leases._loops.append(asyncio.create_task(asyncio.sleep(0)))  # as if it had been started
    await b.leases.close()
    await pair.pass_(seconds=BEAT)
    assert a.serves == [0, 1]


@on_a_server
async def test_a_process_that_cannot_say_that_it_lives_stops_before_others_begin(
    pair: Pair,
) -> None:
    a = await pair.start(0)
    assert a.serves == [0]
    a.seconds += LEASE.total_seconds() - 1
    assert a.serves == [] and not a.leases.serves(None)
    await a.leases.beat()
    await a.settled()
    assert a.serves == [0, 1], "nobody else has taken it, and nobody is at home in the other"
    assert a.did == [("taken", [0]), ("taken", [1])]


@on_a_server
async def test_another_number_of_shards_is_refused_while_others_live(
    pair: Pair, server_url: str, time: Time
) -> None:
    a = await pair.start(0)
    store = await Store.open(server_url)
    referee = Referee(store, now=time, games=games)
    other = Leases(referee, [0], 3, shared=True, elapsed=lambda: 0.0)
    with pytest.raises(BotError, match="SHARD_COUNT=2, this one would with 3"):
        await other.start()
    await pair.kill(a)
    await pair.pass_(seconds=LEASE.total_seconds() + 1)
    await other.beat()
    while other._tasks:
        await asyncio.wait(other._tasks)
    assert other.share == Share(frozenset([0]), 3)
    await other.close()
    await store.close()


# -- clocks


@on_a_server
async def test_clocks_are_rung_by_whoever_looks_after_them(pair: Pair, time: Time) -> None:
    a, b = await pair.start(0), await pair.start(1)
    table = await turns(a.referee, 1)
    await pair.pass_(seconds=BEAT)
    time.pass_(days=1)
    for one in pair.alive:
        one.seconds += DAY.total_seconds()
        one.leases._asked, one.leases._now = one.seconds, time()  # its signs of life were given
    await a.clock.tick()
    assert [q.seat for q in (await a.referee.look(table)).waits] == [0]
    await b.clock.tick()
    assert [q.seat for q in (await a.referee.look(table)).waits] == [1]


@on_a_server
async def test_time_is_given_back_only_where_nobody_looked_after_a_table(pair: Pair) -> None:
    a, b = await pair.start(0), await pair.start(1)
    served, dead = await turns(a.referee, 0), await turns(a.referee, 1, channel=6)
    due = (await a.referee.look(served)).due(0)
    assert due is not None and due == (await a.referee.look(dead)).due(0)
    await pair.pass_(seconds=24)
    await pair.kill(b)
    await pair.pass_(seconds=24)
    assert a.serves == [0, 1]
    table = await a.referee.look(dead)
    moved = (table.due(0) or due) - due
    assert LEASE <= moved <= LEASE + timedelta(seconds=3 * BEAT), "from its death to the takeover"
    assert (await a.referee.look(served)).due(0) == due
    await pair.start(1)
    await pair.pass_(seconds=24)
    assert (await a.referee.look(dead)).due(0) == table.due(0), "nothing for being given back"


@on_a_server
async def test_all_of_them_were_away(pair: Pair, time: Time) -> None:
    a = await pair.start(0)
    table = await turns(a.referee, 0)
    await pair.pass_(seconds=6)
    due = (await a.referee.look(table)).due(0)
    await pair.kill(a)
    await pair.run_out(DAY.total_seconds())
    time.pass_(days=3)
    await pair.start(0)
    assert due is not None and (await a.referee.look(table)).due(0) == due + timedelta(days=3)


# -- what others do


@on_a_server
async def test_a_change_elsewhere_is_heard_where_the_table_is_looked_after(pair: Pair) -> None:
    a, b = await pair.start(0), await pair.start(1)
    number = await turns(b.referee, 1)
    await b.settled()
    a.woken.clear()
    b.woken.clear()
    await a.referee.act(number, ANN.id, 0, 2, [Stop()])  # by a button in a direct message
    await a.settled()
    for one in (a, b):
        await one.leases.listen()
    assert a.woken == b.woken == [(await a.referee.look(number)).version]
    await b.leases.listen()
    assert len(b.woken) == 1, "it is told once"
    table = await b.referee.look(number)
    assert [q.seat for q in table.waits] == [1]


# -- the bot


def share_out(hall: Hall, *held: int) -> Leases:
    """The hall's bot is one of several, and looks after these buckets."""
    leases = hall.bot.leases
    leases.shared, leases._held = True, set(held)
    leases._asked, leases._now = leases.elapsed(), hall.bot.referee.now()
    return leases


async def test_only_who_looks_after_a_table_posts_and_plays_for_it(hall: Hall) -> None:
    share_out(hall)
    await hall.alice.slash(hall.pub, "beer-brawl new", here=True, computer="easy", rerolls=0)
    await hall.quiet()
    assert hall.posts == []
    leases = share_out(hall, 0)
    await leases.listen()
    await hall.quiet()
    assert "Start" in labels(hall.post)
    share_out(hall)
    await hall.alice.click(hall.post, label="Start")
    await hall.quiet()
    assert len(hall.posts) == 1
    table = await hall.table()
    assert any(table.holder(question.seat).computer for question in table.waits)
    leases = share_out(hall, 0)
    await leases.listen()
    await hall.quiet()
    assert len(hall.posts) == 2
    table = await hall.table()
    assert not any(table.holder(question.seat).computer for question in table.waits)


async def test_whoever_acts_elsewhere_is_shown_where_that_leads(hall: Hall) -> None:
    await hall.begin()
    await hall.quiet()
    posts = len(hall.posts)
    share_out(hall)
    said = await hall.beer(hall.alice, "scatter")
    assert "⚠️" not in said and said
    await hall.quiet()
    assert len(hall.posts) == posts, "another process posts it"


@on_a_server
async def test_who_stops_lets_others_go_on_before_it_hangs_up(
    hall: Hall, server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord may let it wait for that; nobody at a table does."""
    leases = share_out(hall, 0)
    lives = asyncio.create_task(asyncio.Event().wait())
    leases._loops = [lives]  # type: ignore[list-item]
    row = {"bucket": 0, "holder": leases.name, "until": leases.referee.now() + LEASE}
    leases._signs = connect(server_url)
    await leases._signs.write(lambda c: c.execute(insert(rows).values(row)))
    hangs_up, silent = asyncio.Event(), asyncio.Event()

    async def close(bot: commands.AutoShardedBot) -> None:
        hangs_up.set()
        await silent.wait()

    with monkeypatch.context() as patch:
        patch.setattr(commands.AutoShardedBot, "close", close)
        closing = asyncio.create_task(hall.bot.close())
        await hangs_up.wait()
        assert lives.cancelled(), "no more signs of life"
        database = connect(server_url)
        found = await database.read(lambda c: c.scalars(select(rows.c.holder)).all())
        await database.dispose()
        assert found == [None]
        silent.set()
        await closing


async def test_who_hangs_at_a_stop_gives_no_more_signs_of_life(hall: Hall) -> None:
    """Whatever it waits for: others take over as if it had died."""
    leases = share_out(hall, 0)
    lives = asyncio.create_task(asyncio.Event().wait())
    leases._loops = [lives]  # type: ignore[list-item]
    hangs, goes_on = asyncio.Event(), asyncio.Event()

    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            hangs.set()
            await goes_on.wait()

    hall.bot.computer._tasks[1] = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    closing = asyncio.create_task(hall.bot.close())
    await hangs.wait()
    assert lives.cancelled() and not closing.done()
    goes_on.set()
    await closing
