"""Computers share the time of their processes: all wait a while before anybody thinks less."""

import asyncio
import logging
import time
from dataclasses import replace

import pytest

from bot.computer import Computer
from bot.operate.metrics import Metrics
from bot.referee import Referee
from bot.store import Store
from bot.table import Person, Seated
from bot.workers import shared_time, thinking
from bot.workers.pool import Workers
from bot.workers.shared_time import LEAST, PATIENCE, SharedTime
from rules import registry
from rules.engine import kernel
from rules.engine.play import Play
from tests.bot.test_thinking_time import dodges

pytest_plugins = ["tests.bot.databases"]
HARD = 1.2


class Hours:
    """Thoughts that take no time, by a clock that is told what they took."""

    def __init__(self, processes: int) -> None:
        self.now = 0.0
        self.time = SharedTime(processes, elapsed=lambda: self.now)
        self.given: list[tuple[str, float]] = []
        self.answered: dict[str, float] = {}
        self._thinking: list[tuple[float, str, asyncio.Event]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def come(self, name: str, wants: float = HARD, patience: float = PATIENCE) -> None:
        """Somebody wants to think."""
        self._tasks.add(asyncio.create_task(self._think(name, wants, patience)))
        await self._settled()

    async def _think(self, name: str, wants: float, patience: float) -> None:
        done = asyncio.Event()
        async with self.time.turn(wants, patience) as seconds:
            self.given.append((name, seconds))
            self._thinking.append((self.now + seconds, name, done))
            await done.wait()

    async def _settled(self) -> None:
        for _ in range(6):
            await asyncio.sleep(0)

    async def passed(self) -> None:
        """All think to their end."""
        while self._thinking:
            self._thinking.sort(key=lambda one: one[0])
            self.now, name, done = self._thinking.pop(0)
            self.answered[name] = self.now
            done.set()
            await self._settled()
        self.time.close()


@pytest.mark.parametrize(("processes", "at_once"), [(1, 4), (2, 8), (4, 16)])
async def test_as_long_as_nobody_waits_too_long_all_have_their_whole_time(
    processes: int, at_once: int
) -> None:
    hours = Hours(processes)
    for number in range(at_once):
        await hours.come(str(number))
    await hours.passed()
    assert [seconds for _, seconds in hours.given] == [HARD] * at_once
    assert max(hours.answered.values()) == pytest.approx(4.8)


@pytest.mark.parametrize("processes", [1, 2])
async def test_fifty_at_once_have_equal_parts_and_are_answered_in_time(processes: int) -> None:
    hours = Hours(processes)
    for number in range(50):
        await hours.come(str(number))
    await hours.passed()
    waited = [seconds for _, seconds in hours.given[processes : 51 - processes]]
    assert max(waited) - min(waited) < 0.05 * max(waited)
    fair = (PATIENCE - HARD) * processes / (50 - processes)
    assert min(waited) > 0.8 * fair
    assert PATIENCE - 0.2 < max(hours.answered.values()) <= PATIENCE + 0.01


async def test_who_comes_again_and_again_has_the_same_part_as_everybody() -> None:
    """Ten tables, each of which wants the next answer as soon as it has one."""
    hours = Hours(1)
    for number in range(10):
        await hours.come(str(number))
    for again in range(200):
        hours._thinking.sort(key=lambda one: one[0])
        hours.now, name, done = hours._thinking.pop(0)
        done.set()
        await hours._settled()
        await hours.come(f"{name}'")
        assert hours.time.waiting == 9, again
    late = [seconds for _, seconds in hours.given[100:]]
    assert min(late) > 0.9 * PATIENCE / 10 and max(late) < 1.1 * PATIENCE / 10
    await hours.passed()


async def test_levels_stay_apart_where_time_is_short() -> None:
    hours = Hours(1)
    for number in range(40):
        await hours.come(f"hard {number}")
        await hours.come(f"normal {number}", 0.4)
    await hours.passed()
    given = dict(hours.given)
    for number in range(1, 40):
        assert given[f"hard {number}"] > 2.5 * given[f"normal {number}"] >= LEAST


async def test_a_card_of_real_time_does_not_wait_behind_those_who_have_time() -> None:
    hours = Hours(1)
    for number in range(4):
        await hours.come(str(number))
    await hours.come("card", 0.9, 0.9)
    await hours.passed()
    assert hours.given[1][0] == "card"
    assert hours.given[1][1] == LEAST, "its second is over"


async def test_whoever_gives_up_keeps_nobody_waiting() -> None:
    shared = SharedTime(1)

    async def think() -> float:
        async with shared.turn(HARD) as seconds:
            await asyncio.sleep(0)
            return seconds

    async with shared.turn(HARD):
        first, second = asyncio.create_task(think()), asyncio.create_task(think())
        await asyncio.sleep(0)
        assert shared.waiting == 2
        first.cancel()
        await asyncio.sleep(0)
        assert shared.waiting == 1
    second.cancel()  # it has been handed the process, and does not know yet
    await asyncio.gather(first, second, return_exceptions=True)
    assert await think() == HARD


async def test_who_gives_up_together_with_whoever_thinks_is_handed_nothing() -> None:
    """As when the bot stops: all of them end at once, and the process is there for the next."""
    shared = SharedTime(1)

    async def think() -> None:
        async with shared.turn(HARD):
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(think()) for _ in range(3)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError] * 3
    async with asyncio.timeout(5), shared.turn(HARD) as seconds:
        assert seconds == HARD


