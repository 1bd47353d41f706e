"""Pictures as files to send: drawn in a worker process, named alike, with their words."""

from io import BytesIO
from typing import Any, Protocol

import discord

from bot.ui.buttons import cut
from rules.engine.contract import AnyGame

ALT = 1024  # characters that Discord keeps


class Drawer(Protocol):
    """Whoever draws: a view becomes a picture, or nothing where there is none to draw."""

    async def board(self, game: str, view: Any) -> Any:
        """The table as this view shows it."""

    async def private(self, game: str, view: Any) -> Any:
        """What only this viewer sees."""


class Pictures:
    """Files ready to send."""

    def __init__(self, drawer: Drawer) -> None:
        """Have them drawn by a worker."""
        self.drawer = drawer

    async def board(self, game: AnyGame, view: Any) -> discord.File | None:
        """The table's picture; its alt text is the table in words."""
        return _file("board.png", await self.drawer.board(game.key, view))

    async def private(self, game: AnyGame, view: Any) -> discord.File | None:
        """The private picture of a player."""
        return _file("private.png", await self.drawer.private(game.key, view))


def _file(name: str, picture: Any) -> discord.File | None:
    if picture is None:
        return None
    return discord.File(BytesIO(picture.png), name, description=cut(picture.alt, ALT))
