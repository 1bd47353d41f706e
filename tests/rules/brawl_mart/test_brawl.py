"""A brawl from its set-up to its end (BM12–BM21)."""

import pytest

from rules.brawl_mart.content.store import PLACE, STORE
from rules.brawl_mart.game import GAME
from rules.brawl_mart.play.hits import land
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    STANDING,
    Attack,
    BrawlEnded,
    Equip,
    Exchanged,
    Go,
    Leave,
    LineUp,
    MartVariant,
    Met,
    Pass,
    Ready,
    Recruit,
    Store,
)
from rules.engine import kernel
from rules.engine.contract import Resolver
from rules.engine.errors import Refused
from rules.engine.inputs import Answer
from tests.rules.brawl_mart.table import Table, what, who


@pytest.mark.rule("BM12")
def test_enemies_in_order_own_brawlers_in_any_order_then_items() -> None:
    table = Table("", "", at="PRODUCE")
    s = table.s
    s.hand = [who("Gus"), who("Sue"), who("Ben"), who("Mop"), who("Fran")]
    s.cart = [what("Stretchy"), what("Foam")]
    s.enemies.cards = [c for c in s.enemies.cards if c not in s.hand]
    s.enemies.known = [0] * len(s.enemies.cards)
    s.items.take(what("Foam"))
    s.items.take(what("Stretchy"))
    first = s.enemies.cards[:2]
    s.at = PLACE["BOOKS"]
    s.frames, s.open = [Store()], []
    kernel.advance(Resolver(GAME, s, []))
    told = table.do(Go(PLACE["FURNITURE"]))
    met = next(t.event for t in told if isinstance(t.event, Met))
    assert [card for card, _ in met.enemies] == first
    assert sum(item >= 0 for _, item in met.enemies) == STORE[PLACE["FURNITURE"]].armed == 1
    order = [who("Sue"), who("Gus"), who("Mop"), who("Fran")]
    table.do(*(LineUp(card) for card in order))
    assert [f.card for f in table.s.side(True)] == order
    assert table.s.hand == [who("Ben")]
    assert Equip(what("Foam"), who("Gus")) in table.options()
    table.do(Equip(what("Stretchy"), who("Gus")))
    assert Equip(what("Foam"), who("Gus")) not in table.options()  # one item each
    table.do(Equip(what("Foam"), who("Sue")))
    assert table.asks == "act"  # nothing is left to hand out
    assert table.fighter("Sue").item == what("Foam")


@pytest.mark.rule("BM13")
def test_brawlers_act_in_slot_order_round_after_round() -> None:
    table = Table("Gus, Mop!, Sue", "Fran, Ben")
    acting = []
    for _ in range(3):
        acting.append(GAME.view(table.s, 0).acting)
        table.do(Pass())
    assert acting == [who("Gus"), who("Sue"), who("Gus")]


@pytest.mark.rule("BM13")
def test_any_unslain_enemy_may_be_attacked() -> None:
    table = Table("Gus", "Fran, Ben!, Sue")
    table.fighter("Sue").state = SLAIN
    assert {o.target for o in table.options() if isinstance(o, Attack)} == {
        who("Fran"),
        who("Ben"),
    }


@pytest.mark.rule("BM14", "BM16")
def test_only_a_standing_target_counters_and_a_fallen_one_is_slain() -> None:
    table = Table("Gus", "Fran!")
    _, theirs, hits = table.exchange("Gus", "Fran", 1)
    assert theirs is None
    assert hits[0].result == "slain"


@pytest.mark.rule("BM15")
def test_higher_hits_a_tie_knocks_both_out_and_zero_hits_nothing() -> None:
    table = Table("Gus", "Mop")
    assert [h.card for h in table.exchange("Gus", "Mop", 4, 1)[2]] == [who("Mop")]
    table = Table("Brodacious", "Mop")
    _, _, hits = table.exchange("Brodacious", "Mop", 5, 5)
    assert {(h.card, h.result) for h in hits} == {
        (who("Brodacious"), "knocked out"),
        (who("Mop"), "knocked out"),
    }
    table = Table("Kaathrynn", "Fran")
    mine, theirs, hits = table.exchange("Kaathrynn", "Fran", 2, 2, 1, choice=2)
    assert theirs is not None
    assert (mine.total, theirs.total, hits) == (0, 0, [])


