"""Each brawler by itself (BM3, BM5–BM9, BM18–BM20)."""

import pytest

from rules.brawl_mart.content.brawlers import BEATS, BRAWLERS, Formula
from rules.brawl_mart.play.attack import attacks
from rules.brawl_mart.play.hits import land
from rules.brawl_mart.state import KNOCKED_OUT, SLAIN, STANDING, Attack, Exchanged
from tests.rules.brawl_mart.table import Table, who


@pytest.mark.rule("BM1", "BM3")
def test_sixteen_brawlers_each_with_all_that_a_card_has() -> None:
    assert len({b.name for b in BRAWLERS}) == 16
    for card in BRAWLERS:
        assert card.kind in ("contact", "non-contact")
        assert card.says and card.flavour and card.power
        assert 1 <= card.resistance <= 10
        asks = card.ability.pride or card.ability.samples or card.ability.rivals
        assert bool(card.enemy) == bool(asks)
    assert len({b.ability for b in BRAWLERS}) == 16  # each another mechanic


@pytest.mark.rule("BM7")
@pytest.mark.parametrize(
    ("name", "formula", "kind", "resistance", "type_"),
    [
        ("Wispy Tim", "1D6", "contact", 3, "Lightweight"),
        ("Ojwald", "XD6", "non-contact", 5, "Tactical"),
        ("Wallace", "1D6+1", "contact", 7, "Robust"),
        ("Brodacious", "1D6+X", "contact", 6, "Mysterious"),
    ],
)
def test_the_known_cards_are_exact(
    name: str, formula: str, kind: str, resistance: int, type_: str
) -> None:
    card = BRAWLERS[who(name)]
    assert (str(card.formula), card.kind) == (formula, kind)
    assert (card.resistance, card.type, card.house) == (resistance, type_, False)
    assert BRAWLERS[who("Traitor Joe")].kind == "contact"
    assert who("Nerph") and who("Kaathrynn")


@pytest.mark.rule("BM8")
def test_all_other_cards_are_marked_as_house_content() -> None:
    assert [b.name for b in BRAWLERS if not b.house] == [b.name for b in BRAWLERS[:4]]


@pytest.mark.rule("BM9")
def test_every_type_has_as_many_arrows_in_as_out() -> None:
    assert BEATS["Mysterious"] == "Lightweight"
    assert sorted(BEATS) == sorted(BEATS.values())


@pytest.mark.rule("BM9")
def test_a_type_advantage_adds_one_to_each_die_before_anything_else() -> None:
    table = Table("Nerph", "Traitor Joe!")  # Lightweight beats Tactical
    mine, _, _ = table.exchange("Nerph", "Traitor Joe", 1, 2)
    assert (mine.type_bonus, mine.initial) == (1, 5)
    table = Table("Wispy Tim", "Ojwald!")
    assert table.exchange("Tim", "Ojwald", 3)[0].total == 8  # 3+1 > 3: doubled with its bonus
    table = Table("Ojwald", "Wispy Tim!", at="GARDEN")
    assert table.exchange("Ojwald", "Tim", 3)[0].total == 3  # the other way round: nothing


@pytest.mark.rule("BM5")
@pytest.mark.parametrize(
    ("formula", "printed", "dice", "type_bonus", "initial"),
    [
        (Formula(count=2), "2D6", [3, 4], 1, 9),
        (Formula(times=2), "2*1D6", [3], 1, 8),
        (Formula(half=True), "1D6/2", [3], 0, 2),
        (Formula(half=True), "1D6/2", [3], 1, 2),
        (Formula(count=3, sides=4), "3D4", [4, 1, 3], 1, 11),
        (Formula(count=0), "XD6", [5, 6], 0, 11),
        (Formula(plus=1), "1D6+1", [5], 1, 6),
    ],
)
def test_formulas_take_the_type_bonus_on_each_die_and_round_up(
    formula: Formula, printed: str, dice: list[int], type_bonus: int, initial: int
) -> None:
    assert str(formula) == printed
    assert formula.initial(dice, type_bonus) == initial


# -- one by one


@pytest.mark.rule("BM7")
@pytest.mark.parametrize(("die", "total"), [(3, 3), (4, 8), (6, 12)])
def test_wispy_tim_doubles_a_roll_above_three(die: int, total: int) -> None:
    assert Table("Wispy Tim", "Gus!").exchange("Tim", "Gus", die)[0].total == total


