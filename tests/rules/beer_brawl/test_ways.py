"""Ways lead where they say, by the cheapest path, to everything that can be reached; and no more.

What the referee answers by itself is what everybody knows.
"""

import random
from time import perf_counter

import pytest

from rules.beer_brawl.content import BACK, EMPTY, NAMES, SQUARES, WOKEN, square_label
from rules.beer_brawl.game import GAME
from rules.beer_brawl.play.rearm import can_hand_over
from rules.beer_brawl.state import (
    Assault,
    BeerBrawlState,
    Done,
    Fight,
    Give,
    GiveArmor,
    Lead,
    Moved,
    Pass,
    Rally,
    Rearm,
    Revive,
    Step,
    Stop,
    Take,
    TakeArmor,
    Turn,
    Walk,
)
from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.inputs import Answer
from rules.engine.state import Option, Way
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile

FAST = tile(speed=6)
End = tuple[type[Option], int, int, int]  # the verb that ends it, who, whom, and where


def ways(table: Table) -> dict[Option, tuple[Option, ...]]:
    """What the seat that is asked can choose in one go."""
    return {way.option: way.answers for way in kernel.ways(GAME, table.s, table.seat)}


def somewhere(dice: random.Random) -> Table:
    """A table as it might lie in the middle of a game."""
    table = Table(many_actions=dice.random() < 0.4, revival=dice.random() < 0.3)
    chosen = dice.sample(range(SQUARES), dice.choice([6, 14, 22]))
    spots = [square_label(square) for square in chosen]
    tokens = [spots.pop() for _ in range(dice.choice([0, 4]))]
    lakes, rough = tokens[:2], tokens[2:]
    count = min(6, len(spots) // 2)
    made = [tile(*_stats(dice)) for _ in range(2 * count)]
    blue = dict(zip(spots[:count], made, strict=False))
    orange = dict(zip(spots[count : 2 * count], made[count:], strict=False))
    table.lay(blue, orange, seat=dice.randrange(2), lakes=lakes, rough=rough)
    for _ in range(dice.randrange(3)):  # perhaps in the middle of a turn
        table.do(dice.choice(table.offers()))
        if table.s.outcome is not None:
            return somewhere(dice)
    return table


def _stats(dice: random.Random) -> list[int]:
    faces = [dice.randrange(4) for _ in range(6)]
    return [faces.count(stat) for stat in (0, 1, 2, 3)]


def ends(table: Table) -> dict[End, int]:
    """Whatever a turn can still come to, and the moves that it takes, by trying everything."""
    found: dict[End, int] = {}
    known: set[tuple[int, int, int]] = set()
    later = [table.s]
    while later:
        s = later.pop()
        f = s.frames[-1]
        assert isinstance(f, Turn)
        for option in kernel.offer(GAME, s, f.seat):
            match option:
                case Step() | Lead():
                    world = clone(GAME, s)
                    kernel.take(GAME, world, f.seat, option)
                    top = world.frames[-1]
                    assert isinstance(top, Turn)
                    key = (top.mover, world.at[top.mover], top.spent)
                    if key not in known:
                        known.add(key)
                        later.append(world)
                case Stop():
                    if s.at[f.mover] != table.s.at[f.mover]:
                        _less(found, (Walk, f.mover, -1, s.at[f.mover]), f.spent)
                case Fight(target=target):
                    _less(found, (Assault, f.mover, target, s.at[f.mover]), f.spent)
                case Rearm(friend=friend):
                    useful = can_hand_over(s, f.mover, friend) or can_hand_over(s, friend, f.mover)
                    if useful and (s.at[f.mover] != f.start or f.fixed or s is table.s):
                        _less(found, (Rally, f.mover, friend, s.at[f.mover]), f.spent)
    return found


def _less(found: dict[End, int], key: End, spent: int) -> None:
    found[key] = min(spent, found.get(key, 99))


def gone(s: BeerBrawlState, seat: int, way: Way) -> tuple[End, int]:
    """What a way comes to, answer by answer; nothing shows before the last."""
    for number, option in enumerate(way.answers):
        before = s
        question = s.question(seat)
        assert question is not None
        step = kernel.apply(GAME, s, Answer(seat, question.number, option))
        s = step.state
        if number < len(way.answers) - 1:
            assert not step.barrier
            assert not any(isinstance(told.event, Moved) for told in step.told)
    f = before.frames[-1]
    assert isinstance(f, Turn)
    match way.answers[-1]:
        case Fight(target=target):
            return (Assault, f.mover, target, before.at[f.mover]), f.spent
        case Rearm(friend=friend):
            return (Rally, f.mover, friend, before.at[f.mover]), f.spent
        case last:
            assert isinstance(last, Stop)
            return (Walk, f.mover, -1, before.at[f.mover]), f.spent


@pytest.mark.rule("BB11", "BB13", "BB15", "BB16", "BB32")
@pytest.mark.parametrize("seed", range(60))
def test_ways_are_all_that_a_turn_can_come_to_each_by_the_cheapest_path(seed: int) -> None:
    table = somewhere(random.Random(seed))
    if not isinstance(table.s.frames[-1], Turn):
        return
    seat = table.seat
    came = {}
    for way in kernel.ways(GAME, table.s, seat):
        end, spent = gone(table.s, seat, way)
        named = way.option
        assert isinstance(named, Walk | Assault | Rally)
        who, *whom, square = (getattr(named, name) for name in named.__struct_fields__)
        assert end == (type(named), who, *(whom or [-1]), square)
        came[end] = spent
    possible = ends(table)
    assert came == {end: possible[end] for end in came}
    assert {end for end in possible if end[0] is Walk} <= set(came)
    for met in {end[:3] for end in possible if end[0] is not Walk}:
        moves = {end[3]: spent for end, spent in possible.items() if end[:3] == met}
        offered = {end[3] for end in came if end[:3] == met}
        behind = BACK[1 - seat]
        assert min(moves.values()) in {moves[square] for square in offered}
        assert not offered.isdisjoint(behind) or moves.keys().isdisjoint(behind)
        assert len(offered) <= 2 and offered <= moves.keys()


@pytest.mark.rule("BB11")
def test_a_whole_turn_is_one_choice() -> None:
    table = Table().lay({"C3": FAST}, {"C7": SLOW})
    found = ways(table)
    assert found[Walk(0, SQUARE["C5"])] == (Step(0, SQUARE["C4"]), Step(0, SQUARE["C5"]), Stop())
    steps = [Step(0, SQUARE[where]) for where in ("C4", "C5", "C6")]
    assert found[Assault(0, 1, SQUARE["C6"])] == (*steps, Fight(1))
    assert next(iter(found)) == Walk(0, SQUARE["A8"])  # the farthest come first


@pytest.mark.rule("BB13", "BB29")
def test_a_fight_from_behind_the_bar_is_offered_before_one_from_elsewhere() -> None:
    """From E8 the attack takes the bar, too; from D7 it is only a fight."""
    table = Table().lay({"E6": tile(strength=5, speed=1)}, {"D8": SLOW, "A8": SLOW})
    table.go(0, "E7")
    both = [Assault(0, 1, SQUARE["E8"]), Assault(0, 1, SQUARE["D7"])]
    assert [option for option in ways(table) if isinstance(option, Assault)] == both[:1]
    table = Table().lay({"D6": tile(strength=4, speed=2)}, {"D8": SLOW, "A8": SLOW})
    assert [option for option in ways(table) if isinstance(option, Assault)] == both
    view = table.view(0)
    assert GAME.text.likely(view, both[0]) > GAME.text.likely(view, both[1])
    said = [GAME.text.brief(view, option)[0] for option in both]
    assert said == ["Attack Crumpet from E8", "Attack Crumpet from D7"]


@pytest.mark.rule("BB13")
def test_a_re_armament_says_where_it_leads() -> None:
    table = Table().lay({"B2": tile(armor=4, speed=2), "D3": tile(armor=3)}, {"E8": SLOW})
    table.s.armor[2] = 1
    (found,) = [o for o in ways(table) if isinstance(o, Rally) and o.adventurer == 0]
    assert (
        GAME.text.brief(table.view(0), found)[0] == f"Re-arm Dimple on {square_label(found.square)}"
    )


@pytest.mark.rule("BB11", "BB12")
def test_a_way_is_no_longer_than_the_adventurer_is_fast() -> None:
    table = Table().lay({"C3": SLOW}, {"C6": SLOW, "E8": SLOW})
    squares = {square_label(o.square) for o in ways(table) if isinstance(o, Walk)}
    assert squares == {"C4", "B3", "D3", "C2"}
    assert not any(isinstance(option, Assault) for option in ways(table))


@pytest.mark.rule("BB15")
def test_whoever_stands_beside_an_enemy_steps_out_and_back_to_fight_it() -> None:
    table = Table().lay({"A1": tile(strength=5, speed=1)}, {"A2": SLOW}, lakes=["B2"])
    assert ways(table)[Assault(0, 1, SQUARE["A1"])] == (
        Step(0, SQUARE["B1"]),
        Step(0, SQUARE["A1"]),
        Fight(1),
    )


@pytest.mark.rule("BB16")
def test_whoever_cannot_move_is_chosen_and_fights_in_one_go() -> None:
    table = Table().lay({"A1": SLOW}, {"A2": SLOW, "B1": SLOW})
    assert ways(table) == {
        Assault(0, 1, 0): (Lead(0), Fight(1)),
        Assault(0, 3, 0): (Lead(0), Fight(3)),
    }


@pytest.mark.rule("BB23", "BB24")
def test_armor_is_handed_over_in_one_go() -> None:
    rich, poor = tile(armor=4), tile(armor=3)
    table = Table().lay({"B2": rich, "C3": poor}, {"E8": SLOW})
    table.s.armor[2] = 1
    table.do(Step(0, SQUARE["B3"]))
    assert ways(table)[Rally(0, 2, SQUARE["B3"])] == (Rearm(2),)
    table.do(Rearm(2))
    done = (Done(),)
    assert ways(table) == {
        GiveArmor(1): (Give(), *done),
        GiveArmor(2): (Give(), Give(), *done),
    }
    table.s.armor[0] = 3
    assert ways(table)[TakeArmor(1)] == (Take(), *done)
    for option in ways(table)[GiveArmor(2)]:
        table.do(option)
    assert table.s.armor[0] == 1 and table.s.armor[2] == 3
    assert table.seat == 1


def test_ways_are_quick_on_the_fullest_board() -> None:
    table = Table(adventurers=9)
    squares = [square_label(square) for square in range(SQUARES)]
    table.lay(dict.fromkeys(squares[:9], FAST), dict.fromkeys(squares[-9:], FAST))
    best = 1.0
    for _ in range(50):  # on a busy machine, one of them is left alone
        began = perf_counter()
        kernel.ways(GAME, table.s, 0)
        best = min(best, perf_counter() - began)
        if best < 0.005:
            return
    raise AssertionError(f"{best} s at best")


# -- what the referee answers


def forced(table: Table) -> Option | None:
    """What the referee would answer for the seat that is asked."""
    given = kernel.forced(GAME, table.s)
    return given.option if given else None


@pytest.mark.rule("BB12")
def test_a_turn_never_ends_by_itself_after_a_move() -> None:
    table = Table().lay({"C3": SLOW}, {"E8": SLOW})
    assert forced(table) is None
    table.do(Step(0, SQUARE["C4"]))
    assert table.offers() == [Stop()]
    assert forced(table) is None


@pytest.mark.rule("BB10")
def test_no_step_is_taken_for_anybody() -> None:
    table = Table().lay({"A1": SLOW}, {"A2": SLOW})
    assert table.offers() == [Step(0, SQUARE["B1"])]
    assert forced(table) is None


@pytest.mark.rule("BB16")
def test_a_turn_in_which_nothing_can_be_done_passes() -> None:
    table = Table().lay({"A1": SLOW}, {"E8": SLOW}, lakes=["A2", "B1"])
    assert forced(table) == Pass()


@pytest.mark.rule("BB16")
def test_the_only_fight_there_is_is_fought() -> None:
    table = Table().lay({"A1": SLOW}, {"A2": SLOW}, lakes=["B1"])
    assert forced(table) == Lead(0)
    table.do(Lead(0))
    assert forced(table) == Fight(1)


@pytest.mark.rule("BB28")
def test_a_revival_with_nobody_beside_it_ends_the_turn() -> None:
    table = Table(revival=True).lay({"E3": SLOW}, {"E8": SLOW})
    table.s.at[2] = WOKEN
    table.do(Revive(2, SQUARE["A1"]))
    assert forced(table) == Stop()
    assert table.s.board[SQUARE["A2"]] == EMPTY


@pytest.mark.rule("BB14")
def test_after_the_last_possible_action_the_turn_is_over() -> None:
    table = Table(many_actions=True).lay({"C3": SLOW, "A1": SLOW}, {"C5": FAST, "E8": SLOW})
    table.do(Step(0, SQUARE["C4"]))
    assert forced(table) is None
    table.do(Fight(1))  # has nothing to counter with
    assert table.seat == 0 and forced(table) == Stop()


@pytest.mark.rule("BB24")
def test_where_nobody_has_lost_armor_re_arming_is_left_to_who_bluffs_and_says_why() -> None:
    table = Table().lay({"B2": tile(armor=4), "C3": tile(armor=3)}, {"E8": SLOW})
    table.do(Step(0, SQUARE["B3"]))
    assert not any(isinstance(option, Rally) for option in ways(table))
    table.do(Rearm(2))
    view = GAME.view(table.s, 0)
    lost_none = "nothing passes: {} has lost none"
    assert GAME.text.chance(view, Give()) == lost_none.format(NAMES[2])
    assert GAME.text.chance(view, Take()) == lost_none.format(NAMES[0])
    table.s.armor[2] = 0
    view = GAME.view(table.s, 0)
    assert GAME.text.chance(view, Give()) == ""
    assert GAME.text.chance(view, Take()) == f"nothing passes: {NAMES[2]} has none"


@pytest.mark.rule("BB23", "BB25")
def test_a_re_armament_never_ends_by_itself() -> None:
    table = Table().lay({"B2": tile(armor=4), "C3": SLOW}, {"E8": SLOW})
    table.do(Step(0, SQUARE["B3"]))
    table.do(Rearm(2))
    for _ in range(12):
        table.do(Give())
    assert table.offers() == [Done()]
    assert forced(table) is None
