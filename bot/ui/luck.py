"""What players read of the luck: its fingerprint, their own word, and the form for another one."""

import re

import discord

from bot.table import Table
from bot.table.names import harmless
from bot.ui.buttons import STYLE, Lasting
from bot.ui.table_buttons import LobbyButton
from bot.ui.words import short
from rules.engine.words import LONGEST

WHY = (
    "All luck of the game comes from the referee's secret and a word of each player. The fingerprint "
    "binds the referee to its secret, so with a word of your own nobody can have chosen the luck "
    "beforehand. Keep both: when the game is over, *Log* lets you check that they were used."
)
WORD_FORM = re.compile(r"l:(?P<table>\d+):word")  # the id of a form that was sent in


def luck_words(table: Table, user_id: int, *, made: bool) -> str:
    """A line with one's own word and the fingerprint, for whoever sits down or has given a word.

    The fingerprint is told in full, and before a word is asked for: a secret that fits its beginning
    alone could be looked for once the words are known. What both are for stands in the form.
    """
    told = f"fingerprint `{table.commitment}`"
    word = word_shown(table, user_id)
    if not word:
        return f"-# 🎲 Luck: {told}"
    return f"-# 🎲 Luck: your word **{word}** ({'made for you' if made else 'your own'}), {told}"


def begun_words(table: Table, user_id: int) -> str:
    """The same in short, where a game begins at once."""
    word = word_shown(table, user_id)
    if not word:
        return ""
    return f"-# 🎲 Your word **{word}**, fingerprint `{short(table.commitment)}`"


def own_word(table: Table, user_id: int) -> str:
    """A line with somebody's own word, which nobody else is shown."""
    word = word_shown(table, user_id)
    return f"-# Your word in it: **{word}**" if word else ""


def word_shown(table: Table, user_id: int) -> str:
    """Somebody's word as it may stand in a text; nothing where they have none."""
    player = table.player_of(user_id)
    word = table.players[player].word if player is not None else None
    return harmless(word, LONGEST) if word else ""


def word_button(table_id: int) -> Lasting:
    """For whoever sits at a table: the form for a word of their own."""
    return LobbyButton.button(f"l:{table_id}:word", "My own word", STYLE.secondary, emoji="🎲")


class WordForm(discord.ui.Modal):
    """One field; it is read wherever it is sent in, also after a restart (`WORD_FORM`)."""

    def __init__(self, table: Table) -> None:
        """Ask for a word, below the fingerprint of the secret that it is mixed with."""
        super().__init__(
            title="Your word in the luck", custom_id=f"l:{table.id}:word", timeout=None
        )
        self.add_item(discord.ui.TextDisplay(WHY))
        field = discord.ui.TextInput[discord.ui.Modal](
            custom_id="word", min_length=1, max_length=LONGEST, placeholder="any word you like"
        )
        self.add_item(
            discord.ui.Label(
                text="Your word",
                description=f"Fingerprint of the secret: {table.commitment}",
                component=field,
            )
        )
