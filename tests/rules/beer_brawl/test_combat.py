"""Fights, checked exactly by every way in which the coins can fall."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rules.beer_brawl.content import FALLEN
from rules.beer_brawl.game import GAME
from rules.beer_brawl.play.combat import brawl
from rules.beer_brawl.state import Beaten, Blows, Fight, Fought, Moved, Victor
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile

Stats = tuple[int, int, int, int]  # strength, magic, speed, armor
FACES = range(7)
SPREADS: list[Stats] = [s for s in product(FACES, FACES, FACES, FACES) if sum(s) == 6]
PAIRS = list(product(SPREADS, SPREADS))[::3]


class OutOfCoins(Exception):
    """The fight is not over after these coins."""


def fights(attacker: Stats, defender: Stats) -> Iterator[tuple[int, int, list[int]]]:
    """For every fall of the coins: how many there were, who fell, and the armor afterwards."""
    tiles = [tile(*attacker), tile(*defender)]
    open_ends: list[tuple[bool, ...]] = [()]
    while open_ends:
        coins = open_ends.pop()
        left = list(coins)

        def coin(left: list[bool] = left) -> bool:
            if not left:
                raise OutOfCoins
            return left.pop(0)

        armor = [attacker[3], defender[3]]
        try:
            fell = brawl(tiles, armor, 0, 1, coin, [])
        except OutOfCoins:
            open_ends += [(*coins, True), (*coins, False)]
            continue
        assert not left
        yield len(coins), fell, armor


@cache
def chance(a: Stats, d: Stats, armor_a: int, armor_d: int) -> Fraction:
    """The rulebook again, as a recursion: the chance that the one who attacks now wins."""
    won = Fraction(0)
    for stat in (0, 1):
        if d[stat] > a[stat]:  # blocked, and struck back
            after = Fraction(0) if armor_a == 0 else 1 - chance(d, a, armor_d, armor_a - 1)
        else:
            after = Fraction(1) if armor_d == 0 else 1 - chance(d, a, armor_d - 1, armor_a)
        won += after / 2
    return won


@pytest.mark.rule("BB17", "BB18", "BB19", "BB20", "BB22")
def test_the_odds_of_every_third_pair_are_those_of_the_rulebook() -> None:
    for a, d in PAIRS:
        if a[3] + d[3] > 8:
            continue
        won = Fraction(0)
        for rounds, fell, _ in fights(a, d):
            won += Fraction(fell == 1, 2**rounds)
        assert won == chance(a, d, a[3], d[3]), (a, d)


@pytest.mark.rule("BB20")
def test_a_fight_is_over_within_all_armor_and_one_more_round() -> None:
    for a, d in PAIRS[::7]:
        if a[3] + d[3] > 8:
            continue
        outcomes = list(fights(a, d))
        assert sum(Fraction(1, 2**rounds) for rounds, _, _ in outcomes) == 1
        for rounds, fell, armor in outcomes:
            assert rounds <= a[3] + d[3] + 1
            assert armor[fell] == 0
            assert rounds == a[3] + d[3] - sum(armor) + 1  # every round is one hit


@pytest.mark.rule("BB22")
@pytest.mark.parametrize("defender", [(1, 0, 4, 1), (3, 1, 1, 1), (1, 4, 0, 1), (5, 0, 0, 1)])
def test_a_glass_cannon_scores_a_hit_three_times_in_four(defender: Stats) -> None:
    scored = sum(
        Fraction(1, 2**rounds)
        for rounds, fell, armor in fights((0, 5, 0, 1), defender)
        if fell == 1 or armor[1] < 1
    )
    assert scored == Fraction(3, 4)


@pytest.mark.rule("BB17", "BB18")
def test_at_equal_stats_whoever_opens_hits() -> None:
    """Nobody can win by luck here: with no armor at all the first blow decides."""
    for seat, fallen in ((0, 1), (1, 0)):
        table = Table().lay({"B2": SLOW, "E1": SLOW}, {"B4": SLOW, "E8": SLOW}, seat=seat)
        table.go(seat, "B3")
        heard = table.do(Fight(1 - seat))
        assert heard[-1] == Fought(seat, 1 - seat, fallen)


@pytest.mark.rule("BB17")
def test_a_stat_of_zero_is_picked_as_often() -> None:
    """STRENGTH 6 against MAGIC 6: whose stat the coin shows wins, half of the time each."""
    outcomes = {(rounds, fell) for rounds, fell, _ in fights((6, 0, 0, 0), (0, 6, 0, 0))}
    assert outcomes == {(1, 0), (1, 1)}
    won = set()
    for seed in range(20):
        table = Table(seed).lay(
            {"B2": tile(strength=6), "E1": SLOW}, {"B4": tile(magic=6), "E8": SLOW}
        )
        table.go(0, "B3").do(Fight(1))
        won.add(table.s.at[0] == FALLEN)
    assert won == {True, False}


@pytest.mark.rule("BB18")
def test_only_strictly_more_is_a_counter() -> None:
    assert chance((2, 2, 2, 0), (2, 2, 2, 0), 0, 0) == 1
    assert chance((1, 1, 4, 0), (2, 2, 2, 0), 0, 0) == 0
    for a, d, winner in (((2, 2, 2, 0), (2, 2, 2, 0), 0), ((1, 1, 4, 0), (2, 2, 2, 0), 1)):
        assert {1 - fell for _, fell, _ in fights(a, d)} == {winner}


@pytest.mark.rule("BB20")
def test_roles_swap_whoever_was_hit() -> None:
    """The first blow is blocked and costs the attacker its armor; then the defender attacks."""
    outcomes = list(fights((0, 0, 5, 1), (1, 1, 4, 0)))
    assert {(rounds, fell) for rounds, fell, _ in outcomes} == {(2, 0)}
    outcomes = list(fights((1, 1, 4, 0), (1, 1, 3, 1)))  # the hit defender hits back at once
    assert {(rounds, fell) for rounds, fell, _ in outcomes} == {(2, 0)}


@pytest.mark.rule("BB19")
def test_a_hit_costs_one_armor() -> None:
    outcomes = list(fights((3, 3, 0, 0), (0, 0, 3, 3)))
    assert {(rounds, fell, armor[1]) for rounds, fell, armor in outcomes} == {(4, 1, 0)}


@pytest.mark.rule("BB21")
@pytest.mark.parametrize("winner", [0, 1])
def test_all_learn_who_fell_and_the_winners_owner_alone_its_armor(winner: int) -> None:
    strong, weak = tile(strength=2, magic=2, armor=2), tile()
    armies = [{"B2": weak, "E1": SLOW}, {"B4": weak, "E8": SLOW}]
    armies[winner][("B2", "B4")[winner]] = strong
    table = Table().lay(armies[0], armies[1])
    table.go(0, "B3")
    heard = table.do(Fight(1))
    assert [type(e).__name__ for e in heard] == ["Moved", "Fought"]
    assert isinstance(heard[-1], Fought) and heard[-1].fallen == 1 - winner
    assert table.heard(winner) == [*heard, Victor(winner, 2, 1 - winner, 0)]
    assert table.heard(1 - winner) == [*heard, Beaten(1 - winner, winner, 0)]
    assert Fought.__struct_fields__ == ("attacker", "defender", "fallen")


@pytest.mark.rule("BB21")
@pytest.mark.parametrize("seed", range(8))
def test_owners_are_told_their_own_side_and_the_end_tells_every_blow(seed: int) -> None:
    """The hits that owners are told of are those of the blows, which nobody hears before the end."""
    one, two = tile(strength=3, magic=1, armor=2), tile(strength=1, magic=2, armor=1)
    table = Table(seed).lay({"B2": one, "E1": SLOW}, {"B4": two, "E8": SLOW}).go(0, "B3")
    table.do(Fight(1))
    own = [event for player in (0, 1) for event in table.heard(player)]
    blows = next(told.event for told in table.told if isinstance(told.event, Blows))
    assert blows.stats == ((3, 1, 2), (1, 2, 1)) and blows not in [*own, *table.heard(None)]
    attacker, armor = 0, [2, 1]
    for strength, hit in blows.blows:
        stat = [stats[0 if strength else 1] for stats in blows.stats]
        assert (stat[1 - attacker] > stat[attacker]) == (hit == attacker)
        armor[hit] -= 1
        attacker = 1 - attacker
    fallen = blows.blows[-1][1]
    assert table.s.at[fallen] == FALLEN and armor[fallen] == -1
    assert armor[1 - fallen] == table.s.armor[1 - fallen]
    winner, wore = 1 - fallen, (2, 1)
    victor = Victor(winner, armor[winner], fallen, wore[winner] - armor[winner])
    assert table.heard(winner)[-1] == victor
    assert table.heard(fallen)[-1] == Beaten(fallen, winner, wore[fallen])
    sealed = [told for told in table.told if told.heard_by(None, over=True)]
    assert sealed[-1].event == blows, "the log of a finished game has it, and the spectator's too"
    assert {type(told.event) for told in sealed} == {Moved, Fought, Blows}


@pytest.mark.rule("BB21")
@pytest.mark.parametrize("winner", [0, 1])
def test_all_see_who_fell_and_where_until_another_moves(winner: int) -> None:
    strong, weak = tile(strength=2, magic=2, armor=2), tile()
    armies = [{"B2": weak, "E1": SLOW}, {"B4": weak, "E8": SLOW}]
    armies[winner][("B2", "B4")[winner]] = strong
    table = Table().lay(armies[0], armies[1])
    table.go(0, "B3")
    assert not table.view(None).fights
    table.do(Fight(1))
    for player in (None, 0, 1):
        (seen,) = table.view(player).fights
        assert (seen.defender.adventurer, seen.fallen.adventurer) == (1, 1 - winner)
        assert seen.square == SQUARE["B3" if winner else "B4"]
    fell = " and was knocked out on B3." if winner else ", who was knocked out on B4."
    assert f"Barnaby attacked Crumpet{fell}" in GAME.text.board(table.view(None))
    table.go(3, "D8")
    assert not table.view(None).fights
