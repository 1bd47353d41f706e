"""The private panel of a player: the board from their eyes, the open question, their answers."""

from collections.abc import Callable
from typing import Any

from bot.table import Table, guard
from bot.ui import brawl_real_time
from bot.ui.answer_buttons import AnswerButton
from bot.ui.buttons import Lasting
from bot.ui.choices import choices, chosen_from
from bot.ui.limits import CONTENT, ROW, cut
from bot.ui.menu import STEPS, Menu, menu
from bot.ui.screen import WAY_ROW, Screen, join
from bot.ui.table_buttons import PostButton, draw_buttons
from bot.ui.words import heading, moment, outcome, waiting
from rules.engine.state import Question

MOST_LINES = 6  # verbs that are explained
NEW = 12  # questions after which nobody needs that any more

# How a game is shown while seconds count; where it is not named here, like any other.
IN_REAL_TIME: dict[str, Callable[[Table, int], Screen]] = {"brawl": brawl_real_time.panel}


def panel(table: Table, user_id: int, *, seat: int | None = None, path: str = "") -> Screen:
    """The panel of a player at a table: of one seat, where the player holds several."""
    guard.seated(table, user_id)
    guard.begun(table)
    if table.in_real_time and table.game.key in IN_REAL_TIME:
        return IN_REAL_TIME[table.game.key](table, user_id)
    view = table.view(user_id)
    private = table.game.text.private(view)
    questions = table.questions(user_id)
    if not questions or table.status != "playing":
        return Screen(_idle(table, view), _on(table, user_id), view=view, in_words=private)
    asked = next((q for q in questions if q.seat == seat), questions[0])
    options, ways = table.offer(asked.seat), table.ways(asked.seat)
    shown = menu(table.game, view, options, ways, path)
    content = _content(table, user_id, view, asked, shown)
    others = [q for q in questions if q is not asked]
    items = choices(f"t:{table.id}:{asked.seat}.{asked.number}:", shown)
    items += _way(table, user_id, view, asked, shown, others)
    aims = chosen_from(shown, options, ways)
    at = (asked.seat, asked.number, path)
    return Screen(content, items, view, private, aims=aims, at=at)


def hand(table: Table, user_id: int) -> Screen:
    """What only this player knows, without a question."""
    guard.seated(table, user_id)
    guard.begun(table)
    view = table.view(user_id)
    private = table.game.text.private(view) or "You hold nothing that others cannot see."
    return Screen(cut(f"{heading(table)}\n{private}", CONTENT), view=view, hand=True)


def _idle(table: Table, view: Any) -> str:
    if table.outcome is not None:
        said = outcome(table, view)
    elif table.status == "abandoned":
        said = "This table was closed without a result."
    else:
        said = f"You are not asked anything now. {waiting(table, view)}"
    return join(heading(table), said)


def _on(table: Table, user_id: int) -> list[Lasting]:
    """A panel that waits may be old by the time it is read: here it goes on."""
    if table.status != "playing":
        return []
    on = PostButton.button(f"d:{table.id}:on", "Play on", emoji="🔄")
    return [on, *_draw(table, user_id), _rules(table)]


def _draw(table: Table, user_id: int, row: int | None = None) -> list[Lasting]:
    mine = any(seated.user_id == user_id for seated in table.draw_asked)
    return draw_buttons(table, row) if mine else []


def _rules(table: Table, row: int | None = None) -> Lasting:
    return PostButton.button(f"d:{table.id}:rules", "Rules", emoji="📖", row=row)


def _content(table: Table, user_id: int, view: Any, asked: Question, shown: Menu) -> str:
    text = table.game.text
    prompt = text.prompt(view, asked.kind)
    if len(table.seats_of(user_id)) > 1:  # whoever plays several is told for whom
        prompt = f"**{text.seat(view, asked.seat)}:** {prompt}"
    due = table.due(asked.seat)
    by = f"Answer by {moment(due)}." if due else ""
    goal = text.goal(view) if asked.number == 1 else ""  # as one begins
    warned = [f"🎯 {goal}"] * bool(goal) + [f"❗ {said}" for said in text.warnings(view)]
    trail = " › ".join(shown.trail)
    more = f"**{trail} ›**" if trail else _explained(shown) if asked.number <= NEW else ""
    return join(heading(table), *warned, prompt, by, more)


def _explained(shown: Menu) -> str:
    """A line for each verb that leads to more choices; the others say it themselves."""
    if len(shown.groups) < 2:
        return ""
    lines = [
        f"-# **{group.title}** · {group.about}"
        for group in shown.groups[:MOST_LINES]
        if group.about and not group.last and len(group.choices) > 1
    ]
    return "\n".join(lines)


def _way(
    table: Table, user_id: int, view: Any, asked: Question, shown: Menu, others: list[Question]
) -> list[Lasting]:
    """The last row: back, other seats, undo, the single steps, the rules."""
    start = f"t:{table.id}:{asked.seat}.{asked.number}:"
    way = _draw(table, user_id, WAY_ROW)
    if shown.back is not None:
        way.append(AnswerButton.button(f"{start}>{shown.back}", "Back", emoji="◀️", row=WAY_ROW))
    for other in others[: ROW - 3]:
        name = table.game.text.seat(view, other.seat)
        there = f"t:{table.id}:{other.seat}.{other.number}:>"
        way.append(AnswerButton.button(there, name, emoji="↔️", row=WAY_ROW))
    player = table.player_of(user_id)
    if table.play is not None and player is not None and table.play.can_undo(player):
        way.append(AnswerButton.button(f"{start}!undo", "Undo", emoji="↩️", row=WAY_ROW))
    if shown.steps:
        way.append(AnswerButton.button(f"{start}>{STEPS}", "Step by step", row=WAY_ROW))
    way.append(_rules(table, WAY_ROW))
    return way[:ROW]
