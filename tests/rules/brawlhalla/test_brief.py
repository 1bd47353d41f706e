"""What stands on a button, what comes first, and what is of no use."""

import random
from typing import Any

import pytest

from rules.brawlhalla.content.legends import CARDS, COPIES, LEGENDS, VALUE, deck_of
from rules.brawlhalla.game import GAME
from rules.brawlhalla.state.fighter import RED, WEAPON
from rules.brawlhalla.state.options import (
    Add,
    Attack,
    Defend,
    Discard,
    Fall,
    Land,
    Pass,
    PlaceSword,
    Respawn,
    Skip,
    TakeBack,
    Use,
)
from rules.brawlhalla.state.shortcuts import Block, HeavyAttack, Hop, LightAttack
from rules.brawlhalla.text.labels import EVERYBODY
from rules.brawlhalla.text.names import seat_name, space_name
from rules.brawlhalla.text.odds import holds
from rules.engine import kernel
from rules.engine.contract import USELESS
from rules.engine.piles import Pile
from rules.engine.text import percent
from tests.rules.brawlhalla.table import BODVAR, HATTORI, MORDEX, NIX, Table, at, card, named
from tests.rules.brawlhalla.test_ways import positions


def useless(view: Any, option: Any) -> bool:
    """Whether its button is grey, and stands behind all others."""
    return bool(GAME.text.likely(view, option) <= USELESS)


def said(table: Table, seat: int) -> str:
    """What somebody reads as the question that is open now."""
    return str(GAME.text.prompt(GAME.view(table.s, seat), table.asked[1]))


@pytest.mark.rule("BH14")
def test_an_attack_says_where_it_walks_whom_it_hits_and_what_it_spends() -> None:
    walked = 0
    for s, question in positions(10, 120):
        view = GAME.view(s, question.seat)
        several = len([f for f in view.fighters if not f.out]) > 2 and view.format != "2v2"
        for way in kernel.ways(GAME, s, question.seat):
            option = way.option
            if not isinstance(option, LightAttack | HeavyAttack):
                continue
            words, more = GAME.text.brief(view, option)
            told = (str(VALUE[option.card]), CARDS[option.card].name.split()[0])
            assert set(told) & set(words.replace(",", "").split())
            assert not several or seat_name(view, option.target) in words
            if option.space >= 0:
                walked += 1
                assert f"{space_name(option.space)} ({VALUE[option.move]})" in words
                hand = view.fighters[question.seat].hand
                alike = [c for c in hand if VALUE[c] == VALUE[option.move] and c != option.card]
                assert (CARDS[option.move].name in more) == (len(alike) > 1)
                kind = "light" if isinstance(option, LightAttack) else "heavy"
                assert kind in f"{words} {more}"
    assert walked > 50


@pytest.mark.rule("BH14")
def test_cards_of_one_value_go_by_a_whole_word_that_has_room_beside_the_odds() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="E4 B4")
    table.hand(0, named("Charge"), named("Shoulder Bump"), named("Growl"))
    table.hand(1, *deck_of(HATTORI)[:4])
    view = GAME.view(table.s, 0)
    ways = [way.option for way in kernel.ways(GAME, table.s, 0)]
    rushes = [one for one in ways if isinstance(one, LightAttack) and one.space >= 0]
    said = {one.card: GAME.text.brief(view, one)[0] for one in rushes}
    for name in ("Shoulder Bump", "Growl"):
        assert said[named(name)].endswith(f"), light {name.split()[0]}")
        assert len(f"{said[named(name)]} · 2+ block 42 %") <= 38
    table.hand(0, named("Charge"), named("Shoulder Bump"))
    view = GAME.view(table.s, 0)
    assert GAME.text.brief(view, rushes[0])[0].startswith("Go ")
    for legend in LEGENDS:  # no two of them begin alike
        for value in range(0, len(legend.cards), COPIES):
            first = {one.name.split()[0] for one in legend.cards[value : value + COPIES]}
            assert len(first) == COPIES


