"""What an action costs: statements, transactions, loads, views, panels and calls of Discord."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest
from sqlalchemy import event

from bot.store import Store
from bot.ui import panels
from rules.engine.contract import AnyGame
from tests.bot.hall import Hall

BEHIND = {  # tasks by their class
    "Poster": "posting",
    "LivePanels": "panels",
    "Clock": "clock",
    "Computer": "computer",
    "Absences": "sweeping",
    "Digests": "sweeping",
    "Retention": "sweeping",
}
# For whom a statement is run; one that was under way before counting began is nobody's here.
WHO: ContextVar[str] = ContextVar("who", default="sweeping")
Costs = dict[str, Counter[str]]  # by who has them: whoever takes an action, or a task behind it


def whose() -> str:
    """Whose doing this is: taking an action, or what follows in a task of its own."""
    task = asyncio.current_task()
    coroutine: Any = task.get_coro() if task else None
    owner = getattr(coroutine, "__qualname__", "").partition(".")[0]
    return BEHIND.get(owner, "taking")


class Calls(list[Any]):
    """A list that also counts what is added to it."""

    def __init__(self, count: Callable[[str], None]) -> None:
        super().__init__()
        self.note = count

    def append(self, call: Any) -> None:
        self.note("calls")
        super().append(call)


@contextmanager
def counted(hall: Hall, game: AnyGame) -> Iterator[Costs]:
    """Count everything that happens in a hall meanwhile."""
    costs: Costs = {who: Counter() for who in ("taking", *BEHIND.values())}

    def count(what: str) -> None:
        costs[whose()][what] += 1

    def ran(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if not statement.startswith("BEGIN"):
            costs[WHO.get()]["statements"] += 1
        if statement.startswith("SELECT") and "barrier" in statement:
            costs[WHO.get()]["loads"] += 1

    def unit(store: Store, what: str, do: Any) -> Any:
        async def counting(work: Any) -> Any:
            WHO.set(whose())
            count(what)
            return await do(store, work)

        return counting

    store = hall.bot.store
    engine = store.engine.sync_engine
    event.listen(engine, "before_cursor_execute", ran)
    before = hall.env.backend.http_requests
    hall.env.backend.http_requests = Calls(count)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(game), "view", noted(type(game).view, lambda: count("views")))
            patch.setattr(store, "read", unit(store, "reads", Store.read))
            patch.setattr(store, "write", unit(store, "writes", Store.write))
            patch.setattr(panels, "panel", noted(panels.panel, lambda: count("panels")))
            yield costs
    finally:
        hall.env.backend.http_requests = before
        event.remove(engine, "before_cursor_execute", ran)


def noted(function: Callable[..., Any], note: Callable[[], None]) -> Callable[..., Any]:
    """The same function, which is noted each time."""

    def noting(*args: Any, **kwargs: Any) -> Any:
        note()
        return function(*args, **kwargs)

    return noting
