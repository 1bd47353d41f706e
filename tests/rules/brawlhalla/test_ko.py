"""Damage, pushes over the edge, knock-outs, KO cards (BH17–BH23, BH26)."""

import pytest

from rules.brawlhalla.content.arena import TOP_ROW
from rules.brawlhalla.state.events import Hurt, KnockedOut, Pushed, Spent
from rules.brawlhalla.state.fighter import ARMED, DISARMED, UNARMED
from rules.brawlhalla.state.options import (
    Attack,
    Defend,
    Delay,
    EndTurn,
    Land,
    Move,
    Pass,
    PlaceSword,
    Respawn,
    Save,
    Skip,
    Spend,
    Stop,
    Use,
)
from rules.engine.state import Told
from tests.rules.brawlhalla.table import (
    BODVAR,
    GRISK,
    HATTORI,
    MORDEX,
    NIX,
    YUMIKO,
    Table,
    at,
    card,
    events,
    named,
)

FIVE, FOUR, THREE, ONE = (
    named("Wide Stance"),
    named("Charge"),
    named("Honey Break"),
    named("Shoulder Bump"),
)


def heavy(table: Table, value: int, *, target: int = 1) -> list[Told]:
    """Bödvar strikes with a plain card, nobody dodges or uses anything."""
    table.arm(0, side=1).hand(0, value)
    told = list(table.do(Attack(target, "heavy", value)))
    while table.s.open and table.asked[1] in ("before", "during", "dodge"):
        told += table.do(Pass() if table.asked[1] == "dodge" else Skip())
    return told


def facing(spaces: str, damage: int, *more: int, arena: str = "anvil") -> Table:
    return Table(BODVAR, HATTORI, *more, arena=arena, spaces=spaces).damage(1, damage)


# -- damage


@pytest.mark.rule("BH17")
def test_a_light_hit_on_red_succeeds_and_changes_nothing() -> None:
    table = facing("C4 D4", 2).hand(0, FIVE)
    told = table.do(Attack(1, "light", FIVE))
    assert table.fighter(1).damage == 2 and not events(told, Hurt, KnockedOut)


@pytest.mark.rule("BH17")
def test_none_yellow_red() -> None:
    table = facing("C4 D4", 0).hand(0, FIVE, FOUR)
    table.do(Attack(1, "light", FIVE), Skip())
    assert table.fighter(1).damage == 1
    table.do(Attack(1, "light", FOUR), Skip(), Skip())
    assert table.fighter(1).damage == 2


# -- knockback


@pytest.mark.rule("BH18", "BH20")
@pytest.mark.parametrize(("value", "damage"), [(FOUR, 2), (FIVE, 1)])
def test_the_two_examples_of_the_rulebook_push_three(value: int, damage: int) -> None:
    table = facing("B4 C4", damage)
    heavy(table, value)
    assert table.fighter(1).space == at("F4")


@pytest.mark.rule("BH18")
@pytest.mark.parametrize(
    ("spaces", "end"), [("C4 D4", "F4"), ("D4 C4", "A4"), ("B3 C4", "C4"), ("D4 C3", "A1"),
                        ("B4 B3", "B1"), ("E4 F3", "G2")],
)  # fmt: skip
def test_away_from_the_attacker_until_a_floor_or_the_ring_ends_it(spaces: str, end: str) -> None:
    table = facing(spaces, 0)  # by two; from C4 aslant down C5's floor is one piece with D5's
    if spaces == "B3 C4":
        table.put(1, "C5").put(0, "B4")
        end = "C5"  # C5 and D5 are one floor
    heavy(table, FIVE)
    assert table.fighter(1).space == at(end)


@pytest.mark.rule("BH18")
def test_legends_on_the_way_do_not_stop_a_push() -> None:
    table = facing("B4 C4 D4", 0, MORDEX, arena="three_steps")
    heavy(table, FIVE)
    assert table.fighter(1).space == at("E4") and table.fighter(2).space == at("D4")