@pytest.mark.rule("BH14")
def test_a_card_of_a_single_step_is_named_in_full_and_its_effect_stands_beside_it() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4")
    skull = named("Thick Skull")
    healing = "After an attack, if you lost: remove 1 damage."
    view = GAME.view(table.hand(0, skull).s, 0)
    assert GAME.text.brief(view, Attack(1, "light", skull)) == ("Light 1 Thick Skull", healing)
    assert GAME.text.brief(view, Defend(skull)) == ("1 Thick Skull: defend", healing)
    assert GAME.text.brief(view, Add(skull, effect=True))[0] == "1 Thick Skull + effect: add"
    plain = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", mode="discovery").hand(0, skull)
    assert GAME.text.brief(GAME.view(plain.s, 0), Defend(skull))[1] == ""


@pytest.mark.rule("BH17")
def test_a_light_hit_on_red_says_that_it_changes_nothing_and_has_no_button() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4")
    table.hand(0, card(BODVAR, 3, 3)).hand(1, card(HATTORI, 2))  # Honey Break: after a move
    light = LightAttack(1, card(BODVAR, 3, 3))
    view = GAME.view(table.s, 0)
    assert not useless(view, light) and GAME.text.likely(view, light) > 0
    view = GAME.view(table.damage(1, RED).s, 0)
    assert GAME.text.chance(view, light).startswith("no damage: red already, ")
    assert useless(view, light)


@pytest.mark.rule("BH24")
def test_of_attacks_that_fail_for_sure_one_whose_power_works_all_the_same_comes_first() -> None:
    def sure(legend: int, with_card: int) -> float:
        table = Table(legend, HATTORI, arena="anvil", spaces="C4 D4")
        table.hand(0, with_card).hand(1, card(HATTORI, 5))
        table.fighter(1).hand = Pile([card(HATTORI, 5)], [0b11])  # everybody knows it
        option = LightAttack(1, with_card)
        view = GAME.view(table.s, 0)
        assert GAME.text.chance(view, option) == "1 blocks 100 %"
        assert useless(view, option)
        return float(GAME.text.likely(view, option))

    plain = sure(BODVAR, named("Honey Break"))
    assert sure(BODVAR, named("Thick Skull")) > plain  # heals whoever lost
    assert sure(NIX, named("Drift")) > plain  # whose Legend draws after a lost attack


@pytest.mark.rule("BH14")
def test_an_attack_that_only_several_cards_block_is_useless_where_they_surely_do() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", mode="discovery")
    table.hand(0, card(BODVAR, 5)).hand(1, card(HATTORI, 3), card(HATTORI, 3, 1))
    light = LightAttack(1, card(BODVAR, 5))
    view = GAME.view(table.s, 0)
    assert GAME.text.chance(view, light).startswith("1 blocks ") and not useless(view, light)
    table.fighter(1).hand = Pile([card(HATTORI, 3), card(HATTORI, 3, 1)], [0b11, 0b11])
    view = GAME.view(table.s, 0)
    assert GAME.text.chance(view, light) == "2+ block 100 %" and useless(view, light)


@pytest.mark.rule("BH16")
def test_discards_have_the_lowest_first_and_what_is_taken_back_the_highest() -> None:
    table = Table(BODVAR, HATTORI)
    table.hand(0, card(BODVAR, 3), card(BODVAR, 1), card(BODVAR, 5))
    view = GAME.view(table.s, 0)

    def order(kind: type[Discard] | type[TakeBack]) -> list[int]:
        options = [kind(one) for one in view.fighters[0].hand]
        options.sort(key=lambda one: -GAME.text.likely(view, one))
        return [VALUE[one.card] for one in options]

    assert (order(Discard), order(TakeBack)) == ([1, 3, 5], [5, 3, 1])


@pytest.mark.rule("BH18")
def test_a_heavy_attack_without_knockback_is_useless_and_a_ko_comes_first() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 B4").arm(0, side=1)
    table.hand(0, named("Bear Trot"), named("Wide Stance")).hand(1, card(HATTORI, 3))
    view = GAME.view(table.s, 0)
    low, high = HeavyAttack(1, named("Bear Trot")), HeavyAttack(1, named("Wide Stance"))
    assert GAME.text.chance(view, low).startswith("no knockback, ")
    assert useless(view, low) and not useless(view, high)
    unhurt = GAME.text.likely(view, high)
    assert GAME.text.likely(GAME.view(table.damage(1, RED).s, 0), high) > unhurt


