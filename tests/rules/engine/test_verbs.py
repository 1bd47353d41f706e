"""What is typed is read back: the inverse of how an option's arguments are worded."""

from collections.abc import Iterable
from typing import Any

from rules.engine.contract import Text
from rules.engine.state import Option, State

NAMES = ("Ölaf (old)", "Olaf (young)", "Brynn: quick", "Sigrun", "Sigrun II")


class Call(Option, frozen=True):
    """Call somebody."""

    who: int


class Words(Text[State]):
    """Five people, of whom some share a name."""

    def field(self, view: Any, option: type[Option], name: str, value: object) -> str:
        return NAMES[value] if isinstance(value, int) else str(value)

    def nameable(self, view: Any, option: type[Option], name: str) -> Iterable[int]:
        return range(4)


def read(word: str, *offered: int) -> list[int]:
    """What a word means when some are offered."""
    return Words().read(None, Call, "who", word, offered)


def test_a_whole_name_is_read_before_a_part_of_one() -> None:
    """Capitals, accents, quotation marks and explanations need not be typed."""
    assert read("Olaf (young)") == [1]
    assert read(" “ÓLAF” (old)") == [0]
    assert read("olaf") == [0, 1]
    assert read("brynn") == read("Brynn: quick") == read("Brynn (whatever)") == [2]


def test_what_is_offered_comes_first() -> None:
    """Of two of a name, the one that can be chosen is meant."""
    assert read("olaf", 1) == [1, 0]


def test_what_is_neither_offered_nor_nameable_is_not_understood() -> None:
    """A name that only an offer brings is known while it is offered."""
    assert read("Sigrun II") == []
    assert read("Sigrun II", 4) == [4]
    assert read("Sigrun") == read("Sigrun", 4) == [3]
    assert read("") == []
