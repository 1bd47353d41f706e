"""Lakes and rough ground."""

from typing import Literal

import pytest

from rules.beer_brawl.content import HOME
from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import (
    BeerBrawlVariant,
    Draft,
    Present,
    Ready,
    Step,
    Stop,
    Token,
    TokenPlaced,
)
from rules.engine.contract import build_variant
from rules.engine.errors import BadVariant
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile

Ground = Literal["lake", "rough"]
KINDS: tuple[Ground, Ground] = ("lake", "rough")
FAR = {"E8": SLOW}


def lay(table: Table, kind: Ground, *wheres: str) -> None:
    """Tokens by whoever is asked."""
    for where in wheres:
        table.do(Token(kind, SQUARE[where]))


@pytest.mark.rule("BB32")
@pytest.mark.parametrize("tokens", [1, 2, 3])
def test_tokens_are_placed_in_turn_before_the_draft(tokens: int) -> None:
    table = Table(terrain=True, tokens=tokens, draft="timed")
    seats = []
    for n in range(2 * tokens):
        seats.append(table.seat)
        assert table.view(None).phase == "terrain" and table.view(None).active == n % 2
        kind = KINDS[n % 2]
        assert table.do(Token(kind, 15 + 2 * n)) == [TokenPlaced(n % 2, kind, 15 + 2 * n)]
    assert seats == [0, 1] * tokens
    assert isinstance(table.s.frames[0], Draft) and table.offers(0) == [Present()]
    view = table.view(None)
    assert view.lakes == tuple(15 + 2 * n for n in range(0, 2 * tokens, 2))
    assert view.rough == tuple(15 + 2 * n for n in range(1, 2 * tokens, 2))


@pytest.mark.rule("BB32")
def test_one_token_each_unless_agreed_otherwise() -> None:
    assert build_variant(GAME, {"terrain": True}, 2) == BeerBrawlVariant(terrain=True, tokens=1)
    with pytest.raises(BadVariant):
        build_variant(GAME, {"terrain": True, "tokens": 4}, 2)
    assert isinstance(Table().s.frames[0], Draft)


@pytest.mark.rule("BB32")
def test_the_land_stays_in_one_piece() -> None:
    table = Table(terrain=True, tokens=3)
    lay(table, "lake", "A2")
    assert table.refusal(Token("lake", SQUARE["B1"])) == "BB32"
    assert Token("rough", SQUARE["B1"]) in table.offers()
    lay(table, "lake", "A4", "B5", "C4", "D5")
    assert table.refusal(Token("lake", SQUARE["E4"])) == "BB32"  # the board would fall in two
    assert "cut a part" in table.reason(Token("lake", SQUARE["E4"]))
    assert table.refusal(Token("lake", SQUARE["A4"])) == "BB32"
    assert table.refusal(Token("lake", 40)) == "BB1"
    assert table.refusal(Ready(0, 0)) == "BB32"


@pytest.mark.rule("BB32")
def test_a_home_keeps_more_free_squares_than_tiles() -> None:
    table = Table(terrain=True, tokens=3, adventurers=9)
    lay(table, "lake", "A1", "C1", "E1", "B3", "D3")
    home = {o.square for o in table.offers() if isinstance(o, Token) and o.kind == "lake"}
    assert not home & set(HOME[0]) and home & set(HOME[1])
    assert table.refusal(Token("lake", SQUARE["C3"])) == "BB32"
    assert "too little room" in table.reason(Token("lake", SQUARE["C3"]))
    lay(table, "rough", "C3")
    free = {o.square for o in table.offers(0) if isinstance(o, Ready)}
    assert len(free) == 10


@pytest.mark.rule("BB32")
def test_no_tile_on_a_lake() -> None:
    table = Table(terrain=True)
    lay(table, "lake", "B2", "C7")
    for seat, where in ((0, "B2"), (1, "C7")):
        assert table.refusal(Ready(seat, SQUARE[where]), seat) == "BB32"
    table.do(Ready(0, SQUARE["B3"]), 0)


@pytest.mark.rule("BB32")
def test_lakes_cannot_be_entered() -> None:
    table = Table().lay({"B2": SLOW}, FAR, lakes=("B3", "A2"))
    assert table.steps(0) == {"B1", "C2"}
    assert table.refusal(Step(0, SQUARE["B3"])) == "BB32"


@pytest.mark.rule("BB32")
@pytest.mark.parametrize(("speed", "enters"), [(1, False), (2, True)])
def test_rough_costs_two_moves(speed: int, enters: bool) -> None:
    mover = tile(strength=6 - speed, speed=speed)
    table = Table().lay({"B2": mover}, FAR, rough=("B4",)).go(0, "B3")
    assert ("B4" in table.steps(0)) == enters
    if not enters:
        assert table.refusal(Step(0, SQUARE["B4"])) == "BB32"
    else:
        assert table.go(0, "B4").steps(0) == set()


@pytest.mark.rule("BB32")
@pytest.mark.parametrize("speed", [0, 1, 2])
def test_the_first_step_may_always_enter_rough(speed: int) -> None:
    """So that being able to move tells nothing; it uses two moves, or the only one."""
    mover = tile(strength=6 - speed, speed=speed)
    table = Table().lay({"B2": mover}, FAR, rough=("B3",))
    assert "B3" in table.steps(0)
    table.go(0, "B3")
    assert bool(table.steps(0)) == (speed == 2)
    private = table.view(0).private
    assert private is not None and private.moves_left == max(0, speed - 1)
    assert table.s.pace[0] == 0  # nobody has learnt anything of its speed
    table.do(Stop())