@pytest.mark.rule("BM16")
@pytest.mark.parametrize(("die", "result"), [(3, "knocked out"), (4, "slain")])
def test_up_to_the_resistance_knocks_out_more_slays(die: int, result: str) -> None:
    table = Table("Ojwald", "Wispy Tim", at="GARDEN")  # no abilities there
    assert table.exchange("Ojwald", "Tim", die, 1)[2][0].result == result


@pytest.mark.rule("BM17")
def test_of_several_hits_on_one_brawler_only_the_largest_counts() -> None:
    table = Table("Ojwald", "Intercom, Mop")
    actor = table.fighter("Ojwald")
    hits = land(table.s, [(actor, 2), (actor, 6), (table.fighter("Mop"), 3)])
    assert [(h.card, h.by, h.result) for h in hits] == [
        (who("Ojwald"), 6, "slain"),
        (who("Mop"), 3, "knocked out"),
    ]


@pytest.mark.rule("BM21")
def test_a_brawl_is_won_when_no_enemy_stands_also_when_nobody_does() -> None:
    table = Table("Gus", "Fran!, Ben")
    table.fighter("Ben").state = KNOCKED_OUT
    table.s.hand = []
    told = table.do(Pass())
    assert any(isinstance(t.event, BrawlEnded) and t.event.result == "won" for t in told)
    table = Table("Gus!", "Fran!")
    table.fighter("Gus").state = STANDING
    told = table.do(Attack(who("Fran")))
    assert any(isinstance(t.event, BrawlEnded) and t.event.result == "won" for t in told)


@pytest.mark.rule("BM21")
def test_a_brawl_that_knocks_out_the_last_of_both_sides_is_a_win() -> None:
    ties = 0
    for seed in range(60):
        table = Table("Wispy Tim, Mop!", "Nerph, Gus!")
        table.s.seed = bytes([seed]) * 16
        told = table.do(Attack(who("Nerph")))
        if table.rolls.tie:
            ties += 1
            ended = next(t.event for t in told if isinstance(t.event, BrawlEnded))
            assert (ended.result, ended.kp, table.s.losses) == ("won", 2, 0)
            assert table.asks == "cafe"
    assert ties > 2


@pytest.mark.rule("BM21")
def test_a_stalemate_when_no_attack_could_hit_anyone() -> None:
    table = Table("Ojwald", "Gus, Fran!")
    told = table.do(Pass())
    ended = next(t.event for t in told if isinstance(t.event, BrawlEnded))
    assert (ended.result, ended.kp, ended.sp) == ("stalemate", 1, 0)
    while table.asks == "cafe":
        assert Recruit(who("Gus")) not in table.options()
        table.do(Leave())
    assert who("Gus") in table.s.enemies.cards  # who stands is shuffled back
    assert table.s.knocked_out == [who("Fran")]


@pytest.mark.rule("BM21")
def test_after_an_idle_round_an_attack_that_can_hit_must_be_made() -> None:
    table = Table("Ojwald, Wispy Tim", "Gus, Fran")
    table.do(Pass(), Pass())
    assert Pass() in table.options()  # Tim can still do it
    table.do(Pass())
    assert Pass() not in table.options()
    assert all(isinstance(o, Attack) for o in table.options())
    question = table.s.question(0)
    assert question is not None
    with pytest.raises(Refused, match="must be made"):
        kernel.apply(GAME, table.s, Answer(0, question.number, Pass()))


@pytest.mark.rule("BM21")
@pytest.mark.parametrize("later", ["Ojwald", "Mop!"])
def test_nobody_can_leave_the_attack_to_one_who_cannot_make_it(later: str) -> None:
    table = Table(f"Wispy Tim, {later}", "Gus, Fran")
    while not table.brawl.forced:
        table.do(Pass())
    assert Pass() not in table.options()


