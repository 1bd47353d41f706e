"""Pictures as files to send: drawn in a worker process, named alike, with their words."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any, Protocol

import discord
import msgspec

import images
from bot.ui.limits import ALT, cut
from rules.engine.contract import AnyGame
from rules.engine.state import Option

logger = logging.getLogger(__name__)
Names = tuple[str, ...]  # of the players, by seat
Key = tuple[str, str, bytes]  # the file, the game, what is shown
REMEMBERED = 128  # pictures, of some 50 kB each
PATIENCE = (
    4.0  # seconds that somebody waits for the picture of a panel, before they have it in words
)


class Drawers(Protocol):
    """Whoever draws, elsewhere than in the bot's own process."""

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Call a function of a module there."""


class Pictures:
    """Files ready to send."""

    def __init__(self, drawers: Drawers) -> None:
        """Have them drawn by workers, each once: a panel and a direct message often show the same."""
        self.drawers = drawers
        self._pictures: OrderedDict[Key, asyncio.Task[Any]] = OrderedDict()

    async def board(self, game: AnyGame, view: Any, names: Names) -> discord.File | None:
        """The table's picture; its alt text is the table in words."""
        return await self.drawn("board.png", images.board, game, view, (), names)

    async def panel(
        self, game: AnyGame, view: Any, aims: tuple[Option, ...], names: Names
    ) -> discord.File | None:
        """The table from a player's eyes, with what they can choose now."""
        return await self.drawn("table.png", images.panel, game, view, aims, names)

    async def private(self, game: AnyGame, view: Any, names: Names) -> discord.File | None:
        """The private picture of a player; where there is nothing to say, there is none."""
        if not game.text.private(view):
            return None
        return await self.drawn("private.png", images.private, game, view, names)

    async def drawn(
        self, name: str, draw: Callable[..., Any], game: AnyGame, *shown: Any
    ) -> discord.File | None:
        """A picture that some function of a module draws; none where it fails."""
        key = (name, game.key, msgspec.msgpack.encode(shown))
        if key not in self._pictures:
            self._pictures[key] = asyncio.create_task(self._draw(key, draw, game, shown))
            if len(self._pictures) > REMEMBERED:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        # Whoever gives up waiting must not take the picture from the others.
        picture = await asyncio.shield(self._pictures[key])
        if picture is None:
            return None
        return discord.File(BytesIO(picture.png), name, description=cut(picture.alt, ALT))

    async def _draw(
        self, key: Key, draw: Callable[..., Any], game: AnyGame, shown: tuple[Any, ...]
    ) -> Any:
        try:
            return await self.drawers.run(draw, game.key, *shown)
        except Exception:  # a game must not stand still because a picture fails
            logger.exception("a picture failed", extra={"game": game.key})
            self._pictures.pop(key, None)  # the next one who asks may be luckier
            return None


async def in_time(drawing: Awaitable[discord.File | None]) -> discord.File | None:
    """A picture that somebody waits for; none where that takes too long."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await drawing
    except TimeoutError:
        logger.warning("a picture was not there in %g s", PATIENCE)
        return None
