"""`kill -9` at any moment of a running game: nothing lost, nothing doubled, nobody left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.local.server import LocalDiscord
from tests.local.brawler import begin, is_over
from tests.local.mortal import deaths, through
from tests.local.player import Player
from tests.local.process import under

pytestmark = pytest.mark.slow  # the installed bot plays whole games

KILLS = 5  # in each of two runs; `python -m tests.bench crash` does it more often


@pytest.mark.parametrize("seed", [8, 9])
async def test_deaths_lose_and_double_nothing(
    local: LocalDiscord, tmp_path: Path, seed: int
) -> None:
    """Every answer that a player saw taken, every post and every message, once and in order."""
    toll = await through(local, tmp_path, deaths(KILLS, seed=seed))
    assert toll.wrongs == []
    assert len(toll.told) > KILLS


async def test_a_game_that_begins_is_known_by_its_own_posts(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """Also while the one before it, which is over, still calls its players in an older post."""
    local.faults.change({"buckets": True})  # else one edit waits for the other
    async with (
        under(local, tmp_path),
        Player.join(local.url, "Juno") as juno,
        Player.join(local.url, "Pip") as pip,
    ):
        first = await begin(juno, pip)
        room = f"channels/{first.channel}/messages"
        late = [{"kind": "slow", "match": f"PATCH {room}/{first.id}", "seconds": 20}]
        late += [{"kind": "slow", "match": f"POST {room}", "seconds": 2}]
        await juno.faults(troubles=late)
        asked = (await juno.command("table resign")).message
        assert asked is not None
        await juno.click(asked, "Yes")
        await juno.wait(is_over)
        begun = await begin(juno, pip)
        assert "· table 1\n" in first.text and "· table 2\n" in begun.text