@pytest.mark.rule("BM21")
def test_one_attack_is_enough_and_then_everybody_is_free_again() -> None:
    table = Table("Gus, Mop", "Fran, Wallace")
    table.do(Pass(), Pass(), Attack(who("Fran")))
    assert Pass() in table.options()  # the attack of this round has been made
    table.do(Pass())
    assert Pass() in table.options()  # and the round before had one
    assert not table.brawl.forced
    while table.brawl.round == 3:
        table.do(Pass())
    assert table.brawl.forced  # an idle round again


@pytest.mark.rule("BM13")
def test_an_attack_meets_only_its_target_whoever_has_the_same_resistance() -> None:
    table = Table("Mop", "Intercom, Traitor Joe")
    told = table.do(Attack(who("Joe")))
    fought = [t.event.target for t in told if isinstance(t.event, Exchanged)]
    assert fought == [who("Joe")]


@pytest.mark.rule("BM21")
def test_a_change_begins_the_count_of_idle_rounds_anew() -> None:
    table = Table("Gus", "Fran!, Ben")
    table.brawl.idle = 29
    table.do(Attack(who("Fran")))  # she lies there: it cannot miss
    assert table.asks == "act"
    assert table.brawl.idle == 1
    assert table.brawl.round == 2


@pytest.mark.rule("BM21")
def test_a_brawl_is_lost_when_none_of_yours_stands() -> None:
    results = set()
    for seed in range(20):
        table = Table("Wispy Tim, Mop!", "Fran, Ben")
        table.s.seed = bytes([seed]) * 16
        told = table.do(Attack(who("Fran")))
        fell = table.s.fighters == []
        ended = [t.event.result for t in told if isinstance(t.event, BrawlEnded)]
        assert ended == (["lost"] if fell else [])
        results.add(fell)
    assert results == {True, False}


def test_who_runs_out_of_time_passes_or_makes_the_attack_that_must_be_made() -> None:
    table = Table("Gus", "Fran")
    assert kernel.default(GAME, table.s, 0) == Pass()
    table.do(Pass())
    assert kernel.default(GAME, table.s, 0) == Attack(who("Fran"))


@pytest.mark.rule("BM21")
def test_being_able_to_attack_only_at_a_loss_is_no_stalemate() -> None:
    table = Table("Wispy Tim", "Fran+Turkey")
    table.do(Pass())
    assert table.asks == "act"


@pytest.mark.rule("BM21")
def test_thirty_rounds_without_a_change_are_a_stalemate() -> None:
    table = Table("Kaathrynn", "Fran")
    table.brawl.idle = 29
    table.brawl.attacked = True
    told = table.do(Pass())
    assert any(isinstance(t.event, BrawlEnded) and t.event.result == "stalemate" for t in told)


@pytest.mark.rule("BM15")
def test_the_event_explains_every_number() -> None:
    table = Table("Gus+Foam", "Sue")
    told = table.do(Attack(who("Sue")))
    event = next(t.event for t in told if isinstance(t.event, Exchanged))
    roll = event.attack
    assert roll.total == roll.initial + roll.ability + roll.items + roll.other
    assert roll.initial == sum(roll.dice) + roll.type_bonus * len(roll.dice)
    line = GAME.text.line(GAME.view(table.s, 0), event)
    assert line.startswith(f"Greeter Gus {roll.total} – Sample Sue ")
    assert f"{roll.plus:+d} {roll.items:+d} Foam Finger = {roll.total}." in line
    assert roll.power == roll.halved == 0
    view = GAME.view(table.s, None)
    assert view.last == (event,), "it can be read on the table"
    assert f"Last roll: {line}" in GAME.text.board(view)


# -- departments


def test_pollen_silences_abilities() -> None:
    table = Table("Wispy Tim, Wallace", "Fran", at="GARDEN")
    mine, theirs, hits = table.exchange("Tim", "Fran", 5, 6)
    assert theirs is not None
    assert (mine.total, hits[0].result) == (5, "slain")