@pytest.mark.rule("BM7")
def test_ojwald_fights_every_rival_at_once_and_only_them() -> None:
    table = Table("Ojwald", "Traitor Joe, Intercom, Gus")
    assert list(attacks(table.s, table.fighter("Ojwald"))) == [Attack(who("Traitor Joe"))]
    told = table.do(Attack(who("Traitor Joe")))
    fought = [t.event for t in told if isinstance(t.event, Exchanged)]
    assert [event.target for event in fought] == [who("Traitor Joe"), who("Intercom")]
    assert [bool(event.hits) for event in fought] == [False, True]  # all blows fall at once


@pytest.mark.rule("BM7")
def test_ojwald_without_a_rival_cannot_attack() -> None:
    table = Table("Ojwald, Gus", "Wispy Tim, Wallace")
    assert list(attacks(table.s, table.fighter("Ojwald"))) == []


@pytest.mark.rule("BM7")
def test_an_enemy_ojwald_counters_only_rivals() -> None:
    assert Table("Gus", "Ojwald").totals("Gus", "Ojwald", 2, 6)[1] == 0
    assert Table("Intercom", "Ojwald").totals("Intercom", "Ojwald", 2, 6)[1] == 6


@pytest.mark.rule("BM7", "BM17")
def test_wallace_takes_fatal_hits_on_allies_and_is_knocked_out() -> None:
    table = Table("Wispy Tim, Wallace", "Fran")
    _, _, hits = table.exchange("Tim", "Fran", 1, 6)  # 12 > 3
    assert [(h.card, h.result, h.saved) for h in hits] == [(who("Wallace"), "absorbed", who("Tim"))]
    assert table.fighter("Tim").state == STANDING
    assert table.fighter("Wallace").state == KNOCKED_OUT


@pytest.mark.rule("BM17")
def test_wallace_saves_the_knocked_out_too_but_not_himself() -> None:
    table = Table("Intercom", "Wallace, Wispy Tim!")
    _, _, hits = table.exchange("Intercom", "Tim", 2)
    assert hits[0].result == "absorbed"
    assert table.fighter("Tim").state == KNOCKED_OUT
    table = Table("Fran", "Wallace")
    _, _, hits = table.exchange("Fran", "Wallace", 6, 1)
    assert hits[0].result == "slain"
    assert table.fighter("Wallace").state == SLAIN


@pytest.mark.rule("BM7", "BM17")
def test_wallace_saves_only_his_own_side_and_only_from_death() -> None:
    table = Table("Wispy Tim", "Fran, Wallace")
    assert table.exchange("Tim", "Fran", 1, 6)[2][0].result == "slain"
    assert table.fighter("Tim").state == SLAIN
    table = Table("Gus, Wallace", "Intercom")
    table.fighter("Gus").smiled = True
    assert table.exchange("Gus", "Intercom", 1, 5)[2][0].result == "knocked out"
    assert table.fighter("Wallace").state == STANDING


@pytest.mark.rule("BM17")
def test_wallace_absorbs_every_fatal_hit_of_an_exchange_also_when_he_dies_of_his_own() -> None:
    table = Table("Gus", "Wallace, Wispy Tim, Goblin")
    wallace, tim, goblin = (table.fighter(name) for name in ("Wallace", "Tim", "Goblin"))
    land(table.s, [(tim, 9), (goblin, 9)])
    assert (wallace.state, tim.state, goblin.state) == (KNOCKED_OUT, STANDING, STANDING)
    wallace.state = STANDING
    land(table.s, [(wallace, 9), (tim, 9)])
    assert (wallace.state, tim.state) == (SLAIN, STANDING)


@pytest.mark.rule("BM17")
def test_a_fallen_wallace_absorbs_nothing() -> None:
    table = Table("Wispy Tim, Wallace!", "Fran")
    _, _, hits = table.exchange("Tim", "Fran", 1, 6)
    assert hits[0].result == "slain"


@pytest.mark.rule("BM7")
@pytest.mark.parametrize(("die", "total"), [(3, 2), (4, 4), (6, 5)])
def test_brodacious_adds_half_of_an_even_final_attack(die: int, total: int) -> None:
    assert Table("Brodacious", "Intercom").totals("Brodacious", "Intercom", 2, die)[0] == total