@pytest.mark.rule("BH18")
def test_a_heavy_attack_against_a_floor_says_so_first_and_is_useless_unless_its_power_works() -> (
    None
):
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="D5 D4").arm(0, side=1).damage(1, RED)
    trot, winter = named("Bear Trot"), named("Long Winter")  # which disarms whoever is hit
    table.hand(0, trot, winter).hand(1, card(HATTORI, 3))
    view = GAME.view(table.s, 0)
    for one in (trot, winter):
        said = GAME.text.chance(view, HeavyAttack(1, one))
        assert said.startswith("stays on D4: a floor is in the way, "), said
    assert useless(view, HeavyAttack(1, trot)) and not useless(view, HeavyAttack(1, winter))


@pytest.mark.rule("BH14")
def test_beside_an_attack_stands_only_what_its_button_has_no_room_for() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="B4 D4").arm(0, side=1)  # Oath Sword
    table.hand(0, named("Elbow"), named("Stomp"))
    view = GAME.view(table.s, 0)
    rush = LightAttack(1, named("Stomp"), at("C4"), named("Elbow"), (WEAPON,))
    adds = "using Oath Sword: your total is 1 higher"
    assert GAME.text.brief(view, rush) == ("Go C4 (2), light 3", adds)
    view = GAME.view(table.hand(0, named("Elbow"), named("Bear Trot"), named("Stomp")).s, 0)
    assert GAME.text.brief(view, rush) == ("Go C4 (2), light 3", f"2 Elbow, {adds}")
    near = LightAttack(1, named("Stomp"), uses=(WEAPON,))
    assert GAME.text.brief(view, near) == ("Light 3 Stomp", adds)


def test_beside_a_defence_stands_what_its_effect_does() -> None:
    table = Table(HATTORI, BODVAR, arena="anvil", spaces="C4 D4")
    growl = named("Growl")
    table.hand(0, card(HATTORI, 2)).hand(1, growl).do(Attack(1, "light", card(HATTORI, 2)))
    beside = "using Growl: your total is 2 higher"
    view = GAME.view(table.s, 1)
    assert GAME.text.brief(view, Block((growl,), growl)) == ("1 Growl + effect", beside)


def test_where_the_question_has_the_verb_a_button_is_the_thing_alone() -> None:
    """So that several stand side by side, and the board stays in sight on a phone."""
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4")
    view = GAME.view(table.hand(0, named("Stomp")).s, 0)
    there = [GAME.text.brief(view, kind(at("C2"))) for kind in (Respawn, Land, Fall)]
    assert there == [("C2 (Platform)", "")] * 3
    assert GAME.text.brief(view, PlaceSword(at("C2"))) == ("C2", "")
    for kind in (Discard, TakeBack):
        assert GAME.text.brief(view, kind(named("Stomp"))) == ("3 Stomp", "")


@pytest.mark.rule("BH24")
def test_a_power_during_a_light_attack_is_asked_with_both_totals() -> None:
    table = Table(HATTORI, BODVAR, arena="anvil", spaces="C4 D4").arm(1, side=1)  # Oath Sword
    table.hand(0, card(HATTORI, 3)).hand(1, card(BODVAR, 3)).do(
        Attack(1, "light", card(HATTORI, 3))
    )
    while table.asked != (1, "during"):
        table.do(Skip())
    assert said(table, 1) == "Attack 3, defence 0. Use a power now?"


@pytest.mark.parametrize(("kind", "when"), [("before", "Before"), ("after", "After")])
def test_a_power_beside_a_move_is_asked_for_as_one(kind: str, when: str) -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4")
    assert GAME.text.prompt(GAME.view(table.s, 0), kind) == f"{when} your move: use a power?"
    table.hand(0, card(BODVAR, 3)).hand(1, card(HATTORI, 3)).do(Attack(1, "light", card(BODVAR, 3)))
    assert "attack" in GAME.text.prompt(GAME.view(table.s, 0), kind)


