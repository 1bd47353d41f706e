"""The actions of a living bro (BO10–BO19)."""

import random
import time

import pytest

from rules.bro_brawl.content.cards import LIFE, MONSTERS, SPECIALS
from rules.bro_brawl.game import GAME
from rules.bro_brawl.state import (
    Attack,
    Delay,
    Done,
    Give,
    GruntHit,
    Heal,
    KillHeal,
    KnockSense,
    NoAction,
    Pay,
    Purchase,
    PutBack,
    SacrificeHeal,
    SacrificeHit,
    Saw,
    Scout,
    Show,
    Stun,
    UsePack,
)
from rules.engine import kernel
from rules.engine.errors import Refused
from rules.engine.inputs import Answer
from rules.engine.state import Option
from tests.rules.bro_brawl.table import (
    ARMOR,
    BRUTE,
    GUN2,
    GUN3,
    PACK2,
    PACK3,
    SCAMP,
    TROOPER,
    Table,
    grunt,
    mishap,
    names,
    special,
)


def quiet(table: Table) -> Table:
    """A grunt that does nothing, so that only the action counts."""
    table.next_grunts(grunt("divert"))
    return table


@pytest.mark.rule("BO10")
def test_attack_leaves_wounds_and_kills_when_they_reach_its_points() -> None:
    table = quiet(Table())
    table.foes(TROOPER)
    table.do(Attack(TROOPER, 1))
    assert table.s.zone[0].wounds == 1
    table.next_grunts(grunt("sacrifice"))
    table.do(Attack(TROOPER, 1), seat=1)
    assert table.s.bros[1].kills == [TROOPER]
    assert table.s.bros[0].kills == []


@pytest.mark.rule("BO10")
def test_excess_is_wasted_and_guns_are_not_added() -> None:
    table = quiet(Table())
    table.gear(0, GUN2, GUN3)
    table.foes(SCAMP, BRUTE)
    attacks = {o for o in table.options() if isinstance(o, Attack)}
    assert attacks == {Attack(f, g) for f in (SCAMP, BRUTE) for g in (1, 2, 3)}
    table.do(Attack(SCAMP, 3))
    assert [f.wounds for f in table.s.zone if f.card == BRUTE] == [0]


@pytest.mark.rule("BO11")
def test_sense_adds_up_over_turns_and_bros() -> None:
    table = quiet(Table())
    card = mishap("Blew Yourself Up")
    table.suffer(3, card)
    table.do(KnockSense(3, card, 1))
    assert table.s.bros[3].mishaps[0].knocked == 1
    table.next_grunts(grunt("divert", 0, 1))
    table.do(KnockSense(3, card, 1), seat=1)
    assert table.s.bros[3].mishaps == []
    assert card in table.s.discards


@pytest.mark.rule("BO11")
def test_never_oneself_never_the_dead_and_one_mishap_is_named() -> None:
    table = Table()
    mine, theirs, more = mishap("Gun Envy"), mishap("Embargo"), mishap("Hot Coffee")
    table.suffer(0, mine)
    table.suffer(1, theirs, more)
    table.gear(0, GUN2)
    knocks = {o for o in table.options() if isinstance(o, KnockSense)}
    assert knocks == {KnockSense(1, theirs, 2), KnockSense(1, more, 2)}
    quiet(table).do(KnockSense(1, more, 2))
    assert [m.card for m in table.s.bros[1].mishaps] == [theirs]


@pytest.mark.rule("BO12")
@pytest.mark.parametrize("upgrade", [ARMOR, GUN2])
def test_kills_paid_for_guns_and_armor_go_back_unwounded(upgrade: int) -> None:
    table = quiet(Table())
    table.shop(upgrade)
    table.kills(0, TROOPER)
    assert Purchase(upgrade, True) not in table.options()  # there is nothing to use up
    table.do(Purchase(upgrade, False), Pay(TROOPER))
    assert table.s.shop == []
    assert table.s.bros[0].gear == [upgrade]
    assert table.s.bros[0].kills == []
    assert [(f.card, f.wounds) for f in table.s.zone if f.card == TROOPER] == [(TROOPER, 0)]


