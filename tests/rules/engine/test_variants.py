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
        ({"rounds": 0}, "Tug: `rounds` takes a number from 1 to 4, not 0."),
        ({"rounds": 5}, "Tug: `rounds` takes a number from 1 to 4, not 5."),
        ({"rounds": "many"}, "Tug: `rounds` takes a number from 1 to 4, not many."),
        ({"rounds": True}, "Tug: `rounds` takes a number from 1 to 4, not yes."),
        ({"rounds": "9" * 5000}, f"Tug: `rounds` takes a number from 1 to 4, not {'9' * 40}."),
        (
            {"rounds": 2, "pears": True},
            "Tug: There is no option `pears`. There are: rounds, pairs.",
        ),
    ],
)
def test_bad_options_are_refused_in_words(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadVariant) as refused:
        build_variant(GAME, options, 2)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("key", "options", "words"),
    [
        ("beer_brawl", {"draft": "slow"}, "`draft` takes counted or timed, not slow."),
        ("beer_brawl", {"terrain": 1}, "`terrain` takes yes or no, not 1."),
        ("brawl", {"decks": "all"}, "at `$.decks`"),  # no player writes that one
    ],
)
def test_choices_are_named(key: str, options: dict[str, object], words: str) -> None:
    with pytest.raises(BadVariant) as refused:
        build_variant(registry.get(key), options, 2)
    assert str(refused.value).endswith(words)


@pytest.mark.parametrize("players", [0, 1, 4])
def test_a_bad_number_of_players(players: int) -> None:
    with pytest.raises(BadVariant, match=f"Tug is for 2 or 3 players, not {players}"):
        build_variant(GAME, {}, players)
    with pytest.raises(BadVariant):
        kernel.start(GAME, TugVariant(), players, bytes(16))
