"""Public posts in words: made from the spectator's view alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.table import Table
from bot.ui.limits import CONTENT
from bot.ui.lobby_post import start_button
from bot.ui.open_choices import open_panel
from bot.ui.screen import Screen, join
from bot.ui.seats import missed_words, seat_buttons
from bot.ui.table_buttons import draw_buttons, post_buttons, rematch_button
from bot.ui.words import (
    at_table,
    banks,
    called,
    heading,
    named,
    outcome,
    short,
    story,
    time_words,
    told,
    waited,
    waiting,
)

DIGEST = 32  # characters of it, enough to be held to


def turn(
    table: Table,
    lines: Sequence[str],
    *,
    first: bool = False,
    pinged: Sequence[int] = (),
    left_out: int = 0,
) -> Screen:
    """What happened since the last post, what threatens, and whom the table waits for by when."""
    view = table.view(None)
    whom = waiting(table, view)
    head = join(heading(table), *_begins(table, view)) if first else heading(table)
    warned = [f"❗ {said}" for said in table.game.text.warnings(view)]
    panel = open_panel(table)
    prompt = panel.content if panel is not None else ""
    tail = [*warned, f"▶️ {whom}" if whom else "", banks(table), prompt]
    content = _join(table, head, lines, *tail, left_out=left_out)
    if panel is not None:
        return replace(panel, content=content, pinged=list(pinged))
    items = [*post_buttons(table), *draw_buttons(table)]
    return Screen(content, items, view, _board(table, view), list(pinged))


def past(table: Table, lines: Sequence[str], *, first: bool = False, left_out: int = 0) -> Screen:
    """A post that another has taken the place of: what happened, nothing of what was to come."""
    view = table.view(None)
    head = join(heading(table), *_begins(table, view)) if first else heading(table)
    return Screen(_join(table, head, lines, left_out=left_out))


def _begins(table: Table, view: Any) -> list[str]:
    """What the game is about, and who plays whom."""
    names = [at_table(table, view, seated.player) for seated in table.players]
    goal = table.game.text.goal(view)
    return [f"🎯 {goal}" if goal else "", f"👥 {', '.join(names)}" if len(names) > 1 else ""]


def over(
    table: Table, lines: Sequence[str], digest: str | None = None, *, turned: str = ""
) -> Screen:
    """The last post of a game: how it ended, how it `turned`, what was hidden, and its `digest`."""
    view = table.view(None)
    words = ", every player's word" if table.words else ""
    proof = (
        f"-# All luck can be checked: `/table log table:{table.id}` has the secret{words} and a page "
        f"that draws it all again · fingerprint `{short(table.commitment)}`"
        f"{f' · digest `{digest[:DIGEST]}`' if digest else ''}"
    )
    pinged = [s.user_id for s in table.people if s.user_id is not None]
    content = _join(
        table, heading(table), lines, outcome(table, view), *story(table, view, turned), proof
    )
    row = [rematch_button(table.id), *post_buttons(table, playing=False)]
    return Screen(content, row, view, _board(table, view), pinged)


def abandoned(table: Table, lines: Sequence[str] = ()) -> Screen:
    """A table that was closed without a result, and by whom."""
    return Screen(join(heading(table), *lines, "This table was closed without a result."))


def expired(table: Table, lines: Sequence[str]) -> Screen:
    """A table that was closed because no game was begun there, and the way to another one."""
    people = [s.user_id for s in table.people if s.user_id is not None]
    names = ", ".join(f"<@{user_id}>" for user_id in people)
    said = join(heading(table), *lines, f"{names}: the table is closed.")
    return Screen(said, [rematch_button(table.id, "Open it again")], pinged=people)


def away(table: Table, lines: Sequence[str]) -> Screen:
    """Somebody is away, or back; that is news for nobody in particular."""
    return Screen(join(heading(table), *(f"🏖️ {line}" for line in lines)))


def notice(table: Table, lines: Sequence[str]) -> Screen:
    """A table rests, or goes on: whoever is waited for is pinged then."""
    whom = [] if table.pause is not None else waited(table)
    pinged = [one.user_id for one in whom if one.user_id is not None]
    names = f"▶️ {', '.join(map(called, whom))}" if whom else ""
    items = post_buttons(table) if whom else []
    return Screen(join(heading(table), *lines, names), items, pinged=pinged)


def seats(table: Table, lines: Sequence[str]) -> Screen:
    """Somebody has got up or sat down: who may sit down now, and whom the table waits for."""
    owners = [one.owner_id for one in table.vacant if one.owner_id is not None]
    pinged = [user for user in (*owners, *table.guests) if any(f"<@{user}>" in s for s in lines)]
    whom = waiting(table, table.view(None)) if table.status == "playing" else ""
    said = join(heading(table), *lines, f"▶️ {whom}" if whom else "")
    return Screen(said, seat_buttons(table), pinged=pinged)


def refused(table: Table) -> Screen:
    """A post that Discord did not take: what it said is found elsewhere, and the game goes on."""
    said = "Discord did not take one of my posts: `/table log` tells what happened."
    whom = waiting(table, table.view(None)) if table.status == "playing" else ""
    on = f"▶️ {whom} `/table play` shows what to do." if whom else ""
    return Screen(join(heading(table), f"⚠️ {said}", on))


def full(table: Table, by: int | None) -> Screen | None:
    """Every seat is taken: whoever waited for that is told; nothing where the game has begun."""
    if table.status != "lobby" or table.room > 0:
        return None
    pinged = [s.user_id for s in table.people if s.user_id is not None and s.player != by]
    names = ", ".join(f"<@{user_id}>" for user_id in pinged)
    who = "You" if pinged == [table.host_id] else "The host"
    said = f"✅ {names}: every seat is taken. {who} can press *Start*."
    return Screen(join(heading(table), said), [start_button(table.id)], pinged=pinged)


def settings(table: Table) -> Screen:
    """The table's pace has changed."""
    return Screen(f"{heading(table)}\nThe time is now: {time_words(table)}{missed_words(table)}.")


def _board(table: Table, view: Any) -> str:
    """The board in words, for where there is no picture."""
    return named(table, table.game.text.board(view))


def _join(table: Table, head: str, lines: Sequence[str], *tail: str, left_out: int = 0) -> str:
    """A post whose head and tail, with whom it waits for, are never cut for what happened."""
    rest = [part for part in tail if part]
    room = CONTENT - sum(len(part) + 1 for part in (head, *rest))
    return join(
        *(named(table, part) for part in (head, told(lines, room, left_out=left_out), *rest))
    )
