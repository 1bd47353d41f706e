"""Processes that think and draw: one that hangs or dies stops nobody else."""

import asyncio
import logging
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from bot.workers import thinking
from bot.workers.pool import LIMIT, GivenUp, Workers
from bot.workers.process import LENGTH, STARVED, Died, Process


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


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="not on this system")
async def test_who_is_interrupted_while_they_come_up_come_up(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Ctrl-C goes to every process of the terminal; the bot itself says when to end, and how."""
    process = Process()
    pid = process._process.pid
    assert pid is not None
    for _ in range(20):
        os.kill(pid, signal.SIGINT)
        await asyncio.sleep(0.01)
    assert (await process.ask(os.getpid, ())).value() == pid
    process.kill().join()
    assert "Traceback" not in capfd.readouterr().err


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


async def test_nobody_waits_for_a_process_to_be_born_while_another_is_free_sooner(
    tmp_path: Path,
) -> None:
    """The second one never gets ready."""
    made = Workers(2, partial(_first_alone, tmp_path / "born"))
    await made.warm_up()
    first = await made.run(os.getpid)
    jobs = [made.run(os.getpid) for _ in range(5)]
    async with asyncio.timeout(LIMIT):
        assert await asyncio.gather(*jobs) == [first] * 5
    await made.close()


def _first_alone(born: Path) -> None:
    """Only the first process gets ready."""
    if born.exists():
        signal.pause()
    born.touch()


async def test_a_process_that_was_stopped_is_replaced(workers: Workers) -> None:
    first = await workers.run(os.getpid)
    os.kill(first, signal.SIGSTOP)
    hung = await hanging(workers)
    with pytest.raises(GivenUp):
        await hung
    assert await workers.run(divmod, 7, 2) == (3, 1)
    assert not await there(first)


def stops(marks: str, times: int) -> None:
    """Stop the process that is to get ready, the first times that this is called."""
    made = len(list(Path(marks).iterdir()))
    (Path(marks) / str(os.getpid())).touch()
    if made < times:
        os.kill(os.getpid(), signal.SIGSTOP)


def called(marks: Path) -> list[int]:
    """The processes that were to get ready."""
    return [int(one.name) for one in marks.iterdir()]


async def test_a_process_that_is_stopped_before_it_is_ready_has_another_beside_it(
    tmp_path: Path,
) -> None:
    """It used to be waited for a minute, by all who wanted a picture."""
    workers = Workers(1, partial(stops, str(tmp_path), 1), births=(0.5, 60.0), wait=60.0)
    began = time.monotonic()
    assert await workers.run(divmod, 7, 2) == (3, 1)
    assert time.monotonic() - began < 30
    pids = called(tmp_path)
    assert len(pids) == 2 and len(workers._all) == 1
    assert [await there(pid) for pid in pids].count(True) == 1, "the one that hangs is gone"
    await workers.close()


async def test_nobody_waits_long_for_a_process_that_does_not_get_ready(tmp_path: Path) -> None:
    """A job is given up; what was started for it is there for the next one."""
    workers = Workers(1, partial(stops, str(tmp_path), 1), births=(3.0, 60.0), wait=1.0)
    began = time.monotonic()
    with pytest.raises(GivenUp, match="no process was to be had within 1 s"):
        await workers.run(divmod, 7, 2)
    assert time.monotonic() - began < 2.9
    workers.wait = 60.0
    assert await workers.run(divmod, 7, 2) == (3, 1)
    assert len(called(tmp_path)) == 2, "it was not started anew"
    await workers.close()


async def test_one_that_never_gets_ready_frees_its_place(tmp_path: Path) -> None:
    workers = Workers(1, partial(stops, str(tmp_path), 9), births=(0.5, 0.5), wait=60.0)
    with pytest.raises(GivenUp, match="1 s"):
        await workers.run(divmod, 7, 2)
    workers.births, workers._ready = (60.0,), None
    assert await workers.run(divmod, 7, 2) == (3, 1)
    await workers.close()


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
    """Send the beginning of an answer, and die."""
    frame = sys._getframe()
    while "line" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    frame.f_locals["line"].sendall(LENGTH.pack(1000) + b"half")
    os.kill(os.getpid(), signal.SIGKILL)


async def test_a_process_that_dies_in_mid_sentence_keeps_nobody_waiting() -> None:
    workers = Workers(1)
    await workers.warm_up()
    with pytest.raises(Died, match="abruptly"):  # whoever hears nothing of it gives up instead
        await workers.run(half)
    assert await workers.run(divmod, 7, 2) == (3, 1)
    await workers.close()


async def test_answers_of_any_length_are_whole(workers: Workers) -> None:
    """Whatever fits into a socket at once."""
    asked = os.urandom(3_000_000)
    assert await workers.run(bytes, asked) == asked


async def test_no_thread_stands_between() -> None:
    """They cost more than a small job does."""
    before = threading.active_count()
    workers = Workers(1)
    assert await workers.run(divmod, 7, 2) == (3, 1)
    assert threading.active_count() == before
    await workers.close()


class Stubborn(Exception):
    """Something that cannot be sent."""

    def __reduce__(self) -> str:
        raise TypeError("not me")


def stubborn() -> None:
    """Fail with it."""
    raise Stubborn("why")


async def test_an_error_that_cannot_be_sent_is_told_in_words(workers: Workers) -> None:
    """With where it happened."""
    with pytest.raises(RuntimeError, match=r"Stubborn\('why'\)") as failed:
        await workers.run(stubborn)
    assert "in stubborn" in str(failed.value.__cause__)


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


HOARD: list[object] = []  # what a process without memory still holds


def starve() -> None:
    """Use up all the memory there is, to the last few bytes, and keep it."""
    resource.setrlimit(resource.RLIMIT_AS, (1, resource.RLIM_INFINITY))
    for size in (1 << 24, 1 << 20, 1 << 16, 1 << 12, 512, 256, 128, 64, 32, 1):
        with suppress(MemoryError):
            while True:
                HOARD.append(bytes(size))
    HOARD.append(bytes(1 << 24))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="memory is limited on Linux alone")
async def test_a_process_that_cannot_even_say_why_ends_in_a_sentence(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Its bare traceback used to stand in the log, as if nobody had heard of it."""
    workers = Workers(1)
    with pytest.raises(Died):
        await workers.run(starve)
    assert await workers.run(divmod, 7, 2) == (3, 1)
    await workers.close()
    said = capfd.readouterr().err
    assert said.count(STARVED.decode()) == 2 and "Traceback" not in said


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
