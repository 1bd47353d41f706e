"""Each item by itself, in own hands and in an enemy's (BM4, BM6, BM7)."""

import pytest

from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.game import GAME
from rules.brawl_mart.play.attack import attack
from rules.brawl_mart.play.held import steal
from rules.brawl_mart.play.usage import uses
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    STANDING,
    Attack,
    Exchanged,
    Pass,
    Stolen,
    Use,
    Used,
)
from rules.engine.contract import Resolver
from tests.rules.brawl_mart.table import Table, what, who


@pytest.mark.rule("BM1", "BM4", "BM8")
def test_sixteen_items_that_use_every_symbol() -> None:
    assert len({i.name for i in ITEMS}) == 16
    assert {i.bonus for i in ITEMS} >= {"contact", "non-contact", "either"}
    assert {i.reusable for i in ITEMS} == {True, False}
    assert {bool(i.usage) for i in ITEMS} == {True, False}
    assert all(i.enemy and i.says and i.flavour for i in ITEMS)
    assert [i.name for i in ITEMS if not i.house] == ["Stretchy Hand"]


@pytest.mark.rule("BM6")
@pytest.mark.parametrize(
    ("item", "kind_of_holder", "points"),
    [
        ("Baguette", "Gus", 1),
        ("Baguette", "Mop", 1),
        ("Price Gun", "Gus", 1),
        ("Foam Finger", "Mop", 1),
        ("Frozen Turkey", "Gus", 3),
        ("T-Shirt Cannon", "Mop", 3),
    ],
)
def test_a_bonus_is_added_whatever_its_kind(item: str, kind_of_holder: str, points: int) -> None:
    name = kind_of_holder
    mine, _, _ = Table(f"{name}+{item}", "Sue!").exchange(name, "Sue", 2)
    assert mine.items == points


@pytest.mark.parametrize(("item", "used_up"), [("Frozen Turkey", True), ("Baguette", False)])
def test_what_is_discarded_after_use_is_gone_after_the_exchange(item: str, used_up: bool) -> None:
    for own, enemies in ((f"Gus+{item}, Mop", "Sue, Ben"), ("Gus, Mop", f"Sue+{item}, Ben")):
        table = Table(own, enemies)
        table.do(Attack(who("Sue")))
        assert (what(item) in table.s.items_discard) == used_up


def test_the_t_shirt_cannon_is_used_up() -> None:
    table = Table("Mop+T-Shirt, Gus", "Sue, Ben")
    table.do(Attack(who("Sue")))
    assert what("T-Shirt") in table.s.items_discard


def test_an_energy_drink_adds_a_die() -> None:
    mine, _, _ = Table("Gus+Energy", "Sue!").exchange("Gus", "Sue", 2, 4)
    assert (mine.items, mine.item_dice) == (4, (4,))


def test_bubble_wrap_adds_resistance_while_standing() -> None:
    table = Table("Intercom+Bubble", "Fran")
    assert table.fighter("Intercom").resistance == 7
    table.fighter("Intercom").state = KNOCKED_OUT
    assert table.fighter("Intercom").resistance == 5


def test_a_return_receipt_returns_one_hit() -> None:
    table = Table("Intercom+Receipt", "Fran")
    assert table.exchange("Intercom", "Fran", 1, 6)[2][0].result == "returned"
    assert table.fighter("Intercom").state == STANDING
    assert what("Receipt") in table.s.items_discard


def test_a_loyalty_card_pays_for_ones() -> None:
    assert Table("Gus+Loyalty", "Sue!").totals("Gus", "Sue", 1)[0] == 2 + 2
    assert Table("Gus+Loyalty", "Sue!").totals("Gus", "Sue", 2)[0] == 3


def test_a_scanner_takes_the_opponents_type_bonus() -> None:
    assert Table("Gus+Scanner", "Sue").totals("Gus", "Sue", 2, 1, 1)[1] == 2
    assert Table("Gus", "Sue").totals("Gus", "Sue", 2, 1, 1)[1] == 4


def test_an_all_terrain_trolley_beats_every_type() -> None:
    assert Table("Gus+Trolley", "Ben!").exchange("Gus", "Ben", 2)[0].type_bonus == 1


# -- used on a turn


@pytest.mark.rule("BM7")
def test_a_stretchy_hand_takes_any_other_unslain_brawlers_item() -> None:
    table = Table("Gus+Stretchy, Sue+Foam", "Fran!+Bubble, Ben+Price")
    targets = {o.target for o in uses(table.s, table.fighter("Gus"))}
    assert targets == {who("Sue"), who("Fran"), who("Ben")}
    table.do(Use(who("Ben")))
    assert table.fighter("Gus").item == what("Price")
    assert table.fighter("Ben").item == -1
    assert what("Stretchy") in table.s.items_discard


