"""What is shown of a table, as a value: a panel for one reader, or a post for everybody."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.ui.buttons import Lasting
from bot.ui.limits import CONTENT, ROW, cut
from rules.engine.state import Option

WAY_ROW = 4  # the row of buttons to find the way
FRAGMENT = 200  # characters; with less room a picture is not put into words


@dataclass(slots=True)
class Screen:
    """Words, buttons, and the view from which the picture is drawn."""

    content: str
    items: list[Lasting] = field(default_factory=list)
    view: Any = None  # of whoever reads it
    in_words: str = ""  # what the picture shows: said where there is no picture
    pinged: list[int] = field(default_factory=list)  # users, by a post
    role: int | None = None  # a role of the server, by a post
    hand: bool = False  # what only the viewer knows is drawn, not the table
    aims: tuple[Option, ...] = ()  # what can be chosen now: the picture points at it
    explained: str = ""  # what its verbs do, for whoever is new
    trail: str = ""  # what has been chosen so far, and what is true of all that is left
    asks: str = ""  # the question under a post, as it stands there: what is chosen stands below it
    at: tuple[int, int, str] | None = None  # the question's seat and number, the path into it

    def words(self, *, pictured: bool) -> str:
        """What is written; on a phone a picture with its alt text saves a screenful."""
        room = CONTENT - len(self.content) - 1
        if pictured or not self.in_words or room <= FRAGMENT:
            return cut(self.content, CONTENT)
        return f"{self.content}\n{cut(self.in_words, room)}"

    def buttons(self, *more: discord.ui.Item[Any] | None) -> list[discord.ui.Item[Any]]:
        """The items, and others in the rows that they name, as long as there is room."""
        found: list[discord.ui.Item[Any]] = list(self.items)
        for item in more:
            if item is not None and sum(one.row == item.row for one in found) < ROW:
                found.append(item)
        return found


def join(*parts: str) -> str:
    """Parts of a message under each other, as far as there is room."""
    return cut("\n".join(part for part in parts if part), CONTENT)


def small_print(parts: Sequence[str]) -> str:
    """Parts in one paragraph of small print: lines of their own would push the board away."""
    said = " • ".join(part for part in parts if part)
    return f"-# {said}" if said else ""
