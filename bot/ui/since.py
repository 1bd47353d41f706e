"""What happened since somebody's last move, in words and picture, with the note that they left."""

import re
from collections.abc import Sequence

import discord

from bot.table import Table
from bot.ui.buttons import STYLE, Lasting
from bot.ui.limits import CONTENT
from bot.ui.screen import Screen, join
from bot.ui.table_buttons import PostButton, log_button
from bot.ui.words import heading, named, told

NOTE_FORM = re.compile(r"d:(?P<table>\d{1,19}):note")  # the id of a form that was sent in
SINCE = "🕰️ **Since your last move**"
NOTHING = "Nothing has happened since your last move."


def since(table: Table, user_id: int, lines: Sequence[str], note: str) -> Screen:
    """What a player was told since their last move, and the board as they see it now."""
    view = table.view(user_id)
    head, noted = join(heading(table), SINCE), note_words(note)
    room = CONTENT - len(head) - len(noted) - 2
    said = named(table, told(lines, room, most=len(lines))) if lines else NOTHING
    items: list[Lasting] = []
    if table.status == "playing":
        on = PostButton.button(f"d:{table.id}:on", "Play on", STYLE.success, emoji="🔄")
        items.append(on)
    items += [note_button(table.id, note), log_button(table.id)]
    return Screen(join(head, said, noted), items, view, named(table, table.game.text.board(view)))


def since_button(table: Table, row: int | None = None) -> Lasting:
    """The way to what happened while one was away."""
    return PostButton.button(f"d:{table.id}:since", "Recap", emoji="🕰️", row=row)


# -- notes


def note_words(note: str) -> str:
    """Somebody's own note, as they read it."""
    return (
        "\n".join(["📝 Your note, for you alone:", *(f"> {line}" for line in note.splitlines())])
        if note
        else ""
    )


def note_button(table_id: int, note: str = "") -> Lasting:
    """The way to one's own note at a table."""
    return PostButton.button(f"d:{table_id}:note", "Change note" if note else "Note", emoji="📝")


class NoteForm(discord.ui.Modal):
    """One field; it is read wherever it is sent in, also after a restart (`NOTE_FORM`)."""

    def __init__(self, table: Table, note: str, longest: int) -> None:
        """Ask for a note, with the one that is there."""
        super().__init__(
            title=f"Note at table {table.id}", custom_id=f"d:{table.id}:note", timeout=None
        )
        field = discord.ui.TextInput[discord.ui.Modal](
            custom_id="note",
            style=discord.TextStyle.paragraph,
            required=False,
            max_length=longest,
            default=note or None,
        )
        self.add_item(
            discord.ui.Label(
                text="Your note",
                description="Nobody else ever reads it. Leave it empty to have none.",
                component=field,
            )
        )
