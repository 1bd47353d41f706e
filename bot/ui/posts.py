"""Public posts in words: made from the spectator's view alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.table import News, Table
from bot.ui.limits import CONTENT, cut
from bot.ui.open_choices import open_panel
from bot.ui.screen import Screen, join
from bot.ui.table_buttons import draw_buttons, post_buttons, rematch_button
from bot.ui.words import at_table, called, heading, moment, outcome, short, span, waited, waiting

LINES = 12
LINE = 200
MORE = 60  # characters to say that there are more
REVEALED = 1300  # characters of what is shown at the end


def turn(
    table: Table, lines: Sequence[str], *, first: bool = False, pinged: Sequence[int] = ()
) -> Screen:
    """What happened since the last post, what threatens, and whom the table waits for by when."""
    view = table.view(None)
    whom = waiting(table, view)
    head = join(heading(table), *_begins(table, view)) if first else heading(table)
    warned = [f"❗ {said}" for said in table.game.text.warnings(view)]
    panel = open_panel(table)
    prompt = f"**{panel.content}**" if panel is not None else ""
    content = _join(head, lines, *warned, f"▶️ {whom}" if whom else "", prompt)
    if panel is not None:
        return replace(panel, content=content, pinged=list(pinged))
    items = [*post_buttons(table), *draw_buttons(table)]
    return Screen(content, items, view, table.game.text.board(view), list(pinged))


def _begins(table: Table, view: Any) -> list[str]:
    """What the game is about, and who plays whom."""
    names = [at_table(table, view, seated.player) for seated in table.players]
    return [f"🎯 {goal}" if (goal := table.game.text.goal(view)) else "", f"👥 {', '.join(names)}"]


def over(table: Table, lines: Sequence[str]) -> Screen:
    """The last post of a game: how it ended, and what was hidden until now."""
    view = table.view(None)
    look = f"`/table log table:{table.id}`"
    proof = f"-# All luck can be checked: {look} · fingerprint `{short(table.commitment)}`"
    pinged = [s.user_id for s in table.people if s.user_id is not None]
    shown = _whole(table.game.text.revealed(view), REVEALED)
    content = _join(heading(table), lines, outcome(table, view), shown, proof)
    row = [rematch_button(table.id), *post_buttons(table, playing=False)]
    return Screen(content, row, view, table.game.text.board(view), pinged)


def _whole(lines: Sequence[str], room: int) -> str:
    """Lines, none of them cut, as many as there is room for."""
    shown = ["🔎 What was hidden:", *lines]
    while sum(len(line) + 1 for line in shown) > room:
        shown.pop()
    return "\n".join(shown) if len(shown) > 1 else ""


def abandoned(table: Table, lines: Sequence[str] = ()) -> Screen:
    """A table that was closed without a result, and by whom."""
    return Screen(join(heading(table), *lines, "This table was closed without a result."))


def settings(table: Table) -> Screen:
    """The table's pace has changed."""
    return Screen(f"{heading(table)}\nThe pace is now: {span(table.pace)}.")


def warning(table: Table, news: News) -> Screen | None:
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
    content = f"{heading(table)}\n⏳ {names}: {said}"
    return Screen(content, post_buttons(table), pinged=users)


def _join(head: str, lines: Sequence[str], *tail: str) -> str:
    """A post whose head and tail, with whom it waits for, are never cut for what happened."""
    rest = [part for part in tail if part]
    told = _told(lines, CONTENT - sum(len(part) + 1 for part in (head, *rest)))
    return join(head, told, *rest)


def _told(lines: Sequence[str], room: int) -> str:
    """The latest lines that there is room for."""
    shown = [f"> {cut(line, LINE)}" for line in lines[-LINES:]]
    while shown and sum(len(line) + 1 for line in shown) + MORE > room:
        shown.pop(0)
    if len(lines) > len(shown):
        shown.insert(0, f"> … {len(lines) - len(shown)} more before that: `/table log`")
    return "\n".join(shown)
