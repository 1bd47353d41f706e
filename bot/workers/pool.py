"""Work that burns processor time is done in other processes, never in threads."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

logger = logging.getLogger(__name__)
NICE = 5  # how far a worker gives way to the bot, which has to answer at once
P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """A pool of processes, started when first needed and again if one dies."""

    def __init__(self, count: int = 1) -> None:
        """So many processes at most."""
        self.count = count
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of a module in another process; a worker's death costs one more try."""
        if kwargs:
            raise TypeError("workers take arguments by position")
        for attempt in (1, 2):
            pool = self._open()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False, cancel_futures=True)
                if attempt == 2:
                    raise
                logger.warning("a worker process died; another is started")
        raise AssertionError

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin
            )
        return self._pool

    async def close(self) -> None:
        """Let the processes end."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)


def _begin() -> None:
    # Ctrl-C goes to every process of the terminal; the bot itself says when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not everywhere
        os.nice(NICE)
    threading.Thread(target=_follow, name="follow", daemon=True).start()


def _follow() -> None:
    """End with the bot, even where it was killed and could not say so."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
