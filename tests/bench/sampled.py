"""The bot with a sampler: which part of it the processor's time is spent in.

The processor's own timer asks every few milliseconds of the process's time what is being done: by
the loop's thread, and by whichever other thread was at work.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from functools import cache
from pathlib import Path
from types import FrameType

EVERY = 0.004  # seconds of the processor's time
WRITTEN = 50  # samples after which they are written down
# The innermost frame that lies in one of these says what is being done.
PARTS = (
    ("bot/store/", "database"),
    ("/sqlalchemy/", "database"),
    ("/aiosqlite/", "database"),
    ("/asyncpg/", "database"),
    ("bot/workers/", "workers"),
    ("/multiprocessing/", "workers"),
    ("/concurrent/futures/process", "workers"),
    ("rules/", "rules"),
    ("bot/table/", "rules"),
    ("bot/posting/", "posts"),
    ("bot/interactions/", "panels"),
    ("bot/ui/", "panels"),
    ("bot/program", "the loop itself"),
    ("bot/", "the rest of the bot"),
    ("/discord/gateway", "gateway"),
    ("/aiohttp/", "calls of Discord"),
    ("/discord/", "discord.py"),
)
ROOT = str(Path(__file__).parents[2]) + "/"


def part_of(frame: FrameType | None) -> str:
    """What a thread is doing."""
    while frame is not None:
        if part := _part_of_file(frame.f_code.co_filename):
            return part
        frame = frame.f_back
    return "the loop itself"


@cache  # to ask must cost little of what is asked about
def _part_of_file(name: str) -> str:
    file = name.removeprefix(ROOT)
    for mark, part in PARTS:
        if file.startswith(mark) or (mark.startswith("/") and mark in file):
            return part
    return ""


class Sampler:
    """Shares out each thread's processor time to what that thread does; kept in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.parts: dict[str, float] = defaultdict(float)
        self._spent: dict[int, float] = {}  # seconds by thread
        self._samples = 0
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _sample(self, _: int, interrupted: FrameType | None) -> None:
        frames = {**sys._current_frames(), threading.get_ident(): interrupted}
        for thread in threading.enumerate():
            if thread.ident is None or thread.ident not in frames:
                continue
            try:
                spent = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
            except OSError:  # it has just ended
                continue
            passed = spent - self._spent.get(thread.ident, 0.0)
            self._spent[thread.ident] = spent
            if passed > 0:
                self.parts[part_of(frames[thread.ident])] += passed
        self._samples += 1
        if self._samples % WRITTEN == 0:
            beside = self.file.with_suffix(".new")
            beside.write_text(json.dumps(self.parts))
            beside.replace(self.file)


def samples(file: Path) -> dict[str, float]:
    """Seconds by part, as a sampled process has written them down so far."""
    return dict(json.loads(file.read_text())) if file.exists() else {}


if __name__ == "__main__":
    from bot.interactions import cooldowns
    from bot.program import main

    # All tables of a bench are opened in one server, one after the other.
    cooldowns.SERVER_TABLES = cooldowns.Limit(10_000, cooldowns.WHILE)
    Sampler(Path(os.environ["SAMPLES"]))
    sys.exit(main([]))