@pytest.mark.rule("BH18")
def test_a_taken_last_space_leaves_the_choice_of_one_beside_it() -> None:
    table = facing("B4 C4 D4", 0, MORDEX, arena="three_steps")  # D4 is a Platform
    heavy(table, THREE)
    assert table.asked == (1, "land")
    free = {o.space for o in table.options() if isinstance(o, Land)}
    assert free == {
        at(name) for name in ["C3", "D3", "E3", "C4", "E4", "C5", "E5"]
    }  # C4 was vacated
    assert table.refusal(Land(at("D4"))) == "BH18" and table.refusal(Land(at("B4"))) == "BH18"
    table.do(Land(at("E5")))
    assert table.fighter(1).space == at("E5")


@pytest.mark.rule("BH19")
@pytest.mark.parametrize(
    ("space", "damage", "value", "after"),
    [("G4", 0, THREE, 1), ("G4", 0, FIVE, 2), ("F4", 0, FIVE, 1), ("F4", 1, THREE, 2),
     ("F4", 0, THREE, 0)],
)  # fmt: skip
def test_each_space_beyond_the_ring_is_one_damage(
    space: str, damage: int, value: int, after: int
) -> None:
    table = facing(f"{chr(ord(space[0]) - 1)}4 {space}", damage)
    told = heavy(table, value)
    assert table.fighter(1).space == at("G4") and table.fighter(1).damage == after
    assert not events(told, KnockedOut)
    assert [e.beyond for e in events(told, Pushed)] == [after - damage]


@pytest.mark.rule("BH19", "BH21")
@pytest.mark.parametrize(
    ("space", "damage", "value"), [("G4", 2, ONE), ("G4", 1, THREE), ("F4", 2, THREE)]
)
def test_red_beyond_the_line_or_more_than_red_is_a_ko(space: str, damage: int, value: int) -> None:
    table = facing(f"{chr(ord(space[0]) - 1)}4 {space}", damage)
    told = heavy(table, value)
    assert [(e.seat, e.by) for e in events(told, KnockedOut)] == [(1, 0)]
    assert table.asked == (1, "respawn")


@pytest.mark.rule("BH19")
def test_yellow_beyond_by_two_is_more_than_red() -> None:
    table = facing("F4 G4", 1)
    told = heavy(table, FOUR)  # yellow 1 + value 1: two spaces beyond
    assert events(told, KnockedOut)
    mild = facing("E4 F4", 1)
    assert not events(heavy(mild, FOUR), KnockedOut) and mild.fighter(1).damage == 2


@pytest.mark.rule("BH18", "BH19")
def test_on_a_taken_ring_space_one_lands_beside_it_and_is_hurt_all_the_same() -> None:
    table = facing("F4 G4 A1", 0, MORDEX, arena="raven_roost")
    table.put(0, "E4").put(1, "F4").put(2, "G4")
    heavy(table, FIVE)
    assert table.asked == (1, "land")
    free = {o.space for o in table.options() if isinstance(o, Land)}
    assert free == {at(name) for name in ["G3", "F3", "G5", "F5", "F4"]}
    table.do(Land(at("G5")))
    assert table.fighter(1).damage == 1 and table.fighter(1).space == at("G5")


# -- KO and respawn


@pytest.mark.rule("BH21")
def test_a_knock_out_step_by_step() -> None:
    table = facing("F4 G4", 2)
    table.arm(1).hand(1, card(HATTORI, 1))
    table.fighter(1).side = 1
    told = heavy(table, THREE)
    ko = events(told, KnockedOut)[0]
    assert (ko.kos, ko.out) == (1, False)
    victim = table.fighter(1)
    assert (victim.kos, victim.bonus, victim.damage, victim.sword) == (1, 1, 0, UNARMED)
    assert {o.space for o in table.options() if isinstance(o, Respawn)} == set(TOP_ROW)
    assert table.refusal(Respawn(at("B1"))) == "BH21"
    table.do(Respawn(at("D2")))
    assert table.asked == (0, "sword")  # by the one who caused it
    assert table.refusal(PlaceSword(at("C4"))) == "BH21"
    assert table.refusal(PlaceSword(at("F4"))) == "BH21"  # a Legend stands there
    table.do(PlaceSword(at("D3")))
    assert table.s.swords == [at("D3")]
    victim = table.fighter(1)
    assert victim.hand.cards == [card(HATTORI, 1)] and victim.side == 1  # these survive


