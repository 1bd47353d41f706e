"""The draft: rolling, setting ready, placing, and who begins."""

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.beer_brawl.content import CLUSTER, HOME, square_label
from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import (
    AtTable,
    Beginning,
    ClockOver,
    Deploy,
    Draft,
    DraftBegan,
    DraftOver,
    Finished,
    Keep,
    Placed,
    Present,
    Ready,
    Reroll,
    Rerolled,
    Scatter,
    Step,
    Terrain,
    Turn,
)
from rules.engine import kernel
from rules.engine.codec import decode, encode
from rules.engine.contract import build_variant
from rules.engine.errors import BadVariant
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.state import Option
from tests.rules.beer_brawl.table import SQUARE, Table

BLUE = ("A1", "B1", "C1", "D1", "E1", "A2")
ORANGE = ("A8", "B8", "C8", "D8", "E8", "A7")


def timed(seed: int = 1, **options: object) -> Table:
    """A timed draft with both at the table."""
    table = Table(seed, draft="timed", **options)
    table.do(Present(), 0)
    table.do(Present(), 1)
    return table


def tiles(table: Table, seat: int) -> list[int]:
    """The faces of a seat's tiles."""
    return table.s.tiles[seat::2]


def first(table: Table) -> int:
    """Whose turn is the first."""
    frame = table.s.frames[0]
    assert isinstance(frame, Turn)
    return frame.seat


# -- rolling


@pytest.mark.rule("BB5")
def test_a_reroll_rolls_the_whole_cluster_and_nothing_else() -> None:
    table = Table()
    table.ready(0, "B2", "C3")
    before, other = tiles(table, 0), tiles(table, 1)
    table.do(Reroll(), 0)
    after = tiles(table, 0)
    assert after[:2] == before[:2]
    assert all(a != b for a, b in zip(after[2:], before[2:], strict=True))
    assert tiles(table, 1) == other


@pytest.mark.rule("BB5")
def test_ready_is_for_good() -> None:
    table = Table()
    table.ready(0, "B2")
    assert table.refusal(Ready(0, SQUARE["B3"]), 0) == "BB6"
    assert not [o for o in table.offered(Ready, 0) if o.tile == 0]
    assert table.refusal(Ready(1, SQUARE["B3"]), 0) == "BB5"
    assert table.refusal(Step(0, SQUARE["B3"]), 0) == "BB5"


@pytest.mark.rule("BB6")
@pytest.mark.parametrize("seat", [0, 1])
def test_any_tile_on_any_free_square_of_the_three_home_ranks(seat: int) -> None:
    table = Table()
    taken = ("B2", "B7")[seat]
    table.ready(seat, taken)
    free = set(HOME[seat]) - {SQUARE[taken]}
    found = {(o.tile, o.square) for o in table.offered(Ready, seat)}
    assert found == {(p, square) for p in table.cluster(seat) for square in free}
    left = table.cluster(seat)[0]
    assert table.refusal(Ready(left, SQUARE[taken]), seat) == "BB6"
    assert table.refusal(Ready(left, SQUARE["C4"]), seat) == "BB6"
    assert table.refusal(Ready(left, 40), seat) == "BB1"


@pytest.mark.rule("BB6")
def test_timed_squares_are_public_as_they_are_filled() -> None:
    table = timed()
    heard = table.ready(0, "C3")
    assert heard == [Placed(0, SQUARE["C3"])]
    for viewer in (0, 1, None):
        view = table.view(viewer)
        piece = view.board[SQUARE["C3"]]
        assert piece is not None and (piece.adventurer, piece.team) == (0, 0)
        assert view.sides[0].unplaced == 5


@pytest.mark.rule("BB6")
def test_counted_squares_are_shown_when_both_have_finished() -> None:
    table = Table()
    untouched = table.view(1), table.view(None)
    assert table.ready(0, *BLUE[:5]) == []
    assert (table.view(1), table.view(None)) == untouched
    assert table.heard(0) == [Placed(8, SQUARE[BLUE[4]])] and table.heard(1) == []
    assert table.view(0).board[SQUARE["A1"]] is not None
    assert table.ready(0, BLUE[5]) == [Finished(0, False)]
    for viewer in (1, None):
        assert not any(table.view(viewer).board)
        assert table.view(viewer).sides[0].finished
    table.ready(1, *ORANGE)
    for viewer in (0, 1, None):
        shown = [square_label(q) for q, piece in enumerate(table.view(viewer).board) if piece]
        assert sorted(shown) == sorted(BLUE + ORANGE)


