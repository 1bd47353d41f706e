"""How a siege judges whether an answer that a player saw taken is lost."""

from __future__ import annotations

from tests.local.told import lost

TOLD = {"20": "1:0.5"}  # a press, and the question that was gone after it


def test_an_answer_in_the_log_is_not_lost() -> None:
    assert lost(TOLD, [("1:0.4", "10"), ("1:0.5", "20")]) == []


def test_an_earlier_press_may_have_answered_the_question() -> None:
    assert lost(TOLD, [("1:0.5", "19")]) == []


def test_who_is_asked_again_after_being_told_has_lost_an_answer() -> None:
    """The question is in the log, but by a later press: the first one was told, and not kept."""
    assert lost(TOLD, [("1:0.5", "21")]) == ["20"]


def test_nobody_else_answers_for_a_player() -> None:
    """Neither a default, which names no request, nor another question's press counts."""
    assert lost(TOLD, [("1:0.5", None), ("", "19"), ("1:1.5", "19")]) == ["20"]
