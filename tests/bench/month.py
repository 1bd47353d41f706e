"""A month of play in minutes: many tables with people who are late, away, quit and come back.

`python -m tests.bench month [--tables N] [--days D] [--seed S] [--keep]`: the real referee, store,
clock and poster with a time of its own, on a simulated Discord. People choose at random what is
legal, some of them late, at night or never; a computer that keeps a seat answers at once.
"""

import argparse
import asyncio
import heapq
import itertools
import logging
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import msgspec

from bot.clock import Clock
from bot.errors import BotError
from bot.table import Bank, Person, Table
from bot.table.clocks import paced
from bot.table.reach import Reach
from rules.engine import kernel
from rules.engine.errors import RulesError
from rules.engine.inputs import Answer, Timeout
from tests.bench.record import record
from tests.bot.hall import Hall, open_hall

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEGIN = datetime.fromisoformat("2026-03-02T09:00:00+00:00")
SLACK = timedelta(minutes=1)
LATEST = 365.0  # days, by which every game is over, however seldom its people move
IDLE = 0.25  # how likely a host says nothing when asked about somebody who does not move
MOST_ANSWERS = 60  # that somebody gives in one go
GAMES = (("beer_brawl", 2), ("bro_brawl", 3), ("brawlhalla", 3))
TIMES: tuple[dict[str, Any], ...] = (
    {"pace": DAY},
    {"pace": 3 * DAY},
    {"bank": Bank(72 * HOUR, 12 * HOUR, 120 * HOUR)},
    {},
)
REMINDER = re.compile(r"nearly up|others wait for you|turn comes next|moved (here )?for a week")
BESIDE = re.compile(
    r"The table goes on|a computer keeps|takes the seat|do you agree|is paused|every seat is"
)


@dataclass
class Player:
    """Somebody: how quickly they answer, and what else they are like."""

    person: Person
    hours: float  # until they answer, on average
    quits: float  # how likely they never come back, at each turn
    holidays: float  # how likely they are away for days, at each turn
    reach: Reach
    gone: set[int] = field(default_factory=set)  # tables that they have left for good


@dataclass
class Watch:
    """A stop-watch beside the bot's clock: whose time, how much they may have, what they used."""

    user: int
    number: int  # of the question
    limit: timedelta
    used: timedelta = timedelta()


