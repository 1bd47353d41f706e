"""A bot whose processes hang ends when it is told to, and not much later."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from tests.local.player import Player
from tests.local.process import PATIENCE, alone

pytestmark = pytest.mark.slow  # the bot in a process of its own

SOON = 10  # seconds that a stop may take


def workers_of(pid: int) -> list[int]:
    """The processes that a bot has started to draw and to think."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in _called(child)]


def _called(pid: str) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


async def both(pid: int) -> list[int]:
    """The one that draws and the one that thinks, once they are there."""
    for _ in range(int(PATIENCE / 0.05)):
        if len(found := workers_of(pid)) == 2:
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("there are no workers")


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="processes are found on Linux")
async def test_a_stop_waits_for_no_process_that_hangs(tmp_path: Path) -> None:
    async with alone(tmp_path) as (referee, address), Player.join(address, "Juno") as juno:
        await juno.bot_ready(PATIENCE)
        stopped = await both(referee.pid)
        await juno.go("welcome")
        welcome = await juno.wait(lambda m: m.buttons, timeout=PATIENCE)
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        press = asyncio.create_task(juno.click(welcome, "Try Beer Brawl"))  # with a picture
        await juno.wait(lambda m: m.loading, timeout=PATIENCE)
        began = time.monotonic()
        assert await referee.stop() == 0
        assert time.monotonic() - began < SOON
        press.cancel()
        for pid in stopped:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)
