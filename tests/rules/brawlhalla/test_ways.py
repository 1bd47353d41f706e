"""Few clicks: a destination, an attack, a defence in one go; nothing asked where all see why."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from rules.brawlhalla.content.legends import VALUE, deck_of
from rules.brawlhalla.game import GAME
from rules.brawlhalla.play.routes import off_stage
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import ARMED, DISARMED
from rules.brawlhalla.state.frames import Dropping, Moving, Salvaging
from rules.brawlhalla.state.options import (
    Add,
    Attack,
    Defend,
    Delay,
    Discard,
    EndTurn,
    Move,
    Pass,
    Skip,
    Step,
    Stop,
    TakeBack,
    Use,
)
from rules.brawlhalla.state.shortcuts import (
    SHORTCUTS,
    Block,
    Dodge,
    DrawFour,
    DrawTwo,
    Drop,
    Go,
    GoAndDraw,
    HeavyAttack,
    Hop,
    LightAttack,
    Press,
    RecoverWeapon,
    SwapWeapon,
)
from rules.brawlhalla.text.names import card_name, space_name
from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.inputs import Answer
from rules.engine.piles import Pile
from rules.engine.state import Question, Way
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
    named,
    plain,
)

pytestmark = pytest.mark.slow  # many games are played out


def ways(table: Table, *kinds: type) -> list[Way]:
    """What the one who is asked can choose in one go."""
    found = kernel.ways(GAME, table.s, table.s.open[0].seat)
    return [way for way in found if not kinds or isinstance(way.option, kinds)]


def way_to(table: Table, space: str, kind: type = Go) -> Way:
    """The way of a kind that leads to a space."""
    (way,) = [w for w in ways(table, kind) if getattr(w.option, "space", -1) == at(space)]
    return way


def rushes(table: Table) -> list[Way]:
    """The attacks for which one goes somewhere first."""
    return [w for w in ways(table, LightAttack, HeavyAttack) if getattr(w.option, "space", -1) >= 0]


def spaces_of(found: list[Way]) -> set[int]:
    """The spaces that ways lead to."""
    return {w.option.space for w in found if isinstance(w.option, Go)}


def positions(games: int, answers: int) -> Iterator[tuple[BrawlhallaState, Question]]:
    """What comes up in games of all kinds between players who mostly know what they do."""
    samples = GAME.samples()
    for number in range(games):
        rng = random.Random(number)
        variant, players = samples[number % len(samples)]
        s = kernel.start(GAME, variant, players, number.to_bytes(16)).state
        for _ in range(answers):
            if s.outcome is not None:
                break
            (question,) = s.open
            yield s, question
            offered = kernel.offer(GAME, s, question.seat)
            option = GAME.guess(s, question.seat, offered, rng.random())
            if rng.random() < 0.3:
                option = rng.choice(offered)
            s = kernel.apply(GAME, s, Answer(question.seat, question.number, option)).state


def gone(s: BrawlhallaState, seat: int, way: Way) -> BrawlhallaState:
    """Where a way leads; nothing is shown and nobody else asked before its last answer."""
    for number, option in enumerate(way.answers):
        question = s.question(seat)
        assert question is not None, way
        step = kernel.apply(GAME, s, Answer(seat, question.number, option))
        assert number == len(way.answers) - 1 or not step.barrier, way
        s = step.state
    return s


# -- every way leads where it says


def test_every_way_of_many_games_can_be_gone_and_leads_where_it_says() -> None:
    seen = set()
    for s, question in positions(16, 160):
        seat = question.seat
        view = GAME.view(s, seat)
        found = kernel.ways(GAME, s, seat)
        assert len({GAME.text.label(view, way.option) for way in found}) == len(found)
        for way in found:
            seen.add(type(way.option))
            after = gone(s, seat, way)
            match way.option:
                case Go(space=space) | GoAndDraw(space=space) | Hop(space=space):
                    moved = after.outcome is None and not after.fighters[seat].out
                    assert not moved or after.fighters[seat].space == space
                    if isinstance(way.option, Go | GoAndDraw) and way.option.sword:
                        assert s.fighters[seat].sword != after.fighters[seat].sword == ARMED
                case (
                    LightAttack(target=target, space=space)
                    | HeavyAttack(target=target, space=space)
                ) if space >= 0:
                    first = way.answers[[type(a) for a in way.answers].index(Attack)]
                    assert isinstance(first, Attack) and first.target == target
                    assert space in s.ground.beside[s.fighters[target].space]
                    there = f"Go to {space_name(space)} with "
                    assert GAME.text.label(view, way.option).startswith(there)
            for name in way.option.__struct_fields__:
                assert GAME.text.field(view, type(way.option), name, getattr(way.option, name))
    assert seen | {Drop} == set(SHORTCUTS)  # that many cards are rarely held


def test_what_ways_cover_is_hidden_and_the_rest_stays_in_sight() -> None:
    """Wherever a covered option is offered there is a way, or nothing sensible to do with it."""
    for s, question in positions(8, 120):
        offered = kernel.offer(GAME, s, question.seat)
        kinds = {type(way.option) for way in kernel.ways(GAME, s, question.seat)}
        for option in offered:
            match option:
                case Attack(kind="light"):
                    assert LightAttack in kinds
                case Attack():
                    assert HeavyAttack in kinds
                case Defend() if question.kind == "dodge":
                    assert Dodge in kinds


# -- moving


def ends(s: BrawlhallaState, seat: int) -> set[tuple[int, bool]]:
    """Where a move under way can end, and whether armed there: every single path is tried."""
    found: set[tuple[int, bool]] = set()
    tried = set()
    border = [s]
    while border:
        state = border.pop()
        frame, fighter = state.frames[-1], state.fighters[seat]
        if not any(isinstance(f, Moving) and f.step in ("begin", "walk") for f in state.frames):
            found.add((fighter.space, fighter.sword == ARMED))
            continue
        key = (fighter.space, fighter.sword, repr(frame))
        if key in tried:
            continue
        tried.add(key)
        for option in kernel.offer(GAME, state, seat):
            on = clone(GAME, state)
            kernel.take(GAME, on, seat, option)
            border.append(on)
    return found


def reached(table: Table, played: int) -> set[tuple[int, bool]]:
    """Where a card can lead in all."""
    s = clone(GAME, table.s)
    kernel.take(GAME, s, 0, Move(played))
    return ends(s, 0)


@pytest.mark.rule("BH9")
@pytest.mark.parametrize("legend", [BODVAR, YUMIKO, GRISK])
@pytest.mark.parametrize("spaces", ["B2 F5", "D4 E5", "A1 D4"])
def test_go_names_every_space_inside_and_plays_the_lowest_card_that_reaches_it(
    legend: int, spaces: str
) -> None:
    table = Table(legend, HATTORI, arena="anvil", spaces=spaces).arm(0).arm(1)
    hand = [card(legend, value) for value in (1, 2, 3)]
    table.hand(0, *hand)
    start = table.fighter(0).space
    by_card = {c: {space for space, _ in reached(table, c)} for c in hand}
    offered = {w.option.space: w.option.card for w in ways(table, Go) if isinstance(w.option, Go)}
    inside = {space for spaces in by_card.values() for space in spaces if not off_stage(space)}
    assert inside - {start} <= set(offered)
    for space, played in offered.items():
        assert space in by_card[played]
        assert not any(space in by_card[c] for c in hand if VALUE[c] < VALUE[played])


@pytest.mark.rule("BH10")
@pytest.mark.parametrize("spaces", ["B2 F2", "D2 E5"])
def test_a_way_over_a_sword_is_offered_wherever_there_is_one(spaces: str) -> None:
    table = Table(BODVAR, HATTORI, arena="twin_ledges", spaces=spaces)
    hand = [card(BODVAR, value) for value in (2, 3, 4)]
    table.hand(0, *hand)
    armed = {c: {space for space, sword in reached(table, c) if sword} for c in hand}
    offered = {
        w.option.space: w.option.card
        for w in ways(table, Go)
        if isinstance(w.option, Go) and w.option.sword
    }
    assert offered
    inside = {space for found in armed.values() for space in found if not off_stage(space)}
    assert inside - {table.fighter(0).space} <= set(offered)
    for space, played in offered.items():
        assert space in armed[played]
        assert not any(space in armed[c] for c in hand if VALUE[c] < VALUE[played])
    for way in ways(table, Go):
        assert isinstance(way.option, Go)
        if way.option.sword:
            continue
        other = offered.get(way.option.space)
        assert other is None or VALUE[way.option.card] < VALUE[other]  # it saves a card


@pytest.mark.rule("BH9")
def test_the_ring_is_offered_only_beside_opponents_or_where_there_is_nothing_else() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C2 B3").hand(0, card(BODVAR, 5))
    outside = {space for space in spaces_of(ways(table)) if off_stage(space)}
    assert outside and outside <= {at(name) for name in ("A2", "A3", "A4")}
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="D6 F2").hand(0, card(BODVAR, 1))
    assert spaces_of(ways(table)) == {at("C6"), at("E6")}
    table.hand(0)
    assert ways(table, Go, GoAndDraw) == []


@pytest.mark.rule("BH9")
def test_a_power_before_the_move_is_used_only_where_it_is_needed() -> None:
    table = Table(YUMIKO, HATTORI, arena="anvil", spaces="D4 F2").arm(0).arm(1)
    table.hand(0, plain(YUMIKO, 2))
    near, far = way_to(table, "C4"), way_to(table, "B4")
    assert isinstance(near.option, Go) and Use(-1) not in near.answers
    far = next(w for w in ways(table, Go) if len([a for a in w.answers if type(a) is Step]) == 3)
    assert Use(-1) in far.answers


@pytest.mark.rule("BH24")
def test_a_gain_after_the_move_is_taken_along_and_a_draw_that_hurts_is_not() -> None:
    honey = named("Honey Break")
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="D4 F2").hand(0, honey).damage(0, 1)
    table.arm(0).arm(1)
    after = gone(table.s, 0, way_to(table, "C4"))
    assert after.fighters[0].damage == 0
    prowl = named("Prowl")
    table = Table(MORDEX, HATTORI, arena="anvil", spaces="D4 F2").hand(0, prowl)
    table.arm(0).arm(1)
    assert way_to(table, "C4").answers[-1] == Use(prowl)
    assert "using it: draw 1" in GAME.text.label(GAME.view(table.s, 0), way_to(table, "C4").option)
    table.no_deck(0)
    assert Use(prowl) not in way_to(table, "C4").answers


@pytest.mark.rule("BH9")
def test_the_rest_of_a_move_under_way_is_one_choice_too() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="D4 F2").hand(0, card(BODVAR, 3))
    table.arm(0).arm(1)
    table.do(Move(card(BODVAR, 3)), Step(at("C4")))
    way = way_to(table, "B4")
    assert way.answers == (Step(at("B4")), Stop())
    assert GAME.text.label(GAME.view(table.s, 0), way.option) == "B4 (Platform): go"


@pytest.mark.rule("BH12")
def test_a_platform_is_gone_to_and_drawn_on_in_one_go() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="D4 F2").hand(0, card(BODVAR, 2))
    found = ways(table, GoAndDraw)
    assert found and all(not table.s.ground.air[w.option.space] for w in found)  # type: ignore[attr-defined]
    after = gone(table.s, 0, found[0])
    assert len(after.fighters[0].hand) == 2 and after.open[0].seat == 1
    assert not ways(Table(BODVAR, HATTORI, actions=1).hand(0, card(BODVAR, 2)), GoAndDraw)
    assert not ways(table.no_deck(0), GoAndDraw)  # that would hurt
    prowl = Table(MORDEX, HATTORI, arena="anvil", spaces="D4 F2").hand(0, named("Prowl"))
    assert ways(prowl, Go) and not ways(prowl, GoAndDraw)  # what it draws is seen first


# -- attacking and answering


@pytest.mark.rule("BH24")
def test_an_attack_takes_the_powers_along_that_only_make_it_stronger() -> None:
    swipe, fall = named("Paw Swipe"), named("Hammer Fall")
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4").arm(0, side=0)
    table.hand(0, swipe, fall, named("Charge")).hand(1, card(HATTORI, 1))
    by_option = {w.option: w for w in ways(table, LightAttack, HeavyAttack)}
    light = by_option[LightAttack(1, swipe, uses=(swipe,))]
    assert light.answers == (Attack(1, "light", swipe), Use(swipe))
    heavy = by_option[HeavyAttack(1, fall, uses=(fall, -2))]
    after = gone(table.s, 0, heavy)
    assert after.frames[-1].force == 2 and after.open[0].kind == "dodge"  # type: ignore[union-attr]
    charge = by_option[HeavyAttack(1, named("Charge"), uses=(-2,))]
    assert gone(table.s, 0, charge).open[0].kind == "before"  # where to hop is to be chosen


@pytest.mark.rule("BH13")
def test_an_opponent_out_of_reach_is_gone_to_and_attacked_in_one_go() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="B4 E4", mode="discovery").arm(0).arm(1)
    table.hand(0, card(BODVAR, 2), card(BODVAR, 5)).hand(1, card(HATTORI, 1))
    (light,) = ways(table, LightAttack)
    assert isinstance(light.option, LightAttack)
    assert (light.option.move, light.option.card) == (card(BODVAR, 2), card(BODVAR, 5))
    after = gone(table.s, 0, light)
    assert after.fighters[0].space == light.option.space == at("D3")  # a Platform
    assert after.open[0] == Question(1, 1, "defend") and after.turn().actions == 0  # type: ignore[union-attr]
    (heavy,) = ways(table, HeavyAttack)
    assert gone(table.s, 0, heavy).open[0].kind == "dodge"
    table.put(1, "C4")
    assert not rushes(table) and ways(table, LightAttack)  # in reach already
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="B4 E4", actions=1)
    assert not rushes(table.hand(0, card(BODVAR, 2), card(BODVAR, 5)))


@pytest.mark.rule("BH10")
def test_a_rush_over_a_sword_is_armed_when_it_attacks() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C3 C5", mode="discovery")
    table.hand(0, card(BODVAR, 4), card(BODVAR, 5)).hand(1, card(HATTORI, 1))
    assert table.s.swords == [at("B4"), at("F4")]
    heavy = [way for way in rushes(table) if isinstance(way.option, HeavyAttack)]
    assert heavy
    for way in heavy:
        after = gone(table.s, 0, way)
        assert after.fighters[0].sword == ARMED and after.open[0].kind == "dodge"


@pytest.mark.rule("BH16")
def test_cards_that_are_due_are_discarded_together() -> None:
    hand = [card(BODVAR, value, copy) for value in (1, 2, 3, 4) for copy in (0, 1)]
    table = Table(BODVAR, HATTORI).hand(0, *hand)
    table.do(EndTurn())
    assert table.asked == (0, "discard")
    first = ways(table, Drop)[0]
    assert first.option == Drop((hand[0], hand[1]))
    label = GAME.text.label(GAME.view(table.s, 0), first.option)
    assert label == f"Discard your lowest 2 (hand limit 6): {', '.join(map(card_name, hand[:2]))}"
    after = gone(table.s, 0, first)
    assert after.fighters[0].discards == hand[:2] and after.open[0].seat == 1


def exchange(*defence: int, attack: int = 0, mode: str = "standard") -> Table:
    """Hattori is asked to defend against Bödvar with these cards."""
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", mode=mode)
    table.hand(0, attack or card(BODVAR, 4), card(BODVAR, 5)).hand(1, *defence)
    table.do(Attack(1, "light", attack or card(BODVAR, 4)))
    while table.asked[0] == 0:
        table.do(Skip())
    assert table.asked == (1, "defend")
    return table


@pytest.mark.rule("BH14")
def test_block_names_as_few_cards_as_are_enough_and_no_others() -> None:
    hand = [card(HATTORI, value, copy) for value, copy in ((1, 1), (2, 0), (2, 1), (3, 1), (5, 0))]
    table = exchange(*hand, mode="discovery")  # plain values
    total = table.s.frames[-1].totals()[0]  # type: ignore[union-attr]
    assert total == 4
    named_ = {w.option.cards for w in ways(table, Block) if isinstance(w.option, Block)}
    enough = {
        cards
        for count in (1, 2)
        for cards in combinations(sorted(hand), count)
        if sum(VALUE[c] for c in cards) >= 4 and (count == 1 or all(VALUE[c] < 4 for c in cards))
    }
    assert {tuple(sorted(cards)) for cards in named_} <= enough and len(named_) == 4
    assert (hand[-1],) in named_  # one card is always named
    costs = [sum(VALUE[c] for c in cards) for cards in
             (w.option.cards for w in ways(table, Block) if isinstance(w.option, Block))]  # fmt: skip
    assert costs == sorted(costs)
    for way in ways(table, Block):
        after = gone(table.s, 1, way)
        assert after.open[0].seat == 0 and after.open[0].kind in ("add", "act", "after")


@pytest.mark.rule("BH25")
def test_block_uses_the_effect_that_makes_it_enough() -> None:
    parry = named("Parry")
    (attack, *_) = (c for c in deck_of(BODVAR) if VALUE[c] == VALUE[parry] + 1)
    table = exchange(parry, attack=attack)
    (way,) = ways(table, Block)
    assert way.option == Block((parry,), parry) and way.answers == (Defend(parry, True),)
    assert "using Parry" in GAME.text.label(GAME.view(table.s, 1), way.option)


@pytest.mark.rule("BH14")
def test_press_names_what_beats_the_defence() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", mode="discovery")
    cards = [card(BODVAR, value) for value in (2, 1, 2, 3)]
    table.hand(0, card(BODVAR, 2), card(BODVAR, 1), card(BODVAR, 3)).hand(1, card(HATTORI, 4))
    table.do(Attack(1, "light", cards[0]), Defend(card(HATTORI, 4)))
    assert table.asked == (0, "add")
    (way,) = ways(table, Press)
    assert way.option == Press((card(BODVAR, 3),))
    assert way.answers == (Add(card(BODVAR, 3)),)


@pytest.mark.rule("BH15")
def test_dodge_names_the_cards_of_exactly_that_value() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4").arm(0, side=1)
    table.hand(0, named("Honey Break")).hand(1, card(HATTORI, 3), card(HATTORI, 2))
    table.do(Attack(1, "heavy", named("Honey Break")))
    assert {w.option.card for w in ways(table) if isinstance(w.option, Dodge)} == {card(HATTORI, 3)}


@pytest.mark.rule("BH24")
def test_a_hop_is_chosen_with_where_to() -> None:
    table = exchange(card(HATTORI, 1), mode="discovery")
    table.do(Pass())
    assert table.asked == (1, "after")  # Shadow Step
    way = way_to(table, "E4", Hop)
    assert way.answers[:2] == (Use(-1), Step(at("E4")))
    assert gone(table.s, 1, way).fighters[1].space == at("E4")


# -- the order in which things are shown


@pytest.mark.rule("BH9")
def test_attacks_come_first_and_the_end_of_the_turn_last() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4").arm(0, sword=DISARMED)
    table.hand(0, card(BODVAR, 1))
    kinds = list(dict.fromkeys(type(o) for o in table.options()))
    assert kinds == [Attack, Move, Delay, EndTurn]
    assert EndTurn in GAME.text.last and Pass in GAME.text.last
    shown = list(dict.fromkeys(type(w.option) for w in ways(table)))
    assert shown == [LightAttack, Go, GoAndDraw, DrawTwo, DrawFour, SwapWeapon, RecoverWeapon]


# -- what is not asked


def test_what_is_forced_is_all_there_is_and_the_same_in_every_world_anybody_can_imagine() -> None:
    given = 0
    for s, question in positions(24, 220):
        forced = kernel.forced(GAME, s)
        for player in range(s.players):
            world = kernel.determinize(GAME, s, player, random.Random(given))
            assert kernel.forced(GAME, world) == forced
        if forced is not None:
            given += 1
            assert kernel.offer(GAME, s, question.seat) == [forced.option]
            assert question.kind not in ("defend", "dodge", "add", "act", "discard")
    assert given


@pytest.mark.rule("BH15")
def test_a_defender_who_can_only_pass_is_asked_all_the_same() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4").arm(0, side=1)
    table.hand(0, named("Honey Break")).hand(1, card(HATTORI, 1))
    table.do(Attack(1, "heavy", named("Honey Break")))
    assert table.options() == [Pass()] and kernel.forced(GAME, table.s) is None


@pytest.mark.rule("BH16")
def test_the_only_card_is_discarded_by_itself_only_if_everybody_knows_it() -> None:
    table = Table(BODVAR, HATTORI).hand(1, card(HATTORI, 2))
    table.s.frames.append(Dropping(seat=1, left=1))
    table.s.open = [Question(1, 1, "discard")]
    table.s.asked[1] = 1
    assert table.options() == [Discard(card(HATTORI, 2))]
    assert kernel.forced(GAME, table.s) is None
    table.fighter(1).hand = Pile([card(HATTORI, 2)], [0b11])
    assert kernel.forced(GAME, table.s) == Answer(1, 1, Discard(card(HATTORI, 2)))


@pytest.mark.rule("BH28")
def test_the_only_discard_of_a_value_is_taken_back_by_itself() -> None:
    table = Table(NIX, HATTORI).discards(0, card(NIX, 1), card(NIX, 4))
    table.s.frames.append(Salvaging(seat=0, most=2))
    table.s.open[0].kind = "salvage"
    assert kernel.forced(GAME, table.s) == Answer(0, 1, TakeBack(card(NIX, 1)))


def test_spending_a_ko_card_or_ending_the_turn_is_never_forced() -> None:
    table = Table(BODVAR, HATTORI, actions=0)
    table.fighter(0).bonus = 1
    table.s.open[0].kind = "more"
    assert kernel.forced(GAME, table.s) is None


def test_ways_of_others_stay_theirs() -> None:
    """What a seat is offered in one go hangs on nothing that its player does not know."""
    rng = random.Random(3)
    for s, question in positions(8, 120):
        world: Any = kernel.determinize(GAME, s, question.seat, rng)
        same = kernel.ways(GAME, world, question.seat)
        assert same == kernel.ways(GAME, s, question.seat)
