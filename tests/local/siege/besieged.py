"""The bot, as a siege holds it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path

from tests.local.process import PATIENCE, Process


class Besieged(Process):
    """The bot, whose log goes through a pipe: it is heard while no file can grow."""

    async def start(self, *arguments: str) -> None:
        self._running = await asyncio.create_subprocess_exec(
            self.program, *arguments, cwd=self.folder, env=self._environment(),
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._pump = asyncio.create_task(self._heard(self._running.stderr))

    async def _heard(self, words: asyncio.StreamReader | None) -> None:
        assert words is not None
        with self.log.open("ab") as file:
            while part := await words.read(1 << 16):
                file.write(part)
                file.flush()

    async def fall(self) -> list[int]:
        """Die, and begin again; returns workers that did not follow."""
        workers = self.workers()
        os.kill(self.pid, signal.SIGKILL)
        for worker in workers:  # one that was stopped cannot follow before it goes on
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGCONT)
        await self.kill()
        left = [worker for worker in workers if b"spawn_main" in _command_line(worker)]
        await self.start()
        return left

    async def _end(self, how: signal.Signals) -> int:
        running, self._running = self._running, None
        assert running is not None
        with contextlib.suppress(ProcessLookupError):
            running.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            code = await running.wait()
        await asyncio.wait([self._pump], timeout=1)
        self._pump.cancel()
        return code

    def workers(self) -> list[int]:
        """The processes that draw and think."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(c) for c in children if b"spawn_main" in _command_line(int(c))]


def _command_line(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