@pytest.mark.rule("BH21")
def test_the_top_row_must_be_free_and_swords_lie_apart() -> None:
    table = facing("F4 G4 C2", 2, MORDEX, arena="three_steps").arm(1)
    heavy(table, THREE)
    assert at("C2") not in {o.space for o in table.options() if isinstance(o, Respawn)}
    table.do(Respawn(at("B2")))
    places = {o.space for o in table.options() if isinstance(o, PlaceSword)}
    taken = {f.space for f in table.s.fighters} | set(table.s.swords)
    assert places == set(table.s.ground.drawing.platforms) - taken


@pytest.mark.rule("BH21")
def test_without_a_cause_the_next_opponent_places_the_sword() -> None:
    table = Table(BODVAR, HATTORI, MORDEX, NIX, format="2v2").arm(1).damage(1, 2)
    table.hand(1).no_deck(1)
    table.do(EndTurn(), Delay("draw"), Respawn(at("D2")))
    assert table.asked == (2, "sword")  # seat 2 is the next one of the other team


@pytest.mark.rule("BH21")
def test_whoever_caused_it_places_the_sword_even_if_another_is_next() -> None:
    table = facing("F4 G4 A1", 2, MORDEX, arena="three_steps").arm(1)
    heavy(table, THREE)
    table.do(Respawn(at("D2")))
    assert table.asked == (0, "sword")  # seat 2 is next


@pytest.mark.rule("BH21", "BH26")
def test_a_disarmed_sword_is_dropped_too() -> None:
    table = facing("F4 G4", 2).arm(1, sword=DISARMED)
    heavy(table, THREE)
    table.do(Respawn(at("D2")))
    assert table.asked == (0, "sword") and table.fighter(1).sword == UNARMED


@pytest.mark.rule("BH21")
def test_unarmed_nothing_is_dropped() -> None:
    table = facing("F4 G4", 2)
    heavy(table, THREE)
    table.do(Respawn(at("D2")))
    assert table.asked[1] != "sword" and len(table.s.swords) == 1


@pytest.mark.rule("BH21", "BH22")
def test_the_last_card_eliminates_with_all_that_is_carried() -> None:
    table = facing("F4 G4 A1", 2, MORDEX, arena="three_steps").arm(1).hand(1, card(HATTORI, 1))
    table.fighter(1).kos = 1
    swords = len(table.s.swords)
    heavy(table, THREE)
    gone = table.fighter(1)
    assert gone.out and gone.space == -1
    assert not gone.hand.cards and not gone.deck.cards and not gone.discards
    assert len(table.s.swords) == swords - 1  # less the one that Bödvar took for this
    assert table.asked == (0, "act") and table.s.outcome is None


@pytest.mark.rule("BH22")
def test_the_last_one_standing_wins() -> None:
    table = facing("F4 G4", 2)
    table.fighter(1).kos = 1
    heavy(table, THREE)
    assert table.s.outcome is not None
    assert (table.s.outcome.winners, table.s.outcome.reason) == ((0,), "standing")


# -- KO cards


@pytest.mark.rule("BH23")
def test_a_ko_card_adds_a_damage_to_a_light_hit_once_it_is_known() -> None:
    table = facing("C4 D4", 0).hand(0, FIVE).hand(1, card(HATTORI, 1))
    table.fighter(0).bonus = 1
    table.do(Attack(1, "light", FIVE))
    assert table.asked == (1, "defend")  # not before
    table.do(Pass())
    assert table.asked == (0, "bonus") and table.options() == [Save(), Spend()]
    assert table.refusal(Pass()) == "BH23"
    told = table.do(Spend())
    assert table.fighter(1).damage == 2 and table.fighter(0).bonus == 0
    assert [e.bonus for e in events(told, Spent)] == ["damage"]