@pytest.mark.rule("BB6", "BB8")
def test_nothing_of_a_counted_draft_shows_before_its_end() -> None:
    """Whatever Orange does, Blue and the spectator see and hear nothing."""
    table = Table(5)
    rng = random.Random(5)
    seen = table.view(0), table.view(None), table.offers(0)
    while len(table.cluster(1)) > 1:
        option = rng.choice([o for o in table.offers(1) if not isinstance(o, Scatter)])
        option = Reroll() if rng.random() < 0.3 and Reroll() in table.offers(1) else option
        if isinstance(option, Ready) and len(table.cluster(1)) == 1:
            break
        assert table.do(option, 1) == []
        assert table.heard(0) == []
        assert (table.view(0), table.view(None), table.offers(0)) == seen
        assert [q.seat for q in sorted(table.s.open, key=lambda q: q.seat)] == [0, 1]
    assert table.view(0).sides[1].rerolls is None


# -- timed


@pytest.mark.rule("BB7")
def test_the_clock_starts_when_both_are_at_the_table() -> None:
    table = Table(draft="timed", seconds=90)
    assert table.s.clocks == {} and table.offers(0) == [Present()]
    private = table.view(0).private
    assert private is not None and private.tiles == ()
    assert table.do(Present(), 1) == [AtTable(1)]
    assert table.s.clocks == {} and table.offers(1) == []
    assert table.refusal(Reroll(), 0) == "BB7"
    assert table.do(Present(), 0) == [AtTable(0), DraftBegan(90)]
    assert table.s.clocks == {"draft": 90}
    assert table.view(None).clock == 90


@pytest.mark.rule("BB7")
@pytest.mark.parametrize(("seconds", "fine"), [(29, 0), (30, 1), (86_400, 1), (86_401, 0)])
def test_the_clock_is_from_half_a_minute_to_a_day(seconds: int, fine: int) -> None:
    options: dict[str, object] = {"draft": "timed", "seconds": seconds}
    if fine:
        assert build_variant(GAME, options, 2) == GAME.variant(**options)
    else:
        with pytest.raises(BadVariant):
            build_variant(GAME, options, 2)
    assert Table(draft="timed").variant.seconds == 60


@pytest.mark.rule("BB7")
def test_timed_rerolls_are_unlimited() -> None:
    table = timed(rerolls=1)
    for _ in range(30):
        table.do(Reroll(), 0)
    assert table.heard(0) == [Rerolled(0, None)]
    assert Reroll() in table.offers(0)


@pytest.mark.rule("BB7")
def test_after_the_clock_one_only_places_what_is_left_as_it_lies() -> None:
    table = timed()
    table.ready(0, "B2")
    before = tiles(table, 0)
    assert table.ring() == [ClockOver()]
    assert table.s.clocks == {} and table.view(0).clock_over
    private = table.view(0).private
    assert private is not None
    assert [t.place for t in private.tiles] == ["board"] + ["ready"] * 5
    assert Reroll() not in table.offers(0)
    assert table.refusal(Reroll(), 0) == "BB7"
    table.ready(0, "C3", "D3", "E3", "A3", "A2")
    assert tiles(table, 0) == before
    assert table.s.finished == [0]


@pytest.mark.rule("BB7")
@pytest.mark.parametrize("seed", range(5))
def test_what_the_owner_does_not_place_the_referee_places_at_random(seed: int) -> None:
    table = timed(seed)
    table.ready(1, "B7", "C7")
    table.ring()
    before = tiles(table, 1)
    table.timeout(1)
    assert (table.where(1), table.where(3)) == ("B7", "C7")
    squares = table.s.at[1::2]
    assert len(set(squares)) == 6 and set(squares) <= set(HOME[1])
    assert tiles(table, 1) == before


@pytest.mark.rule("BB7")
def test_the_referee_favours_no_square() -> None:
    placed = set()
    for seed in range(40):
        table = timed(seed)
        table.ring()
        table.timeout(0)
        placed |= set(table.s.at[0::2])
    assert placed == set(HOME[0])


@pytest.mark.rule("BB7")
def test_a_click_on_the_way_when_the_clock_rings_still_places() -> None:
    table = timed()
    answer = Answer(0, table.s.asked[0], Ready(0, SQUARE["B2"]))
    table.ring()
    table.give(answer)
    assert table.where(0) == "B2"


# -- counted


@pytest.mark.rule("BB8")
def test_counted_has_no_clock_and_a_limit_after_a_free_opening_roll() -> None:
    table = Table(rerolls=2)
    assert table.s.clocks == {}
    assert all(tile >= 0 for tile in table.s.tiles)
    private = table.view(0).private
    assert private is not None and (private.rerolls, private.rerolls_left) == (0, 2)
    table.do(Reroll(), 0)
    assert table.heard(0) == [Rerolled(0, 1)] and table.heard(1) == []
    table.do(Reroll(), 0)
    assert Reroll() not in table.offers(0) and Reroll() in table.offers(1)
    assert table.refusal(Reroll(), 0) == "BB8"


