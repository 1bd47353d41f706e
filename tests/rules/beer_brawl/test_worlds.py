"""Worlds that look the same, and how good a position looks."""

import random

import pytest

from rules.beer_brawl.content import ARMOR, HOME, MAGIC, SPEED, STRENGTH
from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import (
    BARE,
    WHOLE,
    WORN,
    BeerBrawlState,
    Fight,
    Give,
    Ready,
    Rearm,
    Rearming,
    Reroll,
    Stop,
    Token,
)
from rules.engine import kernel
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile

FAR = {"E8": SLOW}


def worlds(table: Table, player: int, count: int = 60) -> list[BeerBrawlState]:
    """Other worlds for a player."""
    rng = random.Random(7)
    return [kernel.determinize(GAME, table.s, player, rng) for _ in range(count)]


@pytest.mark.rule("BB3", "BB8")
def test_a_counted_draft_is_dealt_anew() -> None:
    table = Table()
    table.do(Reroll(), 1)
    table.ready(1, "A8", "B7")
    seen = [(tuple(w.tiles[1::2]), tuple(w.at[1::2]), w.rerolls[1]) for w in worlds(table, 0)]
    assert len({tiles for tiles, _, _ in seen}) == 60
    assert len({sum(at >= 0 for at in at) for _, at, _ in seen}) == 5  # none to four are placed
    assert len({rerolls for _, _, rerolls in seen}) > 10
    assert all(q in HOME[1] for _, at, _ in seen for q in at if q >= 0)
    mine = {tuple(w.tiles[0::2]) for w in worlds(table, 0)}
    assert mine == {tuple(table.s.tiles[0::2])}


@pytest.mark.rule("BB6")
def test_a_timed_draft_keeps_what_is_public() -> None:
    table = Table(draft="timed")
    table.timeout(0)
    table.timeout(1)
    table.ready(1, "A8", "B7")
    for world in worlds(table, 0):
        assert world.at == table.s.at and world.board == table.s.board


@pytest.mark.rule("BB11", "BB12")
def test_speed_that_was_shown_is_kept() -> None:
    table = Table().lay({"B2": tile(speed=6), "A1": SLOW}, FAR).go(0, "B3", "B4", "B5", "C5")
    table.do(Stop())
    assert table.s.pace[0] == 3
    speeds = {SPEED[w.tiles[0]] for w in worlds(table, 1)}
    assert speeds <= {3, 4, 5, 6} and len(speeds) > 1
    other = {SPEED[w.tiles[2]] for w in worlds(table, 1)}
    assert 0 in other


@pytest.mark.rule("BB15")
def test_who_came_back_to_its_start_can_go_on_in_every_world() -> None:
    table = Table().lay({"B2": tile(speed=6)}, FAR).go(0, "B3", "B2")
    for world in worlds(table, 1):
        assert kernel.offer(GAME, world, 0)
        assert SPEED[world.tiles[0]] >= 2


@pytest.mark.rule("BB15")
def test_who_came_back_to_fight_has_shown_no_further_step() -> None:
    table = Table().lay({"B2": tile(strength=5, speed=1)}, {"B1": SLOW, **FAR}).go(0, "B3", "B2")
    assert table.s.pace[0] == 1


@pytest.mark.rule("BB21")
def test_armor_is_as_well_known_as_it_can_be() -> None:
    mover = tile(strength=2, magic=2, armor=2)
    table = Table(revival=True).lay({"B2": mover, "A1": mover}, {"B4": SLOW, "A4": mover, **FAR})
    table.go(0, "B3").do(Fight(1))
    winner, fallen = (0, 1) if table.s.at[1] == -2 else (1, 0)
    assert table.s.wear[winner] == WORN and table.s.wear[fallen] == BARE
    assert table.s.wear[2] == WHOLE
    for world in worlds(table, 1 - winner):
        worn, slots = world.armor[winner], ARMOR[world.tiles[winner]]
        assert 0 <= worn <= slots
    for world in worlds(table, 1 - fallen):
        assert world.armor[fallen] == 0
    for world in worlds(table, 1):
        assert world.armor[2] == ARMOR[world.tiles[2]]