@pytest.mark.rule("BM7")
def test_an_enemys_hand_acts_before_the_dice_the_first_time_it_can() -> None:
    table = Table("Gus+Turkey, Mop", "Sue+Stretchy, Ben")
    r = Resolver(GAME, table.s, [])
    attack(r, table.fighter("Gus"), who("Sue"), 0)
    assert r.told is not None
    stolen, exchanged = (t.event for t in r.told)
    assert isinstance(stolen, Stolen) and isinstance(exchanged, Exchanged)
    assert exchanged.attack.items == 0
    table = Table("Gus, Mop", "Sue+Stretchy, Ben")
    table.do(Attack(who("Sue")))
    assert table.fighter("Sue").item == what("Stretchy")


@pytest.mark.rule("BM7")
def test_what_an_enemy_stole_is_discarded_and_what_you_stole_is_yours() -> None:
    table = Table("Gus+Stretchy", "Sue!+Foam, Ben+Price")
    table.do(Use(who("Ben")))
    table.fighter("Ben").state = KNOCKED_OUT
    table.do(Attack(who("Sue")))
    assert what("Price") in table.s.cart
    assert what("Foam") in table.s.items_discard
    table = Table("Gus+Trolley", "Fran+Stretchy, Sue")
    steal(Resolver(GAME, table.s, []), table.fighter("Fran"), table.fighter("Gus"))
    for name in ("Fran", "Sue"):
        table.fighter(name).state = KNOCKED_OUT
    table.do(Pass())
    assert table.s.cart == []
    assert {what("Trolley"), what("Stretchy")} <= {*table.s.items_discard, *table.s.shop}


@pytest.mark.rule("BM7")
def test_a_stretchy_hand_finds_nothing_in_empty_hands_or_on_the_slain() -> None:
    table = Table("Gus+Stretchy, Sue", "Fran+Bubble, Ben")
    table.fighter("Fran").state = SLAIN
    assert uses(table.s, table.fighter("Gus")) == []


@pytest.mark.rule("BM7", "BM17")
def test_an_enemy_who_lies_there_or_holds_something_else_steals_nothing() -> None:
    for enemies in ("Sue!+Stretchy, Ben", "Sue+Bubble, Ben"):
        table = Table("Gus+Foam, Mop", enemies)
        r = Resolver(GAME, table.s, [])
        attack(r, table.fighter("Gus"), who("Sue"), 0)
        assert table.fighter("Gus").item == what("Foam")


@pytest.mark.rule("BM13")
def test_items_are_used_only_on_whom_they_can_help() -> None:
    table = Table("Gus+Wet, Mop!", "Sue, Fran!, Ben")
    table.fighter("Ben").slipped = True
    assert uses(table.s, table.fighter("Gus")) == [Use(who("Sue"))]
    table = Table("Gus+Salts, Mop!, Nerph, Joe", "Sue, Fran!")
    table.fighter("Joe").state = SLAIN
    assert uses(table.s, table.fighter("Gus")) == [Use(who("Mop"))]
    table = Table("Gus+Megaphone, Mop!, Nerph, Joe", "Sue, Fran!")
    table.fighter("Joe").cheered = 2
    assert uses(table.s, table.fighter("Gus")) == [Use(who("Nerph"))]
    table = Table("Gus!+Salts, Mop!", "Sue")
    assert uses(table.s, table.fighter("Gus")) == []  # the fallen use nothing


def test_a_wet_floor_sign_makes_the_next_counter_nothing() -> None:
    table = Table("Gus+Wet, Mop", "Sue, Ben")
    table.do(Use(who("Sue")))
    assert table.fighter("Sue").slipped
    table.do(Attack(who("Sue")))
    assert table.counter.total == 0
    assert not table.fighter("Sue").slipped  # once
    assert what("Wet") in table.s.items_discard


def test_smelling_salts_wake_an_ally_and_an_enemy_wakes_itself() -> None:
    table = Table("Gus+Salts, Mop!", "Sue")
    table.do(Use(who("Mop")))
    assert table.fighter("Mop").state == STANDING
    table = Table("Intercom", "Ben+Salts")
    assert table.exchange("Intercom", "Ben", 6, 1, 1, 1)[2][0].result == "got up"
    assert table.fighter("Ben").state == STANDING


