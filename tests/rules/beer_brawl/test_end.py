"""Falling, reviving, winning."""

import pytest

from rules.beer_brawl.content import FALLEN, WOKEN
from rules.beer_brawl.state import (
    BeerBrawlState,
    Done,
    Fight,
    Pass,
    Rearm,
    Revive,
    Revived,
    Step,
    Stop,
    Turn,
    Woke,
)
from rules.engine.inputs import OfferDraw, Resign
from rules.engine.state import Outcome
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile

STRONG, WEAK = tile(strength=3, magic=3), tile(speed=6)
FAR = {"E8": SLOW}


def state(table: Table) -> BeerBrawlState:
    """The state now, for what a turn may have changed."""
    return table.s


@pytest.mark.rule("BB26")
def test_who_falls_leaves_the_board_at_once_and_keeps_all_but_armor() -> None:
    table = Table(many_actions=True).lay({"B2": STRONG}, {"B4": tile(speed=3, armor=3), **FAR})
    table.go(0, "B3").do(Fight(1))
    if table.s.at[1] != FALLEN:
        pytest.fail("the stronger one always wins here")
    assert table.seat == 0  # the turn goes on, and the square is free already
    assert table.view(None).board[SQUARE["B4"]] is None
    assert [piece.adventurer for piece in table.view(None).sides[1].fallen] == [1, 5, 7, 9, 11]
    private = table.view(1).private
    assert private is not None
    fallen = private.tiles[0]
    assert (fallen.place, fallen.speed, fallen.armor, fallen.slots) == ("fallen", 3, 0, 3)


# -- reviving


def down(seed: int, **options: object) -> Table:
    """Blue has four adventurers unconscious, and Orange is on turn."""
    return Table(seed, revival=True, **options).lay({"A1": SLOW, "C1": SLOW}, FAR, seat=1)


@pytest.mark.rule("BB27")
def test_each_unconscious_adventurer_wakes_one_time_in_six_at_the_own_turn() -> None:
    woken = []
    for seed in range(150):
        table = down(seed)
        before = [p for p in range(0, 12, 2) if table.s.at[p] == FALLEN]
        assert before == [4, 6, 8, 10]  # Orange's turn woke nobody of Blue
        table.go(1, "E7")
        heard = table.do(Stop())
        now = tuple(p for p in before if table.s.at[p] == WOKEN)
        assert [e for e in heard if isinstance(e, Woke)] == ([Woke(0, now)] if now else [])
        assert {p.adventurer for p in table.view(None).sides[0].woken} == set(now)
        woken.append(len(now))
    expected, spread = 150 * 4 / 6, (150 * 4 * 5 / 36) ** 0.5
    assert abs(sum(woken) - expected) < 3 * spread
    assert len(set(woken)) > 2  # each by itself, not all together


@pytest.mark.rule("BB27")
def test_nobody_wakes_without_the_option_or_in_the_middle_of_a_turn() -> None:
    table = Table().lay({"A1": SLOW, "C1": SLOW}, FAR, seat=1)
    for _ in range(12):
        table.timeout()
    assert WOKEN not in table.s.at
    table = down(3)
    table.go(1, "E7").do(Stop())
    before = list(table.s.at)
    mover = 0
    table.go(mover, "A2")
    assert [a for a in table.s.at if a in (FALLEN, WOKEN)] == [
        a for a in before if a in (FALLEN, WOKEN)
    ]


@pytest.mark.rule("BB28")
def test_a_woken_one_is_put_on_the_own_back_rank_instead_of_moving() -> None:
    table = Table(revival=True).lay({"A1": SLOW, "C1": SLOW}, FAR, lakes=("E1",))
    table.s.at[4] = WOKEN
    assert table.offered(Revive) == [Revive(4, SQUARE["B1"]), Revive(4, SQUARE["D1"])]
    for option, rule in (
        (Revive(4, SQUARE["A1"]), "BB28"),
        (Revive(4, SQUARE["B2"]), "BB28"),
        (Revive(4, SQUARE["E1"]), "BB32"),
        (Revive(4, 77), "BB1"),
        (Revive(6, SQUARE["B1"]), "BB27"),
        (Revive(0, SQUARE["B1"]), "BB28"),
        (Revive(1, SQUARE["B1"]), "BB28"),
        (Step(4, SQUARE["B1"]), "BB28"),
    ):
        assert table.refusal(option) == rule
    assert table.do(Revive(4, SQUARE["B1"])) == [Revived(4, SQUARE["B1"])]
    assert table.where(4) == "B1" and table.view(None).path == (SQUARE["B1"],)
    assert table.offered(Step) == [] and table.refusal(Step(4, SQUARE["B2"])) == "BB13"
    assert table.refusal(Revive(4, SQUARE["D1"])) == "BB28"
    table.do(Stop())
    assert table.seat == 1


@pytest.mark.rule("BB28")
def test_an_action_of_that_turn_involves_the_revived_one() -> None:
    armies = {"A1": SLOW, "C1": SLOW, "E1": SLOW}, {"B2": WEAK, "E2": SLOW, **FAR}
    table = Table(revival=True).lay(*armies)
    table.s.at[6] = WOKEN
    table.do(Revive(6, SQUARE["B1"]))
    assert table.offers() == [Fight(1), Rearm(2), Rearm(0), Stop()]
    table.do(Rearm(0))
    table.do(Done())
    assert table.seat == 1


