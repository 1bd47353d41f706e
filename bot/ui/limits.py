"""What Discord takes at most, what a phone shows of it, and how a text is made to fit."""

import re

CONTENT = 2000  # characters of a message
LABEL = 38  # characters of a button or a choice: a phone shows no more
CHOICE = 100  # characters of a choice, in a select or while typing
PLACEHOLDER = 150
NAME = 100  # characters of a thread's name
ALT = 1024  # characters that describe a picture
ROW = 5  # buttons side by side
CHOICES = 25  # of a select, or while typing


BREATHS = (  # where a text can be divided, the best places first
    re.compile(r" · |: |; |, | – | \("),
    re.compile(r" (?:with|for|into|and|at|to|over|beside|from|of) "),
    re.compile(" "),
)


ODDS = re.compile(r" · [^·]*?\d %[^,;(·]*")  # the first of them, with what they are about


def headed(text: str, most: int = LABEL) -> tuple[str, str]:
    """The beginning of a text, as far as it fits and can stand alone, and the rest of it.

    Its first odds stay in sight, however long the words before them are.
    """
    shown, rest = _divided(text, most)
    odds = ODDS.search(text)
    if odds is None or "%" in shown:
        return shown, rest
    said = odds[0].rstrip()
    room = most - len(f" …{said}")
    if room < most / 3:
        return shown, rest
    words, more = _divided(text[: odds.start()], room, 2 / 3)
    return f"{words} …{said}", f"{more}{text[odds.end() :]}"


def _divided(text: str, most: int, least: float = 1 / 3) -> tuple[str, str]:
    """A text divided at the best place that leaves at least this part of what there is room for."""
    if len(text) <= most:
        return text, ""
    for breath in BREATHS:
        ends = [found.start() for found in breath.finditer(text)]
        good = [at for at in ends if most * least <= at <= most]
        if good:
            return text[: good[-1]], text[good[-1] :].lstrip(" ·:;,–")
    if least > 1 / 3:
        return _divided(text, most)
    return f"{text[: most - 1]}…", f"…{text[most - 1 :]}"


def cut(text: str, most: int) -> str:
    """A text that fits; where it does not, what follows a breath is left out."""
    return text if len(text) <= most else f"{_divided(text, most - 2)[0]} …"