@pytest.mark.rule("BO12")
def test_kills_paid_for_health_are_discarded_and_it_may_be_used_at_once() -> None:
    table = quiet(Table())
    table.shop(PACK3)
    table.kills(0, BRUTE)
    table.s.bros[0].life = 5
    table.do(Purchase(PACK3, True), Pay(BRUTE))
    assert table.s.bros[0].life == 8
    assert BRUTE in table.s.discards and PACK3 in table.s.discards


@pytest.mark.rule("BO12")
def test_any_combination_of_kills_pays_superfluous_ones_too() -> None:
    table = Table()
    table.shop(GUN3)
    table.kills(0, SCAMP, TROOPER, TROOPER + 1, BRUTE)
    table.do(Purchase(GUN3, False))
    assert set(table.options()) == {Pay(SCAMP), Pay(TROOPER), Pay(BRUTE)}
    table.do(Pay(TROOPER))
    assert set(table.options()) == {Pay(SCAMP), Pay(TROOPER + 1), Pay(BRUTE)}
    table.do(Pay(BRUTE))
    assert table.s.bros[0].gear == []
    assert table.options() == [Done(), Pay(SCAMP), Pay(TROOPER + 1)]
    table.do(Pay(SCAMP))
    assert table.options() == [Done(), Pay(TROOPER + 1)]
    quiet(table).do(Done())
    assert table.s.bros[0].gear == [GUN3]
    assert table.s.bros[0].kills == [TROOPER + 1]
    assert {TROOPER, BRUTE, SCAMP} <= {f.card for f in table.s.zone}


@pytest.mark.rule("BO12")
def test_nobody_is_asked_for_more_where_no_kill_is_left() -> None:
    table = quiet(Table())
    table.shop(PACK2)
    table.kills(0, SCAMP, BRUTE)
    table.do(Purchase(PACK2, False), Pay(SCAMP), Pay(BRUTE))
    assert table.s.bros[0].gear == [PACK2]
    assert table.waits == [1]


@pytest.mark.rule("BO12")
def test_a_payment_cannot_end_below_the_price() -> None:
    table = Table()
    table.shop(GUN3)
    table.kills(0, SCAMP, TROOPER, BRUTE)
    table.do(Purchase(GUN3, False), Pay(TROOPER))
    question = table.s.question(0)
    assert question is not None
    with pytest.raises(Refused, match="That costs 3, and you have paid 2 so far") as refused:
        kernel.apply(GAME, table.s, Answer(0, question.number, Done()))
    assert refused.value.rule == "BO12"


@pytest.mark.rule("BO12")
@pytest.mark.parametrize("rules", [2, 3])
def test_a_payment_is_worked_out_at_once_however_many_kills_there_are(rules: int) -> None:
    table = Table()
    table.s.rules = rules
    table.foes(special("Polar Bear Market"))  # the dearest upgrade costs four
    table.shop(GUN3)
    table.kills(0, *MONSTERS, *SPECIALS[5:])
    table.do(Purchase(GUN3, False))
    began = time.process_time()
    for _ in range(100):
        assert len(table.options()) == 3 + len(SPECIALS[5:])
        assert isinstance(kernel.default(GAME, table.s, 0), Pay)
    assert time.process_time() - began < 100 * 0.005


