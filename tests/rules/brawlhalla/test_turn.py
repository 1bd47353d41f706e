"""Whose turn it is, how many actions, when it is over (BH4, BH9, BH22)."""

from collections.abc import Sequence

import pytest

from rules.brawlhalla.game import GAME
from rules.brawlhalla.play.end import QUIET, ROUNDS
from rules.brawlhalla.state.events import Ended, Limit
from rules.brawlhalla.state.frames import Match
from rules.brawlhalla.state.options import Attack, Delay, EndTurn, Move, Respawn, Stop
from rules.engine import kernel
from rules.engine.contract import Resolver
from rules.engine.inputs import Resign, Timeout
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

ALL = (BODVAR, HATTORI, MORDEX, NIX)


def turns(table: Table, count: int) -> list[int]:
    """The seats of the next turns, everybody ending theirs at once."""
    seats = []
    for _ in range(count):
        seats.append(table.asked[0])
        table.do(EndTurn())
    return seats


def out(table: Table, *seats: int) -> Table:
    for seat in seats:
        fighter = table.fighter(seat)
        fighter.out, fighter.space, fighter.kos = True, -1, 0
        fighter.deck.cards, fighter.deck.known = [], []
    return table


# -- two actions


@pytest.mark.rule("BH9")
def test_two_actions_the_same_one_twice_or_fewer() -> None:
    table = Table(arena="anvil", spaces="B4 F4")
    table.do(Delay("draw"), Delay("draw"))
    assert table.asked == (1, "act") and len(table.fighter(0).hand) == 4
    table.do(Delay("swap"), EndTurn())
    assert table.asked == (0, "act")


@pytest.mark.rule("BH12")
def test_two_delays_in_one_are_like_one_after_the_other() -> None:
    table = Table(arena="anvil", spaces="C3 F4")
    table.do(Delay("twice"))
    assert table.asked == (1, "act") and len(table.fighter(0).hand) == 4
    assert table.fighter(0).space == at("C5")  # gravity came twice
    table.do(Delay("draw"))
    assert table.refusal(Delay("twice")) == "BH12"
    hurt = Table(arena="anvil", spaces="B4 F4").damage(0, 2).hand(0).no_deck(0)
    hurt.do(Delay("twice"), Respawn(at("C2")))
    assert hurt.asked == (0, "more") and len(hurt.fighter(0).hand) > 2
    last = Table(arena="anvil", spaces="C3 F4").damage(0, 2).hand(0).no_deck(0)
    last.fighter(0).kos = 1
    last.do(Delay("twice"))
    assert last.s.outcome is not None and last.s.outcome.winners == (1,)


@pytest.mark.rule("BH9")
def test_a_turn_without_cards_is_still_asked_for() -> None:
    table = Table().hand(0)
    assert [type(o).__name__ for o in table.options()] == ["Delay", "Delay", "Delay", "EndTurn"]
    assert table.refusal(Stop()) == "BH9"


# -- the order


@pytest.mark.rule("BH4")
def test_turns_go_round_the_living() -> None:
    assert turns(Table(*ALL), 6) == [0, 1, 2, 3, 0, 1]
    assert turns(out(Table(*ALL), 1), 5) == [0, 2, 3, 0, 2]
    assert turns(Table(*ALL[:3]), 4) == [0, 1, 2, 0]


@pytest.mark.rule("BH4")
@pytest.mark.parametrize(
    ("gone", "order"),
    [((), [0, 1, 2, 3, 0, 1]), ((2,), [0, 1, 0, 3, 0, 1]), ((1,), [0, 3, 2, 3, 0, 3]),
     ((1, 2), [0, 3, 0, 3, 0, 3])],
)  # fmt: skip
def test_teams_take_turns_and_a_lone_one_plays_after_each_opponent(
    gone: Sequence[int], order: list[int]
) -> None:
    assert turns(out(Table(*ALL, format="2v2"), *gone), 6) == order


@pytest.mark.rule("BH4")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_a_team_battle_may_begin_with_anybody(first: int) -> None:
    table = Table(*ALL, format="2v2")
    s = table.s
    s.turns, s.first, s.open, s.frames = 0, first, [], [Match()]
    s.last = [first, (first - 1) % 4]
    if first % 2:
        s.last.reverse()
    kernel.advance(Resolver(GAME, s, []))
    assert turns(table, 5) == [(first + i) % 4 for i in range(5)]


@pytest.mark.rule("BH4", "BH22")
def test_a_team_is_out_when_both_are() -> None:
    table = out(Table(*ALL, format="2v2"), 1)
    table.s = kernel.apply(GAME, table.s, Resign(3)).state
    assert table.s.outcome is not None and table.s.outcome.winners == (0, 2)
    half = Table(*ALL, format="2v2")
    half.s = kernel.apply(GAME, half.s, Resign(3)).state
    assert half.s.outcome is None