@pytest.mark.rule("BB28")
def test_after_a_move_nobody_is_revived_and_without_the_option_never() -> None:
    table = Table(revival=True).lay({"A1": SLOW, "C1": SLOW}, FAR)
    table.s.at[4] = WOKEN
    table.go(0, "A2")
    assert table.offered(Revive) == [] and table.refusal(Revive(4, SQUARE["B1"])) == "BB28"
    table = Table().lay({"A1": SLOW, "C1": SLOW}, FAR)
    assert table.refusal(Revive(4, SQUARE["B1"])) == "BB28"


# -- winning


@pytest.mark.rule("BB29")
@pytest.mark.parametrize("seat", [0, 1])
def test_behind_the_bar_at_the_end_of_the_others_turn_wins(seat: int) -> None:
    there, home = (("A7", "A8"), ("A2", "A1"))[seat]
    mine, other = {there: SLOW, "C4": SLOW}, {"E5": SLOW}
    armies = (mine, other) if seat == 0 else (other, mine)
    table = Table().lay(*armies, seat=seat)
    table.go(seat, home).do(Stop())
    assert table.s.outcome is None  # the other has a turn to do something about it
    table.go(1 - seat, "E6").do(Stop())
    assert state(table).outcome == Outcome((seat,), "back_rank")


@pytest.mark.rule("BB29")
def test_the_own_back_rank_wins_nothing_and_a_fallen_one_neither() -> None:
    table = Table().lay({"B1": SLOW, "A7": WEAK}, {"B8": STRONG, "E5": SLOW})
    table.go(2, "A8").do(Stop())
    table.go(1, "B7")
    table.do(Stop())
    assert state(table).outcome == Outcome((0,), "back_rank")
    table = Table().lay({"B1": SLOW, "A7": WEAK}, {"C8": STRONG, "E5": SLOW})
    table.go(2, "A8").do(Stop())
    table.go(1, "B8").do(Fight(2))
    assert state(table).outcome is None and table.s.at[2] == FALLEN


@pytest.mark.rule("BB29")
def test_a_passed_turn_is_a_turn() -> None:
    table = Table().lay(
        {"A1": SLOW, "B1": SLOW}, {"E1": SLOW, "E8": SLOW}, lakes=("A2", "B2", "C1")
    )
    table.do(Pass())
    assert state(table).outcome == Outcome((1,), "back_rank")


@pytest.mark.rule("BB30")
@pytest.mark.parametrize("option", [{}, {"many_actions": True}])
def test_nobody_left_on_the_board_loses_at_once(option: dict[str, bool]) -> None:
    table = Table(**option).lay({"B2": STRONG}, {"B4": WEAK})
    table.go(0, "B3").do(Fight(1))
    assert state(table).outcome == Outcome((0,), "routed")
    table = Table(**option).lay({"B2": WEAK}, {"B4": STRONG})
    table.go(0, "B3").do(Fight(1))
    assert state(table).outcome == Outcome((1,), "routed")


@pytest.mark.rule("BB30")
def test_woken_ones_beside_the_board_do_not_count() -> None:
    table = Table(revival=True).lay({"B2": STRONG}, {"B4": WEAK})
    table.s.at[3] = WOKEN
    table.go(0, "B3").do(Fight(1))
    assert state(table).outcome == Outcome((0,), "routed")


@pytest.mark.rule("BB30")
def test_nobody_left_comes_before_the_back_rank() -> None:
    """Orange stands behind Blue's bar, but Blue's fight leaves Orange with nobody else."""
    table = Table().lay({"B3": STRONG}, {"B1": WEAK}).go(0, "B2")
    table.do(Fight(1))
    assert state(table).outcome == Outcome((0,), "routed")
    table = Table().lay({"B3": WEAK}, {"B1": STRONG}).go(0, "B2")
    table.do(Fight(1))
    assert state(table).outcome == Outcome((1,), "routed")


# -- draws


def shuffle_about(table: Table, turns: int) -> None:
    """Both go to and fro without meeting."""
    for _ in range(turns):
        if table.s.outcome is not None:
            return
        frame = table.s.frames[0]
        assert isinstance(frame, Turn)
        p = frame.seat
        here = table.where(p)
        table.go(p, ("B" if here[0] == "A" else "A") + here[1]).do(Stop())


@pytest.mark.rule("BB31")
def test_forty_turns_without_a_fight_are_a_draw() -> None:
    table = Table().lay({"A2": SLOW}, {"A7": SLOW})
    shuffle_about(table, 39)
    assert table.s.outcome is None and table.view(None).quiet == 39
    shuffle_about(table, 1)
    assert state(table).outcome == Outcome((), "quiet")


@pytest.mark.rule("BB31")
def test_a_fight_starts_the_count_again() -> None:
    table = Table().lay({"A2": SLOW, "D4": STRONG}, {"A7": SLOW, "D6": WEAK})
    shuffle_about(table, 38)
    table.go(2, "D5").do(Fight(3))
    assert table.s.outcome is None and table.s.quiet == 0


@pytest.mark.rule("BB31")
def test_five_hundred_turns_are_a_draw() -> None:
    table = Table().lay({"A2": SLOW}, {"A7": SLOW})
    table.s.turn = 499
    shuffle_about(table, 1)
    assert table.s.turn == 500 and table.s.outcome is None
    shuffle_about(table, 1)
    assert state(table).outcome == Outcome((), "long")


@pytest.mark.rule("BB31")
def test_a_draw_by_agreement_and_a_resignation() -> None:
    table = Table().lay({"A2": SLOW}, {"A7": SLOW})
    table.give(OfferDraw(0))
    table.give(OfferDraw(1))
    assert state(table).outcome == Outcome((), "agreed")
    table = Table()
    table.give(Resign(1))
    assert state(table).outcome == Outcome((0,), "resigned")
