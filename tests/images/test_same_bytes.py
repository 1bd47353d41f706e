"""Equal views give equal bytes in any process."""

import os
import subprocess
import sys
from types import ModuleType

import pytest

from tests.images import (
    brawl_positions,
    brawlhalla_positions,
    bro_positions,
    mart_positions,
    positions,
)

pytestmark = pytest.mark.slow  # another process draws it all again

POSITIONS = (positions, brawl_positions, bro_positions, mart_positions, brawlhalla_positions)


@pytest.mark.parametrize("drawn", POSITIONS, ids=lambda module: module.__name__.split(".")[-1])
def test_another_process_draws_the_same_bytes(drawn: ModuleType) -> None:
    code = f"from {drawn.__name__} import digest; print(digest())"
    env = os.environ | {"PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert done.stdout.strip() == drawn.digest()
