"""How options are typed: the command of an option, its arguments, and words read back."""

import unicodedata
from typing import Literal

import msgspec

from rules.engine.state import Option

_QUOTES = str.maketrans("", "", "“”„‘’\"'`")


class Argument(msgspec.Struct, frozen=True):
    """How a field of an option is given in a command."""

    name: str = ""  # by default the field's own
    about: str = ""  # what it is, in a few words
    several: bool = False  # a list of things, each of them an answer of its own
    seat: bool = False  # a seat, which can be named by whoever holds it, too
    omit: Literal["never", "clear", "first"] = "never"  # left out where the rest makes it clear,
    # or then standing for the first that is offered; a field with a default is `clear` anyway


class Verb(msgspec.Struct, frozen=True):
    """How an option is given as a command; options of one name share a command."""

    name: str = ""  # by default the type's own
    about: str = ""  # by default its docstring
    word: tuple[str, str] | None = None  # an argument and the word in it that means this option
    fields: dict[str, Argument] = {}  # what is particular to this option's fields
    last: Option | None = None  # said after a list of these options, where it can be
    title: str = ""  # what a panel calls it, where that is not its command


def command_name(kind: type) -> str:
    """What the command of an option is called by default.

    >>> command_name(type("TakeBack", (), {}))
    'take-back'
    """
    name = kind.__name__
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).removeprefix("-")


def plain(word: str) -> str:
    """A word as it is compared: no capitals, no accents, no quotation marks, single spaces.

    >>> plain(" “Bödvar”  The Bear ") == plain("bodvar the bear")
    True
    """
    letters = unicodedata.normalize("NFKD", word.casefold().translate(_QUOTES))
    kept = (c for c in letters if not unicodedata.combining(c))
    return " ".join("".join(kept).split())


def bare(word: str) -> str:
    """A name without what is added to explain it, in brackets or after a colon.

    >>> bare("Trooper B (2)"), bare("Scythe: hits twice")
    ('Trooper B', 'Scythe')
    """
    return word.partition(" (")[0].partition(":")[0].strip()
