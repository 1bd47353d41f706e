"""A picture is drawn once for all who are shown the same, and one that fails stops nobody."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import images
from bot.ui.pictures import Pictures, in_time
from rules import registry
from rules.engine import kernel
from tests.bot.hall import InProcess, labels, open_hall

GAME = registry.get("beer_brawl")
NAMES = ("Ada", "Bob")


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


class Named(InProcess):
    """Draws, and remembers the names that it was given."""

    def __init__(self) -> None:
        self.given: dict[Any, set[Any]] = {}

    async def run(self, work: Callable[..., Any], game: str, *shown: Any) -> Any:
        self.given.setdefault(work, set()).add(shown[-1])
        return await super().run(work, game, *shown)


def view() -> Any:
    variant, players = GAME.samples()[0]
    return GAME.view(kernel.start(GAME, variant, players, bytes(16)).state, None)


async def test_who_asks_for_the_same_shares_one_drawing() -> None:
    slow = Slow()
    pictures = Pictures(slow)
    asking = [asyncio.create_task(pictures.board(GAME, view(), NAMES)) for _ in range(3)]
    await asyncio.sleep(0)
    asking[0].cancel()  # does not take the picture from the others
    slow.go.set()
    _, second, third = await asyncio.gather(*asking, return_exceptions=True)
    again = await pictures.board(GAME, view(), NAMES)
    assert slow.drawn == 1
    files = [second, third, again]
    assert len({file.fp.read() for file in files}) == 1  # type: ignore[union-attr]
    assert len(set(map(id, files))) == 3


async def test_who_waits_too_long_for_a_picture_has_none_and_it_is_drawn_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody's press waits for a drawer that hangs; what it draws is there for the next one."""
    monkeypatch.setattr("bot.ui.pictures.PATIENCE", 0.05)
    slow = Slow()
    pictures = Pictures(slow)
    assert await in_time(pictures.panel(GAME, view(), (), NAMES)) is None
    slow.go.set()
    await asyncio.wait(pictures._pictures.values())
    assert await in_time(pictures.panel(GAME, view(), (), NAMES)) is not None
    assert slow.drawn == 1


async def test_the_same_table_of_other_people_is_another_picture() -> None:
    slow = Slow()
    slow.go.set()
    pictures = Pictures(slow)
    for names in (NAMES, NAMES, ("Bob", "Ada")):
        assert await pictures.board(GAME, view(), names) is not None
    assert slow.drawn == 2


async def test_whoever_sits_at_the_table_is_named_in_all_its_pictures(
    tmp_path: Path, same_luck: None
) -> None:
    named = Named()
    async with open_hall(tmp_path, named) as hall:
        await hall.alice.slash(hall.pub, "beer-brawl new", here=True, computer="easy")
        await hall.alice.slash(hall.pub, "table start")
        await hall.panel(hall.alice)
        await hall.bot.poster.idle()
    [(one, other)] = set().union(*named.given.values())
    assert {one, other} >= {"alice"}
    assert any("omputer" in name for name in (one, other))
    assert set(named.given) == {images.board, images.panel, images.private}


async def test_a_picture_that_failed_is_tried_again() -> None:
    slow = Slow()
    slow.go.set()
    slow.fails = True
    pictures = Pictures(slow)
    assert await pictures.board(GAME, view(), NAMES) is None
    slow.fails = False
    assert await pictures.board(GAME, view(), NAMES) is not None
    assert slow.drawn == 2


async def test_an_arena_is_posted_and_a_hand_shown_as_pictures(
    tmp_path: Path, same_luck: None
) -> None:
    async with open_hall(tmp_path, InProcess()) as hall:
        await hall.alice.slash(hall.pub, "table new", here=True, game="Brawlhalla: The Card Game")
        await hall.bob.slash(hall.pub, "table join")
        await hall.alice.slash(hall.pub, "table start")
        for _ in range(4):  # a Legend and a weapon each
            assert [a.filename for a in hall.post.attachments] == ["board.png"]
            member = (hall.alice, hall.bob)[(await hall.table()).waits[0].seat]
            panel = await hall.panel(member)
            assert [a.filename for a in panel.attachments] == ["table.png"]
            assert "Your hand" not in panel.attachments[0].description, "nothing is held yet"
            await member.click(panel, label=labels(panel)[0])
        panel = await hall.panel((hall.alice, hall.bob)[(await hall.table()).waits[0].seat])
        assert [a.filename for a in panel.attachments] == ["table.png"]
        assert "Your hand" in panel.attachments[0].description
        assert "Your hand" not in panel.content
        assert not hall.env.errors
