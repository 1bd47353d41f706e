"""Words that are the same in every game."""

import doctest

from rules.engine import text


def test_the_examples_hold() -> None:
    assert doctest.testmod(text) == (0, 4)
