"""The turning point of games in which anybody would name the same one."""

import pytest

from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import Fight, Moved, Step, Stop
from rules.engine.inputs import OfferDraw, Resign
from rules.engine.state import Moment, Outcome
from rules.engine.turning import moment, turning
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile

FAST = tile(speed=6)


class Game:
    """A game whose every barrier is remembered."""

    def __init__(self, blue: dict[str, int], orange: dict[str, int]) -> None:
        self.table = Table().lay(blue, orange)
        self.moments = [moment(GAME, self.table.s, ())]

    def look(self) -> None:
        if self.table.barrier:
            self.moments.append(moment(GAME, self.table.s, self.table.told))

    def go(self, p: int, where: str, target: int | None = None) -> None:
        """One step, and a fight or the end of the turn."""
        self.table.do(Step(p, SQUARE[where]))
        self.look()
        if self.table.s.outcome is None:
            self.table.do(Stop() if target is None else Fight(target))
            self.look()

    def end(self, given: Resign | OfferDraw) -> str:
        self.table.give(given)
        self.look()
        return self.said

    @property
    def said(self) -> str:
        return turning(GAME, self.moments)


def even() -> Game:
    """Two on each side, as good as each other."""
    return Game({"C3": SLOW, "A1": SLOW}, {"C5": SLOW, "E8": SLOW})


@pytest.mark.rule("BB26")
def test_the_only_fight_of_a_game() -> None:
    game = even()
    game.go(0, "C4", 1)  # who attacks an equal without armor wins
    game.go(3, "E7")
    game.go(0, "C5")
    said = game.end(Resign(1))
    assert said.startswith("turn 1, Barnaby (Blue) knocked Crumpet (Orange) out: as a computer")
    assert "Blue's chances had been " in said


@pytest.mark.rule("BB29")
def test_a_way_behind_the_bar_after_a_lost_fight() -> None:
    game = Game({"A7": FAST, "C2": FAST}, {"C4": SLOW, "E3": SLOW})
    game.go(0, "B7")
    game.go(1, "C3", 2)  # Blue is the weaker side now
    game.go(0, "B8")
    game.go(3, "D3")
    assert game.table.s.outcome is not None and game.table.s.outcome.reason == "back_rank"
    assert game.said.startswith("turn 3, Barnaby (Blue) went behind Orange's bar: ")


def test_what_was_made_good_again_is_no_turning_point() -> None:
    game = even()
    game.go(0, "C4", 1)
    game.table.put(1, "C5", SLOW)  # as if nobody had fallen
    game.moments.append(moment(GAME, game.table.s, ()))
    game.go(3, "E7")
    game.go(0, "B4")
    assert game.end(Resign(1)) == ""


@pytest.mark.rule("BB29")
def test_what_the_loser_did_last_did_not_win_the_game() -> None:
    """Orange goes behind Blue's bar, and as that turn ends Blue wins, who is behind Orange's."""
    s, way = even().table.s, (SQUARE["C2"], SQUARE["C1"])
    passed = [Moment(s, (), (0.6, 0.4)), Moment(s, (Moved(1, way),), (1.0, 0.0))]
    s.outcome = Outcome((0,), "back_rank")
    assert turning(GAME, passed) == ""
    passed[1] = Moment(s, (Moved(0, (SQUARE["C7"], SQUARE["C8"])),), (1.0, 0.0))
    assert "Barnaby (Blue) went behind Orange's bar" in turning(GAME, passed)


def test_a_draw_has_none() -> None:
    game = even()
    game.go(0, "C4", 1)
    game.table.give(OfferDraw(0))
    assert game.end(OfferDraw(1)) == ""
