"""Attacks: who can be attacked, light and heavy exchanges, their order (BH13–BH16, BH24)."""

from typing import Any

import pytest

from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.state.events import Hurt, Passed, Played, Pushed, Struck, Used
from rules.brawlhalla.state.frames import Clash
from rules.brawlhalla.state.options import Add, Attack, Defend, EndTurn, Pass, Skip, Use
from tests.rules.brawlhalla.table import (
    BODVAR,
    GRISK,
    HATTORI,
    MORDEX,
    NIX,
    Table,
    at,
    card,
    events,
    named,
    plain,
)


def duel(spaces: str = "C4 D4", **options: Any) -> Table:
    """Bödvar beside Hattori, who has nothing to use while unarmed but a hop at the end."""
    return Table(BODVAR, HATTORI, arena="anvil", spaces=spaces, **options)


def targets(table: Table) -> set[tuple[int, str]]:
    return {(o.target, o.kind) for o in table.options() if isinstance(o, Attack)}


def b(value: int) -> int:
    """A card of Bödvar's that has nothing to do in an attack."""
    return {1: card(BODVAR, 1, 1), 2: card(BODVAR, 2, 0), 3: named("Honey Break"),
            4: named("Charge"), 5: named("Wide Stance")}[value]  # fmt: skip


def h(value: int) -> int:
    """A card of Hattori's that has nothing to do in an attack."""
    return {1: named("Feather Fall"), 2: named("Tumble"), 3: named("Second Wind"),
            4: named("One Stroke"), 5: named("Ceremony")}[value]  # fmt: skip


# -- who


@pytest.mark.rule("BH13")
@pytest.mark.parametrize(
    ("spaces", "adjacent"),
    [("C4 D4", True), ("C3 D4", True), ("C4 E4", False), ("D3 D4", False), ("D5 D6", False),
     ("C5 D6", False), ("C5 B6", True), ("C4 C5", True)],
)  # fmt: skip
def test_the_target_is_adjacent_and_no_floor_is_between(spaces: str, adjacent: bool) -> None:
    table = duel(spaces).hand(0, b(3))
    assert bool(targets(table)) == adjacent
    if not adjacent:
        assert table.refusal(Attack(1, "light", b(3))) == "BH13"


@pytest.mark.rule("BH13")
def test_a_teammate_is_no_target() -> None:
    table = Table(BODVAR, HATTORI, MORDEX, NIX, format="2v2", spaces="C4 D4 B4 D3")
    table.hand(0, b(3))
    assert {target for target, _ in targets(table)} == {1, 3}
    assert table.refusal(Attack(2, "light", b(3))) == "BH13"
    alone = Table(BODVAR, HATTORI, MORDEX, NIX, arena="four_shields", spaces="C4 D4 B4 D3")
    assert {target for target, _ in targets(alone.hand(0, b(3)))} == {1, 2, 3}


@pytest.mark.rule("BH15")
def test_a_heavy_attack_needs_a_weapon_and_a_light_one_does_not() -> None:
    table = duel().hand(0, b(3))
    assert targets(table) == {(1, "light")}
    assert table.refusal(Attack(1, "heavy", b(3))) == "BH15"
    assert targets(duel().arm(0).hand(0, b(3))) == {(1, "light"), (1, "heavy")}
    assert targets(duel().arm(0, sword=2).hand(0, b(3))) == {(1, "light")}


@pytest.mark.rule("BH14")
def test_an_attack_is_made_with_a_card_of_the_hand() -> None:
    table = duel().hand(0, b(3))
    assert table.refusal(Attack(1, "light", b(4))) == "BH14"
    assert table.refusal(Attack(9, "light", b(3))) == "BH13"


# -- light


@pytest.mark.rule("BH14")
def test_the_example_of_the_rulebook() -> None:
    table = duel().hand(0, b(2), b(3)).hand(1, h(3), h(5))
    told = table.do(Attack(1, "light", b(2)), Defend(h(3)), Add(b(3)), Defend(h(5)))
    (struck,) = events(told, Struck)  # Bödvar's hand is empty, which passes by itself
    assert (struck.hit, struck.attack, struck.defence) == (False, 5, 8)
    assert table.fighter(1).damage == 0