@pytest.mark.rule("BB8")
def test_twenty_rerolls_unless_agreed_otherwise() -> None:
    table = Table()
    for _ in range(20):
        table.do(Reroll(), 1)
    assert Reroll() not in table.offers(1)


@pytest.mark.rule("BB8")
def test_how_many_rerolls_were_used_shows_when_the_draft_ends() -> None:
    table = Table()
    for _ in range(3):
        table.do(Reroll(), 0)
    table.ready(0, *BLUE)
    assert table.view(1).sides[0].rerolls is None
    heard = table.ready(1, *ORANGE)
    assert heard[-1] == DraftOver(1, "rerolls", (3, 0))
    assert [side.rerolls for side in table.view(None).sides] == [3, 0]


# -- who begins


@pytest.mark.rule("BB9")
@pytest.mark.parametrize("seat", [0, 1])
def test_timed_who_is_ready_first_begins(seat: int) -> None:
    table = timed()
    armies = (BLUE, ORANGE)
    table.do(Reroll(), seat)
    table.ready(seat, *armies[seat])
    heard = table.ready(1 - seat, *armies[1 - seat])
    assert first(table) == table.seat == seat
    assert isinstance(heard[-1], DraftOver) and heard[-1].by == "first"
    assert table.s.clocks == {}


@pytest.mark.rule("BB9")
def test_placing_after_the_clock_still_counts() -> None:
    table = timed()
    table.ready(1, *ORANGE[:5])
    table.ring()
    table.ready(0, *BLUE)
    table.ready(1, ORANGE[5])
    assert first(table) == 0


@pytest.mark.rule("BB9")
@pytest.mark.parametrize("rung", [False, True])
def test_placing_the_rest_at_random_by_choice_is_finishing_like_any_other(rung: bool) -> None:
    table = timed()
    if rung:
        table.ring()
    assert table.do(Scatter(), 0)[-1] == Finished(0, False)
    heard = table.ready(1, *ORANGE)
    assert heard[-1] == DraftOver(0, "first", (0, 0))
    table = timed()
    table.do(Scatter(), 1)
    assert table.do(Scatter(), 0)[-1] == DraftOver(1, "first", (0, 0))


@pytest.mark.rule("BB9")
@pytest.mark.parametrize("draft", ["timed", "counted"])
@pytest.mark.parametrize("late", [0, 1])
def test_whom_the_referee_had_to_place_for_comes_after_the_other(draft: str, late: int) -> None:
    table = timed() if draft == "timed" else Table()
    table.do(Reroll(), 1 - late)  # fewer rerolls do not help who stayed away
    assert Finished(late, True) in table.timeout(late)
    heard = table.do(Scatter(), 1 - late)
    assert isinstance(heard[-1], DraftOver) and heard[-1].by == "late"
    assert first(table) == 1 - late
    said = GAME.text.line(table.view(None), heard[-1])
    names = ("Player 1 (Blue)", "Player 2 (Orange)")
    assert f"The referee placed the rest for {names[late]}, so {names[1 - late]} begins." in said
    assert "first" not in said


@pytest.mark.rule("BB9")
@pytest.mark.parametrize(
    ("draft", "chose", "begins", "by"),
    [("timed", 0, 1, "late"), ("timed", 1, 0, "late"), ("counted", 0, 0, "first")],
)
def test_a_draft_begun_by_earlier_rules_is_settled_by_them(
    draft: str, chose: int, begins: int, by: Beginning
) -> None:
    """There whoever chose to place at random came after the other, in a timed draft alone."""
    table = timed() if draft == "timed" else Table()
    saved = json.loads(encode(GAME, table.s))
    saved["edition"] = 1
    del saved["state"]["random_is_late"]
    table.s = decode(GAME, json.dumps(saved).encode())
    table.do(Scatter(), chose)
    heard = table.ready(1 - chose, *(BLUE, ORANGE)[1 - chose])
    assert heard[-1] == DraftOver(begins, by, (0, 0))


@pytest.mark.rule("BB9")
@pytest.mark.parametrize("draft", ["timed", "counted"])
def test_if_the_referee_places_for_both_a_fair_coin_decides(draft: str) -> None:
    began = []
    for seed in range(60):
        table = timed(seed) if draft == "timed" else Table(seed)
        table.timeout(0)
        heard = table.timeout(1)
        assert isinstance(heard[-1], DraftOver) and heard[-1].by == "coin"
        began.append(first(table))
    assert 15 < sum(began) < 45


