"""The bot in a time of its own: a file says how many seconds it is ahead of everybody else's.

`python -m tests.local.later`: whoever writes to the file lets time pass, and the bot goes on as if
it had waited for that.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import bot.client
import bot.clock
import bot.program
from bot.client import RefereeBot, create_bot
from bot.clock import Clock
from bot.referee import Referee, utc_now

AHEAD = "AHEAD"  # in the environment: the file
LOOK = 0.02  # seconds between two looks at it
EVER = timedelta(days=10_000)


def ahead() -> float:
    """How many seconds it is later than one would think."""
    return float(Path(os.environ[AHEAD]).read_text())


def now() -> datetime:
    """The time as the file tells it."""
    return utc_now() + timedelta(seconds=ahead())


async def watch(one: RefereeBot) -> None:
    """Whenever time has passed, look at everything that could be due."""
    known = ahead()
    while True:
        await asyncio.sleep(LOOK)
        if one.opened and ahead() != known:
            known = ahead()
            one.clock._changed.set()
            one.digests.wake()
            for number in list(one.poster._later):
                one.poster.look_at(number)
            await one.retention.sweep()


def watched(*args: Any, **more: Any) -> RefereeBot:
    """A bot for which time passes so."""
    made = create_bot(*args, **more)
    made.passing = asyncio.get_running_loop().create_task(watch(made))  # type: ignore[attr-defined]
    return made


if __name__ == "__main__":
    there: Any = bot.client
    there.Referee = partial(Referee, now=now)
    there.Clock = partial(Clock, elapsed=lambda: time.monotonic() + ahead())
    bot.clock.AWAY = EVER  # else the time that has passed would be one in which nobody was served
    program: Any = bot.program
    program.create_bot = watched
    sys.exit(bot.program.main([]))
