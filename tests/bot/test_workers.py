"""Processes that think and draw: one that hangs or dies stops nobody else."""

import asyncio
import logging
import os
import resource
import signal
import struct
import sys
import threading
import time
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from bot.workers import thinking
from bot.workers.pool import LIMIT, GivenUp, Workers


@pytest_asyncio.fixture
async def workers() -> AsyncIterator[Workers]:
    """One process that is up."""
    made = Workers(1, renewed=4)
    await made.warm_up()
    yield made
    await made.close()


async def there(pid: int) -> bool:
    """Whether a process is still there after a while."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        await asyncio.sleep(0.05)
    return True


async def hanging(workers: Workers) -> "asyncio.Task[int]":
    """A job that never ends and may take half a second; those after it have more time."""
    usual, workers.limit = workers.limit, 0.5
    hung = asyncio.create_task(workers.run(sum, count()))
    for _ in range(5):  # until it has been handed to a process
        await asyncio.sleep(0)
    workers.limit = usual
    return hung


async def test_a_job_that_never_ends_is_given_up_and_the_next_one_is_done(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    first, ended = await workers.run(os.getpid), list[float]()
    began = time.monotonic()
    hung = await hanging(workers)
    hung.add_done_callback(lambda _: ended.append(time.monotonic()))
    with caplog.at_level(logging.WARNING):
        assert await workers.run(os.getpid) != first  # it had waited behind
    with pytest.raises(GivenUp, match="took more than"):
        await hung
    assert ended[0] - began < LIMIT, "it might take half a second"
    assert "a worker is replaced" in caplog.text and "(sum)" in caplog.text


async def test_a_process_that_was_stopped_is_replaced(workers: Workers) -> None:
    first = await workers.run(os.getpid)
    os.kill(first, signal.SIGSTOP)
    hung = await hanging(workers)
    with pytest.raises(GivenUp):
        await hung
    assert await workers.run(divmod, 7, 2) == (3, 1)
    assert not await there(first)


async def test_a_process_that_died_while_idle_costs_nothing(workers: Workers) -> None:
    os.kill(await workers.run(os.getpid), signal.SIGKILL)
    assert await workers.run(divmod, 7, 2) == (3, 1)


async def test_a_job_that_kills_its_process_is_tried_twice_and_hurts_no_other(
    workers: Workers,
) -> None:
    deadly = asyncio.create_task(workers.run(os.abort))
    await asyncio.sleep(0)
    assert await workers.run(divmod, 7, 2) == (3, 1)
    with pytest.raises(Exception, match="terminated abruptly"):
        await deadly


def half() -> None:
    """Send the beginning of a result, and die."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000) + b"half")
    os.kill(os.getpid(), signal.SIGKILL)


async def test_a_process_that_dies_in_mid_sentence_keeps_nobody_waiting_at_the_end() -> None:
    workers = Workers(1, limit=2)
    await workers.warm_up()
    with pytest.raises(GivenUp):
        await workers.run(half)
    workers.limit = LIMIT
    assert await workers.run(divmod, 7, 2) == (3, 1)
    await workers.close()
    for _ in range(100):
        listening = [t for t in threading.enumerate() if "ExecutorManager" in type(t).__name__]
        if not listening:
            break
        await asyncio.sleep(0.05)
    assert listening == [], "the bot would wait for them for ever"


async def test_a_jobs_own_error_reaches_whoever_asked(workers: Workers) -> None:
    first = await workers.run(os.getpid)
    with pytest.raises(ZeroDivisionError):
        await workers.run(divmod, 1, 0)
    assert await workers.run(os.getpid) == first


FILLS = "len(bytes(1 << {}))"  # a job that needs some memory


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="memory is limited on Linux alone")
async def test_a_process_without_memory_is_replaced(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise it would fail everybody's jobs until the bot is started again."""
    first = await workers.run(os.getpid)
    resource.prlimit(first, resource.RLIMIT_AS, (1, resource.RLIM_INFINITY))
    with caplog.at_level(logging.WARNING):
        assert await workers.run(eval, FILLS.format(26)) == 1 << 26, "a fresh one does the same job"
    assert await workers.run(os.getpid) != first
    assert not await there(first)
    assert "a worker is replaced" in caplog.text and "(eval)" in caplog.text


async def test_a_job_that_no_memory_is_enough_for_is_tried_twice(workers: Workers) -> None:
    with pytest.raises(MemoryError):
        await workers.run(eval, FILLS.format(60))
    assert await workers.run(divmod, 7, 2) == (3, 1)


def unready() -> None:
    """Fail while getting ready, the first time in this folder."""
    if not Path("tried").exists():
        Path("tried").touch()
        raise ValueError("quantization error")  # so Pillow may say that memory is short


async def test_a_process_that_does_not_get_ready_costs_one_more_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever has a job for it is not to blame."""
    monkeypatch.chdir(tmp_path)
    workers = Workers(1, unready)
    with caplog.at_level(logging.WARNING):
        assert await workers.run(divmod, 7, 2) == (3, 1)
    assert "did not get ready: ValueError('quantization error')" in caplog.text
    await workers.close()


async def test_closing_waits_for_nobody() -> None:
    workers = Workers(1)
    await workers.warm_up()
    hung = asyncio.create_task(workers.run(sum, count()))
    await asyncio.sleep(0.1)
    began = time.monotonic()
    await workers.close()
    assert time.monotonic() - began < 5
    with pytest.raises((GivenUp, asyncio.CancelledError, Exception)):
        await hung
    with pytest.raises(GivenUp):
        await workers.run(os.getpid)


async def test_after_many_jobs_a_fresh_process_takes_over_without_a_gap(workers: Workers) -> None:
    first = await workers.run(os.getpid)
    seen: list[int] = []
    while not seen or seen[-1] == first:
        seen.append(await workers.run(os.getpid))
        await asyncio.sleep(0.02)
    assert len(seen) > 3  # the old one went on until the fresh one was ready
    assert len(workers._all) == 1


async def test_whoever_gives_up_waiting_leaves_no_job_behind_for_others(workers: Workers) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await workers.run(time.sleep, 0.2)
    assert await workers.run(divmod, 7, 2) == (3, 1)


def loaded(*names: str) -> list[str]:
    """Which of these modules this process has loaded."""
    return [name for name in names if name in sys.modules]


async def test_whoever_thinks_loads_no_pictures() -> None:
    """Nor anything of Discord or the database: that would be memory for nothing."""
    thinkers = Workers(1, thinking.get_ready)
    heavy = ("PIL", "images", "discord", "sqlalchemy", "aiosqlite", "rules.beer_brawl.game")
    assert await thinkers.run(loaded, *heavy) == ["rules.beer_brawl.game"]
    await thinkers.close()
