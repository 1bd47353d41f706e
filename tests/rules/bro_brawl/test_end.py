"""The end, waves, competitive play (BO28–BO30)."""

from typing import Any

import pytest

from rules.bro_brawl.content.cards import LIFE, UPGRADE, upgrades_of
from rules.bro_brawl.game import GAME
from rules.bro_brawl.play.end import bro_score
from rules.bro_brawl.state import (
    Attack,
    Bro,
    GoOn,
    GruntHit,
    NoAction,
    PlayGrunt,
    SacrificeHit,
    Stop,
    Wave,
)
from rules.engine import kernel
from rules.engine.errors import Refused, RulesError
from rules.engine.inputs import OfferDraw, Resign
from rules.engine.state import Option, Outcome
from tests.rules.bro_brawl.table import (
    BRUTE,
    GUN2,
    PACK2,
    SCAMP,
    TROOPER,
    Table,
    grunt,
    mishap,
    names,
)


def last_scamp(players: int = 4, **options: Any) -> Table:
    """One level 1 monster is all that is left."""
    table = Table(players, **options)
    table.foes(SCAMP)
    table.no_deck()
    return table


@pytest.mark.rule("BO28")
def test_won_when_no_monster_is_left_whatever_else_is() -> None:
    table = last_scamp()
    table.next_cards(GUN2)
    told = table.do(Attack(SCAMP, 1))
    assert [q.kind for q in table.s.open] == ["wave"] * 4
    assert "GruntDrawn" not in names(told)  # won at once


@pytest.mark.rule("BO18", "BO28")
def test_a_sacrifice_can_win_the_wave_as_the_turn_ends() -> None:
    table = last_scamp()
    table.next_cards(GUN2)
    table.next_grunts(grunt("divert"))
    told = table.do(SacrificeHit(1, SCAMP))
    assert [q.kind for q in table.s.open] == ["wave"] * 4
    assert "Drew" not in names(told)  # nobody else has a turn


@pytest.mark.rule("BO28")
def test_not_won_while_a_monster_is_in_the_deck() -> None:
    table = last_scamp()
    table.next_cards(BRUTE)
    table.next_grunts(grunt("divert"))
    table.do(Attack(SCAMP, 1))
    assert table.waits == [1]


@pytest.mark.rule("BO28")
def test_lost_when_all_bros_are_dead() -> None:
    table = Table()
    for bro in table.s.bros:
        bro.life = 0
    table.s.bros[0].life = 1
    table.next_grunts(grunt("fire", 1))
    table.do(NoAction())
    assert table.s.outcome is not None
    assert (table.s.outcome.winners, table.s.outcome.reason) == ((), "dead")


@pytest.mark.rule("BO28")
@pytest.mark.parametrize(("mode", "reason"), [("co-op", "late"), ("competitive", "scored")])
def test_a_wave_of_more_than_sixty_rounds_is_over(mode: str, reason: str) -> None:
    table = Table(mode=mode)
    table.s.round = 60
    seat = 0
    table.s.bros[2].kills = []
    for seat in range(4):
        table.next_grunts(grunt("fire", 1, seat))
        table.do(NoAction(), seat=seat)
    assert table.s.outcome is not None
    assert table.s.outcome.reason == reason


@pytest.mark.rule("BO28")
def test_the_sixtieth_round_is_played() -> None:
    table = Table()
    table.s.round = 59
    for seat in range(4):
        table.next_grunts(grunt("fire", 1, seat))
        table.do(NoAction(), seat=seat)
    assert table.s.outcome is None
    assert table.s.round == 60


@pytest.mark.rule("BO28")
def test_what_is_lost_counts_the_waves_that_were_won() -> None:
    table = Table(wave=3)
    for bro in table.s.bros:
        bro.life = 0
    table.s.bros[0].life = 1
    table.next_grunts(grunt("fire", 1))
    table.do(NoAction())
    assert table.s.outcome is not None
    assert table.s.outcome.scores == (2,)


# -- waves


