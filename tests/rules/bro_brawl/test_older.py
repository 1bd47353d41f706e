"""Games that began by version 2 of the rules go on by it."""

from pathlib import Path

import pytest

from rules.bro_brawl.game import GAME
from rules.bro_brawl.state import (
    GruntHit,
    Pay,
    PlayGrunt,
    Purchase,
    SacrificeHeal,
    SacrificeHit,
)
from rules.engine.codec import decode, encode
from rules.engine.text import lines
from tests.rules.bro_brawl.table import BRUTE, GUN3, SCAMP, TROOPER, Table, grunt, names
from tests.rules.freeze import folder


def older() -> Table:
    """A table whose game began before version 3."""
    table = Table()
    table.s.rules = 2
    return table


def test_a_new_game_is_played_by_the_rules_of_today() -> None:
    assert str(Table().s.rules) == GAME.rules_version == "3"


@pytest.mark.parametrize("path", sorted(folder("bro_brawl").glob("edition1-*.save")))
def test_a_save_of_the_first_edition_goes_on_by_its_rules(path: Path) -> None:
    s = decode(GAME, path.read_bytes())
    assert s.rules == 2
    assert decode(GAME, encode(GAME, s)) == s


@pytest.mark.rule("BO12")
def test_then_no_kill_that_is_paid_may_be_superfluous() -> None:
    table = older()
    table.shop(GUN3)
    table.kills(0, SCAMP, TROOPER, TROOPER + 1, BRUTE)
    table.do(Purchase(GUN3, False))
    assert set(table.options()) == {Pay(SCAMP), Pay(TROOPER), Pay(BRUTE)}
    table.do(Pay(TROOPER))
    assert set(table.options()) == {Pay(SCAMP), Pay(TROOPER + 1)}  # a brute would do alone
    table.next_grunts(grunt("divert"))
    table.do(Pay(TROOPER + 1))
    assert table.s.bros[0].gear == [GUN3]


@pytest.mark.rule("BO18")
def test_then_a_sacrifice_works_when_the_turn_ends() -> None:
    table = older()
    table.foes(BRUTE, SCAMP)
    table.next_grunts(grunt("divert"))
    told = table.do(SacrificeHit(3, BRUTE))
    assert table.s.bros[0].life == 12 - 3 - 1  # the brute has struck before it falls
    assert table.s.bros[0].kills == [BRUTE]
    said = lines(GAME, GAME.view(table.s, None), told, None)
    assert "Brock sacrifices 3 to hit Brute A when the turn ends." in said


@pytest.mark.rule("BO18")
def test_then_it_was_lost_if_the_bro_died_or_the_target_was_gone() -> None:
    table = older()
    table.s.bros[0].life = 2
    table.s.bros[1].life = 5
    table.next_grunts(grunt("fire", 2))
    told = table.do(SacrificeHeal(1, 1))
    assert table.s.bros[1].life == 5
    said = lines(GAME, GAME.view(table.s, None), told, None)
    assert "Brock's sacrifice comes to nothing: Brock is dead." in said
    table = older()
    table.foes(SCAMP, BRUTE)
    table.next_grunts(grunt("damage", 1))
    told = table.do(SacrificeHit(1, SCAMP), GruntHit(SCAMP))
    assert table.s.bros[0].kills == [SCAMP]
    assert table.s.foe(BRUTE).wounds == 0
    said = lines(GAME, GAME.view(table.s, None), told, None)
    assert "Brock's sacrifice comes to nothing: Scamp A is gone." in said


@pytest.mark.rule("BO21")
def test_then_reinforcements_reshuffled_only_when_played() -> None:
    for played, reshuffled in (("damage", False), ("reinforcements", True)):
        table = older()
        table.s.bros[1].life = 0
        cards = {"damage": grunt("damage", 1, 1), "reinforcements": grunt("reinforcements")}
        table.next_grunts(grunt("divert"), *cards.values())
        table.next_cards(TROOPER)
        table.do(SacrificeHeal(1, 2))
        told = table.do(PlayGrunt(cards[played]), seat=1)
        assert ("Reshuffled" in names(told)) == reshuffled
