"""Private tells are found wherever they stand, and the suite notices when all are told."""

import pytest

from rules import registry
from tests.bench import tells
from tests.bench.tells import HARMLESS, RULES, Tell

pytestmark = pytest.mark.slow  # every tell of every game is mutated

FOUND = list(tells.tells())
FIRST = list({tell.game: tell for tell in FOUND}.values())


def test_every_tell_that_names_its_hearers_is_found() -> None:
    assert {tell.game for tell in FOUND}.issubset(registry.KEYS)
    for tell in FOUND:
        source = (RULES / tell.file).read_text("utf-8")
        assert tell.event in source.splitlines()[tell.line - 1] + source.splitlines()[tell.line]
    assert {tell.name for tell in FOUND}.issuperset(HARMLESS)


@pytest.mark.parametrize("tell", FIRST, ids=[tell.game for tell in FIRST])
def test_telling_everybody_is_noticed(tell: Tell) -> None:
    told = tells.told(tell, games=12, seed=2, density=0.1)
    assert told.check == "event tells"
    assert tell.event in told.words
    assert "caught by 'event tells'" in told.line()
