"""What an action costs: statements, transactions, loads, views, panels and calls of Discord."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from bot.ui import panels
from rules.engine.contract import AnyGame
from tests.bot.hall import Hall

BEHIND = {"Poster": "posting", "Clock": "clock", "Computer": "computer"}  # tasks by their class
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
        if statement.startswith("BEGIN"):
            count("writes")
            count_reads(-1)
            return
        count("statements")
        if statement.startswith("SELECT") and "snapshots" in statement:
            count("loads")

    def count_reads(by: int) -> None:
        costs[whose()]["reads"] += by

    def checked_out(*rest: Any) -> None:
        count_reads(1)

    engine = hall.bot.store.engine.sync_engine
    listeners = (("before_cursor_execute", ran), ("checkout", checked_out))
    for name, listener in listeners:
        event.listen(engine, name, listener)
    before = hall.env.backend.http_requests
    hall.env.backend.http_requests = Calls(count)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(game), "view", noted(type(game).view, lambda: count("views")))
            patch.setattr(panels, "panel", noted(panels.panel, lambda: count("panels")))
            yield costs
    finally:
        hall.env.backend.http_requests = before
        for name, listener in listeners:
            event.remove(engine, name, listener)


def noted(function: Callable[..., Any], note: Callable[[], None]) -> Callable[..., Any]:
    """The same function, which is noted each time."""

    def noting(*args: Any, **kwargs: Any) -> Any:
        note()
        return function(*args, **kwargs)

    return noting