@pytest.mark.rule("BO29")
def test_the_upgrades_of_each_wave_by_what_is_left_out_and_by_total() -> None:
    def totals(wave: int) -> list[int]:
        cards = [UPGRADE[c] for c in upgrades_of(wave)]
        kinds = (("armor", 1), ("gun", 2), ("gun", 3), ("health", 2), ("health", 3))
        return [sum((u.kind, u.points) == kind for u in cards) for kind in kinds]

    assert [totals(w) for w in (1, 2, 3, 4)] == [
        [1, 2, 2, 2, 2],
        [1, 2, 1, 1, 2],
        [1, 1, 1, 1, 1],
        [1, 1, 0, 0, 1],
    ]


def all_say(table: Table, option: Option) -> None:
    """Every player gives the same answer."""
    for seat in table.waits:
        table.do(option, seat=seat)


@pytest.mark.rule("BO29")
def test_going_on_sets_everything_anew_and_the_same_bro_starts() -> None:
    table = last_scamp(2)
    table.gear(0, GUN2)
    table.s.bros[1].life = 0
    table.suffer(2, mishap("Gun Envy"))
    table.do(Attack(SCAMP, 1))
    assert len(table.waits) == 2  # a player is asked once, whatever bros they hold
    all_say(table, GoOn())
    s = table.s
    assert (s.wave, s.round) == (2, 1)
    assert all(b.life >= LIFE - 1 and not b.gear for b in s.bros)
    assert isinstance(s.frames[0], Wave)
    assert s.frames[0].seat == s.first == 0
    assert GAME.problems(s) == []


@pytest.mark.rule("BO29")
def test_going_on_needs_every_player() -> None:
    table = last_scamp(2)
    table.do(Attack(SCAMP, 1))
    table.do(GoOn(), seat=0)
    assert GAME.view(table.s, 1).mine == ""
    assert table.waits == [1]
    table.do(Stop(), seat=1)
    assert table.s.outcome is not None
    assert (table.s.outcome.winners, table.s.outcome.scores) == ((0, 1), (1,))


@pytest.mark.rule("BO29")
def test_after_wave_four_there_is_no_further_one() -> None:
    table = last_scamp(1, wave=4)
    table.do(Attack(SCAMP, 1))
    assert table.s.outcome is not None
    assert (table.s.outcome.reason, table.s.outcome.scores) == ("won", (4,))


# -- competitive


@pytest.mark.rule("BO30")
def test_a_dead_bros_kills_are_halved_rounded_up_and_upgrades_count() -> None:
    kills = [SCAMP, TROOPER, BRUTE, SCAMP + 1]  # seven points
    assert bro_score(Bro(kills=kills, gear=[GUN2, PACK2])) == 7 + 4
    assert bro_score(Bro(life=0, kills=kills, gear=[GUN2])) == 4 + 2
    assert bro_score(Bro(life=0, kills=[BRUTE, BRUTE + 1])) == 3


@pytest.mark.rule("BO30")
def test_the_most_points_win_and_a_team_adds_its_bros() -> None:
    table = last_scamp(2, mode="competitive")
    table.kills(1, BRUTE)
    table.kills(2, TROOPER)
    table.do(Attack(SCAMP, 1))
    assert table.s.outcome is not None
    assert table.s.outcome.scores == (3, 3)
    assert table.s.outcome.winners == ()
    table = last_scamp(3, mode="competitive")
    table.kills(1, BRUTE)
    table.do(Attack(SCAMP, 1))
    assert table.s.outcome is not None
    assert (table.s.outcome.winners, table.s.outcome.scores) == ((1,), (1, 3, 0))


@pytest.mark.rule("BO30")
def test_a_dead_bro_must_play_a_sacrifice_while_anybody_has_a_mishap() -> None:
    for afflicted in (True, False):
        table = Table(mode="competitive")
        table.s.bros[1].life = 0
        if afflicted:
            table.suffer(2, mishap("Gun Envy"))
        sacrifice, hit = grunt("sacrifice"), grunt("damage", 2)
        table.next_cards(SCAMP)
        table.next_grunts(grunt("divert"), hit, sacrifice)
        table.do(NoAction())
        both = {PlayGrunt(sacrifice), PlayGrunt(hit)}
        assert set(table.options(1)) == ({PlayGrunt(sacrifice)} if afflicted else both)


