"""A month at a few tables: nothing is stuck, said twice, out of hours, or gained."""

from pathlib import Path

import pytest

from tests.bench.month import simulate

pytestmark = pytest.mark.slow  # it plays games to their end


async def test_a_month_at_a_few_tables(tmp_path: Path) -> None:
    """People who are late, away, quit and come back, through the real referee, store, clock, posts."""
    month = await simulate(tmp_path, 4, seed=5)
    assert month.wrong == []
    assert sum(n for name, n in month.figures.items() if name.startswith("tables: ")) == 4
    assert month.figures["pings"] > 20 and month.figures["reminders"] > 0