@pytest.mark.rule("BH23")
def test_a_ko_card_adds_a_space_to_a_heavy_hit() -> None:
    for option, end in ((Save(), "D4"), (Spend(), "E4")):
        table = facing("B4 C4", 0)
        table.fighter(0).bonus = 1
        heavy(table, THREE)
        assert table.asked == (0, "bonus")
        table.do(option)
        assert table.fighter(1).space == at(end)


@pytest.mark.rule("BH2", "BH23")
def test_in_classic_two_ko_cards_can_be_saved_up() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="F4 G4", mode="classic").damage(1, 2)
    table.fighter(1).bonus = 1  # an earlier KO's #3
    table.fighter(1).kos = 2
    heavy(table, THREE)
    assert (table.fighter(1).kos, table.fighter(1).bonus) == (1, 2)


@pytest.mark.rule("BH23")
def test_a_missed_attack_asks_for_no_ko_card() -> None:
    table = facing("C4 D4", 0).hand(0, ONE).hand(1, card(HATTORI, 5))
    table.fighter(0).bonus = 1
    table.do(Attack(1, "light", ONE), Defend(card(HATTORI, 5)))
    assert table.asked[1] != "bonus" and table.fighter(0).bonus == 1


@pytest.mark.rule("BH23")
def test_a_ko_card_gives_one_more_action_before_the_turn_ends() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="B4 F4").hand(0, ONE, THREE, FIVE)
    table.fighter(0).bonus = 1
    assert table.refusal(Spend()) == "BH23"  # while there are others
    table.do(Move(ONE), Stop(), Move(THREE), Stop())
    assert table.asked == (0, "more") and table.options() == [EndTurn(), Spend()]
    assert table.refusal(Move(FIVE)) == "BH23"
    told = table.do(Spend(), Move(FIVE), Stop())
    assert [e.bonus for e in events(told, Spent)] == ["action"]
    assert table.asked == (1, "act")  # spent once


# -- disarmed


@pytest.mark.rule("BH26")
def test_disarmed_one_has_no_weapon_until_a_delay_recovers_it() -> None:
    table = Table(NIX, GRISK, arena="anvil", spaces="C4 D4").arm(0).arm(1, side=1)
    hands = named("Cold Hands")
    table.hand(0, hands).hand(1, card(GRISK, 3), named("Graze"))
    table.do(Attack(1, "light", hands), Pass(), Use(hands))
    assert table.fighter(1).sword == DISARMED
    table.do(EndTurn())
    kinds = {o.kind for o in table.options() if isinstance(o, Attack)}
    assert kinds == {"light"}
    table.do(Move(named("Graze")), Stop())
    assert table.options() == [Skip(), Use(named("Graze"))]  # the Butting Boots give nothing
    table.do(Skip(), Delay("recover"))
    assert table.fighter(1).sword == ARMED


@pytest.mark.rule("BH18")
def test_with_nothing_free_beside_the_last_space_one_stays_on_the_way() -> None:
    table = Table(YUMIKO, HATTORI, MORDEX, NIX, arena="world_root", spaces="C6 F6 D6 E6").arm(0)
    tug = named("Tug of Spirits")  # pulls by two, to D6, which only C6 and E6 are beside
    table.hand(0, tug).do(Attack(1, "light", tug), Use(tug))
    assert table.fighter(1).space == at("F6")
    free = Table(YUMIKO, HATTORI, MORDEX, NIX, arena="world_root", spaces="C6 F6 D6 A1").arm(0)
    free.hand(0, tug).do(Attack(1, "light", tug), Use(tug))
    assert free.fighter(1).space == at("E6")