@pytest.mark.parametrize(
    ("own", "enemy", "dice", "totals"),
    [
        ("Brodacious", "Intercom", (2, 4), (2, 4)),  # lifts nothing
        ("Joe", "Ben", (2, 1, 1, 4), (3, 6)),  # +1 type, no markup; all three of Ben's dice
        ("Carla", "Intercom", (2, 4), (2, 5)),  # nothing off; +1 type
        ("Kaathrynn", "Intercom", (2, 4), (2, 4)),  # one die
        ("Gus", "Kaathrynn", (2, 4), (4, 4)),  # one die, as an enemy too; +1 type
        ("Intercom", "Ojwald", (4, 2), (4, 2)),
        ("Gus", "Ojwald", (1, 6), (2, 7)),  # counters anybody; +1 type
        ("Fran", "Wallace", (1, 1), (2, 2)),  # the engine runs
        ("Gus", "Sue", (1, 1), (2, 3)),  # 1D6+1, no choice; +1 type
    ],
)
def test_pollen_leaves_the_plain_dice(
    own: str, enemy: str, dice: tuple[int, ...], totals: tuple[int, int]
) -> None:
    assert Table(own, enemy, at="GARDEN").totals(own, enemy, *dice) == totals


def test_pollen_takes_choices_smiles_and_last_words_too() -> None:
    for name in ("Sue", "Kaathrynn", "Ojwald"):
        table = Table(name, "Fran, Ben", at="GARDEN")
        assert table.options() == [Attack(who("Fran")), Attack(who("Ben")), Pass()]
    table = Table("Mop", "Intercom", at="GARDEN")
    assert {h.card for h in table.exchange("Mop", "Intercom", 4, 4)[2]} == {
        who("Mop"),
        who("Intercom"),
    }
    table = Table("Intercom", "Gus", at="GARDEN")
    assert table.exchange("Intercom", "Gus", 6, 1)[2][0].result == "knocked out"


def test_a_narrow_aisle_leaves_only_the_enemy_opposite() -> None:
    table = Table("Gus, Mop", "Fran, Ben, Sue", at="CLOTHING")
    assert {o.target for o in table.options() if isinstance(o, Attack)} == {who("Fran")}
    table.brawl.slot = 1
    assert {o.target for o in table.options() if isinstance(o, Attack)} == {who("Ben")}
    table.fighter("Ben").state = SLAIN
    assert {o.target for o in table.options() if isinstance(o, Attack)} == {who("Fran")}


def test_on_a_slippery_floor_a_tie_does_nothing() -> None:
    table = Table("Brodacious", "Mop", at="BAKERY")
    assert table.exchange("Brodacious", "Mop", 5, 5)[2] == []


def test_quiet_rush_dark_and_sale() -> None:
    assert Table("Mop", "Ben!", at="BOOKS").exchange("Mop", "Ben", 2)[0].other == 1
    _, theirs, _ = Table("Gus", "Sue", at="ELECTRONICS").exchange("Gus", "Sue", 1, 1, 1)
    assert theirs is not None
    assert theirs.other == 1
    assert Table("Sue", "Gus!", at="SEASONAL").exchange("Sue", "Gus", 2)[0].type_bonus == 0
    table = Table("Gus", "Fran!", at="TOYS")
    told = table.do(Pass())
    assert next(t.event.sp for t in told if isinstance(t.event, BrawlEnded)) == 1


def test_ready_ends_handing_out() -> None:
    table = Table("", "Fran", at="PRODUCE")
    s = table.s
    s.hand, s.cart = [who("Gus")], [what("Foam")]
    s.enemies.take(who("Gus"))
    s.items.take(what("Foam"))
    s.frames[0].step = "line_up"
    table.do(LineUp(who("Gus")), Ready())
    assert table.asks == "act"
    assert table.s.cart == [what("Foam")]
    assert MartVariant() == table.s.variant


def test_recruits_are_cheap_where_the_store_is_hiring() -> None:
    table = Table("Gus", "Fran!", at="FURNITURE")
    table.do(Pass())
    assert table.s.kp == 1
    assert Recruit(who("Fran")) in table.options()
    table.do(Recruit(who("Fran")))
    assert table.s.kp == 0
