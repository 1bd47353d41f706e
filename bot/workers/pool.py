"""Work that burns processor time is done in other processes, never in threads."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from bot.workers.process import NICE, Died, Process
from bot.workers.shares import BEHIND, FOR, Shares

logger = logging.getLogger(__name__)
BIRTHS = (5.0, 10.0, 20.0, 25.0)  # seconds in which a process is ready, or has another beside it
WAIT = 10.0  # seconds in which a job has a process, or is given up
FAREWELL = 1.0  # seconds in which whoever listens to a process hears of its end
LIMIT = 5.0  # seconds that one job may take
RENEWED = 2_000  # jobs after which a worker makes room for a fresh one, as what it holds grows
P = ParamSpec("P")
T = TypeVar("T")
# Where the process itself may be to blame, not its job: memory that runs out is any of these.
UNFIT = (Died, MemoryError, OSError)


class GivenUp(Exception):
    """A job took too long, or no process could be had for it."""


class Workers:
    """A number of processes, started when first needed; one that dies, hangs or starves is replaced.

    A job waits for the next free process: whoever was served longest ago comes first, so that
    nobody waits behind all that another has asked for, or behind what can wait. Nobody is kept
    waiting by a process that hangs for longer than a job may take, nor by one that does not get
    ready.
    """

    def __init__(
        self,
        count: int = 1,
        ready: Callable[[], None] | None = None,
        *,
        limit: float = LIMIT,
        wait: float = WAIT,
        births: tuple[float, ...] = BIRTHS,
        renewed: int = RENEWED,
        nice: int = NICE,
    ) -> None:
        """So many processes at most; each calls `ready` before its first job.

        They are as `nice` as that to the bot: none where people wait for what they do.
        """
        self.limit, self.wait, self.births = limit, wait, births
        self.renewed, self.nice = renewed, nice
        self._ready = ready
        self._free: Shares[_Worker | None] = Shares([None] * count)  # none: yet to be started
        self._all: set[_Worker] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._fresh: _Worker | None = None  # to take the place of one that is worn out
        self._closed = False

    @property
    def busy(self) -> int:
        """How many jobs wait or are worked on."""
        return len(self._tasks)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of a module in another process; one that is unfit costs one more try."""
        if kwargs:
            raise TypeError("workers take arguments by position")
        try:
            done: T = await self._kept(self._once(work, args, self.wait))
        except UNFIT:
            done = await self._kept(self._once(work, args, self.wait))
        return done

    async def warm_up(self) -> None:
        """Start a process before it is needed, so that nobody waits for that."""
        await self._kept(self._once(os.getpid, (), None))

    async def close(self) -> None:
        """End the processes, whatever they do: what matters is on disk elsewhere."""
        self._closed = True
        listening = [self._bury(worker) for worker in list(self._all)]
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thread in listening:  # whose end must not coincide with the bot's own
            await asyncio.to_thread(thread.join, FAREWELL)

    async def _kept(self, work: Any) -> Any:
        """Go on with it when whoever waits for it gives up: a process cannot be interrupted."""
        if self._closed:
            work.close()
            raise GivenUp("the workers have been sent home")
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # known to whoever waited, if anybody still does

    async def _once(
        self, work: Callable[..., Any], args: tuple[Any, ...], wait: float | None
    ) -> Any:
        worker: _Worker | None = await self._process(wait)
        assert worker is not None
        try:
            return await worker.do(work, args, self.limit)
        except (*UNFIT, GivenUp) as error:
            self._say(error, getattr(work, "__name__", work))
            self._bury(worker)
            worker = None
            raise
        finally:
            self._free.put(self._relieved(worker))

    def _say(self, error: BaseException, what: object) -> None:
        if not self._closed:
            logger.warning("a worker is replaced: %s (%s)", error or repr(error), what)

    # -- having a process

    async def _process(self, wait: float | None) -> "_Worker":
        """A free process, or a new one, within so many seconds."""
        try:
            async with asyncio.timeout(wait):
                free = await self._next()
                if free is None and any(worker.ready for worker in self._all):
                    self._birth_of_one().add_done_callback(self._born_late)
                    free = await self._next()  # whichever is there first
                return free or await self._started()
        except TimeoutError:
            raise GivenUp(f"no process was to be had within {wait:g} s") from None

    async def _next(self) -> "_Worker | None":
        return await self._free.get(FOR.get(), behind=BEHIND.get())

    def _birth_of_one(self) -> "asyncio.Task[_Worker]":
        birth = asyncio.create_task(self._born(), name="born worker")
        self._tasks.add(birth)
        birth.add_done_callback(self._done)
        return birth

    async def _started(self) -> "_Worker":
        """A new process; where nobody waits for it any more, it is for the next job."""
        birth = self._birth_of_one()
        try:
            return await asyncio.shield(birth)
        except asyncio.CancelledError:
            birth.add_done_callback(self._born_late)
            raise
        except BaseException as error:
            self._say(error, "birth")
            self._free.put(None)
            raise

    def _born_late(self, birth: "asyncio.Task[_Worker]") -> None:
        if birth.cancelled():
            self._free.put(None)
        elif error := birth.exception():
            self._say(error, "birth")
            self._free.put(None)
        else:
            self._free.put(birth.result())

    async def _born(self) -> "_Worker":
        """A process that is ready; one that takes long may hang, so another is started beside it."""
        births: list[asyncio.Task[_Worker]] = []
        first: asyncio.Task[_Worker] | None = None
        try:
            for patience in self.births:
                births.append(asyncio.create_task(self._birth()))
                done, _ = await asyncio.wait(
                    births, timeout=patience, return_when=asyncio.FIRST_COMPLETED
                )
                if done:
                    first = done.pop()
                    return first.result()
            raise GivenUp(f"no process got ready in {sum(self.births):g} s")
        finally:
            for birth in births:
                if birth is not first and not birth.cancel() and not birth.exception():
                    self._bury(birth.result())

    async def _birth(self) -> "_Worker":
        worker = _Worker(self.nice)
        self._all.add(worker)
        try:
            await worker.do(_get_ready, (self._ready,), sum(self.births))
        except BaseException as error:
            self._bury(worker)
            if not isinstance(error, Exception) or isinstance(error, (*UNFIT, GivenUp)):
                raise
            raise Died(f"a process did not get ready: {error!r}") from error
        worker.jobs, worker.ready = 0, True
        return worker

    def _bury(self, worker: "_Worker") -> threading.Thread:
        self._all.discard(worker)
        return worker.kill()

    # -- a worker that has done much makes room

    def _relieved(self, worker: "_Worker | None") -> "_Worker | None":
        if worker is None or worker.jobs < self.renewed or self._closed:
            return worker
        if self._fresh is None:
            if worker.jobs == self.renewed:
                task = asyncio.create_task(self._refresh(), name="fresh worker")
                self._tasks.add(task)
                task.add_done_callback(self._done)
            return worker
        fresh, self._fresh = self._fresh, None
        self._bury(worker)
        return fresh

    async def _refresh(self) -> None:
        try:
            self._fresh = await self._born()
        except (*UNFIT, GivenUp):
            logger.warning("no fresh worker could be started; the old one goes on")


class _Worker:
    """One process, and what it has done."""

    def __init__(self, nice: int) -> None:
        self.process = Process(nice)
        self.jobs = 0
        self.ready = False

    async def do(self, work: Callable[..., Any], args: tuple[Any, ...], limit: float) -> Any:
        """Call a function over there, within so many seconds."""
        self.jobs += 1
        try:
            async with asyncio.timeout(limit):
                answer = await self.process.ask(work, args)
        except TimeoutError:
            raise GivenUp(f"a job took more than {limit:g} s") from None
        return answer.value()

    def kill(self) -> threading.Thread:
        """End the process; who waits for that."""
        return self.process.kill()


def _get_ready(ready: Callable[[], None] | None) -> None:
    if ready is not None:
        ready()