@pytest.mark.rule("BH14", "BH17")
def test_a_higher_attack_does_one_damage() -> None:
    table = duel().hand(0, b(3)).hand(1, h(2))
    told = table.do(Attack(1, "light", b(3)), Pass())
    assert [e.hit for e in events(told, Struck)] == [True]
    assert [(e.seat, e.damage) for e in events(told, Hurt)] == [(1, 1)]


@pytest.mark.rule("BH14")
def test_a_tie_is_blocked() -> None:
    table = duel().hand(0, b(3)).hand(1, h(3))
    told = table.do(Attack(1, "light", b(3)), Defend(h(3)))
    assert [e.hit for e in events(told, Struck)] == [False]


@pytest.mark.rule("BH14")
def test_whoever_is_behind_adds_one_card_at_a_time() -> None:
    table = duel().hand(0, b(5), b(1), b(2)).hand(1, h(2), h(1), h(3), h(4))
    table.do(Attack(1, "light", b(5)))
    asked = [table.asked]
    for option in (Defend(h(2)), Defend(h(1)), Defend(h(3)), Add(b(1)), Add(b(2))):
        table.do(option)
        asked.append(table.asked)
    # 5-2, 5-3, 5-6: the attacker is not above; 6-6 still not; 8-6: the defender is below
    assert [kind for _, kind in asked] == ["defend", "defend", "defend", "add", "add", "defend"]
    assert [seat for seat, _ in asked] == [1, 1, 1, 0, 0, 1]


@pytest.mark.rule("BH14")
def test_the_first_pass_ends_it() -> None:
    table = duel().hand(0, b(2), b(5)).hand(1, h(3), h(5))
    told = table.do(Attack(1, "light", b(2)), Defend(h(3)), Pass())
    assert [e.seat for e in events(told, Passed)] == [0]
    assert [e.hit for e in events(told, Struck)] == [False]
    assert b(5) in table.fighter(0).hand.cards and h(5) in table.fighter(1).hand.cards


@pytest.mark.rule("BH14")
def test_everybody_plays_only_their_own_cards() -> None:
    table = duel().hand(0, b(2)).hand(1, h(3))
    table.do(Attack(1, "light", b(2)))
    assert table.refusal(Defend(b(5))) == "BH14"
    assert table.refusal(Add(h(3))) == table.refusal(Add(h(3), True)) == "BH14"
    assert table.refusal(EndTurn()) == "BH14"


# -- heavy


@pytest.mark.rule("BH15")
def test_only_exactly_the_printed_value_dodges() -> None:
    table = duel().arm(0, side=1).hand(0, b(3)).hand(1, h(3), h(4), h(1), h(2))
    table.do(Attack(1, "heavy", b(3)))
    assert table.asked == (1, "dodge")
    assert table.options() == [Pass(), Defend(h(3))]
    assert table.refusal(Defend(h(4))) == "BH15"
    told = table.do(Defend(h(3)))
    assert [e.hit for e in events(told, Struck)] == [False]
    assert not events(told, Pushed) and table.fighter(1).space == at("D4")


@pytest.mark.rule("BH15")
def test_being_asked_to_dodge_says_nothing_about_the_hand() -> None:
    table = duel().arm(0, side=1).hand(0, b(3)).hand(1, h(4))
    table.do(Attack(1, "heavy", b(3)))
    assert table.asked == (1, "dodge") and table.options() == [Pass()]
    empty = duel().arm(0, side=1).hand(0, b(3)).hand(1)
    told = empty.do(Attack(1, "heavy", b(3)))
    assert [e.hit for e in events(told, Struck)] == [True]


@pytest.mark.rule("BH15", "BH18")
@pytest.mark.parametrize("damage", [0, 1, 2])
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_knockback_by_damage_and_value(value: int, damage: int) -> None:
    table = duel("B4 C4").arm(0, side=1).damage(1, damage).hand(0, b(value)).hand(1, h(value))
    told = table.do(Attack(1, "heavy", b(value)))
    while table.asked[1] != "dodge":
        told += table.do(Skip())
    told += table.do(Pass())
    far = damage + {1: 0, 2: 0, 3: 1, 4: 1, 5: 2}[value]
    assert table.fighter(1).space == at("C4") + far
    assert [e.space for e in events(told, Pushed)] == ([at("C4") + far] if far else [])
    assert table.fighter(1).damage == damage


# -- the order of effects