@pytest.mark.rule("BB9")
@pytest.mark.parametrize(
    ("rerolls", "order", "begins", "by"),
    [
        ((2, 1), (0, 1), 1, "rerolls"),
        ((1, 2), (1, 0), 0, "rerolls"),
        ((2, 2), (0, 1), 0, "first"),
        ((0, 0), (1, 0), 1, "first"),
    ],
)
def test_counted_fewer_rerolls_begin_and_a_tie_goes_to_the_first(
    rerolls: tuple[int, int], order: tuple[int, int], begins: int, by: Beginning
) -> None:
    table = Table()
    for seat in (0, 1):
        for _ in range(rerolls[seat]):
            table.do(Reroll(), seat)
    for seat in order:
        heard = table.ready(seat, *(BLUE, ORANGE)[seat])
    assert heard[-1] == DraftOver(begins, by, rerolls)
    assert first(table) == begins


# -- any draft


@settings(max_examples=60, deadline=None)
@given(
    draft=st.sampled_from(["timed", "counted"]),
    count=st.integers(6, 9),
    choices=st.lists(st.integers(0, 10**6), min_size=5, max_size=60),
    ring=st.integers(0, 60),
)
@pytest.mark.rule("BB5", "BB6", "BB8")
def test_any_draft(draft: str, count: int, choices: list[int], ring: int) -> None:
    """Whatever both do: ready tiles never change, rerolls are counted, armies end at home."""
    table = timed(3, adventurers=count) if draft == "timed" else Table(3, adventurers=count)
    kept: dict[int, tuple[int, int]] = {}
    used = [0, 0]
    for n, choice in enumerate(choices):
        if n == ring and "draft" in table.s.clocks:
            table.ring()
        if not isinstance(table.s.frames[0], Draft):
            break
        seat = table.s.open[choice % len(table.s.open)].seat
        options = [o for o in table.offers(seat) if not isinstance(o, Scatter)]
        option = options[0] if choice % 3 == 0 else options[choice // 3 % len(options)]
        table.do(option, seat)
        if isinstance(option, Reroll):
            used[seat] += 1
        if isinstance(option, Ready):
            kept[option.tile] = option.square, table.s.tiles[option.tile]
    for p, (square, faces) in kept.items():
        assert (table.s.at[p], table.s.tiles[p]) == (square, faces)
    assert table.s.rerolls == used
    while isinstance(table.s.frames[0], Draft):
        table.do(Scatter(), table.seat)
    assert CLUSTER not in table.s.at
    assert all(at in HOME[p & 1] for p, at in enumerate(table.s.at))
    assert not GAME.problems(table.s)
    assert kernel.waiting(table.s) == [first(table)]


# -- in few choices


def placings(table: Table, seat: int = 0) -> dict[Option, tuple[Option, ...]]:
    """What a seat can choose in one go."""
    return {way.option: way.answers for way in kernel.ways(GAME, table.s, seat)}


@pytest.mark.rule("BB6")
@pytest.mark.parametrize("make", [Table, timed])
@pytest.mark.parametrize("count", [6, 9])
def test_an_army_is_placed_in_one_go(make: Callable[..., Table], count: int) -> None:
    """Each tile as it is kept by itself; the other side hears what it would hear one by one."""
    table = make(1, adventurers=count)
    ways = placings(table)
    together = ways.pop(Deploy())
    assert together == tuple(answer for (answer,) in ways.values())
    assert [type(option) for option in ways] == [Keep] * len(table.s.tiles[::2])
    play = Play(GAME, table.s)
    answered = play.answer_all(0, table.s.asked[0], together)
    assert answered.dropped == []
    assert answered.play.state.finished == [0]
    placed = [told for told in answered.told if isinstance(told.event, Placed)]
    assert len(placed) == len(together)
    assert all(told.heard_by(1) is (make is timed) for told in placed)


@pytest.mark.rule("BB3")
def test_where_a_tile_is_kept_tells_nothing_of_it() -> None:
    """Its place is the same whatever it can do, and whatever has been placed before."""
    table = Table(1)
    ways = placings(table)
    table.do(Reroll(), 0)
    assert placings(table) == ways
    (kept,) = ways[Keep(4)]
    table.do(kept, 0)
    rest = placings(table)
    assert rest[Keep(6)] == ways[Keep(6)]
    assert Keep(4) not in rest


@pytest.mark.rule("BB6")
def test_whose_place_is_taken_gets_another_that_is_free() -> None:
    """However the others were placed by hand, and wherever there are lakes."""
    dice = random.Random(3)
    for seed in range(40):
        table = Table(seed, terrain=True, tokens=dice.randint(1, 3), adventurers=dice.randint(6, 9))
        while isinstance(table.s.frames[-1], Terrain):
            table.do(dice.choice(table.offers()))
        for _ in range(dice.randint(0, 5)):
            ready = [o for o in kernel.offer(GAME, table.s, 1) if isinstance(o, Ready)]
            table.do(dice.choice(ready), 1)
        together = placings(table, 1)[Deploy()]
        answered = Play(GAME, table.s).answer_all(1, table.s.asked[1], together)
        assert answered.play.state.finished == [1]
