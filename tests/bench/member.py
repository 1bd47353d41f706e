"""The bot as one of several processes: it says to Discord which one it is, and counts statements."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import discord
from sqlalchemy import event
from sqlalchemy.engine import Engine

EVERY = 0.5  # seconds after which the counts are written down
NAME, COUNTS = "MEMBER", "COUNTS"  # in the environment


def count(file: Path) -> None:
    """Count what is asked of the database, in a file that outlives this process."""
    counts: Counter[str] = Counter()

    def ran(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        counts["statements"] += 1

    def committed(connection: Any) -> None:
        counts["transactions"] += 1

    def write() -> None:
        while True:
            time.sleep(EVERY)
            beside = file.with_suffix(".new")
            beside.write_text(json.dumps(counts))
            beside.replace(file)

    event.listen(Engine, "before_cursor_execute", ran)
    event.listen(Engine, "commit", committed)
    threading.Thread(target=write, daemon=True).start()


def call_oneself(name: str) -> None:
    """Add a name to every call of Discord."""
    begin = discord.http.HTTPClient.__init__

    def named(self: discord.http.HTTPClient, *args: Any, **kwargs: Any) -> None:
        begin(self, *args, **kwargs)
        self.user_agent += f" member/{name}"

    discord.http.HTTPClient.__init__ = named  # type: ignore[method-assign]


if __name__ == "__main__":
    from bot.program import main

    count(Path(os.environ[COUNTS]))
    call_oneself(os.environ[NAME])
    sys.exit(main([]))