@pytest.mark.rule("BH19")
def test_a_button_says_that_an_attack_is_a_ko_and_stands_before_all_others() -> None:
    table = Table(MORDEX, HATTORI, arena="anvil", spaces="D4 B4").arm(0).damage(1, RED)
    table.hand(0, card(MORDEX, 4), card(MORDEX, 5))
    rush = HeavyAttack(1, card(MORDEX, 5), at("C5"), card(MORDEX, 4))

    def said(*hand: int) -> str:
        view = GAME.view(table.hand(1, *hand).s, 0)
        ways = [way.option for way in kernel.ways(GAME, table.s, 0)]
        assert rush in ways
        odds = GAME.text.chance(view, rush)
        best = max(GAME.text.likely(view, one) for one in ways if one != rush)
        assert GAME.text.likely(view, rush) > best
        return f"{GAME.text.brief(view, rush)[0]} · {odds}"

    maybe = said(*deck_of(HATTORI)[:4])
    dodge = holds(GAME.view(table.s, 0), 1, lambda one: VALUE[one] == 5)
    assert dodge > 0.5  # so that a light attack is likelier to hit
    assert maybe == f"Go C5 (4), heavy 5 · KO {percent(1 - dodge)}, else dodged"
    assert said() == "Go C5 (4), heavy 5 · sure KO"
    said(card(HATTORI, 1))
    table.fighter(1).hand = Pile([card(HATTORI, 5)], [0b11])
    view = GAME.view(table.s, 0)
    assert GAME.text.chance(view, rush) == "dodged 100 %, else KO" and useless(view, rush)


@pytest.mark.rule("BH18")
def test_a_promised_knockback_reckons_with_the_bear_hide_and_says_so() -> None:
    table = Table(MORDEX, BODVAR, arena="anvil", spaces="C4 D4").arm(0, side=1)
    table.hand(0, named("Moonrise")).hand(1, card(BODVAR, 2))
    heavy = HeavyAttack(1, named("Moonrise"))
    assert "knockback 1 to E4 (with Bear Hide)" in GAME.text.chance(GAME.view(table.s, 0), heavy)
    table.do(Attack(1, "heavy", named("Moonrise")))
    while table.asked[1] != "dodge":
        table.do(Skip())
    passing = GAME.text.chance(GAME.view(table.s, 1), Pass())
    assert passing == "knockback 1 to E4 (if you use Bear Hide)"
    table.fighter(0).bonus = 1
    passing = GAME.text.chance(GAME.view(table.s, 1), Pass())
    assert passing == "knockback 1 to E4 (if you use Bear Hide), up to 2 with a KO card"


@pytest.mark.rule("BH23")
def test_a_light_hit_that_may_be_made_worse_says_so() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", mode="discovery")
    table.hand(0, card(BODVAR, 3)).hand(1, card(HATTORI, 1)).do(Attack(1, "light", card(BODVAR, 3)))
    assert GAME.text.chance(GAME.view(table.s, 1), Pass()) == "1 damage: you turn yellow"
    table.fighter(0).bonus = 1
    assert "up to 2 damage" in GAME.text.chance(GAME.view(table.s, 1), Pass())


@pytest.mark.rule("BH15")
def test_whoever_can_only_pass_reads_so_and_nobody_else_does() -> None:
    def asked(value: int) -> Table:
        table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4").arm(0, side=1)
        table.hand(0, named("Honey Break")).hand(1, card(HATTORI, value))
        table.do(Attack(1, "heavy", named("Honey Break")))
        return table

    helpless, able = asked(1), asked(3)
    assert said(helpless, 1).endswith(f"and you hold none. {EVERYBODY}")
    assert said(able, 1).endswith("Dodge with exactly 3?")
    for player in (0, None):
        told = {GAME.text.prompt(GAME.view(t.s, player), "dodge") for t in (helpless, able)}
        assert told == {"A heavy attack of 3 comes at you. Only a 3 dodges it."}


@pytest.mark.rule("BH14")
def test_whose_whole_hand_is_not_enough_reads_so_and_nobody_else_does() -> None:
    def asked(value: int) -> Table:
        table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", mode="discovery")
        table.hand(0, card(BODVAR, 4)).hand(1, card(HATTORI, value))
        table.do(Attack(1, "light", card(BODVAR, 4)))
        return table

    weak, strong = asked(1), asked(4)
    assert said(weak, 1).endswith(
        f"all your cards together are not enough: pass to keep them. {EVERYBODY}"
    )
    assert said(strong, 1).endswith("Defend with a card, or pass?")
    for player in (0, None):
        told = {GAME.text.prompt(GAME.view(t.s, player), "defend") for t in (weak, strong)}
        assert len(told) == 1


