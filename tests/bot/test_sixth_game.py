"""A game with no cog of its own: its rules are registered, and its commands are there."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from tests.bot import toy
from tests.bot.hall import Hall, open_hall


@pytest.fixture
async def hall(
    tmp_path: Path, same_luck: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Hall]:
    """A hall where a sixth game is registered, and nothing else is done for it."""
    monkeypatch.setattr(registry, "KEYS", (*registry.KEYS, "toy"))
    monkeypatch.setitem(sys.modules, "rules.toy.game", toy)
    async with open_hall(tmp_path) as opened:
        yield opened
    registry.get.cache_clear()


def group(hall: Hall) -> dict[str, Any]:
    """The commands of the sixth game as Discord is told of them."""
    [found] = [c for c in hall.bot.tree.get_commands() if c.name == "toy"]
    return {part["name"]: part for part in found.to_dict(hall.bot.tree)["options"]}


async def test_its_commands_follow_from_its_options(hall: Hall) -> None:
    """A verb for each option, an argument for each field, and `new` with its variant."""
    commands = group(hall)
    assert list(commands) == ["new", "pick", "ready", "step", "roll", "stop"]
    assert commands["roll"]["description"] == "Roll a die."
    arguments = {name: [o["name"] for o in part["options"]] for name, part in commands.items()}
    assert arguments["new"] == [
        "opponent", "opponent2", "computer", "clock", "own", "goal", "pace"
    ]  # fmt: skip
    assert arguments["pick"] == ["card"]
    assert arguments["step"] == ["n"]
    assert commands["step"]["options"][0]["required"]


async def test_it_is_played_to_its_end_by_what_completion_offers(hall: Hall) -> None:
    """From `new` to the winner, by commands alone."""
    await hall.says(hall.alice, "toy new", opponent=hall.bob, goal=8)
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    assert await hall.completes(hall.bob, "toy pick", "card") == ["10", "11", "12"]
    assert await hall.completes(hall.bob, "toy pick", "card", "1") == ["10", "11", "12"]
    assert await hall.completes(hall.carol, "toy pick", "card") == []
    assert await hall.completes(hall.bob, "toy step", "n") == [], "not asked now"
    await hall.does(hall.bob, "toy pick", {"card": "11"}, toy.Pick(11))
    assert await hall.completes(hall.bob, "toy pick", "card") == ["10", "12"]
    said = await hall.says(hall.bob, "toy pick", card="11")
    assert "There is no card called “11”: there are 10, 12." in said
    for member in (hall.alice, hall.bob):
        await hall.does(member, "toy ready", {}, toy.Ready())
    table = await hall.table()
    while table.outcome is None:
        [asked] = table.waits
        member = (hall.alice, hall.bob)[asked.seat]
        word = (await hall.completes(member, "toy step", "n"))[-1]
        await hall.does(member, "toy step", {"n": word}, toy.Step(int(word)))
        table = await hall.table()
        if table.outcome is None and table.waits[0].seat == asked.seat:
            await hall.says(member, "toy stop")
            table = await hall.table()
    assert table.outcome.winners == (0,)
    assert "won" in hall.post.content


async def test_what_is_refused_is_refused_with_the_reason(hall: Hall) -> None:
    """By the rules where they can say why; nobody else can act or be shown anything."""
    await hall.says(hall.alice, "toy new", opponent=hall.bob)
    await hall.bob.slash(hall.pub, "table join")
    assert "has not begun" in await hall.says(hall.alice, "toy roll")
    await hall.alice.slash(hall.pub, "table start")
    for member in (hall.alice, hall.bob):
        await hall.says(member, "toy ready")
    for _ in range(3):
        await hall.says(hall.alice, "toy step", n="2")
    for named in ("2", "6"):
        assert "At most three times a turn" in await hall.says(hall.alice, "toy step", n=named)
    assert "There is no n called “7”" in await hall.says(hall.alice, "toy step", n="7")
    assert "not your turn" in await hall.says(hall.bob, "toy roll")
    assert "only watch" in await hall.says(hall.carol, "toy roll")
