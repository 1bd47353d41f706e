"""The private panel of a player: the open question, what only they know, what they may answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.errors import NotPlaying, NotSeated
from bot.sitting import Sitting
from bot.ui.answers import AnswerButton, AnswerSelect
from bot.ui.buttons import STYLE, Lasting, cut
from bot.ui.narrowing import Choice, Menu, menu
from bot.ui.words import heading, moment, outcome, waiting
from rules.engine.state import Question

BUTTONS = 20  # a screenful, beside one row to find the way
ROW = 5
WAY_ROW = 4  # the row to find the way
SELECT = 25
CONTENT = 2000


@dataclass(slots=True)
class Panel:
    """What a player is shown in private."""

    content: str
    items: list[Lasting] = field(default_factory=list)
    view: Any = None  # the player's view, from which the private picture is drawn
    private: str = ""  # what that picture shows, in words: said where there is no picture

    def words(self, *, pictured: bool) -> str:
        """What is written; on a phone a picture with its alt text saves a screenful."""
        return self.content if pictured else _join(self.content, self.private)

    def buttons(self, *more: discord.ui.Item[Any] | None) -> list[discord.ui.Item[Any]]:
        """The items, and others in the rows that they name, as long as there is room."""
        found: list[discord.ui.Item[Any]] = list(self.items)
        for item in more:
            if item is not None and sum(one.row == item.row for one in found) < ROW:
                found.append(item)
        return found


# A game may bring a panel of its own for some of its phases; none where the usual one serves.
OWN: dict[str, Callable[[Sitting, int], Panel | None]] = {}


def panel(sitting: Sitting, user_id: int, *, seat: int | None = None, path: str = "") -> Panel:
    """The panel of a player at a table: of one seat, where the player holds several."""
    if sitting.player_of(user_id) is None:
        raise NotSeated(f"You do not sit at table {sitting.id}: you can only watch this game.")
    if sitting.play is None:
        raise NotPlaying(f"The game at table {sitting.id} has not begun.")
    own = OWN.get(sitting.game.key)
    if own is not None and (shown_instead := own(sitting, user_id)) is not None:
        return shown_instead
    view = sitting.view(user_id)
    private = sitting.game.text.private(view)
    questions = sitting.questions(user_id)
    if not questions or sitting.status != "playing":
        return Panel(_idle(sitting, view), view=view, private=private)
    asked = next((q for q in questions if q.seat == seat), questions[0])
    shown = menu(sitting.game, view, sitting.offer(asked.seat), path)
    content = _content(sitting, user_id, view, asked, shown)
    others = [q for q in questions if q is not asked]
    items = _items(sitting, user_id, view, asked, shown, others)
    return Panel(content, items, view, private)


def hand(sitting: Sitting, user_id: int) -> Panel:
    """What only this player knows, without a question."""
    if sitting.player_of(user_id) is None:
        raise NotSeated(
            f"You do not sit at table {sitting.id}: there is nothing secret to show you."
        )
    if sitting.play is None:
        raise NotPlaying(f"The game at table {sitting.id} has not begun: nothing is dealt yet.")
    view = sitting.view(user_id)
    private = sitting.game.text.private(view) or "You hold nothing that others cannot see."
    return Panel(cut(f"{heading(sitting)}\n{private}", CONTENT), view=view)


def _idle(sitting: Sitting, view: Any) -> str:
    if sitting.outcome is not None:
        said = outcome(sitting, view)
    elif sitting.status == "abandoned":
        said = "This table was closed without a result."
    else:
        said = f"You are not asked anything now. {waiting(sitting, view)}"
    return _join(heading(sitting), said)


def _content(sitting: Sitting, user_id: int, view: Any, asked: Question, shown: Menu) -> str:
    text = sitting.game.text
    prompt = text.prompt(view, asked.kind)
    if len(sitting.seats_of(user_id)) > 1:  # who plays several is told for whom
        prompt = f"**{text.seat(view, asked.seat)}:** {prompt}"
    due = sitting.due(asked.seat)
    by = f"Answer by {moment(due)}." if due else ""
    trail = " › ".join(shown.trail)
    return _join(heading(sitting), prompt, by, f"**{trail} ›**" if trail else "")


def _join(*parts: str) -> str:
    return cut("\n".join(part for part in parts if part), CONTENT)


def _items(
    sitting: Sitting, user_id: int, view: Any, asked: Question, shown: Menu, others: list[Question]
) -> list[Lasting]:
    start = f"t:{sitting.id}:{asked.seat}.{asked.number}:"
    items = _choices(start, shown)
    way: list[Lasting] = []
    if shown.back is not None:
        way.append(AnswerButton.button(f"{start}>{shown.back}", "Back", emoji="◀️", row=WAY_ROW))
    for other in others[: ROW - 2]:
        name = sitting.game.text.seat(view, other.seat)
        there = f"t:{sitting.id}:{other.seat}.{other.number}:>"
        way.append(AnswerButton.button(there, name, emoji="↔️", row=WAY_ROW))
    player = sitting.player_of(user_id)
    if sitting.play is not None and player is not None and sitting.play.can_undo(player):
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
        for row in range(min(4, -(-len(choices) // SELECT))):
            part = choices[row * SELECT : (row + 1) * SELECT]
            named = [(choice.label, _mark(choice)) for choice in part]
            placeholder = (
                f"{part[0].label} – {part[-1].label}" if len(choices) > SELECT else "Choose"
            )
            items.append(AnswerSelect.select(f"{start}?{row}", placeholder, named, row=row))
        row += 1
    if shown.several:
        named = [(choice.label, _mark(choice)) for choice in choices[:SELECT]]
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
