"""Names and words that go into a game's seed: each has one spelling, so that none can be picked.

A game knows its players by their places (`player:0`, `computer:1`), so that its file names nobody.
Games that began before that know people by their ids; whoever had theirs taken out is `removed:0`.
"""

import re
import unicodedata
from collections.abc import Sequence

from rules.engine.errors import RulesError

LONGEST = 40  # characters of a word
BEYOND = 2**64  # ids of people are below
PLAYER, COMPUTER, REMOVED = "player:", "computer:", "removed:"  # each followed by the place
PERSON = re.compile(r"[1-9][0-9]{0,19}")
# Not to be seen, or not to be told from a space; what joins the parts of an emoji is left.
UNSEEN = re.compile(
    "[\\u0000-\\u001f\\u007f-\\u00a0\\u00ad\\u061c\\u1680\\u180e\\u2000-\\u200c\\u200e\\u200f"
    "\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb]"
)


def word_of(typed: str) -> str:
    """The one spelling of a word that somebody typed.

    >>> word_of("  otter   lane ")
    'otter lane'
    """
    word = " ".join(unicodedata.normalize("NFC", typed).split())
    if wrong := _unlike(word):
        raise RulesError(f"Your word {wrong}.")
    return word


def places(computers: Sequence[bool]) -> list[str]:
    """What players are called in a game's seed, of whom some are computers.

    >>> places([False, True])
    ['player:0', 'computer:1']
    """
    return [f"{COMPUTER if one else PLAYER}{at}" for at, one in enumerate(computers)]


def by_place(ids: Sequence[str]) -> bool:
    """Whether a game knows its players by their places, so that whoever they are is not in it."""
    return all(one.startswith((PLAYER, COMPUTER)) for one in ids)


def without_ids(ids: Sequence[str], gone: Sequence[str]) -> list[str]:
    """Players of whom some had their ids taken out.

    >>> without_ids(["77", "88"], ["88"])
    ['77', 'removed:1']
    """
    return [f"{REMOVED}{at}" if one in gone else one for at, one in enumerate(ids)]


def removed(ids: Sequence[str]) -> int:
    """How many players had their ids taken out."""
    return sum(one.startswith(REMOVED) for one in ids)


def wrong_ids(ids: Sequence[str], kinds: Sequence[str]) -> str:
    """What is wrong with what players are called; nothing where each is exact and there once.

    `kinds` are the names that go with a place; none for people means that they have ids.
    """
    for place, one in enumerate(ids):
        exact = PERSON.fullmatch(one) is not None and int(one) < BEYOND and PLAYER not in kinds
        if not exact and one not in [f"{kind}{place}" for kind in kinds]:
            return f"{one!r} is no exact name of player {place + 1}"
    return "" if len(set(ids)) == len(ids) else "somebody is there twice"


def wrong_words(ids: Sequence[str], words: Sequence[str]) -> str:
    """What is wrong with the players' words: a person has one in its one spelling, a computer none."""
    if len(words) != len(ids):
        return f"are {len(words)}, but there are {len(ids)} players"
    for place, (one, word) in enumerate(zip(ids, words, strict=True)):
        wrong = (word and "is a computer's") if one.startswith(COMPUTER) else _unlike(word)
        if wrong:
            return f"the word of player {place + 1} {wrong}"
    return ""


def _unlike(word: str) -> str:
    if not 1 <= len(word) <= LONGEST:
        return f"does not have 1 to {LONGEST} characters"
    if UNSEEN.search(word):
        return "has characters that cannot be seen"
    if word != unicodedata.normalize("NFC", word) or "  " in word or word != word.strip(" "):
        return "is not in its one spelling"
    return ""
