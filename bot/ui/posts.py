"""Public posts in words: made from the spectator's view alone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.table import News, Table
from bot.ui.buttons import Lasting
from bot.ui.limits import CONTENT, cut
from bot.ui.table_buttons import post_buttons
from bot.ui.words import called, heading, moment, outcome, span, waited, waiting

LINES = 12
LINE = 200
MORE = 60  # characters to say that there are more


@dataclass(slots=True)
class Post:
    """What everybody reads, who is pinged, and the buttons under it."""

    content: str
    pinged: list[int] = field(default_factory=list)
    items: list[Lasting] = field(default_factory=list)
    view: Any = None  # the spectator's view, from which the picture is drawn
    board: str = ""  # what that picture shows, in words: said where there is no picture

    def words(self, *, pictured: bool) -> str:
        """What is written; the table itself, too, where it cannot be seen."""
        if pictured or not self.board:
            return cut(self.content, CONTENT)
        room = CONTENT - len(self.content) - 1
        return f"{self.content}\n{cut(self.board, room)}" if room > LINE else self.content


def turn(table: Table, lines: Sequence[str], *, ping: bool) -> Post:
    """What happened since the last post, and whom the table waits for by when."""
    view = table.view(None)
    whom = waiting(table, view)
    content = _join(heading(table), lines, f"▶️ {whom}" if whom else "")
    pinged = [s.user_id for s in waited(table) if s.user_id is not None] if ping else []
    return Post(content, pinged, post_buttons(table.id), view, table.game.text.board(view))


def over(table: Table, lines: Sequence[str]) -> Post:
    """The last post of a game."""
    view = table.view(None)
    look = f"`/table log table:{table.id}`"
    proof = f"-# Every roll can be checked: {look} · commitment `{table.commitment}`"
    pinged = [s.user_id for s in table.people if s.user_id is not None]
    content = _join(heading(table), lines, outcome(table, view), proof)
    row = post_buttons(table.id, playing=False)
    return Post(content, pinged, row, view, table.game.text.board(view))


def abandoned(table: Table) -> Post:
    """A table that was closed without a result."""
    return Post(f"{heading(table)}\nThis table was closed without a result.")


def settings(table: Table) -> Post:
    """The table's pace has changed."""
    return Post(f"{heading(table)}\nThe pace is now: {span(table.pace)}.")


def warning(table: Table, news: News) -> Post | None:
    """Somebody's time is nearly up; nothing where they have answered meanwhile."""
    if table.play is None or table.outcome is not None or news.at is None:
        return None
    by = moment(news.at)
    if news.seat is None:
        pinged = waited(table)
        said = f"The clock runs out {by}."
    else:
        if news.seat not in {q.seat for q in table.waits}:
            return None
        pinged = [table.holder(news.seat)]
        said = f"your time is nearly up: the referee moves for you {by}."
    names = ", ".join(called(seated) for seated in pinged)
    users = [s.user_id for s in pinged if s.user_id is not None and s.reminders]
    return Post(f"{heading(table)}\n⏳ {names}: {said}", users, post_buttons(table.id))


def _join(head: str, lines: Sequence[str], *tail: str) -> str:
    """A post whose head and tail, with whom it waits for, are never cut for what happened."""
    rest = [part for part in tail if part]
    told = _told(lines, CONTENT - sum(len(part) + 1 for part in (head, *rest)))
    return cut("\n".join(part for part in (head, told, *rest) if part), CONTENT)


def _told(lines: Sequence[str], room: int) -> str:
    """The latest lines that there is room for."""
    shown = [f"> {cut(line, LINE)}" for line in lines[-LINES:]]
    while shown and sum(len(line) + 1 for line in shown) + MORE > room:
        shown.pop(0)
    if len(lines) > len(shown):
        shown.insert(0, f"> … {len(lines) - len(shown)} more before that: `/table log`")
    return "\n".join(shown)
