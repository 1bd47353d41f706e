"""Moves, swords, gravity and the deck (BH9–BH12, BH16)."""

import pytest

from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.state.events import DrewCard, Fell, Hurt, KnockedOut, Shuffled, Took
from rules.brawlhalla.state.fighter import ARMED, DISARMED, UNARMED
from rules.brawlhalla.state.options import (
    Delay,
    Discard,
    EndTurn,
    Fall,
    Move,
    Respawn,
    Step,
    Stop,
    Use,
)
from tests.rules.brawlhalla.table import (
    BODVAR,
    HATTORI,
    MORDEX,
    NIX,
    Table,
    at,
    card,
    events,
    named,
)

PLAIN5 = named("Wide Stance")  # Bödvar's 5 without a use here
PLAIN3 = named("Honey Break")


def steps(table: Table) -> set[int]:
    return {o.space for o in table.options() if isinstance(o, Step)}


# -- Move


@pytest.mark.rule("BH9", "BH16")
def test_a_move_goes_up_to_its_value_and_discards_its_card() -> None:
    table = Table(arena="anvil", spaces="C5 A1").hand(0, PLAIN3)
    table.do(Move(PLAIN3))
    assert Stop() in table.options()  # fewer spaces, even none
    table.do(Step(at("D5")), Step(at("E5")), Step(at("D5")))
    assert table.asked == (0, "act") and table.fighter(0).space == at("D5")
    assert table.fighter(0).discards == [PLAIN3]
    assert table.actions == 1
    table.do(EndTurn())


@pytest.mark.rule("BH9")
def test_three_air_spaces_in_a_row_and_no_fourth() -> None:
    table = Table(arena="anvil", spaces="B4 F2").hand(0, PLAIN5)
    table.do(Move(PLAIN5), Step(at("A4")), Step(at("A3")), Step(at("A2")))
    assert steps(table) == set()  # only Air around A2, so the move is over
    assert table.asked == (0, "act")
    table = Table(arena="anvil", spaces="B4 F2").hand(0, PLAIN5)
    table.do(Move(PLAIN5), Step(at("A4")), Step(at("A5")), Step(at("B5")))
    assert steps(table) == {at("C5")}  # a Platform; B4 is one too, but its floor is in the way
    assert table.refusal(Step(at("A4"))) == "BH9"
    table.do(Step(at("C5")))
    assert at("B5") in steps(table)  # counted anew


@pytest.mark.rule("BH9")
def test_the_start_does_not_count_and_each_move_counts_anew() -> None:
    table = Table(arena="anvil", spaces="A3 F2").hand(0, PLAIN3, PLAIN5)
    table.do(Move(PLAIN3), Step(at("A4")), Step(at("A5")), Step(at("A6")))
    table.do(Move(PLAIN5), Step(at("A5")), Step(at("A4")), Step(at("A3")))
    assert table.fighter(0).space == at("A3")


@pytest.mark.rule("BH9")
def test_legends_are_passed_and_never_stood_on() -> None:
    table = Table(arena="anvil", spaces="C5 D5").hand(0, PLAIN3)
    table.do(Move(PLAIN3), Step(at("D5")))
    assert Stop() not in table.options() and table.refusal(Stop()) == "BH9"
    table.do(Step(at("E5")))
    assert Stop() in table.options()
    assert at("D5") not in steps(table)  # one step is left: it could only end there
    assert table.refusal(Step(at("D5"))) == "BH9"
    lone = Table(arena="anvil", spaces="C5 D5").hand(0, card(BODVAR, 1, 1))
    lone.do(Move(card(BODVAR, 1, 1)))
    assert at("D5") not in steps(lone)


@pytest.mark.rule("BH7", "BH9")
def test_nothing_goes_through_a_floor_or_beyond_the_ring() -> None:
    table = Table(arena="anvil", spaces="D5 A1").hand(0, PLAIN3)
    table.do(Move(PLAIN3))
    assert table.refusal(Step(at("D6"))) == "BH7"
    assert table.refusal(Step(at("C6"))) == "BH7"
    table = Table(arena="anvil", spaces="G4 A1").hand(0, PLAIN3)
    table.do(Move(PLAIN3))
    assert steps(table) == {at(name) for name in ["G3", "F3", "F4", "F5", "G5"]}
    assert table.refusal(Step(99)) == "BH9"


@pytest.mark.rule("BH9")
def test_a_move_needs_a_card_of_the_hand() -> None:
    table = Table().hand(0, PLAIN3)
    assert table.refusal(Move(PLAIN5)) == "BH9"
    assert table.refusal(Move(-1)) == "BH9"


