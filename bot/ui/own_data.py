"""What is kept of somebody, in words and as a file; the privacy text; the way to have it deleted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec

from bot.table import Table
from bot.ui.buttons import STYLE, Lasting
from bot.ui.screen import Screen, join
from bot.ui.words import heading

PRIVACY = Path(__file__).with_name("privacy.md").read_text("utf-8").strip()
FILE = "my-data.json"
FILE_SAYS = "Everything that is kept about you."
SHOWN = 8  # games that are named before one is asked whether to give them up
NOTHING = "Nothing is kept about you."
DELETED = (
    "Done: your id and names are out of everything that I keep. Games that you played stay for the "
    "others, without you. If you play again, I keep what those games need."
)
KEPT = "Nothing was deleted."
AGAIN = "You sat down at a table meanwhile, so nothing was deleted: please try again."


class DataButton(Lasting, template=r"u:(?P<what>show|export|delete|deleted|no|privacy)"):
    """What somebody asks about their own data; `deleted` is said by whoever is sure."""


class Counts(Protocol):
    """What is kept of somebody."""

    @property
    def rows(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Rows by what they are about."""

    def count(self, table: str) -> int:
        """How many rows there are about something."""


def privacy_button(row: int | None = None) -> Lasting:
    """The way to what is kept of people, and for how long."""
    return DataButton.button("u:privacy", "Privacy", emoji="🔏", row=row)


def privacy(days: int) -> Screen:
    """What is kept of people, and for how long."""
    span = "a year" if days == 365 else f"{days} days"
    games = (
        f"games that are over, {span} after their end." if days else "games, until you ask for it."
    )
    said = PRIVACY.replace("{games}", f"{games[0].upper()}{games[1:]}")
    show = DataButton.button("u:show", "What is kept about me", STYLE.primary)
    return Screen(said, [show])


def own_data(kept: Counts) -> Screen:
    """What is kept of whoever asks."""
    lines = list(_lines(kept))
    if not lines:
        return Screen(NOTHING, [privacy_button()])
    items = [
        DataButton.button("u:export", "Export", emoji="📦"),
        DataButton.button("u:delete", "Delete …", STYLE.danger),
        privacy_button(),
    ]
    head = "🔏 **What is kept about you**"
    return Screen(join(head, *lines, "-# *Export* has all of it, word for word."), items)


def _lines(kept: Counts) -> list[str]:
    counted = {
        "seats": "table{} that you sit or sat at",
        "log": "move{} that you made there",
        "results": "result{}",
        "tenures": "seat{} that you gave up",
        "hosted": "table{} that you host",
        "notes": "note{}",
        "posts": "direct message{} that I may still edit",
        "settings": "thing{} that I remember for you",
    }
    lines = []
    for row in kept.rows.get("players", ()):
        lines.append(f"- You as **{row['name']}**, and how you want to be reached")
    for name, said in counted.items():
        if number := kept.count(name):
            lines.append(f"- {number} {said.format('' if number == 1 else 's')}")
    return lines


def data_file(kept: Counts, user_id: int, at: datetime) -> bytes:
    """Everything that is kept of somebody, to be read by people and programs."""
    whole = {"user_id": str(user_id), "made_at": at.isoformat(), **kept.rows}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def sure(playing: Sequence[Table], waiting: int) -> Screen:
    """What deletion would do, and whether it is to be done."""
    head = "**Delete everything about you?** This cannot be taken back."
    lines = [
        "Your notes, your settings and what I know of your direct messages are deleted. Your id and "
        "your names are taken out of every game; its log and its proof stay, for the others."
    ]
    if playing:
        named = [heading(table) for table in playing[:SHOWN]]
        more = f" and {len(playing) - SHOWN} more" if len(playing) > SHOWN else ""
        lines.append(f"⚠️ **You resign** at {', '.join(named)}{more}.")
    if waiting:
        tables = "a table that waits" if waiting == 1 else f"{waiting} tables that wait"
        lines.append(f"You leave {tables} for the game to begin.")
    yes = DataButton.button("u:deleted", "Delete everything about me", STYLE.danger)
    no, first = DataButton.button("u:no", "No"), DataButton.button("u:export", "Export first")
    return Screen(join(head, *lines), [yes, no, first])
