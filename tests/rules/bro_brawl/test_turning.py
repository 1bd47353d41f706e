"""The turning point of fights in which anybody would name the same one."""

import pytest

from rules.bro_brawl.content.names import foe
from rules.bro_brawl.game import GAME
from rules.bro_brawl.state import Died, Drew, Hurt, WaveBegan, Wounded
from rules.engine.state import Event, Moment, Outcome
from rules.engine.turning import turning
from tests.rules.bro_brawl.table import BRUTE, SCAMP, TROOPER, Table


def moment(table: Table, number: int, *events: Event) -> Moment:
    """The table as it was laid out, in a round, after some events."""
    table.s.round = number
    return Moment(table.s, events)


def over(passed: list[Moment], winners: tuple[int, ...], reason: str) -> str:
    passed[-1].state.outcome = Outcome(winners, reason, (1,))
    return turning(GAME, passed)


def points(*kills: tuple[int, ...]) -> Table:
    """A fight for points in which everybody has these kills."""
    table = Table(3, mode="competitive")
    for seat, cards in enumerate(kills):
        table.kills(seat, *cards)
    return table


@pytest.mark.rule("BO30")
def test_the_kill_that_took_the_lead_for_good() -> None:
    passed = [
        moment(points((), (), ()), 1),
        moment(points((SCAMP,), (), ()), 1, Wounded(0, SCAMP, 1, 0, "gun")),  # ahead, not for good
        moment(points((SCAMP,), (TROOPER,), ()), 2, Wounded(1, TROOPER, 2, 0, "gun")),
        moment(points((SCAMP, BRUTE), (TROOPER,), ()), 3, Wounded(0, BRUTE, 3, 0, "gun")),
        moment(points((SCAMP, BRUTE), (TROOPER,), ()), 9),
    ]
    assert over(passed, (0,), "scored") == (
        f"round 2, Brock got {foe(BRUTE)} (3): from then on Brock led, 4 points to 2 at first."
    )
    assert over(passed, (), "scored") == ""  # a tie of all
    assert over(passed, (2,), "resigned") == ""


@pytest.mark.rule("BO28")
def test_a_lost_wave_was_lost_when_half_of_the_bros_were_left() -> None:
    blow = Hurt(1, 3, "monsters", 0)
    passed = [
        moment(Table(), 1, WaveBegan(1, 0)),
        moment(Table(), 4, Hurt(2, 4, "monsters", 0), Died(2)),
        moment(Table(), 5, Hurt(3, 2, "fire", 5)),
        moment(Table(), 6, blow, Died(1), Drew(0, SCAMP)),
        moment(Table(), 8, Died(0), Died(3)),
    ]
    assert over(passed, (), "dead") == (
        "wave 1, round 5, Brody died of 3 damage: from then on 2 bros stood against the deck."
    )
    passed[3] = moment(Table(), 6, Drew(0, SCAMP), blow, Died(1))  # in the round that began
    assert over(passed, (), "dead").startswith("wave 1, round 6, Brody died")


@pytest.mark.rule("BO28")
def test_a_won_wave_turned_when_most_was_to_be_killed() -> None:
    def zone(*cards: int) -> Table:
        table = Table()
        table.foes(*cards)
        return table

    passed = [
        moment(zone(BRUTE, BRUTE + 1, BRUTE + 2), 9),  # in a wave before
        moment(zone(TROOPER), 1, WaveBegan(2, 0)),
        moment(zone(TROOPER, BRUTE), 2),
        moment(zone(TROOPER), 3, Wounded(0, BRUTE, 3, 0, "gun")),
        moment(zone(TROOPER, BRUTE, SCAMP), 3),
        moment(zone(TROOPER, BRUTE), 4, Wounded(1, SCAMP, 1, 0, "gun")),
        moment(zone(TROOPER, BRUTE + 1, SCAMP), 4),  # as much as never before but once
        moment(zone(TROOPER, BRUTE + 1), 5, Wounded(2, SCAMP, 1, 0, "gun")),
        moment(zone(), 6, Wounded(3, TROOPER, 2, 0, "gun")),
    ]
    assert over(passed, (0, 1, 2, 3), "won") == (
        f"wave 1, round 4, Broseph got {foe(SCAMP)} (1): it had taken 6 points to clear the Battle "
        "Zone, and never took as many again."
    )
