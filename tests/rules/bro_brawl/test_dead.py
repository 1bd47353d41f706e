"""The dead, specials and mishaps (BO20–BO27)."""

from typing import Any

import pytest

from rules.bro_brawl.content.cards import LIFE, MISHAP, SPECIAL
from rules.bro_brawl.game import GAME
from rules.bro_brawl.play.effects import damage_to, gun_points, price
from rules.bro_brawl.state import (
    Attack,
    Delay,
    Died,
    GruntHit,
    KnockSense,
    NoAction,
    PlayGrunt,
    Purchase,
    Stun,
)
from rules.engine.contract import Resolver
from rules.engine.kernel import advance
from tests.rules.bro_brawl.table import (
    ARMOR,
    BRUTE,
    GUN2,
    GUN3,
    SCAMP,
    TROOPER,
    Table,
    grunt,
    mishap,
    names,
    special,
)

# -- the dead


def dead_next(**options: Any) -> Table:
    """Seat 1 is dead, and seat 0 is about to act."""
    table = Table(**options)
    table.s.bros[1].life = 0
    return table


@pytest.mark.rule("BO20")
def test_a_dead_bro_keeps_kills_and_gear_and_loses_mishaps() -> None:
    table = Table()
    table.kills(0, BRUTE)
    table.gear(0, GUN2)
    table.suffer(0, mishap("Gun Envy"))
    table.s.bros[0].life = 1
    table.next_grunts(grunt("fire", 1))
    told = table.do(NoAction())
    bro = table.s.bros[0]
    assert any(isinstance(t.event, Died) for t in told)
    assert (bro.kills, bro.gear, bro.mishaps) == ([BRUTE], [GUN2], [])
    assert mishap("Gun Envy") in table.s.discards


@pytest.mark.rule("BO20")
def test_a_bro_killed_by_one_mishap_suffers_no_other() -> None:
    table = Table()
    table.suffer(1, mishap("Blew Yourself Up"), mishap("Affirmative Action"))
    table.kills(1, BRUTE)
    table.s.bros[1].life = 1
    table.next_cards(SCAMP)
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert not table.s.bros[1].alive
    assert table.s.bros[1].kills == [BRUTE]
    assert table.waits == [2]


@pytest.mark.rule("BO21")
def test_the_dead_draw_take_no_action_and_play_one_of_two_grunts() -> None:
    table = dead_next()
    table.next_cards(BRUTE, SCAMP)
    fire, hit = grunt("fire", 2), grunt("damage", 2)
    table.next_grunts(grunt("divert"), fire, hit)
    table.do(NoAction())
    assert table.s.find_foe(BRUTE) is not None
    assert set(table.options(1)) == {PlayGrunt(fire), PlayGrunt(hit)}
    table.do(PlayGrunt(fire), seat=1)
    assert table.s.bros[1].life == 0  # fire does nothing to the dead
    assert set(table.s.grunt_discards) == {grunt("divert"), fire, hit}
    assert table.waits == [2]


@pytest.mark.rule("BO21")
@pytest.mark.parametrize("played", ["damage", "reinforcements"])
def test_reinforcements_drawn_by_the_dead_reshuffles_whichever_is_played(played: str) -> None:
    table = dead_next()
    table.next_cards(SCAMP)
    cards = {"damage": grunt("damage", 1), "reinforcements": grunt("reinforcements")}
    table.next_grunts(grunt("divert"), *cards.values())
    table.do(NoAction())
    assert table.s.grunt_discards == [grunt("divert")]
    told = table.do(PlayGrunt(cards[played]), seat=1)
    assert names(told).count("Reshuffled") == 1
    assert (table.s.find_foe(SCAMP) is None) == (played == "damage")
    assert table.s.grunt_discards == []
    assert sorted(table.s.grunts.cards) == list(range(36))


@pytest.mark.rule("BO21")
def test_the_kill_of_a_dead_bros_grunt_is_the_dead_bros() -> None:
    table = dead_next()
    table.next_cards(SCAMP)
    table.next_grunts(grunt("divert"), grunt("damage", 1), grunt("damage", 1, 1))
    table.do(NoAction())
    table.do(PlayGrunt(grunt("damage", 1)), seat=1)
    assert table.s.bros[1].kills == [SCAMP]