@pytest.mark.rule("BO12")
def test_whoever_is_away_pays_no_more_than_is_needed() -> None:
    table = Table()
    table.shop(GUN3)
    table.kills(0, BRUTE, SCAMP, TROOPER)
    table.do(Purchase(GUN3, False))
    paid = []
    while isinstance(option := kernel.default(GAME, table.s, 0), Pay):
        paid.append(option.kill)
        table.do(option)
    assert option == Done()
    assert paid == [SCAMP, TROOPER]
    table = Table()
    table.shop(GUN3)
    table.kills(0, TROOPER, BRUTE)
    table.do(Purchase(GUN3, False), Pay(TROOPER))
    assert kernel.default(GAME, table.s, 0) == Pay(BRUTE)  # no thrifty way is left


@pytest.mark.rule("BO12")
def test_too_few_kills_buy_nothing() -> None:
    table = Table()
    table.shop(GUN3)
    table.kills(0, TROOPER)
    assert "purchase" not in table.verbs()


@pytest.mark.rule("BO13")
def test_scouted_cards_go_back_in_any_order() -> None:
    table = Table()
    seen = table.s.battle.cards[:4]
    told = table.do(Scout("battle"))
    assert [t.event.cards for t in told if isinstance(t.event, Saw)] == [tuple(seen)]
    quiet(table).do(*(PutBack(c) for c in reversed(seen)))
    drawn = seen[-1]
    assert table.s.battle.cards[:3] == list(reversed(seen))[1:]
    assert drawn not in table.s.battle.cards


@pytest.mark.rule("BO13")
def test_only_what_is_left_is_scouted() -> None:
    table = Table()
    del table.s.grunts.cards[2:], table.s.grunts.known[2:]
    table.do(Scout("grunt"))
    assert len([o for o in table.options() if isinstance(o, PutBack)]) == 2


@pytest.mark.rule("BO13")
def test_in_competitive_play_only_the_looker_sees_and_knows() -> None:
    table = Table(mode="competitive")
    seen = tuple(table.s.grunts.cards[:4])
    told = table.do(Scout("grunt"))
    assert [t.to for t in told if isinstance(t.event, Saw)] == [(0,)]
    assert Show() not in table.options()
    assert GAME.view(table.s, 0).grunts[:4] == seen
    assert GAME.view(table.s, 1).grunts[:4] == (-1,) * 4
    table.do(*(PutBack(c) for c in seen[:3]))
    assert GAME.view(table.s, 0).grunts[0] == seen[0]
    assert GAME.view(table.s, None).grunts[0] == -1


@pytest.mark.rule("BO13")
def test_who_scouted_before_does_not_see_where_the_next_looker_puts_the_cards() -> None:
    table = Table(mode="competitive")
    seen = table.s.grunts.cards[:4]
    table.s.grunts.look(1, 4)
    table.do(Scout("grunt"))
    assert GAME.view(table.s, 1).grunts[:4] == (-1,) * 4
    table.do(*(PutBack(c) for c in reversed(seen)))
    assert all(c == -1 for c in GAME.view(table.s, 1).grunts)
    assert GAME.view(table.s, 0).grunts[0] == seen[-2]  # the first was drawn as the turn's grunt


@pytest.mark.rule("BO2", "BO13")
@pytest.mark.parametrize("mode", ["co-op", "competitive"])
def test_a_special_that_somebody_put_back_lies_anywhere_among_those_cards(mode: str) -> None:
    table = Table(2, mode=mode)
    giant, bear = special("Frost Giant"), special("Queen of Nope")
    table.next_cards(SCAMP, giant, TROOPER, BRUTE)
    deep = table.s.battle.cards.index(bear)
    table.do(Scout("battle"))
    for player, ways in ((0, {1}), (1, {0, 1, 2, 3})):
        found = set()
        for seed in range(40):
            world = kernel.determinize(GAME, table.s, player, random.Random(seed))
            first, second = (at for at, c in enumerate(world.battle.cards) if c in SPECIALS)
            assert second == deep  # nobody has looked there: it lies where it was laid
            found.add(first)
        assert found == ways


@pytest.mark.rule("BO13")
def test_one_player_alone_has_nobody_to_show_cards_to() -> None:
    table = Table(1)
    table.do(Scout("battle"))
    assert Show() not in table.options()


