"""A name as it may stand in any text: it looks the same, and does nothing."""

import re
import unicodedata

LONGEST = 32
NOBODY = "Somebody"
# What Discord makes something of, and what looks like it.
PLAIN = str.maketrans(
    {
        "*": "∗",
        "_": "ˍ",
        "~": "∼",
        "|": "ǀ",
        "`": "ˋ",
        "<": "‹",
        ">": "›",
        "@": "＠",
        "#": "＃",
        "[": "［",
        "]": "］",
        "\\": "＼",
    }
)
UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # controls, directions, nothing at all
ADDRESS = re.compile(r"(\.\w+)/")  # Discord shows where `discord.gg/…` leads, without any `https:`
MOST_MARKS = 2  # accents that one letter may carry


def harmless(name: str, longest: int = LONGEST) -> str:
    """Somebody's name without markup, mentions, links, line breaks or marks that turn a text round.

    >>> harmless("**Ann** <@1> https://x.example")
    '∗∗Ann∗∗ ‹＠1› https:⁄⁄x.example'
    """
    seen = "".join(" " if mark.isspace() else mark for mark in unicodedata.normalize("NFC", name))
    seen = "".join(mark for mark in seen if unicodedata.category(mark) not in UNSEEN)
    seen = ADDRESS.sub(r"\1⁄", _few_marks(seen).replace("://", ":⁄⁄"))
    words = " ".join(_intraword(seen).translate(PLAIN).replace("\0", "_").split())
    return words[:longest].strip() or NOBODY


def _intraword(name: str) -> str:
    """A single stroke inside a word makes nothing: keep it for names like `mad_max`."""
    kept = []
    for at, mark in enumerate(name):
        around = name[at - 1 : at] + name[at + 1 : at + 2]
        inside = mark == "_" and len(around) == 2 and around.isalnum()
        kept.append("\0" if inside else mark)
    return "".join(kept)


def _few_marks(name: str) -> str:
    kept: list[str] = []
    marks = 0
    for mark in name:
        marks = marks + 1 if unicodedata.combining(mark) else 0
        if marks <= MOST_MARKS:
            kept.append(mark)
    return "".join(kept)