@pytest.mark.rule("BH9")
def test_only_the_last_space_must_be_free_however_many_stand_in_the_way() -> None:
    table = Table(0, 1, 2, 3, arena="four_shields", spaces="B3 C3 D3 A1").hand(0, PLAIN3)
    table.do(Move(PLAIN3), Step(at("C3")))
    assert at("D3") in steps(table)
    table.do(Step(at("D3")))
    assert steps(table).isdisjoint({at("C3")}) and Stop() not in table.options()


# -- swords


@pytest.mark.rule("BH10")
def test_a_move_through_a_sword_arms_at_once() -> None:
    table = Table(arena="anvil", spaces="A3 F2").hand(0, PLAIN3)
    told = table.do(Move(PLAIN3), Step(at("B4")), Step(at("C4")), Stop())
    assert table.fighter(0).sword == ARMED and table.s.swords == [at("F4")]
    assert [e.space for e in events(told, Took)] == [at("B4")]


@pytest.mark.rule("BH10")
@pytest.mark.parametrize("state", [ARMED, DISARMED])
def test_armed_and_disarmed_legends_take_none(state: int) -> None:
    table = Table(arena="anvil", spaces="A3 F2").arm(0, sword=state).hand(0, PLAIN3)
    table.do(Move(PLAIN3), Step(at("B4")), Stop(), EndTurn())
    assert table.fighter(0).sword == state and table.s.swords == [at("B4")]


@pytest.mark.rule("BH10", "BH11")
def test_whoever_fell_onto_a_sword_takes_it_at_the_end_of_their_turn() -> None:
    table = Table(arena="anvil", spaces="B3 F2")
    table.do(Delay("swap"))
    assert table.fighter(0).space == at("B4") and table.fighter(0).sword == UNARMED
    table.do(EndTurn())
    assert table.fighter(0).sword == ARMED


@pytest.mark.rule("BH10")
def test_a_sword_is_not_taken_at_the_end_of_somebody_elses_turn() -> None:
    table = Table(arena="anvil", spaces="B2 F4")
    table.do(EndTurn())
    assert table.fighter(1).sword == UNARMED
    table.do(EndTurn())
    assert table.fighter(1).sword == ARMED


# -- Delay


@pytest.mark.rule("BH11")
def test_straight_down_is_preferred_and_platforms_hold() -> None:
    table = Table(arena="anvil", spaces="B2 D3")
    told = table.do(Delay("draw"))
    assert [e.space for e in events(told, Fell)] == [at("B3")]
    assert len(table.fighter(0).hand) == 2
    assert table.fighter(1).space == at("D3")  # only the delaying Legend falls
    held = Table(arena="anvil", spaces="D3 F2")
    held.do(Delay("draw"))
    assert held.fighter(0).space == at("D3")


@pytest.mark.rule("BH11")
def test_a_legend_below_leaves_the_choice_of_a_side() -> None:
    table = Table(arena="anvil", spaces="D2 D3").hand(0)
    table.s.fighters[0].space, table.s.fighters[1].space = at("B2"), at("B3")
    table.do(Delay("draw"))
    assert table.asked == (0, "fall")
    assert table.options() == [Fall(at("A3")), Fall(at("C3"))]
    assert table.refusal(Fall(at("B3"))) == "BH11"
    assert not table.fighter(0).hand.cards  # gravity first
    table.do(Fall(at("C3")))
    assert table.fighter(0).space == at("C3") and len(table.fighter(0).hand) == 2


@pytest.mark.rule("BH11")
def test_one_free_side_is_no_choice_and_none_holds() -> None:
    table = Table(0, 1, 2, arena="raven_roost", spaces="C2 C3 D3")
    table.do(Delay("swap"))
    assert table.fighter(0).space == at("B3")
    table = Table(0, 1, 2, 3, arena="four_shields", spaces="D4 D5 C5 E5")
    table.do(Delay("swap"))
    assert table.fighter(0).space == at("D4")
    edge = Table(arena="anvil", spaces="A2 A3")
    edge.do(Delay("swap"))
    assert edge.fighter(0).space == at("B3")  # beyond the ring there is no space


@pytest.mark.rule("BH11")
def test_the_bottom_of_the_ring_holds() -> None:
    table = Table(arena="anvil", spaces="D6 F2")
    table.do(Delay("swap"))
    assert table.fighter(0).space == at("D6")


@pytest.mark.rule("BH12")
def test_a_delay_draws_two_or_flips_or_recovers() -> None:
    table = Table(arena="anvil", spaces="B4 F2").arm(0, sword=DISARMED)
    told = table.do(Delay("draw"))
    assert [t.to for t in told if isinstance(t.event, DrewCard)] == [(0,), (0,)]
    table.do(Delay("recover"))
    assert table.fighter(0).sword == ARMED
    assert Table().refusal(Delay("recover")) == "BH12"
    flipped = Table()
    flipped.do(Delay("swap"), Delay("swap"))
    assert flipped.fighter(0).side == 0
    once = Table()
    once.do(Delay("swap"))
    assert once.fighter(0).side == 1