@pytest.mark.rule("BO13")
def test_whoever_looks_on_sees_what_was_shown_to_all_and_nothing_before() -> None:
    table = Table(2)
    seen = tuple(table.s.battle.cards[:4])
    table.do(Scout("battle"))
    assert set(GAME.view(table.s, None).battle) == {-1}
    table.do(Show())
    assert GAME.view(table.s, None).battle[:4] == seen
    assert set(GAME.view(table.s, None).battle[4:]) == {-1}
    alone = Table(1)
    alone.do(Scout("battle"))
    assert set(GAME.view(alone.s, None).battle) == {-1}


@pytest.mark.rule("BO13")
def test_an_empty_deck_cannot_be_scouted() -> None:
    table = Table()
    table.foes(SCAMP)
    table.no_deck()
    assert Scout("battle") not in table.options()
    assert Scout("grunt") in table.options()


@pytest.mark.rule("BO13")
def test_in_co_op_the_looker_may_show_them() -> None:
    table = Table()
    seen = tuple(table.s.battle.cards[:4])
    table.do(Scout("battle"), Show())
    assert GAME.view(table.s, 3).battle[:4] == seen
    assert Show() not in table.options()


@pytest.mark.rule("BO13")
def test_a_scouted_grunt_is_called_a_grunt_whatever_is_known_of_the_battle_deck() -> None:
    table = Table(1)
    table.next_cards(0, 1, 2, 3)  # the numbers of grunts, too
    table.s.battle.look(0, 4)
    table.next_grunts(0, 1, 2, 3)
    table.do(Scout("grunt"))
    view = GAME.view(table.s, 0)
    labels = [GAME.text.label(view, option) for option in table.options()]
    assert labels == [f"Next from the top: Grunt fire 1 (#{n})" for n in (1, 2, 3, 4)]


@pytest.mark.rule("BO14")
def test_delay_sends_a_monster_to_the_bottom_healed() -> None:
    table = quiet(Table())
    table.foes(BRUTE, special("Frost Giant"))
    table.s.zone[0].wounds = 2
    assert [o for o in table.options() if isinstance(o, Delay)] == [Delay(BRUTE)]
    table.do(Delay(BRUTE))
    assert table.s.battle.cards[-1] == BRUTE
    assert table.s.find_foe(BRUTE) is None
    assert GAME.view(table.s, 2).battle[-1] == BRUTE


@pytest.mark.rule("BO15")
def test_a_special_can_be_stunned_but_its_ability_stays() -> None:
    table = Table()
    queen = special("Queen of Nope")
    table.foes(queen)
    table.s.zone[0].stunned = True
    assert "scout" not in table.verbs()
    table.s.zone[0].stunned = False
    assert Stun(queen) in table.options()


@pytest.mark.rule("BO16")
def test_heal_any_living_bro_and_give_kills_to_one() -> None:
    table = Table()
    table.s.bros[2].life = 3
    table.s.bros[3].life = 0
    table.kills(0, SCAMP, TROOPER)
    heals = [o for o in table.options() if isinstance(o, Heal)]
    assert heals == [Heal(0), Heal(1), Heal(2)]  # full life too, never the dead
    table.do(Heal(2))
    assert table.s.bros[2].life == 4
    assert Give(SCAMP, 3) in table.options()
    table.do(Give(SCAMP, 1))
    assert set(table.options()) == {Done(), Give(TROOPER, 1)}
    quiet(table).do(Done())
    assert table.s.bros[1].kills == [SCAMP]
    assert table.s.bros[0].kills == [TROOPER]