async def test_the_log_says_once_in_a_while_that_computers_were_weaker(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_time, "SOON", 0.01)
    hours = Hours(1)
    with caplog.at_level(logging.WARNING):
        for number in range(20):
            await hours.come(str(number))
        async with asyncio.timeout(5):
            while hours._thinking:
                hours._thinking.sort(key=lambda one: one[0])
                hours.now, _, done = hours._thinking.pop(0)
                done.set()
                await asyncio.sleep(0.02)
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith("computers were weaker: 1 answers had 17 % of their time")
    assert "19 waited at once for 1 thinkers" in line
    hours.time.close()
    assert len(caplog.records) == 2, "what came later is said at the end, or after a minute"


async def test_figures_tell_what_was_wanted_given_and_waited() -> None:
    """Of every thought; so an operator sees by which part computers are weaker, and who waits."""
    metrics, hours = Metrics(), Hours(1)
    hours.time.told = metrics.thought
    for number in range(20):
        await hours.come(str(number))
    assert hours.time.waiting == 19
    await hours.passed()
    figure = metrics.registry.get_sample_value
    given = [seconds for _, seconds in hours.given]
    assert figure("brawl_thinking_wanted_seconds_total") == pytest.approx(20 * HARD)
    assert figure("brawl_thinking_given_seconds_total") == pytest.approx(sum(given))
    assert sum(given) < 0.3 * 20 * HARD, "or nobody was weaker"
    began = [sum(given[:place]) for place in range(20)]  # whoever is first does not wait
    assert figure("brawl_thinking_wait_seconds_count") == 20
    assert figure("brawl_thinking_wait_seconds_sum") == pytest.approx(sum(began))
    for bound in (0.01, 2.0, 5.0):
        at_most = figure("brawl_thinking_wait_seconds_bucket", {"le": str(bound)})
        assert at_most == sum(waited <= bound for waited in began), bound


@pytest.mark.slow
async def test_real_computers_at_many_tables_think_their_part_in_real_processes(
    file_store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """All wait as long as each other, whether or not there was anything to choose."""
    monkeypatch.setattr("bot.computer.PATIENCE", 2.0)
    referee = Referee(file_store)
    game = registry.get("brawlhalla")
    opened = await referee.open("brawlhalla", {}, channel_id=5, guild_id=1, host=Person(1, "Ann"))
    workers, given = Workers(1, thinking.get_ready), list[float]()
    await workers.warm_up()
    shared = SharedTime(1)
    shared.told = lambda wants, seconds, waited: given.append(seconds)
    computer = Computer(referee, workers, time=shared)
    took: dict[int, float] = {}

    async def choose(number: int) -> None:
        s = (helpless if number % 2 else armed)[number // 2]
        seats = tuple(Seated(p, None, f"C{p}", "hard") for p in range(s.players))
        table = replace(opened, id=number, status="playing", play=Play(game, s), players=seats)
        began = time.monotonic()
        await computer._choose(table, kernel.waiting(s)[0], "hard")
        took[number] = time.monotonic() - began

    helpless, armed = dodges(6)
    with caplog.at_level(logging.WARNING):
        await asyncio.gather(*(choose(number) for number in range(12)))
        shared.close()
    await workers.close()
    assert given[0] == HARD and all(LEAST <= seconds < 0.1 for seconds in given[1:]), (
        "on a busy machine the last ones have the least there is"
    )
    assert sorted(took, key=lambda number: took[number]) == list(range(12)), (
        "first come, first served"
    )
    assert max(took.values()) < 2.5
    assert "computers were weaker: 11 answers" in caplog.text
