"""`kill -9` at any moment of a running game: nothing lost, nothing doubled, nobody left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.local.server import LocalDiscord
from tests.local.mortal import deaths, through

pytestmark = pytest.mark.slow  # the installed bot plays whole games

KILLS = 10  # `python -m tests.bench crash` does it more often


async def test_ten_deaths_lose_and_double_nothing(local: LocalDiscord, tmp_path: Path) -> None:
    """Every answer that a player saw taken, every post and every message, once and in order."""
    toll = await through(local, tmp_path, deaths(KILLS, seed=8))
    assert toll.wrongs == []
    assert len(toll.told) > KILLS
