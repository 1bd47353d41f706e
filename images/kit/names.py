"""Players' names on pictures: anybody may be called anything, and a plate is small."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from images.kit.fonts import font
from images.kit.text import ELLIPSIS, Style, width_of

NOWHERE = "\U0010fffd"  # a character that no font has: what is drawn instead of such ones
LEFT_OUT = ("C", "M")  # kinds of characters: what controls, and what piles up on others
RIGHT_TO_LEFT = {"R", "AL", "AN"}


def name_on_plate(names: Sequence[str], seat: int, otherwise: str, style: Style, width: int) -> str:
    """Who sits on a seat, in a line as wide at most as a plate; by another word if it must be."""
    name = names[seat] if 0 <= seat < len(names) else ""
    return _shortened(_drawable(name, style.family) or otherwise, style.sized(style.least), width)


@lru_cache(maxsize=1024)
def _drawable(name: str, family: str) -> str:
    """What of a name a family can draw, one line from left to right; nothing without a letter."""
    plain = unicodedata.normalize("NFKC", name)  # ornate letters become plain ones
    kept = "".join(" " if mark.isspace() else mark for mark in plain if _is_drawn(mark, family))
    line = " ".join(kept.split())
    return line if any(mark.isalnum() for mark in line) else ""


@lru_cache(maxsize=4096)
def _is_drawn(mark: str, family: str) -> bool:
    if mark.isspace():
        return True
    if unicodedata.category(mark).startswith(LEFT_OUT):
        return False
    if unicodedata.bidirectional(mark) in RIGHT_TO_LEFT:
        return False
    face = font(family, 500, 24)
    return bytes(face.getmask(mark)) != bytes(face.getmask(NOWHERE))


@lru_cache(maxsize=1024)
def _shortened(name: str, style: Style, width: int) -> str:
    if width_of(name, style) <= width:
        return name
    while name and width_of(name + ELLIPSIS, style) > width:
        name = name[:-1].rstrip()
    return name + ELLIPSIS
