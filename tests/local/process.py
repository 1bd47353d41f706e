"""The installed `brawl-referee` in a process of its own, started and killed by a test."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from bot.local.server import LocalDiscord

PATIENCE = 60.0
NO_TIME = "GivenUp: no process was to be had"  # where the machine is too busy to start one
PROGRAM = Path(sys.executable).with_name("brawl-referee")


def judged(errors: list[str]) -> tuple[list[str], int]:
    """Logged errors that are wrong; and of how many a busy machine is the cause."""
    wrongs = [f"an error was logged: {line}" for line in errors if NO_TIME not in line]
    return wrongs, len(errors) - len(wrongs)


class Process:
    """One run after another of the program, with one folder for all that it keeps."""

    def __init__(
        self, folder: Path, settings: dict[str, str] | None = None, program: Path = PROGRAM
    ) -> None:
        self.folder, self.program = folder, program
        self.log = folder / "log.txt"
        self.database = folder / "tables.db"
        self._settings = settings or {}
        self._running: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    async def start(self, *arguments: str) -> None:
        """Starts it; what it says goes to the log, its first line to whoever asks."""
        with self.log.open("ab") as log:
            self._running = await asyncio.create_subprocess_exec(
                self.program,
                *arguments,
                cwd=self.folder,
                env=self._environment(),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )

    def _environment(self) -> dict[str, str]:
        kept = {key: os.environ[key] for key in ("PATH", "LANG", "TMPDIR") if key in os.environ}
        return {
            **kept,
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder),
            "DATABASE_URL": f"sqlite:///{self.database}",
            **self._settings,
        }

    async def address(self) -> str:
        """The address of the page, as it is printed."""
        assert self._running is not None and self._running.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._running.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line.decode())
        assert found, f"no address in {line!r}; {self.words()}"
        return found.group()

    async def kill(self) -> None:
        """No farewell."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Asks it to end, as Ctrl-C and a service manager do."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        running, self._running = self._running, None
        assert running is not None
        with contextlib.suppress(ProcessLookupError):
            running.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            await running.communicate()
        assert running.returncode is not None
        return running.returncode

    async def close(self) -> None:
        if self._running is not None:
            await self.kill()

    def words(self) -> str:
        """What it has logged so far."""
        return self.log.read_text("utf-8") if self.log.exists() else ""

    def errors(self) -> list[str]:
        """What it has logged as an error."""
        return [line for line in self.words().splitlines() if '"level": "error"' in line]

    def judged(self) -> tuple[list[str], int]:
        """What went wrong, as it was logged; and how many pictures a busy machine had no time for."""
        return judged(self.errors())


@contextlib.asynccontextmanager
async def alone(folder: Path, program: Path = PROGRAM) -> AsyncIterator[tuple[Process, str]]:
    """As a newcomer starts it: no token, so it brings its own Discord; with the page's address."""
    process = Process(folder, program=program)
    try:
        await process.start("--port", "0")
        yield process, await process.address()
    finally:
        await process.close()


@contextlib.asynccontextmanager
async def under(local: LocalDiscord, folder: Path, **settings: str) -> AsyncIterator[Process]:
    """A referee for a Discord that goes on when the referee dies."""
    addresses = {
        "DISCORD_TOKEN": local.token,
        "DISCORD_API": local.api,
        "DISCORD_GATEWAY": local.gateway,
    }
    process = Process(folder, addresses | settings)
    try:
        await process.start()
        yield process
    finally:
        await process.close()
