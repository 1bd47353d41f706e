"""A turn: draw, action, grunt, damage (BO6–BO9)."""

import msgspec
import pytest

from rules.bro_brawl.content.cards import LIFE
from rules.bro_brawl.game import GAME
from rules.bro_brawl.state import (
    Attack,
    BroVariant,
    Drew,
    GruntCure,
    GruntDivert,
    GruntHit,
    GruntPlayed,
    KillHeal,
    NoAction,
    Pay,
    Purchase,
    Stun,
    Wave,
)
from rules.engine import kernel
from tests.rules.bro_brawl.table import (
    ARMOR,
    BRUTE,
    GUN2,
    GUN3,
    PACK2,
    SCAMP,
    TROOPER,
    Table,
    grunt,
    mishap,
    special,
)


@pytest.mark.rule("BO6")
@pytest.mark.parametrize(("mode", "players", "cards"), [("co-op", 4, 4), ("competitive", 3, 3)])
def test_the_first_bro_draws_more(mode: str, players: int, cards: int) -> None:
    variant = msgspec.convert({"mode": mode}, BroVariant)
    for seed in range(20):
        s = kernel.start(GAME, variant, players, seed.to_bytes(16)).state
        seen = len(s.zone) + len(s.shop) + sum(len(b.mishaps) for b in s.bros) + len(s.discards)
        kills = sum(len(b.kills) for b in s.bros)
        assert seen + kills == cards


@pytest.mark.rule("BO6")
def test_the_others_draw_one_and_it_goes_where_it_belongs() -> None:
    table = Table()
    card = mishap("Gun Control")
    table.next_cards(BRUTE, GUN2, card)
    table.do(NoAction())
    assert [f.card for f in table.s.zone] == [BRUTE]
    table.next_grunts(grunt("fire", 1))
    table.do(NoAction(), seat=1)
    assert table.s.shop == [GUN2]
    table.next_grunts(grunt("fire", 1, 1))
    table.do(NoAction(), seat=2)
    assert [m.card for m in table.s.bros[3].mishaps] == [card]


@pytest.mark.rule("BO6")
def test_nothing_is_drawn_from_an_empty_deck() -> None:
    table = Table()
    table.foes(SCAMP)
    table.no_deck()
    table.next_grunts(grunt("fire", 1))
    table.do(NoAction())
    assert table.waits == [1]
    assert [f.card for f in table.s.zone] == [SCAMP]


@pytest.mark.rule("BO7")
def test_one_action_or_none_and_the_turn_goes_on() -> None:
    table = Table()
    assert NoAction() in table.options()
    table.next_grunts(grunt("fire", 1))
    table.do(NoAction())
    assert table.waits == [1]
    assert table.options(0) == []


@pytest.mark.rule("BO8")
def test_grunt_damage_goes_to_one_foe_of_choice_and_the_kill_to_the_bro() -> None:
    table = Table()
    table.foes(SCAMP, BRUTE)
    table.next_grunts(grunt("damage", 3))
    table.do(NoAction())
    assert table.options() == [GruntHit(SCAMP), GruntHit(BRUTE)]
    table.do(GruntHit(SCAMP))
    assert table.s.bros[0].kills == [SCAMP]
    assert next(f for f in table.s.zone if f.card == BRUTE).wounds == 0


@pytest.mark.rule("BO8")
def test_friendly_fire_ignores_armor() -> None:
    table = Table()
    table.gear(0, ARMOR)
    table.next_grunts(grunt("fire", 2))
    table.do(NoAction())
    assert table.s.bros[0].life == LIFE - 2


@pytest.mark.rule("BO8")
def test_reinforcements_reshuffle_the_deck_with_its_discards() -> None:
    table = Table()
    table.next_grunts(grunt("fire", 1), grunt("reinforcements"))
    table.do(NoAction())
    assert table.s.grunt_discards == [grunt("fire", 1)]
    table.do(NoAction(), seat=1)
    assert table.s.grunt_discards == []
    assert sorted(table.s.grunts.cards) == list(range(36))
    assert table.s.grunts.cards[-2:] != [grunt("fire", 1), grunt("reinforcements")]


@pytest.mark.rule("BO8", "BO23")
def test_divert_switches_one_special_off() -> None:
    table = Table()
    giant, queen = special("Frost Giant"), special("Queen of Nope")
    table.foes(giant, queen)
    assert "stun" not in table.verbs()
    table.next_grunts(grunt("divert"))
    table.do(NoAction())
    assert table.options() == [GruntDivert(giant), GruntDivert(queen)]
    table.do(GruntDivert(giant))
    assert "stun" in table.verbs(1)
    assert "scout" not in table.verbs(1)


