"""A turn: movement, actions, and what may not stay as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.beer_brawl.content import SPEED
from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import (
    Done,
    Fight,
    Fought,
    Lead,
    Moved,
    Pass,
    Passed,
    Rearm,
    Rearmed,
    Rearming,
    Reroll,
    Revive,
    Step,
    Stop,
    Turn,
)
from rules.engine.errors import Refused
from rules.engine.play import Play
from rules.engine.state import Outcome
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile

FAR = {"E8": SLOW}
QUICK = tile(speed=6)
STRONG = tile(strength=3, magic=3)
WEAK = tile(speed=6)


# -- movement


@pytest.mark.rule("BB10")
def test_one_square_up_down_left_or_right_onto_an_empty_one() -> None:
    table = Table().lay({"B2": QUICK, "B3": SLOW, "A1": SLOW}, FAR)
    assert table.steps(0) == {"A2", "C2", "B1"}
    assert table.steps(2) == {"B4", "A3", "C3"}
    assert table.steps(4) == {"A2", "B1"}
    for where, rule in (("B3", "BB10"), ("C3", "BB10"), ("B4", "BB10"), ("B2", "BB10")):
        assert table.refusal(Step(0, SQUARE[where])) == rule
    assert table.refusal(Step(0, 40)) == "BB1"
    assert table.refusal(Step(0, -1)) == "BB1"


@pytest.mark.rule("BB10")
def test_only_own_conscious_adventurers_on_the_board_move() -> None:
    table = Table().lay({"B2": SLOW}, {"B7": SLOW})
    assert {o.adventurer for o in table.offered(Step)} == {0}
    assert table.refusal(Step(1, SQUARE["B6"])) == "BB10"
    assert table.refusal(Step(2, SQUARE["B3"])) == "BB10"
    assert table.refusal(Step(99, SQUARE["B3"])) == "BB10"
    assert table.refusal(Reroll()) == "BB5"


@pytest.mark.rule("BB10")
def test_only_one_adventurer_moves_in_a_turn() -> None:
    table = Table().lay({"B2": QUICK, "D2": QUICK}, FAR).go(0, "B3")
    assert table.steps(2) == set()
    assert table.refusal(Step(2, SQUARE["D3"])) == "BB10"


@pytest.mark.rule("BB11")
@pytest.mark.parametrize("speed", range(7))
def test_speed_plus_one_moves(speed: int) -> None:
    table = Table().lay({"A1": tile(strength=6 - speed, speed=speed)}, FAR)
    path = ("A2", "A3", "A4", "A5", "A6", "A7", "A8", "B8")
    for n, where in enumerate(path[: speed + 1]):
        private = table.go(0, where).view(0).private
        assert private is not None and private.moves_left == speed - n
    assert table.steps(0) == set()
    assert table.refusal(Step(0, SQUARE[path[speed + 1]])) == "BB11"
    assert table.offers() == [Stop()]


@pytest.mark.rule("BB11")
def test_the_first_move_is_a_must_and_the_rest_is_not() -> None:
    table = Table().lay({"B2": QUICK}, FAR)
    assert table.refusal(Stop()) == "BB11"
    assert table.refusal(Pass()) == "BB16"
    table.go(0, "B3")
    assert Stop() in table.offers()
    assert table.do(Stop()) == [Moved(0, (SQUARE["B2"], SQUARE["B3"]))]
    assert table.seat == 1


@pytest.mark.rule("BB12")
def test_stopping_by_choice_or_by_need_looks_the_same() -> None:
    seen = []
    for mover in (SLOW, QUICK):
        table = Table().lay({"B2": mover, "E1": SLOW}, FAR)
        told = table.do(Step(0, SQUARE["B3"]))
        middle = table.view(1), table.view(None), [(q.seat, q.kind) for q in table.s.open]
        assert not table.barrier
        told += table.do(Stop())
        seen.append((told, middle, table.view(1), table.view(None), table.s.open))
    assert seen[0] == seen[1]


@pytest.mark.rule("BB12")
def test_a_turn_never_ends_by_itself_after_a_move() -> None:
    table = Table().lay({"B2": SLOW}, FAR).go(0, "B3")
    assert table.seat == 0 and table.offers() == [Stop()]
    table = Table(many_actions=True).lay({"B2": STRONG}, {"B4": WEAK, **FAR}).go(0, "B3")
    table.do(Fight(1))
    assert table.seat == 0 and table.offers() == [Stop()]


@pytest.mark.rule("BB12")
def test_a_path_that_is_too_long_is_refused_whole() -> None:
    table = Table().lay({"B2": tile(strength=5, speed=1)}, FAR)
    play = Play(GAME, table.s)
    number = table.s.asked[0]
    too_long = [Step(0, SQUARE[where]) for where in ("B3", "B4", "B5")]
    with pytest.raises(Refused) as refused:
        play.answer_all(0, number, too_long)
    assert refused.value.rule == "BB11"
    assert play.state is table.s and play.seen_by(1) is table.s
    answered = play.answer_all(0, number, too_long[:2])
    assert answered.play.state.at[0] == SQUARE["B4"]
    assert answered.play.seen_by(1) is table.s  # not seen before the turn ends


@pytest.mark.rule("BB12")
def test_one_kind_of_question_for_the_whole_turn() -> None:
    table = Table(many_actions=True).lay({"B2": STRONG, "C3": SLOW}, {"B4": WEAK, **FAR})
    kinds = [table.s.open[0].kind]
    for option in (Step(0, SQUARE["B3"]), Rearm(2), Done(), Fight(1), Stop()):
        table.do(option)
        kinds.append(table.s.open[0].kind)
    assert set(kinds) == {"turn"}


# -- actions


@pytest.mark.rule("BB13")
def test_the_one_that_moved_may_attach_to_any_neighbour() -> None:
    table = Table().lay({"B2": QUICK, "C3": SLOW, "E1": SLOW}, {"B4": SLOW, "C4": SLOW, **FAR})
    assert table.refusal(Fight(1)) == "BB13"
    assert table.refusal(Rearm(2)) == "BB13"
    table.go(0, "B3")
    assert table.offered(Fight) == [Fight(1)]
    assert table.offered(Rearm) == [Rearm(2)]
    for option in (Fight(3), Fight(2), Fight(99), Rearm(4), Rearm(1), Rearm(0), Rearm(-1)):
        assert table.refusal(option) == "BB13"
    assert table.refusal(Fight(7)) == "BB26"
    assert table.refusal(Done()) == "BB23"


@pytest.mark.rule("BB13")
def test_an_action_ends_movement_and_here_the_turn() -> None:
    table = Table().lay({"B2": STRONG, "C3": SLOW}, {"B4": WEAK, **FAR}).go(0, "B3")
    table.do(Fight(1))
    assert table.seat == 1
    table = Table().lay({"B2": QUICK, "C3": SLOW}, FAR).go(0, "B3")
    table.do(Rearm(2))
    assert table.refusal(Step(0, SQUARE["B4"])) == "BB23"
    table.do(Done())
    assert table.seat == 1


@pytest.mark.rule("BB14")
def test_many_actions_each_friend_once_and_no_more_moves() -> None:
    armies = {"B2": tile(strength=2, magic=2, speed=2), "C3": SLOW, "A3": SLOW}
    table = Table(many_actions=True).lay(armies, {"B4": WEAK, **FAR}).go(0, "B3")
    table.do(Rearm(2))
    table.do(Done())
    assert table.offers() == [Fight(1), Rearm(4), Stop()]
    assert table.refusal(Rearm(2)) == "BB14"
    assert table.refusal(Step(0, SQUARE["B2"])) == "BB13"
    table.do(Fight(1))
    assert table.offers() == [Rearm(4), Stop()]
    table.do(Rearm(4))
    table.do(Done())
    assert table.offers() == [Stop()]


@pytest.mark.rule("BB14")
def test_many_actions_end_with_a_fall() -> None:
    table = Table(many_actions=True).lay({"B2": WEAK, "C3": SLOW}, {"B4": STRONG, **FAR})
    heard = table.go(0, "B3").do(Fight(1))
    assert isinstance(heard[-1], Fought) and heard[-1].fallen == 0
    assert table.seat == 1


@pytest.mark.rule("BB14")
def test_a_revived_adventurer_may_act_many_times_too() -> None:
    table = Table(many_actions=True, revival=True).lay({"A1": SLOW, "C1": SLOW}, FAR)
    table.s.at[4] = -3
    table.do(Revive(4, SQUARE["B1"]))
    assert table.offers() == [Rearm(2), Rearm(0), Stop()]
    table.do(Rearm(0))
    table.do(Done())
    assert table.offers() == [Rearm(2), Stop()]


# -- no turn without effect


@pytest.mark.rule("BB15")
def test_back_on_the_start_one_must_fight_or_step_on() -> None:
    table = Table().lay({"B3": QUICK, "A3": SLOW}, {"B2": STRONG, **FAR}).go(0, "B4", "B3")
    assert table.steps(0) == {"B4", "C3"}
    assert table.offered(Fight) == [Fight(1)]
    assert table.offered(Rearm) == [] and table.offered(Stop) == []
    assert table.refusal(Stop()) == "BB15"
    assert table.refusal(Rearm(2)) == "BB15"
    heard = table.do(Fight(1))
    assert isinstance(heard[-1], Fought) and table.seat == 1


@pytest.mark.rule("BB15")
def test_a_way_back_without_fight_needs_another_step() -> None:
    for speed, back in ((1, False), (2, True)):
        table = Table().lay({"B2": tile(strength=6 - speed, speed=speed)}, FAR).go(0, "B3")
        assert ("B2" in table.steps(0)) == back
    assert (
        Table()
        .lay({"B2": tile(strength=5, speed=1)}, FAR)
        .go(0, "B3")
        .refusal(Step(0, SQUARE["B2"]))
        == "BB15"
    )
    table.go(0, "B2")
    assert {type(o) for o in table.offers()} == {Step}


@pytest.mark.rule("BB15")
def test_with_an_enemy_there_the_last_move_may_lead_back() -> None:
    table = Table().lay({"B2": tile(strength=5, speed=1)}, {"B1": SLOW, **FAR})
    table.go(0, "B3", "B2")
    assert table.offers() == [Fight(1)]


@pytest.mark.rule("BB15")
def test_on_the_start_friends_re_arm_only_on_the_way_to_a_fight() -> None:
    armies = {"B2": tile(strength=2, magic=2, speed=2), "A2": SLOW}, {"B1": WEAK, **FAR}
    table = Table(many_actions=True).lay(*armies).go(0, "B3", "B2")
    assert Rearm(2) in table.offers() and Stop() not in table.offers()
    table.do(Rearm(2))
    table.do(Done())
    assert table.offers() == [Fight(1)]
    table.do(Fight(1))
    assert table.offers() == [Stop()]
    table = Table(many_actions=True).lay(armies[0], FAR).go(0, "B3", "B2")
    assert table.offered(Rearm) == []


@pytest.mark.rule("BB15")
def test_a_time_out_there_fights_if_it_can_and_else_steps_on() -> None:
    table = Table().lay({"B2": QUICK}, {"B1": SLOW, **FAR}).go(0, "B3", "B2")
    assert any(isinstance(event, Fought) for event in table.timeout())
    table = Table().lay({"B2": QUICK}, FAR).go(0, "B3", "B2")
    table.timeout()
    assert table.seat == 0 and table.where(0) != "B2"
    table.timeout()
    assert table.seat == 1


@pytest.mark.rule("BB15")
def test_a_time_out_elsewhere_stops_and_at_the_start_of_a_turn_moves() -> None:
    table = Table().lay({"B2": QUICK}, {"B4": SLOW, **FAR})
    table.timeout()
    assert table.where(0) == "B3" and table.seat == 0
    table.timeout()
    assert table.seat == 1 and table.s.quiet == 1


@pytest.mark.rule("BB3", "BB15", "BB32")
def test_a_time_out_on_the_start_does_not_tell_how_many_moves_are_left() -> None:
    """B3 is rough and comes first, but not everybody could enter it."""
    gone = set()
    for speed in range(2, 7):
        mover = tile(strength=6 - speed, speed=speed)
        table = Table().lay({"B2": mover}, FAR, rough=("B3",)).go(0, "C2", "B2")
        assert ("B3" in table.steps(0)) == (speed > 2)
        table.timeout()
        gone.add(table.where(0))
    assert gone == {"C2"}


# -- nobody can move

BOXED = {"A1": STRONG, "B1": WEAK}
BOX = {"A2": WEAK, "B2": STRONG, "C1": STRONG}


@pytest.mark.rule("BB16", "BB29")
def test_who_cannot_move_must_fight_and_chooses_with_whom() -> None:
    table = Table().lay(BOXED, BOX)
    assert table.offers() == [Lead(0), Lead(2)]
    assert table.refusal(Pass()) == "BB16"
    assert table.refusal(Lead(1)) == "BB10"
    table.do(Lead(2))
    assert table.offers() == [Fight(3), Fight(5)]
    assert table.refusal(Stop()) == "BB16"
    assert table.refusal(Lead(0)) == "BB16"
    assert table.refusal(Step(2, SQUARE["B2"])) == "BB13"
    heard = table.do(Fight(5))
    assert heard[0] == Fought(2, 5, 2)
    assert table.s.outcome == Outcome(
        (1,), "back_rank"
    )  # C1: a skipped phase is a turn all the same


@pytest.mark.rule("BB16")
def test_only_those_beside_an_enemy_lead() -> None:
    table = Table().lay({"A1": SLOW, "A2": SLOW, "B1": SLOW}, {"A3": SLOW, "B2": SLOW, "C1": SLOW})
    assert table.offers() == [Lead(2), Lead(4)]
    assert table.refusal(Lead(0)) == "BB16"


@pytest.mark.rule("BB16")
def test_many_actions_let_the_leader_re_arm_before_it_fights() -> None:
    table = Table(many_actions=True).lay(BOXED, BOX)
    table.do(Lead(0))
    assert table.offers() == [Fight(1), Rearm(2)]
    table.do(Rearm(2))
    table.do(Done())
    assert table.offers() == [Fight(1)]


@pytest.mark.rule("BB16")
def test_without_an_enemy_two_friends_re_arm_or_the_turn_passes() -> None:
    friends = {"A1": SLOW, "B1": SLOW}
    lakes = ("A2", "B2", "C1")
    table = Table().lay(friends, FAR, lakes=lakes)
    assert table.offers() == [Lead(0), Lead(2), Pass()]
    assert table.do(Pass()) == [Passed(0)]
    assert table.seat == 1 and table.s.quiet == 1
    table = Table().lay(friends, FAR, lakes=lakes)
    table.do(Lead(0))
    assert table.offers() == [Rearm(2), Pass()]
    assert table.do(Rearm(2)) == [Rearmed(0, 2)]
    assert isinstance(table.s.frames[-1], Rearming)
    table.do(Done())
    assert table.seat == 1


@pytest.mark.rule("BB16")
def test_a_stuck_player_who_re_armed_has_not_passed_and_stops() -> None:
    table = Table(many_actions=True).lay(
        {"A1": SLOW, "B1": SLOW, "C1": SLOW}, FAR, lakes=("A2", "B2", "C2", "D1")
    )
    table.do(Lead(2))
    assert table.offers() == [Rearm(4), Rearm(0), Pass()]
    table.do(Rearm(0))
    table.do(Done())
    assert table.offers() == [Rearm(4), Stop()]
    assert table.reason(Pass()) == "Dimple has acted: stop, do not pass."
    assert table.do(Stop()) == []  # nobody hears of a pass
    assert table.seat == 1


@pytest.mark.rule("BB16")
def test_somebody_who_can_move_must() -> None:
    table = Table().lay({**BOXED, "E1": SLOW}, BOX)
    assert table.refusal(Lead(0)) == "BB16"
    assert table.refusal(Pass()) == "BB16"
    assert {type(o) for o in table.offers()} == {Step}


@pytest.mark.rule("BB16")
def test_a_woken_adventurer_may_be_revived_instead() -> None:
    table = Table(revival=True).lay(BOXED, BOX)
    table.s.at[6] = -3
    assert table.offers() == [
        Revive(6, SQUARE["D1"]),
        Revive(6, SQUARE["E1"]),
        Lead(0),
        Lead(2),
    ]


@pytest.mark.rule("BB15", "BB16")
def test_who_may_not_stop_is_told_what_to_do_instead() -> None:
    armies = {"B2": tile(strength=2, magic=2, speed=2), "A2": SLOW}, {"B1": WEAK, **FAR}
    table = Table(many_actions=True).lay(*armies).go(0, "B3", "B2")
    assert table.reason(Stop()) == "Barnaby is back where it started and must fight or move on."
    table.do(Rearm(2))
    table.do(Done())
    assert table.reason(Stop()) == "Barnaby is back where it started and must fight."
    table = Table().lay(BOXED, BOX)
    table.do(Lead(0))
    assert table.reason(Stop()) == "Barnaby has an enemy beside it and must fight."
    table = Table().lay({"A1": SLOW, "B1": SLOW}, FAR, lakes=("A2", "B2", "C1"))
    table.do(Lead(0))
    assert table.reason(Stop()) == "Barnaby has not acted: let it re-arm, or pass."


@pytest.mark.rule("BB16")
def test_who_may_not_lead_is_told_why() -> None:
    table = Table().lay({"A1": SLOW, "A2": SLOW, "B1": SLOW}, {"A3": SLOW, "B2": SLOW, "C1": SLOW})
    assert table.reason(Lead(0)) == "Somebody must fight, and Barnaby has no enemy beside it."
    table = Table().lay({"A1": SLOW, "E1": SLOW}, {"C8": SLOW}, lakes=("A2", "B1", "D1", "E2"))
    assert table.offers() == [Pass()]
    assert table.reason(Lead(0)) == "Barnaby has nobody beside it to act with."


# -- any walk


@settings(max_examples=150, deadline=None)
@given(
    speed=st.integers(0, 6),
    start=st.integers(0, 39),
    others=st.lists(st.integers(0, 39), max_size=8, unique=True),
    rough=st.lists(st.integers(0, 39), max_size=6, unique=True),
    choices=st.lists(st.integers(0, 100), min_size=1, max_size=9),
)
@pytest.mark.rule("BB10", "BB11", "BB15", "BB32")
def test_any_walk(
    speed: int, start: int, others: list[int], rough: list[int], choices: list[int]
) -> None:
    """A walk keeps to free squares and to its moves, and is never led into a dead end."""
    names = {square: where for where, square in SQUARE.items()}
    mover = tile(strength=6 - speed, speed=speed)
    around = [square for square in others if square != start][:7]
    blue = {names[start]: mover} | {names[q]: SLOW for q in around[::2]}
    orange = {names[q]: SLOW for q in around[1::2]} or {names[39 - start]: SLOW}
    table = Table().lay(blue, orange, rough=[names[q] for q in rough if q not in (start, *around)])
    spent, at = 0, start
    for n, choice in enumerate(choices):
        steps = [o for o in table.offered(Step) if isinstance(o, Step) and o.adventurer == 0]
        expected = _expected(table, start, at, speed + 1 - spent, n == 0)
        assert {o.square for o in steps} == expected
        if not steps:
            break
        step = steps[choice % len(steps)]
        spent += 2 if step.square in table.s.rough else 1
        at = step.square
        table.do(step)
        assert table.offers(), "a dead end"
        assert (Stop() in table.offers()) == (at != start)
        assert GAME.view(table.s, 1).path[-1] == at
        assert SPEED[table.s.tiles[0]] >= table.s.pace[0]
    assert isinstance(table.s.frames[-1], Turn)


def _expected(table: Table, start: int, at: int, left: int, is_first: bool) -> set[int]:
    """The squares that the page allows, worked out anew."""

    def near(square: int) -> list[int]:
        return [
            q for q in range(40) if abs(q // 5 - square // 5) + abs(q % 5 - square % 5) == 1
        ]  # fmt: skip

    def price(square: int) -> int:
        return 2 if square in table.s.rough else 1

    found = set()
    for square in near(at):
        if table.s.board[square] != -1 or (not is_first and price(square) > left):
            continue
        if square == start:
            rest = left - price(square)
            foe = any(table.s.board[q] % 2 == 1 for q in near(square) if table.s.board[q] >= 0)
            free = [q for q in near(square) if table.s.board[q] == -1 or q == at]
            if not foe and all(price(q) > rest for q in free):
                continue
        found.add(square)
    return found