@pytest.mark.rule("BO21", "BO30")
def test_in_co_op_the_dead_are_free_to_leave_a_sacrifice() -> None:
    table = Table()
    table.s.bros[1].life = 0
    table.suffer(2, mishap("Gun Envy"))
    sacrifice, hit = grunt("sacrifice"), grunt("damage", 2)
    table.next_cards(SCAMP)
    table.next_grunts(grunt("divert"), hit, sacrifice)
    table.do(NoAction())
    assert set(table.options(1)) == {PlayGrunt(sacrifice), PlayGrunt(hit)}


@pytest.mark.rule("BO30")
def test_a_sacrifice_passed_over_is_refused_with_the_reason() -> None:
    table = Table(mode="competitive")
    table.s.bros[1].life = 0
    table.suffer(2, mishap("Gun Envy"))
    hit = grunt("damage", 2)
    table.next_cards(SCAMP)
    table.next_grunts(grunt("divert"), hit, grunt("sacrifice"))
    table.do(NoAction())
    with pytest.raises(Refused, match="Sacrifice must be played") as refused:
        table.do(PlayGrunt(hit), seat=1)
    assert refused.value.rule == "BO30"
    with pytest.raises(Refused, match="one of the two") as refused:
        table.do(PlayGrunt(grunt("damage", 3)), seat=1)
    assert refused.value.rule == "BO21"


@pytest.mark.rule("BO30")
def test_who_resigned_cannot_win_by_points() -> None:
    table = last_scamp(3, mode="competitive")
    table.kills(1, BRUTE)
    table.s.resigned = [1]
    table.do(Attack(SCAMP, 1))
    assert table.s.outcome is not None
    assert table.s.outcome.winners == (0,)


@pytest.mark.rule("BO29")
def test_who_resigned_is_not_asked_to_go_on_and_does_not_win() -> None:
    table = last_scamp(2)
    table.s.resigned = [1]
    table.do(Attack(SCAMP, 1))
    assert table.waits == [0]
    table.do(Stop())
    assert table.s.outcome is not None
    assert table.s.outcome.winners == (0,)


def test_the_referee_picks_and_aims_for_a_dead_bro_who_resigned() -> None:
    table = Table()
    table.s.bros[1].life = 0
    table.foes(BRUTE)
    table.next_cards(SCAMP)
    table.next_grunts(grunt("divert"), grunt("damage", 2), grunt("damage", 3))
    table.s.resigned = [1]
    table.do(NoAction())
    assert table.s.bros[1].kills == [BRUTE]
    assert table.waits == [2]


def test_who_resigns_leaves_bros_behind_and_the_others_fight_on() -> None:
    table = Table()
    table.foes(SCAMP, BRUTE)
    table.next_grunts(grunt("divert"))
    step = kernel.apply(GAME, table.s, Resign(0))
    table.s = step.state
    assert table.waits == [1]
    assert table.s.bros[0].kills == [SCAMP]  # the referee shot for the bro
    with pytest.raises(RulesError, match="no draw"):
        kernel.apply(GAME, table.s, OfferDraw(1))


def test_the_last_to_resign_loses_and_a_lone_rival_wins() -> None:
    s = kernel.apply(GAME, Table(1).s, Resign(0)).state
    assert s.outcome.winners == ()
    s = kernel.apply(GAME, Table(2, mode="competitive").s, Resign(0)).state
    assert s.outcome.winners == (1,)


def test_a_team_wins_in_the_plural() -> None:
    table = Table(2, mode="competitive")
    table.kills(2, BRUTE)
    view = GAME.view(table.s, None)
    said = GAME.text.outcome(view, Outcome((0,), "scored", view.scores))
    assert said == "Brock and Broseph win: 3 points, Brody and Brobert 0."


def test_a_time_out_shoots_plainly() -> None:
    table = Table()
    table.foes(SCAMP, BRUTE)
    assert kernel.default(GAME, table.s, 0) == Attack(SCAMP, 1)
    table.next_grunts(grunt("damage", 3))
    table.do(NoAction())
    assert kernel.default(GAME, table.s, 0) == GruntHit(BRUTE)