@pytest.mark.rule("BH4")
def test_whoever_leaves_in_their_own_turn_ends_it() -> None:
    table = Table(*ALL).hand(0, named("Charge"))
    table.do(Move(named("Charge")))
    assert table.asked == (0, "step")
    table.s = kernel.apply(GAME, table.s, Resign(0)).state
    assert table.asked == (1, "act") and table.fighter(0).out
    assert GAME.problems(table.s) == []


@pytest.mark.rule("BH4")
def test_whoever_leaves_in_the_middle_of_an_attack_leaves_the_rest_playing() -> None:
    for gone in (0, 1):
        table = Table(*ALL[:3], arena="three_steps", spaces="D3 E3 A1")
        table.hand(0, card(BODVAR, 3)).hand(1, card(HATTORI, 3))
        table.do(Attack(1, "light", card(BODVAR, 3)))
        while table.asked[1] != "defend":
            table.do(table.options()[0])
        table.s = kernel.apply(GAME, table.s, Resign(gone)).state
        assert table.asked == ((1, "act") if gone == 0 else (0, "act"))
        assert GAME.problems(table.s) == []


@pytest.mark.rule("BH4")
def test_a_turn_that_runs_out_of_time_ends() -> None:
    table = Table()
    step = kernel.apply(GAME, table.s, Timeout(0, 1))
    assert [q.seat for q in step.state.open] == [1]


# -- too long


@pytest.mark.rule("BH22")
def test_after_fifty_rounds_the_cards_decide() -> None:
    table = Table(arena="anvil", spaces="B4 F4")
    table.s.round, table.s.quiet = ROUNDS, 5
    table.fighter(0).kos, table.fighter(1).kos = 1, 2
    table.do(EndTurn())
    assert table.s.outcome is None
    told = table.do(EndTurn())
    assert [e.quiet for e in events(told, Limit)] == [False]
    assert table.s.outcome is not None and table.s.outcome.winners == (1,)
    assert ROUNDS == 50


@pytest.mark.rule("BH22")
def test_forty_turns_without_damage_are_enough() -> None:
    table = Table(arena="anvil", spaces="B4 F4").damage(0, 1)
    assert turns(table, QUIET - 1) == [0, 1] * 19 + [0]
    assert table.s.outcome is None
    told = table.do(EndTurn())
    assert [e.quiet for e in events(told, Limit)] == [True]
    assert table.s.outcome is not None and table.s.outcome.winners == (1,)  # the less damaged


@pytest.mark.rule("BH22")
def test_damage_starts_the_count_anew() -> None:
    table = Table(arena="anvil", spaces="B4 F4").hand(0).no_deck(0)
    table.s.quiet = QUIET - 2
    table.do(Delay("draw"), EndTurn())
    assert table.s.quiet == 0 and table.fighter(0).damage == 1


@pytest.mark.rule("BH22")
def test_equal_in_everything_is_a_draw() -> None:
    table = Table(arena="anvil", spaces="B4 F4")
    table.s.quiet = QUIET - 1
    table.do(EndTurn())
    assert table.s.outcome is not None and table.s.outcome.winners == ()
    assert GAME.worth(table.s, 0) == 0.5


@pytest.mark.rule("BH22")
def test_teams_are_summed() -> None:
    table = Table(*ALL, format="2v2")
    table.s.quiet = QUIET - 1
    for seat, (kos, damage) in enumerate([(2, 2), (1, 0), (1, 0), (2, 1)]):
        table.fighter(seat).kos, table.fighter(seat).damage = kos, damage
    table.do(EndTurn())
    assert table.s.outcome is not None and table.s.outcome.winners == (1, 3)  # 3 cards each, 2 to 1


@pytest.mark.rule("BH22")
def test_a_round_is_over_when_all_living_have_had_a_turn() -> None:
    table = out(Table(*ALL, format="2v2"), 2)
    rounds = []
    for _ in range(8):
        rounds.append(table.s.round)
        table.do(EndTurn())
    assert rounds == [1, 1, 1, 1, 2, 2, 2, 2]


@pytest.mark.rule("BH21")
def test_knocked_out_in_ones_own_turn_one_returns_and_goes_on() -> None:
    table = Table(arena="anvil", spaces="B4 F4").damage(0, 2).hand(0).no_deck(0)
    table.do(Delay("draw"), Respawn(at("C2")))
    assert table.asked == (0, "act") and table.actions == 1


@pytest.mark.rule("BH4")
def test_a_turn_that_is_passed_is_told() -> None:
    """Whoever ends it early; not whoever has used both actions."""
    table = Table()
    told = [event.event for event in table.do(EndTurn())]
    assert told[0] == Ended(0, 2)
    assert GAME.text.line(GAME.view(table.s, None), told[0]) == (
        "Bödvar ends the turn with 2 actions left."
    )
    table = Table(actions=1)
    table.do(Delay("draw"))
    assert not any(isinstance(event.event, Ended) for event in table.told)
