"""The goal, dangers, odds and the end, in built positions; odds against every possible enemy."""

import random
from fractions import Fraction

import pytest

from rules.beer_brawl.content import ARMOR, FALLEN, LAKE, MAGIC, SPEED, STRENGTH, TILES
from rules.beer_brawl.game import GAME
from rules.beer_brawl.play.odds import Foe, duel, odds
from rules.beer_brawl.state import BARE, WHOLE, WORN, Assault, Fight, Step, Stop, Walk
from rules.engine import kernel
from rules.engine.inputs import Resign
from rules.engine.state import Outcome
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile
from tests.rules.beer_brawl.test_combat import SPREADS, chance

TEXT = GAME.text


# -- odds


@pytest.mark.rule("BB17", "BB18", "BB19", "BB20", "BB22")
def test_a_duel_is_what_the_rulebook_makes_of_it() -> None:
    dice = random.Random(1)
    for _ in range(400):
        one, two = dice.choice(SPREADS), dice.choice(SPREADS)
        mine, other = dice.randrange(one[3] + 1), dice.randrange(two[3] + 1)
        exact = float(chance(one, two, mine, other))
        assert duel(one[0], one[1], mine, (two[0], two[1], other)) == pytest.approx(exact)


@pytest.mark.rule("BB2", "BB21")
@pytest.mark.parametrize(
    ("own", "armor", "foe"),
    [
        ((5, 0, 0, 1), 1, Foe(0, WHOLE)),
        ((2, 2, 1, 1), 0, Foe(2, WHOLE)),
        ((0, 3, 0, 3), 2, Foe(0, WORN)),
        ((1, 1, 4, 0), 0, Foe(3, BARE)),
        ((3, 2, 0, 1), 1, Foe(1, WORN, ((4, 1, True), (1, 2, False)))),
        ((0, 0, 6, 0), 0, Foe(0, WHOLE, ((0, 5, True), (3, 0, True)))),
    ],
)
def test_odds_are_those_of_every_tile_that_an_enemy_may_be(
    own: tuple[int, int, int, int], armor: int, foe: Foe
) -> None:
    won = count = Fraction(0)
    for face in range(TILES):
        stats = (STRENGTH[face], MAGIC[face], SPEED[face], ARMOR[face])
        if stats[2] < foe.speed or not all(could(stats, *met) for met in foe.met):
            continue
        worn = {WHOLE: [stats[3]], BARE: [0], WORN: [*range(stats[3] + 1)]}[foe.wear]
        won += sum(chance(own, stats, armor, left) for left in worn) / Fraction(len(worn))
        count += 1
    assert count and odds(own[0], own[1], armor, foe) == pytest.approx(float(won / count))


def could(stats: tuple[int, int, int, int], strength: int, magic: int, won: bool) -> bool:
    """Whether somebody of these stats can win, or lose, against those, in whatever armor."""
    rival = (strength, magic, 0, 0)
    return any(
        (opens if won else 1 - opens) > 0
        for armor in (0, 6)
        for other in (0, 6)
        for opens in (
            chance(stats, rival, armor, other),
            1 - chance(rival, stats, other, armor),
        )
    )


@pytest.mark.rule("BB3", "BB21")
def test_odds_hang_on_nothing_that_is_hidden() -> None:
    said = set()
    for secret in (tile(strength=6), tile(armor=6), tile(speed=6), tile(magic=3, armor=3)):
        table = Table().lay({"C3": tile(strength=4, armor=2)}, {"C5": secret, "E8": SLOW})
        assault = Assault(0, 1, SQUARE["C4"])
        assert assault in [way.option for way in kernel.ways(GAME, table.s, 0)]
        first = TEXT.chance(table.view(0), assault)
        table.do(Step(0, SQUARE["C4"]))
        assert TEXT.chance(table.view(0), Fight(1)) == first
        said.add(first)
    (words,) = said
    assert words == _said(odds(4, 0, 2, Foe(0, WHOLE)))


@pytest.mark.rule("BB3")
def test_what_was_seen_changes_the_odds() -> None:
    table = Table().lay({"C3": tile(strength=2, armor=1), "A1": SLOW}, {"C5": SLOW, "E8": SLOW})
    new = TEXT.chance(table.view(0), Assault(0, 1, SQUARE["C4"]))
    table.s.wear[1], table.s.pace[1] = BARE, 1
    worn = TEXT.chance(table.view(0), Assault(0, 1, SQUARE["C4"]))
    assert worn == _said(odds(2, 0, 1, Foe(1, BARE))) != new
    table.s.beat[1] = 1 << 2  # it has beaten one of 3 STRENGTH and 3 MAGIC
    beaten = Foe(1, BARE, ((3, 3, True),))
    assert (
        TEXT.chance(table.view(0), Assault(0, 1, SQUARE["C4"]))
        == _said(odds(2, 0, 1, beaten))
        != worn
    )


