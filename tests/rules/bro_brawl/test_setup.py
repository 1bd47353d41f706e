"""Set-up: who runs which bro, the decks (BO1–BO5)."""

import msgspec
import pytest

from rules.bro_brawl.content.cards import (
    BROS,
    COMPETITIVE,
    GRUNTS,
    LEVELS,
    LIFE,
    MISHAPS,
    MONSTERS,
    SPECIALS,
    UPGRADE,
    UPGRADES,
)
from rules.bro_brawl.game import GAME
from rules.bro_brawl.play.setup import special_places
from rules.bro_brawl.state import BroBrawlState, BroVariant
from rules.engine import kernel
from rules.engine.errors import BadVariant
from tests.rules.bro_brawl.table import Table


def begun(seed: int, players: int = 4, **options: object) -> BroBrawlState:
    """A fight just begun."""
    variant = msgspec.convert(options, BroVariant)
    s: BroBrawlState = kernel.start(GAME, variant, players, seed.to_bytes(16)).state
    return s


@pytest.mark.rule("BO1")
@pytest.mark.parametrize(
    ("mode", "players", "seats"),
    [
        ("co-op", 1, [0, 0, 0, 0]),
        ("co-op", 2, [0, 1, 0, 1]),
        ("co-op", 3, [0, 1, 0, 2]),
        ("co-op", 4, [0, 1, 2, 3]),
        ("competitive", 2, [0, 1, 0, 1]),
        ("competitive", 3, [0, 1, 2]),
        ("competitive", 4, [0, 1, 2, 3]),
    ],
)
def test_four_bros_are_shared_out(mode: str, players: int, seats: list[int]) -> None:
    assert begun(1, players, mode=mode).seats == seats


@pytest.mark.rule("BO1")
def test_a_random_seat_starts() -> None:
    assert {begun(seed).first for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.rule("BO1")
def test_competitive_is_not_for_one() -> None:
    with pytest.raises(BadVariant, match="2 to 4"):
        kernel.start(GAME, BroVariant(mode="competitive"), 1, b"x" * 16)


def whole_deck(s: BroBrawlState) -> list[int]:
    """The Battle deck as it was, before the first bro drew."""
    drawn = [*(f.card for f in s.zone), *s.shop, *(m.card for b in s.bros for m in b.mishaps)]
    return [*drawn, *s.battle.cards]


@pytest.mark.rule("BO2")
def test_the_battle_deck_of_wave_one() -> None:
    s = begun(3)
    deck = whole_deck(s)
    assert len(deck) == 41
    assert sorted(LEVELS[c] for c in deck if c in MONSTERS) == [1] * 5 + [2] * 12 + [3] * 7
    assert sum(c in UPGRADES for c in deck) == 9
    assert sum(c in MISHAPS for c in deck) == 6
    assert sum(c in SPECIALS for c in deck) == 2
    kinds = sorted((u.kind, u.points) for u in UPGRADE.values())
    assert kinds == [("armor", 1), *[("gun", 2)] * 2, *[("gun", 3)] * 2, *[("health", 2)] * 2,
                     *[("health", 3)] * 2]  # fmt: skip


@pytest.mark.rule("BO2")
def test_one_special_in_the_middle_and_one_at_the_bottom() -> None:
    s = begun(5)
    drawn = 41 - len(s.battle)
    places = [at + 1 + drawn for at, c in enumerate(s.battle.cards) if c in SPECIALS]
    assert places == special_places(2, 41) == [21, 41]
    assert special_places(2, 40) == [20, 40]


@pytest.mark.rule("BO2")
def test_the_rest_of_the_battle_deck_is_shuffled() -> None:
    decks = [[c for c in begun(seed).battle.cards if c in MONSTERS] for seed in range(5)]
    assert all(deck != sorted(deck) for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 5


@pytest.mark.rule("BO2")
def test_specials_and_mishaps_are_random() -> None:
    fights = [begun(seed) for seed in range(60)]
    assert {c for s in fights for c in s.battle.cards if c in SPECIALS} == set(SPECIALS)
    assert {c for s in fights for c in whole_deck(s) if c in MISHAPS} == set(MISHAPS)


@pytest.mark.rule("BO3")
def test_veterans_meet_three_specials_in_waves_one_and_two() -> None:
    s = begun(2, veteran=True)
    places = [at + 1 + 42 - len(s.battle) for at, c in enumerate(s.battle.cards) if c in SPECIALS]
    assert places == special_places(3, 42) == [14, 28, 42]
    assert sum(c in SPECIALS for c in whole_deck(begun(2, veteran=True, wave=2))) == 3
    assert sum(c in SPECIALS for c in whole_deck(begun(2, veteran=True, wave=3))) == 2


@pytest.mark.rule("BO3")
def test_a_third_of_the_veterans_second_deck_is_rounded() -> None:
    s = begun(2, veteran=True, wave=2)
    assert len(whole_deck(s)) == 40  # 13.3 and 26.7
    places = [at + 1 + 40 - len(s.battle) for at, c in enumerate(s.battle.cards) if c in SPECIALS]
    assert places == special_places(3, 40) == [13, 27, 40]


@pytest.mark.rule("BO4")
def test_the_grunt_deck_has_36_cards_and_is_shuffled() -> None:
    orders = {tuple(begun(seed).grunts.cards) for seed in range(5)}
    assert len(GRUNTS) == 36
    assert len(orders) == 5
    assert all(sorted(order) == list(range(36)) for order in orders)


@pytest.mark.rule("BO5")
def test_bros_start_with_a_one_point_gun_and_full_life() -> None:
    s = Table().s
    assert [bro.life for bro in s.bros] == [LIFE] * 4
    assert [bro.guns() for bro in s.bros] == [[1]] * 4
    assert len(set(BROS)) == 4


@pytest.mark.rule("BO25", "BO30")
def test_the_competitive_mishaps_are_the_nine_named_ones() -> None:
    assert len(COMPETITIVE) == 9
    for seed in range(10):
        s = begun(seed, mode="competitive")
        assert all(c in COMPETITIVE for c in [*whole_deck(s), *s.box] if c in MISHAPS)
