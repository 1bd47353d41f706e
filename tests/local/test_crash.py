"""`kill -9` at any moment of a running game: nothing lost, nothing doubled, nobody left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.local.server import LocalDiscord
from tests.local.mortal import deaths, through

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
