"""The inbox of a player: the tables that wait for them, and the way from one to the next."""

from collections.abc import Sequence
from datetime import datetime

import discord

from bot.table.waits import Turns, Waiting
from bot.ui.buttons import STYLE, Lasting
from bot.ui.limits import ROW
from bot.ui.screen import WAY_ROW, Screen, join
from rules import registry
from rules.engine.errors import UnknownGame

PAGE = 10  # tables that a phone shows at once
MARK = "i:"  # the beginning of every id here: a panel with one of them was opened from the inbox
LINK = "https://discord.com/channels"
NOTHING = "Nothing waits for you. `/my tables` has all tables that you sit at."


class InboxButton(Lasting, template=r"i:(?P<what>turns|next)(?::(?P<number>\d{1,19}))?"):
    """The list of what waits (`turns`, and its page), or the table after this one (`next`)."""


class InboxSelect(Lasting, template=r"i:open"):
    """The tables that wait; what is chosen is played in the same answer."""


def inbox(turns: Turns, page: int, note: str = "") -> Screen:
    """A page of the tables that wait for somebody, whose time ends first on top."""
    if not turns.shown:
        return Screen(join(note, NOTHING))
    one = turns.total == 1
    head = f"📥 **{'One table waits' if one else f'{turns.total} tables wait'} for you**"
    lines = [line(waiting) for waiting in turns.shown]
    return Screen(join(note, head, *lines), [_select(turns.shown), *_pages(turns, page)])


def line(waiting: Waiting) -> str:
    """A table that waits, with the way to its latest post, and until when."""
    named = f"{_title(waiting.game)} · table {waiting.table_id}"
    where = link(waiting)
    shown = f"[{named}]({where})" if where else f"{named}, for you alone"
    due = waiting.due_at
    return (
        f"- {shown} · {f'until {_relative(due)}' if due else f'since {_relative(waiting.since)}'}"
    )


def link(waiting: Waiting) -> str:
    """The address of a table's latest post, or of its channel; none where it is in no channel."""
    if waiting.channel_id < 0:
        return ""
    place = f"{LINK}/{waiting.guild_id or '@me'}/{waiting.channel_id}"
    return f"{place}/{waiting.message_id}" if waiting.message_id else place


def way_on(screen: Screen, table_id: int) -> list[Lasting]:
    """What a panel has that was opened from the inbox: its own items, and the way on from it.

    Where its last row is full, the last of it makes room: whoever plays here is never lost.
    """
    items = list(screen.items)
    turns = InboxButton.button("i:turns:0", "My turns", emoji="📥", row=WAY_ROW)
    if screen.at is not None:
        row = [item for item in items if item.row == WAY_ROW]
        if len(row) >= ROW:
            items.remove(row[-1])
        return [*items, turns]
    onward = InboxButton.button(
        f"i:next:{table_id}", "Next table", STYLE.primary, emoji="⏭️", row=WAY_ROW
    )
    return [*items, onward, turns]


def turns_button(row: int | None = None) -> Lasting:
    """The door to all that waits for whoever presses it."""
    return InboxButton.button("i:turns:0", "My turns", STYLE.primary, emoji="📥", row=row)


def from_inbox(interaction: discord.Interaction) -> bool:
    """Whether what was pressed belongs to an answer that was opened from the inbox."""
    message = interaction.message
    rows = message.components if message is not None else []
    ids = [
        getattr(item, "custom_id", None)
        for row in rows
        if isinstance(row, discord.ActionRow)
        for item in row.children
    ]
    return any(custom_id is not None and custom_id.startswith(MARK) for custom_id in ids)


def _select(shown: Sequence[Waiting]) -> Lasting:
    named = [(f"Table {one.table_id} · {_title(one.game)}", str(one.table_id), "") for one in shown]
    return InboxSelect.select("i:open", "Play here, at …", named)


def _pages(turns: Turns, page: int) -> list[Lasting]:
    last = (turns.total - 1) // PAGE
    found: list[Lasting] = []
    if page > 0:
        found.append(InboxButton.button(f"i:turns:{page - 1}", "Sooner", emoji="◀️"))
    if page < last:
        found.append(InboxButton.button(f"i:turns:{page + 1}", "Later", emoji="▶️"))
    return found


def _title(key: str) -> str:
    try:
        return str(registry.get(key).title)
    except UnknownGame:  # of a version that had more games
        return key


def _relative(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:R>"