def _said(exact: float) -> str:
    return f"wins {round(100 * exact)} %"


def test_a_chance_only_for_fights_and_only_for_who_fights() -> None:
    table = Table().lay({"C3": SLOW}, {"C5": SLOW})
    assert TEXT.chance(table.view(0), Step(0, SQUARE["C4"])) == ""
    assert TEXT.chance(table.view(None), Assault(0, 1, SQUARE["C4"])) == ""
    assert TEXT.chance(table.view(1), Assault(0, 1, SQUARE["C4"])) == ""


@pytest.mark.rule("BB3", "BB29")
def test_what_is_likely_hangs_on_nothing_that_is_hidden() -> None:
    """To save a bar, to come behind the other's, then good fights and long ways."""
    orders = []
    for secret in (tile(strength=6), tile(armor=6), tile(speed=6)):
        blue = {"A7": tile(speed=6), "C3": tile(strength=5, armor=1)}
        table = Table().lay(blue, {"C1": secret, "C5": secret})
        found = [way.option for way in kernel.ways(GAME, table.s, 0)]
        view = table.view(0)
        orders.append(sorted(found, key=lambda option: -TEXT.likely(view, option)))
    ranked = orders[0]
    assert orders == [ranked] * 3
    saves = [option for option in ranked if isinstance(option, Assault) and option.target == 1]
    assert saves and ranked[: len(saves)] == saves
    ahead = ranked[len(saves)]
    assert isinstance(ahead, Walk) and ahead.square >= SQUARE["A8"]
    assert ranked.index(Assault(2, 3, SQUARE["C4"])) < ranked.index(Walk(2, SQUARE["C4"]))
    assert ranked.index(Walk(2, SQUARE["C4"])) < ranked.index(Walk(2, SQUARE["C2"]))


# -- what threatens


def warned(table: Table, player: int | None) -> list[str]:
    return TEXT.warnings(table.view(player))


def two(**more: str) -> Table:
    """Two on each side, nobody in danger."""
    return Table().lay({"A3": SLOW, "E3": SLOW}, {"A6": SLOW, "E6": SLOW})


def test_nothing_threatens_at_the_beginning() -> None:
    assert warned(Table(), 0) == warned(two(), 0) == warned(two(), None) == []


@pytest.mark.rule("BB29")
def test_an_enemy_behind_the_bar() -> None:
    table = two()
    table.s.board[table.s.at[1]] = -1
    table.put(1, "C1", SLOW)
    assert warned(table, 0) == [
        "Crumpet is behind your bar: knock it out this turn or Orange wins."
    ]
    assert warned(table, 1) == [
        "Crumpet is behind Blue's bar: you win unless it is knocked out this turn."
    ]
    assert warned(table, None) == [
        "Crumpet is behind Blue's bar: Orange wins unless it is knocked out this turn."
    ]
    table.do(Step(0, SQUARE["B3"]))
    table.do(Stop())
    assert table.s.outcome == Outcome((1,), "back_rank")  # and so it is
    assert warned(table, 0) == []


@pytest.mark.rule("BB29")
def test_an_enemy_who_just_came_behind_the_bar_has_a_turn_to_stand_there() -> None:
    table = two().begin(1)
    table.s.board[table.s.at[1]] = -1
    table.put(1, "C2", SLOW)
    assert warned(table, 0) == ["Crumpet is one step from your bar."]
    assert warned(table, 1) == []
    table.do(Step(1, SQUARE["C1"]))
    (words,) = warned(table, 0)
    assert words == "Crumpet is behind your bar: knock it out in your next turn or Orange wins."


@pytest.mark.rule("BB29", "BB32")
def test_an_enemy_who_was_seen_to_go_so_far_threatens_from_afar() -> None:
    """By what all have seen of it and not by what it can do; lakes and adventurers are in its way."""
    fast = tile(speed=6)
    table = Table().lay({"A3": SLOW, "E3": SLOW}, {"C4": fast, "E6": SLOW})
    assert warned(table, 0) == []
    table.s.pace[1] = 2
    said = ["Crumpet can be behind your bar in one turn: it has gone that far before."]
    assert warned(table, 0) == said and warned(table, 1) == warned(table, None) == []
    table.s.tiles[1] = SLOW
    assert warned(table, 0) == said, "it hangs on nothing that is hidden"
    table.s.rough = [SQUARE["C3"]]  # one move more, unless it is the first step's
    assert warned(table, 0) == []
    table.s.pace[1] = 3
    assert warned(table, 0) == said
    for where in ("B2", "C2", "D2"):
        table.s.board[SQUARE[where]] = LAKE
    assert warned(table, 0) == []
    table.s.board[SQUARE["D2"]] = -1
    table.s.rough = []
    table.s.pace[1] = table.s.pace[3] = 6
    (words,) = warned(table, 0)
    assert words.startswith("Crumpet and Elderberry can be behind your bar in one turn: they have")