@pytest.mark.rule("BO21")
def test_a_mishap_drawn_by_the_dead_goes_to_the_next_living_bro_without_one() -> None:
    table = dead_next()
    table.suffer(2, mishap("Gun Envy"))
    table.next_cards(mishap("Gun Control"))
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert [m.card for m in table.s.bros[3].mishaps] == [mishap("Gun Control")]


@pytest.mark.rule("BO21")
def test_if_every_living_bro_has_one_the_next_takes_it_anyway() -> None:
    table = dead_next()
    for seat, name in ((0, "Gun Envy"), (2, "Privileged"), (3, "Embargo")):
        table.suffer(seat, mishap(name))
    table.next_cards(mishap("Gun Control"))
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert [m.card for m in table.s.bros[2].mishaps] == [
        mishap("Privileged"),
        mishap("Gun Control"),
    ]


# -- specials


@pytest.mark.rule("BO22")
def test_eleven_specials_of_strength_five_unless_they_say_otherwise() -> None:
    assert len(SPECIAL) == 11
    others = {c.name: c.strength for c in SPECIAL.values() if c.strength != 5}
    assert others == {"Avalanche Annie": 4, "Snowbank": 6, "Frostbite Ferret": 3}


@pytest.mark.rule("BO24")
def test_a_special_can_be_attacked_and_stunned_but_not_delayed() -> None:
    table = Table()
    giant = special("Polar Bear Market")
    table.foes(giant)
    options = table.options()
    assert Attack(giant, 1) in options
    assert Stun(giant) in options
    assert Delay(giant) not in options
    table.next_grunts(grunt("damage", 2))
    table.do(NoAction())
    assert table.s.zone[0].wounds == 2


@pytest.mark.rule("BO22")
@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("Frost Giant", {"stun"}),
        ("Queen of Nope", {"scout", "delay"}),
        ("Cold Shoulder", {"heal", "killheal"}),
    ],
)
def test_a_special_that_forbids_actions(name: str, verbs: set[str]) -> None:
    table = Table()
    table.foes(BRUTE)
    table.kills(0, SCAMP)
    assert verbs <= table.verbs()
    table.foes(special(name))
    assert not verbs & table.verbs()
    table.s.zone[-1].diverted = True
    assert verbs <= table.verbs()


@pytest.mark.rule("BO22")
def test_yeti_bouncer_counts_every_three() -> None:
    table = Table()
    table.foes(BRUTE, SCAMP, special("Yeti Bouncer"))  # nine points
    assert damage_to(table.s, table.s.bros[0]) == 3


@pytest.mark.rule("BO22")
def test_icicle_sniper_adds_a_damage() -> None:
    table = Table()
    table.foes(special("Icicle Sniper"))
    assert damage_to(table.s, table.s.bros[0]) == 2


@pytest.mark.rule("BO22")
def test_polar_bear_market_raises_prices() -> None:
    table = Table()
    table.shop(GUN2)
    table.kills(0, TROOPER)
    assert Purchase(GUN2, False) in table.options()
    table.foes(special("Polar Bear Market"))
    assert price(table.s, GUN2) == 3
    assert Purchase(GUN2, False) not in table.options()


@pytest.mark.rule("BO22")
def test_blizzard_dj_drowns_grunts_out() -> None:
    table = Table()
    table.foes(BRUTE, special("Blizzard DJ"))
    table.next_grunts(grunt("damage", 2))
    table.do(NoAction(), GruntHit(BRUTE))
    assert table.s.zone[0].wounds == 1


@pytest.mark.rule("BO22")
def test_avalanche_annie_brings_one_more_card() -> None:
    table = Table()
    table.foes(special("Avalanche Annie"))
    before = len(table.s.battle)
    table.next_grunts(grunt("sacrifice"))
    table.do(NoAction())
    assert len(table.s.battle) == before - 2