@pytest.mark.rule("BM7")
def test_brodacious_and_joe_look_across_when_they_counter_too() -> None:
    assert Table("Intercom", "Brodacious").totals("Intercom", "Brodacious", 4, 1) == (4, 3)
    assert Table("Gus", "Joe").totals("Gus", "Joe", 1, 3) == (2, 3 + 1 + 2)  # +1 type


@pytest.mark.rule("BM7", "BM18")
def test_kaathrynn_chooses_her_dice_and_a_repeated_face_is_nothing() -> None:
    table = Table("Kaathrynn", "Gus!")
    choices = [o.choice for o in attacks(table.s, table.fighter("Kaathrynn"))]
    assert choices == [1, 2, 3, 4, 5, 6]
    assert table.totals("Kaathrynn", "Gus", 6, 5, 4, choice=3)[0] == 15
    table = Table("Kaathrynn", "Gus!")
    mine, _, hits = table.exchange("Kaathrynn", "Gus", 6, 5, 6, choice=3)
    assert (mine.total, mine.note, hits) == (0, "pride", [])


@pytest.mark.rule("BM18")
def test_an_enemy_kaathrynn_rolls_two_dice() -> None:
    assert Table("Gus", "Kaathrynn").totals("Gus", "Kaathrynn", 2, 3, 4) == (4, 7)


@pytest.mark.rule("BM6", "BM7")
def test_traitor_joe_reads_only_the_contact_part() -> None:
    assert (
        Table("Traitor Joe", "Fran").totals("Joe", "Fran", 1, 2)[0] == 2 + 3
    )  # +1 type, at most 3
    assert Table("Traitor Joe", "Mop").totals("Joe", "Mop", 4, 5)[0] == 4
    table = Table("Traitor Joe", "Mop+Baguette")
    assert table.totals("Joe", "Mop", 4, 5) == (5, 6)  # the 1 of the baguette; it is still added
    for item, contact in (("Foam", 0), ("Price", 0), ("Wet", 1), ("Megaphone", 0)):
        table = Table("Traitor Joe", f"Mop+{item}")
        assert table.totals("Joe", "Mop", 4, 5) == (4 + contact, 6)
    table = Table("Traitor Joe", "Ben+Foam")  # contact in a contact hand, and counted
    assert table.totals("Joe", "Ben", 4, 1, 1, 1)[0] == 5 + 2 + 1
    assert Table("Traitor Joe", "Fran").totals("Joe", "Fran", 4, 1)[0] == 5  # a stalled 0 is 0


def test_nerph_adds_four_to_a_pair() -> None:
    assert Table("Nerph", "Gus!").totals("Nerph", "Gus", 2, 2)[0] == 8
    assert Table("Nerph", "Gus!").totals("Nerph", "Gus", 2, 3)[0] == 5


def test_coupon_carla_halves_the_other_roll_rounded_up_before_items() -> None:
    assert Table("Carla", "Mop").totals("Carla", "Mop", 2, 5) == (2, 3)  # 5+1 type, halved
    assert Table("Carla", "Intercom+Price").totals("Carla", "Intercom", 2, 4) == (2, 4)
    assert Table("Mop", "Carla").totals("Mop", "Carla", 4, 1) == (3, 1)  # as an enemy, too


@pytest.mark.rule("BM5")
def test_forklift_fran_doubles_with_the_type_bonus_and_stalls_on_one() -> None:
    assert Table("Fran", "Intercom!").totals("Fran", "Intercom", 3)[0] == 8
    mine, _, hits = Table("Fran", "Gus!").exchange("Fran", "Gus", 1)
    assert (mine.total, mine.note, hits) == (0, "stalled", [])


def test_the_mop_prophet_adds_three_while_anybody_lies_knocked_out() -> None:
    assert Table("Mop", "Gus!").totals("Mop", "Gus", 2)[0] == 5
    assert Table("Mop", "Gus").totals("Mop", "Gus", 2, 4)[0] == 2