@pytest.mark.rule("BH14")
def test_a_defence_that_all_cards_together_cannot_save_is_useless_unless_its_power_works() -> None:
    table = Table(HATTORI, BODVAR, arena="anvil", spaces="C4 D4")
    low = [named("Growl"), named("Thick Skull"), named("Elbow")]  # 2 more, heals who lost, draws
    table.hand(0, card(HATTORI, 5)).hand(1, *low)
    table.do(Attack(1, "light", card(HATTORI, 5)))
    view = GAME.view(table.s, 1)
    assert said(table, 1).endswith("Defend with a card, or pass?")
    assert not any(useless(view, Defend(one)) for one in low)
    table.hand(1, *low[:2])
    view = GAME.view(table.s, 1)
    assert said(table, 1).endswith(f"pass to keep them. {EVERYBODY}")
    assert useless(view, Defend(low[0])) and useless(view, Defend(low[0], effect=True))
    assert not useless(view, Defend(low[1]))
    table.hand(1, low[2])
    view = GAME.view(table.s, 1)
    assert useless(view, Defend(low[2])) and not useless(view, Defend(low[2], effect=True))


@pytest.mark.rule("BH24")
def test_what_two_powers_add_is_said_once() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4").arm(0, side=0)  # Bear Hammer
    table.hand(0, named("Low Swing"))
    (heavy,) = (
        way.option for way in kernel.ways(GAME, table.s, 0) if isinstance(way.option, HeavyAttack)
    )
    assert GAME.text.label(GAME.view(table.s, 0), heavy) == (
        "1 Low Swing: heavy attack, using it and Bear Hammer: "
        "if this heavy attack hits, its knockback is 2 more"
    )


def test_order_and_uselessness_are_the_same_in_every_world_the_player_can_imagine() -> None:
    rng, judged = random.Random(3), 0
    for s, question in positions(8, 100):
        world = kernel.determinize(GAME, s, question.seat, rng)
        here, there = GAME.view(s, question.seat), GAME.view(world, question.seat)
        assert GAME.text.prompt(here, question.kind) == GAME.text.prompt(there, question.kind)
        for way in kernel.ways(GAME, s, question.seat):
            likely = GAME.text.likely(here, way.option)
            assert likely == GAME.text.likely(there, way.option)
            judged += likely > 0
    assert judged > 50


@pytest.mark.rule("BH14")
def test_a_block_that_holds_comes_before_one_that_is_surely_beaten() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", mode="discovery")
    table.hand(0, card(BODVAR, 2), card(BODVAR, 4)).hand(1, card(HATTORI, 2), card(HATTORI, 5))
    fighter = table.fighter(0)
    fighter.hand = Pile(fighter.hand.cards, [0b11, 0b11])
    table.do(Attack(1, "light", card(BODVAR, 2)))
    view = GAME.view(table.s, 1)
    two, five = Block((card(HATTORI, 2),)), Block((card(HATTORI, 5),))
    assert GAME.text.chance(view, two) == "1 can top it 100 %" and useless(view, two)
    assert GAME.text.likely(view, five) >= GAME.text.likely(view, two)
    assert GAME.text.chance(view, Defend(card(HATTORI, 2))) == "1 can top it 100 %"


@pytest.mark.rule("BH24")
def test_a_power_that_moves_one_goes_there_at_once_or_step_by_step() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4")
    table.hand(0, named("Charge")).hand(1, card(HATTORI, 1))
    table.do(Attack(1, "light", named("Charge")))
    assert table.asked == (0, "before")
    view = GAME.view(table.s, 0)
    use = next(one for one in table.options() if isinstance(one, Use))
    assert GAME.text.brief(view, use)[0] == "Charge: step by step"
    hops = [way.option for way in kernel.ways(GAME, table.s, 0)]
    assert hops and all(isinstance(one, Hop) for one in hops)
    assert GAME.text.verbs[Hop].name == "go-there"