@pytest.mark.rule("BH24")
def test_before_then_the_first_during_then_the_defender() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4").arm(0, side=1)
    growl = named("Growl")  # During; the Oath Sword has a During of its own
    table.hand(0, growl).hand(1, named("Parry"), h(5))
    table.do(Attack(1, "light", growl))
    assert table.asked == (0, "during")
    assert table.options() == [Skip(), Use(growl), Use(-2)]
    table.do(Use(-2), Use(growl))
    assert table.asked == (1, "defend")
    assert table.frame(Clash).totals() == (4, 0)
    hop = duel().hand(0, named("Charge")).hand(1, h(5))
    hop.do(Attack(1, "light", named("Charge")))
    assert hop.asked == (0, "before")


@pytest.mark.rule("BH24")
def test_before_effects_are_the_attackers_alone() -> None:
    table = duel().hand(0, b(1), b(5)).hand(1, named("Crossing Cut"), h(5))
    told = table.do(Attack(1, "light", b(1)), Defend(named("Crossing Cut")))
    assert table.asked == (0, "add") and not events(told, Used)
    assert Defend(named("Crossing Cut"), True) not in table.options()


@pytest.mark.rule("BH24")
def test_after_effects_of_the_attacker_come_first() -> None:
    table = Table(NIX, MORDEX, arena="anvil", spaces="C4 D4").damage(1, 1)
    veil, lick = named("Veil"), named("Lick Wounds")
    table.hand(0, veil).hand(1, lick, card(MORDEX, 2))
    table.do(Attack(1, "light", veil), Defend(lick), Pass())
    assert table.asked == (0, "after")
    table.do(Skip())
    assert table.asked == (1, "after")
    assert Use(lick) in table.options()


@pytest.mark.rule("BH24")
def test_range_is_checked_at_declaration_only() -> None:
    table = Table(GRISK, HATTORI, arena="anvil", spaces="C4 D4")
    bleat = named("Bleat")  # pushes the defender away in the middle of the attack
    table.hand(0, bleat).hand(1, h(1))
    told = table.do(Attack(1, "light", bleat), Use(bleat))
    assert table.fighter(1).space == at("E4") and table.asked == (1, "defend")
    told = table.do(Pass())
    assert [e.hit for e in events(told, Struck)] == [True]


@pytest.mark.rule("BH24")
def test_effects_do_not_reach_a_legend_that_was_knocked_out_meanwhile() -> None:
    table = Table(NIX, HATTORI, arena="anvil", spaces="F3 G3").arm(0).arm(1).damage(1, 2)
    fee = named("Late Fee")  # after a heavy hit the opponent discards
    table.hand(0, fee).hand(1, h(1), h(2))
    table.do(Attack(1, "heavy", fee), Pass())
    assert table.asked == (1, "respawn")
    table.do(table.options()[0])
    assert table.asked == (0, "sword")
    table.do(table.options()[0])
    assert table.asked == (1, "after")  # Hattori's own step is all that is left
    assert table.options() == [Skip(), Use(-1)]


@pytest.mark.rule("BH24")
def test_the_effects_of_an_eliminated_player_lapse() -> None:
    table = Table(NIX, HATTORI, MORDEX, arena="three_steps", spaces="F3 G3 A1").arm(0).damage(1, 2)
    table.fighter(1).kos = 1
    fee = named("Late Fee")
    table.hand(0, fee).hand(1, h(1), h(2)).do(Attack(1, "heavy", fee), Pass())
    assert table.fighter(1).out and table.asked == (0, "act")
    assert table.fighter(0).discards == [fee] and table.fighter(1).discards == []


@pytest.mark.rule("BH16")
def test_all_cards_played_are_discarded_at_the_end() -> None:
    table = duel().hand(0, b(2), b(5), b(1)).hand(1, h(3), h(4))
    told = table.do(Attack(1, "light", b(2)), Defend(h(3)), Add(b(5)))
    assert table.fighter(0).discards == []  # not before the attack is over
    told += table.do(Pass())
    if table.asked[1] == "after":
        told += table.do(Skip())
    assert sorted(table.fighter(0).discards) == sorted([b(2), b(5)])
    assert table.fighter(1).discards == [h(3)]
    assert [VALUE[e.card] for e in events(told, Played)] == [2, 3, 5]


def test_the_cards_of_these_tests_are_what_they_are_taken_for() -> None:
    assert [VALUE[b(value)] for value in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 5]
    assert [VALUE[h(value)] for value in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 5]
    assert plain(BODVAR, 3) == b(3)