def test_the_cart_goblin_counts_items_in_standing_hands() -> None:
    table = Table("Goblin+Bubble, Gus+Loyalty", "Intercom+Price, Fran!+Foam")
    assert table.totals("Goblin", "Intercom", 2, 1)[0] == 2 + 3


@pytest.mark.rule("BM18")
def test_sample_sue_chooses_before_rolling() -> None:
    table = Table("Sue", "Goblin!")
    assert [o.choice for o in attacks(table.s, table.fighter("Sue"))] == [0, 1]
    assert table.totals("Sue", "Goblin", 5, choice=0)[0] == 6
    assert Table("Sue", "Goblin!").totals("Sue", "Goblin", 3, 4, choice=1)[0] == 7
    assert Table("Goblin", "Sue").totals("Goblin", "Sue", 1, 3, 4)[1] == 7


def test_greeter_gus_shrugs_the_first_knock_out_off() -> None:
    table = Table("Intercom", "Gus")
    assert table.exchange("Intercom", "Gus", 6, 1)[2][0].result == "shrugged off"
    assert table.fighter("Gus").state == STANDING
    assert table.exchange("Intercom", "Gus", 6, 1)[2][0].result == "knocked out"


def test_the_intercom_wins_ties() -> None:
    table = Table("Intercom", "Mop")
    _, _, hits = table.exchange("Intercom", "Mop", 4, 4)
    assert [(h.card, h.result) for h in hits] == [(who("Mop"), "knocked out")]
    table = Table("Mop", "Intercom")
    assert table.exchange("Mop", "Intercom", 4, 4)[2][0].card == who("Mop")


def test_bargain_bin_ben_keeps_the_lowest_two() -> None:
    assert Table("Ben", "Gus!").totals("Ben", "Gus", 4, 1, 3)[0] == 4
    mine, _, _ = Table("Ben", "Intercom!").exchange("Ben", "Intercom", 4, 1, 3)
    assert mine.total == 6  # a type bonus on each die kept


@pytest.mark.rule("BM8")
def test_in_the_garden_all_of_bens_dice_count_like_on_his_card() -> None:
    table = Table("Ben", "Gus!", at="GARDEN")
    mine, _, _ = table.exchange("Ben", "Gus", 4, 1, 3)
    assert (mine.kept, mine.total) == ((4, 1, 3), 8)
    assert str(BRAWLERS[who("Ben")].formula) == "3D4"
    table.s.rules = 2  # games that began before keep to what they began with
    assert table.totals("Ben", "Gus", 4, 1, 3)[0] == 4


def test_the_night_manager_likes_to_be_outnumbered() -> None:
    assert Table("Manager", "Goblin, Sue, Ojwald").totals("Manager", "Ojwald", 2, 1)[0] == 4
    assert Table("Manager", "Sue").totals("Manager", "Sue", 2, 1, 1)[0] == 2


# -- together


@pytest.mark.rule("BM19")
def test_if_each_needs_the_other_the_enemy_rolls_a_plain_die() -> None:
    table = Table("Brodacious", "Traitor Joe+Baguette")
    mine, theirs, _ = table.exchange("Brodacious", "Traitor Joe", 2, 5)
    assert theirs is not None
    assert (theirs.note, theirs.total) == ("overridden", 6)  # items still count
    assert mine.total == 2 + 3
    table = Table("Traitor Joe", "Brodacious")
    mine, theirs, _ = table.exchange("Joe", "Brodacious", 2, 5)
    assert theirs is not None
    assert (theirs.note, theirs.total, mine.total) == ("overridden", 5, 5)


@pytest.mark.rule("BM20")
def test_the_worked_example_of_the_rulebook() -> None:
    table = Table("Wallace, Brodacious", "Wispy Tim+Stretchy, Ojwald")
    mine, theirs, hits = table.exchange("Brodacious", "Tim", 2, 5)
    assert theirs is not None
    assert (mine.initial, mine.ability, mine.total) == (3, 5, 8)
    assert (theirs.initial, theirs.total) == (5, 10)
    assert [(h.card, h.by, h.result) for h in hits] == [(who("Wallace"), 10, "absorbed")]
    assert table.fighter("Brodacious").state == STANDING
    assert table.fighter("Wallace").state == KNOCKED_OUT


def test_the_states_are_in_order() -> None:
    assert STANDING < KNOCKED_OUT < SLAIN