@pytest.mark.rule("BM4", "BM17")
def test_smelling_salts_wake_an_enemy_wallace_who_took_a_blow() -> None:
    table = Table("Intercom", "Wallace+Salts, Wispy Tim!")
    _, _, hits = table.exchange("Intercom", "Tim", 2)
    assert [(h.card, h.result) for h in hits] == [
        (who("Wallace"), "absorbed"),
        (who("Wallace"), "got up"),
    ]
    assert table.fighter("Wallace").state == STANDING
    assert what("Salts") in table.s.items_discard
    _, _, hits = table.exchange("Intercom", "Tim", 2)
    assert [h.result for h in hits] == ["absorbed"]
    assert table.fighter("Wallace").state == KNOCKED_OUT


def test_own_smelling_salts_wait_for_a_turn() -> None:
    table = Table("Gus+Salts", "Sue")
    table.fighter("Gus").smiled = True
    assert table.exchange("Gus", "Sue", 1, 3, 3)[2][0].result == "knocked out"
    assert table.fighter("Gus").item == what("Salts")


def test_a_megaphone_cheers_the_next_attack_and_can_be_used_again() -> None:
    table = Table("Gus+Megaphone, Mop", "Sue, Ben")
    assert [o.target for o in uses(table.s, table.fighter("Gus"))] == [who("Mop")]
    table.do(Use(who("Mop")))
    assert table.fighter("Gus").item == what("Megaphone")
    table.do(Attack(who("Sue")))
    assert table.rolls.attack.other == 2
    assert table.fighter("Mop").cheered == 0


def test_a_fire_extinguisher_hits_without_a_counter() -> None:
    table = Table("Gus+Extinguisher", "Sue, Ben")
    told = table.do(Use(who("Sue")))
    used = told[0].event
    assert isinstance(used, Used)
    assert 1 <= used.dice[0] <= 6
    assert table.fighter("Sue").state == KNOCKED_OUT  # resistance 6
    assert table.fighter("Gus").state == STANDING
    assert what("Extinguisher") in table.s.items_discard


# -- in an enemy's hands


@pytest.mark.rule("BM4")
@pytest.mark.parametrize(
    ("item", "points", "used_up"),
    [
        ("Baguette", 1, False),
        ("Price Gun", 1, False),
        ("Foam Finger", 1, False),
        ("Frozen Turkey", 3, True),
        ("T-Shirt Cannon", 3, True),
        ("Wet Floor", 1, False),
        ("Megaphone", 1, False),
        ("Extinguisher", 1, False),
    ],
)
def test_an_enemy_adds_what_its_item_says_and_uses_up_what_works_once(
    item: str, points: int, used_up: bool
) -> None:
    table = Table("Gus, Mop", f"Ben+{item}, Fran")
    table.do(Attack(who("Ben")))
    counter = table.counter
    assert (counter.items, counter.item) == (points, what(item))
    assert (what(item) in table.s.items_discard) == used_up


@pytest.mark.rule("BM4")
def test_an_enemy_drinks_once() -> None:
    table = Table("Gus, Mop", "Ben+Energy, Fran")
    table.do(Attack(who("Ben")))
    counter = table.counter
    assert counter.item_dice == (counter.items,)
    assert 1 <= counter.items <= 4
    assert what("Energy") in table.s.items_discard


@pytest.mark.rule("BM4")
def test_an_enemy_has_its_receipt_wrap_card_scanner_and_trolley_like_anybody() -> None:
    table = Table("Fran", "Mop+Receipt")
    assert table.exchange("Fran", "Mop", 6, 1)[2][0].result == "returned"
    assert table.fighter("Mop").state == STANDING
    assert table.exchange("Fran", "Mop", 6, 1)[2][0].result == "slain"
    assert Table("Intercom", "Mop+Bubble").exchange("Intercom", "Mop", 6, 1)[2][0].result == (
        "knocked out"
    )
    assert Table("Gus", "Mop+Loyalty").totals("Gus", "Mop", 1, 1)[1] == 1 + 2
    assert Table("Gus", "Mop+Loyalty").totals("Gus", "Mop", 1, 2)[1] == 2
    assert Table("Gus", "Mop").exchange("Gus", "Mop", 1, 1)[0].type_bonus == 1
    assert Table("Gus", "Mop+Scanner").exchange("Gus", "Mop", 1, 1)[0].type_bonus == 0
    _, theirs, _ = Table("Gus", "Mop+Trolley").exchange("Gus", "Mop", 1, 1)
    assert theirs is not None
    assert theirs.type_bonus == 1


@pytest.mark.rule("BM17")
def test_items_of_the_fallen_do_nothing() -> None:
    table = Table("Gus", "Mop!+Scanner")
    mine, theirs, _ = table.exchange("Gus", "Mop", 3)
    assert theirs is None
    assert mine.total == 3 + 1 + 1  # the type bonus is not scanned away
    for item in ("Bubble", "Receipt"):
        table = Table("Gus", f"Mop!+{item}")
        assert table.exchange("Gus", "Mop", 4)[2][0].result == "slain"
