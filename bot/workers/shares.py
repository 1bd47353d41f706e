"""Things that several people want are handed out in turn, and first to whoever waits for them."""

import asyncio
from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import Generic, TypeVar

T = TypeVar("T")
KNOWN = 1_000  # people whose turn is remembered
IN_VAIN = 3  # times that what nobody waits for is passed over
FOR: ContextVar[int] = ContextVar("for", default=0)  # the person for whom this task works
# Nobody looks at a blank until this task is done: a post, another's panel.
BEHIND: ContextVar[bool] = ContextVar("behind", default=False)


class Shares(Generic[T]):
    """Things that are handed out to people, first to whoever got one longest ago.

    What is done behind their backs comes after that, yet not at the very last.
    """

    def __init__(self, things: list[T]) -> None:
        """Hand these out."""
        self._things = things
        self._awaited: dict[int, deque[asyncio.Future[T]]] = {}
        self._behind: dict[int, deque[asyncio.Future[T]]] = {}
        self._served: OrderedDict[int, None] = OrderedDict()  # the latest last
        self._passed_over = 0

    async def get(self, who: int, *, behind: bool = False) -> T:
        """The next thing that is free, when it is somebody's turn."""
        if self._things:
            self._note(who)
            return self._things.pop()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting = self._behind if behind else self._awaited
        waiting.setdefault(who, deque()).append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.put(future.result())
            raise

    def put(self, thing: T) -> None:
        """Hand a thing on, or keep it until somebody wants it."""
        while waiting := self._first():
            who = self._next(waiting)
            future = waiting[who].popleft()
            if not waiting[who]:
                del waiting[who]
            if not future.done():
                self._note(who)
                passed_over = waiting is self._awaited and self._behind
                self._passed_over = self._passed_over + 1 if passed_over else 0
                future.set_result(thing)
                return
        self._things.append(thing)

    def _first(self) -> dict[int, deque[asyncio.Future[T]]]:
        """Those among whom the next is."""
        late = self._behind and self._passed_over >= IN_VAIN
        return self._behind if late else self._awaited or self._behind

    def _next(self, waiting: dict[int, deque[asyncio.Future[T]]]) -> int:
        fresh = next((who for who in waiting if who not in self._served), None)
        if fresh is not None:
            return fresh
        return next(who for who in self._served if who in waiting)

    def _note(self, who: int) -> None:
        self._served[who] = None
        self._served.move_to_end(who)
        if len(self._served) > KNOWN:
            self._served.popitem(last=False)
