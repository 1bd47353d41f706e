"""The turning point of bouts in which anybody would name the same card."""

from rules.brawl.content.cards import CLEAR, MIDDLE, REVERSE, WHOLE
from rules.brawl.game import GAME
from rules.brawl.state import Base, Discarded, Played
from rules.engine.codec import clone
from rules.engine.state import Event, Moment, Outcome
from rules.engine.turning import turning
from tests.rules.brawl.table import B, Bout, R, base

HALE, CHRIS = 0, 1


def moment(left: int, row: list[Base], *events: Event) -> Moment:
    """The row after some events, with so many cards left in the decks."""
    bout = Bout().lay(*row).give(HALE, deck=[R] * left).give(CHRIS, deck=[])
    return Moment(clone(GAME, bout.s), events)


def over(passed: list[Moment], winner: int | None, reason: str = "done") -> str:
    passed[-1].state.outcome = Outcome(() if winner is None else (winner,), reason, (2, 0))
    return turning(GAME, passed)


def even() -> list[Base]:
    """A Base each."""
    return [base(0, HALE), base(1, CHRIS)]


def test_the_card_that_took_the_lead_for_good() -> None:
    ahead = [base(0, HALE), base(1, CHRIS, [], [B], [REVERSE])]
    passed = [
        moment(9, even()),
        moment(8, [base(0, HALE), base(1, CHRIS, [R])], Played(HALE, R, 1, HALE)),  # ahead at once
        moment(7, [base(0, HALE, [], [B]), base(1, CHRIS, [R])], Played(CHRIS, B, 0, CHRIS)),
        moment(6, ahead, Played(HALE, REVERSE, 1, MIDDLE)),
        moment(5, ahead, Discarded(CHRIS, B)),
        moment(0, [*ahead, base(2, HALE)], Discarded(HALE, R)),
    ]
    assert over(passed, HALE) == (
        "with 6 cards left in the decks, Hale lays a Reverse in the middle of Base B: from then on "
        "Hale always holds more Bases, 2 to 0 at first."
    )


def test_the_loser_may_have_played_it_and_it_may_be_the_last_card() -> None:
    passed = [
        moment(1, even()),
        moment(0, [base(1, CHRIS)], Played(HALE, CLEAR, 0, WHOLE)),
    ]
    assert over(passed, CHRIS).startswith(
        "with no card left in the decks, Hale clears Base A away: from then on Chris always holds"
    )


def test_a_winner_who_never_led_and_a_draw_have_none() -> None:
    passed = [moment(2, even()), moment(1, even(), Played(HALE, R, 0, HALE))]
    assert over(passed, HALE, "resigned") == ""
    ahead = moment(1, [base(0, HALE)], Played(HALE, CLEAR, 1, WHOLE))
    assert over([passed[0], ahead], None, "agreed") == ""
    assert over([passed[0], ahead], HALE) != ""