@pytest.mark.rule("BO22")
def test_snowbank_stands_in_front_until_stunned() -> None:
    table = Table()
    snowbank = special("Snowbank")
    table.foes(BRUTE, snowbank)
    assert {o.foe for o in table.options() if isinstance(o, Attack)} == {snowbank}
    table.s.zone[1].stunned = True
    assert {o.foe for o in table.options() if isinstance(o, Attack)} == {BRUTE, snowbank}
    table.s.zone[1].stunned, table.s.zone[1].diverted = False, True
    assert {o.foe for o in table.options() if isinstance(o, Attack)} == {BRUTE, snowbank}


@pytest.mark.rule("BO22")
def test_frostbite_ferret_closes_its_wounds_each_turn() -> None:
    table = Table()
    ferret = special("Frostbite Ferret")
    table.foes(ferret)
    table.next_grunts(grunt("sacrifice"))
    table.do(Attack(ferret, 1))
    assert table.s.zone[0].wounds == 0
    table.s.zone[0].diverted = True
    table.next_grunts(grunt("sacrifice", 0, 1))
    table.do(Attack(ferret, 1), seat=1)
    assert next(f for f in table.s.zone if f.card == ferret).wounds == 1


@pytest.mark.rule("BO22")
def test_snowblind_wizard_makes_everything_worse() -> None:
    table = Table()
    table.foes(special("Snowblind Wizard"))
    table.gear(0, ARMOR)
    table.suffer(1, mishap("Gun Envy"))
    assert damage_to(table.s, table.s.bros[0]) == 1
    table.next_grunts(grunt("fire", 1))
    table.do(KnockSense(1, mishap("Gun Envy"), 1))
    assert table.s.bros[0].life == LIFE - 2 - 1
    assert table.s.bros[1].mishaps[0].knocked == 1  # costs two now


@pytest.mark.rule("BO11", "BO23")
@pytest.mark.parametrize("how", ["diverted", "killed"])
def test_sense_knocked_in_is_enough_once_the_wizard_is_gone(how: str) -> None:
    table = Table()
    wizard, envy, nuts = special("Snowblind Wizard"), mishap("Gun Envy"), mishap("Snack Break")
    table.foes(wizard)
    table.suffer(1, envy)
    table.suffer(2, nuts)
    table.s.bros[1].mishaps[0].knocked = 1  # of two, and of one without the wizard
    table.s.bros[2].mishaps[0].knocked = 1  # of three, and of two without
    if how == "killed":
        table.s.zone[0].wounds = 4
        table.next_grunts(grunt("damage", 1))
    else:
        table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert table.s.bros[1].mishaps == []
    assert envy in table.s.discards
    assert [m.card for m in table.s.bros[2].mishaps] == [nuts]


# -- mishaps


@pytest.mark.rule("BO25")
def test_eighteen_mishaps_of_cost_one_or_two_nine_of_them_named() -> None:
    assert len(MISHAP) == 18
    assert {m.cost for m in MISHAP.values()} == {1, 2}
    assert {m.name for m in MISHAP.values() if m.named} == {
        "Gun Control", "Blew Yourself Up", "Kicked in the Nuts", "Embargo",
        "Social Justice Warrior", "Gun Envy", "Affirmative Action", "Hot Coffee", "Privileged",
    }  # fmt: skip


@pytest.mark.rule("BO25")
@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("Gun Control", {"attack", "knocksense"}),
        ("Embargo", {"purchase"}),
        ("Hot Coffee", {"stun", "delay"}),
        ("Butterfingers", {"purchase", "usepack", "heal"}),
        ("Fog Machine", {"scout", "delay"}),
    ],
)
def test_a_mishap_that_cancels_actions(name: str, verbs: set[str]) -> None:
    table = Table()
    table.foes(BRUTE)
    table.shop(GUN2)
    table.kills(0, BRUTE + 1)
    table.gear(0, 29)
    table.suffer(1, mishap("Gun Envy"))
    assert verbs <= table.verbs()
    table.suffer(0, mishap(name))
    assert not verbs & table.verbs()


