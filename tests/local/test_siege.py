"""A short siege: hostile people, deaths and faults while games go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.local.siege.siege import lay

pytestmark = pytest.mark.slow  # the installed bot, games and all that can go wrong

SECONDS, ROOMS, HOSTILES = 4.0, 3, 4  # `python -m tests.bench siege` does it for ten minutes
SEED = 8  # by which a worker dies first, and the bot does not stand still for most of that time


async def test_a_siege_loses_doubles_and_leaks_nothing(tmp_path: Path) -> None:
    """Every answer that was told is kept once; every game goes on, and comes to its end."""
    toll = await lay(tmp_path, SECONDS, SEED, ROOMS, HOSTILES)
    assert toll.wrongs == []
    assert toll.told and toll.hostile and toll.faults
    assert {"beer_brawl", "brawl", "bro_brawl"} == set(toll.read)
    assert all(read["private messages"] and read["pictures"] for read in toll.read.values())
