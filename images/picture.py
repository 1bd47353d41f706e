"""A picture with its words."""

from typing import NamedTuple

ALT_LIMIT = 1_024  # characters that Discord takes


class Picture(NamedTuple):
    """PNG bytes, and the same in words for those who cannot see them."""

    png: bytes
    alt: str


def alt(text: str) -> str:
    """Words cut to what Discord takes, at the end of a word."""
    if len(text) <= ALT_LIMIT:
        return text
    return text[: ALT_LIMIT - 1].rsplit(maxsplit=1)[0] + "…"
