"""The turning point of matches in which anybody would name the same blow."""

from typing import Any

import pytest

from rules.brawlhalla.game import GAME
from rules.brawlhalla.state.events import Attacked, Hurt, KnockedOut, Shuffled, TurnBegan
from rules.brawlhalla.state.fighter import RED, YELLOW
from rules.engine.state import Event, Moment, Outcome
from rules.engine.turning import turning
from tests.rules.brawlhalla.table import BODVAR, HATTORI, MORDEX, NIX, Table


def moment(number: int, cards: str, hurt: str, *events: Event, **options: Any) -> Moment:
    """A round, the KO cards and the damage of everybody, and what led there; `-` is out."""
    table = Table(*(BODVAR, HATTORI, MORDEX, NIX)[: len(cards)], **options)
    table.s.round = number
    for fighter, left, damage in zip(table.s.fighters, cards, hurt, strict=True):
        fighter.out = left == "-"
        fighter.kos, fighter.damage = int(left.replace("-", "0")), int(damage)
    return Moment(table.s, events)


def over(passed: list[Moment], *winners: int) -> str:
    passed[-1].state.outcome = Outcome(winners, "standing")
    return turning(GAME, passed)


@pytest.mark.rule("BH22")
def test_the_knock_out_after_which_the_winner_was_always_ahead() -> None:
    passed = [
        moment(1, "22", "00"),
        moment(2, "21", "00", KnockedOut(1, 0, 1, False)),
        moment(3, "11", "00", KnockedOut(0, 1, 1, False)),
        moment(4, "11", "00"),
        moment(6, "11", "01", Attacked(0, 1, False), Hurt(1, YELLOW)),
        moment(9, "1-", "01", KnockedOut(1, 0, 0, True)),
    ]
    assert over(passed, 0) == (
        "round 4, Bödvar hurt Hattori to yellow: from then on Bödvar was ahead in damage, with as "
        "many KO cards left."
    )
    passed[2:5] = [moment(5, "21", "20")]  # a KO card more outweighs the damage
    assert over(passed, 0) == (
        "round 1, Bödvar knocked out Hattori: from then on Bödvar was ahead in KO cards, 2 to 1 at "
        "first."
    )


@pytest.mark.rule("BH22")
def test_a_lead_by_healing_is_told_from_the_knock_out_that_followed() -> None:
    passed = [
        moment(1, "22", "22"),
        moment(4, "22", "12", Hurt(0, YELLOW, healed=True)),
        moment(4, "21", "10", KnockedOut(1, 0, 1, False)),
        moment(9, "2-", "10", KnockedOut(1, 0, 0, True)),
    ]
    assert over(passed, 0) == (
        "round 4, Bödvar knocked out Hattori: from then on Bödvar was ahead in KO cards, 2 to 1 at "
        "first."
    )


@pytest.mark.parametrize(("hurt", "was"), [("20", "Bödvar was behind"), ("11", "it was level")])
def test_a_last_blow_that_turned_the_match(hurt: str, was: str) -> None:
    passed = [
        moment(1, "22", "00"),
        moment(8, "11", hurt),
        moment(8, "1-", hurt, KnockedOut(1, 0, 0, True)),
    ]
    assert over(passed, 0) == f"round 8, Bödvar eliminated Hattori: until that blow {was}."


def test_a_deck_that_ran_out_in_the_next_turn() -> None:
    """A step that ends a turn leads into the next one: the round is that of what happened."""
    drew = (TurnBegan(1, 7), Shuffled(1), Hurt(1, RED))
    passed = [moment(6, "11", "11"), moment(7, "11", "12", *drew), moment(9, "1-", "12")]
    assert over(passed, 0).startswith("round 7, Hattori was hurt to red: from then on Bödvar was")
    out = (TurnBegan(1, 7), Shuffled(1), KnockedOut(1, -1, 0, True))
    passed[1:] = [moment(7, "1-", "11", *out)]
    assert over(passed, 0) == (
        "round 7, Hattori was eliminated by drawing from an empty deck: until that blow it was level."
    )


def test_teams_stand_together_and_everybody_alone_is_compared_with_the_best() -> None:
    passed = [
        moment(1, "2222", "0000", format="2v2"),
        moment(3, "2221", "0000", KnockedOut(3, 2, 1, False), format="2v2"),
        moment(5, "2-2-", "0000", format="2v2"),
    ]
    assert over(passed, 0, 2) == (
        "round 1, Mordex knocked out Nix: from then on Bödvar and Mordex were ahead in KO cards, 4 "
        "to 3 at first."
    )
    alone = [
        moment(1, "222", "000"),
        moment(3, "212", "000", KnockedOut(1, 2, 1, False)),  # Mordex is as good as Bödvar still
        moment(4, "212", "001", Attacked(0, 2, False), Hurt(2, YELLOW)),
        moment(9, "2--", "000"),
    ]
    assert over(alone, 0).startswith("round 3, Bödvar hurt Mordex to yellow: from then on Bödvar")


def test_without_ko_cards_legends_count() -> None:
    passed = [
        moment(1, "0000", "0000", format="2v2", mode="blitz"),
        moment(2, "0-00", "0000", KnockedOut(1, 0, 0, True), format="2v2", mode="blitz"),
        moment(5, "0-0-", "0000", format="2v2", mode="blitz"),
    ]
    assert over(passed, 0, 2).endswith("were ahead in Legends, 2 to 1 at first.")
    level = moment(1, "0000", "0000", format="2v2", mode="blitz")
    assert over([level, level], 0, 2) == ""