class Month:
    """Tables, people, a heap of what is to happen, and what was found to be wrong."""

    def __init__(self, hall: Hall, tables: int, seed: int) -> None:
        """Furnish it; nothing has happened yet."""
        self.hall, self.luck = hall, Random(seed)
        self.referee, self.store = hall.bot.referee, hall.bot.referee.store
        self.now = BEGIN
        self.wanted = tables
        self.heap: list[tuple[datetime, int, Callable[[], Any]]] = []
        self.order = itertools.count()
        self.people: dict[int, Player] = {}
        self.waiting: dict[tuple[int, int], datetime] = {}  # since when a table waits for whom
        self.watches: dict[tuple[int, int], Watch] = {}  # by table and seat, while time runs
        self.banks: dict[tuple[int, int, int], timedelta] = {}  # and user: what they may have left
        self.away: dict[int, datetime] = {}  # until when somebody is
        self.pinged: Counter[tuple[int, int]] = Counter()  # since somebody last acted
        self.rests: dict[tuple[int, int], Watch] = {}  # at tables that are paused
        self.rooms: dict[int, int] = {}  # channel: table
        self.seen = 0  # requests that were looked at
        self.figures: Counter[str] = Counter()
        self.wrong: list[str] = []

    def at(self, when: datetime, what: Callable[[], Any]) -> None:
        """Let something happen."""
        heapq.heappush(self.heap, (max(when, self.now), next(self.order), what))

    # -- people

    async def furnish(self) -> None:
        """People sit down at tables and begin."""
        self.referee.now = lambda: self.now
        self.referee.wakers.remove(self.hall.bot.computer)
        self.referee.wakers.remove(self.hall.bot.clock)
        await self.hall.bot.clock.close()
        self.hall.away()
        poster = self.hall.bot.poster
        poster.public_posts.look_at = lambda table, at: self.at(
            at, partial(self._look_again, table)
        )
        self.referee.listeners.append(self._heard)
        for number in range(max(6, self.wanted * 2 // 3)):
            await self._welcome(f"p{number}")
        for number in range(self.wanted):
            await self._open(number)
        await self._posts()

    async def _look_again(self, table_id: int) -> None:
        """What the poster waits for is a matter of this time, too."""
        self.hall.bot.poster.look_at(table_id)

    async def _welcome(self, name: str) -> Player:
        member = self.hall.guild.add_member(self.hall.env.create_user(name))
        luck = self.luck
        quiet = luck.choice([None, (22, 8), (23, 7), (0, 9)])
        zone = luck.choice(["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"])
        every = luck.choice([None, None, 6 * 3600])
        reach = Reach(luck.choice(["channel", "dm"]), None, every, quiet, zone, luck.random() < 0.3)
        player = Player(
            Person(member.id, name),
            luck.choice([2.0, 6.0, 12.0, 20.0, 40.0]),
            luck.choice([0.0, 0.0, 0.01, 0.05]),
            luck.choice([0.0, 0.02, 0.05]),
            reach,
        )
        self.people[member.id] = player
        text = msgspec.json.encode(reach).decode()
        await self.store.change_player(member.id, name, reach=text, zone=zone)
        return player

    async def _open(self, number: int) -> None:
        key, seats = GAMES[number % len(GAMES)]
        room = self.hall.guild.create_text_channel(f"room{number}")
        sitting = self.luck.sample(list(self.people.values()), seats)
        table = await self.referee.open(
            key,
            {},
            channel_id=room.id,
            guild_id=self.hall.guild.id,
            host=sitting[0].person,
            **TIMES[number // len(GAMES) % len(TIMES)],
        )
        self.rooms[room.id] = table.id
        for player in sitting[1:]:
            await self.referee.join(table.id, player.person)
        self.wake(await self.referee.start(table.id, sitting[0].person.id))

    # -- what people do

    def _heard(self, change: Any) -> None:
        """Everything that happens at a table, also by the clock."""
        self.figures["changes"] += 1
        for kind, news in change.news:
            self.figures[f"news: {kind}"] += 1
            if kind == "stuck":
                self._later(12, partial(self.unstick, change.before.id, news.seat))
        for one in change.logged:  # a turn ends by an answer, or by the clock
            if isinstance(one.given, Answer | Timeout) and change.before.play is not None:
                holder = change.before.holder(one.given.seat).user_id
                self.pinged[change.before.id, holder or 0] = 0
        for one in change.tenures:
            self.figures[f"seats: {one.why}"] += 1
        self.wake(change.after)

    def wake(self, table: Table) -> None:
        """Whoever is waited for since now answers in their own time, or never."""
        live = table.status == "playing" and table.play is not None and table.pause is None
        waited = {q.seat for q in table.waits} if live else set()
        asked = {table.holder(seat).user_id for seat in waited} - {None}
        for key in [key for key in self.waiting if key[0] == table.id and key[1] not in asked]:
            del self.waiting[key]
            self.pinged[key] = 0
        for user in sorted(user for user in asked if user is not None):
            if (table.id, user) not in self.waiting:
                self.waiting[table.id, user] = self.now
                self._will_play(table.id, user)
        self._time(table)
        for one in table.vacant:
            self._later(30, partial(self.take, table.id, one.player))

    def _later(self, hours: float, what: Callable[[], Any]) -> None:
        self.at(self.now + self._hours(hours), what)

    def _hours(self, mean: float) -> timedelta:
        return timedelta(hours=min(self.luck.expovariate(1 / mean), 24 * 10))

    def _will_play(self, table_id: int, user: int) -> None:
        player = self.people[user]
        if table_id in player.gone:
            return
        luck = self.luck.random()
        if luck < player.quits:
            player.gone.add(table_id)
            self.figures["quit without a word"] += 1
            return
        if luck < player.quits + player.holidays:
            self.at(self.now + HOUR, partial(self.go_away, user))
        if luck > 0.995:
            self.at(self.now + HOUR, partial(self.leave, table_id, user))
        elif luck > 0.985:
            self.at(self.now + HOUR, partial(self.pause, table_id, user))
        self.at(self.now + self._hours(player.hours), partial(self.play, table_id, user))

    async def play(self, table_id: int, user: int) -> None:
        """Somebody answers what they are asked, until the turn is another's."""
        for _ in range(MOST_ANSWERS):
            table = await self.referee.look(table_id)
            asked = table.questions(user) if table.status == "playing" else []
            if not asked or table.pause is not None:
                return
            seat, number = asked[0].seat, asked[0].number
            option = self._guess(table, seat)
            await self.referee.act(table_id, user, seat, number, [option])
            self.figures["answers"] += 1
        self.waiting.pop((table_id, user), None)
        self.wake(await self.referee.look(table_id))

    def _guess(self, table: Table, seat: int) -> Any:
        assert table.play is not None
        options = kernel.offer(table.game, table.play.state, seat)
        return table.game.guess(table.play.state, seat, options, self.luck.random())

    async def go_away(self, user: int) -> None:
        """Somebody takes some days off."""
        days = self.luck.randint(1, 6)
        self.away[user] = await self.referee.go_away(self.people[user].person, days)
        self.figures["days off taken"] += 1

    async def leave(self, table_id: int, user: int) -> None:
        """Somebody leaves a running game."""
        await self.referee.get_up(table_id, user)

    async def pause(self, table_id: int, user: int) -> None:
        """Somebody proposes a pause, and all agree."""
        table = await self.referee.propose_pause(table_id, user, self.luck.randint(1, 4))
        for one in table.people:
            if table.pause is None and one.user_id is not None and one.user_id != user:
                table = await self.referee.agree(table_id, one.user_id)
        self.figures["pauses"] += 1

    async def take(self, table_id: int, player: int) -> None:
        """The owner comes back, or somebody else takes the seat, or nobody."""
        table = await self.referee.look(table_id)
        kept = next((one for one in table.vacant if one.player == player), None)
        if kept is None or (luck := self.luck.random()) < 0.3:
            return
        owner = self.people.get(kept.owner_id or 0)
        if luck < 0.5 and owner is not None:
            owner.gone.discard(table_id)
            await self.referee.take_seat(table_id, owner.person)
            return
        stranger = self.luck.choice(list(self.people.values()))
        await self.referee.take_seat(table_id, stranger.person, player)

    async def unstick(self, table_id: int, seat: int) -> None:
        """The host is asked what to do, where the host is the one a moderator; not all answer."""
        table = await self.referee.look(table_id)
        one = table.holder(seat)
        if one.user_id is None or table.status != "playing":
            return
        if self.luck.random() < IDLE:
            self.figures["nobody answered for the host"] += 1
            return
        by, host = table.host_id, table.host_id != one.user_id
        if self.luck.random() < 0.3:
            await self.referee.wait_on(table_id, by, one.user_id, moderator=not host)
        else:
            await self.referee.send_away(
                table_id, by if host else 1, one.user_id, moderator=not host
            )

    # -- time

    async def run(self, days: float) -> None:
        """Let everything happen until all tables have ended, but not for ever."""
        end = BEGIN + timedelta(days=days)
        while self.now < end and await self.store.live():
            soonest = [self.heap[0][0]] if self.heap else []
            for upcoming in (await self.store.next_ring(), await self.store.next_nudge()):
                soonest += [upcoming] if upcoming is not None else []
            if not soonest:
                break
            self._pass(max(min(soonest), self.now))
            await Clock(self.referee).tick()
            await self._posts()
            while self.heap and self.heap[0][0] <= self.now:
                await self._do(heapq.heappop(self.heap)[2])
                await self._posts()
            await self._computers()
            await self._posts()

    async def _posts(self) -> None:
        """Everything is posted that is to be, before anything else happens."""
        await self.hall.bot.poster.idle()
        self._look()

    def _pass(self, to: datetime) -> None:
        """Time goes by, for all who are waited for and not away."""
        for (table_id, seat), watch in self.watches.items():
            runs = max(self.now, self.away.get(watch.user, self.now))
            watch.used += max(to - runs, timedelta())
            if watch.used > watch.limit + SLACK:
                self.wrong.append(f"table {table_id}: seat {seat} has gained time: {watch}")
                watch.limit = watch.used + 1000 * DAY  # once is enough
        self.now = to

    def _time(self, table: Table) -> None:
        """Begin to count for whoever is waited for since now, and stop for whoever is no more."""
        if table.pause is not None and table.status == "playing":
            for key in [key for key in self.watches if key[0] == table.id]:
                self.rests[key] = self.watches.pop(key)
            return
        live = table.status == "playing" and table.play is not None and table.timed
        seats = paced(table, table.play.state) if live and table.play is not None else []
        for key in [key for key in self.watches if key[0] == table.id and key[1] not in seats]:
            self._stop(table, key)
        for seat in seats:
            assert table.play is not None
            question, user = table.play.state.question(seat), table.holder(seat).user_id
            assert question is not None and user is not None
            key, watch = (table.id, seat), self.watches.get((table.id, seat))
            again = watch is not None and question.number != watch.number
            if watch is not None and again and question.kind in table.game.opening:
                self._stop(table, key)
                watch = None
            if watch is None or watch.user != user:
                rested = self.rests.pop(key, None)
                fresh = Watch(user, question.number, self._limit(table, seat, user))
                same = rested is not None and (rested.user, rested.number) == (user, fresh.number)
                self.watches[key] = rested if same and rested is not None else fresh
            else:
                watch.number = question.number

    def _limit(self, table: Table, seat: int, user: int) -> timedelta:
        if table.pace is not None:
            return table.pace
        assert table.bank is not None
        return self.banks.get((table.id, seat, user), table.bank.start)

    def _stop(self, table: Table, key: tuple[int, int]) -> None:
        watch = self.watches.pop(key)
        if table.bank is not None:
            left = max(watch.limit - watch.used, timedelta())
            most = max(left, min(left + table.bank.more, table.bank.most))
            self.banks[(*key, watch.user)] = most

    async def _do(self, what: Callable[[], Any]) -> None:
        """Do what somebody wanted; by now it may be too late for it."""
        try:
            await what()
        except (BotError, RulesError) as error:
            self.figures[f"refused: {type(error).__name__}"] += 1

    async def _computers(self) -> None:
        """Every computer that is asked answers."""
        for number in await self.store.asking_computers():
            for _ in range(MOST_ANSWERS):
                table = await self.referee.look(number)
                if table.status != "playing" or table.play is None or table.pause is not None:
                    break
                seats = [s for s in kernel.waiting(table.play.state) if table.holder(s).computer]
                question = table.play.state.question(seats[0]) if seats else None
                if question is None:
                    break
                option = self._guess(table, seats[0])
                await self.referee.act(number, None, seats[0], question.number, [option])

    # -- what is looked for

    def _look(self) -> None:
        """Everything that went to Discord since the last look."""
        requests = self.hall.env.http_requests
        for request in requests[self.seen :]:
            path = request.path.rstrip("/")
            body = request.json if isinstance(request.json, dict) else {}
            if request.method == "POST" and path.endswith("/messages"):
                self._posted(int(path.split("/")[-2]), body)
            elif request.method in ("PATCH", "DELETE") and "/messages/" in path:
                self.figures[f"{request.method.lower()}: posts"] += 1
        self.seen = len(requests)

    def _posted(self, channel: int, body: dict[str, Any]) -> None:
        said = str(body.get("content", ""))
        users = [int(user) for user in body.get("allowed_mentions", {}).get("users", [])]
        table_id = self.rooms.get(channel)
        self.figures["posts" if table_id is not None else "direct messages"] += 1
        if REMINDER.search(said):
            self.figures["reminders"] += 1
            self._in_hours(said, users, table_id)
        elif table_id is not None and not BESIDE.search(said):
            for user in users:
                self._ping(table_id, user, said)

    def _in_hours(self, said: str, users: list[int], table_id: int | None) -> None:
        if "has not moved for a week" in said:  # of another
            return
        for user in users:
            if self._night(self.people[user].reach):
                self.wrong.append(f"table {table_id}: {user} is reminded at night, {self.now}")

    def _night(self, reach: Reach) -> bool:
        """Whether somebody's hours are quiet now, by the clock on their wall."""
        if reach.quiet is None:
            return False
        hour, (start, end) = self.now.astimezone(ZoneInfo(reach.zone)).hour, reach.quiet
        span = range(start, end) if start < end else (*range(start, 24), *range(end))
        return hour in span

    def _ping(self, table_id: int, user: int, said: str) -> None:
        if "🏆" in said or "🤖" in said or "🤝" in said or "💀" in said or "🏁" in said:
            return
        self.figures["pings"] += 1
        self.pinged[table_id, user] += 1
        if self.pinged[table_id, user] > 1:
            self.wrong.append(f"table {table_id}: {user} is pinged twice for a turn: {said[:80]!r}")

    async def account(self) -> None:
        """What is to be true in the end."""
        for number in await self.store.live():
            table = await self.referee.look(number)
            waits = [q.seat for q in table.waits]
            self.wrong.append(f"table {number} has not ended: {table.status}, waits for {waits}")
        if unsaid := await self.store.outbox_tables():
            self.wrong.append(f"tables {unsaid} have something left to say")
        load = await self.store.load_of(self.now)
        if load.refused:
            self.wrong.append(f"{load.refused} posts were refused")
        for number in range(1, self.wanted + 1):
            table = await self.referee.look(number)
            self.figures[f"tables: {table.status}"] += 1
            if table.play is not None and not await self.referee.verify(number):
                self.wrong.append(f"table {number}: its log leads elsewhere")


async def simulate(folder: Path, tables: int, seed: int, days: float = LATEST) -> Month:
    """So many tables, until they have ended; what was counted, and what was wrong."""
    with ExitStack() as stack:
        luck = Random(seed)  # the same games each time
        stack.enter_context(patch("secrets.token_bytes", luck.randbytes))
        stack.enter_context(patch("secrets.randbelow", luck.randrange))
        return await _simulated(folder, tables, seed, days)


async def _simulated(folder: Path, tables: int, seed: int, days: float) -> Month:
    async with open_hall(folder) as hall:
        month = Month(hall, tables, seed)
        await month.furnish()
        await month.run(days)
        await month.account()
        return month


def main(argv: list[str]) -> int:
    """Run a month and say what was counted; anything wrong fails it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench month")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--days", type=float, default=LATEST)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the figures down")
    given = parser.parse_args(argv)
    logging.disable(logging.WARNING)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        month = asyncio.run(simulate(Path(folder), given.tables, given.seed, given.days))
    seconds = time.monotonic() - began
    days = (month.now - BEGIN) / DAY
    figures = {
        "tables": given.tables,
        "seed": given.seed,
        "days": round(days, 1),
        "seconds": round(seconds, 1),
        "wrong": len(month.wrong),
        **dict(sorted(month.figures.items())),
    }
    for name, value in figures.items():
        print(f"{name:<28} {value}")
    for line in month.wrong[:20]:
        print("WRONG", line)
    if given.keep:
        record("month", figures)
    return 1 if month.wrong else 0
