"""A picture is drawn once for all who are shown the same, and one that fails stops nobody."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.ui.pictures import Pictures
from rules import registry
from rules.engine import kernel

GAME = registry.get("beer_brawl")


class Slow:
    """Draws when it is told to, and counts."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.drawn = 0
        self.fails = False

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        self.drawn += 1
        await self.go.wait()
        if self.fails:
            raise RuntimeError("no ink")
        return work(*args)


def view() -> Any:
    variant, players = GAME.samples()[0]
    return GAME.view(kernel.start(GAME, variant, players, bytes(16)).state, None)


async def test_who_asks_for_the_same_shares_one_drawing() -> None:
    slow = Slow()
    pictures = Pictures(slow)
    asking = [asyncio.create_task(pictures.board(GAME, view())) for _ in range(3)]
    await asyncio.sleep(0)
    asking[0].cancel()  # does not take the picture from the others
    slow.go.set()
    _, second, third = await asyncio.gather(*asking, return_exceptions=True)
    again = await pictures.board(GAME, view())
    assert slow.drawn == 1
    files = [second, third, again]
    assert len({file.fp.read() for file in files}) == 1  # type: ignore[union-attr]
    assert len(set(map(id, files))) == 3


async def test_a_picture_that_failed_is_tried_again() -> None:
    slow = Slow()
    slow.go.set()
    slow.fails = True
    pictures = Pictures(slow)
    assert await pictures.board(GAME, view()) is None
    slow.fails = False
    assert await pictures.board(GAME, view()) is not None
    assert slow.drawn == 2
