"""The turning point of trips in which anybody would name the same one."""

from typing import Literal

import pytest

from rules.brawl_mart.content.store import PLACE
from rules.brawl_mart.game import GAME
from rules.brawl_mart.state import BrawlEnded, Entered, Exchanged, GotTv, Hit, LinedUp, Roll
from rules.engine.state import Event, Moment, Outcome
from rules.engine.turning import turning
from tests.rules.brawl_mart.table import Table, who

Result = Literal["knocked out", "slain"]


def moment(own: str, enemies: str, at: str, *events: Event, tv: bool = False) -> Moment:
    """Both sides in a department, those with `!` knocked out, after some events."""
    table = Table(own, enemies, at)
    table.s.brawls, table.s.tv = 3, tv
    if not own:
        table.in_cafe()
    return Moment(table.s, events)


def blow(by: str, whom: str, result: Result = "knocked out", fallen: str = "") -> Exchanged:
    """Somebody attacks, and the other falls, or by the counter the attacker."""
    hit = Hit(who(fallen or whom), 2, result, 1)
    return Exchanged(0, _roll(by), _roll(whom), who(whom), False, (hit,))


def _roll(name: str) -> Roll:
    return Roll(who(name), (3,), (3,), 0, 1, 3, 0, 0, 0, 0, 0, 0, 3)


def over(passed: list[Moment], reason: str, *, losses: int = 0) -> str:
    end = passed[-1].state
    end.outcome, end.losses = Outcome((0,) if reason == "tv" else (), reason, (50,)), losses
    return turning(GAME, passed)


def brawl(at: str, *ends: Event) -> list[Moment]:
    """Gus, Tim and Nerph against Fran, Joe and Ojwald, who all fall one after the other."""
    return [
        moment("Gus, Tim, Nerph", "Fran, Joe, Ojwald", at, LinedUp(())),
        moment("Gus, Tim, Nerph!", "Fran, Joe, Ojwald", at, blow("Nerph", "Fran", fallen="Nerph")),
        moment("Gus, Tim, Nerph!", "Fran!, Joe, Ojwald", at, blow("Tim", "Fran")),
        moment("Gus, Tim, Nerph!", "Fran!, Joe!, Ojwald", at, blow("Gus", "Joe")),
        moment("", "", at, blow("Gus", "Ojwald", "slain"), *ends),
    ]


@pytest.mark.rule("BM26")
def test_the_hit_by_which_the_brawl_for_the_tv_was_won() -> None:
    passed = brawl("ELECTRONICS", BrawlEnded("won", 3, 0), GotTv())
    passed[-1].state.tv = True
    passed.append(moment("", "", "CHECKOUT", tv=True))
    assert over(passed, "tv") == (
        "brawl 3, in ELECTRONICS, Greeter Gus knocked out Traitor Joe: from then on more of yours "
        "than of theirs were standing, and the TV was won."
    )
    tie = (Hit(who("Gus"), -1, "knocked out", 1), Hit(who("Joe"), -1, "knocked out", 1))
    both = Exchanged(0, _roll("Gus"), _roll("Joe"), who("Joe"), True, tie)  # who falls is theirs
    passed[3] = Moment(passed[3].state, (both,))
    assert "Greeter Gus knocked out Traitor Joe" in over(passed, "tv")
    del passed[3]  # as many on both sides up to the last hit
    assert over(passed, "tv") == (
        "brawl 3, in ELECTRONICS, Greeter Gus slew Ojwald: none of theirs was left standing, and "
        "the TV was won."
    )


@pytest.mark.rule("BM26")
def test_the_first_lost_brawl_puts_the_tv_out_of_reach() -> None:
    lost = BrawlEnded("lost", 0, 0)
    passed = [
        moment("Gus, Tim", "Fran, Joe", "BAKERY", LinedUp(())),
        moment("Gus!, Tim", "Fran, Joe", "BAKERY", blow("Gus", "Joe", fallen="Gus")),
        moment("", "", "THE RESTROOM", blow("Tim", "Fran", "slain", fallen="Tim"), lost),
    ]
    passed[-1].state.losses = 1
    passed.append(moment("", "", "CHECKOUT"))
    assert over(passed, "out", losses=1) == (
        "brawl 3, in BAKERY, Traitor Joe knocked out Greeter Gus: from then on more of theirs than "
        "of yours were standing, and the lost brawl put the TV out of reach."
    )
    assert over(passed[:3], "lost", losses=1).endswith("and the lost brawl ended the trip.")


def test_a_way_past_the_tv() -> None:
    passed = [moment("", "", "BOOKS"), moment("", "", "CHECKOUT", Entered(PLACE["CHECKOUT"]))]
    assert over(passed, "out") == (
        "after brawl 3, you went from BOOKS to CHECKOUT: no way leads from there to the TV."
    )
    passed[0] = moment("", "", "ELECTRONICS")
    assert over(passed, "out") == (
        "after brawl 3, a stalemate, you left ELECTRONICS without the TV."
    )


@pytest.mark.rule("BM28")
def test_an_oath_that_was_broken() -> None:
    slain = blow("Tim", "Fran", "slain")
    passed = [moment("Tim", "Fran", "ENTRANCE", LinedUp(())), moment("", "", "ENTRANCE", slain)]
    assert over(passed, "pacifist") == (
        "brawl 3, at the ENTRANCE, Wispy Tim slew Forklift Fran: the first of theirs to be slain, "
        "and the last."
    )
    passed[-1] = moment("", "", "ENTRANCE", blow("Tim", "Fran"))
    passed[-1].state.knocked_out = [who("Fran")]
    assert over(passed, "rampage") == (
        "brawl 3, at the ENTRANCE, Forklift Fran was only knocked out when the brawl ended."
    )
    assert over(passed, "no enemies") == ""
