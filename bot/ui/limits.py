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


def headed(text: str, most: int = LABEL) -> tuple[str, str]:
    """The beginning of a text, as far as it fits and can stand alone, and the rest of it."""
    if len(text) <= most:
        return text, ""
    for breath in BREATHS:
        ends = [at for found in breath.finditer(text) if most / 3 <= (at := found.start()) <= most]
        if ends:
            return text[: ends[-1]], text[ends[-1] :].lstrip(" ·:;,–")
    return f"{text[: most - 1]}…", f"…{text[most - 1 :]}"


def cut(text: str, most: int) -> str:
    """A text that fits; where it does not, what follows a breath is left out."""
    return text if len(text) <= most else f"{headed(text, most - 2)[0]} …"