@pytest.mark.rule("BO25")
@pytest.mark.parametrize("name", ["Kicked in the Nuts", "Snack Break"])
def test_a_mishap_that_cancels_the_action(name: str) -> None:
    table = Table()
    table.foes(BRUTE)
    table.suffer(0, mishap(name))
    assert table.options() == [NoAction()]


@pytest.mark.rule("BO25")
@pytest.mark.parametrize("name", ["Blew Yourself Up", "Bad Burrito"])
def test_a_mishap_that_hurts_each_turn(name: str) -> None:
    table = Table()
    table.suffer(1, mishap(name))
    table.kills(1, BRUTE)
    table.foes(TROOPER)[0].wounds = 1
    table.next_cards(SCAMP)
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert table.s.bros[1].life == LIFE - 1
    assert table.s.bros[1].kills == [BRUTE]
    assert table.s.zone[0].wounds == 1


@pytest.mark.rule("BO25")
@pytest.mark.parametrize("name", ["Gun Envy", "Glitter Bomb"])
def test_a_mishap_that_weakens_guns(name: str) -> None:
    table = Table()
    table.foes(BRUTE)
    table.gear(0, GUN3)
    table.suffer(0, mishap(name))
    assert gun_points(table.s.bros[0], 3) == 2
    assert Attack(BRUTE, 1) not in table.options()


@pytest.mark.rule("BO25")
def test_glitter_draws_friendly_fire() -> None:
    table = Table()
    table.suffer(0, mishap("Glitter Bomb"))
    table.next_grunts(grunt("fire", 1))
    table.do(NoAction())
    assert table.s.bros[0].life == LIFE - 2


@pytest.mark.rule("BO25")
def test_social_justice_warrior_attacks_only_the_big() -> None:
    table = Table()
    table.foes(SCAMP, TROOPER, BRUTE)
    table.suffer(0, mishap("Social Justice Warrior"))
    assert {o.foe for o in table.options() if isinstance(o, Attack)} == {BRUTE}


@pytest.mark.rule("BO25")
def test_affirmative_action_evens_kills_out() -> None:
    table = Table()
    table.suffer(1, mishap("Affirmative Action"))
    table.kills(1, BRUTE, SCAMP)
    table.kills(2, TROOPER)
    table.next_cards(SCAMP + 1)
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert table.s.bros[1].kills == [BRUTE]
    assert table.s.bros[3].kills == [SCAMP]


@pytest.mark.rule("BO25")
@pytest.mark.parametrize(("name", "strength"), [("Privileged", 4), ("Loose Bootlace", 2)])
def test_a_mishap_that_attracts_monsters(name: str, strength: int) -> None:
    table = Table()
    table.foes(TROOPER, TROOPER + 1, BRUTE, BRUTE + 1)  # ten points
    table.gear(0, ARMOR)
    table.suffer(0, mishap(name))
    assert damage_to(table.s, table.s.bros[0]) == (10 + strength) // 4 - (strength == 4)


@pytest.mark.rule("BO25")
def test_nobody_hears_a_jammed_radio() -> None:
    table = Table()
    table.suffer(0, mishap("Jammed Radio"))
    told = table.do(NoAction())
    assert "GruntDrawn" not in names(told)
    assert table.waits == [1]


@pytest.mark.rule("BO25")
def test_the_wrong_playlist_brings_one_more_card() -> None:
    table = Table()
    table.suffer(1, mishap("Wrong Playlist"))
    before = len(table.s.battle)
    table.next_grunts(grunt("divert"))
    table.next_cards(SCAMP, TROOPER)
    table.do(NoAction())
    assert len(table.s.battle) == before - 2


@pytest.mark.rule("BO25")
def test_a_selfie_lets_the_most_wounded_recover() -> None:
    table = Table()
    table.foes(BRUTE, TROOPER)
    table.s.zone[0].wounds, table.s.zone[1].wounds = 2, 1
    table.suffer(1, mishap("Selfie Stick"))
    table.next_cards(SCAMP)
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert [f.wounds for f in table.s.zone[:2]] == [0, 1]


# -- who gets them