@pytest.mark.rule("BO17")
def test_kill_heal_returns_kills_for_their_points() -> None:
    table = Table()
    table.kills(0, BRUTE, SCAMP)
    table.s.bros[0].life = 2
    table.do(KillHeal(BRUTE))
    assert table.s.bros[0].life == 5
    assert table.s.find_foe(BRUTE) is not None
    assert table.options() == [Done(), KillHeal(SCAMP)]
    quiet(table).do(KillHeal(SCAMP))
    assert table.s.bros[0].life == 6 - 1  # four points of strength are back, too
    assert table.s.bros[0].kills == []
    assert table.waits == [1]  # no kill is left to ask about


@pytest.mark.rule("BO18")
def test_a_sacrifice_costs_less_than_the_life_and_works_before_the_monsters_strike() -> None:
    table = quiet(Table())
    table.foes(BRUTE, TROOPER)  # five points of strength, two without the brute
    table.s.bros[0].life = 4
    points = {o.points for o in table.options() if isinstance(o, SacrificeHit)}
    assert points == {1, 2, 3}
    table.do(SacrificeHit(3, BRUTE))
    assert table.s.bros[0].kills == [BRUTE]
    assert table.s.bros[0].life == 1


@pytest.mark.rule("BO18", "BO28")
def test_a_sacrifice_that_kills_the_last_foe_wins_before_a_grunt_can_shoot() -> None:
    table = Table()
    table.foes(BRUTE)
    table.no_deck()
    table.s.bros[0].life = 4
    table.next_grunts(grunt("fire", 1))
    told = table.do(SacrificeHit(3, BRUTE))
    assert "WaveWon" in names(told)
    assert table.s.bros[0].life == 1


@pytest.mark.rule("BO18")
def test_at_most_five_and_for_another_living_bro() -> None:
    table = quiet(Table())
    table.s.bros[1].life = 2
    table.s.bros[2].life = 0
    table.gear(0, ARMOR)
    offers = {o for o in table.options() if isinstance(o, SacrificeHeal)}
    assert offers == {SacrificeHeal(p, b) for p in range(1, 6) for b in (1, 3)}
    table.do(SacrificeHeal(5, 1))
    assert table.s.bros[1].life == 7
    assert table.s.bros[0].life == LIFE - 5  # armor does not help


@pytest.mark.rule("BO18")
@pytest.mark.parametrize(("life", "after"), [(5, 5), (LIFE - 1, LIFE - 1)])
def test_life_given_is_lost_again_if_the_giver_dies_in_that_turn(life: int, after: int) -> None:
    table = Table()
    table.s.bros[0].life = 5
    table.s.bros[1].life = life
    table.next_grunts(grunt("fire", 1))
    table.do(SacrificeHeal(4, 1))
    assert not table.s.bros[0].alive
    assert table.s.bros[1].life == after  # no more is lost than was gained


@pytest.mark.rule("BO18")
def test_life_given_is_kept_if_the_giver_dies_later() -> None:
    table = Table()
    table.next_cards(ARMOR, GUN2, GUN3, PACK2)
    table.next_grunts(*(grunt("damage", 1, nth) for nth in range(4)))  # there is no foe to hit
    table.s.bros[0].life, table.s.bros[1].life = 3, 5
    table.suffer(0, mishap("Blew Yourself Up"))
    table.do(SacrificeHeal(2, 1))
    for seat in (1, 2, 3):
        table.do(NoAction(), seat=seat)
    assert not table.s.bros[0].alive
    assert table.s.bros[1].life == 7


@pytest.mark.rule("BO18")
@pytest.mark.parametrize(("life", "after"), [(6, 4), (1, 1)])
def test_the_monsters_undo_it_too_and_the_healed_bro_never_dies_of_it(
    life: int, after: int
) -> None:
    table = Table()
    table.foes(BRUTE, BRUTE + 1)
    table.s.bros[0].life, table.s.bros[1].life = 3, 4
    table.next_grunts(grunt("damage", 1))
    table.do(SacrificeHeal(2, 1))
    table.s.bros[1].life = life
    told = names(table.do(GruntHit(BRUTE)))
    assert told.index("Undone") == told.index("Died") + 1
    assert table.s.bros[1].life == after


