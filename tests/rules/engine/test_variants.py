"""Games and options that are not there are refused in words."""

import pytest

from rules import registry
from rules.engine import kernel
from rules.engine.contract import build_variant
from rules.engine.errors import BadVariant, UnknownGame
from tests.rules.engine.toy import GAME, TugVariant


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGame, match="There is no game 'chess'"):
        registry.get("chess")


def test_options_become_a_variant() -> None:
    assert build_variant(GAME, {"rounds": 2}, 2) == TugVariant(rounds=2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": 5}, "rounds"),
        ({"rounds": "many"}, "rounds"),
        ({"pears": True}, "pears"),
    ],
)
def test_bad_options_are_named(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadVariant, match=words):
        build_variant(GAME, options, 2)


@pytest.mark.parametrize("players", [0, 1, 4])
def test_a_bad_number_of_players(players: int) -> None:
    with pytest.raises(BadVariant, match=f"Tug is for 2 or 3 players, not {players}"):
        build_variant(GAME, {}, players)
    with pytest.raises(BadVariant):
        kernel.start(GAME, TugVariant(), players, bytes(16))