@pytest.mark.rule("BO23")
@pytest.mark.parametrize("way", ["kill heal", "purchase", "mishap"])
def test_a_diverted_special_that_comes_back_has_its_ability_again(way: str) -> None:
    table = Table()
    giant = special("Frost Giant")
    table.foes(giant)
    table.s.foe(giant).wounds = 4
    table.next_cards(ARMOR, GUN2, GUN3, mishap("Embargo") if way == "mishap" else PACK2)
    table.next_grunts(grunt("divert"), *(grunt("fire", 1, nth) for nth in range(5)))
    wave = table.s.frames[0]
    assert isinstance(wave, Wave)
    wave.seat = 3  # so that seat 0 is next again
    table.do(NoAction())
    assert table.s.foe(giant).diverted
    assert "stun" in table.verbs()
    table.do(Attack(giant, 1))
    for seat in (1, 2, 3):
        table.do(NoAction(), seat=seat)
    if way == "kill heal":
        table.do(KillHeal(giant))
    elif way == "purchase":
        table.do(Purchase(ARMOR, False), Pay(giant))
    assert not table.s.foe(giant).diverted
    assert "stun" not in table.verbs(table.waits[0])


@pytest.mark.rule("BO8")
def test_sacrifice_takes_a_mishap_of_the_players_choice() -> None:
    table = Table()
    one, other, third = mishap("Gun Control"), mishap("Gun Envy"), mishap("Snack Break")
    table.suffer(1, one)
    table.suffer(2, third, other)
    table.next_grunts(grunt("sacrifice"))
    table.do(NoAction())
    assert set(table.options()) == {GruntCure(1, one), GruntCure(2, third), GruntCure(2, other)}
    table.do(GruntCure(2, other))
    assert [m.card for m in table.s.bros[2].mishaps] == [third]
    assert other in table.s.discards


@pytest.mark.rule("BO8")
@pytest.mark.parametrize("kind", ["divert", "sacrifice"])
def test_a_grunt_with_nothing_to_do_is_wasted(kind: str) -> None:
    table = Table()
    table.next_cards(BRUTE)
    table.next_grunts(grunt(kind))
    told = table.do(NoAction())
    assert any(isinstance(t.event, GruntPlayed) and t.event.wasted for t in told)
    assert table.s.grunt_discards == [grunt(kind)]
    assert table.waits == [1]


@pytest.mark.rule("BO8")
def test_an_empty_grunt_deck_is_refilled() -> None:
    table = Table()
    s = table.s
    s.grunt_discards, s.grunts.cards, s.grunts.known = s.grunts.cards, [], []
    table.do(NoAction())
    assert len(table.s.grunts) + len(table.s.grunt_discards) == 36
    assert len(table.s.grunt_discards) == 1


@pytest.mark.rule("BO9")
@pytest.mark.parametrize(("foes", "damage"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_every_full_four_points_cost_one(foes: int, damage: int) -> None:
    table = Table()
    table.foes(*range(BRUTE, BRUTE + foes))  # three points each
    said = GAME.text.board(GAME.view(table.s, None))
    assert f"Strength {3 * foes}, {damage} damage to Brock." in said
    table.next_grunts(grunt("sacrifice"))
    table.do(NoAction())
    assert table.s.bros[0].life == LIFE - damage


@pytest.mark.rule("BO9")
def test_wounds_do_not_lower_points_and_armor_takes_its_number_off() -> None:
    table = Table()
    table.foes(BRUTE, BRUTE + 1, BRUTE + 2)
    for foe in table.s.zone:
        foe.wounds = 2
    table.gear(0, ARMOR)
    table.next_grunts(grunt("sacrifice"))
    table.do(NoAction())
    assert table.s.bros[0].life == LIFE - 1


@pytest.mark.rule("BO9", "BO15")
def test_the_stunned_do_not_count_and_stand_up_when_the_turn_ends() -> None:
    table = Table()
    table.foes(BRUTE, TROOPER)
    table.next_grunts(grunt("sacrifice"))
    table.do(Stun(BRUTE))
    assert table.s.bros[0].life == LIFE
    assert not any(f.stunned for f in table.s.zone)


@pytest.mark.rule("BO9")
def test_a_bro_who_dies_ends_the_turn_at_once() -> None:
    table = Table()
    table.foes(BRUTE, BRUTE + 1, BRUTE + 2)
    table.s.bros[0].life = 1
    table.next_grunts(grunt("fire", 1))
    told = table.do(Stun(BRUTE))
    assert not table.s.bros[0].alive
    assert not any(getattr(t.event, "by", "") == "monsters" for t in told)
    assert not any(f.stunned for f in table.s.zone)
    assert table.waits == [1]


@pytest.mark.rule("BO9")
def test_a_bro_struck_down_while_drawing_does_not_act() -> None:
    table = Table()
    table.foes(BRUTE)
    table.s.bros[1].life = 1
    table.next_cards(mishap("Hot Coffee"))
    table.next_grunts(grunt("sacrifice"))
    table.do(NoAction())
    assert not table.s.bros[1].alive
    assert table.waits == [2]
    assert table.s.bros[0].kills == table.s.bros[1].kills == []


@pytest.mark.rule("BO9")
def test_a_bro_struck_down_while_drawing_draws_no_further_card() -> None:
    table = Table()
    table.foes(special("Avalanche Annie"))  # two cards a turn
    table.s.bros[1].life = 1
    table.next_cards(mishap("Hot Coffee"), BRUTE, TROOPER)
    table.next_grunts(grunt("sacrifice"))
    table.do(NoAction())
    drawn = [t.event.card for t in table.told if isinstance(t.event, Drew) and t.event.seat == 1]
    assert drawn == [mishap("Hot Coffee")]
    assert table.s.find_foe(TROOPER) is not None  # the next bro's two cards
    assert table.waits == [2]
