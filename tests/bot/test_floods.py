"""One person who floods the bot slows nobody else."""

import asyncio
import statistics
import time
from datetime import timedelta

import pytest

from bot.client import RefereeBot
from bot.errors import TooFast
from bot.interactions.cooldowns import COMMANDS, TOLD, Cooldowns
from bot.interactions.turns import AT_ONCE, MANY, RATE, WAITING, Turns
from bot.local.server import LocalDiscord
from bot.workers.pool import Workers
from bot.workers.shares import FOR, IN_VAIN, Shares
from tests.bot.sockets import Time, says
from tests.local.player import Failed, Player

RATIO = 3  # times the quiet wait that others may wait
JOB = 0.02  # seconds


def test_everybody_is_served_at_a_pace_of_their_own() -> None:
    """Some at once, some after a while and in order, more than that not at all."""
    at = 100.0
    turns = Turns(lambda: at)
    assert all(turns.reserve(1) <= 0 for _ in range(AT_ONCE))
    assert not turns.at_once(1)
    waits = [turns.reserve(1) for _ in range(WAITING)]
    assert waits == pytest.approx([(n + 1) / RATE for n in range(WAITING)])
    with pytest.raises(TooFast):
        turns.reserve(1)
    assert turns.reserve(2) <= 0, "others notice nothing"
    at += (AT_ONCE + WAITING) / RATE
    assert turns.at_once(1)
    assert turns.reserve(1) <= 0


async def test_whoever_asks_for_too_much_at_once_waits_and_is_refused_and_nobody_else(
    local: LocalDiscord, bot: RefereeBot
) -> None:
    """By command and by press."""
    at = 100.0
    bot.turns.off, bot.turns.now = False, lambda: at
    async with Player.join(local.url, "Juno") as juno, Player.join(local.url, "Pip") as pip:
        help_ = (await juno.command("help")).message
        assert help_ is not None
        while True:  # until nothing more waits its turn
            try:
                bot.turns.reserve(int(juno.id))
            except TooFast:
                break
        assert await says(juno, "my tables") == MANY
        bot.cooldowns._told.clear()
        pressed = (await juno.click(help_, "Try BRAWL")).message
        assert pressed is not None and pressed.text == MANY
        assert "You sit at no table" in await says(pip, "my tables")
        at += (AT_ONCE + WAITING) / RATE
        assert "You sit at no table" in await says(juno, "my tables")


async def test_workers_serve_first_whoever_was_served_longest_ago() -> None:
    """One person's hundred jobs come after another's first."""
    shares = Shares([0])
    thing = await shares.get(1)
    served: list[int] = []

    async def wants(who: int) -> None:
        got = await shares.get(who)
        served.append(who)
        shares.put(got)

    waiting = [asyncio.create_task(wants(who)) for who in (1, 1, 1, 1, 2, 2, 3)]
    waiting += [asyncio.create_task(wants(4))]
    await asyncio.sleep(0)
    waiting.pop().cancel()  # who gives up keeps nobody waiting
    await asyncio.sleep(0)
    shares.put(thing)
    await asyncio.gather(*waiting)
    assert served == [2, 3, 1, 2, 1, 1, 1]
    assert await shares.get(9) == 0, "nothing is lost"


async def test_whoever_waits_comes_before_what_is_done_behind_their_backs() -> None:
    """Yet that is not put off for ever."""
    shares = Shares([0])
    thing = await shares.get(9)
    served: list[str] = []

    async def wants(who: int, behind: bool) -> None:
        got = await shares.get(who, behind=behind)
        served.append(f"{who} behind" if behind else f"{who}")
        shares.put(got)

    waiting = [asyncio.create_task(wants(who, True)) for who in (1, 2, 3)]
    waiting += [asyncio.create_task(wants(who, False)) for who in range(4, 4 + 2 * IN_VAIN)]
    await asyncio.sleep(0)
    shares.put(thing)
    await asyncio.gather(*waiting)
    assert served == ["4", "5", "6", "1 behind", "7", "8", "9", "2 behind", "3 behind"]


async def test_others_jobs_take_no_longer_while_somebody_floods_the_workers() -> None:
    """Quiet against flooded, in the same run: at most the job that is being done comes before."""
    workers, flood = Workers(1), list[asyncio.Task[float]]()
    await workers.warm_up()

    async def job(who: int) -> float:
        FOR.set(who)
        began = time.monotonic()
        await workers.run(time.sleep, JOB)
        return time.monotonic() - began

    async def spent(who: int) -> float:
        return statistics.median([await asyncio.create_task(job(who)) for _ in range(5)])

    async def ratio() -> float:
        quiet = await spent(1)
        flood.extend(asyncio.create_task(job(2)) for _ in range(40))
        flooded = await spent(1)
        assert not flood[-1].done(), "it was flooded all the time"
        return flooded / quiet

    try:  # a busy machine may spoil one measurement; who waits behind all does so in each
        assert any([await ratio() < RATIO for _ in range(3)])
    finally:
        await workers.close()
        await asyncio.gather(*flood, return_exceptions=True)


def test_a_clock_that_is_set_back_keeps_nobody_out() -> None:
    """What was done in a future that is gone does not count."""
    now = Time()
    cooldowns = Cooldowns(now)
    now.at += timedelta(days=365)
    for _ in range(COMMANDS.most):
        cooldowns.commands(1, None)
    assert cooldowns.tells(1)
    now.at -= timedelta(days=365)
    cooldowns.commands(1, None)
    assert cooldowns.tells(1)


async def test_a_flooder_is_told_once_and_then_ignored(
    local: LocalDiscord, bot: RefereeBot
) -> None:
    """A sentence now and then; what else they send costs nothing, not even an answer."""
    now = Time()
    bot.cooldowns.off, bot.cooldowns.now = False, now
    async with Player.join(local.url, "Juno") as juno, Player.join(local.url, "Pip") as pip:
        for _ in range(COMMANDS.most):
            bot.cooldowns.commands(int(juno.id), None)
        before = len(calls := _calls(local))
        assert "You can try again" in await says(juno, "my tables")
        answers = len(calls)
        assert answers > before
        await juno.faults(ack_seconds=0.3)
        for _ in range(3):
            with pytest.raises(Failed):
                await juno.command("my tables")
        assert len(calls) == answers
        await juno.no_faults()  # from here on the bot may take its time again
        assert "You sit at no table" in await says(pip, "my tables")
        now.at += TOLD
        assert "You can try again" in await says(juno, "my tables")


def _calls(local: LocalDiscord) -> list[str]:
    """The bot's calls from now on."""
    calls: list[str] = []
    local.on_answer(lambda route, status, body, sent: calls.append(route))
    return calls
