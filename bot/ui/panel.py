"""What a player is shown in private, as a value."""

from dataclasses import dataclass, field
from typing import Any

import discord

from bot.ui.buttons import Lasting
from bot.ui.limits import CONTENT, ROW, cut

WAY_ROW = 4  # the row to find the way


@dataclass(slots=True)
class Panel:
    """What a player is shown in private."""

    content: str
    items: list[Lasting] = field(default_factory=list)
    view: Any = None  # the player's view, from which the private picture is drawn
    private: str = ""  # what that picture shows, in words: said where there is no picture

    def words(self, *, pictured: bool) -> str:
        """What is written; on a phone a picture with its alt text saves a screenful."""
        return self.content if pictured else join(self.content, self.private)

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