@pytest.mark.rule("BO26")
def test_a_drawn_mishap_stays_with_the_drawer() -> None:
    table = Table()
    table.next_cards(mishap("Gun Control"))
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert [m.card for m in table.s.bros[1].mishaps] == [mishap("Gun Control")]


@pytest.mark.rule("BO26")
def test_a_second_one_goes_left_to_a_living_bro_without_one() -> None:
    table = Table()
    table.suffer(1, mishap("Gun Envy"))
    table.s.bros[2].life = 0
    table.next_cards(mishap("Gun Control"))
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert [m.card for m in table.s.bros[3].mishaps] == [mishap("Gun Control")]


@pytest.mark.rule("BO26")
def test_if_all_have_one_the_drawer_keeps_it() -> None:
    table = Table()
    for seat, name in enumerate(("Gun Envy", "Privileged", "Embargo", "Snack Break")):
        table.suffer(seat, mishap(name))
    table.next_cards(mishap("Gun Control"))
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert [m.card for m in table.s.bros[1].mishaps] == [
        mishap("Privileged"),
        mishap("Gun Control"),
    ]


@pytest.mark.rule("BO26")
def test_the_first_player_keeps_the_first_of_several() -> None:
    table = Table()
    s = table.s
    cards = [mishap(n) for n in ("Gun Control", "Gun Envy", "Privileged")]
    table.next_cards(*cards, SCAMP)
    s.opened, s.open, s.frames[-1].step = False, [], "draw"
    advance(Resolver(GAME, s, []))
    assert [[m.card for m in bro.mishaps] for bro in s.bros[:3]] == [[c] for c in cards]
    assert table.s.find_foe(SCAMP) is not None


@pytest.mark.rule("BO27")
@pytest.mark.parametrize("name", ["Hot Coffee", "Wrong Playlist", "Bad Burrito"])
def test_an_all_players_mishap_hurts_every_living_bro_once(name: str) -> None:
    table = Table()
    table.s.bros[3].life = 0
    table.suffer(1, mishap("Gun Envy"))  # handed on: it happens at once all the same
    table.foes(BRUTE)[0].wounds = 1
    table.kills(0, SCAMP)
    table.next_cards(mishap(name))
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert [b.life for b in table.s.bros] == [LIFE - 1, LIFE - 1, LIFE - 1, 0]
    assert table.s.zone[0].wounds == 1  # it hurts, and that is all
    assert table.s.bros[0].kills == [SCAMP]
    assert [m.card for m in table.s.bros[2].mishaps] == [mishap(name)]


@pytest.mark.rule("BO27")
@pytest.mark.parametrize("name", ["Embargo", "Affirmative Action"])
def test_an_all_players_mishap_that_costs_kills(name: str) -> None:
    table = Table()
    table.kills(0, SCAMP, BRUTE)
    table.kills(2, TROOPER)
    table.suffer(1, mishap("Gun Envy"))
    table.next_cards(mishap(name))
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert table.s.bros[0].kills == [BRUTE]
    assert table.s.bros[2].kills == []
    assert {f.card for f in table.s.zone} == {SCAMP, TROOPER}


@pytest.mark.rule("BO27")
def test_fog_closes_all_wounds() -> None:
    table = Table()
    table.foes(BRUTE, TROOPER)
    table.s.zone[0].wounds = table.s.zone[1].wounds = 1
    table.next_cards(mishap("Fog Machine"))
    table.next_grunts(grunt("sacrifice"))
    table.do(NoAction())
    assert [f.wounds for f in table.s.zone] == [0, 0]


@pytest.mark.rule("BO27")
def test_a_you_mishap_handed_on_waits_for_that_bros_turn() -> None:
    table = Table()
    table.suffer(1, mishap("Gun Envy"))
    table.next_cards(mishap("Blew Yourself Up"), SCAMP)
    table.next_grunts(grunt("divert"), grunt("divert", 0, 1))
    table.do(NoAction())
    assert table.s.bros[2].life == LIFE
    table.do(NoAction(), seat=1)
    assert table.s.bros[2].life == LIFE - 1
