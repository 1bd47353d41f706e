"""Pages of rules are read as they are written."""

import pytest

from rules.engine.errors import Broken
from rules.engine.page import page, read

NIM = """\
# Nim

A heap of matches; **R** marks a ruling of ours.

- NI1 Two players take matches in turn.

## A turn
- NI2 A turn takes one match,
  two or three,
    never none.
- NI3 Whoever takes the last match loses.
  - so does whoever takes none

Not part of a rule.
- a list line without an id
"""


def test_every_rule_is_found_with_its_heading_and_its_indented_lines() -> None:
    rules = read(NIM).rules
    assert list(rules) == ["NI1", "NI2", "NI3"]
    assert rules["NI1"].topic == "Nim"
    assert rules["NI2"].topic == "A turn"
    assert rules["NI2"].text == "A turn takes one match, two or three, never none."
    assert rules["NI3"].text == (
        "Whoever takes the last match loses.\n- so does whoever takes none"
    )


def test_topics_name_their_ids_in_the_order_of_the_page() -> None:
    assert read(NIM).topics == {"Nim": ["NI1"], "A turn": ["NI2", "NI3"]}


@pytest.mark.parametrize("typed", ["NI2", "ni2", " Ni2 "])
def test_a_rule_is_found_as_it_is_typed(typed: str) -> None:
    found = read(NIM).find(typed)
    assert found is not None
    assert found.id == "NI2"


@pytest.mark.parametrize("typed", ["", "NI", "NI4", "turn", "NI 2"])
def test_what_is_no_id_finds_nothing(typed: str) -> None:
    assert read(NIM).find(typed) is None


def test_an_id_stands_once() -> None:
    with pytest.raises(Broken, match="NI1 stands twice"):
        read(NIM + "- NI1 Again.\n")


def test_a_game_without_a_page_has_no_rules_to_show() -> None:
    assert page("no_such_game").rules == {}
