"""Every rule of Cups; this is what the tests of a game look like."""

from collections.abc import Sequence

import pytest

from rules.engine import kernel
from rules.engine.conformance import check
from rules.engine.errors import Refused
from rules.engine.inputs import Answer, Resign, Timeout
from rules.engine.state import Option, Told
from tests.rules.example.cups.game import GAME
from tests.rules.example.cups.state import Claim, CupsState, CupsVariant, Doubt, Lifted, Rolled


def begin(*dice: int, faces: int = 6) -> CupsState:
    """A game that waits for its first claim, with these dice under the cups."""
    s: CupsState = kernel.start(GAME, CupsVariant(faces=faces), len(dice), bytes(16)).state
    s.dice = list(dice)
    return s


def say(s: CupsState, option: Option) -> kernel.Step:
    """Whoever is asked answers."""
    question = s.open[0]
    return kernel.apply(GAME, s, Answer(question.seat, question.number, option))


def after(s: CupsState, options: Sequence[Option]) -> CupsState:
    """The state after some answers."""
    for option in options:
        s = say(s, option).state
    return s


def heard(told: list[Told], player: int | None) -> list[object]:
    """What a player is told."""
    return [t.event for t in told if t.heard_by(player)]


@pytest.mark.rule("CU1")
def test_everybody_is_told_their_own_die_alone() -> None:
    step = kernel.start(GAME, CupsVariant(), 3, bytes(16))
    s: CupsState = step.state
    assert all(1 <= face <= 6 for face in s.dice)
    for player in range(3):
        assert heard(step.told, player) == [Rolled(s.dice[player])]
        seen = GAME.view(s, player).dice
        assert seen == [face if seat == player else 0 for seat, face in enumerate(s.dice)]
    assert heard(step.told, None) == []


@pytest.mark.rule("CU1")
def test_dice_can_have_other_faces() -> None:
    s: CupsState = kernel.start(GAME, CupsVariant(faces=2), 4, bytes(16)).state
    assert set(s.dice) <= {1, 2}
    assert s.highest == 8


@pytest.mark.rule("CU2")
def test_players_take_turns_as_they_sit() -> None:
    s = begin(1, 2, 3)
    for total, seat in enumerate((0, 1, 2, 0), start=1):
        assert kernel.waiting(s) == [seat]
        s = say(s, Claim(total)).state


@pytest.mark.rule("CU3")
def test_a_claim_is_higher_than_the_last_and_not_out_of_reach() -> None:
    s = say(begin(3, 4), Claim(5)).state
    assert kernel.offer(GAME, s, 1) == [*map(Claim, range(6, 13)), Doubt()]
    with pytest.raises(Refused, match="higher than 5") as refused:
        say(s, Claim(5))
    assert refused.value.rule == "CU3"
    with pytest.raises(Refused, match="at most 12"):
        say(s, Claim(13))


@pytest.mark.rule("CU4")
def test_nothing_can_be_doubted_before_the_first_claim() -> None:
    s = begin(3, 4)
    assert Doubt() not in kernel.offer(GAME, s, 0)
    with pytest.raises(Refused, match="no claim") as refused:
        say(s, Doubt())
    assert refused.value.rule == "CU4"


@pytest.mark.rule("CU4")
@pytest.mark.parametrize(("claimed", "total"), [(7, 8), (12, 12)])
def test_time_makes_the_lowest_claim_or_doubts(claimed: int, total: int) -> None:
    s = say(begin(6, 6), Claim(claimed)).state
    late = kernel.apply(GAME, s, Timeout(1, s.open[0].number)).state
    assert late.claim == total
    assert (late.outcome is not None) == (claimed == 12)


@pytest.mark.rule("CU5")
@pytest.mark.parametrize(("claimed", "winner"), [(6, 0), (7, 0), (8, 1)])
def test_the_dice_say_who_loses(claimed: int, winner: int) -> None:
    step = say(say(begin(3, 4), Claim(claimed)).state, Doubt())
    assert step.state.outcome.winners == (winner,)
    assert heard(step.told, None) == [Lifted(1, (3, 4))]
    assert GAME.view(step.state, None).dice == [3, 4]


@pytest.mark.rule("CU5")
def test_of_several_only_one_loses() -> None:
    over = after(begin(1, 1, 1), [Claim(1), Claim(9), Doubt()])
    assert over.outcome is not None
    assert over.outcome.winners == (0, 2)


def test_dice_are_hidden_until_the_game_is_over() -> None:
    """Then all may see them, also where somebody gave up."""
    s = say(begin(3, 4), Claim(5)).state
    assert GAME.view(s, None).dice == [0, 0]
    over = kernel.apply(GAME, s, Resign(0)).state
    assert GAME.view(over, None).dice == [3, 4]


def test_the_contract_is_kept() -> None:
    report = check(GAME, 30, 2026, density=0.5)
    assert report.compared > 50
