"""`kill -9` in the middle of what weeks of play bring: seats that change hands, absences, consent."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.local.server import LocalDiscord
from tests.local import weeks as living
from tests.local.weeks import Weeks, weeks

pytestmark = pytest.mark.slow  # the bot is started again and again

KILLS = 2  # and one in the end; `python -m tests.bench crash` does it in everything that people do
SCENES = (Weeks.sit_down, Weeks.vanish, Weeks.be_forgotten)
AGAIN = (Weeks.sit_down, Weeks.draw_and_rematch, Weeks.be_forgotten)
LATE = {"kind": "slow", "match": "POST channels/", "seconds": 0.5}


async def test_deaths_lose_and_double_nothing_of_weeks_of_play(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """What somebody was told is done, once, and everybody reads of it once."""
    toll = await weeks(local, tmp_path, KILLS, seed=3, scenes=SCENES, often=0.25)
    assert toll.wrongs == []
    assert toll.kills == KILLS + 1 and toll.told > KILLS


async def test_a_rematch_is_of_the_game_that_is_just_over(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """In the second round, too, in which posts of the first still offer one; this one's is late."""
    local.faults.change({"troubles": [LATE]})
    toll = await weeks(local, tmp_path, 1, seed=3, scenes=2 * AGAIN)
    assert toll.wrongs == []
    assert toll.tables == 4


async def test_no_more_time_passes_before_what_was_due_is_done(
    local: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a bot on a busy machine sees that time is up before it has said that it nearly is."""
    monkeypatch.setattr(living, "STEP", 0.0)
    toll = await weeks(local, tmp_path, 1, seed=3, scenes=SCENES)
    assert toll.wrongs == []