@pytest.mark.rule("BB21")
def test_who_won_could_hit_in_every_world() -> None:
    loser = tile(strength=3, magic=2, speed=1)
    table = Table().lay({"B2": tile(strength=3, magic=3), "A1": SLOW}, {"B4": loser, **FAR})
    table.go(0, "B3").do(Fight(1))
    assert table.s.beat[0] == 1 << 1
    for world in worlds(table, 1, 200):
        faces = world.tiles[0]
        assert STRENGTH[faces] >= 3 or MAGIC[faces] >= 2


@pytest.mark.rule("BB25")
def test_a_re_armament_is_dealt_anew() -> None:
    table = Table().lay({"B2": tile(armor=3), "C3": tile(armor=3)}, FAR)
    table.s.armor[2], table.s.wear[2] = 1, WORN
    table.go(0, "B3").do(Rearm(2))
    table.do(Give())
    tries, armor = set(), set()
    for world in worlds(table, 1):
        top = world.frames[-1]
        assert isinstance(top, Rearming)
        tries.add(top.tries)
        armor.add((world.armor[0], world.armor[2]))
    assert len(tries) > 8 and len(armor) > 5


@pytest.mark.rule("BB25")
def test_two_whole_friends_stay_whole_in_the_eyes_of_others() -> None:
    table = Table().lay({"B2": tile(armor=3), "C3": tile(armor=3)}, FAR)
    table.go(0, "B3").do(Rearm(2))
    assert table.s.wear[0] == table.s.wear[2] == WHOLE


@pytest.mark.rule("BB25")
def test_a_bare_friend_may_have_got_something() -> None:
    table = Table().lay({"B2": tile(armor=3), "C3": tile(armor=3)}, FAR)
    table.s.armor[2], table.s.wear[2] = 0, BARE
    table.go(0, "B3").do(Rearm(2))
    assert table.s.wear[0] == table.s.wear[2] == WORN


# -- worth


def test_worth_is_fair_and_adds_up() -> None:
    table = Table().lay({"B2": SLOW}, {"B7": SLOW})
    assert GAME.worth(table.s, 0) == pytest.approx(0.5)
    table = Table().lay({"B2": SLOW, "D3": SLOW}, {"B7": SLOW})
    assert GAME.worth(table.s, 0) > 0.6
    assert GAME.worth(table.s, 0) + GAME.worth(table.s, 1) == pytest.approx(1)


def test_worth_rises_on_the_way_to_the_bar() -> None:
    worths = [
        GAME.worth(Table().lay({where: SLOW}, {"A4": SLOW}).s, 0)
        for where in ("E2", "E4", "E6", "E7", "E8")
    ]
    assert worths == sorted(worths) and worths[-1] > 0.95


def test_worth_of_an_end() -> None:
    table = Table().lay({"B2": tile(strength=3, magic=3)}, {"B4": tile(speed=6)})
    table.go(0, "B3").do(Fight(1))
    assert (GAME.worth(table.s, 0), GAME.worth(table.s, 1)) == (1, 0)


def test_priors_put_fights_and_advances_first() -> None:
    table = Table().lay({"B2": tile(speed=6)}, {"B4": SLOW, **FAR})
    ordered = GAME.priors(table.s, 0, table.offers())
    assert ordered[0] == table.offers()[0] and set(ordered) == set(table.offers())
    table.go(0, "B3")
    assert GAME.priors(table.s, 0, table.offers())[0] == Fight(1)
    assert SQUARE["B3"] == table.s.at[0]
    draft = Table()
    few = GAME.priors(draft.s, 0, draft.offers(0))
    assert len(few) < 20 and set(few) <= set(draft.offers(0))


def test_priors_of_the_draft_are_never_a_lake() -> None:
    """With lakes on the two squares nearest to the front nothing was left to try."""
    table = Table(terrain=True, rerolls=0)
    for where in ("E3", "D3"):
        table.do(Token("lake", SQUARE[where]))
    tried = GAME.priors(table.s, 0, table.offers(0))
    assert {o.square for o in tried if isinstance(o, Ready)} == {SQUARE["C3"], SQUARE["B3"]}