@pytest.mark.rule("BB30")
def test_the_last_of_a_side() -> None:
    table = Table().lay({"A3": SLOW}, {"A6": SLOW, "E6": SLOW})
    assert warned(table, 0) == [
        "Barnaby is your last on the board: if it is knocked out, you lose."
    ]
    assert warned(table, 1) == [
        "Barnaby is Blue's last on the board: if it is knocked out, you win."
    ]
    assert warned(table, None) == [
        "Barnaby is Blue's last on the board: if it is knocked out, Orange wins."
    ]


@pytest.mark.rule("BB31")
@pytest.mark.parametrize(("quiet", "turn"), [(37, 60), (0, 498), (39, 60), (0, 500)])
def test_a_draw_that_comes_near_comes_when_it_is_said(quiet: int, turn: int) -> None:
    table = two()
    table.s.quiet, table.s.turn = quiet, turn
    (words,) = warned(table, 0)
    fight = " without a fight" if quiet else ""
    left = 3 if quiet == 37 or turn == 498 else 1
    turns = "3 turns, this one counted," if left == 3 else "this turn"
    assert words == f"After {turns}{fight} the game is a draw."
    homes = {0: ("B3", "A3"), 1: ("B6", "A6")}
    for number in range(left):
        assert table.s.outcome is None
        seat = table.seat
        near, home = homes[seat]
        there = table.s.at[seat] == SQUARE[home]
        table.do(Step(seat, SQUARE[near if there else home]))
        table.do(Stop())
        assert (table.s.outcome is not None) == (number == left - 1)


# -- goal and end


def test_the_goal_in_a_sentence() -> None:
    table = Table()
    assert TEXT.goal(table.view(0)).startswith(
        "You are Blue. Have an adventurer behind Orange's bar"
    )
    assert "Orange's bar, rank 8" in TEXT.goal(table.view(0))
    assert "Blue's bar, rank 1" in TEXT.goal(table.view(1))
    assert TEXT.goal(table.view(None)).count(".") == 1


@pytest.mark.rule("BB3", "BB4")
def test_the_end_reveals_both_armies_and_nothing_does_before() -> None:
    table = two()
    assert table.view(1).armies == () and table.view(None).armies == ()
    table.s.beat[0] = 1 << 3 | 1 << 5
    table.s.tiles[0], table.s.tiles[3] = tile(speed=6), tile(strength=3, magic=3)
    table.give(Resign(1))
    for player in (0, 1, None):
        said = TEXT.revealed(table.view(player))
        assert said[0] == "Blue's army, STRENGTH / MAGIC / SPEED / ARMOR:"
        assert said[7] == "Orange's army:"
        assert said[1] == "Barnaby (A3): 0 / 0 / 6 / 0"
        assert all(": 3 / 3 / 0 / 0" in line for line in said[2:7])
        assert said[14] == "Most knock-outs: Barnaby (Blue), who beat Elderberry, Gizzard."
        assert said[15].startswith("The greatest upset: Barnaby knocked out ")
        assert said[16] == "The log tells fights blow by blow."
        assert len(said) == 17
    table.s.outcome = Outcome((1,), "routed")  # an upset is one for the winner
    assert len(TEXT.revealed(table.view(None))) == 16


def test_the_largest_armies_find_room_in_a_post() -> None:
    table = Table(adventurers=9)
    plated = tile(strength=1, magic=1, armor=4)
    table.s.tiles, table.s.armor = [plated] * 18, [3] * 18
    table.s.at, table.s.beat = [FALLEN] * 18, [0b101010101010101010, *[0] * 17]
    table.s.outcome = Outcome((0,), "routed")
    said = TEXT.revealed(table.view(None))
    assert len(said) == 22 and said[1] == "Barnaby (knocked out): 1 / 1 / 0 / 3 of 4"
    assert sum(len(line) + 1 for line in said) < 1200


def test_an_unrolled_game_has_nothing_to_reveal() -> None:
    table = Table(draft="timed")
    table.give(Resign(0))
    assert TEXT.revealed(table.view(1)) == []


@pytest.mark.rule("BB6")
def test_a_draft_that_was_given_up_is_shown() -> None:
    table = Table()
    table.ready(0, "A1")
    assert table.view(1).board[SQUARE["A1"]] is None
    table.give(Resign(0))
    piece = table.view(1).board[SQUARE["A1"]]
    assert piece is not None and piece.team == 0
    assert FALLEN not in table.s.at
