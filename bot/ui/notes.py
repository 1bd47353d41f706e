"""What happened, above the panel that shows where it led: in small print, for the board has it."""

from collections import Counter
from collections.abc import Sequence

from bot.table import Table
from bot.ui.limits import CONTENT, cut
from bot.ui.words import LINE, named

ALONE = "🤫 "  # how a line begins that nobody else is told: it stands nowhere else
ROOM = 240  # characters of it: three lines on a desktop, five on a phone
SPARE = 1 / 4  # of that, which it may take rather than leave anything out


def happened(lines: Sequence[str], room: int = ROOM) -> str:
    """What one's own doing led to, then the latest; *Recap* has all of it.

    What happened again and again goes first: what happened once may be what changed everything.

    >>> happened(["Nix draws 2.", "Nix falls."])
    '-# Nix draws 2. Nix falls.'
    >>> happened(["Ann plays.", "Bob passes.", "Bob clears A.", "Bob passes.", "Bob draws."], 45)
    '-# Ann plays. … 2 more · Bob clears A. Bob draws.'
    """
    first, *rest = [cut(line, LINE) for line in lines] or [""]
    often = Counter(map(_kind, rest))
    goes = [at for at, line in enumerate(rest[:-1]) if not line.startswith(ALONE)]
    goes.sort(key=lambda at: -often[_kind(rest[at])])
    left: set[int] = set()
    for at in goes:
        shown = [line for number, line in enumerate(rest) if number not in left]
        if sum(len(line) + 1 for line in (first, *shown)) <= room * (1 if left else 1 + SPARE):
            break
        left.add(at)
    shown = [line for number, line in enumerate(rest) if number not in left]
    said = " ".join([first, *([f"… {len(left)} more ·"] if left else []), *shown])
    return f"-# {said}" if said else ""


def _kind(line: str) -> str:
    """What a line tells of, whoever did it: its first word that is no name."""
    return next((word for word in line.split() if word.isalpha() and word.islower()), "")


def above(table: Table, words: str, told: Sequence[str], note: str = "", after: str = "") -> str:
    """A panel's words below what happened and what is to be said about it, as far as there is room."""
    room = CONTENT - len(words) - len(after) - 3
    said = "\n".join(part for part in (named(table, happened(told)), note) if part)
    return "\n".join(part for part in (cut(said, room) if room > 0 else "", words, after) if part)
