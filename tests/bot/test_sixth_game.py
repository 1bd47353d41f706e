"""A game with no cog of its own: its rules are registered, and its commands are there."""

import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rules import registry
from tests.bot import toy
from tests.bot.hall import Hall, open_hall
from tests.rules.example.cups import game as cups

GAMES: dict[str, ModuleType] = {"toy": toy, "cups": cups}
PATIENCE = 200  # commands after which a game should be over


@pytest.fixture
async def hall(
    tmp_path: Path, same_luck: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Hall]:
    """A hall where two more games are registered, and nothing else is done for them."""
    monkeypatch.setattr(registry, "KEYS", (*registry.KEYS, *GAMES))
    for key, module in GAMES.items():
        monkeypatch.setitem(sys.modules, f"rules.{key}.game", module)
    async with open_hall(tmp_path) as opened:
        yield opened
    registry.get.cache_clear()


async def begin(hall: Hall, key: str, **options: Any) -> None:
    """Alice and Bob begin a game."""
    await hall.says(hall.alice, f"{key} new", opponent=hall.bob, **options)
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")


def group(hall: Hall, key: str) -> dict[str, Any]:
    """The commands of a game as Discord is told of them."""
    [found] = [command for command in hall.bot.tree.get_commands() if command.name == key]
    return {part["name"]: part for part in found.to_dict(hall.bot.tree)["options"]}


async def test_commands_follow_from_options(hall: Hall) -> None:
    """A verb for each option, an argument for each field, and `new` with its variant."""
    commands = group(hall, "toy")
    assert list(commands) == ["new", "pick", "ready", "step", "roll", "stop"]
    assert commands["roll"]["description"] == "Roll a die."
    arguments = {name: [o["name"] for o in part["options"]] for name, part in commands.items()}
    assert arguments["new"] == [
        "opponent", "opponent2", "computer", "clock", "own", "goal", "pace", "here", "bank", "start", "private"
    ]  # fmt: skip
    assert arguments["pick"] == ["card"]
    assert arguments["step"] == ["n"]
    assert commands["step"]["options"][0]["required"]
    [faces] = [o for o in group(hall, "cups")["new"]["options"] if o["name"] == "faces"]
    assert (faces["min_value"], faces["max_value"]) == (2, 12)


async def give(hall: Hall, member: Any, key: str, command: str, rng: random.Random) -> None:
    """Somebody gives a command with whatever completion offers, unless it offers nothing."""
    arguments: dict[str, str] = {}
    for option in group(hall, key)[command]["options"]:
        words = await hall.completes(member, f"{key} {command}", option["name"], **arguments)
        if words:
            arguments[option["name"]] = rng.choice(words)
        elif option["required"]:
            return
    await hall.says(member, f"{key} {command}", **arguments)


@pytest.mark.parametrize("key", GAMES)
async def test_it_is_played_to_its_end_by_what_completion_offers(
    hall: Hall, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    """From `new` to the winner by commands alone, each of them filled in by completion."""
    await begin(hall, key)
    argument = {"toy": ("toy pick", "card"), "cups": ("cups claim", "total")}[key]
    assert await hall.completes(hall.alice, *argument)
    assert await hall.completes(hall.carol, *argument) == []
    assert not caplog.records, "a spectator is shown nothing, and that is no error"
    rng, verbs = random.Random(4), [name for name in group(hall, key) if name != "new"]
    for _ in range(PATIENCE):
        table = await hall.table()
        if table.outcome is not None:
            break
        member = (hall.alice, hall.bob)[rng.choice(table.waits).seat]
        await give(hall, member, key, rng.choice(verbs), rng)
    assert table.outcome is not None
    assert table.outcome.winners
    assert "won." in hall.post.content


async def test_what_is_refused_is_refused_with_the_reason(hall: Hall) -> None:
    """By the rules where they can say why; nobody else can act or is shown anything."""
    await hall.says(hall.alice, "toy new", opponent=hall.bob)
    await hall.bob.slash(hall.pub, "table join")
    assert "has not begun" in await hall.says(hall.alice, "toy roll")
    await hall.alice.slash(hall.pub, "table start")
    await hall.does(hall.bob, "toy pick", {"card": "11"}, toy.Pick(11))
    assert await hall.completes(hall.bob, "toy pick", "card", "1") == ["10", "12"]
    assert await hall.completes(hall.bob, "toy step", "n") == [], "not asked now"
    assert await hall.completes(hall.carol, "toy pick", "card") == []
    said = await hall.says(hall.bob, "toy pick", card="11")
    assert "There is no card called “11”: there are 10, 12." in said
    for member in (hall.alice, hall.bob):
        await hall.says(member, "toy ready")
    for _ in range(3):
        await hall.says(hall.alice, "toy step", n="2")
    for named in ("2", "6"):
        assert "At most three times a turn" in await hall.says(hall.alice, "toy step", n=named)
    assert "There is no n called “7”" in await hall.says(hall.alice, "toy step", n="7")
    assert "not your turn" in await hall.says(hall.bob, "toy roll")
    assert "only watch" in await hall.says(hall.carol, "toy roll")
