"""The private panel of a player: the open question, what only they know, what they may answer."""

from collections.abc import Callable
from typing import Any

from bot.table import Table, guard
from bot.ui import brawl_real_time
from bot.ui.answer_buttons import AnswerButton, AnswerSelect
from bot.ui.buttons import STYLE, Lasting
from bot.ui.limits import CHOICES, CONTENT, ROW, cut
from bot.ui.narrowing import Choice, Menu, menu
from bot.ui.screen import WAY_ROW, Screen, join
from bot.ui.words import heading, moment, outcome, waiting
from rules.engine.state import Question

BUTTONS = 20  # a screenful, beside one row to find the way


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
        return Screen(_idle(table, view), view=view, in_words=private)
    asked = next((q for q in questions if q.seat == seat), questions[0])
    shown = menu(table.game, view, table.offer(asked.seat), path)
    content = _content(table, user_id, view, asked, shown)
    others = [q for q in questions if q is not asked]
    items = _items(table, user_id, view, asked, shown, others)
    return Screen(content, items, view, private)


def hand(table: Table, user_id: int) -> Screen:
    """What only this player knows, without a question."""
    guard.seated(table, user_id)
    guard.begun(table)
    view = table.view(user_id)
    private = table.game.text.private(view) or "You hold nothing that others cannot see."
    return Screen(cut(f"{heading(table)}\n{private}", CONTENT), view=view)


def _idle(table: Table, view: Any) -> str:
    if table.outcome is not None:
        said = outcome(table, view)
    elif table.status == "abandoned":
        said = "This table was closed without a result."
    else:
        said = f"You are not asked anything now. {waiting(table, view)}"
    return join(heading(table), said)


def _content(table: Table, user_id: int, view: Any, asked: Question, shown: Menu) -> str:
    text = table.game.text
    prompt = text.prompt(view, asked.kind)
    if len(table.seats_of(user_id)) > 1:  # who plays several is told for whom
        prompt = f"**{text.seat(view, asked.seat)}:** {prompt}"
    due = table.due(asked.seat)
    by = f"Answer by {moment(due)}." if due else ""
    trail = " › ".join(shown.trail)
    return join(heading(table), prompt, by, f"**{trail} ›**" if trail else "")


def _items(
    table: Table, user_id: int, view: Any, asked: Question, shown: Menu, others: list[Question]
) -> list[Lasting]:
    start = f"t:{table.id}:{asked.seat}.{asked.number}:"
    items = _choices(start, shown)
    way: list[Lasting] = []
    if shown.back is not None:
        way.append(AnswerButton.button(f"{start}>{shown.back}", "Back", emoji="◀️", row=WAY_ROW))
    for other in others[: ROW - 2]:
        name = table.game.text.seat(view, other.seat)
        there = f"t:{table.id}:{other.seat}.{other.number}:>"
        way.append(AnswerButton.button(there, name, emoji="↔️", row=WAY_ROW))
    player = table.player_of(user_id)
    if table.play is not None and player is not None and table.play.can_undo(player):
        way.append(AnswerButton.button(f"{start}!undo", "Undo", emoji="↩️", row=WAY_ROW))
    return items + way


def _choices(start: str, shown: Menu) -> list[Lasting]:
    choices = shown.choices
    most = BUTTONS - ROW if shown.several else BUTTONS
    items: list[Lasting] = []
    row = 0
    if len(choices) <= most:
        for at, choice in enumerate(choices):
            row = at // ROW
            items.append(
                AnswerButton.button(_id(start, choice), choice.label, _style(choice), row=row)
            )
        row += 1
    else:
        for row in range(min(4, -(-len(choices) // CHOICES))):
            part = choices[row * CHOICES : (row + 1) * CHOICES]
            named = [(choice.label, _mark(choice)) for choice in part]
            placeholder = (
                f"{part[0].label} – {part[-1].label}" if len(choices) > CHOICES else "Choose"
            )
            items.append(AnswerSelect.select(f"{start}?{row}", placeholder, named, row=row))
        row += 1
    if shown.several:
        named = [(choice.label, _mark(choice)) for choice in choices[:CHOICES]]
        several = AnswerSelect.select(
            f"{start}*", "Several at once", named, most=len(named), row=min(row, 3)
        )
        items.append(several)
    return items


def _id(start: str, choice: Choice) -> str:
    return start + _mark(choice)


def _mark(choice: Choice) -> str:
    return ("=" if choice.answer else ">") + choice.path


def _style(choice: Choice) -> STYLE:
    return STYLE.primary if choice.answer else STYLE.secondary