@pytest.mark.rule("BO18")
def test_a_wounded_foe_gets_the_damage_back_if_the_bro_dies_in_that_turn() -> None:
    table = Table()
    table.foes(BRUTE, BRUTE + 1)
    table.s.foe(BRUTE).wounds = 1
    table.s.bros[0].life = 2
    table.next_grunts(grunt("damage", 1))
    table.do(SacrificeHit(1, BRUTE), GruntHit(BRUTE + 1))
    assert not table.s.bros[0].alive
    assert table.s.foe(BRUTE).wounds == 1
    assert table.s.foe(BRUTE + 1).wounds == 1


@pytest.mark.rule("BO18")
def test_a_foe_killed_by_it_returns_as_it_was_if_the_bro_dies_in_that_turn() -> None:
    table = Table()
    giant = special("Frost Giant")
    table.foes(giant)
    table.s.zone[0].wounds, table.s.zone[0].diverted = 2, True
    table.s.bros[0].life = 4
    table.next_grunts(grunt("fire", 1))
    told = table.do(SacrificeHit(3, giant))
    assert "Undone" in names(told)
    assert table.s.bros[0].kills == []
    foe = table.s.foe(giant)
    assert (foe.wounds, foe.diverted) == (2, True)
    assert GAME.problems(table.s) == []


@pytest.mark.rule("BO18", "BO30")
def test_a_kill_that_is_undone_is_not_scored() -> None:
    table = Table(mode="competitive")
    table.foes(BRUTE)
    for bro in table.s.bros[1:]:
        bro.life = 0
    table.s.bros[0].life = 4
    table.next_grunts(grunt("fire", 1))
    table.do(SacrificeHit(3, BRUTE))
    assert table.s.outcome is not None
    assert table.s.outcome.scores == (0, 0, 0, 0)


@pytest.mark.rule("BO18")
def test_a_foe_that_a_grunt_finished_off_stays_dead_with_the_bro() -> None:
    table = Table()
    table.foes(BRUTE, BRUTE + 1, TROOPER)
    table.s.bros[0].life = 3
    table.next_grunts(grunt("damage", 1))
    table.do(SacrificeHit(2, BRUTE), GruntHit(BRUTE))
    assert not table.s.bros[0].alive
    assert table.s.bros[0].kills == [BRUTE]


@pytest.mark.rule("BO19")
def test_a_pack_kept_is_used_later_and_life_never_exceeds_the_start() -> None:
    table = quiet(Table())
    table.gear(0, PACK2, PACK3)
    table.s.bros[0].life = LIFE - 1
    assert {UsePack(2), UsePack(3)} <= set(table.options())
    table.do(UsePack(3))
    assert table.s.bros[0].life == LIFE
    assert table.s.bros[0].gear == [PACK2]
    assert PACK3 in table.s.discards


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        (Attack(999, 1), "BO10"),
        (Attack(SCAMP, 3), "BO10"),
        (KnockSense(7, 1, 1), "BO11"),
        (Purchase(GUN3, False), "BO12"),
        (Delay(-1), "BO14"),
        (Stun(99), "BO15"),
        (Heal(8), "BO16"),
        (KillHeal(BRUTE), "BO17"),
        (SacrificeHeal(6, 1), "BO18"),
        (SacrificeHit(1, 60), "BO18"),
        (UsePack(3), "BO19"),
        (Pay(3), "BO7"),
    ],
)
def test_a_refusal_names_its_rule(option: Option, rule: str) -> None:
    table = Table()
    table.foes(SCAMP)
    question = table.s.question(0)
    assert question is not None
    with pytest.raises(Refused) as refused:
        kernel.apply(GAME, table.s, Answer(0, question.number, option))
    assert refused.value.rule == rule


def test_no_action_is_always_possible() -> None:
    assert NoAction() in Table().options()