@pytest.mark.rule("BH12")
def test_an_empty_deck_is_made_of_the_discards_and_hurts_once() -> None:
    table = Table(arena="anvil", spaces="B4 F2").hand(0).no_deck(0)
    told = table.do(Delay("draw"))
    assert len(events(told, Shuffled)) == 1 and [e.damage for e in events(told, Hurt)] == [1]
    fighter = table.fighter(0)
    assert (len(fighter.hand), len(fighter.deck), fighter.discards) == (2, 18, [])
    assert fighter.deck.cards != sorted(fighter.deck.cards)


@pytest.mark.rule("BH12")
def test_a_deck_that_ends_between_two_draws_is_made_anew() -> None:
    table = Table(arena="anvil", spaces="B4 F2").hand(0)
    fighter = table.fighter(0)
    fighter.discards = fighter.deck.cards[1:]
    fighter.deck.cards, fighter.deck.known = fighter.deck.cards[:1], [0]
    told = table.do(Delay("draw"))
    assert len(table.fighter(0).hand) == 2 and len(events(told, Shuffled)) == 1


@pytest.mark.rule("BH12")
def test_the_deck_must_be_due_before_it_is_made_anew() -> None:
    table = Table(arena="anvil", spaces="B4 F2").hand(0)
    fighter = table.fighter(0)
    fighter.discards = fighter.deck.cards[2:]
    fighter.deck.cards, fighter.deck.known = fighter.deck.cards[:2], [0, 0]
    told = table.do(Delay("draw"))
    assert not events(told, Shuffled) and table.fighter(0).damage == 0


@pytest.mark.rule("BH12", "BH21")
def test_at_red_an_empty_deck_knocks_out_and_drawing_goes_on() -> None:
    table = Table(arena="anvil", spaces="B4 F2").hand(0).no_deck(0).damage(0, 2)
    told = table.do(Delay("draw"))
    (ko,) = events(told, KnockedOut)
    assert (ko.seat, ko.by) == (0, -1)
    assert table.asked == (0, "respawn") and len(table.fighter(0).hand) == 0
    table.do(Respawn(at("B2")))
    assert len(table.fighter(0).hand) == 2 and table.fighter(0).damage == 0
    assert table.asked == (0, "act")  # merely KO'd: the turn goes on


@pytest.mark.rule("BH12")
def test_eliminated_by_an_empty_deck_ends_the_drawing_and_the_turn() -> None:
    table = Table(0, 1, 2, arena="raven_roost").hand(0).no_deck(0).damage(0, 2)
    table.fighter(0).kos = 1
    table.do(Delay("draw"))
    assert table.fighter(0).out and table.asked == (1, "act")


@pytest.mark.rule("BH12")
def test_without_discards_nothing_happens() -> None:
    table = Table(arena="anvil", spaces="B4 F2")
    fighter = table.fighter(0)
    fighter.hand.cards, fighter.deck.cards = fighter.deck.cards, []
    fighter.hand.known, fighter.deck.known = [1] * 20, []
    told = table.do(Delay("draw"))
    assert not events(told, Shuffled, Hurt) and len(table.fighter(0).hand) == 20


@pytest.mark.rule("BH12")
def test_a_card_due_by_an_effect_also_empties_the_deck() -> None:
    table = Table(HATTORI, MORDEX, arena="anvil", spaces="B4 F2")
    whetstone = named("Whetstone")
    table.hand(0, whetstone).no_deck(0)
    told = table.do(Move(whetstone), Stop(), Use(whetstone))
    assert len(events(told, Shuffled)) == 1 and table.fighter(0).damage == 1


# -- the hand at the end


@pytest.mark.rule("BH16")
def test_the_hand_is_cut_to_six_by_choice() -> None:
    cards = [card(NIX, value, copy) for value in (1, 2, 3, 4) for copy in (0, 1)]
    table = Table(NIX, MORDEX).hand(0, *cards)
    table.do(EndTurn())
    assert table.asked == (0, "discard")
    assert table.options() == [Discard(c) for c in cards]
    assert table.refusal(Discard(card(NIX, 5))) == "BH16"
    table.do(Discard(cards[0]), Discard(cards[7]))
    assert table.asked == (1, "act")
    assert sorted(table.fighter(0).hand.cards) == cards[1:7]
    assert [VALUE[c] for c in table.fighter(0).discards] == [1, 4]
